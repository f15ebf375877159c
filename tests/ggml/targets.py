#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The shipped kernels for targets that are not here, and their refusals.

usage: targets.py QUERN sample|all|refusals|all_refusals
"""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
# pylint: disable=wrong-import-position
import reference
from harness import KERNELS, Case, Tensor, one_source
from numbers_of import QUANTS

TARGETS = "gfx942,sm_90,spirv64"
MORE_TARGETS = TARGETS + ",gfx1100,sm_75,aarch64,riscv64,riscv32"


def cases(everything):
    shape, gaps = (33, 7), (2, 80, 600, 700)
    for op in reference.UNARY if everything else ("gelu", "hardswish", "exp"):
        for dtype in ("f32", "f16", "bf16", "i16") if everything else ("bf16",):
            yield Case("unary_ops", op, Tensor(dtype, shape),
                       Tensor(dtype, shape))
    yield Case("unary_ops", "silu", Tensor("f32", shape, gaps),
               Tensor("f16", shape), general=True)
    for op in reference.BINARY if everything else ("div",):
        for dtype in ("bf16", "i32", "f32", "f16", "i8")[:5 if everything else 2]:
            yield Case("binary_ops", op, Tensor(dtype, shape),
                       Tensor(dtype, shape, gaps), Tensor(dtype, (11, 1)))
        yield Case("binary_ops", op, Tensor("f32", shape), Tensor("f16", shape),
                   Tensor("f32", shape), general=True)
    # More elements than an int has.
    many = Tensor("f32", (5_000_000_000,))
    yield Case("unary_ops", "neg", many, many)
    sources = ["f32", "f16", "bf16", "i8", "i16", *QUANTS]
    for dtype in sources if everything else ("f32", "f16", "q6_K"):
        for general in (False, True) if everything else (dtype == "f32",):
            yield Case("mul_mat", "mul_mat", Tensor("f32", (70, 5)),
                       Tensor(dtype, (256, 70)), Tensor("f32", (256, 5)),
                       general=general)


def check_compiles(quern, everything, folder):
    source = folder / "cases.cu"
    todo = list(cases(everything))
    source.write_text(one_source(todo))
    bundle, targets = folder / "cases.hipfb", MORE_TARGETS if everything else TARGETS
    said = subprocess.run([quern, "compile", "-q", "-t", targets, "-O2", "-I", KERNELS,
                           "-o", bundle, source], check=True,
                          stderr=subprocess.PIPE, text=True).stderr
    lines = subprocess.run([quern, "inspect", "--format", "jsonl", bundle],
                           check=True, capture_output=True,
                           text=True).stdout.splitlines()
    wanted = len(todo) * len(targets.split(","))
    print(f"{len(lines)} kernels of {wanted} in the bundle {said}")
    good = len(lines) == wanted and not said
    if shutil.which("spirv-val"):
        module = folder / "cases.spv"
        subprocess.run([quern, "bundle", "extract", "-q", "--target", "spirv64",
                        "-o", module, bundle], check=True)
        good &= subprocess.run(["spirv-val", "--target-env", "spv1.2", module],
                               check=False).returncode == 0
    return good, not good


# The instruction of each matrix unit.
UNITS = {"sm_80": "mma.sync.aligned.m16n8k16", "gfx942": "v_mfma_f32_16x16x16_",
         "gfx1100": "v_wmma_f32_16x16x16_"}


def check_units(quern, folder):
    """Whether mul_mat of halves and of bfloat16 is made by them, and keeps
    everything in registers."""
    good = True
    for dtype in ("f16", "bf16"):
        case = Case("mul_mat", "mul_mat", Tensor("f32", (70, 50)),
                    Tensor(dtype, (64, 70)), Tensor(dtype, (64, 50)))
        source = folder / f"units_{dtype}.cu"
        source.write_text(one_source([case]))
        subprocess.run([quern, "compile", "-q", "-t", ",".join(UNITS), "-I", KERNELS,
                        "--emit", "asm", "-o", folder, source], check=True)
        for target, instruction in UNITS.items():
            text = next(folder.glob(f"{source.stem}.{target}.*")).read_text()
            spills = re.search(
                r"private_segment_fixed_size:? +[1-9]|\.local ", text)
            if instruction not in text or spills:
                print(f"{dtype} on {target}: {spills or 'no ' + instruction}")
                good = False
    return good


# What is taken from, or changed in, a good list of defines, and what the
# compiler must then say.
REFUSALS = [
    ("mul_mat", {"QN_KERNEL_NAME": None}, "QN_KERNEL_NAME is missing"),
    ("mul_mat", {"QN_OP": None}, "QN_OP is missing"),
    ("unary_ops", {"QN_DST_TYPE": None}, "QN_DST_TYPE is missing"),
    ("unary_ops", {"QN_SRC0_TYPE": None}, "QN_SRC0_TYPE is missing"),
    ("binary_ops", {"QN_SRC1_TYPE": None}, "QN_SRC1_TYPE is missing"),
    ("unary_ops", {"QN_DST_CONTIGUOUS": None}, "QN_DST_CONTIGUOUS is missing"),
    ("unary_ops", {"QN_SRC0_CONTIGUOUS": None}, "QN_SRC0_CONTIGUOUS is missing"),
    ("mul_mat", {"QN_SRC1_CONTIGUOUS": None}, "QN_SRC1_CONTIGUOUS is missing"),
    ("unary_ops", {"QN_DST_NE2": None}, "QN_DST_NE0 to QN_DST_NE3 are missing"),
    ("unary_ops", {"QN_SRC0_NE0": None},
     "QN_SRC0_NE0 to QN_SRC0_NE3 are missing"),
    ("mul_mat", {"QN_SRC1_NE3": None}, "QN_SRC1_NE0 to QN_SRC1_NE3 are missing"),
    ("unary_ops", {"QN_DST_CONTIGUOUS": 0, "QN_DST_NB1": None},
     "QN_DST_NB0 to QN_DST_NB3 are missing"),
    ("unary_ops", {"QN_SRC0_CONTIGUOUS": 0, "QN_SRC0_NB0": None},
     "QN_SRC0_NB0 to QN_SRC0_NB3 are missing"),
    ("binary_ops", {"QN_SRC1_CONTIGUOUS": 0, "QN_SRC1_NB3": None},
     "QN_SRC1_NB0 to QN_SRC1_NB3 are missing"),
    ("binary_ops", {"QN_OP": "pow", "QN_OP_add": None, "QN_OP_pow": 1},
     "binary_ops has add, sub, mul and div"),
    ("unary_ops", {"QN_OP": "cbrt"}, "op_cbrt"),
    ("unary_ops", {"QN_SRC0_TYPE": "f99"}, "QN_TYPE_f99"),
    ("unary_ops", {"QN_DST_TYPE": "i32"}, "integers and real numbers do not mix"),
    ("unary_ops", {"QN_DST_TYPE": "i32", "QN_SRC0_TYPE": "i16"},
     "the result has the integer type of the source"),
    ("unary_ops", {"QN_DST_NE0": 8}, "the result has the extents of the source"),
    ("binary_ops", {"QN_SRC1_NE0": 5},
     "each extent of the first source is a multiple of the second's"),
    ("binary_ops", {"QN_DST_NE1": 5}, "the extents of the first source"),
    ("binary_ops", {"QN_SRC0_TYPE": "i32"},
     "integers and real numbers do not mix in binary_ops"),
    ("mul_mat", {"QN_SRC1_NE0": 16}, "both sources have K numbers"),
    ("mul_mat", {"QN_DST_NE0": 9}, "the result is (M, N)"),
    ("mul_mat", {"QN_SRC1_NE2": 2}, "as many matrices as the second source"),
    ("mul_mat", {"QN_SRC1_NE2": 2, "QN_DST_NE2": 2, "QN_SRC0_NE2": 4},
     "repeat a whole number of times"),
    ("mul_mat", {"QN_SRC0_TYPE": "q4_0"}, "a whole number of blocks"),
    ("mul_mat", {"QN_SRC1_TYPE": "q8_0"},
     "the second source of mul_mat cannot be quantized"),
    ("mul_mat", {"QN_DST_TYPE": "i32"}, "the result of mul_mat is real"),
]
GOOD = {
    "unary_ops": Case("unary_ops", "exp", Tensor("f32", (4, 3)),
                      Tensor("f32", (4, 3))),
    "binary_ops": Case("binary_ops", "add", Tensor("f32", (4, 3)),
                       Tensor("f32", (4, 3)), Tensor("f32", (2, 3))),
    "mul_mat": Case("mul_mat", "mul_mat", Tensor("f32", (8, 5)),
                    Tensor("f32", (24, 8)), Tensor("f32", (24, 5))),
}


def check_refusal(quern, name, changes, message, folder):
    """None, or what is wrong."""
    case = GOOD[name]
    case.name = "refused"
    defines = {k: v for k, v in {**dict(case.defines()), **changes}.items()
               if v is not None}
    output = folder / "refused.hipfb"
    done = subprocess.run(
        [quern, "compile", "-t", "x86-64", "-o", output,
         *(f"-D{k}={v}" for k, v in defines.items()), KERNELS / f"{name}.cu"],
        capture_output=True, text=True, check=False)
    if done.returncode != 1 or output.exists():
        return f"exit status {done.returncode}"
    # What a message says is over several lines when the source's is.
    said = " ".join(done.stderr.split())
    return None if message in said else f"says {done.stderr}"


def check_refusals(quern, everything, folder):
    passed = failed = 0
    for name, changes, message in REFUSALS[::1 if everything else 6]:
        why = check_refusal(quern, name, changes, message, folder)
        passed += why is None
        failed += why is not None
        if why:
            print(f"{name} with {changes}: {why}")
    return passed, failed


def main():
    quern, what = sys.argv[1:]
    with tempfile.TemporaryDirectory() as temp:
        folder = Path(temp)
        if what.endswith("refusals"):
            passed, failed = check_refusals(quern, "all" in what, folder)
        else:
            passed, failed = check_compiles(quern, what == "all", folder)
            good = check_units(quern, folder)
            passed, failed = passed + good, failed + (not good)
    print(f"{int(passed)} passed, {int(failed)} failed")
    return int(failed) != 0


if __name__ == "__main__":
    sys.exit(main())
