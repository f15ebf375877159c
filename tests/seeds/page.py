# SPDX-License-Identifier: Apache-2.0
"""docs/seeds.md names tests that exist, and each of this folder."""

import fnmatch
import os
import re
import subprocess

from support import ROOT, must


def case_tests():
    """Every row's tests are ones that ctest knows."""
    listed = subprocess.run(["ctest", "-N", "-C", "long"], cwd=os.environ["BUILD"],
                            capture_output=True, text=True, check=True).stdout
    there = set(re.findall(r"^ *Test *#\d+: (\S+)", listed, re.M))
    text = (ROOT / "docs/seeds.md").read_text()
    rows = [re.split(r" (?<!\\)\| ?", line.strip("|\n"))
            for line in text.splitlines() if line.startswith("| ")]
    named = {name for row in rows for name in
             re.findall(r"`([a-z]+\.[\w.*]+)`", row[-1])}
    must(len(rows) > 55 and len(named) > 30, len(rows), named)
    for name in named:
        must(fnmatch.filter(there, name), f"there is no test '{name}'")
    for name in there:
        if name.startswith("seeds.") and name != "seeds.page_tests":
            must(name in named, f"docs/seeds.md does not name '{name}'")
