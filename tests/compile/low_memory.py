#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles an image in parts while memory runs out: one of two processes is
stopped and begins again behind the other, and the image is the same.

usage: low_memory.py QUERN

What /proc/meminfo says is a file of ours, in a mount namespace. Exit 77: such
a namespace is not to be had here, or there is one core.
"""
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SKIPPED = 77
MEMINFO = "/proc/meminfo"
KERNELS = 6


def source():
    """Kernels of straight code, each as large as a part."""
    lines = []
    for k in range(KERNELS):
        lines += [f"__global__ void k{k}(float *p, int n) {{",
                  "int i = blockIdx.x * blockDim.x + threadIdx.x;",
                  f"if (i >= n) return; float s = p[i], t = {k};"]
        lines += [f"s = s * {1 + j % 7}.25f + t; t -= s * 0.5f; "
                  f"if (s > {j}) t += s * s;" for j in range(1500)]
        lines.append("p[i] = s + t; }")
    return "\n".join(lines)


def children(pid):
    """Processes of our program."""
    try:
        return [child for child in
                Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
                if Path(f"/proc/{child}/comm").read_text() == "quern\n"]
    except OSError:  # one has just ended
        return []


class Parts:
    """The processes that make parts: children of the one for the target, but
    for the linker, which has our program's name for a moment."""
    def __init__(self, process):
        self.process = process
        self.seen = {}

    def look(self):
        """How many there are now."""
        time.sleep(0.01)
        now = [part for target in children(self.process.pid)
               for part in children(target)]
        for part in now:
            first, _ = self.seen.get(part, (time.monotonic(), 0))
            self.seen[part] = first, time.monotonic() - first
        return len(now)

    def all(self):
        return sum(lasted > 0.15 for _, lasted in self.seen.values())


def say_available(file, kibibytes):
    said = re.sub(r"MemAvailable:.*", f"MemAvailable: {kibibytes:8} kB",
                  Path(file).read_text())
    with open(file, "r+") as out:  # the file that is mounted, not another one
        out.write(said)
        out.truncate()


def compile_to(quern, folder, name):
    return [quern, "compile", "-q", "-t", "x86-64-v2", f"{folder}/many.cu", "-o",
            f"{folder}/{name}"]


def watch(quern, folder):
    """In the namespace. Returns what is wrong, or None."""
    said = f"{folder}/meminfo"
    Path(said).write_text(Path(MEMINFO).read_text())
    say_available(said, 64 << 20)
    subprocess.run(["mount", "--bind", said, MEMINFO], check=True)
    running = subprocess.Popen(compile_to(quern, folder, "low.hipfb"))
    parts = Parts(running)
    while parts.look() < 2:
        if running.poll() is not None:
            return "there were never two parts at a time"
    until = time.monotonic() + 0.3
    while time.monotonic() < until:
        parts.look()
    say_available(said, 1000)
    while running.poll() is None:
        parts.look()
    if running.returncode:
        return f"exit status {running.returncode}"
    if parts.all() != KERNELS + 1:
        return (f"{parts.all()} processes made {KERNELS} parts: none was "
                "stopped, or more than one")
    return None


def main():
    quern = os.path.abspath(sys.argv[1])
    if len(sys.argv) == 3:
        wrong = watch(quern, sys.argv[2])
        sys.exit(wrong)
    os.environ["QUERN_CACHE"] = "off"
    namespace = ["unshare", "-rm"]
    if os.cpu_count() < 2 or subprocess.run(
            [*namespace, "mount", "--bind", "/proc/version", "/proc/version"],
            capture_output=True).returncode:
        print("skipped: no mount namespace, or one core")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "many.cu").write_text(source())
        subprocess.run(compile_to(quern, folder, "plain.hipfb"), check=True)
        done = subprocess.run([*namespace, sys.executable, __file__, quern,
                               folder])
        if done.returncode:
            return 1
        if Path(folder, "plain.hipfb").read_bytes() != \
                Path(folder, "low.hipfb").read_bytes():
            print("the image is another one")
            return 1
    return 0


sys.exit(main())
