# SPDX-License-Identifier: Apache-2.0
"""What candle's kernels have to compute, by the form of their names: each
family checks one kernel over its layouts, and says what is wrong."""
import math
import re

import numpy as np

import matrices
from kinds import KINDS, Wrong, compare

KIND = "(f64|f32|f16|bf16|f8_e4m3|u8|u32|i16|i32|i64)"
SHAPE = (5, 7, 6)
# Two layouts of the same shape: rows after one another, and axes exchanged.
LAYOUTS = ((0, 1, 2), (2, 0, 1))


def size(value):
    return np.uint64(value)


def strides_of(order):
    """Strides in elements where the axes lie in that order."""
    strides, step = [0] * len(SHAPE), 1
    for axis in reversed(order):
        strides[axis] = step
        step *= SHAPE[axis]
    return strides


def info(*parts):
    return np.array([n for part in parts for n in part], np.uint64)


def lay(values, order):
    """An array of that shape as it lies in memory."""
    return np.ascontiguousarray(values.transpose(order))


def some(random, kind, low=-4.0, high=4.0, shape=SHAPE):
    """Random numbers that the type has."""
    if kind.epsilon:
        return kind.round(random.uniform(low, high, shape))
    return random.integers(0 if not kind.signed else int(low), int(high) + 1,
                           shape).astype(kind.stored)


def gelu(x):
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) *
                                  (x + 0.044715 * x ** 3)))


def erf(x):
    return np.vectorize(math.erf)(x)


UNARY = {
    "copy": lambda x: x, "neg": lambda x: -x, "exp": np.exp, "log": np.log,
    "sin": np.sin, "cos": np.cos, "abs": np.abs, "absg": np.abs,
    "sqr": lambda x: x * x, "sqrt": np.sqrt, "gelu": gelu,
    "relu": lambda x: np.maximum(x, 0), "tanh": np.tanh,
    "recip": lambda x: 1 / x, "erf": erf, "ceil": np.ceil, "floor": np.floor,
    "gelu_erf": lambda x: 0.5 * x * (1 + erf(x * math.sqrt(0.5))),
    "round": lambda x: np.trunc(x + np.copysign(0.5, x)),
    "normcdf": lambda x: 0.5 * (1 + erf(x * math.sqrt(0.5))),
    "silu": lambda x: x / (1 + np.exp(-x)), "sign": np.sign,
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
}
ROUNDS_OFTEN = {"gelu": 8, "gelu_erf": 8, "silu": 4, "sigmoid": 4}
BINARY = {
    "badd": np.add, "bsub": np.subtract, "bmul": np.multiply,
    "bdiv": np.divide, "bmaximum": np.maximum, "bminimum": np.minimum,
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal,
    "gt": np.greater, "ge": np.greater_equal,
}


def check_unary(run, random, op, kind):
    function, kind = UNARY[op], KINDS[kind]
    low = 0.125 if op in ("log", "sqrt", "recip") else -4.0
    for order in LAYOUTS:
        x = some(random, kind, low)
        want = function(x.astype(np.float64))
        for in_place in (False, True) if order == LAYOUTS[0] else (False,):
            out = kind.store(x if in_place else np.zeros(SHAPE))
            run([size(x.size), size(3), info(SHAPE, strides_of(order)),
                 None if in_place else kind.store(lay(x, order)), out])
            compare(kind, out, want, ROUNDS_OFTEN.get(op, 2), f"{order}")


def check_binary(run, random, op, kind):
    function, kind = BINARY[op], KINDS[kind]
    result = kind if op.startswith("b") else KINDS["u8"]
    for left in LAYOUTS:
        for right in LAYOUTS:
            x, y = some(random, kind), some(random, kind)
            if op == "bdiv":
                y = np.where(y == 0, np.ones_like(y), y)
                if not kind.epsilon:
                    function = np.floor_divide
                    x, y = np.abs(x), np.abs(y)
            if op == "bsub" and not kind.signed:
                x, y = np.maximum(x, y), np.minimum(x, y)
            out = result.store(np.zeros(SHAPE))
            run([size(x.size), size(3),
                 info(SHAPE, strides_of(left), strides_of(right)),
                 kind.store(lay(x, left)), kind.store(lay(y, right)), out])
            compare(result, out, function(x, y), 1, f"{left} {right}")


def check_affine(run, random, kind):
    kind = KINDS[kind]
    for order in (*LAYOUTS, None):
        x = some(random, kind)
        a, b = (kind.store(np.array([n])) for n in (3, 2))
        out = kind.store(np.zeros(SHAPE))
        run([size(x.size), size(3),
             info(SHAPE, strides_of(order)) if order else None,
             kind.store(lay(x, order or LAYOUTS[0])), out, a[0], b[0]])
        compare(kind, out, x * 3.0 + 2.0 if kind.epsilon else
                x.astype(np.int64) * 3 + 2, 2, f"{order}")


def check_cast(run, random, source, target):
    source, target = KINDS[source], KINDS[target]
    whole = not (source.epsilon and target.epsilon)
    low = 0 if not (source.signed and target.signed) else -100
    for order in (*LAYOUTS, None):
        if whole and source.epsilon:  # fractions are cut off
            x = source.round(random.uniform(low, 100, SHAPE))
        else:
            x = some(random, source, low, 100)
        want = np.trunc(x) if whole and source.epsilon else x
        out = target.store(np.zeros(SHAPE))
        run([size(x.size), size(3),
             info(SHAPE, strides_of(order)) if order else None,
             source.store(lay(x, order or LAYOUTS[0])), out])
        compare(target, out, target.round(want.astype(np.float64)), 0.5,
                f"{order}")


def check_fill(run, random, kind):
    kind = KINDS[kind]
    for count in (1, 210, 1000):
        value, out = kind.store(some(random, kind, shape=(1,))), None
        out = kind.store(np.zeros(1000))
        run([out, value[0], size(count)])
        want = np.zeros(1000, out.dtype)
        want[:count] = value[0]
        compare(kind, out, kind.load(want), 0, f"{count}")


def check_copy2d(run, random, kind):
    kind = KINDS[kind]
    x = some(random, kind, shape=(9, 13))
    out = kind.store(np.zeros((9, 17)))
    run([kind.store(x), out, *np.array([9, 11, 13, 17], np.uint32)])
    want = np.zeros((9, 17))
    want[:, :11] = x[:, :11]
    compare(kind, out, want, 0, "rows")


def check_const_set(run, random, kind):
    kind = KINDS[kind]
    value = kind.store(some(random, kind, shape=(1,)))
    for order in (*LAYOUTS, None):
        out = kind.store(np.zeros(SHAPE))
        run([size(out.size), size(3),
             info(SHAPE, strides_of(order)) if order else None, value[0], out])
        compare(kind, out, np.full(SHAPE, kind.load(value)[0]), 0, f"{order}")


def check_where(run, random, ids, kind):
    ids, kind = KINDS[ids or "u32"], KINDS[kind]
    for orders in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)):
        where = (random.integers(0, 3, SHAPE) % 2).astype(ids.stored)
        x, y = some(random, kind), some(random, kind)
        out = kind.store(np.zeros(SHAPE))
        orders = [LAYOUTS[o] for o in orders]
        run([size(x.size), size(3), info(SHAPE, *map(strides_of, orders)),
             lay(where, orders[0]), kind.store(lay(x, orders[1])),
             kind.store(lay(y, orders[2])), out])
        compare(kind, out, np.where(where, x, y), 0, f"{orders}")


LEFT, SOURCE, IDS, RIGHT = 3, 11, 6, 4
BETWEEN = [size(n) for n in (LEFT, SOURCE, IDS, RIGHT)]


def largest(kind):
    return np.iinfo(kind.stored).max


def check_index_select(run, random, ids, kind):
    ids, kind = KINDS[ids], KINDS[kind]
    shape = (LEFT, SOURCE, RIGHT)
    x = some(random, kind, shape=shape)
    which = random.integers(0, SOURCE, IDS).astype(ids.stored)
    which[1] = largest(ids)  # takes nothing
    for order in LAYOUTS:
        strides = np.empty(3, np.uint64)
        step = 1
        for axis in reversed(order):
            strides[axis], step = step, step * shape[axis]
        out = kind.store(np.ones((LEFT, IDS, RIGHT)))
        run([size(out.size), size(3), info(shape, strides), which,
             kind.store(lay(x, order)), out, *BETWEEN])
        want = x[:, np.where(which == largest(ids), 0, which), :]
        want[:, 1, :] = 0
        compare(kind, out, want, 0, f"{order}")


def check_gather(run, random, ids, kind):
    ids, kind = KINDS[ids], KINDS[kind]
    x = some(random, kind, shape=(LEFT, SOURCE, RIGHT))
    which = random.integers(0, SOURCE, (LEFT, IDS, RIGHT)).astype(ids.stored)
    which[1, 2, 3] = largest(ids)
    out = kind.store(np.ones(which.shape))
    run([size(out.size), which, kind.store(x), out, *BETWEEN])
    want = np.take_along_axis(
        x, np.where(which == largest(ids), 0, which).astype(np.int64), 1)
    want[1, 2, 3] = 0
    compare(kind, out, want, 0, "gathered")


def check_index_add(run, random, ids, kind):
    ids, kind = KINDS[ids], KINDS[kind]
    x = some(random, kind, 0, 3, (LEFT, IDS, RIGHT))
    x = np.floor(x) if kind.epsilon else x  # sums that every type has
    which = random.integers(0, SOURCE, IDS).astype(ids.stored)
    out = kind.store(np.zeros((LEFT, SOURCE, RIGHT)))
    run([which, size(IDS), kind.store(x), out, size(LEFT), size(IDS),
         size(SOURCE), size(RIGHT)])
    want = np.zeros(out.shape)
    for j in range(IDS):
        want[:, which[j], :] += x[:, j, :]
    compare(kind, out, want, 0, "added")


def check_scatter(run, random, adds, ids, kind):
    ids, kind = KINDS[ids], KINDS[kind]
    x = some(random, kind, 0, 3, (LEFT, IDS, RIGHT))
    x = np.floor(x) if kind.epsilon else x
    which = random.integers(0, SOURCE, x.shape).astype(ids.stored)
    out = kind.store(np.zeros((LEFT, SOURCE, RIGHT)))
    run([which, kind.store(x), out, size(LEFT), size(IDS), size(SOURCE),
         size(RIGHT)])
    want = np.zeros(out.shape)
    for a in range(LEFT):
        for j in range(IDS):
            for b in range(RIGHT):
                at = a, which[a, j, b], b
                want[at] = x[a, j, b] + (want[at] if adds else 0)
    compare(kind, out, want, 0, "scattered")


def check_sum(run, random, kind):
    """Over the last axis but one, by atomic additions."""
    kind = KINDS[kind]
    for order in LAYOUTS:
        x = some(random, kind, 0, 3)
        x = np.floor(x) if kind.epsilon else x
        out = kind.store(np.zeros((SHAPE[0], SHAPE[2])))
        run([size(x.size), size(3), size(1),
             info(SHAPE, strides_of(order), (SHAPE[1],), (SHAPE[2],)),
             kind.store(lay(x, order)), out])
        compare(kind, out, x.sum(1), 0, f"{order}")


def check_fast(run, random, op, kind):
    """Over the last axes: a block for each result."""
    kind = KINDS[kind]
    count = SHAPE[1] * SHAPE[2]
    for order in LAYOUTS:
        x = some(random, kind, 0 if op == "sum" else -4, 3)
        if op == "sum" and kind.epsilon:
            x = np.floor(x)
        arg = op.startswith("arg")
        if arg:  # each number once
            x = kind.round(random.permuted(
                np.tile(np.arange(count), (SHAPE[0], 1)), axis=1).reshape(SHAPE))
        result = KINDS["u32"] if arg else kind
        out = result.store(np.zeros(SHAPE[0]))
        run([size(x.size), size(count), size(3),
             info(SHAPE, strides_of(order)), kind.store(lay(x, order)), out],
            grid=(SHAPE[0], 1))
        rows = x.reshape(SHAPE[0], -1)
        compare(result, out, getattr(np, op)(rows, 1), 0, f"{order}")


def check_argsort(run, random, order, kind):
    """Each number once: which of equal ones comes first is not said."""
    kind = KINDS[kind]
    rows, count, padded = 3, 50, 64
    values = np.arange(count) if kind.signed else np.arange(count) * 2
    x = random.permuted(np.tile(values, (rows, 1)), axis=1)
    if kind.signed:
        x = x - count // 2
    out = np.zeros((rows, count), np.uint32)
    run([kind.store(x), out, np.int32(count), np.int32(padded)],
        grid=(1, rows), block=padded, shared=4 * padded)
    want = np.argsort(x if order == "asc" else -x.astype(np.int64), 1)
    compare(KINDS["u32"], out, want, 0, order)


def slide(random, kind, shape):
    return np.floor(some(random, kind, 0, 3, shape)) if kind.epsilon else \
        some(random, kind, 0, 3, shape)


def places(shape):
    strides = np.ones(len(shape), np.uint64)
    for axis in range(len(shape) - 2, -1, -1):
        strides[axis] = strides[axis + 1] * shape[axis + 1]
    return info(shape, strides)


def check_conv(run, random, dims, kind):
    kind = KINDS[kind]
    stride, padding = 2, 1
    source = slide(random, kind, (2, 3, 8, 9)[:dims + 2])
    weights = slide(random, kind, (4, 3, 3, 2)[:dims + 2])
    padded = np.pad(source, [(0, 0)] * 2 + [(padding, padding)] * dims)
    outs = [(p - k) // stride + 1 for p, k in
            zip(padded.shape[2:], weights.shape[2:])]
    want = np.zeros((2, 4, *outs))
    for at in np.ndindex(*outs):
        window = padded[(slice(None),) * 2 + tuple(
            slice(stride * a, stride * a + k)
            for a, k in zip(at, weights.shape[2:]))]
        want[(slice(None),) * 2 + at] = np.tensordot(
            window, weights, (range(1, dims + 2), range(1, dims + 2)))
    out = kind.store(np.zeros(want.shape))
    shape = np.concatenate([places(source.shape), places(weights.shape)])
    run([size(source.size), *map(size, reversed(outs)), size(stride),
         size(padding), shape, kind.store(source), kind.store(weights), out],
        grid=(-(-out.size // 64), 1))
    compare(kind, out, want, 0.5, "windows")


def check_conv_transpose2d(run, random, kind):
    kind = KINDS[kind]
    stride, padding = 2, 1
    source = slide(random, kind, (2, 3, 4, 5))
    weights = slide(random, kind, (3, 4, 3, 2))
    high, wide = (stride * (n - 1) + k for n, k in
                  zip(source.shape[2:], weights.shape[2:]))
    whole = np.zeros((2, 4, high, wide))
    for y, x in np.ndindex(*source.shape[2:]):
        whole[:, :, stride * y:stride * y + 3, stride * x:stride * x + 2] += \
            np.tensordot(source[:, :, y, x], weights, (1, 0))
    want = whole[:, :, padding:high - padding, padding:wide - padding]
    out = kind.store(np.zeros(want.shape))
    shape = np.concatenate([places(source.shape), places(weights.shape)])
    run([size(source.size), size(want.shape[3]), size(want.shape[2]),
         size(stride), size(padding), size(0), shape, kind.store(source),
         kind.store(weights), out], grid=(-(-out.size // 64), 1))
    compare(kind, out, want, 0.5, "windows")


def check_pool2d(run, random, op, kind):
    kind = KINDS[kind]
    source = slide(random, kind, (2, 3, 8, 9))
    windows = np.lib.stride_tricks.sliding_window_view(
        source, (2, 4), (2, 3))[:, :, ::2, ::3]
    if op == "max":
        want = windows.max((4, 5))
    else:
        want = windows.sum((4, 5)) / 8.0
        want = want if kind.epsilon else np.floor(want)
    out = kind.store(np.zeros(want.shape))
    run([size(source.size), size(2), size(4), size(2), size(3),
         places(source.shape), kind.store(source), out],
        grid=(-(-out.size // 64), 1))
    compare(kind, out, want, 1, "windows")


def check_upsample(run, random, kind):
    kind = KINDS[kind]
    source = some(random, kind, shape=(2, 3, 4, 5))
    wide, high = 9, 11
    out = kind.store(np.zeros((2, 3, wide, high)))
    run([size(wide), size(high), np.float64(4 / wide), np.float64(5 / high),
         places(source.shape), kind.store(source), out],
        grid=(-(-out.size // 64), 1))
    rows = (np.arange(wide) * (4 / wide)).astype(int)
    columns = (np.arange(high) * (5 / high)).astype(int)
    compare(kind, out, source[:, :, rows][:, :, :, columns], 0, "nearest")


FAMILIES = [(re.compile(f"{form}$"), check) for form, check in (
    (f"u({'|'.join(sorted(UNARY, key=len, reverse=True))})_{KIND}",
     check_unary),
    (f"({'|'.join(BINARY)})_{KIND}", check_binary),
    (f"affine_{KIND}", check_affine), (f"cast_{KIND}_{KIND}", check_cast),
    (f"fill_{KIND}", check_fill), (f"copy2d_{KIND}", check_copy2d),
    (f"const_set_{KIND}", check_const_set),
    (f"where(?:_{KIND})?_{KIND}", check_where),
    (f"is_{KIND}_{KIND}", check_index_select),
    (f"gather_{KIND}_{KIND}", check_gather),
    (f"ia_{KIND}_{KIND}", check_index_add),
    (f"s(a?)_{KIND}_{KIND}", check_scatter), (f"sum_{KIND}", check_sum),
    (f"fast_(sum|min|max|argmin|argmax)_{KIND}", check_fast),
    (f"asort_(asc|desc)_{KIND}", check_argsort),
    (f"conv1d_{KIND}", lambda *a: check_conv(*a[:2], 1, a[2])),
    (f"conv2d_{KIND}", lambda *a: check_conv(*a[:2], 2, a[2])),
    (f"conv_transpose2d_{KIND}", check_conv_transpose2d),
    (f"(max|avg)_pool2d_{KIND}", check_pool2d),
    (f"upsample_nearest2d_{KIND}", check_upsample), *matrices.FAMILIES)]


def check(name, run, random):
    """False where no family has the kernel; Wrong where it is wrong."""
    for form, function in FAMILIES:
        match = form.match(name)
        if match:
            function(run, random, *match.groups())
            return True
    return False
