# SPDX-License-Identifier: Apache-2.0
"""The types of candle's tensors: how they lie in memory, and how near to the
exact result one is.

NumPy has no bfloat16 and no float of 8 bits: those are kept as integers, and
rounded here to the nearest, ties to even; e4m3 saturates, as CUDA's type does.
"""
import numpy as np


def _e4m3(bits):
    sign = -1.0 if bits & 0x80 else 1.0
    exponent, mantissa = bits >> 3 & 15, bits & 7
    if exponent == 15 and mantissa == 7:
        return np.nan
    if exponent == 0:
        return sign * mantissa * 2.0 ** -9
    return sign * (1 + mantissa / 8) * 2.0 ** (exponent - 7)


E4M3 = np.array([_e4m3(bits) for bits in range(256)])


class Kind:
    """A type: `stored` is NumPy's in memory, `epsilon` the distance from 1 to
    the next number, 0 for integers."""

    def __init__(self, name, stored, epsilon):
        self.name, self.stored = name, np.dtype(stored)
        self.epsilon = epsilon
        self.signed = self.stored.kind == "i" or epsilon > 0

    def store(self, values):
        values = np.asarray(values)
        if self.name == "bf16":
            bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
            low = bits >> 16 & 1
            return ((bits + 0x7fff + low) >> 16).astype(np.uint16)
        if self.name == "f8_e4m3":
            order = np.argsort(E4M3[:127], kind="stable")
            sizes = E4M3[:127][order]
            size = np.clip(np.abs(values.astype(np.float64)), 0, sizes[-1])
            at = np.clip(np.searchsorted(sizes, size), 1, len(sizes) - 1)
            below, above = size - sizes[at - 1], sizes[at] - size
            up = (above < below) | ((above == below) & (order[at] % 2 == 0))
            bits = np.where(up, order[at], order[at - 1])
            return (bits | np.where(np.signbit(values), 0x80, 0)).astype(np.uint8)
        return values.astype(self.stored)

    def load(self, stored):
        """As double, or as itself where it is an integer."""
        if self.name == "bf16":
            return (stored.astype(np.uint32) << 16).view(np.float32).astype(
                np.float64)
        if self.name == "f8_e4m3":
            return E4M3[stored]
        return stored.astype(np.float64) if self.epsilon else stored

    def round(self, values):
        return self.load(self.store(values))


KINDS = {kind.name: kind for kind in (
    Kind("f64", np.float64, 2.0 ** -52), Kind("f32", np.float32, 2.0 ** -23),
    Kind("f16", np.float16, 2.0 ** -10), Kind("bf16", np.uint16, 2.0 ** -7),
    Kind("f8_e4m3", np.uint8, 2.0 ** -3), Kind("u8", np.uint8, 0),
    Kind("u32", np.uint32, 0), Kind("i16", np.int16, 0),
    Kind("i32", np.int32, 0), Kind("i64", np.int64, 0))}


def farthest(kind, found, want, steps, floor=1.0):
    """Where `found` is off by more than so many steps of its type, or -1."""
    found, want = kind.load(found).ravel(), np.asarray(want).ravel()
    if not kind.epsilon:
        bad = found != want.astype(kind.stored)
    else:
        size = np.maximum(np.abs(want), floor)
        bad = ~(np.abs(found - want) <= steps * kind.epsilon * size)
        bad &= ~(np.isnan(found) & np.isnan(want))
    return int(np.argmax(bad)) if bad.any() else -1


class Wrong(Exception):
    pass


def compare(kind, found, want, steps, what):
    at = farthest(kind, found, want, steps)
    if at >= 0:
        raise Wrong(f"{what}: element {at} is "
                    f"{kind.load(found).ravel()[at]}, not "
                    f"{np.asarray(want).ravel()[at]}")
