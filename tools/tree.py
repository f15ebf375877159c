# SPDX-License-Identifier: Apache-2.0
"""The project's files, for the checks: as git knows them, or, in a tarball or
where git is missing or distrusts the folder's owner, all that there are but
what is built."""

import fnmatch
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILT = {"build", ".git", ".cache", "rust/target",
         "rust/examples/affine/target"}


def git(root, *words):
    """What git prints; None where it cannot say."""
    try:
        done = subprocess.run(["git", "-C", str(root), *words], check=False,
                              capture_output=True, text=True)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def is_checkout(root=ROOT):
    """Is it a repository of its own, not a folder in another one?"""
    top = git(root, "rev-parse", "--show-toplevel")
    return top is not None and pathlib.Path(top.strip()) == root.resolve()


def walk(root):
    for path, folders, names in os.walk(root):
        folder = pathlib.Path(path).relative_to(root)
        folders[:] = [name for name in folders if name != "__pycache__" and
                      (folder / name).as_posix() not in BUILT]
        for name in names:
            yield (folder / name).as_posix()


def files(root=ROOT):
    """Paths from the root, sorted, of files that are there."""
    names = git(root, "ls-files", "-z", "--cached", "--others",
                "--exclude-standard") if is_checkout(root) else None
    names = walk(root) if names is None else names.split("\0")
    return sorted(name for name in set(names)
                  if name and (root / name).is_file())


def generated(names, root=ROOT):
    """Those of the names that .gitattributes calls linguist-generated."""
    rules = []
    for line in (root / ".gitattributes").read_text().splitlines():
        pattern, *attributes = line.split() or [""]
        if not pattern.startswith("#") and "linguist-generated" in attributes:
            rules.append(pattern.lstrip("/"))
    exact = {rule for rule in rules if "*" not in rule}
    globs = [rule for rule in rules if "*" in rule]
    for rule in globs:
        if "/" not in rule or "**" in rule:
            raise ValueError(f".gitattributes: '{rule}': expected a folder and "
                             "names in it")

    def matches(name, rule):
        parts, wanted = name.split("/"), rule.split("/")
        return len(parts) == len(wanted) and all(
            fnmatch.fnmatchcase(*pair) for pair in zip(parts, wanted))
    return {name for name in names
            if name in exact or any(matches(name, rule) for rule in globs)}
