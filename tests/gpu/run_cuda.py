#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the "// RUN:" lines of conformance kernels on an NVIDIA GPU.

usage: run_cuda.py prepare QUERN SOURCE... --out DIR [--target sm_90]
       run_cuda.py run QUERN DIR

`prepare` compiles the sources and lists the launches; `run` needs no compiler,
so that it can be done on another machine. Exits with 77 where there is no GPU.
"""
import json
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
for folder in (HERE, HERE.parent / "kernels"):  # beside, when it was copied
    sys.path.insert(0, str(folder))
from run import launch, read_runs  # noqa: E402

SKIPPED = 77


def prepare(quern, sources, out, target):
    out.mkdir(parents=True, exist_ok=True)
    launches = []
    for source in map(Path, sources):
        bundle = out / f"{source.stem}.{target}.hipfb"
        subprocess.run([quern, "compile", "-q", str(source), "-t", target,
                        "-o", str(bundle)], check=True)
        # A kernel that fails takes the driver's context with it: not here.
        launches += [{"bundle": bundle.name, **case}
                     for case in read_runs(source) if not case.get("exit")]
        references = source.parent / "ref"
        if references.is_dir():
            shutil.copytree(references, out / "ref", dirs_exist_ok=True)
    (out / "launches.json").write_text(json.dumps(launches, indent=1))
    print(f"{len(launches)} launches of {len(sources)} sources")


def has_gpu(quern):
    done = subprocess.run([quern, "doctor", "--format", "json"], check=False,
                          capture_output=True, text=True)
    found = json.loads(done.stdout)["backends"]
    cuda = next(one for one in found if one["name"] == "cuda")
    if not cuda["devices"]:
        print(f"skipped: {cuda['reason']}")
    return cuda["devices"] > 0


def run(quern, folder):
    quern = str(Path(quern).resolve())
    if not has_gpu(quern):
        return SKIPPED
    passed = failed = 0
    cases = json.loads((folder / "launches.json").read_text())
    with ThreadPoolExecutor(8) as pool:
        reasons = pool.map(lambda case: launch(quern, case["bundle"], case,
                                               folder, "cuda"), cases)
        results = list(zip(cases, reasons))
    for case, why in results:
        passed += why is None
        failed += why is not None
        if why:
            print(f"{case['bundle']} {case['kernel']}: {why}")
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
