#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Translates the tree's CUDA sources to HIP and runs the translations.

usage: translated.py BUILD [--all] [--back] SOURCE...

With --all in each way that launches can become, without it in one of them,
which depends on the source's name, so that all of them are used. Each SOURCE's
folder is translated as a whole. A source with RUN lines goes through
tests/kernels/run.py, others through tests/programs/run.py; both compare results.
No header of include/cuda may be used, and translating the translation must
change nothing. With --back the translation is translated back to CUDA, and that
is what runs.
"""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from zlib import crc32

ROOT = Path(__file__).resolve().parent.parent.parent
MODES = ("keep", "ggl", "api")
TIMEOUT_S = 280


def run(words, **options):
    return subprocess.run([str(w) for w in words], capture_output=True,
                          text=True, timeout=TIMEOUT_S, check=False, **options)


def translate(quern, root, folder, out, *options):
    """The translation of `root`/`folder`: its path below `out`."""
    done = run([quern, "hipify", "-q", *options, "--strings", "api",
                "--output-dir", out, folder], cwd=root)
    if done.returncode:
        return None, f"hipify failed: {done.stderr[:2000]}"
    there = out / folder
    # What is no source; the modules that a program compiles keep their names.
    for path in sorted((root / folder).rglob("*")):
        copy = there / path.relative_to(root / folder)
        if path.is_file() and not copy.exists() and path.suffix != ".cu":
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
    return there, None


def changes_again(quern, path, *options):
    again = run([quern, "hipify", "-q", *options, "--strings", "api", path])
    if again.stdout.encode("utf-8", "surrogateescape") != path.read_bytes():
        return f"{path.name}: a second translation changes it"
    return None


def used_cuda_headers(quern, source, out, original):
    """Why not, when one is used that hipify did not say it has to leave."""
    left = run([quern, "hipify", "--check", original]).stderr
    deps = out / "deps.d"
    done = run([quern, "cc", "-c", source, "-o", out / "probe.o", "-MD", "-MF",
                deps, "-I" + str(ROOT / "tests/programs")])
    if done.returncode or not deps.exists():
        return f"does not compile: {done.stderr[:2000]}"
    if "hipify-include" in left:
        return None
    used = re.findall(r"\S*/include/cuda/\S*", deps.read_text())
    return f"uses {used[0]}" if used else None


def translate_back(quern, out, fresh):
    """The CUDA source of a translation, and why there is none."""
    path = fresh.relative_to(out)
    folder, why = translate(quern, out, path.parent, out / "back", "--reverse")
    if why:
        return None, why
    source = folder / path.with_suffix(".cu").name
    return source, changes_again(quern, source, "--reverse")


def check(build, source, out, mode, back):
    quern = build / "bin" / "quern"
    folder, why = translate(quern, ROOT, source.parent.relative_to(ROOT), out,
                            "--launch", mode)
    if why:
        return why
    both = source.with_suffix(".hip").exists()
    fresh = folder / (source.stem + (".cu.hip" if both else ".hip"))
    text = fresh.read_text()
    if back:
        fresh, why = translate_back(quern, out, fresh)
    else:
        why = changes_again(quern, fresh, "--launch", mode) or \
            used_cuda_headers(quern, fresh, out, source)
    if why or ("// RUN:" not in text and "main(" not in text):
        return why
    if re.search(r"^// RUN:", text, re.M):
        done = run([sys.executable, "-I", ROOT / "tests/kernels/run.py", quern,
                    fresh, "--opt", "2"])
    else:
        done = run([sys.executable, "-I", ROOT / "tests/programs/run.py",
                    build, fresh])
        if done.returncode == 77:
            return why
    if done.returncode:
        return f"{done.stdout[-2000:]}{done.stderr[-2000:]}"
    return why


def expected():
    lines = (ROOT / "tests/hipify/expect.txt").read_text().splitlines()
    return dict(line.split(": ", 1) for line in lines
                if line and not line.startswith("#"))


def main():
    build = Path(sys.argv[1]).resolve()
    every = "--all" in sys.argv
    back = "--back" in sys.argv
    failed = 0
    for source in (Path(word) for word in sys.argv[2:]
                   if not word.startswith("--")):
        # Launches matter where there is a host.
        modes = MODES if "<<<" in source.read_text() else MODES[:1]
        if not every:
            one = crc32(source.name.encode()) % len(modes)
            modes = modes[one:one + 1]
        reason = expected().get(source.stem)
        for mode in modes:
            with tempfile.TemporaryDirectory() as temp:
                why = check(build, source.resolve(), Path(temp), mode, back)
            if reason:
                why = None if why else f"works, but was to fail: {reason}"
            failed += why is not None
            if why:
                print(f"{source.name} ({mode}): {why}")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
