# SPDX-License-Identifier: Apache-2.0
"""IRON's compile_mlir_module: from a module to a device image and instructions."""

import pathlib


def compile_mlir_module(mlir_module, insts_path=None, pdi_path=None,
                        xclbin_path=None, verbose=False, work_dir=None,
                        options=None):
    assert pathlib.Path(work_dir).is_dir() and xclbin_path is None
    text = str(mlir_module)
    if "refuse" in text:
        raise RuntimeError("[aiecc] Compilation failed")
    pathlib.Path(pdi_path).write_text(f"PDI of {text}")
    words = b"\x01\x02\x03\x04" * 4
    pathlib.Path(insts_path).write_bytes(words[:-1] if "cut" in text else words)
