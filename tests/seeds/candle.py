# SPDX-License-Identifier: Apache-2.0
"""Document 002: CUDA kernels of a Rust crate, translated, compiled and embedded.

candle's sources are not part of this tree; those of rust/examples/rocm have its
eleven files' names and forms."""

import os
import shutil
from pathlib import Path

from support import ROOT, block, must, need, shell

SIMPLE = "affine fill sort ternary"
NAMES = sorted(f"{SIMPLE} binary cast unary indexing conv reduce quantized".split())
TRANSLATE = """hipify-clang src/{0}.cu \\
    --cuda-path=/usr/local/cuda \\
    -I src \\
    -o src/hip/{0}.hip"""
SCRIPT = """for file in src/hip/*.hip; do
  name=$(basename "$file" .hip)
  hipcc --genco "$file" -o "hsaco/$name.hsaco"
done
"""


def translate(names):
    shutil.copytree(ROOT / "rust/examples/rocm/src/cuda", "src")
    shell("mkdir -p src/hip\nmkdir -p hsaco")
    # The document leaves the headers where they are, which hipcc does not find.
    for name in [*names, "common.cuh"]:
        line = TRANSLATE.format(name)
        if name == "common.cuh":
            line = line.replace(".cuh.cu", ".cuh").replace(".cuh.hip", ".cuh")
        shell(line)


def case_translate():
    """Tasks 2.1 and 2.2, and the log of quantized.cu."""
    translate(SIMPLE.split())
    text = Path("src/hip/affine.hip").read_text()
    must("#include <hip/hip_runtime.h>" in text and "__global__" in text and
         "blockIdx" not in text.replace("hipBlockIdx", "") and "cuda" not in text,
         text)
    shell(TRANSLATE.format("quantized") + " 2>&1 | tee quantized_translation.log\n"
          "cat quantized_translation.log")
    Path("src/host.cu").write_text(
        "#include <cuda_runtime.h>\nvoid f(void *a, void *b) {\n  cudaMalloc(&a, 4);"
        "\n  cudaMemcpy(a, b, 4, cudaMemcpyDefault);\n}\n")
    shell(TRANSLATE.format("host"))
    text = Path("src/hip/host.hip").read_text()
    must("hipMalloc(&a, 4)" in text and "hipMemcpy(a, b, 4, hipMemcpyDefault)" in
         text, text)


def case_compile():
    """Task 2.3: all eleven by hipcc --genco, a file each; and for AMD's GPUs."""
    translate(NAMES)
    shell(SCRIPT)
    must(sorted(p.stem for p in Path("hsaco").iterdir()) == NAMES)
    for name in NAMES:
        done = shell(f"quern inspect hsaco/{name}.hsaco")
        must(f"{name}_kernel" in done.out, done)
    done = shell("hipcc --genco --offload-arch=gfx90a --no-gpu-bundle-output "
                 "src/hip/affine.hip -o affine.hsaco && quern inspect affine.hsaco")
    must("gfx90a" in done.out and "bundle" not in done.out, done)


def case_as_printed():
    """The script, build.rs, rocm.rs and the tests as the document prints them,
    where it lies beside this checkout: two tests pass on this machine's CPU."""
    need("cargo")
    script = block("002", "HIP_DIR=")
    build = block("002", "// candle-kernels/build.rs")
    module = block("002", "// candle-kernels/src/rocm.rs")
    tests = block("002", "// tests/rocm_kernels.rs")
    update = block("002", "pub fn load(&self")
    translate(NAMES)
    Path("compile_kernels.sh").write_text(script)
    done = shell("chmod +x compile_kernels.sh\n./compile_kernels.sh")
    must(done.out.count(".hsaco (") == 11 and "=== Compilation Complete ===" in
         done.out, done)
    shutil.rmtree("hsaco")
    os.mkdir("tests")
    for path, text in (
            ("build.rs", build), ("src/rocm.rs", module),
            ("tests/rocm_kernels.rs", tests),
            ("src/lib.rs", '#[cfg(feature = "rocm")]\npub mod rocm;\n'),
            ("Cargo.toml", '[package]\nname = "candle-kernels"\nversion = "0.1.0"\n'
             'edition = "2021"\n[features]\nrocm = []\n[dependencies]\nrocm_rs = { '
             f'package = "quern", path = "{os.environ["PREFIX"]}/share/quern/rust" '
             "}\n")):
        Path(path).write_text(text)
    library = f"{os.environ['PREFIX']}/lib/libquernhip.so"
    cargo = "cargo test --offline --features rocm rocm_kernel_tests"
    done = shell(cargo, QUERN_LIBRARY=library)
    must("2 passed; 0 failed" in done.out, done)
    # Task 2.7: the longer list, in place of the first.
    start = module.index("    /// Load a kernel by name")
    end = module.index("impl Default")
    Path("src/rocm.rs").write_text(module[:start] + update + "}\n\n" + module[end:])
    loads = "".join(f'get_kernel("{name}").unwrap();\n' for name in NAMES)
    Path("tests/rocm_kernels.rs").write_text(
        tests.replace('println!("', loads + 'println!("', 1))
    done = shell(cargo, QUERN_LIBRARY=library)
    must("2 passed; 0 failed" in done.out, done)
