# SPDX-License-Identifier: Apache-2.0
"""Numbers as ggml's types hold them: bytes to values and back, exactly."""
import math
import struct

CODES = {"f32": "f", "f64": "d", "f16": "e", "i8": "b", "i16": "h", "i32": "i",
         "i64": "q", "u8": "B", "u16": "H", "u32": "I"}
SIZES = {"f32": 4, "f64": 8, "f16": 2, "bf16": 2, "i8": 1, "i16": 2, "i32": 4,
         "i64": 8, "u8": 1, "u16": 2, "u32": 4}
REAL = {"f32", "f64", "f16", "bf16"}


def limits(dtype):
    bits = 8 * SIZES[dtype]
    if dtype[0] == "u":
        return 0, (1 << bits) - 1
    return -(1 << bits - 1), (1 << bits - 1) - 1


def wrap(dtype, value):
    """An integer of any size as the type's arithmetic, which wraps, has it."""
    least, most = limits(dtype)
    return (value - least) % (most - least + 1) + least


def to_f32(value):
    try:
        return struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def bf16_bits(value):
    """To the nearest, ties to even. `value` is one that f32 holds."""
    if value != value:
        return 0x7fff
    bits = struct.unpack("I", struct.pack("f", value))[0]
    return (bits + 0x7fff + (bits >> 16 & 1)) >> 16


def rounded(dtype, value):
    """The type's number that is nearest to one of f32 (or f64, for f64)."""
    if dtype == "f64":
        return value
    value = to_f32(value)
    if dtype == "f32":
        return value
    if dtype == "bf16":
        return struct.unpack("f", struct.pack("I", bf16_bits(value) << 16))[0]
    try:
        return struct.unpack("e", struct.pack("e", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def pack(dtype, values):
    if dtype == "bf16":
        return struct.pack(f"{len(values)}H", *map(bf16_bits, values))
    return struct.pack(f"{len(values)}{CODES[dtype]}", *values)


def unpack(dtype, raw):
    count = len(raw) // SIZES[dtype]
    if dtype == "bf16":
        words = struct.unpack(f"{count}H", raw)
        return list(struct.unpack(f"{count}f", struct.pack(
            f"{count}I", *(word << 16 for word in words))))
    return list(struct.unpack(f"{count}{CODES[dtype]}", raw))


# ---- Quantized blocks, number by number. Written from the formats' description
# (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md names them), in
# another way than kernels/quants.h: by a table of all numbers of a block.

def half(raw, at):
    return struct.unpack_from("<e", raw, at)[0]


def nibbles(raw):
    """All low ones, then all high ones."""
    return [b & 15 for b in raw] + [b >> 4 for b in raw]


def by_layers(raw, bits):
    """Fields of `bits` bits: all lowest ones of `raw`, then the next ones."""
    return [b >> shift & (1 << bits) - 1
            for shift in range(0, 8, bits) for b in raw]


def q4_0(raw):
    d = half(raw, 0)
    return [d * (q - 8) for q in nibbles(raw[2:])]


def q4_1(raw):
    d, m = half(raw, 0), half(raw, 2)
    return [d * q + m for q in nibbles(raw[4:])]


def fifth_bits(raw):
    word = int.from_bytes(raw, "little")
    return [word >> i & 1 for i in range(32)]


def q5_0(raw):
    d = half(raw, 0)
    return [d * (q + 16 * h - 16)
            for q, h in zip(nibbles(raw[6:]), fifth_bits(raw[2:6]))]


def q5_1(raw):
    d, m = half(raw, 0), half(raw, 2)
    return [d * (q + 16 * h) + m
            for q, h in zip(nibbles(raw[8:]), fifth_bits(raw[4:8]))]


def q8_0(raw):
    d = half(raw, 0)
    return [d * q for q in struct.unpack_from("32b", raw, 2)]


def q2_k(raw):
    scales, d, m = raw[:16], half(raw, 80), half(raw, 82)
    q = by_layers(raw[16:48], 2) + by_layers(raw[48:80], 2)
    return [d * (scales[i // 16] & 15) * q[i] - m * (scales[i // 16] >> 4)
            for i in range(256)]


def q3_k(raw):
    high = by_layers(raw[:32], 1)
    q = by_layers(raw[32:64], 2) + by_layers(raw[64:96], 2)
    packed, d = raw[96:108], half(raw, 108)
    low = nibbles(packed[:8])
    upper = by_layers(packed[8:], 2)
    return [d * (low[i // 16] + 16 * upper[i // 16] - 32) *
            (q[i] - (0 if high[i] else 4)) for i in range(256)]


def six_bits(raw):
    """Eight scales and eight minima in twelve bytes."""
    scales = [b & 63 for b in raw[:4]]
    minima = [b & 63 for b in raw[4:8]]
    for i in range(4):
        scales.append(raw[8 + i] % 16 + (raw[i] >> 6) * 16)
        minima.append(raw[8 + i] // 16 + (raw[4 + i] >> 6) * 16)
    return scales, minima


def q4_k(raw):
    d, m = half(raw, 0), half(raw, 2)
    scales, minima = six_bits(raw[4:16])
    q = [n for at in range(16, 144, 32) for n in nibbles(raw[at:at + 32])]
    return [d * scales[i // 32] * q[i] - m * minima[i // 32]
            for i in range(256)]


def q5_k(raw):
    d, m = half(raw, 0), half(raw, 2)
    scales, minima = six_bits(raw[4:16])
    high = by_layers(raw[16:48], 1)
    q = [n for at in range(48, 176, 32) for n in nibbles(raw[at:at + 32])]
    return [d * scales[i // 32] * (q[i] + 16 * high[i]) - m * minima[i // 32]
            for i in range(256)]


def q6_k(raw):
    low = nibbles(raw[:64]) + nibbles(raw[64:128])
    high = by_layers(raw[128:160], 2) + by_layers(raw[160:192], 2)
    scales, d = struct.unpack_from("16b", raw, 192), half(raw, 208)
    return [d * scales[i // 16] * (low[i] + 16 * high[i] - 32)
            for i in range(256)]


# Bytes and numbers of a block, where its halves lie, and how it is read.
QUANTS = {
    "q4_0": (18, 32, (0,), q4_0), "q4_1": (20, 32, (0, 2), q4_1),
    "q5_0": (22, 32, (0,), q5_0), "q5_1": (24, 32, (0, 2), q5_1),
    "q8_0": (34, 32, (0,), q8_0), "q2_K": (84, 256, (80, 82), q2_k),
    "q3_K": (110, 256, (108,), q3_k), "q4_K": (144, 256, (0, 2), q4_k),
    "q5_K": (176, 256, (0, 2), q5_k), "q6_K": (210, 256, (208,), q6_k),
}


def random_block(dtype, random):
    """A block of any bits, but with scales that are ordinary numbers."""
    size, _, halves, _ = QUANTS[dtype]
    raw = bytearray(random.randbytes(size))
    for at in halves:
        struct.pack_into("<e", raw, at, random.uniform(-0.1, 0.1))
    return bytes(raw)
