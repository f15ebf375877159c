# SPDX-License-Identifier: Apache-2.0
"""candle's host functions that launch kernels, called as Rust calls them: from
a shared library that `quern cc` makes of the file.

As in matrices.py, the numbers are such that sums are exact.
"""
import ctypes

import numpy as np

from kinds import KINDS, Wrong, compare
from matrices import rounded_up, with_room
from quants import FORMATS, PADDED, activations, q8_1_of, small, weights

F32 = KINDS["f32"]
EXPERTS, TOP = 6, 2
# Which expert each token asks for, twice: one for nobody, one for more than a
# tile's 32 rows.
TOKENS = [(0, 1)] * 20 + [(5, 0)] * 17 + [(2, 4)] * 3 + [(0, 5)]
GGUF = ("q8_0", "q4_k", "q2_k", "q3_k", "q5_k", "q6_k")  # by candle's number


class Library:
    def __init__(self, device, path):
        self.device, self.library = device, ctypes.CDLL(str(path))

    def attribute(self, number):
        value = ctypes.c_int()
        self.device.call("cudaDeviceGetAttribute", ctypes.byref(value), number,
                         0)
        return value.value

    def __call__(self, name, *arguments):
        """Arrays are copied there and back; None is a null pointer; int is
        `int`, NumPy's int64 and bool themselves."""
        values, copies = [], []
        for argument in arguments:
            if isinstance(argument, np.ndarray):
                copies.append((self.device.to_device(argument), argument))
                values.append(copies[-1][0])
            elif isinstance(argument, np.int64):
                values.append(ctypes.c_int64(int(argument)))
            elif isinstance(argument, bool):
                values.append(ctypes.c_bool(argument))
            else:
                values.append(ctypes.c_void_p() if argument is None
                              else ctypes.c_int(argument))
        getattr(self.library, name)(*values)
        self.device.call("hipDeviceSynchronize")
        self.device.call("hipGetLastError")
        for address, array in copies:
            self.device.back(address, array)


class Mixture:
    """Pairs of a token and an expert, sorted by expert."""

    def __init__(self, random, weighted, columns, group):
        experts = np.array(TOKENS, np.int32).ravel()
        self.order = np.argsort(experts, kind="stable").astype(np.int32)
        self.sorted, self.experts = experts[self.order], experts
        self.count = len(experts)
        self.scale = random.integers(1, 16, self.count).astype(
            np.float32) / 16 if weighted else None
        rows = self.count if weighted else len(TOKENS)
        self.inputs = small(random, rows, columns, group) / 8

    def outputs(self, matrices):
        out = np.empty((self.count, matrices.shape[1]))
        for pair, expert in enumerate(self.experts):
            row = pair if self.scale is not None else pair // TOP
            out[pair] = matrices[expert] @ self.inputs[row]
            if self.scale is not None:
                out[pair] *= self.scale[pair]
        return out


def as_candle_halves(values):
    """candle writes a half's bits as a number: moe_utils.cuh converts to
    uint16_t, and that to half."""
    return values.astype(np.float16).view(np.uint16).astype(np.float64)


def check_moe_wmma(call, random):
    rows, columns = 70, 72
    for number, kind in enumerate((KINDS["f16"], KINDS["bf16"])):
        for weighted in (False, True):
            for prefill in (False, True):
                mix = Mixture(random, weighted, columns, 8)
                w = random.integers(-7, 8, (EXPERTS, rows, columns)) / 4.0
                out = kind.store(np.zeros((mix.count, rows)))
                call("moe_gemm_wmma", kind.store(mix.inputs), kind.store(w),
                     mix.order, mix.sorted, mix.scale, out,
                     np.zeros(EXPERTS, np.int32),
                     np.zeros(EXPERTS + 1, np.int32), EXPERTS, TOP, mix.count,
                     rows, columns, number, prefill, None)
                want = mix.outputs(w)
                if kind.name == "f16":
                    want = as_candle_halves(want)
                compare(kind, out, kind.round(want), 0,
                        f"{kind.name} {weighted} {prefill}")
                yield


def expert_weights(random, name, rows, columns):
    blocks, w = weights(random, name, EXPERTS * rows, columns)
    return blocks, w.reshape(EXPERTS, rows, columns)


def check_moe_gguf(call, random):
    rows, columns = 10, 768
    for number, name in enumerate(GGUF):
        for weighted in (False, True):
            mix = Mixture(random, weighted, columns, 32)
            blocks, w = expert_weights(random, name, rows, columns)
            out = np.zeros((mix.count, rows), np.float32)
            call("moe_gemm_gguf", mix.inputs.astype(np.float32), blocks,
                 mix.order, mix.sorted, mix.scale, out, EXPERTS, TOP,
                 mix.count, rows, columns, number, None)
            compare(F32, out, F32.round(mix.outputs(w)), 0,
                    f"{name} {weighted}")
            yield


def check_moe_wmma_gguf(call, random):
    rows, columns = 70, 512
    for which, kind in enumerate((KINDS["f16"], KINDS["bf16"])):
        for number, name in enumerate(GGUF):
            for weighted in (False, True):
                mix = Mixture(random, weighted, columns, 32)
                blocks, w = expert_weights(random, name, rows, columns)
                out = np.zeros((mix.count, rows), np.float32)
                call("moe_gemm_gguf_prefill", kind.store(mix.inputs), blocks,
                     mix.order, mix.sorted, mix.scale, out, EXPERTS, TOP,
                     mix.count, rows, columns, which, number, None)
                compare(F32, out, F32.round(mix.outputs(kind.round(w))), 0,
                        f"{kind.name} {name} {weighted}")
                yield


def check_mmvq(call, random):
    rows, columns = 6, 768
    padded = rounded_up(columns, PADDED)
    for kind in (KINDS["bf16"], KINDS["f16"], KINDS["f32"]):
        x = small(random, 3, columns, 32) / 64
        y = np.zeros_like(q8_1_of(x))
        call(f"launch_mmvq_gguf_quantize_q8_1_{kind.name}", kind.store(x), y,
             columns, padded, 3, None)
        compare(KINDS["u8"], y, q8_1_of(x), 0, "bytes")
        yield
        for name in FORMATS:
            if name in ("q8_1", "q8_k"):
                continue
            for count in (1, 3, 8):
                blocks, w = weights(random, name, rows, columns)
                _, y, x = activations(random, count, columns)
                out = kind.store(np.zeros((count, rows)))
                # A block of the grid for every row, of which each computes two
                call(f"launch_mmvq_gguf_{name}_{kind.name}_plain",
                     with_room(blocks, rows, rows), y, out, columns, rows,
                     padded // 32, rows, count, None)
                compare(kind, out, kind.round(x @ w.T), 0, f"{name} {count}")
                yield


DS4, D2S6, D4 = ("q4_0", "q4_1", "q5_1", "q4_k", "q5_k"), ("q2_k",), \
    ("q5_0", "q8_0", "q3_k", "q6_k")


def group_of(layout):
    """Numbers that share a scale."""
    return 64 if layout == "D2S6" else 32


def layout_of(name):
    """How candle has the activations quantised for that kind of weights."""
    return "DS4" if name in DS4 else "D2S6" if name in D2S6 else "D4"


def q8_1_mmq_of(x, layout):
    """Blocks of 128 numbers, all rows' first ones first."""
    count, columns = x.shape
    padded = rounded_up(columns, PADDED)
    wide = np.zeros((count, padded))
    wide[:, :columns] = x
    parts = wide.reshape(count, -1, 128).transpose(1, 0, 2).reshape(-1, 128)
    group = group_of(layout)
    largest = np.abs(parts.reshape(len(parts), -1, group)).max(2)
    scale = np.where(largest == 0, 0, largest / 127)
    head = np.zeros((len(parts), 16), np.uint8)
    if layout == "D4":
        head[:] = scale.astype(np.float32).view(np.uint8).reshape(-1, 16)
    elif layout == "DS4":
        sums = parts.reshape(len(parts), 4, 32).sum(2)
        head[:] = np.stack([scale, sums], 2).reshape(-1, 8).astype(
            np.float16).view(np.uint8)
    else:
        sums = parts.reshape(len(parts), 8, 16).sum(2)[:, :6]
        head[:] = np.concatenate([scale, sums], 1).astype(np.float16).view(
            np.uint8)
    scale = np.repeat(scale, group, 1)
    quants = np.round(parts / np.where(scale == 0, 1, scale))
    return np.concatenate([head, quants.astype(np.int8).view(np.uint8)], 1)


def check_mmq_quantize(call, random):
    for layout in ("D4", "DS4", "D2S6"):
        for count in (1, 5):
            x = small(random, count, 640, group_of(layout)) / 32
            want = q8_1_mmq_of(x, layout)
            out = np.zeros_like(want)
            sizes = [np.int64(n) for n in (
                x.shape[1], x.shape[1], x.size, x.size,
                rounded_up(x.shape[1], PADDED), count, 1, 1)]
            call(f"launch_mmq_quantize_q8_1_{layout}", x.astype(np.float32),
                 None, out, 0, *sizes, None)
            # Where all is 0 candle divides 0 by 0, and converts the NaN.
            used = np.abs(want[:, 16:].view(np.int8)).max(1) > 0
            compare(KINDS["u8"], out[used], want[used], 0, layout)
            yield


def check_mmq(name):
    def check(call, random):
        capability = 10 * (10 * call.attribute(75) + call.attribute(76))
        units, columns = call.attribute(16), 768
        fixup = np.zeros((units, 128 * 128), np.float32)
        layout = layout_of(name)
        # Tiles of 8, 24, 64 and 112 columns; rows of whole tiles, and not.
        for rows, count in ((130, 3), (256, 20), (128, 60), (70, 100)):
            blocks, w = weights(random, name, rows, columns)
            x = small(random, count, columns, group_of(layout)) / 64
            y = q8_1_mmq_of(x, layout)
            y = np.concatenate([y, np.zeros((128, 144), np.uint8)])
            out = np.full((count + 1, rows), 7, np.float32)
            numbers = [np.int64(n) for n in (
                columns, rows, count, columns // FORMATS[name][0], rows)]
            call(f"launch_mmq_gguf_{name}", fixup, blocks, y, out, *numbers,
                 capability, units, np.int64(call.attribute(97)), 32, None)
            compare(F32, out[:count], x @ w.T, 0, f"{rows} rows, {count}")
            if (out[count:] != 7).any():
                raise Wrong("it writes behind the matrix")
            yield
    return check


# By file: what is checked, a step for each call.
LAUNCHERS = {
    "moe_wmma": check_moe_wmma, "moe_gguf": check_moe_gguf,
    "moe_wmma_gguf": check_moe_wmma_gguf, "mmvq_gguf": check_mmvq,
    "mmq_quantize": check_mmq_quantize,
    **{f"mmq_instance_{name}": check_mmq(name) for name in DS4 + D2S6 + D4}}
