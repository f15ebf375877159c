# SPDX-License-Identifier: Apache-2.0
"""candle's kernels of quantised matrices: of quantized.cu and mmvq_gguf.cu.

What is compared is exact: quants.py says why.
"""
import numpy as np

from kinds import KINDS, Wrong, compare
from quants import FORMATS, PADDED, activations, q8_1_of, small, weights

FORMAT = f"({'|'.join(FORMATS)})".replace("k", "[kK]")
F32 = KINDS["f32"]
COLUMNS = 768  # three large blocks, and rows that are padded
INT = np.int32


def rounded_up(number, step):
    return -(-number // step) * step


def with_room(blocks, rows, more):
    """Weights with so many rows more, which are read, but not used: by kernels
    that compute two rows at once, or go through a row by 512 numbers."""
    return np.concatenate([blocks, np.zeros(blocks.size // rows * more,
                                            np.uint8)])


def check_dequantize(run, random, name, kind):
    name, kind = name.lower(), KINDS[kind]
    numbers = FORMATS[name][0]
    rows = 11 if numbers == 32 else 3
    blocks, want = weights(random, name, rows, numbers)
    out = kind.store(np.zeros(want.shape))
    if name in ("q5_0", "q5_1"):
        run([blocks, out, INT(want.size)], grid=(-(-want.size // 512),),
            block=256)
    elif numbers == 32:
        run([blocks, out, INT(rows)], grid=(-(-rows // 8),), block=32)
    else:
        block = 32 if name in ("q4_k", "q8_k") else 64
        run([blocks, out], grid=(rows,), block=block)
    compare(kind, out, kind.round(want), 0, "blocks")


def check_get_rows(run, random, name):
    rows, picked = 7, np.array([3, 0, 6, 3], np.uint32)
    if name in KINDS:
        kind, width = KINDS[name], COLUMNS
        x = kind.round(random.uniform(-4, 4, (rows, COLUMNS)))
        table, stride = kind.store(x), COLUMNS * kind.stored.itemsize
    else:
        numbers, size = FORMATS[name.lower()][:2]
        table, x = weights(random, name.lower(), rows, COLUMNS)
        stride, width = COLUMNS // numbers * size, COLUMNS
    large = name[-1] in "kK"
    if large:
        grid = (len(picked), COLUMNS // 256)
        block = 32 if name[1] == "4" else 64
    else:
        grid, block = (len(picked), -(-COLUMNS // 512)), 256
    out = np.zeros((len(picked), width), np.float32)
    run([table, picked, out, np.int64(width), np.uint64(stride)], grid=grid,
        block=block)
    compare(F32, out, x[picked], 0, "rows")


def check_dequantize_mul(run, random, name):
    rows = 5
    blocks, w = weights(random, name.lower(), rows, COLUMNS)
    x = activations(random, 1, COLUMNS)[0]
    out = np.zeros(rows, np.float32)
    sizes = [INT(COLUMNS)] + [INT(rows)] * (name != "q5_k")
    run([blocks, x, out, *sizes], grid=(rows,), block=(32, 1))
    compare(F32, out, w @ x[0].astype(np.float64), 0, "rows")


def check_mul_vec(run, random, name, count):
    count, rows = int(count), 5
    blocks, w = weights(random, name.lower(), rows, COLUMNS)
    _, y, x = activations(random, count, COLUMNS)
    out = np.zeros((count, rows + 1), np.float32)
    at_once = 1 if count == 1 else 2
    run([with_room(blocks, rows, 1), y, out, INT(COLUMNS), INT(rows),
         INT(rounded_up(COLUMNS, PADDED)), INT(rows + 1)],
        grid=(-(-rows // at_once),), block=(32, 4 if count <= 4 else 2))
    compare(F32, out[:, :rows], x @ w.T, 0, "rows")


def check_mmvq(run, random, name, kind, count):
    kind, count, rows = KINDS[kind], int(count), 5
    blocks, w = weights(random, name, rows, COLUMNS)
    _, y, x = activations(random, count, COLUMNS)
    out = kind.store(np.full((count, rows + 2), 7.0))
    at_once = 1 if count == 1 else 2
    run([with_room(blocks, rows, 1), y, out, INT(COLUMNS), INT(rows),
         INT(rounded_up(COLUMNS, PADDED) // 32), INT(rows + 2)],
        grid=(-(-rows // at_once),), block=(32, 4 if count <= 4 else 2))
    want = np.full((count, rows + 2), 7.0)  # what lies behind stays
    want[:, :rows] = x @ w.T
    compare(kind, out, kind.round(want), 0, "rows")


def check_quantize(run, random, kind):
    kind, rows = KINDS[kind or "f32"], 3
    x = small(random, rows, COLUMNS, 32) / 64
    padded = rounded_up(COLUMNS, PADDED)
    want = q8_1_of(x)
    out = np.full_like(want, 99)
    run([kind.store(x), out, INT(COLUMNS), INT(padded)],
        grid=(-(-padded // 256), rows), block=256)
    compare(KINDS["u8"], out, want, 0, "bytes")


def check_mul_mat(run, random, name):
    name, rows, count = name.lower(), 131, 67
    blocks, w = weights(random, name, rows, COLUMNS)
    _, y, x = activations(random, count, COLUMNS)
    out = np.full((count + 1, rows), 7, np.float32)
    wide = 128 if name in ("q5_0", "q5_1", "q8_0", "q3_k") else 64
    high = 64 if name in ("q5_0", "q5_1", "q8_0", "q6_k") else 128
    run([with_room(blocks, rows, 1), y, out, INT(COLUMNS), INT(rows), INT(count),
         INT(rounded_up(COLUMNS, PADDED)), INT(rows)],
        grid=(-(-rows // high), -(-count // wide)), block=(32, 4))
    compare(F32, out[:count], x @ w.T, 0, "matrix")
    if (out[count:] != 7).any():
        raise Wrong("it writes behind the matrix")


def check_indexed(run, random, name):
    name = name if "_" in name else f"{name[:2]}_k"
    experts, rows, batch, top = 4, 5, 3, 2
    numbers, size, values, _ = FORMATS[name]
    blocks, _ = weights(random, name, experts * rows, COLUMNS)
    chosen = random.integers(0, experts, (batch, top)).astype(np.uint32)
    # candle takes every expert's blocks to have 256 numbers, q8_0's too.
    stride = rows * COLUMNS // 256 * size
    for inputs in (1, top):
        _, y, x = activations(random, batch * inputs, COLUMNS)
        out = np.zeros((batch, top, rows), np.float32)
        want = np.zeros(out.shape)
        for at in np.ndindex(batch, top):
            start = int(chosen[at]) * stride
            part = blocks[start:start + rows * COLUMNS // numbers * size]
            w = values(part.reshape(-1, size)).reshape(rows, COLUMNS)
            want[at] = w @ x[at[0] * inputs + (at[1] if inputs > 1 else 0)]
        run([blocks, y, chosen, out, INT(rows), INT(COLUMNS), INT(batch),
             INT(top), INT(rounded_up(COLUMNS, PADDED)), INT(inputs)],
            grid=(rows, batch, top), block=(32, 4))
        compare(F32, out, want, 0, f"{inputs} inputs")


FAMILIES = (
    (f"dequantize_block_{FORMAT}_(f32|f16)", check_dequantize),
    (f"get_rows_({FORMAT[1:-1]}|f32|f16|bf16)", check_get_rows),
    (f"dequantize_mul_mat_vec_{FORMAT}(?:_cuda)?", check_dequantize_mul),
    (f"mul_mat_vec_{FORMAT}_q8_1_cuda([1-8])", check_mul_vec),
    (f"mmvq_gguf_{FORMAT}_(bf16|f16|f32)_plain_cuda([1-8])", check_mmvq),
    ("(?:mmvq_gguf_)?quantize_q8_1(?:_(bf16|f16|f32))?", check_quantize),
    (f"mul_mat_{FORMAT}", check_mul_mat),
    ("indexed_moe_forward_(q[2-6]k|q8_0)_q8_1", check_indexed))
