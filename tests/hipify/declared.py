#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each name of HIP's that a translation may have is declared by our headers, or
undeclared.txt says why not; what is in that list and is declared is a failure.

usage: declared.py BUILD [--list]

With --list the names that are not declared are printed, by library.
"""
import csv
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
QUERN = Path(sys.argv[1]).resolve() / "bin" / "quern"
TABLE = HERE.parents[1] / "src/hipify/names/cuda2hip.tsv"
HEADERS = """hip/hip_runtime.h hip/hip_runtime_api.h hip/hip_fp16.h
hip/hip_bf16.h hip/hip_fp8.h hip/hip_fp6.h hip/hip_fp4.h
hip/hip_cooperative_groups.h hip/hip_complex.h hip/hip_gl_interop.h
hip/hiprtc.h hip/hip_ext.h hip/hip_profile.h hip/hip_math_constants.h
hip/library_types.h hipblas/hipblas.h hipfft/hipfft.h hipfft/hipfftXt.h
hiprand/hiprand.h hiprand/hiprand_kernel.h hipsolver/hipsolver.h
hipsparse/hipsparse.h rccl/rccl.h roctracer/roctx.h""".split()
LINES = 3  # of a name's probe


def names():
    """{HIP's name: its library}"""
    lines = [line for line in TABLE.read_text().splitlines()
             if not line.startswith("#")]
    rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    return {row["hip"]: row["section"] for row in rows
            if row["status"] in ("ok", "deprecated") and
            row["kind"] not in ("header", "namespace")}


def undeclared(every):
    """Those that the compiler does not know, neither as macro nor otherwise."""
    text = "".join(f"#include <{header}>\n" for header in HEADERS)
    for at, name in enumerate(every):
        name = re.match(r"\w+(::\w+)*", name)[0]
        text += (f"#ifndef {name.split('::')[0]}\n"
                 f"void probe{at}() {{ using ::{name}; }}\n#endif\n")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.hip"
        source.write_text(text)
        done = subprocess.run(
            [str(QUERN), "cc", "--as", "hipcc", "-fsyntax-only", "-std=c++17",
             "-ferror-limit=0", "--targets=x86-64-v2", str(source)],
            capture_output=True, text=True, check=False)
    found, order = set(), list(every)
    for line in re.findall(r"probe\.hip:(\d+):\d+: error:", done.stderr):
        at = (int(line) - len(HEADERS) - 1) // LINES
        if at < 0:
            sys.exit(done.stderr[-2000:])
        found.add(order[at])
    if "fatal error" in done.stderr:
        sys.exit(done.stderr[-2000:])
    return found


def reasons():
    """[(pattern of names, why they are not declared)]"""
    lines = (HERE / "undeclared.txt").read_text().splitlines()
    return [tuple(line.split(": ", 1)) for line in lines
            if line and not line.startswith("#")]


def main():
    every = names()
    missing = undeclared(every)
    if "--list" in sys.argv:
        for name in sorted(missing, key=lambda n: (every[n], n)):
            print(every[name], name)
    known = {name: [pattern for pattern, _ in reasons()
                    if re.fullmatch(pattern, name)] for name in every}
    wrong = [f"{n}: not declared, and undeclared.txt has no reason"
             for n in missing if not known[n]]
    wrong += [f"{n}: declared, but undeclared.txt says it is not"
              for n in every if known[n] and n not in missing]
    wrong += [f"undeclared.txt: no name is {pattern}" for pattern, _ in
              reasons() if not any(pattern in p for p in known.values())]
    print("\n".join(sorted(wrong)))
    print(f"{len(every)} names, {len(every) - len(missing)} declared, "
          f"{len(missing)} not, {len(wrong)} wrong")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
