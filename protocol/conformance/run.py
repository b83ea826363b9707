#!/usr/bin/env python3
"""Checks any server of the diffable data source protocol against its contract.

    run.py [--only TEXT] [--timeout SECONDS] [--jobs N] [--transcripts DIR] -- COMMAND [ARG …]

COMMAND starts a server that talks over its standard streams. It is started anew for each case,
some of them with flags of limits behind its arguments. A line is printed for each case,
`ok`, `FAILED` with the reason, or `skipped` with the reason, and the counts at the end; the exit
code is 1 when a case failed. README.md beside this file says what is compared, and how.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Iterator, List, NamedTuple

# A checkout stays as it was.
sys.dont_write_bytecode = True

from cases import Case, Skipped
from hostile_ends import end_cases
from hostile_flow import flow_cases
from hostile_headers import header_cases
from hostile_limits import limit_cases
from hostile_messages import message_cases
from server import FRAMINGS, Server
from transcripts import play
from values import Failure

TRANSCRIPTS = Path(__file__).resolve().parent.parent / "transcripts"


class Verdict(NamedTuple):
    word: str
    name: str
    reason: str = ""

    def __str__(self) -> str:
        first, *more = (self.reason or "").split("\n")
        lines = [f"{self.word} {self.name}" + (f": {first}" if first else "")]
        return "\n".join(lines + [f"    {line}" for line in more])


def all_cases(transcripts: Path) -> Iterator[Case]:
    files = sorted(transcripts.glob("*.transcript"))
    if not files:
        raise SystemExit(f"there are no transcripts in {transcripts}")
    for path in files:
        for framing in FRAMINGS:
            check = partial(play, path=path, framing=framing)
            yield Case(f"transcript {path.stem} ({framing})", check)
    for cases in (message_cases, header_cases, end_cases, limit_cases, flow_cases):
        yield from cases()


def judge(server: Server, case: Case) -> Verdict:
    try:
        case.check(server)
    except Skipped as skipped:
        return Verdict("skipped", case.name, str(skipped))
    except Failure as failure:
        return Verdict("FAILED", case.name, str(failure))
    except Exception as error:  # An answer of a form that nothing here expects is a failure, too.
        place = traceback.extract_tb(error.__traceback__)[-1]
        reason = f"an answer of an unknown form: {error!r} ({Path(place.filename).name})"
        return Verdict("FAILED", case.name, reason)
    return Verdict("ok", case.name)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        usage="run.py [options] -- COMMAND [ARGUMENT ...]",
        description="Checks a server of the diffable data source protocol against its contract.",
    )
    parser.add_argument("--only", default="", help="run the cases whose name has this text")
    parser.add_argument("--timeout", type=float, default=20, help="seconds for a run of the server")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="cases at a time")
    parser.add_argument("--transcripts", type=Path, default=TRANSCRIPTS, help="where they are")
    parser.add_argument("command", nargs="+", help="what starts the server")
    options = parser.parse_args()
    if not shutil.which(options.command[0]):
        parser.error(f"there is no program {options.command[0]}")
    return options


def main() -> int:
    options = arguments()
    server = Server(options.command, options.timeout)
    cases = [case for case in all_cases(options.transcripts) if options.only in case.name]
    if not cases:
        raise SystemExit(f"no case has {options.only!r} in its name")
    verdicts: List[Verdict] = []
    with ThreadPoolExecutor(max(1, options.jobs)) as pool:
        futures = [pool.submit(judge, server, case) for case in cases]
        try:
            for future in futures:
                verdicts.append(future.result())
                print(verdicts[-1], flush=True)
        except (KeyboardInterrupt, BrokenPipeError):
            pool.shutdown(cancel_futures=True)
            return 1
    counts = {word: sum(v.word == word for v in verdicts) for word in ("ok", "FAILED", "skipped")}
    skipped = f", {counts['skipped']} skipped" if counts["skipped"] else ""
    print(f"{counts['ok']} passed, {counts['FAILED']} failed{skipped}")
    return 1 if counts["FAILED"] else 0


if __name__ == "__main__":
    sys.exit(main())
