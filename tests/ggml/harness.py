# SPDX-License-Identifier: Apache-2.0
"""Compiles many forms of the shipped kernels at once, and launches them on the
CPU through libquernhip (quern/run.h)."""
import ctypes
import os
import subprocess
import sys
from pathlib import Path

from numbers_of import QUANTS, SIZES, pack, random_block, unpack

KERNELS = Path(__file__).resolve().parent.parent.parent / "kernels"
GUARD = 0xa5  # what nobody may overwrite
GUARD_SIZE = 256
TENSORS = ("dst", "src0", "src1")


class Tensor:
    """A description: type, extents, strides in elements (None: contiguous)."""

    def __init__(self, dtype, extents, strides=None):
        self.dtype = dtype
        self.ne = tuple(extents) + (1,) * (4 - len(extents))
        self.contiguous = strides is None
        self.nb = tuple(strides) if strides else (
            1, self.ne[0], self.ne[0] * self.ne[1],
            self.ne[0] * self.ne[1] * self.ne[2])
        self.count = self.ne[0] * self.ne[1] * self.ne[2] * self.ne[3]

    def defines(self, name, general):
        yield f"QN_{name}_TYPE", self.dtype
        yield f"QN_{name}_CONTIGUOUS", int(self.contiguous)
        for i in range(0 if general else 4):
            yield f"QN_{name}_NE{i}", self.ne[i]
            yield f"QN_{name}_NB{i}", self.nb[i]

    def offsets(self):
        """Of all elements, in order."""
        n0, n1, n2, n3 = self.ne
        b0, b1, b2, b3 = self.nb
        return [w * b3 + z * b2 + y * b1 + x * b0 for w in range(n3)
                for z in range(n2) for y in range(n1) for x in range(n0)]

    def place(self, values):
        """The tensor's memory with these values; gaps are the guard's bytes."""
        if self.contiguous:
            return bytearray(pack(self.dtype, values))
        size, offsets = SIZES[self.dtype], self.offsets()
        raw = bytearray([GUARD]) * ((max(offsets) + 1) * size)
        packed = pack(self.dtype, values)
        for i, at in enumerate(offsets):
            raw[at * size:(at + 1) * size] = packed[i * size:(i + 1) * size]
        return raw

    def take(self, raw):
        """The values, and whether the gaps are as they were."""
        if self.contiguous:
            return unpack(self.dtype, raw), True
        size, offsets = SIZES[self.dtype], self.offsets()
        packed = b"".join(raw[at * size:(at + 1) * size] for at in offsets)
        rest = bytearray(raw)
        for at in offsets:
            rest[at * size:(at + 1) * size] = bytes([GUARD]) * size
        return unpack(self.dtype, packed), not rest.strip(bytes([GUARD]))


class Case:
    """One form of one kernel: an operation and its tensors."""

    def __init__(self, source, op, *tensors, general=False, blocks=None,
                 together=False):
        self.source, self.op, self.tensors = source, op, tensors
        self.general = general
        self.together = together  # mul_mat on a CPU as elsewhere
        self.blocks = blocks  # fewer than would cover the result, or None
        self.name = ""        # of the kernel, given by the module

    def __str__(self):
        shapes = " ".join(
            f"{t.dtype}{list(t.ne)}" + ("" if t.contiguous else f"/{list(t.nb)}")
            for t in self.tensors)
        return f"{self.op} {shapes}" + " general" * self.general + \
            " together" * self.together

    def defines(self):
        yield "QN_KERNEL_NAME", self.name
        yield "QN_OP", self.op
        yield f"QN_OP_{self.op}", 1
        if self.general:
            yield "QN_GENERAL", 1
        if self.together:
            yield "QN_MUL_MAT_TOGETHER", 1
        for name, tensor in zip(TENSORS, self.tensors):
            yield from tensor.defines(name.upper(), self.general)

    def grid(self):
        dst = self.tensors[0]
        if self.source == "mul_mat":
            return ((dst.ne[0] + 63) // 64, (dst.ne[1] + 63) // 64,
                    self.blocks or dst.ne[2] * dst.ne[3]), (16, 16, 1)
        return (self.blocks or min((dst.count + 255) // 256, 65535), 1,
                1), (256, 1, 1)


def one_source(cases):
    """All cases in one source: each includes its kernel with its defines."""
    lines = []
    for i, case in enumerate(cases):
        case.name = f"case{i}_{case.op}"
        defines = list(case.defines())
        lines += [f"#define {name} {value}" for name, value in defines]
        lines.append(f'#include "{case.source}.cu"')
        lines += [f"#undef {name}" for name, _ in defines]
    return "\n".join(lines) + "\n"


# ---- The library, as quern/run.h declares it

class Error(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("status", ctypes.c_int),
                ("line", ctypes.c_uint32), ("column", ctypes.c_uint32),
                ("offset", ctypes.c_uint64), ("extent", ctypes.c_uint64),
                ("message", ctypes.c_char * 256),
                ("context", ctypes.c_char * 512), ("hint", ctypes.c_char * 256)]


class Launch(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t),
                ("args", ctypes.POINTER(ctypes.c_void_p)),
                ("arg_count", ctypes.c_size_t),
                ("arg_sizes", ctypes.POINTER(ctypes.c_size_t)),
                ("grid", ctypes.c_uint32 * 3), ("block", ctypes.c_uint32 * 3),
                ("shared_size", ctypes.c_uint32), ("flags", ctypes.c_uint32)]


class Shapes(ctypes.Structure):  # quern_tensor_shapes
    _fields_ = [("numbers", ctypes.c_longlong * 24)]


def compile_cases(build, cases, target, folder, flags=()):
    """The bundle of all cases, which get their names."""
    source = Path(folder) / "cases.cu"
    source.write_text(one_source(cases))
    bundle = source.with_suffix(".hipfb")
    alone = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
    # On CPUs -O3 makes packets, which take their time.
    level = "-O3" if "--long" in sys.argv else "-O1"
    subprocess.run([build / "bin" / "quern", "compile", "-q", "-t", target, level,
                    *flags, "-I", KERNELS, "-o", bundle, source], check=True,
                   env=alone)
    return bundle


class Module:
    """The kernels of cases. How they are launched is a device's matter."""

    def arguments(self, case, pointers):
        """The values of a launch, and an array of their addresses."""
        values = [ctypes.c_void_p(pointer) for pointer in pointers]
        if case.general:
            numbers = [n for t in case.tensors for n in t.ne + t.nb]
            values.append(Shapes((ctypes.c_longlong * 24)(*numbers)))
        return values, (ctypes.c_void_p * len(values))(
            *(ctypes.addressof(value) for value in values))

    def close(self):
        """Unloads it."""

    def launch(self, case, inputs):
        """Runs a case over the memory of its sources; returns the result's
        values. Fails when anything outside the result was written."""
        dst = case.tensors[0]
        size = (max(dst.offsets()) + 1) * SIZES[dst.dtype]
        guard = bytes([GUARD]) * GUARD_SIZE
        raw = self.run(case, guard + bytes([GUARD]) * size + guard, inputs)
        if raw[:GUARD_SIZE] != guard or raw[GUARD_SIZE + size:] != guard:
            raise RuntimeError("memory outside of the result was written")
        taken, kept = dst.take(raw[GUARD_SIZE:GUARD_SIZE + size])
        if not kept:
            raise RuntimeError("a gap of the strided result was written")
        return taken


class CpuModule(Module):
    """On this machine's CPU, by quern/run.h."""

    def __init__(self, build, bundle):
        lib = self.lib = ctypes.CDLL(str(build / "lib" / "libquernhip.so"))
        self.error = Error(ctypes.sizeof(Error))
        device = ctypes.c_void_p()
        self.module = ctypes.c_void_p()
        self.check(lib.quern_device_open(b"cpu", ctypes.byref(device),
                                         ctypes.byref(self.error)))
        self.check(lib.quern_module_open_file(
            device, str(bundle).encode(), ctypes.byref(self.module),
            ctypes.byref(self.error)))

    def check(self, status):
        if status:
            raise RuntimeError(self.error.message.decode())

    def kernel(self, case):
        found = ctypes.c_void_p()
        self.check(self.lib.quern_module_find_kernel(
            self.module, case.name.encode(), ctypes.byref(found),
            ctypes.byref(self.error)))
        return found

    def run(self, case, result, inputs):
        """The memory of the result, which begins after its guard."""
        buffers = [ctypes.create_string_buffer(bytes(raw), len(raw))
                   for raw in (result, *inputs)]
        pointers = [ctypes.addressof(b) for b in buffers]
        pointers[0] += GUARD_SIZE
        self.start(case, pointers)
        return buffers[0].raw

    def start(self, case, pointers):
        """Launches and waits."""
        values, args = self.arguments(case, pointers)
        sizes = (ctypes.c_size_t * len(values))(
            *(ctypes.sizeof(value) for value in values))
        grid, block = case.grid()
        launch = Launch(ctypes.sizeof(Launch), args, len(values), sizes,
                        (ctypes.c_uint32 * 3)(*grid),
                        (ctypes.c_uint32 * 3)(*block), 0, 0)
        self.check(self.lib.quern_kernel_launch(
            self.kernel(case), ctypes.byref(launch),
            ctypes.byref(self.error)))


class HipModule(Module):
    """On device 0, by HIP's API."""

    def __init__(self, build, bundle):
        self.lib = ctypes.CDLL(str(build / "lib" / "libquernhip.so"))
        self.lib.quern_reason.restype = ctypes.c_char_p
        self.module = ctypes.c_void_p()
        self.call("hipModuleLoad", ctypes.byref(self.module),
                  str(bundle).encode())

    def call(self, name, *arguments):
        if getattr(self.lib, name)(*arguments):
            raise RuntimeError(f"{name}: {self.lib.quern_reason().decode()}")

    def close(self):
        self.call("hipModuleUnload", self.module)

    def allocate(self, raw):
        """The address of a copy of `raw` on the device."""
        address = ctypes.c_void_p()
        self.call("hipMalloc", ctypes.byref(address),
                  ctypes.c_size_t(max(1, len(raw))))
        self.call("hipMemcpy", address, bytes(raw), ctypes.c_size_t(len(raw)), 1)
        return address.value

    def start(self, case, pointers):
        """Launches."""
        kernel = ctypes.c_void_p()
        self.call("hipModuleGetFunction", ctypes.byref(kernel), self.module,
                  case.name.encode())
        values, args = self.arguments(case, pointers)
        grid, block = case.grid()
        self.call("hipModuleLaunchKernel", kernel, *grid, *block, 0, None, args,
                  None)
        del values

    def run(self, case, result, inputs):
        """The memory of the result, which begins after its guard."""
        memory = [self.allocate(raw) for raw in (result, *inputs)]
        self.start(case, [memory[0] + GUARD_SIZE, *memory[1:]])
        back = ctypes.create_string_buffer(len(result))
        self.call("hipMemcpy", back, ctypes.c_void_p(memory[0]),
                  ctypes.c_size_t(len(result)), 2)
        for address in memory:
            self.call("hipFree", ctypes.c_void_p(address))
        return back.raw


def quantized_rows(dtype, rows, k, random):
    """Random blocks of `rows` rows of `k` numbers: the bytes, and the rows."""
    _, numbers, _, decode = QUANTS[dtype]
    blocks = [[random_block(dtype, random) for _ in range(k // numbers)]
              for _ in range(rows)]
    values = [[v for block in row for v in decode(block)] for row in blocks]
    return b"".join(b"".join(row) for row in blocks), values
