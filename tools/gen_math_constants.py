#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the headers of mathematical constants, which CUDA and HIP name alike:
include/cuda/math_constants.h (CUDART_*), include/hip/hip_math_constants.h
(HIP_*). Values are computed: NAME is the nearest number, NAME_HI and NAME_LO the
two nearest whose sum is the constant.

usage: gen_math_constants.py [--check]
"""
import struct
import sys
from decimal import Decimal, getcontext
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent / "include"
getcontext().prec = 60
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
LN2 = Decimal(2).ln()
LN10 = Decimal(10).ln()
HALF = Decimal("0.5")
REAL = {
    "SQRT_HALF": HALF.sqrt(), "SQRT_TWO": Decimal(2).sqrt(),
    "THIRD": Decimal(1) / 3, "PIO4": PI / 4, "PIO2": PI / 2,
    "3PIO4": 3 * PI / 4, "2_OVER_PI": 2 / PI, "PI": PI,
    "SQRT_2PI": (2 * PI).sqrt(), "L2E": 1 / LN2, "L2T": LN10 / LN2,
    "LG2": LN2 / LN10, "LGE": 1 / LN10, "LN2": LN2, "LNT": LN10,
    "LNPI": PI.ln(),
}
FLOAT_ONLY = {"SQRT_2_OVER_PI": (2 / PI).sqrt()}
DOUBLE_ONLY = {
    "TWOTHIRD": Decimal(2) / 3, "SQRT_PIO2": (PI / 2).sqrt(),
    "SQRT_2OPI": (2 / PI).sqrt(), "LN2_X_1024": LN2 * 1024,
    "LN2_X_1025": LN2 * 1025, "LN2_X_1075": LN2 * 1075,
    "LG2_X_1024": LN2 / LN10 * 1024, "LG2_X_1075": LN2 / LN10 * 1075,
}
IN_TWO = ["SQRT_HALF", "PIO4", "PIO2", "PI", "SQRT_2PI", "SQRT_PIO2", "L2E",
          "LG2", "LGE", "LN2", "LNT"]
BITS_FLOAT = {"INF": 0x7f800000, "NAN": 0x7fffffff, "MIN_DENORM": 1,
              "MAX_NORMAL": 0x7f7fffff, "NEG_ZERO": 0x80000000}
BITS_DOUBLE = {"INF": 0x7ff << 52, "NAN": 0xfff8 << 48, "NEG_ZERO": 1 << 63,
               "MIN_DENORM": 1}


def single(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def number(value, digits):
    text = f"{value:.{digits}g}"
    text += "" if "." in text or "e" in text else ".0"
    return f"({text})" if value < 0 else text


def floats(p):
    for name, bits in BITS_FLOAT.items():
        yield f"{p}{name}_F", f"__int_as_float((int)0x{bits:08x})"
    yield f"{p}ZERO_F", "0.0f"
    yield f"{p}ONE_F", "1.0f"
    for name, value in {**REAL, **FLOAT_ONLY}.items():
        if name != "SQRT_2PI":
            yield f"{p}{name}_F", number(single(float(value)), 9) + "f"
    high = single(float(REAL["SQRT_HALF"]))
    low = single(float(REAL["SQRT_HALF"] - Decimal(high)))
    yield f"{p}SQRT_HALF_HI_F", number(high, 9) + "f"
    yield f"{p}SQRT_HALF_LO_F", number(low, 9) + "f"
    for name, value in {"TWO_TO_M126": 2.0 ** -126, "TWO_TO_126": 2.0 ** 126,
                        "NORM_HUGE": single(3.402823466e38), "TWO_TO_23": 2.0 ** 23,
                        "TWO_TO_24": 2.0 ** 24, "TWO_TO_31": 2.0 ** 31,
                        "TWO_TO_32": 2.0 ** 32}.items():
        yield f"{p}{name}_F", number(value, 9) + "f"
    yield f"{p}REMQUO_BITS_F", "3u"
    yield f"{p}REMQUO_MASK_F", f"(~((~0u) << {p}REMQUO_BITS_F))"
    yield f"{p}TRIG_PLOSS_F", "105615.0f"


def doubles(p):
    for name, bits in BITS_DOUBLE.items():
        yield f"{p}{name}", f"__longlong_as_double((long long)0x{bits:016x})"
    yield f"{p}ZERO", "0.0"
    yield f"{p}ONE", "1.0"
    for name, value in {**REAL, **DOUBLE_ONLY}.items():
        yield f"{p}{name}", number(float(value), 17)
        if name in IN_TWO:
            yield f"{p}{name}_HI", number(float(value), 17)
            low = float(value - Decimal(float(value)))
            yield f"{p}{name}_LO", number(low, 17)
    for name, power in {"TWO_TO_23": 23, "TWO_TO_52": 52, "TWO_TO_53": 53,
                        "TWO_TO_54": 54, "TWO_TO_M54": -54,
                        "TWO_TO_M1022": -1022}.items():
        yield f"{p}{name}", number(2.0 ** power, 17)
    yield f"{p}TRIG_PLOSS", "2147483648.0"
    yield f"{p}DBL2INT_CVT", number(1.5 * 2.0 ** 52, 17)


def header(guard, theirs, prefix, whose):
    rows = [*floats(prefix), *doubles(prefix)]
    defines = "".join(f"#define {name} {value}\n" for name, value in rows)
    return f"""// SPDX-License-Identifier: Apache-2.0
//
// {whose} names for mathematical constants; made by tools/gen_math_constants.py.
// clang-format off
#ifndef {guard}
#define {guard}
#ifndef {theirs}
#define {theirs}
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#ifdef __QUERN__
#include <quern/device/prelude.h>
#endif

{defines}
#endif
"""


def main():
    stale = []
    for path, *words in (
            ("cuda/math_constants.h", "QUERN_CUDA_MATH_CONSTANTS_H",
             "__MATH_CONSTANTS_H__", "CUDART_", "CUDA's"),
            ("hip/hip_math_constants.h", "QUERN_HIP_HIP_MATH_CONSTANTS_H",
             "HIP_MATH_CONSTANTS_H", "HIP_", "HIP's")):
        text = header(*words)
        if "--check" not in sys.argv:
            (ROOT / path).write_text(text)
        elif (ROOT / path).read_text() != text:
            stale.append(path)
    if stale:
        sys.exit(f"run tools/gen_math_constants.py: {' '.join(stale)} differ")


if __name__ == "__main__":
    main()
