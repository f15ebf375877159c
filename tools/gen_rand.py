#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes include/quern/rand/jumps.inc: how the generators XORWOW and MRG32k3a go
many steps ahead at once. A step is linear, so 2^i steps are a polynomial of one
step: x^(2^i) modulo the characteristic polynomial, whose coefficients these are.

  gen_rand.py           rewrite it
  gen_rand.py --check   fail when it is not what would be written
"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "include/quern/rand/jumps.inc"
MASK = 0xffffffff
XORWOW_BITS = 160
# Powers that are asked for: of an offset of 64 bits, and of a number of
# subsequences of 64 bits, which are 2^67 and 2^76 (2^127) steps long.
XORWOW_POWERS = 67 + 64
MRG_POWERS = 127 + 64
MRG = [(4294967087, 0, 1403580, -810728), (4294944443, 527612, 0, -1370589)]


# ---- XORWOW: polynomials over two elements, as bits of a number

def xorwow_bits(count):
    v = [1, 2, 3, 4, 5]
    for _ in range(count):
        t = v[0] ^ (v[0] >> 2)
        v = v[1:] + [(v[4] ^ (v[4] << 4) ^ t ^ (t << 1)) & MASK]
        yield v[4] & 1


def minimal_polynomial(bits):
    """By Berlekamp and Massey; of what the bits satisfy."""
    bits = list(bits)
    current, before, length, shift = 1, 1, 0, 1
    for n, _ in enumerate(bits):
        odd = 0
        for i in range(length + 1):
            odd ^= (current >> i & 1) & bits[n - i]
        if not odd:
            shift += 1
        elif 2 * length <= n:
            current, before, length, shift = (current ^ (before << shift),
                                              current, n + 1 - length, 1)
        else:
            current ^= before << shift
            shift += 1
    # Of the recurrence the coefficients run the other way.
    return int(format(current, f"0{length + 1}b")[::-1], 2), length


def square(x, modulus):
    out = 0
    for i in range(x.bit_length()):
        if x >> i & 1:
            out |= 1 << 2 * i
    while out.bit_length() > XORWOW_BITS:
        out ^= modulus << (out.bit_length() - modulus.bit_length())
    return out


def xorwow():
    modulus, length = minimal_polynomial(xorwow_bits(4 * XORWOW_BITS))
    assert length == XORWOW_BITS and modulus.bit_length() == length + 1
    power = 2 # x
    for _ in range(XORWOW_POWERS):
        yield [power >> 32 * i & MASK for i in range(5)]
        power = square(power, modulus)


# ---- MRG32k3a: x^3 = a x^2 + b x + c, modulo a prime

def multiply(p, q, component):
    prime, *factors = component
    out = [0] * 5
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            out[i + j] += a * b
    for degree in (4, 3):
        for i, factor in enumerate(factors): # of x^2, x and 1
            out[degree - 1 - i] += out[degree] * factor
        out[degree] = 0
    return [value % prime for value in out[:3]]


def mrg():
    powers = [[0, 1, 0], [0, 1, 0]]
    for _ in range(MRG_POWERS):
        yield powers[0] + powers[1]
        powers = [multiply(p, p, c) for p, c in zip(powers, MRG)]


def rows(all_rows):
    return "".join("  {" + ", ".join(f"0x{word:08x}u" for word in row) + "},\n"
                   for row in all_rows)


def text():
    return ("// SPDX-License-Identifier: Apache-2.0\n"
            "// Made by tools/gen_rand.py: 2^i steps at once, as polynomials "
            "of one step.\n"
            "// clang-format off\n"
            f"QN_RAND_TABLE(qn_rand_xorwow_jumps, {XORWOW_POWERS}, 5) = {{\n"
            f"{rows(xorwow())}}};\n"
            f"QN_RAND_TABLE(qn_rand_mrg_jumps, {MRG_POWERS}, 6) = {{\n"
            f"{rows(mrg())}}};\n")


def main():
    stale = not TARGET.exists() or TARGET.read_text() != text()
    if "--check" in sys.argv:
        if stale:
            print(f"{TARGET.relative_to(ROOT)}: not what tools/gen_rand.py "
                  "writes")
        return 1 if stale else 0
    if stale:
        TARGET.parent.mkdir(parents=True, exist_ok=True)
        TARGET.write_text(text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
