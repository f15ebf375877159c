#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many instructions of ours a launch on an AMD device takes, counted by
valgrind's callgrind: all in the back end's launch, and of these from the packet's
place in the queue to the doorbell. What the HSA library does is not counted.

usage: hsa_launch.py BUILD

The device is a simulated gfx1100. Needs valgrind.
"""
import collections
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "src/runtime/backends/hsa/launch.c"
LAUNCHES = 200
PROGRAM = """#include <hip/hip_runtime.h>
__global__ void nothing(int *p) {}
int main() {
  int *p;
  hipStream_t s;
  if (hipMalloc(&p, 4) || hipStreamCreate(&s))
    return 1;
  for (int i = 0; i < %d; ++i)
    nothing<<<1, 64, 0, s>>>(p);
  return hipStreamSynchronize(s);
}
""" % LAUNCHES
NAMED = re.compile(r"(c?f[nlie])=\((\d+)\)(?: (.*))?$")
COST = re.compile(r"([+-]?\d+|\*) (\d+)$")


def costs(profile):
    """Instructions by (function, file, line), without what is called."""
    names, found = {}, collections.Counter()
    function = file = ""
    line, called = 0, False
    for text in profile.splitlines():
        named = NAMED.match(text)
        if named:
            kind, number, name = named.groups()
            key = ("function" if kind.endswith("n") else "file", number)
            names.setdefault(key, name)
            if kind == "fn":
                function = names[key]
            elif kind[0] != "c":
                file = names[key]
            continue
        if text.startswith("calls="):
            called = True
        cost = COST.match(text)
        if not cost:
            continue
        at = cost[1]
        line = line if at == "*" else int(at) + line * (at[0] in "+-")
        if not called:
            found[function, file, line] += int(cost[2])
        called = False
    return found


def packet_lines():
    """Where the functions from take_slot to put_packet lie."""
    lines = FILE.read_text().splitlines()
    begins = [i for i, text in enumerate(lines, 1)
              if re.match(r"static .*\btake_slot\(|void qn_hsa_put_barrier\(",
                          text)]
    return range(*begins)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as temp:
        source, profile = Path(temp, "launch.hip"), Path(temp, "profile")
        source.write_text(PROGRAM)
        subprocess.run([build / "bin/quern", "cc", "--targets=gfx1100", source,
                        "-o", f"{temp}/launch"], check=True)
        subprocess.run(["valgrind", "--tool=callgrind", "--dump-line=yes",
                        f"--callgrind-out-file={profile}", f"{temp}/launch"],
                       check=True, capture_output=True,
                       env=dict(os.environ, QUERN_DEVICE="amdsim:gfx1100"))
        found = costs(profile.read_text())
    ours = {key: cost for key, cost in found.items()
            if key[0].startswith("qn_hsa_launch")}
    packet = packet_lines()
    print(f"all of a launch: {sum(ours.values()) / LAUNCHES:.0f}")
    print("packet and doorbell: %.0f" % (sum(
        cost for (_, file, line), cost in ours.items()
        if file.endswith("hsa/launch.c") and line in packet) / LAUNCHES))


if __name__ == "__main__":
    main()
