#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels that go beyond their shared memory (beyond.cu), on each form of the
simulated machine and in each way that kernels run there: the launch fails and
says which kernel and block it was, and by how much; what ends in time is right.

usage: beyond.py BUILD
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).with_suffix(".cu")
FORMS = ["vortex-rv64", "vortex-rv32", "vortex-rv64-v3", "vortex-rv32-v3"]
FAILED = 719
TIMEOUT_S = 300
ITEMS = 64
KERNELS = ["alone", "barrier", "fixed", "both", "parted", "atomic", "grid"]
# By lanes in teams of several warps and of one, by one lane of each warp.
WAYS = [("simt", "threads=4,warps=16"), ("simt", "threads=32,warps=4"),
        ("scalar", "threads=4,warps=4")]


def size_of(kernel):
    """Bytes of a kernel's shared memory, and of that what the launch gives."""
    return {"fixed": (256, 0), "both": (512, 256)}.get(kernel, (256, 256))


def is_said(kernel, start, count, text):
    """Whether a text says what is wrong with a kernel that goes over `count`
    elements from `start` on."""
    size, given = size_of(kernel)
    block = "" if kernel == "grid" else r", in block \(2,0,0\)"
    found = re.search(
        rf"kernel '\w*{kernel}\w*'{block}: a (read|write) of 4 bytes at "
        rf"0x[0-9a-f]+, .*which is (\d+) bytes beyond the block's shared memory "
        rf"of {size} bytes, {given} of which the launch gave", text)
    # Static variables of other kernels may stand behind one's own.
    first = 4 * start - 256 - (256 if kernel == "fixed" else 0)
    return found and first <= int(found[2]) < 4 * (start + count) - 256


def run(program, form, shape, arguments):
    environment = dict(os.environ, QUERN_LOG="error", QUERN_VORTEX_SIM=shape,
                       QUERN_DEVICE=f"vortex-sim:{FORMS.index(form)}")
    return subprocess.run([program, *map(str, arguments)], text=True,
                          capture_output=True, timeout=TIMEOUT_S,
                          env=environment)


def check(program, form, shape):
    """Pairs of what was tried, and None or what is wrong."""
    found = []
    for kernel in KERNELS:
        for start, count in ((ITEMS, 4096), (5000, 1), (50000, 64)):
            done = run(program, form, shape, (kernel, start, count))
            ok = (done.stdout.startswith(f"result {FAILED},") and
                  is_said(kernel, start, count, done.stderr))
            found.append((f"{kernel} {start} {count}",
                          None if ok else done.stdout + done.stderr))
    # Up to the end of small and large memory, which nothing stands behind.
    for count in (1, ITEMS, 12288):
        done = run(program, form, shape, ("whole", 0, count))
        ok = done.stdout == "result 0, sum 0\n" and not done.stderr
        found.append((f"whole {count}",
                      None if ok else done.stdout + done.stderr))
    return found


def main():
    build = Path(sys.argv[1]).resolve()
    passed = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        programs = {}
        for engine in {engine for engine, _ in WAYS}:
            programs[engine] = Path(folder) / engine
            subprocess.run(
                [build / "bin" / "quern", "cc", SOURCE, "-O1", "-lineinfo",
                 "--targets=" + ",".join(FORMS), "-o", programs[engine]],
                check=True, timeout=TIMEOUT_S,
                env=dict(os.environ, QUERN_VORTEX_ENGINE=engine))
        for form in FORMS:
            for engine, shape in WAYS:
                for what, why in check(programs[engine], form, shape):
                    passed += why is None
                    wrong += why is not None
                    if why is not None:
                        print(f"{form} {engine} {shape}: {what}: {why}")
    print(f"{passed} right, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
