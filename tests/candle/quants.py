# SPDX-License-Identifier: Apache-2.0
"""ggml's blocks of quantised numbers: random ones whose sums are exact, and
what they stand for.

Scales are powers of two and activations small integers but for a few, so that
every product and sum here has at most 24 significant bits: what a kernel adds
in single precision, in whatever order, is then exactly what NumPy does.
"""
import numpy as np

PADDED = 512  # candle pads the rows of activations to a multiple of this


def _halves(values):
    return np.asarray(values, np.float16).view(np.uint8).reshape(
        len(values), -1)


def _half(blocks, at):
    return blocks[:, at:at + 2].copy().view(np.float16).astype(np.float64)


def _nibbles(blocks, at):
    packed = blocks[:, at:at + 16]
    return np.concatenate([packed & 15, packed >> 4], 1).astype(np.float64)


def _fifth(blocks, at):
    bits = blocks[:, at:at + 4].copy().view(np.uint32)
    return 16.0 * (bits >> np.arange(32, dtype=np.uint32) & 1)


def _pairs(blocks, at):
    """2 bits each: 128 numbers of every 32 bytes."""
    packed = blocks[:, at:at + 64].reshape(-1, 2, 1, 32)
    shifts = np.array([0, 2, 4, 6], np.uint8).reshape(1, 1, 4, 1)
    return (packed >> shifts & 3).reshape(-1, 256).astype(np.float64)


def _scales_of_8(blocks, at):
    """The 6-bit scales and minima of q4_K and q5_K, 8 of each."""
    s = blocks[:, at:at + 12].astype(np.int64)
    scale = np.concatenate(
        [s[:, :4] & 63, s[:, 8:] & 15 | s[:, :4] >> 6 << 4], 1)
    least = np.concatenate(
        [s[:, 4:8] & 63, s[:, 8:] >> 4 | s[:, 4:8] >> 6 << 4], 1)
    return np.repeat(scale, 32, 1), np.repeat(least, 32, 1)


def _q4(blocks, at):
    packed = blocks[:, at:at + 128].reshape(-1, 4, 1, 32)
    return np.concatenate([packed & 15, packed >> 4], 2).reshape(
        -1, 256).astype(np.float64)


def q4_0(b):
    return _half(b, 0) * (_nibbles(b, 2) - 8)


def q4_1(b):
    return _half(b, 0) * _nibbles(b, 4) + _half(b, 2)


def q5_0(b):
    return _half(b, 0) * (_nibbles(b, 6) + _fifth(b, 2) - 16)


def q5_1(b):
    return _half(b, 0) * (_nibbles(b, 8) + _fifth(b, 4)) + _half(b, 2)


def q8_0(b):
    return _half(b, 0) * b[:, 2:34].view(np.int8)


def q8_1(b):
    return _half(b, 0) * b[:, 4:36].view(np.int8)


def q2_K(b):
    scale = np.repeat(b[:, :16], 16, 1).astype(np.float64)
    return _half(b, 80) * (scale % 16) * _pairs(b, 16) - \
        _half(b, 82) * (scale // 16)


def q3_K(b):
    s = b[:, 96:108].astype(np.int64)
    low = np.concatenate([s[:, :8] & 15, s[:, :8] >> 4], 1)
    high = np.concatenate([s[:, 8:] >> shift & 3 for shift in (0, 2, 4, 6)], 1)
    shifts = np.arange(8, dtype=np.uint8).reshape(1, 8, 1)
    bit = (b[:, None, :32] >> shifts & 1).reshape(-1, 256)
    return _half(b, 108) * np.repeat(low + 16 * high - 32, 16, 1) * \
        (_pairs(b, 32) - 4.0 * (bit == 0))


def q4_K(b):
    scale, least = _scales_of_8(b, 4)
    return _half(b, 0) * scale * _q4(b, 16) - _half(b, 2) * least


def q5_K(b):
    scale, least = _scales_of_8(b, 4)
    shifts = np.arange(8, dtype=np.uint8).reshape(1, 8, 1)
    bit = (b[:, None, 16:48] >> shifts & 1).reshape(-1, 256)
    return _half(b, 0) * scale * (_q4(b, 48) + 16.0 * bit) - \
        _half(b, 2) * least


def q6_K(b):
    packed = b[:, :128].reshape(-1, 2, 64)
    low = np.concatenate([packed & 15, packed >> 4], 2).reshape(-1, 256)
    scale = b[:, 192:208].view(np.int8)
    return _half(b, 208) * np.repeat(scale, 16, 1) * \
        (low + 16.0 * _pairs(b, 128) - 32)


def q8_K(b):
    return b[:, :4].copy().view(np.float32).astype(np.float64) * \
        b[:, 4:260].view(np.int8)


# Numbers and bytes of a block, its values, and where halves lie in it.
FORMATS = {
    "q4_0": (32, 18, q4_0, (0,)), "q4_1": (32, 20, q4_1, (0, 2)),
    "q5_0": (32, 22, q5_0, (0,)), "q5_1": (32, 24, q5_1, (0, 2)),
    "q8_0": (32, 34, q8_0, (0,)), "q8_1": (32, 36, q8_1, (0,)),
    "q2_k": (256, 84, q2_K, (80, 82)), "q3_k": (256, 110, q3_K, (108,)),
    "q4_k": (256, 144, q4_K, (0, 2)), "q5_k": (256, 176, q5_K, (0, 2)),
    "q6_k": (256, 210, q6_K, (208,)), "q8_k": (256, 292, q8_K, ()),
}


def weights(random, name, rows, columns):
    """Blocks of all bits, one row after the other, and their numbers."""
    numbers, size, values, halves = FORMATS[name]
    count = rows * columns // numbers
    blocks = random.integers(0, 256, (count, size), np.uint8)
    scale = random.choice([1.0, 0.5], count)
    for at in halves:
        # The least number has the scale's own step, for sums in half.
        blocks[:, at:at + 2] = _halves(scale)
    if name == "q6_k":
        blocks[:, 192:208] = random.integers(-32, 32, (count, 16)).astype(
            np.int8).view(np.uint8)
    if name == "q8_k":
        blocks[:, :4] = scale.astype(np.float32).view(np.uint8).reshape(-1, 4)
    return blocks.ravel(), values(blocks).reshape(rows, columns)


def small(random, rows, columns, group):
    """Integers of which each group's largest is 127, so that its scale is a
    power of two, and the others are small."""
    x = random.integers(-15, 16, (rows, columns)).astype(np.float64)
    for row in x.reshape(-1, group):
        row[random.integers(group)] = random.choice([-127, 127])
    return x


def activations(random, rows, columns):
    """Floats, as blocks of q8_1 with padded rows, and as numbers."""
    x = small(random, rows, columns, 32)
    scale = random.choice([2.0 ** -8, 2.0 ** -9], (rows, columns // 32))
    x *= np.repeat(scale, 32, 1)
    return x.astype(np.float32), q8_1_of(x), x


def q8_1_of(x):
    """What candle's kernels make of such numbers; rows padded by zeroes."""
    rows, columns = x.shape
    padded = -(-columns // PADDED) * PADDED
    wide = np.zeros((rows, padded))
    wide[:, :columns] = x
    groups = wide.reshape(-1, 32)
    scale = np.abs(groups).max(1) / 127
    blocks = np.empty((len(groups), 36), np.uint8)
    blocks[:, 0:2] = _halves(scale)
    blocks[:, 2:4] = _halves(groups.sum(1))
    quants = groups / np.where(scale == 0, 1, scale)[:, None]
    blocks[:, 4:] = np.round(quants).astype(np.int8).view(np.uint8)
    return blocks.ravel()
