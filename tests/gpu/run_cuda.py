#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the "// RUN:" lines of conformance kernels on an NVIDIA GPU.

usage: run_cuda.py prepare QUERN SOURCE... --out DIR [--target sm_90]
       run_cuda.py run LAUNCHER DIR

`prepare` compiles the sources to images and lists the launches; `run` needs no
compiler, so that it can be done on another machine. Exits with 77 where there
is no GPU.
"""
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "kernels"))
from run import read_runs  # noqa: E402

SKIPPED = 77


def prepare(quern, sources, out, target):
    out.mkdir(parents=True, exist_ok=True)
    launches = []
    for source in map(Path, sources):
        image = out / f"{source.stem}.{target}.bin"
        subprocess.run([quern, "compile", "-q", str(source), "-t", target,
                        "--emit", "image", "-o", str(image)], check=True)
        text = subprocess.run([quern, "inspect", "--format", "json",
                               str(image)], check=True, capture_output=True,
                              text=True).stdout
        found = json.loads(text)["files"][0]["images"][0]["kernels"]
        names = {}
        for kernel in found:
            plain = (kernel["demangled"] or kernel["name"]).split("(")[0]
            names[plain.split(" ")[-1]] = kernel["name"]
            names[kernel["name"]] = kernel["name"]
        for case in read_runs(source):
            if case.get("exit"):
                continue
            launches.append({"image": image.name, "symbol":
                             names.get(case["kernel"], case["kernel"]),
                             **case})
        references = source.parent / "ref"
        if references.is_dir():
            shutil.copytree(references, out / "ref", dirs_exist_ok=True)
    (out / "launches.json").write_text(json.dumps(launches, indent=1))
    print(f"{len(launches)} launches of {len(sources)} sources")


def run(launcher, folder):
    launcher = str(Path(launcher).resolve())
    passed = failed = 0
    for case in json.loads((folder / "launches.json").read_text()):
        done = subprocess.run(
            [launcher, case["image"], case["symbol"], case.get("grid", "1"),
             case.get("block", "1"), case.get("shared", "0"),
             *case.get("args", "").split()],
            cwd=folder, capture_output=True, text=True, timeout=120,
            env={**os.environ, **({"COOPERATIVE": "1"}
                                  if case.get("cooperative") else {})})
        if done.returncode == SKIPPED:
            print(done.stderr.strip())
            return SKIPPED
        good = done.returncode == 0
        if "stdout" in case:
            good = good and done.stdout.strip() == case["stdout"]
        passed += good
        failed += not good
        if not good:
            print(f"{case['image']} {case['kernel']}: {done.stderr.strip()}")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


def main():
    words = sys.argv[1:]
    if words[0] == "run":
        return run(words[1], Path(words[2]))
    out = Path(words[words.index("--out") + 1])
    target = words[words.index("--target") + 1] if "--target" in words \
        else "sm_90"
    options = {words.index(word) + k for word in ("--out", "--target")
               if word in words for k in (0, 1)}
    sources = [word for i, word in enumerate(words)
               if i > 1 and i not in options]
    prepare(str(Path(words[1]).resolve()), sources, out, target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
