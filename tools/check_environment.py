#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails when a source reads a variable QUERN_... of the environment that is not in
environment.def, or a row there is read by no source.

usage: check_environment.py
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "src/cli/core/environment.def"


def main():
    text = TABLE.read_text()
    listed = set(re.findall(r"^QN_ENVIRONMENT\((QUERN_\w+),", text, re.M))
    read = {}
    for folder in ("src", "include", "kernels"):
        for path in sorted((ROOT / folder).rglob("*.[chdi]*")):
            if (not path.is_file() or path == TABLE or
                    path.stem.endswith("_test")):
                continue
            for name in re.findall(r'"(QUERN_[A-Z0-9_]*[A-Z0-9])[="]',
                                   path.read_text(errors="replace")):
                read.setdefault(name, path.relative_to(ROOT))
    wrong = [f"{path}: {name} is not in {TABLE.name}"
             for name, path in sorted(read.items()) if name not in listed]
    wrong += [f"{TABLE.name}: no source reads {name}"
              for name in sorted(listed - set(read))]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
