#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes device/cpu/math/polynomials.h: the polynomials of the CPU's maths
library, and polynomials_fixed.h, those of double for machines without doubles, by Remez' exchange algorithm in many digits (mpmath). Coefficients are
rounded to their type one after another, from the lowest power, and the rest is
fitted again after each, so that rounding costs little.

usage: gen_math_polynomials.py [--check]
"""
import functools
import struct
import sys
from pathlib import Path

import mpmath as mp

FOLDER = Path(__file__).resolve().parent.parent / "device/cpu/math"
GRID = 400  # points at which an error is looked at
mp.mp.dps = 50
ROOT_HALF, ROOT2, LN2 = mp.sqrt(mp.mpf(1) / 2), mp.sqrt(2), mp.log(2)


def single(value):
    return mp.mpf(struct.unpack("f", struct.pack("f", float(value)))[0])


def evaluate(coefficients, x):
    value = mp.mpf(0)
    for c in reversed(coefficients):
        value = value * x + c
    return value


def solve(points, target, weight, powers):
    """The coefficients and the level of an error that alternates at `points`."""
    n = len(points)
    a, b = mp.matrix(n, n), mp.matrix(n, 1)
    for i, (x, t, w) in enumerate(zip(points, target, weight)):
        for j, power in enumerate(powers):
            a[i, j] = x ** power
        a[i, n - 1] = (-1) ** i / w
        b[i] = t
    s = mp.lu_solve(a, b)
    return [s[i] for i in range(n - 1)], abs(s[n - 1])


def extremes(errors):
    """Indices of the largest errors of alternating sign."""
    runs = []
    for i, e in enumerate(errors):
        if runs and (e > 0) == (errors[runs[-1]] > 0):
            if abs(e) > abs(errors[runs[-1]]):
                runs[-1] = i
        else:
            runs.append(i)
    return runs


def remez(grid, target, weight, powers):
    """Coefficients for `powers` of the polynomial nearest to `target`."""
    n, count = len(powers) + 1, len(grid)
    at = [round((count - 1) * (1 - mp.cos(mp.pi * i / (n - 1))) / 2)
          for i in range(n)]
    for i in range(1, n):
        at[i] = max(at[i], at[i - 1] + 1)
    best = None
    for _ in range(20):
        c, level = solve([grid[i] for i in at], [target[i] for i in at],
                         [weight[i] for i in at], powers)
        errors = [w * (sum(k * x ** p for k, p in zip(c, powers)) - t)
                  for x, t, w in zip(grid, target, weight)]
        worst = max(map(abs, errors))
        if best is None or worst < best[0]:
            best = worst, c
        if worst <= level * mp.mpf("1.02"):
            break
        found = extremes(errors)
        while len(found) > n + 1:  # a pair of neighbours that changes little
            i = min(range(len(found) - 1), key=lambda j: max(
                abs(errors[found[j]]), abs(errors[found[j + 1]])))
            del found[i:i + 2]
        while len(found) > n:  # the smaller end goes
            drop = 0 if abs(errors[found[0]]) < abs(errors[found[-1]]) else -1
            found.pop(drop)
        if len(found) < n:
            break
        at = found
    return best[1]


def fit(function, weight, interval, degree, double):
    lo, hi = map(mp.mpf, interval)
    # Chebyshev points, none at 0, where many functions need a limit.
    grid = [(lo + hi) / 2 - (hi - lo) / 2 * mp.cos(mp.pi * (i + mp.mpf("0.49"))
                                                   / GRID)
            for i in range(GRID)]
    target = [function(x) for x in grid]
    weights = [abs(weight(x)) + mp.mpf(10) ** -30 for x in grid]
    fixed = []
    for k in range(degree + 1):
        rest = [t - evaluate(fixed, x) for t, x in zip(target, grid)]
        c = remez(grid, rest, weights, list(range(k, degree + 1)))
        fixed.append(mp.mpf(float(c[0])) if double else single(c[0]))
    error = max(w * abs(evaluate(fixed, x) - t)
                for x, t, w in zip(grid, target, weights))
    return fixed, error


def log_rest(base, first):
    """(log(1 + f) / log(base) - first * f) / f^2."""
    return lambda f: (mp.log1p(f) / mp.log(base) - first * f) / f ** 2


def of_square(function):
    """An odd function's cofactor by z = x^2: (function(x) - x) / (x * z)."""
    def f(z):
        x = mp.sqrt(z)
        return (function(x) - x) / (x * z)
    return f


def relative(function, power):
    """Weight for a polynomial that is multiplied by x^power: relative error."""
    return lambda x: x ** power / function(x)


def relative_square(function):
    return lambda z: mp.sqrt(z) ** 3 / function(mp.sqrt(z))


def erfcx(a):
    return mp.exp(a * a) * mp.erfc(a)


def from_t(t):
    """The argument of erfc for t = (a - 4) / (a + 4)."""
    return 4 * (1 + t) / (1 - t)


def atanh_rest(z):
    """(2 * atanh(s) - 2 * s) / s^3 by z = s^2."""
    s = mp.sqrt(z)
    return (2 * mp.atanh(s) - 2 * s) / s ** 3


def atanh_rest2(z):
    """(2 * atanh(s) - 2 * s - 2/3 * s^3) / s^5 by z = s^2."""
    s = mp.sqrt(z)
    return (2 * mp.atanh(s) - 2 * s - 2 * s ** 3 / 3) / s ** 5


def erfinv_over(l):
    """erfinv(x) / x for l = -log2(1 - x^2)."""
    if l < mp.mpf("1e-9"):
        return mp.sqrt(mp.pi) / 2
    x = mp.sqrt(-mp.expm1(-l * LN2))
    return mp.erfinv(x) / x


@functools.lru_cache(None)
def erfinv_tail(i):
    """erfinv(x) / s for i = 1 / s, s^2 = -log2(1 - x^2), an x near 1."""
    q = mp.power(2, -1 / (i * i))
    p = q / (1 + mp.sqrt(1 - q))  # 1 - x
    start = mp.sqrt(-mp.log(p))
    return i * mp.findroot(lambda y: mp.log(mp.erfc(y)) - mp.log(p),
                           (start * mp.mpf("0.8"), start), tol=1e-60,
                           maxsteps=200)


def cosine_rest(z):
    return (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z ** 2


def cosine_weight(z):
    return z ** 2 / mp.cos(mp.sqrt(z))


HALF_LN2 = LN2 * mp.mpf("0.5005")
HALF = mp.mpf("0.5005")
TENTH = mp.log10(2) * HALF
M1 = (ROOT_HALF * mp.mpf("0.9999") - 1, ROOT2 * mp.mpf("1.0001") - 1)
S2 = (0, mp.mpf("0.02950"))
LOG2E, LOG10E = 1 / LN2, 1 / mp.log(10)
QUARTER_PI2 = (mp.pi * mp.mpf("0.2505")) ** 2

# name: what it is, function, weight, interval, degree, whether double
TABLE = [
    ("expf", "(e^r - 1 - r) / r^2", lambda r: (mp.expm1(r) - r) / r ** 2,
     relative(mp.exp, 2), (-HALF_LN2, HALF_LN2), 4, False),
    ("expf_even", "(e^r - 1 - r) / r^2",
     lambda r: (mp.expm1(r) - r) / r ** 2, relative(mp.exp, 2),
     (-2 * HALF_LN2, 2 * HALF_LN2), 5, False),
    ("exp2f", "(2^r - 1) / r", lambda r: mp.expm1(r * LN2) / r,
     relative(lambda r: mp.power(2, r), 1), (-HALF, HALF), 6, False),
    ("exp10f", "(10^r - 1) / r", lambda r: mp.expm1(r * mp.log(10)) / r,
     relative(lambda r: mp.power(10, r), 1), (-TENTH, TENTH), 5, False),
    ("expm1f", "(e^r - 1 - r) / r^2, relative to e^r - 1",
     lambda r: (mp.expm1(r) - r) / r ** 2, relative(mp.expm1, 2),
     (-HALF_LN2, HALF_LN2), 5, False),
    ("logf", "(log(1 + f) - f) / f^2", log_rest(mp.e, 1),
     relative(mp.log1p, 2), M1, 8, False),
    ("log2f", "(log2(1 + f) - log2(e) f) / f^2", log_rest(2, LOG2E),
     relative(lambda f: mp.log1p(f) / LN2, 2), M1, 9, False),
    ("log10f", "(log10(1 + f) - log10(e) f) / f^2", log_rest(10, LOG10E),
     relative(lambda f: mp.log1p(f) * LOG10E, 2), M1, 9, False),
    ("sinf", "(sin(r) - r) / r^3 by r^2, to pi/4", of_square(mp.sin),
     relative_square(mp.sin), (0, QUARTER_PI2), 2, False),
    ("cosf", "(cos(r) - 1 + r^2 / 2) / r^4 by r^2, to pi/4", cosine_rest,
     cosine_weight, (0, QUARTER_PI2), 2, False),
    ("tanf", "(tan(r) - r) / r^3 by r^2, to pi/4", of_square(mp.tan),
     relative_square(mp.tan), (0, QUARTER_PI2), 6, False),
    ("asinf", "(asin(s) - s) / s^3 by s^2, to 1/2", of_square(mp.asin),
     relative_square(mp.asin), (0, mp.mpf("0.25")), 4, False),
    ("atanf", "(atan(t) - t) / t^3 by t^2, to 1", of_square(mp.atan),
     relative_square(mp.atan), (0, 1), 8, False),
    ("sinhf", "(sinh(x) - x) / x^3 by x^2, to 1", of_square(mp.sinh),
     relative_square(mp.sinh), (0, 1), 3, False),
    ("tanhf", "(tanh(x) - x) / x^3 by x^2, to 0.6", of_square(mp.tanh),
     relative_square(mp.tanh), (0, mp.mpf("0.3601")), 4, False),
    ("sinpif", "sin(pi r) / r - 25/8 by r^2, to 1/4",
     lambda z: mp.sin(mp.pi * mp.sqrt(z)) / mp.sqrt(z) - mp.mpf("3.125"),
     lambda z: mp.sqrt(z) / mp.sin(mp.pi * mp.sqrt(z)),
     (0, mp.mpf("0.0626")), 5, False),
    ("cospif", "(cos(pi r) - 1 + (pi r)^2 / 2) / r^4 by r^2, to 1/4",
     lambda z: (mp.cos(mp.pi * mp.sqrt(z)) - 1 + mp.pi ** 2 * z / 2) / z ** 2,
     lambda z: z ** 2 / mp.cos(mp.pi * mp.sqrt(z)), (0, mp.mpf("0.0626")), 2,
     False),
    ("erff", "erf(x) / x - 1 by x^2, to 1",
     lambda z: mp.erf(mp.sqrt(z)) / mp.sqrt(z) - 1,
     lambda z: mp.sqrt(z) / mp.erf(mp.sqrt(z)), (0, 1), 6, False),
    ("erff_tail", "log2(erfc(a)), from 1", lambda a: mp.log(mp.erfc(a), 2),
     lambda a: LN2 * mp.erfc(a) / mp.erf(a), (mp.mpf("0.99"), mp.mpf("4.1")),
     6, False),
    ("erfcf", "(1 + 2 a) erfcx(a) by t = (a - 4) / (a + 4), from 0.45",
     lambda t: (1 + 2 * from_t(t)) * erfcx(from_t(t)),
     lambda t: 1 / ((1 + 2 * from_t(t)) * erfcx(from_t(t))),
     (mp.mpf("-0.8"), mp.mpf("0.435")), 10, False),
    ("erfinvf", "erfinv(x) / x - 7/8 by -log2(1 - x^2), to 6",
     lambda l: erfinv_over(l) - mp.mpf("0.875"), lambda l: 1 / erfinv_over(l),
     (0, 6), 8, False),
    ("erfinvf_tail", "erfinv(x) / l by 1 / l, l^2 = -log2(1 - x^2) from 5.95",
     erfinv_tail, lambda i: 1 / erfinv_tail(i),
     (mp.mpf("0.0816"), 1 / mp.sqrt(mp.mpf("5.95"))), 8, False),
    ("erf", "erf(x) / x - 1 by x^2, to 1",
     lambda z: mp.erf(mp.sqrt(z)) / mp.sqrt(z) - 1,
     lambda z: mp.sqrt(z) / mp.erf(mp.sqrt(z)), (0, 1), 12, True),
    ("erfc", "(1 + 2 a) erfcx(a) by t = (a - 4) / (a + 4), from 0.45",
     lambda t: (1 + 2 * from_t(t)) * erfcx(from_t(t)),
     lambda t: 1 / ((1 + 2 * from_t(t)) * erfcx(from_t(t))),
     (mp.mpf("-0.8"), mp.mpf("0.75")), 23, True),
    ("cbrtf", "m^(1/3), from 1 to 2, roughly", mp.cbrt,
     lambda m: 1 / mp.cbrt(m), (1, 2), 3, True),
    ("log2_float", "log2((1 + s) / (1 - s)) / s by s^2, for float's powers",
     lambda z: 2 * mp.atanh(mp.sqrt(z)) / mp.sqrt(z) * LOG2E,
     lambda z: mp.sqrt(z) / mp.atanh(mp.sqrt(z)), S2, 5, True),
    ("exp2_float", "2^r, for float's powers", lambda r: mp.power(2, r),
     lambda r: mp.power(2, -r), (-HALF, HALF), 6, True),
    ("exp", "(e^r - 1 - r - r^2 / 2) / r^3",
     lambda r: (mp.expm1(r) - r - r * r / 2) / r ** 3,
     relative(mp.exp, 3), (-HALF_LN2, HALF_LN2), 8, True),
    ("expm1", "the same, relative to e^r - 1",
     lambda r: (mp.expm1(r) - r - r * r / 2) / r ** 3, relative(mp.expm1, 3),
     (-HALF_LN2, HALF_LN2), 9, True),
    ("exp2", "(2^r - 1 - r log(2)) / r^2",
     lambda r: (mp.expm1(r * LN2) - r * LN2) / r ** 2,
     relative(lambda r: mp.power(2, r), 2), (-HALF, HALF), 10, True),
    ("exp10", "(10^r - 1 - r log(10)) / r^2",
     lambda r: (mp.expm1(r * mp.log(10)) - r * mp.log(10)) / r ** 2,
     relative(lambda r: mp.power(10, r), 2), (-TENTH, TENTH), 9, True),
    ("log", "(2 atanh(s) - 2 s) / s^3 by s^2", atanh_rest,
     lambda z: z / 2, S2, 6, True),
    ("atan", "(atan(t) - t) / t^3 by t^2, to tan(pi/8)", of_square(mp.atan),
     relative_square(mp.atan), (0, (mp.sqrt(2) - 1) ** 2 * mp.mpf("1.001")),
     10, True),
    ("asin", "(asin(s) - s) / s^3 by s^2, to 1/2", of_square(mp.asin),
     relative_square(mp.asin), (0, mp.mpf("0.2501")), 11, True),
    ("pow_log", "(2 atanh(s) - 2 s - 2/3 s^3) / s^5 by s^2", atanh_rest2,
     lambda z: z * z / 2, S2, 6, True),
    ("sin", "(sin(r) - r) / r^3 by r^2, to pi/4", of_square(mp.sin),
     relative_square(mp.sin), (0, QUARTER_PI2), 5, True),
    ("cos", "(cos(r) - 1 + r^2 / 2) / r^4 by r^2, to pi/4", cosine_rest,
     cosine_weight, (0, QUARTER_PI2), 5, True),
    ("tan", "(tan(r) - r) / r^3 by r^2, to pi/4", of_square(mp.tan),
     relative_square(mp.tan), (0, QUARTER_PI2), 14, True),
    ("sinh", "(sinh(x) - x) / x^3 by x^2, to 1", of_square(mp.sinh),
     relative_square(mp.sinh), (0, 1), 6, True),
    ("tanh", "(tanh(x) - x) / x^3 by x^2, to 1/2", of_square(mp.tanh),
     relative_square(mp.tanh), (0, mp.mpf("0.2501")), 10, True),
    ("sinpi", "(sin(pi x) - pi x) / x^3 by x^2, to 1/2",
     lambda z: (mp.sin(mp.pi * mp.sqrt(z)) - mp.pi * mp.sqrt(z)) /
     mp.sqrt(z) ** 3, lambda z: mp.sqrt(z) ** 3 / mp.sin(mp.pi * mp.sqrt(z)),
     (0, mp.mpf("0.2501")), 7, True),
    ("fast_log2f", "log2(1 + f) / f, for approximations",
     lambda f: mp.log1p(f) / f / LN2, lambda f: f / mp.log1p(f), M1, 7, False),
]


def literal(value, double):
    text = float(value).hex()
    mantissa, exponent = text.split("p")
    mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}p{exponent}" + ("" if double else "f")


def horner(coefficients, double):
    lines = ["  %s y = %s;" % ("double" if double else "float",
                               literal(coefficients[-1], double))]
    lines += [f"  y = y * x + {literal(c, double)};"
              for c in reversed(coefficients[:-1])]
    return "\n".join(lines)


HEAD = """// SPDX-License-Identifier: Apache-2.0
//
// Made by tools/gen_math_polynomials.py; not to be edited. %s
#ifndef QUERN_CPU_MATH_%s_H
#define QUERN_CPU_MATH_%s_H
// clang-format off
"""


def fixed(name, coefficients, interval):
    """The same polynomial by 64-bit integers (fixed.h). With u = x / 2^(k + 1),
    which is at most a half, a coefficient of u^j is that of x^j times
    2^(j (k + 1)); all are in units of 2^-scale, as small as lets no sum be 2^62."""
    k = int(mp.floor(mp.log(max(map(abs, interval)), 2))) + 1
    scaled = [c * mp.mpf(2) ** (j * (k + 1)) for j, c in enumerate(coefficients)]
    most = bound = mp.mpf(0)
    for c in reversed(scaled):
        bound = abs(c) + bound / 2
        most = max(most, bound)
    scale = 61 - int(mp.floor(mp.log(most, 2)))
    whole = [int(mp.nint(c * mp.mpf(2) ** scale)) for c in scaled]
    lines = [f"  i64 y = {whole[-1]};"]
    lines += [f"  y = fixed_product(y, u) + {c};" for c in reversed(whole[:-1])]
    return (f"static inline double poly_{name}(double x) {{\n"
            f"  const i64 u = fixed_argument(x, {k});\n" + "\n".join(lines) +
            f"\n  return fixed_value(y, {scale});\n}}\n")


def texts():
    """The text of each file by its name."""
    of_float, of_double, of_fixed = [], [], []
    for name, what, function, weight, interval, degree, double in TABLE:
        c, error = fit(function, weight, interval, degree, double)
        bits = mp.nstr(mp.log(error, 2), 4)
        if "--check" not in sys.argv:
            print(f"{name}: 2^{bits}", file=sys.stderr)
        kind = "double" if double else "float"
        (of_double if double else of_float).append(
            f"// {what}: 2^{bits}\n"
            f"static inline {kind} poly_{name}({kind} x) {{\n"
            f"{horner(c, double)}\n  return y;\n}}\n")
        if double:
            of_fixed.append(fixed(name, c, interval))
    says = ("Beside each\n// polynomial its largest error, relative to the "
            "function that it is part of.")
    own = "POLYNOMIALS", "POLYNOMIALS_FIXED"
    return {
        "polynomials.h": "\n".join(
            [HEAD % (says, own[0], own[0]), *of_float,
             "#ifdef QN_SOFT_DOUBLE\n#include \"polynomials_fixed.h\"\n#else\n",
             *of_double, "#endif\n#endif"]) + "\n",
        "polynomials_fixed.h": "\n".join(
            [HEAD % ("Those of\n// double in polynomials.h.", own[1], own[1]),
             "#include \"fixed.h\"\n", *of_fixed, "#endif"]) + "\n",
    }


def main():
    for name, made in texts().items():
        if "--check" not in sys.argv:
            (FOLDER / name).write_text(made)
        elif (FOLDER / name).read_text() != made:
            sys.exit(f"run tools/gen_math_polynomials.py: {name} differs")


if __name__ == "__main__":
    main()
