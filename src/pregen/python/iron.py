#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Generates one kernel for AMD's AI engines by IRON, for `quern pregen`.

Imports the kernel's source, calls the function KERNEL_NAME(arch, input_tensors,
output_tensor) in it, which returns an MLIR module, and lets IRON compile that to
a programmable device image and its instructions. Exit code 3: IRON, or
something that it needs, cannot be imported.
"""

import argparse
import importlib.util
import pathlib
import re
import sys

NO_IRON = 3
NUMPY_TYPES = {"f32": "float32", "f16": "float16", "f64": "float64",
               "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64",
               "u8": "uint8", "u16": "uint16", "u32": "uint32"}
TENSOR = re.compile(r"\(([\d,]+)\)/(\w+)(?:/\(([\d,]+)\))?$")


def dtype_of(name):
    """The type as numpy knows it, or its name where it has none."""
    import numpy
    if name == "bf16":
        from ml_dtypes import bfloat16
        return bfloat16
    return getattr(numpy, NUMPY_TYPES[name]) if name in NUMPY_TYPES else name


class Tensor:
    """What a source sees of a tensor where its folder has no tensor_desc."""

    def __init__(self, shape, dtype, stride):
        self.shape, self.dtype, self.stride = shape, dtype, stride
        self.contiguous = stride == natural(shape)

    def numel(self):
        count = 1
        for extent in self.shape:
            count *= extent
        return count

    @property
    def size(self):
        return self.numel()


def natural(shape):
    strides, step = [], 1
    for extent in shape:
        strides.append(step)
        step *= extent
    return tuple(strides)


def read_tensor(text, make):
    match = TENSOR.match(text)
    shape = tuple(int(word) for word in match[1].split(","))
    stride = tuple(int(word) for word in match[3].split(",")) if match[3] \
        else natural(shape)
    return make(shape, dtype_of(match[2]), stride)


def find_tensor_class():
    """A source's own TensorDesc, which its functions expect."""
    try:
        from tensor_desc import TensorDesc
    except ImportError:
        return Tensor

    def make(shape, dtype, stride):
        if stride == natural(shape):
            return TensorDesc(shape=shape, dtype=dtype)
        return TensorDesc(shape=shape, dtype=dtype, stride=stride)

    return make


def find_compile():
    """IRON's function has moved between its versions."""
    try:
        from aie.utils.compile import compile_mlir_module
    except ImportError as first:
        try:
            from aie.iron.compile import compile_mlir_module
        except ImportError:
            raise first from None
    return compile_mlir_module


def import_source(path):
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kernel-source", type=pathlib.Path, required=True)
    parser.add_argument("--kernel-name", required=True)
    parser.add_argument("--arch", required=True)
    parser.add_argument("--input-tensor", action="append", default=[])
    parser.add_argument("--output-tensor", required=True)
    for name in ("--pdi", "--insts", "--work-dir"):
        parser.add_argument(name, type=pathlib.Path, required=True)
    return parser.parse_args()


def main():
    args = parse()
    try:
        compile_mlir_module = find_compile()
        module = import_source(args.kernel_source.resolve())
        make = find_tensor_class()
        inputs = [read_tensor(text, make) for text in args.input_tensor]
        output = read_tensor(args.output_tensor, make)
    except ImportError as error:
        print(error, file=sys.stderr)
        return NO_IRON
    function = getattr(module, args.kernel_name, None)
    if not callable(function):
        print(f"{args.kernel_source} has no function '{args.kernel_name}'",
              file=sys.stderr)
        return 1
    mlir = function(arch=args.arch, input_tensors=inputs, output_tensor=output)
    compile_mlir_module(mlir_module=mlir, insts_path=str(args.insts),
                        pdi_path=str(args.pdi), work_dir=str(args.work_dir))
    return 0


if __name__ == "__main__":
    sys.exit(main())
