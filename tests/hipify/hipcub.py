#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Translates CUB's programs of tests/real to HIP and runs two of them over our
hipCUB, on the CPU. Without rocPRIM's headers hipCUB names the package.

usage: hipcub.py BUILD

rocPRIM is looked for in /usr/include and where tests/real/fetch.py puts it.
Exit 77: it is in neither. All programs are run by tests/real/run.py.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

REAL = Path(__file__).resolve().parent.parent / "real"
sys.path[:0] = [str(REAL), str(REAL.parent / "support")]
from packages import packages  # noqa: E402
from sanitized import environment  # noqa: E402

SKIPPED = 77
PROGRAMS = ["cub_block/block_reduce.cu", "cub_device/scan.cu"]


def run(words, **options):
    return subprocess.run([str(w) for w in words], capture_output=True,
                          text=True, timeout=280, check=False, **options)


def rocprim():
    """The folder with rocprim/, or None."""
    fetched = [p.path for p in packages() if p.name == "librocprim-dev"]
    return next((f for f in [Path("/usr/include"), *fetched]
                 if (f / "rocprim" / "rocprim.hpp").is_file()), None)


def compile_words(quern, source, *words):
    return [quern, "cc", "--as", "hipcc", "-w", "-O1", "-DREAL_HIP",
            f"-I{REAL}", "--targets=native", *words, source]


def without_rocprim(quern, folder):
    """What is wrong with the message, or None."""
    if Path("/usr/include/cub/cub.cuh").exists() and \
            Path("/usr/include/thrust/version.h").exists():
        return None  # it is CUB here
    source = folder / "alone.hip"
    source.write_text("#include <hipcub/hipcub.hpp>\n")
    done = run(compile_words(quern, source, "-fsyntax-only"))
    errors = [li for li in done.stderr.splitlines() if "error:" in li]
    if done.returncode == 0 or "librocprim-dev" not in done.stderr:
        return f"without rocPRIM the package is not named: {done.stderr[:500]}"
    # The second is fatal: no others come of it.
    if any("hipCUB needs" not in li and "'rocprim/rocprim.hpp' file not found"
           not in li for li in errors):
        return f"without rocPRIM there are other errors: {errors[:3]}"
    return None


def try_program(quern, name, headers, folder, env):
    """What is wrong, or None."""
    source = folder / Path(name).with_suffix(".hip").name
    done = run([quern, "hipify", "-q", REAL / name, "-o", source])
    if done.returncode:
        return f"{name}: hipify: {done.stderr[:1000]}"
    out = folder / "program"
    done = run(compile_words(quern, source, f"-I{headers}", "-o", out))
    if done.returncode:
        return f"{name}: does not compile: {done.stderr[:1000]}"
    done = run([out], env=env)
    if done.returncode:
        return f"{name}: exit {done.returncode}: {done.stdout[:1000]}"
    return None


def main():
    build = Path(sys.argv[1]).resolve()
    quern, headers = build / "bin" / "quern", rocprim()
    env = dict(os.environ, QUERN_DEVICE="cpu", **environment(build))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wrong = []
        if headers != Path("/usr/include"):
            wrong.append(without_rocprim(quern, folder))
        if headers:
            wrong += [try_program(quern, p, headers, folder, env)
                      for p in PROGRAMS]
    wrong = [w for w in wrong if w]
    print("\n".join(wrong))
    if not wrong and not headers:
        print("skipped: no rocPRIM (install librocprim-dev, or run "
              "tests/real/fetch.py rocm)")
        return SKIPPED
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
