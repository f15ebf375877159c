# SPDX-License-Identifier: Apache-2.0
"""Launches of examples/demo.cu, in the form of the "// RUN:" lines."""
import random
import struct


def write_inputs(folder):
    """The files that the launches name; the same on every run."""
    source = random.Random(7)
    numbers = [source.uniform(-4, 4) for _ in range(4096)]
    for name, form in (("x.f32", "f"), ("x.f64", "d"), ("x.f16", "e")):
        data = struct.pack(f"<{len(numbers)}{form}", *numbers)
        (folder / name).write_bytes(data)
        (folder / f"h{name}").write_bytes(data[:len(data) // 4])
    (folder / "x.i32").write_bytes(
        struct.pack("<4096i", *(int(n * 1e6) for n in numbers)))
    (folder / "x.u8").write_bytes(bytes(source.randrange(256)
                                        for _ in range(4096)))


RUNS = [
    {"kernel": "saxpy", "grid": "16", "block": "256",
     "args": "i32=4000 f32=2.5 f32[4096]=@x.f32 f32[4096]=iota"},
    {"kernel": "_Z9block_sumIfEviPKT_PS0_", "grid": "5", "block": "128",
     "shared": "512", "args": "i32=4096 f32[4096]=@x.f32 f32[5]=zero"},
    {"kernel": "_Z9block_sumIdEviPKT_PS0_", "grid": "5", "block": "128",
     "shared": "1024", "args": "i32=4096 f64[4096]=@x.f64 f64[5]=zero"},
    {"kernel": "_Z9block_sumIiEviPKT_PS0_", "grid": "5", "block": "128",
     "shared": "512", "args": "i32=4096 i32[4096]=@x.i32 i32[5]=zero"},
    {"kernel": "histogram", "grid": "3", "block": "128",
     "args": "i32=4096 u8[4096]=@x.u8 u32[256]=zero"},
    {"kernel": "softmax_rows", "grid": "4", "block": "64",
     "args": "i32=8 i32=100 f32[4096]=@x.f32 f32[4096]=zero"},
    {"kernel": "blur", "grid": "4,4", "block": "16,16",
     "args": "{i32=60,i32=50,f32=0.75} f32[4096]=@x.f32 f32[4096]=zero"},
    {"kernel": "_Z6matmulIfLi16EEviPKT_S2_PS0_", "grid": "2,2",
     "block": "16,16", "args": "i32=32 f32[1024]=@hx.f32 f32[1024]=iota "
     "f32[1024]=zero"},
    {"kernel": "_Z6matmulI6__halfLi16EEviPKT_S3_PS1_", "grid": "2,2",
     "block": "16,16", "args": "i32=32 f16[1024]=@hx.f16 f16[1024]=@hx.f16 "
     "f16[1024]=zero"},
    {"kernel": "_ZN4demo5scaleEifPf", "grid": "4", "block": "256",
     "args": "i32=1000 f32=0.1 f32[1024]=@hx.f32"},
    {"kernel": "_ZN4demo5scaleEidPd", "grid": "4", "block": "256",
     "args": "i32=1000 f64=0.1 f64[1024]=@hx.f64"},
]
