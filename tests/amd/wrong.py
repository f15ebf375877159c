#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Wrong kernels (wrong.hip) on the simulator: each ends with a message that names
the kernel, wave, lane, address and line.

usage: wrong.py BUILD [--chip NAME]
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).with_suffix(".hip")
TIMEOUT_S = 300
FAULT, GAVE_UP = 700, 719


def line_of(what):
    """The number of the source's line that says HERE and the name."""
    for number, line in enumerate(SOURCE.read_text().splitlines(), 1):
        if line.endswith(f"// HERE {what}"):
            return number
    raise SystemExit(f"no line says 'HERE {what}'")


def beyond(what, kernel, does, lane, at, size, line=None, group="1,0,0"):
    """A case of a kernel that goes beyond `size` bytes of shared memory."""
    line = f"wrong\\.hip:{line_of(line)}" if line else r"[\w.]+:\d+"
    return (what, {}, FAULT,
            rf"lane {lane} {does} 4 bytes at {at} of shared memory, of which "
            rf"the group has {size} \(group {group}, wave \d+, at \w*{kernel}\w*"
            rf"\+0x[0-9a-f]+, {line}: ")


def beyond_cases():
    write, read = "beyond write", "beyond read"
    return [
        beyond("beyond", "beyond", "writes", "0", "0x100", "0x100", write),
        beyond("beyond_read", "beyond", "reads", r"\d+", "0x100", "0x100", read),
        beyond("beyond_far", "beyond", "reads", "0", "0xc350", "0x100", read),
        beyond("beyond_none", "beyond", "writes", "0", "0x0", "0x0",
               group=r"\d,0,0"),
        beyond("before", "beyond", "writes", "0", "0xf+c", "0x100", write),
        beyond("beyond_fixed", "beyond_fixed", "writes", "0", "0xfa0", "0x100",
               write),
        beyond("beyond_atomic", "beyond_atomic", "writes", "0", "0x100",
               "0x100"),
    ]


def cases(chip):
    place = r"\(group {}, wave {}, at \w*{}\w*\+0x[0-9a-f]+, .*wrong\.hip:{}: "
    unknown = "v_mqsad_u32_u8"
    wave = 3 if chip.startswith("gfx1") else 1
    return [
        ("outside", {}, FAULT,
         r"lane \d+ writes 4 bytes at 0x[0-9a-f]+, 0 bytes behind the end of "
         r"1024 bytes " + place.format("1,0,0", wave, "outside",
                                       line_of("outside"))),
        ("reading", {}, FAULT,
         r"lane \d+ writes 4 bytes at 0x[0-9a-f]+, which is read-only " +
         place.format(r"\d,0,0", r"\d", "outside", line_of("outside"))),
        ("endless", {"QUERN_AMDSIM_LIMIT": "100000"}, GAVE_UP,
         r"no end after 100000 instructions of a wave " +
         place.format("0,0,0", r"\d", "endless", r"\d+")),
        ("waits", {"QUERN_AMDSIM_WAITS": "1"}, GAVE_UP,
         r"v\d+ is used before a wait for vector memory, which loads it " +
         place.format("0,0,0", "0", "waits", r"\d+") + "v_add"),
        ("waits", {}, 0, ""),
        ("unknown", {}, GAVE_UP,
         f"the instruction '{unknown}' in .* is not simulated " +
         place.format("0,0,0", r"\d", "unknown", r"\d+") + unknown),
    ] + beyond_cases()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--chip", default="gfx1100")
    args = parser.parse_args()
    wrong = 0
    checked = cases(args.chip)
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "wrong"
        subprocess.run(
            [args.build / "bin" / "quern", "cc", SOURCE, "-O1", "-g",
             f"-DWAVE={32 if args.chip.startswith('gfx1') else 64}",
             f"--targets={args.chip}", "-o", program],
            check=True, timeout=TIMEOUT_S)
        for what, variables, code, message in checked:
            environment = dict(os.environ, QUERN_LOG="error",
                               QUERN_DEVICE=f"amdsim:{args.chip}", **variables)
            done = subprocess.run([program, what], capture_output=True,
                                  text=True, timeout=TIMEOUT_S,
                                  env=environment)
            if done.stdout == f"result {code}\n" and \
                    re.search(message, done.stderr):
                continue
            wrong += 1
            print(f"{what} {variables}: {done.stdout}{done.stderr}"
                  f"expected {code}, {message}")
    print(f"{len(checked) - wrong} of {len(checked)} right")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
