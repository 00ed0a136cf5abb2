"""Where the command line starts."""

from boardkit.start import start


def main() -> None:
    """Load the commands and run what was asked for."""
    start("matchbox.cli")
