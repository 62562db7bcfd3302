"""``python -m masko_sdk``: the command line."""

import sys

from masko_sdk.cli import main

if __name__ == "__main__":
    sys.exit(main())
