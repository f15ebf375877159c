#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Golden tests of the command line.

  golden.py [--bless] BUILD-FOLDER [CASE]...

A case is a folder beside this file:
  cmd          shell lines; `quern` is the one of the build folder
  stdout       expected output; absent: none
  stderr       the same for standard error
  exit         expected exit code; absent: 0
  *.glob       instead of stdout or stderr: lines with shell patterns, of which
               a line "..." stands for any lines
  needs        a shell line; the case is skipped (77) where it fails
The commands run in an empty folder, with the case's folder in $CASE and the
source tree in $ROOT. Words split at line ends alone; `unset IFS` undoes that.
$VERSION stands for the version of Quern.
There is no ptxas for them, whatever the machine has, so that all machines give
the same output; a case that needs one says `unset QUERN_PTXAS`.
With --bless the present output becomes the expected one;
patterns that still match are kept.
"""

import difflib
import fnmatch
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TIMEOUT_S = 120
SPLIT = "IFS=$'\\n'; "  # $ROOT may have spaces
VERSION = re.search(r'^#define QUERN_VERSION "(.*)"$',
                    (ROOT / "include/quern/version.h").read_text(), re.M)[1]
IN_TEXT = re.compile(rf"(?<![\w.]){re.escape(VERSION)}(?![\w-]|\.\d)")


def environment(build, case, folder):
    env = {
        "PATH": f"{build}/bin:{os.environ.get('PATH', '/usr/bin:/bin')}",
        "HOME": folder,
        "TMPDIR": folder,
        "LC_ALL": "C.UTF-8",
        "CASE": str(case),
        "ROOT": str(ROOT),
        "BUILD": str(build),
        "QUERN_PTXAS": "/none",
    }
    for name, value in os.environ.items():
        if name.endswith("SAN_OPTIONS"):
            env[name] = value
    return env


def run(build, case, script):
    with tempfile.TemporaryDirectory(prefix="quern-cli-") as folder:
        done = subprocess.run(
            ["bash", "-c", SPLIT + script],
            cwd=folder, stdin=subprocess.DEVNULL,
            env=environment(build, case, folder), capture_output=True,
            timeout=TIMEOUT_S, check=False)
        # What is different on every run and machine gets a name.
        def clean(text):
            text = text.decode("utf-8", "backslashreplace")
            for value, name in ((folder, "$TMP"), (str(case), "$CASE"),
                                (str(build), "$BUILD"), (str(ROOT), "$ROOT")):
                text = text.replace(value, name)
            return IN_TEXT.sub("$VERSION", text)
        return clean(done.stdout), clean(done.stderr), done.returncode


def matches(patterns, lines):
    """Lines against patterns, "..." being any number of lines."""
    reach = {0}  # positions in `lines` up to which the patterns match
    for pattern in patterns:
        following = set()
        for at in reach:
            if pattern == "...":
                following.update(range(at, len(lines) + 1))
            elif at < len(lines) and fnmatch.fnmatchcase(lines[at], pattern):
                following.add(at + 1)
        reach = following
    return len(lines) in reach


def compare(case, stream, got, bless):
    """Returns the difference as text; nothing when all is well."""
    exact, pattern = case / stream, case / f"{stream}.glob"
    if pattern.exists():
        patterns = pattern.read_text().splitlines()
        if matches(patterns, got.splitlines()):
            return ""
        kind, expected = pattern, pattern.read_text()
        if bless:
            print(f"{case.name}: {stream}.glob does not match: edit it by hand")
    else:
        kind, expected = exact, exact.read_text() if exact.exists() else ""
        if bless:
            if got:
                exact.write_text(got)
            else:
                exact.unlink(missing_ok=True)
            return ""
    return "" if expected == got else "".join(
        difflib.unified_diff(
            expected.splitlines(keepends=True), got.splitlines(keepends=True),
            f"{case.name}/{kind.name}", f"what {stream} was"))


def run_case(build, case, bless):
    """Returns 0, 1, or 77 when the case cannot run here."""
    if not (case / "cmd").exists():
        print(f"no case '{case.name}'")
        return 1
    if (case / "needs").exists():
        if run(build, case, (case / "needs").read_text())[2]:
            print(f"skipped: needs {(case / 'needs').read_text().strip()}")
            return 77
    try:
        out, err, code = run(build, case, (case / "cmd").read_text())
    except subprocess.TimeoutExpired:
        print(f"{case.name}: did not end within {TIMEOUT_S} s")
        return 1
    difference = compare(case, "stdout", out, bless)
    difference += compare(case, "stderr", err, bless)
    exit_file = case / "exit"
    expected = int(exit_file.read_text()) if exit_file.exists() else 0
    if code != expected:
        if bless:
            exit_file.write_text(f"{code}\n")
            if code == 0:
                exit_file.unlink()
        else:
            difference += f"exit code {code}, expected {expected}\n"
    if difference:
        print(difference, end="")
        print(f"(make bless CASE={case.name} takes the new output as right)")
        return 1
    return 0


def main():
    args = sys.argv[1:]
    bless = "--bless" in args
    args = [arg for arg in args if arg != "--bless"]
    if not args:
        sys.exit(__doc__)
    build = pathlib.Path(args[0]).resolve()
    names = args[1:] or sorted(path.parent.name for path in HERE.glob("*/cmd"))
    results = [run_case(build, HERE / name, bless) for name in names]
    if 1 in results:
        sys.exit(1)
    sys.exit(77 if results == [77] else 0)


main()
