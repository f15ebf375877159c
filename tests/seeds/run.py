#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the documents that the project began with print, in an installed tree.

  run.py BUILD MODULE CASE

MODULE is a file beside this one; each of its case_NAME functions gets an empty
folder as the working folder. docs/seeds.md lists them.
"""

import importlib
import os
import sys
import tempfile
from pathlib import Path

import support


def main():
    build, module, case = Path(sys.argv[1]).resolve(), *sys.argv[2:4]
    function = getattr(importlib.import_module(module), f"case_{case}")
    with tempfile.TemporaryDirectory(prefix="quern-seeds-") as folder:
        try:
            os.environ["BUILD"] = str(build)
            support.install(build, Path(folder) / "prefix")
            os.mkdir(f"{folder}/work")
            os.chdir(f"{folder}/work")
            function()
        except support.Skip as why:
            print(f"skipped: {why}")
            sys.exit(77)
        except AssertionError as error:
            sys.exit(f"FAIL {case}: {error}")
        finally:
            os.chdir("/")
    print(f"ok {case}")


if __name__ == "__main__":
    main()
