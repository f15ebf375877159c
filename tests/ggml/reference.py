# SPDX-License-Identifier: Apache-2.0
"""What the operations give, in double precision, as ggml defines them."""
import math

from numbers_of import REAL, limits, rounded, to_f32, wrap

NAN, INF = math.nan, math.inf


def guarded(function):
    """A function that answers as IEEE 754 says where Python's raises."""
    def call(x):
        try:
            return function(x)
        except OverflowError:
            return INF
        except ValueError:
            return NAN
    return call


exp, expm1, sqrt = guarded(math.exp), guarded(math.expm1), guarded(math.sqrt)
sin, cos = guarded(math.sin), guarded(math.cos)


def log(x):
    return -INF if x == 0 else NAN if x < 0 else math.log(x)


def product(a, b):
    return a * b


def divided(a, b):
    if b != 0:
        return a / b
    if a != a or a == 0 or b != b:
        return NAN
    return math.copysign(INF, math.copysign(1, a) * math.copysign(1, b))


def clamped(x):
    """fmin(1, fmax(0, x)): NaN is dropped."""
    return 0.0 if x != x else min(1.0, max(0.0, x))


def rounding(function):
    def call(x):
        if x != x or math.isinf(x):
            return x
        return math.copysign(float(function(x)), x)
    return call


def half_away(x):
    whole = math.floor(abs(x))
    return math.copysign(whole + (abs(x) - whole >= 0.5), x)


def gelu(x):
    inner = 0.79788456080286535587989211986876 * x * (1 + 0.044715 * x * x)
    return 0.5 * x * (1 + math.tanh(inner))


# Exact operations take `r`, the rounding after each step (of f32, or of f64).
EXACT = {
    "abs": lambda x, r: abs(x),
    "neg": lambda x, r: -x,
    "sgn": lambda x, r: float((x > 0) - (x < 0)),
    "step": lambda x, r: float(x > 0),
    "relu": lambda x, r: x if x > 0 else 0.0,
    "sqr": lambda x, r: r(x * x),
    "sqrt": lambda x, r: r(x if x == 0 else sqrt(x)),
    "floor": lambda x, r: rounding(math.floor)(x),
    "ceil": lambda x, r: rounding(math.ceil)(x),
    "round": lambda x, r: rounding(half_away)(x),
    "trunc": lambda x, r: rounding(math.trunc)(x),
    "hardsigmoid": lambda x, r: clamped(r(r(x + 3) / 6)),
    "hardswish": lambda x, r: r(x * clamped(r(r(x + 3) / 6))),
}
CLOSE = {
    "exp": exp, "expm1": expm1, "log": log, "sin": sin, "cos": cos,
    "tanh": math.tanh,
    "elu": lambda x: x if x > 0 else expm1(x),
    "sigmoid": lambda x: 1 / (1 + exp(-x)),
    "silu": lambda x: x / (1 + exp(-x)),
    "softplus": lambda x: x if x > 20 else log(1 + exp(x)),
    "gelu": gelu,
    "gelu_quick": lambda x: x / (1 + exp(-1.702 * x)),
    "gelu_erf": lambda x: 0.5 * x * (1 + math.erf(x * math.sqrt(0.5))),
}
UNARY = list(EXACT) + list(CLOSE)
# In integers; the others are computed in real numbers and truncated.
WHOLE = {
    "abs": abs, "neg": lambda x: -x, "sgn": lambda x: (x > 0) - (x < 0),
    "step": lambda x: int(x > 0), "relu": lambda x: max(x, 0),
    "sqr": lambda x: x * x, "floor": int, "ceil": int, "round": int,
    "trunc": int,
    "hardsigmoid": lambda x: min(1, max(0, int((x + 3) / 6))),
    "hardswish": lambda x: x * min(1, max(0, int((x + 3) / 6))),
}


def unary(op, dtype, x):
    """The result before it is rounded to the destination, and whether it has to
    be met exactly."""
    if dtype not in REAL:
        if op in WHOLE:
            return wrap(dtype, WHOLE[op](x)), True
        least, most = limits(dtype)
        value = CLOSE[op](float(x)) if op in CLOSE else sqrt(x)
        if value != value:
            return 0, True
        return min(most, max(least, value)), False
    if op in EXACT:
        return EXACT[op](x, rounded_like(dtype)), True
    return CLOSE[op](x), False


def rounded_like(dtype):
    return (lambda x: x) if dtype == "f64" else to_f32


BINARY = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b,
          "mul": product, "div": divided}


def binary(op, dtype, a, b):
    """Of types that compute as `dtype` does: f32, f64 or an integer's."""
    if dtype in REAL:
        return rounded_like(dtype)(BINARY[op](a, b))
    if op == "div":
        whole = 0 if b == 0 else abs(a) // abs(b)
        return wrap(dtype, whole if (a < 0) == (b < 0) else -whole)
    return wrap(dtype, BINARY[op](a, b))


def nearest(dtype, value):
    return rounded(dtype, value) if dtype in REAL else value


def nmse(got, want):
    """Normalised mean squared error, as ggml's tests have it."""
    error = sum((g - w) ** 2 for g, w in zip(got, want))
    scale = sum(w * w for w in want)
    return error / scale if scale else error
