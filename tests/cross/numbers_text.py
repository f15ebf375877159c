# SPDX-License-Identifier: Apache-2.0
"""Arguments as `quern run` takes them: text to bytes, and comparisons."""
import math
import struct

FORMATS = {"i8": "b", "u8": "B", "i16": "h", "u16": "H", "i32": "i",
           "u32": "I", "i64": "q", "u64": "Q", "f16": "e", "bf16": "H",
           "f32": "f", "f64": "d"}
REALS = {"f16", "bf16", "f32", "f64"}


def size_of(kind):
    return struct.calcsize("<" + FORMATS[kind])


def encode(kind, value):
    """One number, wrapped around or rounded to its type."""
    if kind == "bf16":
        bits = struct.unpack("<I", struct.pack("<f", value))[0]
        return struct.pack("<H", (bits + 0x7fff + (bits >> 16 & 1)) >> 16)
    if kind in REALS:
        return struct.pack("<" + FORMATS[kind], float(value))
    size = size_of(kind)
    return (int(value) % (1 << 8 * size)).to_bytes(size, "little")


def decode(kind, data):
    """All elements of a buffer."""
    count = len(data) // size_of(kind)
    numbers = struct.unpack(f"<{count}{FORMATS[kind]}", data)
    if kind != "bf16":
        return numbers
    return [struct.unpack("<f", struct.pack("<I", n << 16))[0]
            for n in numbers]


def number(kind, text):
    return float(text) if kind in REALS else int(text, 0)


def contents(kind, count, how, folder):
    """A buffer's bytes: zero, iota, fill:VALUE or @file."""
    if how == "zero":
        return bytes(count * size_of(kind))
    if how == "iota":
        return b"".join(encode(kind, i) for i in range(count))
    if how.startswith("fill:"):
        return encode(kind, number(kind, how[5:])) * count
    if how.startswith("@"):
        return (folder / how[1:]).read_bytes()
    raise ValueError(f"contents '{how}' are not for this test")


class Argument:
    """One word: `bytes` is the value, or the buffer when `kind` has a count."""

    def __init__(self, word, folder):
        self.word, self.folder = word, folder
        self.is_buffer, self.expected, self.tolerance = False, None, 0.0
        if word.startswith("{"):
            self.kind, self.bytes = None, self.struct(word[1:-1])
            return
        name, _, rest = word.partition("=")
        if "[" not in name:
            self.kind, self.bytes = name, encode(name, number(name, rest))
            return
        self.is_buffer = True
        self.kind, count = name[:-1].split("[")
        self.count = int(count)
        how, *options = rest.split(",")
        self.bytes = contents(self.kind, self.count, how, folder)
        for option in options:
            self.option(*option.split("=", 1))

    def option(self, name, value):
        if name == "tol":
            self.tolerance = float(value)
        else:
            self.expected = contents(self.kind, self.count, value, self.folder)

    @staticmethod
    def struct(text):
        out, alignment = b"", 1
        for member in text.split(","):
            kind, value = member.split("=")
            size = size_of(kind)
            out += bytes(-len(out) % size) + encode(kind, number(kind, value))
            alignment = max(alignment, size)
        return out + bytes(-len(out) % alignment)


def differs(kind, got, wanted, tolerance):
    """None, or which element is not as wanted. Integers compare by bits."""
    if got == wanted:
        return None
    for i, (a, b) in enumerate(zip(decode(kind, got), decode(kind, wanted))):
        if a == b or (math.isnan(a) and math.isnan(b)):
            continue
        if kind in REALS and abs(a - b) <= tolerance * max(1.0, abs(b)):
            continue
        return f"element {i} is {a}, expected {b}"
    return None if len(got) == len(wanted) else "sizes differ"
