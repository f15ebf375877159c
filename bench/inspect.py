#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast quern inspect reads a library of GPU code, beside llvm-readelf and
clang-offload-bundler doing what they can of it, in the same run.

  inspect.py QUERN [LIBRARY]

Without LIBRARY the rocSPARSE of build/libraries (tools/fetch_libraries.sh).
Each product is written to a file. llvm-readelf reads one image at a time, here
one image in twenty, extracted before the clock starts; its time is scaled up.
JSON lines on standard output: CPU seconds (user and system), the largest
resident size in MB, and how many times quern's CPU time that is.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUDGET = {"inspect.jsonl": (1.5, 400), "inspect.list": (0.3, 400),
          "inspect.names": (0.3, 400)}
EVERY = 20


def measure(command, product, runs=1):
    """CPU seconds and MB of the best of some runs."""
    best = None
    for _ in range(runs):
        pid = os.fork()
        if pid == 0:
            out = os.open(product, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
            os.dup2(out, 1)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            os.execv(command[0], [str(c) for c in command])
        _, status, usage = os.wait4(pid, 0)
        cpu = usage.ru_utime + usage.ru_stime
        if status:
            return None
        if best is None or cpu < best[0]:
            best = (cpu, usage.ru_maxrss / 1024)
    return best


def report(name, best, beside=None, **more):
    row = {"name": name, "cpu_s": round(best[0], 3),
           "peak_mb": round(best[1], 1), **more}
    if beside:
        row["times_quern"] = round(best[0] / max(beside[0], 0.001), 1)
    print(json.dumps(row), flush=True)


def extract(quern, library, folder):
    listed = subprocess.run([quern, "inspect", "--list", "--format", "jsonl",
                             library], stdout=subprocess.PIPE, check=True)
    images = [json.loads(l) for l in listed.stdout.splitlines()][::EVERY]
    with open(library, "rb") as file:
        for number, image in enumerate(images):
            file.seek(image["offset"])
            (folder / f"{number}.hsaco").write_bytes(file.read(image["size"]))
    return sorted(folder.glob("*.hsaco"))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    quern = os.path.abspath(sys.argv[1])
    libraries = sys.argv[2:] or sorted(
        p for p in (ROOT / "build/libraries").rglob("librocsparse.so*")
        if not p.is_symlink())
    if not libraries:
        print("inspect: skipped, tools/fetch_libraries.sh was not run",
              file=sys.stderr)
        return 0
    library, over = libraries[0], []
    with tempfile.TemporaryDirectory(prefix="quern-inspect-") as temp:
        folder = pathlib.Path(temp)
        product = folder / "product"
        ours = {}
        for name, options in (("jsonl", ["--format", "jsonl"]),
                              ("list", ["--list"]), ("names", ["--names"])):
            best = measure([quern, "inspect", *options, library], product, 3)
            ours[name] = best
            name = f"inspect.{name}"
            report(name, best, product_bytes=product.stat().st_size)
            if best[0] > BUDGET[name][0] or best[1] > BUDGET[name][1]:
                over.append(name)
        readelf = shutil.which("llvm-readelf-22") or shutil.which("llvm-readelf")
        if readelf:
            spent, peak = 0.0, 0.0
            for image in extract(quern, library, folder):
                cpu, mb = measure([readelf, "--notes", image], product)
                spent, peak = spent + cpu * EVERY, max(peak, mb)
            report("inspect.llvm-readelf", (spent, peak), ours["jsonl"])
        bundler = shutil.which("clang-offload-bundler-22")
        if bundler:
            # It lists one bundle only, the first of the section.
            section = folder / "section"
            subprocess.run(["objcopy", "-O", "binary", "-j", ".hip_fatbin",
                            "--set-section-flags", ".hip_fatbin=alloc",
                            library, section], check=True)
            best = measure([os.path.realpath(bundler), "-list", "-type=bc",
                            f"-input={section}"], product)
            if best:
                report("inspect.clang-offload-bundler", best, ours["list"])
    if over:
        sys.exit(f"over the budget: {', '.join(over)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
