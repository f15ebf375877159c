#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of quern cc, hiprtc and nvrtc.

  run.py BUILD CASE...

Every `case_NAME` of a module in cases/ is one test; it runs in an empty folder
with the folder data/ of this one in DATA (support.py). A case that raises fails;
Skip says why it cannot run.
"""

import importlib
import os
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "cases")]
from support import Skip  # noqa: E402


def case_of(name):
    for file in sorted((HERE / "cases").glob("*.py")):
        found = getattr(importlib.import_module(file.stem), f"case_{name}",
                        None)
        if found:
            return found
    sys.exit(f"there is no case_{name} in {HERE / 'cases'}")


def main():
    for name in sys.argv[2:]:
        case = case_of(name)
        with tempfile.TemporaryDirectory(prefix="quern-cc-") as folder:
            os.chdir(folder)
            try:
                case()
            except Skip as reason:
                print(f"skipped: {reason}")
                return 77
            except AssertionError as why:
                print(f"FAIL {name}: {why}")
                return 1
            finally:
                os.chdir("/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
