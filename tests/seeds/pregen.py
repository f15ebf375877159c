# SPDX-License-Identifier: Apache-2.0
"""Document 001: ggml-hsa-gen-kernels. Its configurations name aie2, which needs
IRON; where it is absent the same commands run with --arch."""

import json
import os
from pathlib import Path

from support import ROOT, must, need, shell

TENSORS = {"add_f32_1024": "(1024,1,1,1)/f32",
           "add_bf16_4096_model": "(4096,1,1,1)/bf16"}


def write(path, name, **changes):
    tensor = TENSORS[name]
    Path(path).write_text(json.dumps({"kernels": [{
        "kernel_name": "ggml_op_add", "kernel_source": "binary_ops.py",
        "arch": "aie2", "input_tensors": [tensor, tensor],
        "output_tensor": tensor, "exported_name": name, **changes}]}, indent=4))


RUN = ("quern run --op add --tensors '{0} {0}' --check")


def case_quick_start():
    """Basic usage: generated here, copied, and run where no compiler is."""
    write("my-kernels.json", "add_f32_1024")
    done = shell("""ggml-hsa-gen-kernels \\
    --config my-kernels.json \\
    --output-dir ./precompiled \\
    --verbose""", 1)
    must("IRON" in done.err and "--arch native" in done.err, done)
    done = shell("""ggml-hsa-gen-kernels \\
    --config my-kernels.json \\
    --output-dir ./precompiled \\
    --verbose --arch native,gfx942""")
    must("Generated 2/2 kernel(s) successfully" in done.err, done)
    shell("export GGML_HSA_KERNEL_DIR=./precompiled\n" +
          RUN.format(TENSORS["add_f32_1024"]), QUERN_CLANG="/none")
    # With IRON (a stand-in of it) the output is as the document has it.
    iron = ROOT / "tests/pregen/iron"
    shell("ggml-hsa-gen-kernels --config my-kernels.json --output-dir ./npu "
          f"--kernels-dir {iron}/kernels", PYTHONPATH=str(iron),
          PYTHONDONTWRITEBYTECODE="1")
    found = sorted(str(p) for p in Path("npu").rglob("*.*") if p.is_file())
    name = "npu/aie2/add-1024f32-1024f32-1024f32"
    must(found == [f"{name}.pdi", f"{name}_insts.bin", "npu/manifest.json"], found)


def case_deployment():
    """The production workflow, but for scp."""
    need("tar")
    write("model-kernels.json", "add_bf16_4096_model")
    shell("""ggml-hsa-gen-kernels \\
    --config model-kernels.json \\
    --output-dir ./model-kernels \\
    --verbose --arch native
tar czf model-kernels.tar.gz model-kernels/
mkdir opt && cp model-kernels.tar.gz opt/
rm -r model-kernels
cd opt && tar xzf model-kernels.tar.gz
export GGML_HSA_KERNEL_DIR=$PWD/model-kernels QUERN_CLANG=/none
""" + RUN.format(TENSORS["add_bf16_4096_model"]) + """
quern kernels --device native --find add_bf16_4096_model""")


def case_examples():
    """The two examples, where they are installed here."""
    for name, count in (("minimal", 1), ("example", 10)):
        path = f"$PREFIX/share/quern/examples/{name}-kernel-config.json"
        done = shell(f"ggml-hsa-gen-kernels --config {path} --output-dir k -n "
                     "--format jsonl")
        must(len(done.out.splitlines()) > count, done)
    done = shell("ggml-hsa-gen-kernels --config "
                 "$PREFIX/share/quern/examples/minimal-kernel-config.json "
                 "--output-dir ./kernels --arch native")
    must("successfully" in done.err, done)


# Of each operation the document lists, by the source it is in.
LISTED = {
    "binary_ops": "add sub mul div",
    "unary_ops": "abs sgn neg step tanh elu relu sigmoid gelu gelu_quick silu "
                 "hardswish hardsigmoid exp gelu_erf",
    "mul_mat": "mul_mat"}
FORMS = ["(1024,1,1,1)/f32", "(1024,768,1,1)/bf16",
         "(1024,1,1,1)/f32/(1,1024,1048576,1048576)"]


def case_kernels():
    """Every kernel and every form of tensor that is listed, in one run."""
    kernels = []
    for source, names in LISTED.items():
        for name in names.split():
            unary = "unary_" if source == "unary_ops" else ""
            inputs = ["(64,1,1,1)/f32"] * (1 if unary else 2)
            output = "(1,1,1,1)/f32" if name == "mul_mat" else "(64,1,1,1)/f32"
            kernels.append({
                "kernel_name": f"ggml_{unary}op_{name}", "arch": "sm_90",
                "kernel_source": f"{source}.py", "input_tensors": inputs,
                "output_tensor": output, "exported_name": name})
    for i, form in enumerate(FORMS):
        kernels.append(dict(kernels[0], input_tensors=[form, form],
                            output_tensor=form.rsplit("/(", 1)[0] if i < 2 else
                            "(1024,1,1,1)/f32", exported_name=f"form{i}"))
    for dtype in ("f32", "f16", "bf16", "i8", "i16", "i32"):
        kernels.append(dict(kernels[0], input_tensors=[f"(8,1,1,1)/{dtype}"] * 2,
                            output_tensor=f"(8,1,1,1)/{dtype}",
                            exported_name=f"add_{dtype}"))
    Path("all.json").write_text(json.dumps({"kernels": kernels}))
    done = shell("ggml-hsa-gen-kernels --config all.json --output-dir out",
                 QUERN_PTXAS="/none")
    must("kernel(s) successfully" in done.err, done)
    for kernel in kernels:
        shell(f"quern kernels out --device sm_90 --find {kernel['exported_name']}")


def case_troubleshooting():
    """Each error that the document explains, and its two validations."""
    write("config.json", "add_f32_1024", arch="x86-64")
    shell("""python3 -c "import json; json.load(open('config.json'))"
ggml-hsa-gen-kernels --config config.json --output-dir test -n""")
    must(not os.path.exists("test"), "a dry run writes nothing")
    for changes, message in (
            ({"kernel_source": "gone.py"}, "Kernel source not found"),
            ({"output_tensor": "1024"}, "Invalid tensor descriptor"),
            ({"output_tensor": "(1024,1)/f32"},
             "Shape must have exactly 4 dimensions")):
        write("config.json", "add_f32_1024", **{"arch": "x86-64", **changes})
        done = shell("ggml-hsa-gen-kernels --config config.json --output-dir test",
                     1)
        must(message in done.err, done)
    write("config.json", "add_f32_1024")
    sources = ROOT / "tests/pregen/iron/kernels"
    done = shell("ggml-hsa-gen-kernels --config config.json --output-dir test "
                 f"--kernels-dir {sources}", 3, PYTHONPATH="")
    must("Failed to import kernel build module: No module named" in done.err and
         "env_setup.sh" in done.err, done)
