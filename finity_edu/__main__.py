"""Where the command line starts; ``python -m finity_edu`` is the same."""

from boardkit.start import start


def main() -> None:
    """Load the commands and run what was asked for."""
    start("finity_edu.cli")


if __name__ == "__main__":
    main()
