# SPDX-License-Identifier: Apache-2.0
"""Own sources of the forms of candle's kernels that are hardest off NVIDIA:
nvcuda::wmma, inline PTX behind __CUDA_ARCH__, host functions that launch. Each
for every kind of target, by default, and right on this CPU."""
import pathlib

from support import DATA, QUERN, cc, inspect, must, must_print, run

TARGETS = ["x86-64-v3", "gfx90a", "gfx942", "gfx1100", "sm_80", "sm_90",
           "spirv64"]
CPU = {"QUERN_DEVICE": "cpu"}


def compiles(source, kernels, *more):
    done = run(QUERN, "compile", "-q", "-t", ",".join(TARGETS), *more,
               DATA / "candle" / source, "-o", "out.hipfb",
               env={"QUERN_PTXAS": "/none"})
    must(done.code == 0 and "warning" not in done.err, done)
    found = inspect("out.hipfb")
    must(len(found) == len(TARGETS), found)
    must(all(len(names) == kernels for names in found.values()), found)


def case_candle_grouped():
    compiles("grouped.cu", 4)
    cc("-DTEST", DATA / "candle" / "grouped.cu", "-o", "grouped")
    must_print("./grouped", "0 wrong\n", env=CPU)


def case_candle_tiles():
    """By tensor cores of two generations, and without any."""
    compiles("tiles.cu", 1)
    for persona in ([], ["--persona", "750"], ["--persona", "700"]):
        cc(*persona, "-DTEST", DATA / "candle" / "tiles.cu", "-o", "tiles")
        must_print("./tiles", "0 wrong\n", env=CPU)
    # What there is none of is refused, and the way out is named.
    pathlib.Path("k.cu").write_text(
        "__global__ void k(int *p) {\n#if __CUDA_ARCH__ >= 800\n"
        'asm volatile("wgmma.fence.sync.aligned;" ::: "memory");\n'
        "#endif\n*p = 1; }\n")
    done = run(QUERN, "compile", "-t", "gfx942", "k.cu")
    must(done.code == 1 and "wgmma" in done.err, done)
    must("--persona=SM names an older GPU" in done.err, done)
    done = run(QUERN, "compile", "-t", "gfx942", "--persona=750", "k.cu")
    must(done.code == 0, done)
