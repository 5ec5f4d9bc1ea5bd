# SPDX-License-Identifier: MIT
"""Progress and errors in the words and exit codes of the other scripts of ci/."""
import difflib
import pathlib
import sys
import time

USAGE = 2
ENVIRONMENT = 4
STARTED = time.monotonic()
SCRIPT = pathlib.Path(sys.argv[0]).name


class Failure(Exception):
    """What ends a script: the text for a person, and the exit code."""

    def __init__(self, text, code=ENVIRONMENT):
        super().__init__(text)
        self.code = code


def say(text):
    """One line of progress, with the seconds since the script began."""
    print(f"[{SCRIPT} {time.monotonic() - STARTED:3.0f}s] {text}", flush=True)


def nearest(word, known):
    """Ends a message about an unknown word: the nearest known one where one is near, and all of them."""
    close = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    meant = f"; did you mean {close[0]}?" if close else ""
    return f"{meant} (known: {', '.join(known)})"


def run(main):
    """Runs a script's `main(arguments)` and ends the process with its exit code."""
    try:
        main(sys.argv[1:])
    except Failure as failure:
        print(f"{SCRIPT}: {failure}", file=sys.stderr)
        sys.exit(failure.code)
    except KeyboardInterrupt:
        sys.exit(6)
