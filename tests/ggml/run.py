#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The shipped kernels against references in double precision.

usage: run.py BUILD unary|binary|mul_mat|quants|mfma|wmma [--long]
                    [--prepare FOLDER --target NAME | --prepared FOLDER]
On the CPU; for another device the kernels are compiled with --prepare on one
machine, and launched with --prepared, by HIP's API, on one that has it. BUILD is then
what has lib/libquernhip.so. mfma and wmma: what AMD's matrix units make, whose
instructions a CPU imitates. Prints a line per failure and closes with "N passed, N failed".
"""
import argparse
import itertools
import math
import os
import random
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "support")]
# pylint: disable=wrong-import-position
import reference
from harness import (Case, CpuModule, HipModule, Tensor, compile_cases,
                     one_source, quantized_rows)
import sanitized
from numbers_of import QUANTS, REAL, limits, rounded

# f32's least subnormal and normal numbers and its greatest one among them.
EDGES = [math.nan, math.inf, -math.inf, 0.0, -0.0, 2.0 ** -149, -2.0 ** -149,
         2.0 ** -130, -2.0 ** -127, 2.0 ** -126, -2.0 ** -126,
         (2 - 2.0 ** -23) * 2.0 ** 127, -(2 - 2.0 ** -23) * 2.0 ** 127,
         2.0 ** -24, 2.0 ** -25, 1 + 2.0 ** -10, 65504.0, 65520.0, -65536.0,
         0.5, -0.5, 1.5, 2.5, -1.5, -2.5, 0.49999997, 8388609.0, 1.0, -1.0, 3.0,
         -3.0, 6.0, 20.0, 20.000002, 88.5, -88.5, 89.0, -104.0, 1e10, -1e10]
PAIRS = [("f32", "f32"), ("f16", "f16"), ("bf16", "bf16"), ("bf16", "f32"),
         ("f16", "f32")]  # source, result
TRIPLES = [("f32", "f32", "f32"), ("f16", "f16", "f16"),
           ("bf16", "bf16", "bf16"), ("bf16", "f32", "bf16"),
           ("bf16", "f32", "f32"), ("f16", "f32", "f16"), ("f16", "f32", "f32")]
INTEGERS = ("i8", "i16", "i32")
MORE_INTEGERS = ("u8", "u16", "u32", "i64")


def numbers(dtype, count, rng, edges=True):
    """Values that the type has, the edges first."""
    if dtype in REAL:
        values = list(EDGES) if edges else []
        values += [rng.gauss(0, 3) for _ in range(count)]
        return [rounded(dtype, v) for v in values[:count]]
    least, most = limits(dtype)
    values = [least, least + 1, most, most - 1, 0, 1, 2, 3, 5, 6, -1, -2, -3, -20]
    values = [v for v in values if v >= least] if edges else []
    values += [rng.randint(max(least, -40), min(most, 40)) for _ in range(count)]
    return values[:count]


def differs(got, want):
    """Bit for bit, but for the NaN's payload."""
    if want != want:
        return got == got
    return got != want or math.copysign(1, got) != math.copysign(1, want)


def first_difference(got, want, inputs):
    for i, (g, w) in enumerate(zip(got, want)):
        if differs(g, w):
            return f"element {i} of {inputs[i]}: {g!r}, expected {w!r}"
    return None


# ---- Functions of one number

def is_close(dst, got, want):
    """`want` is in double precision; a float's function is good to 4e-6 where
    its argument is not rounded first."""
    want = rounded(dst, want)
    if want != want or math.isinf(want):
        # The last float before infinity may go either way.
        return got != got if want != want else got == want or abs(got) > 3e38
    ulp = {"f32": 2.0 ** -23, "f64": 2.0 ** -52, "f16": 2.0 ** -10,
           "bf16": 2.0 ** -7}[dst]
    return abs(got - want) <= (ulp + 4e-6) * abs(want) + 6e-7


def is_truncated(got, want):
    if abs(want - round(want)) <= 1e-6 * max(1, abs(want)):
        return abs(got - want) <= 1 + 1e-6 * abs(want)
    return abs(got - math.trunc(want)) <= 1e-6 * abs(want)


def check_unary(module, case):
    dst, src = case.tensors
    values = numbers(src.dtype, src.count, random.Random(case.op))
    got = module.launch(case, [src.place(values)])
    wants = [reference.unary(case.op, src.dtype, v) for v in values]
    if wants[0][1] and all(exact for _, exact in wants):
        return first_difference(
            got, [reference.nearest(dst.dtype, w) for w, _ in wants], values)
    for i, (g, (w, exact)) in enumerate(zip(got, wants)):
        if dst.dtype not in REAL:
            good = g == w if exact else is_truncated(g, w)
        else:
            good = is_close(dst.dtype, g, w)
        if not good:
            return f"element {i} of {values[i]!r}: {g!r}, expected {w!r}"
    if dst.dtype not in REAL:
        return None
    ordinary = [i for i, v in enumerate(values) if abs(v) <= 20]
    error = reference.nmse([got[i] for i in ordinary],
                           [rounded(dst.dtype, wants[i][0]) for i in ordinary])
    return f"NMSE {error:.3g} over 1e-7" if error > 1e-7 else None


def unary_cases(long):
    n = (301,)
    for i, op in enumerate(reference.UNARY):
        pairs = PAIRS if long else PAIRS[:2] + [PAIRS[2 + i % 3]]
        for src, dst in pairs:
            yield Case("unary_ops", op, Tensor(dst, n), Tensor(src, n))
        if not long and op in reference.CLOSE and i % 2:
            continue
        for dtype in INTEGERS if long else (INTEGERS[i % 3],):
            yield Case("unary_ops", op, Tensor(dtype, n), Tensor(dtype, n))
    # f64, the other integers; strides, odd shapes, fewer blocks than numbers.
    ops = reference.UNARY if long else ("gelu", "hardswish", "neg", "sqr", "exp")
    for op in ops:
        for dtype in ("f64",) + MORE_INTEGERS:
            yield Case("unary_ops", op, Tensor(dtype, n), Tensor(dtype, n))
    shape, gaps = (7, 5, 3, 4), (2, 17, 90, 300)
    permuted = (15, 3, 1, 105)
    for general in (False, True):
        for op, src, dst in (("abs", "f32", "f32"), ("silu", "bf16", "f32"),
                             ("relu", "i16", "i16")):
            for s, d in ((gaps, None), (None, gaps), (permuted, gaps),
                         (None, None)):
                yield Case("unary_ops", op, Tensor(dst, shape, d),
                           Tensor(src, shape, s), general=general)
    yield Case("unary_ops", "neg", Tensor("f32", (1000, 3)),
               Tensor("f32", (1000, 3)), blocks=2)
    yield Case("unary_ops", "neg", Tensor("f32", (1,)), Tensor("f32", (1,)))


# ---- Of two numbers

def check_binary(module, case):
    dst, src0, src1 = case.tensors
    rng = random.Random(str(case))
    a = numbers(src0.dtype, src0.count, rng)
    b = numbers(src1.dtype, src1.count, rng)
    if src1.count == src0.count:  # all edges with all edges
        rng.shuffle(b)
    memory = src0.place(a)
    a = src0.take(memory)[0]  # where strides are 0, the last one is left
    got = module.launch(case, [memory, src1.place(b)])
    compute = src0.dtype if src0.dtype not in REAL else (
        "f64" if "f64" in (dst.dtype, src0.dtype, src1.dtype) else "f32")
    want, pairs = [], []
    places = itertools.product(*(range(n) for n in reversed(dst.ne)))
    for i, place in enumerate(places):
        at = 0
        for p, n in zip(place, reversed(src1.ne)):
            at = at * n + p % n
        pairs.append((a[i], b[at]))
        want.append(reference.nearest(
            dst.dtype, reference.binary(case.op, compute, a[i], b[at])))
    return first_difference(got, want, pairs)


def binary_cases(long):
    def tensors(types, shape, repeated, strides=(None, None, None)):
        a, b, d = types
        return (Tensor(d, shape, strides[0]), Tensor(a, shape, strides[1]),
                Tensor(b, repeated, strides[2]))
    shape = (6, 5, 4, 3)
    for op in reference.BINARY:
        for types in TRIPLES:
            yield Case("binary_ops", op, *tensors(types, (1601,), (1601,)))
            yield Case("binary_ops", op, *tensors(types, shape, (3, 1, 2, 3)))
        for dtype in INTEGERS + MORE_INTEGERS + ("f64",):
            yield Case("binary_ops", op, *tensors((dtype,) * 3, (401,), (401,)))
    repeats = [(1,), (6,), (1, 5), (6, 5), (2, 1, 4), (1, 1, 1, 3), (6, 5, 4),
               (3, 5, 2, 1)]
    gaps, permuted = (2, 13, 70, 300), (1, 24, 6, 120)
    for general in (False, True):
        for repeated in repeats if long or general else repeats[:4]:
            yield Case("binary_ops", "sub", *tensors(
                TRIPLES[0], shape, repeated), general=general)
        for strides in ((gaps, None, None), (None, gaps, None),
                        (None, None, gaps), (permuted, gaps, gaps)):
            for repeated in (shape, (3, 5, 1, 3)):
                yield Case("binary_ops", "div", *tensors(
                    TRIPLES[4], shape, repeated, strides), general=general)
    # A source that repeats by strides of 0; few blocks; 2^31 is not reached.
    yield Case("binary_ops", "add", *tensors(
        TRIPLES[0], shape, shape, (None, (1, 6, 0, 0), None)))
    yield Case("binary_ops", "mul", *tensors(TRIPLES[1], (999, 3), (999,)),
               blocks=1)


# ---- Products of matrices

def multiply(case, a, b):
    """`a` and `b`: rows of K numbers, in the order of dimensions 1, 2, 3."""
    dst, src0, src1 = case.tensors
    _, m, a2, a3 = src0.ne
    _, n, b2, b3 = src1.ne
    del dst
    for i3, i2, y in itertools.product(range(b3), range(b2), range(n)):
        first = ((i3 // (b3 // a3)) * a2 + i2 // (b2 // a2)) * m
        row = b[(i3 * b2 + i2) * n + y]
        for x in range(m):
            yield math.fsum(map(lambda p, q: p * q, a[first + x], row))


def rows_of(values, k):
    return [values[i:i + k] for i in range(0, len(values), k)]


def check_mul_mat(module, case):
    _, src0, src1 = case.tensors
    rng = random.Random(str(case))
    k = src0.ne[0]
    if src0.dtype in QUANTS:
        raw, a = quantized_rows(src0.dtype, src0.count // k, k, rng)
    else:
        values = numbers(src0.dtype, src0.count, rng, edges=False)
        raw, a = src0.place(values), rows_of(values, k)
    values = numbers(src1.dtype, src1.count, rng, edges=False)
    got = module.launch(case, [raw, src1.place(values)])
    want = list(multiply(case, a, rows_of(values, k)))
    if any(g != g for g in got):
        return "there are NaNs in the result"
    error = reference.nmse(got, want)
    # ggml accepts 5e-4; sums in f32 are far better, results in 16 bits are not.
    bound = {"f16": 1e-6, "bf16": 1e-4}.get(case.tensors[0].dtype, 1e-10)
    return f"NMSE {error:.3g} over {bound}" if error > bound else None


def check_special(module, case):
    """One NaN and two infinities in the sources, and where they must show."""
    _, src0, src1 = case.tensors
    k, m, n = src0.ne[0], src0.ne[1], src1.ne[1]
    a, b = [1.0] * (k * m), [2.0] * (k * n)
    a[3 * k + 5] = math.nan
    a[4 * k + k - 1] = math.inf
    b[1 * k + k - 1] = -math.inf
    b[2 * k] = 2.0 ** -149  # less than what stays of the others
    got = module.launch(case, [src0.place(a), src1.place(b)])
    for y, x in itertools.product(range(n), range(m)):
        want = math.nan if x == 3 else \
            -math.inf if y == 1 else math.inf if x == 4 else \
            2.0 * (k - (y == 2))
        if differs(got[y * m + x], want):
            return f"({x}, {y}): {got[y * m + x]!r}, expected {want!r}"
    return None


def product_case(types, m, n, k, batch=(1, 1, 1, 1), strides=(None,) * 3,
                 **more):
    a, b, d = types
    a2, a3, b2, b3 = batch
    return Case("mul_mat", "mul_mat", Tensor(d, (m, n, b2, b3), strides[0]),
                Tensor(a, (k, m, a2, a3), strides[1]),
                Tensor(b, (k, n, b2, b3), strides[2]), **more)


def mul_mat_cases(long):
    f32 = ("f32", "f32", "f32")
    for dtype in ("f32", "f16", "bf16", "i8", "i16"):
        types = (dtype, dtype, "f32")
        yield product_case(types, 65, 6, 70)
        if long:
            yield product_case(types, 5, 67, 40, (1, 2, 2, 2))
    for types in (("f16", "f32", "f32"), ("bf16", "bf16", "bf16"),
                  ("f64", "f64", "f64")) + ((("bf16", "f32", "f32"),
                  ("f32", "f32", "f16"), ("f16", "f16", "f16")) if long else ()):
        yield product_case(types, 17, 9, 70)
    sizes = [(1, 1, 1), (64, 64, 32), (3, 70, 5)]
    if long:
        sizes += [(1, 70, 5), (130, 1, 64), (3, 3, 1), (129, 130, 100)]
    for m, n, k in sizes:
        yield product_case(f32, m, n, k)
    # As on GPUs: few columns, and many.
    sizes = [(65, 3, 16), (66, 70, 45)]
    if long:
        sizes += [(1, 1, 1), (66, 1, 45), (64, 64, 32)]
    for m, n, k in sizes:
        yield product_case(f32, m, n, k, together=True)
    for n in (1, 2, 4, 5, 9) if long else (2,):
        yield product_case(("f16", "f32", "f32"), 67, n, 90, (2, 1, 4, 1))
        yield product_case(("f16", "f16", "f32"), 67, n, 90, (1, 2, 1, 2),
                           general=True, together=n % 2 == 0)
    # Matrices of the first source repeat in groups: i / (B / A).
    yield product_case(f32, 4, 3, 5, (2, 1, 6, 2))
    yield product_case(f32, 4, 6, 5, (2, 2, 2, 4), blocks=3)
    for general in (False, True):
        yield product_case(f32, 20, 33, 37, (1, 2, 3, 4), general=general)
        if long or general:
            yield product_case(f32, 6, 65, 37, (1, 2, 3, 2), general=general,
                               together=True)
        # Rows with gaps, a transposed first source, a result with gaps.
        yield product_case(f32, 6, 5, 7, (1, 1, 2, 1), ((1, 9, 50, 100), None,
                                                        (1, 8, 50, 100)),
                           general=general)
        if long or not general:
            yield product_case(("f16", "f32", "f32"), 6, 5, 7, (2, 1, 2, 1),
                               (None, (12, 2, 100, 200), (1, 7, 35, 70)),
                               general=general)


def quants_cases(long):
    for i, (dtype, (_, block, _, _)) in enumerate(QUANTS.items()):
        if long or i % 2 == 0:
            yield product_case((dtype, "f32", "f32"), 5, 6, 2 * block)
        if long or i % 2:
            yield product_case((dtype, "f16", "f32"), 66, 6, block, (1, 1, 2, 1),
                               general=True)
    for together in (False, True):
        yield product_case(("q4_0", "f32", "f32"), 3, 4, 96, (2, 1, 4, 3),
                           together=together)
    yield product_case(("q6_K", "f32", "f32"), 3, 4, 512, together=True)


def special_cases(_long):
    yield product_case(("f32", "f32", "f32"), 7, 5, 37)
    yield product_case(("bf16", "f32", "f32"), 70, 66, 65)


def units_cases(long):
    f16, bf16 = ("f16", "f16", "f32"), ("bf16", "bf16", "f32")
    yield product_case(f16, 66, 70, 75, (1, 2, 2, 2), together=True)
    yield product_case(bf16, 17, 9, 45, (1, 1, 2, 1),
                       ((1, 18, 400, 400), (2, 100, 2000, 2000), None),
                       general=True, together=True)
    if long:
        yield product_case(("bf16", "bf16", "bf16"), 64, 64, 32, together=True)
        yield product_case(("f16", "f16", "f16"), 130, 5, 200, together=True)
        yield product_case(f16, 1, 5, 1, together=True)
        yield product_case(f16, 20, 70, 33, (1, 2, 1, 2),
                           (None, None, (3, 100, 8000, 9000)), together=True)


def units_special_cases(_long):
    yield product_case(("bf16", "bf16", "f32"), 7, 5, 37, together=True)


# What a suite is compiled with besides.
FLAGS = {"mfma": ["-DQN_MATRIX_EMULATED=1"], "wmma": ["-DQN_MATRIX_EMULATED=2"]}
UNITS = [(units_cases, check_mul_mat), (units_special_cases, check_special)]
SUITES = {
    "mfma": UNITS,
    "wmma": UNITS,
    "unary": [(unary_cases, check_unary)],
    "binary": [(binary_cases, check_binary)],
    "mul_mat": [(mul_mat_cases, check_mul_mat), (special_cases, check_special)],
    "quants": [(quants_cases, check_mul_mat)],
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("suite", choices=SUITES)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--prepare", type=Path)
    parser.add_argument("--prepared", type=Path)
    parser.add_argument("--target", default="native")
    options = parser.parse_args()
    preload = {} if options.prepared else sanitized.environment(options.build)
    if preload and os.environ.get("LD_PRELOAD") != preload["LD_PRELOAD"]:
        os.execve(sys.executable, [sys.executable, "-B", *sys.argv],
                  {**os.environ, **preload})
    todo = [(case, check) for cases, check in SUITES[options.suite]
            for case in cases(options.long)]
    every = [case for case, _ in todo]
    if options.prepare:
        options.prepare.mkdir(parents=True, exist_ok=True)
        compile_cases(options.build, every, options.target, options.prepare)
        return False
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        if options.prepared:
            one_source(every)
            module = HipModule(options.build, options.prepared / "cases.hipfb")
        else:
            module = CpuModule(options.build, compile_cases(
                options.build, every, options.target, folder,
                FLAGS.get(options.suite, ())))
        for case, check in todo:
            try:
                why = check(module, case)
            except RuntimeError as error:
                why = str(error)
            passed += why is None
            failed += why is not None
            if why:
                print(f"{case}: {why}")
        module.close()
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
