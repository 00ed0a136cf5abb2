"""Where the command line starts; ``python -m amakta`` is the same."""

from boardkit.start import start


def main() -> None:
    """Load the commands and run what was asked for."""
    start("amakta.cli")


if __name__ == "__main__":
    main()
