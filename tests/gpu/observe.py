#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What QUERN_VALIDATE and QUERN_TRACE say about observe.hip.

usage: observe.py PROGRAM FOLDER

Runs on the devices that QUERN_DEVICE names. FOLDER gets the trace.
"""
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ONE = "allocation 1 (4000 bytes of device memory at ADDRESS)"
EXPECTED = {
    "": [],
    "overrun": [f"error: 'scale' wrote 12 bytes past the end of {ONE}: up to "
                "12 bytes past it"],
    "underrun": [f"error: 'scale' wrote 8 bytes before the start of {ONE}: up "
                 "to 8 bytes before it"],
    "freed": [f"error: argument 0 'out' of 'scale' points into {ONE}, which "
              "was freed",
              f"error: 4 bytes of {ONE} were written after it was freed, the "
              "first at offset 0"],
    "late": [f"error: 4 bytes of {ONE} were written after it was freed, the "
             "first at offset 28"],
    "unwritten": [f"warning: a copy reads {ONE}, which nothing has written "
                  "yet"],
    "leak": [f"leak: {ONE} was never freed"],
}


def run(program, what, **variables):
    return subprocess.run([program, *([what] if what else [])], check=True,
                          env={**os.environ, **variables}, text=True,
                          capture_output=True, timeout=120)


def plural(lines, word):
    count = sum(line.startswith(word) for line in lines)
    return f"{count} {word}{'' if count == 1 else 's'}"


def main():
    program, folder = sys.argv[1], Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    wrong = 0
    for what, lines in EXPECTED.items():
        for level in "12":
            done = run(program, what, QUERN_VALIDATE=level)
            said = re.sub("0x[0-9a-f]+", "ADDRESS", done.stderr).splitlines()
            last = ", ".join([plural(lines, "error"),
                              plural(lines, "warning")])
            if what == "leak":
                last += ", 1 allocation never freed (4.0 kB)"
            want = [f"quern: validate: {line}" for line in [*lines, last]]
            if said != want or done.stdout != "done\n":
                wrong += 1
                print(f"'{what}' with QUERN_VALIDATE={level}:\n  " +
                      "\n  ".join(said) + "\nexpected\n  " + "\n  ".join(want))
    trace = folder / "observe.json"
    run(program, "", QUERN_TRACE=str(trace))
    # One by the default stream, six by two others.
    check = subprocess.run([sys.executable, HERE / "check_trace.py", trace,
                            "--kernels", "7"], check=False)
    wrong += check.returncode != 0
    # Both at a time.
    run(program, "", QUERN_TRACE=str(trace), QUERN_VALIDATE="1")
    print("observe: ok" if not wrong else f"observe: {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
