"""Shows the processes of this machine, as a list or a tree; the cursor never leaves its process."""

from __future__ import annotations

import argparse
import sys

from proc import Proc
from viewer import Processes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--interval", type=float, default=1.0, help="seconds between readings")
    parser.add_argument("--server", help="the diffabled executable")
    arguments = parser.parse_args()
    source = Proc()
    try:
        source.read()
    except OSError as error:
        print(f"processes: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    app = Processes(source, arguments.interval, arguments.server)
    app.run()
    return app.return_code or 0


if __name__ == "__main__":
    sys.exit(main())
