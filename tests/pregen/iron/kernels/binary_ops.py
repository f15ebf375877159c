# SPDX-License-Identifier: Apache-2.0
"""Functions as ggml-hsa's sources have them."""


def ggml_op_add(arch, input_tensors, output_tensor):
    shapes = ["x".join(map(str, t.shape)) for t in input_tensors]
    return f"add {arch} {' '.join(shapes)} to {output_tensor.shape[0]}"


def ggml_op_sub(arch, input_tensors, output_tensor):
    return "refuse"


def ggml_op_mul(arch, input_tensors, output_tensor):
    return "cut"


def my_own_function(arch, input_tensors, output_tensor):
    return f"mine {output_tensor.dtype}"
