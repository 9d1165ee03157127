"""Run the command line: `python -m quarterdeck` is the same as `quarterdeck`."""

import sys

from quarterdeck.apps.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
