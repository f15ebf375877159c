#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The version of Quern, which include/quern/version.h alone has.

  version.py              prints it, such as 0.1.0 or 0.1.0-pre
  version.py --abi        prints the version of the libraries' ABI
  version.py --released   prints the version without -pre
  version.py --next       prints what follows the release: 0.2.0-pre before 1.0
                          and after it, as docs/releases.md has it
  version.py --debian     prints it as Debian's packages sort it: 0.1.0~pre
  version.py --set X.Y.Z[-pre]   writes it, and its copies where others' tools
                          want one: rust/Cargo.toml
  version.py --check      fails when the numbers, the text and the copies differ

Before a release the version ends in -pre; the release is the same without it.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADER = "include/quern/version.h"
FORM = re.compile(r"(\d+)\.(\d+)\.(\d+)(-pre)?")
NUMBERS = ("MAJOR", "MINOR", "PATCH")
# Copies: file, the line's pattern with what comes before and behind.
COPIES = (
    ("rust/Cargo.toml", r'(?m)^(version = ")([^"]*)(")$'),
)
# Copies of the ABI's version, in names of libraries that are opened.
ABI_COPIES = (
    ("rust/src/sys.rs", r'("libquernhip\.so\.)(\d+)(")'),
)


class Wrong(Exception):
    """What is wrong, in words."""


def macro(text, name, pattern):
    found = re.findall(rf"^#define QUERN_{name} {pattern}$", text, re.M)
    if len(found) != 1:
        raise Wrong(f"{HEADER}: expected one '#define QUERN_{name}', "
                    f"found {len(found)}")
    return found[0]


def read(root=ROOT):
    """The version as text, and the ABI's."""
    text = (root / HEADER).read_text()
    version = macro(text, "VERSION", r'"([^"]*)"')
    form = FORM.fullmatch(version)
    if not form:
        raise Wrong(f"{HEADER}: QUERN_VERSION is '{version}', "
                    "expected X.Y.Z or X.Y.Z-pre")
    for name, of_text in zip(NUMBERS, form.groups()):
        number = macro(text, f"VERSION_{name}", r"(\d+)")
        if number != of_text:
            raise Wrong(f"{HEADER}: QUERN_VERSION_{name} is {number}, "
                        f"QUERN_VERSION is '{version}'")
    return version, int(macro(text, "ABI_VERSION", r"(\d+)"))


def following(version):
    major, minor, _, _ = FORM.fullmatch(version).groups()
    return f"{major}.{int(minor) + 1}.0-pre"


def write(version, root=ROOT):
    form = FORM.fullmatch(version)
    if not form:
        raise Wrong(f"'{version}' is no version: expected X.Y.Z or X.Y.Z-pre")
    read(root)  # refuses a header in which a place would not be found
    path = root / HEADER
    text = path.read_text()
    for name, number in zip(NUMBERS, form.groups()):
        text = re.sub(rf"(#define QUERN_VERSION_{name}) \d+", rf"\1 {number}",
                      text)
    text = re.sub(r'(#define QUERN_VERSION) "[^"]*"', rf'\1 "{version}"', text)
    path.write_text(text)
    for name, pattern in COPIES:
        path = root / name
        path.write_text(re.sub(pattern, rf"\g<1>{version}\3", path.read_text()))


def check(root=ROOT):
    version, abi = read(root)
    for copies, value in ((COPIES, version), (ABI_COPIES, str(abi))):
        for name, pattern in copies:
            found = [m[1] for m in
                     re.findall(pattern, (root / name).read_text())]
            if not found:
                raise Wrong(f"{name}: expected the version {value}, "
                            "found none")
            for other in found:
                if other != value:
                    raise Wrong(f"{name}: expected the version {value}, "
                                f"found {other}: tools/version.py --set "
                                f"{version}")


def main():
    args = sys.argv[1:]
    try:
        if len(args) == 2 and args[0] == "--set":
            write(args[1])
        elif args == ["--check"]:
            check()
            print("version: ok")
        elif not args:
            print(read()[0])
        elif args == ["--abi"]:
            print(read()[1])
        elif args == ["--released"]:
            print(read()[0].removesuffix("-pre"))
        elif args == ["--next"]:
            print(following(read()[0]))
        elif args == ["--debian"]:
            print(read()[0].replace("-pre", "~pre"))
        else:
            sys.exit(__doc__)
    except Wrong as wrong:
        sys.exit(f"version: {wrong}")


if __name__ == "__main__":
    main()
