#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of quern pregen, the cache and the store.

  run.py QUERN CASE...

Every `case_NAME` below is one test; it runs in an empty folder with a cache of
its own. A case that raises fails; Skip says why it cannot run.
"""

import json
import os
import pathlib
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

from stand_in import fake_clang

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
KERNELS = HERE / "kernels"
QUERN = pathlib.Path(sys.argv[1]).resolve()
TIMEOUT_S = 500
CPU = "x86-64"


class Skip(Exception):
    pass


class Done:
    def __init__(self, done):
        self.code = done.returncode
        self.out = done.stdout.decode("utf-8", "replace")
        self.err = done.stderr.decode("utf-8", "replace")

    def __str__(self):
        return f"exit {self.code}\n{self.out}{self.err}"


def must(condition, *detail):
    if not condition:
        raise AssertionError("\n".join(str(t) for t in detail))


def quern(*words, env=None, **more):
    return Done(subprocess.run(
        [str(QUERN), *map(str, words)], capture_output=True, timeout=TIMEOUT_S,
        stdin=subprocess.DEVNULL, env=dict(os.environ, **(env or {})),
        check=False, **more))


def command(config, *more, output="out"):
    return ["pregen", "--config", config, "--output-dir", output,
            "--kernels-dir", KERNELS, *more]


def pregen(config, *more, output="out", **options):
    return quern(*command(config, *more, output=output), **options)


def op(kind, name, tensors, exported, arch=CPU, **more):
    unary = len(tensors) == 2
    return {"kernel_name": f"ggml_{'unary_' if unary else ''}op_{name}",
            "kernel_source": f"{kind}_ops.py", "arch": arch,
            "input_tensors": tensors[1:], "output_tensor": tensors[0],
            "exported_name": exported, **more}


def add(count, exported, arch=CPU, **more):
    return op("binary", "add", [f"({count},1,1,1)/f32"] * 3, exported, arch,
              **more)


def write(kernels, path="c.json", **more):
    pathlib.Path(path).write_text(json.dumps({"kernels": kernels, **more},
                                             indent=1))
    return path


def files(folder):
    return sorted(str(p.relative_to(folder)) for p in
                  pathlib.Path(folder).rglob("*") if p.is_file())


def entries(cache=None):
    env = {"QUERN_CACHE": str(pathlib.Path(cache).absolute())} if cache else {}
    info = json.loads(quern("cache", "info", "--verify", "--format", "json",
                            env=env).out)
    must(info["damaged"] == 0, info)
    return info["entries"]


# ---- Configurations

GOOD = add(1024, "good")


def entry(**changes):
    """GOOD with changes; None removes a field."""
    made = dict(GOOD, **changes)
    return {key: value for key, value in made.items() if value is not None}


def user(**changes):
    made = {"sources": ["k.cu"], "arch": CPU, "exported_name": "mine", **changes}
    return {key: value for key, value in made.items() if value is not None}


def tensors(output, *inputs):
    return entry(input_tensors=list(inputs), output_tensor=output)


# Text or entries, what must be said, and what must be shown of the line.
MALFORMED = [
    ("", "the text ends where a value is expected", None),
    ("[]", "a configuration must be an object, not a list", "[]"),
    ("{}", "Configuration must contain 'kernels' key", "{}"),
    ('{"kernel": []}', "Configuration must contain 'kernels' key",
     "'kernel' looks like it"),
    ('{"kernels": {}}', "'kernels' must be a list", '{"kernels": {}}'),
    ('{"kernels": [1]}', "a kernel must be an object, not a number", "[1]"),
    ('{"kernels": [],}', "a comma without an element after it", None),
    ('{"kernels": [], "kernels": []}', "the key 'kernels' is there twice", None),
    ('{"include": 1}', "'include' must hold strings, not a number", None),
    ('{"include": "none.json"}', "could not open 'none.json'", "none.json"),
    ('{"include": "c.json"}', "'c.json' includes itself", None),
    ([entry(kernel_name=None)], "Kernel 0 missing 'kernel_name'", None),
    ([entry(kernel_source=None)], "Kernel 0 missing 'kernel_source'", None),
    ([GOOD, entry(arch=None)], "Kernel 1 missing 'arch'", None),
    ([entry(input_tensors=None)], "Kernel 0 missing 'input_tensors'", None),
    ([entry(output_tensor=None)], "Kernel 0 missing 'output_tensor'", None),
    ([entry(exported_name=None)], "Kernel 0 missing 'exported_name'", None),
    ([entry(kernel_source="nosuch.py")], "Kernel source not found: nosuch.py",
     '"nosuch.py"'),
    ([entry(kernel_name="ggml_op_ad")], "unknown operation 'ggml_op_ad'",
     "Did you mean 'add'?"),
    ([entry(kernel_name="not a name")],
     "kernel_name 'not a name' is no name of a function", None),
    ([entry(kernel_name=7)], "'kernel_name' must be a string, not a number", "7"),
    ([entry(arch="gfx943")], "gfx943", "Did you mean"),
    ([entry(arch="x86-64-v9")], "x86-64-v9", "Did you mean"),
    ([entry(arch=[])], "'arch' is an empty list", None),
    ([entry(arch=[CPU, 3])], "'arch' must hold strings, not a number", None),
    ([entry(arch={})],
     "'arch' must be a string or a list of strings, not an object", None),
    ([entry(exported_name="a/b")], "exported_name has a '/'", None),
    ([entry(exported_name="a..b")], "exported_name has '..'", None),
    ([entry(exported_name="../x")], "exported_name has a '/'", None),
    ([entry(exported_name=".x")], "exported_name begins with '.' or '-'", None),
    ([entry(exported_name="")], "exported_name is empty", None),
    ([entry(exported_name="a b")],
     "exported_name has a character that names may not have", None),
    ([entry(exported_name="a\u0000b")],
     "exported_name has a character that names may not have", None),
    ([entry(exported_name="x" * 201)],
     "exported_name is longer than 200 bytes", None),
    ([GOOD, GOOD], f"duplicate name 'good' for '{CPU}'", None),
    ([GOOD, add(2048, "good")], f"duplicate name 'good' for '{CPU}'", None),
    ([GOOD, user(exported_name="good")], f"duplicate name 'good'", None),
    ([GOOD, add(64, "add-1024f32-1024f32-1024f32")],
     "duplicate name 'add-1024f32-1024f32-1024f32'", None),
    ([entry(op_parms=[1])], "unknown field 'op_parms'",
     "Did you mean 'op_params'?"),
    ([entry(op_params=[0.5])],
     "an element of 'op_params' must be an integer of 32 bits", "0x3f800000"),
    ([entry(op_params=[2 ** 32])],
     "an element of 'op_params' must be an integer of 32 bits", None),
    ([entry(op_params=[0] * 17)],
     "'op_params' must be a list of at most 16 integers", None),
    ([tensors("1024", "(1024,1,1,1)/f32", "(1024,1,1,1)/f32")],
     "Invalid tensor descriptor: 1024 (expected format: "
     "(dim0,dim1,dim2,dim3)/dtype)", None),
    ([tensors("1024,1,1,1/f32", "(1024,1,1,1)/f32", "(1024,1,1,1)/f32")],
     "Invalid shape format in 1024,1,1,1/f32: shape must be enclosed in "
     "parentheses", "^~~~~~~~~~"),
    ([tensors("(1024,1,1)/f32", "(1024,1,1,1)/f32", "(1024,1,1,1)/f32")],
     "Shape must have exactly 4 dimensions, got 3 in (1024,1,1)/f32", None),
    ([tensors("(4,1,1,1)/f32", "(4,1,1,1)/f32/1,4,4,4", "(4,1,1,1)/f32")],
     "Invalid stride format in (4,1,1,1)/f32/1,4,4,4: stride must be enclosed "
     "in parentheses", None),
    ([tensors("(4,1,1,1)/f32", "(4,1,1,1)/f32/(1,4)", "(4,1,1,1)/f32")],
     "Stride must have exactly 4 dimensions, got 2 in (4,1,1,1)/f32/(1,4)",
     None),
    ([tensors("(4,1,1,1)/f32/(1,1,1,1)/x", "(4,1,1,1)/f32", "(4,1,1,1)/f32")],
     "Invalid tensor descriptor", "Only strides may follow the dtype."),
    ([tensors("(4,1,1,1)/f33", "(4,1,1,1)/f32", "(4,1,1,1)/f32")],
     "unknown dtype 'f33'", "Did you mean"),
    ([tensors("(0,1,1,1)/f32", "(4,1,1,1)/f32", "(4,1,1,1)/f32")],
     "dimension '0' is zero", None),
    ([tensors("(-4,1,1,1)/f32", "(4,1,1,1)/f32", "(4,1,1,1)/f32")],
     "dimension '-4' is negative", None),
    ([tensors("(4,1,1,1)/f32", "(99999999999999999999,1,1,1)/f32",
              "(4,1,1,1)/f32")],
     "dimension '99999999999999999999' is not an integer that fits", None),
    ([tensors("(4,1,1,1)/f32", "(1073741824,1073741824,1024,1)/f32",
              "(4,1,1,1)/f32")],
     "overflows: more than 2^56 elements", None),
    ([tensors(*["(4294967296,1,1,1)/f32"] * 3)], "is beyond 2^31 - 1", None),
    ([tensors("(4,1,1,1)/f32", 7, "(4,1,1,1)/f32")],
     "a tensor must be a string, not a number", None),
    ([tensors("(4,1,1,1)/f32", "(4,1,1,1)/f32")], "add takes 2 inputs, got 1",
     None),
    ([tensors("(4,1,1,1)/f32")],
     "'input_tensors' must hold 1 or 2 tensors, not 0", None),
    ([tensors("(8,1,1,1)/f32", "(4,1,1,1)/f32", "(4,1,1,1)/f32")],
     "add: the output's shape is not that of input 0", None),
    ([tensors("(8,1,1,1)/f32", "(8,1,1,1)/f32", "(3,1,1,1)/f32")],
     "add: dimension 0 of input 1, 3, does not divide that of input 0, 8", None),
    ([tensors("(8,1,1,1)/i8", "(8,1,1,1)/f32", "(8,1,1,1)/f32")],
     "add cannot combine f32 and f32 into i8", None),
    ([entry(kernel_name="ggml_op_mul_mat", output_tensor="(64,16,1,1)/f32",
            input_tensors=["(64,128,1,1)/f32", "(128,16,1,1)/f32"])],
     "mul_mat: the shapes are in row-major order",
     "In ggml's order write input 0 as (128,64,..)"),
    ([entry(kernel_name="ggml_op_mul_mat", output_tensor="(64,16,1,1)/f32",
            input_tensors=["(127,64,1,1)/f32", "(128,16,1,1)/f32"])],
     "mul_mat: dimension 0 is 127 in input 0 and 128 in input 1", None),
    ([user(sources=[])], "'sources' must name 1 to 64 files", None),
    ([user(sources="k.cu")], "'sources' must be a list, not a string", None),
    ([user(sources=["gone.cu"])], "Kernel source not found: gone.cu", None),
    ([user(defines={"1x": 1})], "'1x' is no name of a macro", None),
    ([user(defines={"X": []})],
     "the value of a define must be a string, a number, true or false", None),
    ([user(options=["--shell"])], "unknown option '--shell'", None),
    ([user(options=["-load=/x.so"])], "unknown option '-load=/x.so'", None),
    ([entry(defines={"N": 1})],
     "'defines' and 'kernel_source' exclude each other", None),
    ([user(arch="aie2")], "aie2 and aie2p have no 'sources'", None),
]


def case_malformed():
    """Each is refused with place, reason and hint, and nothing is written."""
    pathlib.Path("k.cu").write_text("")
    for content, message, shown in MALFORMED:
        text = content if isinstance(content, str) else \
            json.dumps({"kernels": content}, indent=1)
        pathlib.Path("c.json").write_text(text)
        for more in ([], ["--dry-run"]):
            done = pregen("c.json", *more)
            must(done.code == 1, text, done)
            must(message in done.err, f"expected: {message}", text, done)
            must(re.search(r"--> c\.json:\d+:\d+\n", done.err), text, done)
            must(shown is None or shown in done.err, f"shown: {shown}", done)
            must(done.out == "", done)
        must(not os.path.exists("out"), "something was written", done)
    must(len(MALFORMED) > 60, "too few cases")


def case_accepted():
    """What must not be refused, and what it is called."""
    os.makedirs("parts")
    pathlib.Path("parts/k.cu").write_text("")
    write([user(defines={"N": 4, "T": "float", "ON": True},
                options=["-O2", "-I.", "-std=c++20"], exported_name="p")],
          "parts/more.json", description="included")
    write([GOOD,
           op("binary", "add", ["(32,32,1,1)/f32"] * 3, "square"),
           op("unary", "relu", ["(64,8,1,1)/f32",
                                "(64,8,1,1)/f32/(1,100,800,800)"], "strided"),
           op("unary", "relu", ["(64,8,1,1)/f32",
                                "(64,8,1,1)/f32/(1,101,808,808)"], "other"),
           op("unary", "relu", ["(4,1,1,1)/f32"] * 2, "with", op_params=[1, "0xa", 0]),
           add(8, "wide", arch=["gfx942,sm_90", "spirv64", CPU]),
           entry(exported_name="noted", _note="free", description="also",
                 input_tensors=[" ( 7 , 1,1,1) / f32 "] * 2,
                 output_tensor="(7,1,1,1)/f32")],
          description="all", include=["parts/more.json"])
    done = pregen("c.json", "-n", "--format", "json",
                  env={"QUERN_CLANG": "/no/such/clang", "PATH": "/nowhere"})
    must(done.code == 0, done)
    got = {(k["arch"], k["name"]): k["aliases"]
           for k in json.loads(done.out)["kernels"]}
    flat = "add-8f32-8f32-8f32"
    must(got == {
        (CPU, "p"): [],
        (CPU, "add-1024f32-1024f32-1024f32"): ["good", "square"],
        (CPU, "relu-64x8f32-64x8f32n1.100"): ["strided"],
        (CPU, "relu-64x8f32-64x8f32n1.101"): ["other"],
        (CPU, "relu-4f32-4f32-1.a"): ["with"],
        ("gfx942", flat): ["wide"], ("sm_90", flat): ["wide"],
        ("spirv64", flat): ["wide"], (CPU, flat): ["wide"],
        (CPU, "add-7f32-7f32-7f32"): ["noted"]}, got)


def case_schema():
    """The schema for editors names the fields that the tool takes."""
    schema = json.loads((ROOT / "docs/pregen.schema.json").read_text())
    fields = re.findall(r"^QN_PREGEN_FIELD\((\w+)\)",
                        (ROOT / "src/pregen/fields.def").read_text(), re.M)
    must(sorted(schema["$defs"]["kernel"]["properties"]) == sorted(fields))
    types = re.findall(r"^QN_TENSOR_TYPE\((\w+)",
                       (ROOT / "src/package/ggml/tensor_types.def").read_text(), re.M)
    pattern = schema["$defs"]["tensor"]["pattern"]
    for name in types:
        must(re.match(pattern, f"(256,1,1,1)/{name}"), name)
    must(not re.match(pattern, "(256,1,1,1)/f31"))


def case_dry_run():
    """Seed 001's entries are valid without any compiler."""
    write([add(1024, "add_f32_1024", arch="aie2")])
    os.makedirs("k")
    shutil.copy(HERE / "iron/kernels/binary_ops.py", "k")
    done = quern("pregen", "--config", "c.json", "--output-dir", "o",
                 "--kernels-dir", "k", "-n", env={"PATH": "/nowhere"})
    must(done.code == 0 and "aie2  add-1024f32-1024f32-1024f32" in done.out, done)
    must(not os.path.exists("o"), "a dry run writes nothing")
    # So are the examples.
    for name, count in (("minimal", 4), ("example", 20)):
        done = quern("pregen", "--config",
                     ROOT / f"examples/pregen/{name}-kernel-config.json",
                     "--output-dir", "o", "-n", "--format", "jsonl")
        must(done.code == 0 and len(done.out.splitlines()) >= count, name, done)


# ---- Generating

def some(arch=CPU):
    return [add(1024, "add_f32_1024", arch),
            op("unary", "relu", ["(100,3,1,1)/f32"] * 2, "relu", arch),
            op("binary", "mul", ["(64,6,2,1)/f32", "(64,6,2,1)/f32",
                                 "(64,1,2,1)/f32"], "mul", arch),
            op("unary", "silu", ["(50,4,1,1)/f32",
                                 "(50,4,1,1)/f32/(1,64,256,256)"], "silu", arch)]


def check_all(folder, env=None):
    for name, tensors_ in (
            ("add", "(1024,1,1,1)/f32 (1024,1,1,1)/f32"),
            ("relu", "(100,3,1,1)/f32"),
            ("relu", "(300,1,1,1)/f32"),
            ("mul", "(64,6,2,1)/f32 (64,1,2,1)/f32"),
            ("silu", "(50,4,1,1)/f32/(1,64,256,256) -> (50,4,1,1)/f32")):
        done = quern("run", "--op", name, "--tensors", tensors_, "--kernels",
                     folder, "--check", env=env)
        must(done.code == 0 and "nmse" in done.out, done)


def case_generate():
    """Generated for several architectures, found and right on the CPU."""
    write(some([CPU, "gfx942", "sm_90", "spirv64"]))
    done = pregen("c.json")
    must(done.code == 0, done)
    must("Generated 16/16 kernel(s) successfully" in done.err, done)
    must(len(files("out")) == 17, files("out"))
    check_all("out")
    listed = json.loads(quern("kernels", "out", "--device", "gfx942", "--format",
                              "json").out)["folders"][0]["kernels"]
    must(len(listed) == 4 and all(k["arch"] == "gfx942" for k in listed), listed)
    for path in pathlib.Path("out").rglob("*.hipfb"):
        done = quern("inspect", path, "--format", "json")
        must(done.code == 0 and "qn_" in done.out, done)


# Seed 001's two example configurations, for machines that are compiled for.
SEED = [
    {"kernel_name": "ggml_op_add", "kernel_source": "binary_ops.py",
     "input_tensors": ["(1024,1,1,1)/f32", "(1024,1,1,1)/f32"],
     "output_tensor": "(1024,1,1,1)/f32", "exported_name": "add_f32_1024"},
    {"kernel_name": "ggml_op_add", "kernel_source": "binary_ops.py",
     "input_tensors": ["(4096,1,1,1)/bf16", "(4096,1,1,1)/bf16"],
     "output_tensor": "(4096,1,1,1)/bf16",
     "exported_name": "add_bf16_4096_model"}]
SHIPPED = [
    ("relu", "(2048,1,1,1)/f32", "(2048,1,1,1)/f32"),
    ("gelu_erf", "(100,1,1,1)/f16", "(100,1,1,1)/f16"),
    ("softplus", "(33,5,1,1)/f32", "(33,5,1,1)/bf16"),
    ("mul", "(64,6,2,1)/f32", "(64,6,2,1)/f16", "(64,1,2,1)/f32"),
    ("mul", "(300,7,1,1)/i32", "(300,7,1,1)/i32", "(100,1,1,1)/i32"),
    ("div", "(300,1,1,1)/i8", "(300,1,1,1)/i8", "(300,1,1,1)/i8"),
    ("mul_mat", "(70,33,2,1)/f32", "(48,70,1,1)/f32", "(48,33,2,1)/f32"),
    ("mul_mat", "(70,33,2,1)/f32", "(48,70,1,1)/bf16", "(48,33,2,1)/f32"),
]


QUANTS = {"q4_0": 32, "q4_1": 32, "q5_0": 32, "q5_1": 32, "q8_0": 32,
          "q2_K": 256, "q3_K": 256, "q4_K": 256, "q5_K": 256, "q6_K": 256}


def shipped(name, output, *inputs, **more):
    source = "mul_mat" if name == "mul_mat" else \
        "unary_ops" if len(inputs) == 1 else "binary_ops"
    return {"kernel_name": f"ggml_{'unary_' if len(inputs) == 1 else ''}op_{name}",
            "kernel_source": f"{source}.py", "input_tensors": list(inputs),
            "output_tensor": output, **more}


def case_seed():
    """The seed's configurations for four targets, and other kernels that ship,
    quantized ones among them, for this CPU: the tree elsewhere, no compiler in
    PATH, every kernel launches and gives what the reference does."""
    cpu = "x86-64-v3"
    native = json.loads(quern("doctor", "--format", "json").out)["native_target"]
    if native != cpu and not native.startswith("x86-64-v4"):
        raise Skip(f"this CPU runs {native}, not {cpu}")
    kernels = [dict(entry_, arch=[cpu, "gfx942", "sm_90", "spirv64"])
               for entry_ in SEED]
    for i, (name, *tensors_) in enumerate(SHIPPED):
        kernels.append(shipped(name, *tensors_, arch=cpu, exported_name=f"k{i}"))
    for name, block in QUANTS.items():
        kernels.append(shipped(
            "mul_mat", "(70,9,2,1)/f32", f"({2 * block},70,1,1)/{name}",
            f"({2 * block},9,2,1)/f32", arch=cpu, exported_name=name))
    write(kernels)
    done = quern("pregen", "--config", "c.json", "--output-dir", "out")
    count = len(kernels) + 3 * len(SEED)
    must(done.code == 0 and f"Generated {count}/{count} " in done.err, done)
    os.rename("out", "elsewhere")
    shutil.rmtree("cache")
    bare = {"PATH": "/nowhere", "QUERN_CLANG": "/none", "QUERN_LLD": "/none"}
    for kernel in kernels:
        name = kernel["kernel_name"].split("op_", 1)[1]
        listed = f"{' '.join(kernel['input_tensors'])} -> {kernel['output_tensor']}"
        done = quern("run", "--op", name, "--tensors", listed, "--kernels",
                     "elsewhere", "--check", env=bare)
        must(done.code == 0 and "nmse" in done.out, name, listed, done)
        print(name, listed, done.out.strip())


def case_moved():
    """The tree elsewhere, no compiler, no cache: every kernel launches."""
    write(some())
    must(pregen("c.json").code == 0)
    os.rename("out", "elsewhere")
    shutil.rmtree("cache")
    bare = {"PATH": "/nowhere", "QUERN_CLANG": "/none", "QUERN_LLD": "/none"}
    check_all("elsewhere", bare)
    # Found by the environment, too, and by exported names.
    env = dict(bare, GGML_HSA_KERNEL_DIR=os.path.abspath("elsewhere"))
    done = quern("run", "--op", "relu", "--tensors", "(300,1,1,1)/f32",
                 "--check", env=env)
    must(done.code == 0, done)
    done = quern("kernels", "--device", "x86-64-v3", "--find", "add_f32_1024",
                 env=env)
    must(done.code == 0 and "add-1024f32-1024f32-1024f32.hipfb" in done.out, done)


def case_params():
    """op_params are part of what is sought."""
    write([add(64, "with", op_params=[7, -1, "0x3f800000"])])
    must(pregen("c.json").code == 0)
    words = ["run", "--op", "add", "--tensors", "(64,1,1,1)/f32 (64,1,1,1)/f32",
             "--kernels", "out", "--check"]
    done = quern(*words, "--op-params", "7,-1,0x3f800000")
    must(done.code == 0 and "nmse" in done.out, done)
    for params in ([], ["--op-params", "7"]):
        done = quern(*words, *params)
        must(done.code == 1 and "there is no kernel" in done.err, done)


def case_failures():
    """One that fails does not keep the others back."""
    pathlib.Path("bad.cu").write_text("__global__ void k( { }\n")
    pathlib.Path("none.cu").write_text("int host;\n")
    pathlib.Path("warn.cu").write_text(
        '#warning "take care"\nextern "C" __global__ void w(int *p) { *p = 1; }\n')
    write([user(sources=["bad.cu"], exported_name="bad"),
           user(sources=["none.cu"], exported_name="none"),
           user(sources=["warn.cu"], exported_name="warn"), GOOD])
    for _ in range(2):
        done = pregen("c.json")
        must(done.code == 1, done)
        must("Generated 2/4 kernel(s) successfully" in done.err, done)
        must(re.search(r"bad\.cu:1:\d+: error", done.err), done)
        must(f"while generating 'bad' for '{CPU}'" in done.err, done)
        must("take care" in done.err, "the cache forgets no warning", done)
        must(files("out") == ["manifest.json",
                              f"{CPU}/add-1024f32-1024f32-1024f32.hipfb",
                              f"{CPU}/warn.hipfb"], files("out"))
    done = pregen("c.json", "--force", env={"QUERN_CLANG": "/no/clang"})
    must(done.code in (1, 3), done)


def case_filter():
    write(some([CPU, "sm_90"]))
    for pattern, count in (("relu", 2), ("sm_90/*", 4), ("add-*", 2),
                           (f"{CPU}/add-1024f32-1024f32-1024f32", 1)):
        shutil.rmtree("out", ignore_errors=True)
        done = pregen("c.json", "--filter", pattern)
        must(f"Generated {count}/{count} kernel(s)" in done.err, done)
    done = pregen("c.json", "--filter", "no such")
    must(done.code == 1 and "no kernel matches 'no such'" in done.err, done)
    # Others of the manifest stay.
    must(pregen("c.json", "--filter", "relu").code == 0)
    names = {k["name"] for k in json.loads(
        pathlib.Path("out/manifest.json").read_text())["kernels"]}
    must(names == {"relu-300f32-300f32", "add-1024f32-1024f32-1024f32"}, names)


# ---- The cache

def compiled(done):
    """How many kernels a verbose run compiled."""
    return len(re.findall(r"^generated ", done.err, re.M))


def case_hits():
    """Nothing is compiled twice, nor rewritten; the folder may go."""
    write(some())
    must(compiled(pregen("c.json", "-v")) == 4)
    times = {p: os.stat(f"out/{p}").st_mtime_ns for p in files("out")}
    done = pregen("c.json", "-v", env={"QUERN_LLD": shutil.which("ld.lld-22") or
                                       os.environ.get("QUERN_LLD", "")})
    must(compiled(done) == 0 and "4 from the cache" in done.err, done)
    must(times == {p: os.stat(f"out/{p}").st_mtime_ns for p in files("out")})
    before = {p: pathlib.Path(f"out/{p}").read_bytes() for p in times}
    shutil.rmtree("out")
    must(compiled(pregen("c.json", "-v")) == 0)
    must(before == {p: pathlib.Path(f"out/{p}").read_bytes() for p in times},
         "the same inputs give the same bytes")
    must(compiled(pregen("c.json", "-v", "--force")) == 4)
    must(before == {p: pathlib.Path(f"out/{p}").read_bytes() for p in times})
    must(compiled(pregen("c.json", "-v", "--no-cache")) == 4)
    must(quern("cache", "clear").code == 0 and entries() == 0)
    must(compiled(pregen("c.json", "-v")) == 4)


def case_headers():
    """A header or a source that changes is seen; a tree that moves is not."""
    os.makedirs("a")
    pathlib.Path("a/v.h").write_text("#define V 1\n")
    pathlib.Path("a/k.cu").write_text(
        '#include "v.h"\nextern "C" __global__ void k(int *p) { *p = V; }\n')
    write([user()], "a/c.json")
    must(compiled(pregen("a/c.json", "-v")) == 1)
    must(compiled(pregen("a/c.json", "-v")) == 0)
    pathlib.Path("a/v.h").write_text("#define V 2\n")
    must(compiled(pregen("a/c.json", "-v")) == 1)
    pathlib.Path("a/v.h").write_text("#define V 1\n")
    must(compiled(pregen("a/c.json", "-v")) == 0, "it was so before")
    shutil.copytree("a", "b")
    pathlib.Path("b/v.h").write_text("#define V 3\n")
    must(compiled(pregen("b/c.json", "-v", output="o3")) == 1,
         "the same source beside another header")
    pathlib.Path("b/v.h").write_text("#define V 1\n")
    shutil.rmtree("a")
    must(compiled(pregen("b/c.json", "-v")) == 0)
    for _ in range(2):  # as a rule for make: compiled, then from the cache
        must(pregen("b/c.json", "-MF", "rule", output="o3").code == 0)
        rule = pathlib.Path("rule").read_text()
        must(rule.startswith("o3/manifest.json:") and "b/v.h" in rule and
             "b/k.cu" in rule and rule.count("b/v.h") == 1, rule)
        quern("cache", "clear")
    done = quern("run", f"out/{CPU}/mine.hipfb", "k", "i32[1]=zero,expect=fill:1",
                 "--check")
    must(done.code == 0, done)


def case_two_processes():
    """Two processes on one cache generate each kernel once in total."""
    write([add(64 + i, f"a{i}") for i in range(12)])
    running = [subprocess.Popen(
        [str(w) for w in [QUERN, *command("c.json", "-v", "-j1",
                                          output=f"out{i}")]],
        stderr=subprocess.PIPE, text=True) for i in range(2)]
    counts = []
    for process in running:
        _, err = process.communicate(timeout=TIMEOUT_S)
        must(process.returncode == 0, err)
        counts.append(len(re.findall(r"^generated ", err, re.M)))
    must(sum(counts) == 12, counts)
    must(all(counts), "both had work", counts)
    must(files("out0") == files("out1") and entries() == 12)


CONTAINER = ["unshare", *([] if os.geteuid() == 0 else ["--map-root-user"]),
             "--mount", "--pid", "--uts", "--ipc", "--net", "--fork",
             "--kill-child"]


def container(name, cache, *words):
    """A process in a machine of its own as far as that goes: another name and
    other numbers of processes, its own file system at `name`, and the shared
    folder `shared` mounted at `cache`."""
    script = ('hostname "$1" && mount -t tmpfs none "$1" && '
              'mkdir -p "$2" && mount --bind shared "$2" && shift 2 && '
              'exec "$@"')
    pathlib.Path(name).mkdir(exist_ok=True)
    return subprocess.Popen(
        [*CONTAINER, "sh", "-c", script, "sh", name, cache, *map(str, words)],
        stderr=subprocess.PIPE, text=True,
        env=dict(os.environ, QUERN_CACHE=str(pathlib.Path(cache).absolute())))


def case_two_nodes():
    """Two containers share the cache alone, each where it likes: each kernel is
    made once in total, also where one of them dies."""
    pathlib.Path("shared").mkdir()
    if not shutil.which("unshare") or container(
            "trial", "trial/cache", "true").wait(TIMEOUT_S):
        raise Skip("containers cannot be made here (unshare)")
    count = 16
    write([add(64 + i, f"a{i}") for i in range(count)])
    places = [("node1", "node1/cache"), ("node2", "node2/srv/quern")]

    def start(name, cache):
        return container(name, cache, QUERN, *command(
            "c.json", "-v", "-j1", output=f"out-{name}"))

    def kernels(name):
        return {p.name: p.read_bytes()
                for p in pathlib.Path(f"out-{name}").rglob("*.hipfb")}

    dying = start(*places[0])
    while len(kernels("node1")) < 3:
        must(dying.poll() is None, "it came to its end")
        time.sleep(0.05)
    running = [start(*places[1])]
    time.sleep(0.3)
    dying.kill()
    dying.communicate()
    dead = len(kernels("node1"))
    running.append(start(*places[0]))
    made = []
    for process in running:
        _, err = process.communicate(timeout=TIMEOUT_S)
        must(process.returncode == 0, err)
        made.append(len(re.findall(r"^generated ", err, re.M)))
    # What the dying one had made was found; its last one may be made again.
    must(0 < sum(made) <= count - dead, made, dead)
    must(len(kernels("node1")) == count and
         kernels("node1") == kernels("node2"))
    must(entries("shared") == count)


def case_kills():
    """kill -9 at random moments, QUERN_TEST_KILLS times: no entry fails
    verification, no kernel in the folder is cut, the work comes to its end."""
    kills = int(os.environ.get("QUERN_TEST_KILLS", "12"))
    count = 40 if kills > 50 else 10
    write([add(64 + i, f"a{i}") for i in range(count)])
    chance = random.Random(7)
    for _ in range(kills):
        process = subprocess.Popen(
            [str(w) for w in [QUERN, *command("c.json")]],
            stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.0, 0.6))
        process.send_signal(signal.SIGKILL)
        process.wait()
    entries()
    for path in pathlib.Path("out").rglob("*.hipfb"):
        must(quern("inspect", path).code == 0, path)
    done = pregen("c.json")
    must(done.code == 0 and f"Generated {count}/{count}" in done.err, done)
    must(entries() == count)
    must(not [p for p in files("out") if p.endswith(".tmp")] or
         len(files("out")) < count + 20, files("out"))
    quern("cache", "prune", "--max-size", "1000")
    must(entries() == count)


def case_resume():
    """A run that was killed goes on where it stopped."""
    write([add(64 + i, f"a{i}") for i in range(8)])
    process = subprocess.Popen(
        [str(w) for w in [QUERN, *command("c.json", "-j1")]],
        stderr=subprocess.DEVNULL)
    while len(list(pathlib.Path("out").rglob("*.hipfb"))) < 3:
        must(process.poll() is None, "it ended too soon")
        time.sleep(0.01)
    process.kill()
    process.wait()
    made = entries()
    must(3 <= made < 8, made)
    done = pregen("c.json", "-v")
    must(done.code == 0 and compiled(done) == 8 - made, made, done)


def killed(config, count, *more):
    """Starts a run, and kills it when `count` kernels are there."""
    process = subprocess.Popen(
        [str(w) for w in [QUERN, *command(config, *more)]],
        stderr=subprocess.DEVNULL)
    while len(list(pathlib.Path("out").rglob("*.hipfb"))) < count:
        must(process.poll() is None, "it ended too soon")
        time.sleep(0.005)
    process.kill()
    process.wait()


def listed(folder="out"):
    """The kernels that programs see, by name, with their exported names."""
    done = quern("kernels", folder, "--format", "json")
    must(done.code == 0, done)
    return {k["name"]: k.get("aliases", [])
            for k in json.loads(done.out)["folders"][0]["kernels"]}


def case_adopt():
    """Another configuration in the folder of a run that was killed hides none of
    its kernels."""
    def found(name):
        return quern("kernels", "out", "--device", CPU, "--find", name)

    write([add(64 + i, f"a{i}") for i in range(12)])
    write([add(7, "other")], "b.json")
    killed("c.json", 5, "-j1")
    made = {p.stem for p in pathlib.Path("out").rglob("*.hipfb")}
    must(5 <= len(made) < 12, made)
    must(pregen("b.json").code == 0)
    names = listed()
    must(set(names) == made | {"add-7f32-7f32-7f32"}, names, made)
    # All but one that was written in the moment of the kill have their other
    # names, too.
    must(sum(bool(aliases) for aliases in names.values()) >= len(made), names)
    for name in names:
        must(found(name).code == 0, name)
    # Without any manifest, by the files; what is damaged or none is left out.
    pathlib.Path("out/manifest.json").unlink()
    for stem, content in (("cut", None), ("zeroes", b"\0" * 5000),
                          ("text", b"notes"), ("empty", b"")):
        if content is None:
            content = next(pathlib.Path("out").rglob("*.hipfb")).read_bytes()[:-9]
        pathlib.Path(f"out/{CPU}/{stem}.hipfb").write_bytes(content)
    must(pregen("b.json").code == 0)
    must(set(listed()) == set(names))
    name = sorted(made)[0]
    size = re.match(r"add-(\d+)f32", name)[1]
    done = quern("run", "--op", "add", "--tensors",
                 f"({size},1,1,1)/f32 ({size},1,1,1)/f32", "--kernels", "out",
                 "--check")
    must(done.code == 0, done)
    # A file that is newer than the manifest, by a run that was killed then.
    must(pregen("c.json").code == 0 and len(listed()["add-64f32-64f32-64f32"]) == 1)
    path = pathlib.Path(f"out/{CPU}/add-64f32-64f32-64f32.hipfb")
    time.sleep(0.02)
    path.write_bytes(pathlib.Path(
        f"out/{CPU}/add-65f32-65f32-65f32.hipfb").read_bytes())
    must(found("a0").code == 1, "the manifest is the old one")
    must(pregen("b.json").code == 0)
    must(found("a0").code == 0, found("a0"))
    times = os.stat("out/manifest.json").st_mtime_ns
    must(pregen("b.json").code == 0)
    must(os.stat("out/manifest.json").st_mtime_ns == times, "nothing has changed")
    # A plan that somebody else carries out is adopted with all names.
    must(pregen("c.json", "--manifest-only").code == 0)
    must(listed()["add-64f32-64f32-64f32"] == ["a0"])


def case_scale():
    """QUERN_TEST_SCALE kernels, resumed after kills; what is said at the end.
    QUERN_TEST_ENGINE is who carries the plan out."""
    count = int(os.environ.get("QUERN_TEST_SCALE", "150"))
    engine = os.environ.get("QUERN_TEST_ENGINE")
    words = command("c.json", *(["--engine", engine] if engine else []))
    pathlib.Path("k.cu").write_text(
        'extern "C" __global__ void k(int *p) { *p = 1; }\n')
    pathlib.Path("bad.cu").write_text("#error no\n")
    env = dict(os.environ, QUERN_CLANG=fake_clang(pathlib.Path()), QUERN_PTXAS="/none")
    write([user(exported_name=f"k{i}", defines={"N": i}, arch="sm_90")
           for i in range(count)])
    chance = random.Random(11)
    kills = 0
    while True:
        process = subprocess.Popen(
            [str(w) for w in [QUERN, *words]], stderr=subprocess.PIPE,
            text=True, env=env, start_new_session=True)
        try:
            _, said = process.communicate(timeout=chance.uniform(1.0, 3.0) *
                                          max(1.0, count / 1000))
            break
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            kills += 1
            if engine:
                continue  # its manifest is written when all is done
            there = len(list(pathlib.Path("out").rglob("*.hipfb")))
            # Whatever the manifest's last writing missed is little.
            known = len(json.loads(pathlib.Path("out/manifest.json").read_text())
                        ["kernels"]) if there else 0
            must(known > there * 0.5 - 20, known, there)
    must(process.returncode == 0 and kills, said, kills)
    must(f"Generated {count}/{count} kernel(s) successfully\n" in said, said)
    must(len(listed()) == count)
    if not engine:
        match = re.search(r"^(\d+) from the cache, (\d+) compiled, in (.*)$",
                          said, re.M)
        must(match and int(match[1]) + int(match[2]) == count and
             int(match[1]) > 0, said)
        # What is said of every kernel is said once.
        must(said.count("ptxas is not installed") == 1 and
             f"of {count - 1} more" in said, said)
    print(f"{kills} kills: {said}")
    # The failed ones are named at the end, however much was said before.
    write([user(exported_name=f"bad{i}", sources=["bad.cu"]) for i in range(14)]
          + [user(exported_name="k0", defines={"N": 0}, arch="sm_90")])
    done = pregen("c.json", env={"QUERN_PTXAS": "/none"})
    must(done.code == 1 and "Generated 1/15" in done.err, done)
    tail = done.err[done.err.index("14 failed:"):].splitlines()
    must(len(tail) == 12 and tail[-1] == "  and 4 more" and
         all(re.fullmatch(rf"  {CPU}/bad\d+", line) for line in tail[1:-1]), tail)
    must(len(listed()) == count, "the others are still there")


def case_read_only():
    """A cache that cannot be written to is no failure."""
    write([GOOD])
    pathlib.Path("file").write_text("")
    for cache in ("file/cache", "/proc/none", "off"):
        shutil.rmtree("out", ignore_errors=True)
        done = pregen("c.json", env={"QUERN_CACHE": cache})
        must(done.code == 0, done)


def has_ptxas():
    tools = json.loads(quern("doctor", "--format", "json").out)["tools"]
    return any(tool["name"] == "ptxas" and tool["path"] for tool in tools)


def case_compile_shares():
    """quern compile and pregen find each other's results."""
    pathlib.Path("k.cu").write_text(
        'extern "C" __global__ void k(int *p) { *p = VALUE; }\n')
    # Where sm_90 stays PTX for want of ptxas that is told, and what was told
    # for one of several targets is not kept.
    nvidia = "sm_90" if has_ptxas() else "ptx90"
    write([user(defines={"VALUE": 5}, arch=[CPU, nvidia])])
    words = ["compile", "k.cu", "-DVALUE=5", "-t", f"{CPU},{nvidia}", "-MD",
             "-MF"]
    must(quern(*words, "1.d").code == 0 and entries() == 2)
    must(compiled(pregen("c.json", "-v")) == 0)
    # The same without a compiler, rule for make included.
    once = pathlib.Path("k.hipfb").read_bytes()
    os.rename("k.hipfb", "once")
    done = quern(*words, "2.d", "-v")
    must(done.code == 0 and "cc1" not in done.err, done)
    must(pathlib.Path("k.hipfb").read_bytes() == once)
    must(pathlib.Path("1.d").read_text() == pathlib.Path("2.d").read_text())
    done = quern(*words, "2.d", "-v", "--no-cache")
    must("cc1" in done.err, done)


def case_compile_messages():
    """Of several targets, those without messages are kept; one with messages is
    kept when it was compiled alone. Its messages are printed every time."""
    pathlib.Path("k.cu").write_text('extern "C" __global__ void k(int *p) {}\n')
    for made, kept in ((3, 2), (1, 3), (0, 3)):
        done = quern("compile", "k.cu", "-t", f"{CPU},gfx942,sm_90", "-v",
                     env={"QUERN_PTXAS": "/none"})
        must(done.code == 0 and "ptxas is not installed" in done.err, done)
        must(len(re.findall(r" -cc1 ", done.err)) == made, done)
        must(entries() == kept, done)


# ---- What programs find

def case_manifest():
    """Paths that lead out, foreign schemas and wrong texts are refused."""
    write([GOOD])
    must(pregen("c.json").code == 0)
    manifest = pathlib.Path("out/manifest.json")
    good = manifest.read_text()
    for old, new, message in (
            (f'"{CPU}/add', '"../add', "leads out of the folder"),
            (f'"{CPU}/add', '"/add', "leads out of the folder"),
            ("quern.kernels/1", "quern.kernels/9", "expected 'quern.kernels/1'"),
            ('"size":', '"sizes":', "needs a size"),
            ('"op":"add"', '"op":"relu"', "cannot be on these tensors"),
            ("]}", "]", "")):
        manifest.write_text(good.replace(old, new, 1) if old != "]}" else
                            good[:-3])
        done = quern("kernels", "out")
        must(done.code == 1 and message in done.err, old, done)
    manifest.write_text(good)
    must(quern("kernels", "out").code == 0)
    manifest.unlink()  # a folder without one is looked through
    check = quern("run", "--op", "add", "--tensors",
                  "(1024,1,1,1)/f32 (1024,1,1,1)/f32", "--kernels", "out",
                  "--check")
    must(check.code == 0, check)


def case_damaged():
    """A damaged kernel is told as such, and the next folder is tried."""
    write([GOOD])
    must(pregen("c.json").code == 0 and pregen("c.json", output="two").code == 0)
    kernel = next(pathlib.Path("out").rglob("*.hipfb"))
    content = bytearray(kernel.read_bytes())
    content[len(content) // 2] ^= 1
    kernel.write_bytes(content)
    words = ["run", "--op", "add", "--tensors",
             "(1024,1,1,1)/f32 (1024,1,1,1)/f32", "--check", "--kernels"]
    done = quern(*words, "out")
    must(done.code == 1 and "is damaged" in done.err, done)
    kernel.write_bytes(content[:-5])
    done = quern(*words, "out")
    must(done.code == 1 and "the manifest says" in done.err, done)
    done = quern(*words, "out", "--kernels", "two")
    must(done.code == 0, done)
    done = quern("kernels", "two", "--device", "gfx942", "--find", "good")
    must(done.code == 1 and f"it is there for {CPU}" in done.err, done)


# ---- Scale

def case_ninja():
    """The plan as a Ninja file, carried out, gives the same tree."""
    if not shutil.which("ninja"):
        raise Skip("no ninja")
    write(some([CPU, "sm_90"]))
    must(pregen("c.json").code == 0)
    shutil.rmtree("cache")
    plan = pregen("c.json", "--plan", "ninja", output="two")
    must(plan.code == 0, plan)
    pathlib.Path("build.ninja").write_text(plan.out)
    os.makedirs("two")
    done = subprocess.run(["ninja"], capture_output=True, text=True, check=False)
    must(done.returncode == 0, done.stdout)
    again = subprocess.run(["ninja"], capture_output=True, text=True, check=False)
    must("no work to do" in again.stdout, again.stdout)
    must([p for p in files("two") if not p.endswith(".d")] == files("out"))
    for name in files("out"):
        must(pathlib.Path("out", name).read_bytes() ==
             pathlib.Path("two", name).read_bytes(), name)
    done = pregen("c.json", "--engine", "ninja", output="three")
    must(done.code == 0 and "Generated 8/8" in done.err, done)
    listed = json.loads(pregen("c.json", "--plan", "json").out)
    must(listed["schema"] == "quern.plan/1" and len(listed["kernels"]) == 8)
    first = listed["kernels"][0]["command"]
    must(first[1] == "compile" and all(isinstance(w, str) for w in first))


PROJECT = """cmake_minimum_required(VERSION 3.25)
project(p LANGUAGES NONE)
find_package(Quern REQUIRED)
quern_pregenerate(trees CONFIG c.json OUTPUT_DIR tree ALL)
"""


def case_cmake():
    """quern_pregenerate of the installed package; a header is a dependency."""
    if not shutil.which("cmake") or not shutil.which("ninja"):
        raise Skip("no cmake or ninja")

    def must_run(*words):
        done = subprocess.run([str(w) for w in words], capture_output=True,
                              text=True, check=False, timeout=TIMEOUT_S)
        must(done.returncode == 0, done.stdout, done.stderr)
        return done.stdout

    prefix = pathlib.Path("prefix").resolve()
    must_run("cmake", "--install", QUERN.parent.parent, "--prefix", prefix)
    must((prefix / "bin/ggml-hsa-gen-kernels").exists())
    must((prefix / "share/quern/pregen.schema.json").exists())
    pathlib.Path("h.h").write_text("#define V 1\n")
    pathlib.Path("k.cu").write_text(
        '#include "h.h"\nextern "C" __global__ void k(int *p) { *p = V; }\n')
    write([user(), GOOD])
    pathlib.Path("CMakeLists.txt").write_text(PROJECT)
    must_run("cmake", "-S", ".", "-B", "b", "-G", "Ninja",
             f"-DCMAKE_PREFIX_PATH={prefix}")
    must_run("cmake", "--build", "b")
    must(len(files("b/tree")) == 3, files("b/tree"))
    must("no work to do" in must_run("cmake", "--build", "b"))
    time.sleep(0.01)
    pathlib.Path("h.h").write_text("#define V 2\n")
    must_run("cmake", "--build", "b")
    done = quern("run", f"b/tree/{CPU}/mine.hipfb", "k",
                 "i32[1]=zero,expect=fill:2", "--check")
    must(done.code == 0, done)


def case_jobserver():
    """Under make -j2, two at a time; tokens come back."""
    if not shutil.which("make"):
        raise Skip("no make")
    write([add(64 + i, f"a{i}") for i in range(4)])
    words = " ".join(f"'{w}'" for w in [QUERN, *command("c.json", "-j8")])
    pathlib.Path("Makefile").write_text(f"all:\n\t+{words}\n\t@echo again\n")
    done = subprocess.run(["make", "-j2"], capture_output=True, text=True,
                          check=False, timeout=TIMEOUT_S)
    must(done.returncode == 0 and "again" in done.stdout, done.stdout, done.stderr)
    must("jobserver tokens" not in done.stderr, done.stderr)
    # Without a token to be had there is still the one job of our own.
    read, put = os.pipe()
    shutil.rmtree("cache")
    done = quern(*command("c.json", "-j8"), pass_fds=(read, put),
                 env={"MAKEFLAGS": f" -j --jobserver-auth={read},{put}"})
    must(done.code == 0 and "Generated 4/4" in done.err, done)
    os.write(put, b"ab")
    shutil.rmtree("cache")
    done = quern(*command("c.json", "-j8"), pass_fds=(read, put),
                 env={"MAKEFLAGS": f" -j --jobserver-auth={read},{put}"})
    must(done.code == 0 and sorted(os.read(read, 9)) == sorted(b"ab"), done)
    # One that is gone is none.
    done = quern(*command("c.json", "--force"),
                 env={"MAKEFLAGS": " -j --jobserver-auth=97,98"})
    must(done.code == 0, done)


def case_terminal():
    """On a terminal a line of progress, erased at the end; never in a file."""
    import pty
    write([add(64 + i, f"a{i}") for i in range(4)])
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [str(w) for w in [QUERN, *command("c.json", "-j1")]],
        stdin=subprocess.DEVNULL, stderr=theirs, env=dict(os.environ,
                                                          TERM="xterm"))
    os.close(theirs)
    seen = b""
    while True:
        try:
            got = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not got:
            break
        seen += got
    must(process.wait() == 0, seen)
    must(re.search(rb"generated \d of 4 kernels", seen), seen)
    last = seen.rindex(b"of 4 kernels")
    must(b"\r\x1b[K" in seen[last:] and
         b"Generated 4/4 kernel(s) successfully" in seen[last:], seen)
    done = pregen("c.json", "--force")
    must("of 4 kernels" not in done.err and "\x1b" not in done.err, done)


def case_memory():
    """With memory for one, one runs at a time; what is known is remembered."""
    write([add(64 + i, f"a{i}") for i in range(3)])
    done = pregen("c.json", "--memory", "1", "-j3")
    must(done.code == 0, done)
    lines = pathlib.Path("cache/times").read_text().split("\n")[:-1]
    must(len(lines) == 3, lines)
    for line in lines:
        cost = int(line.split()[1], 16)
        must(cost >> 24 > 0 and cost & 0xffffff > 10, line)


def case_order():
    """What took longest comes first."""
    write([add(64 + i, f"a{i}") for i in range(3)])
    must(pregen("c.json").code == 0)
    path = pathlib.Path("cache/times")
    rows = [line.split() for line in path.read_text().splitlines()]
    for row, seconds in zip(rows, (1, 9, 5)):
        row[1] = f"{seconds * 1000 << 24 | 100:x}"
    path.write_text("".join(f"{a} {b}\n" for a, b in rows))
    done = pregen("c.json", "--force", "-j1", "-v")
    order = re.findall(r"^generated \S+/add-(\d+)f32", done.err, re.M)
    learnt = {row[0]: int(row[1], 16) >> 24 for row in rows}
    must(len(order) == 3 and sorted(learnt.values()) == [1000, 5000, 9000], done)
    # Lines stand in the order in which the first run ended.
    first = sorted(range(3), key=lambda i: -(int(rows[i][1], 16) >> 24))
    must(first == [1, 2, 0])
    must(order != ["64", "65", "66"] or first == [0, 1, 2], order)


def case_iron():
    """aie2 by the helper, with a stand-in for IRON."""
    source = HERE / "iron" / "kernels"
    shutil.copytree(source, "k")
    iron = {"PYTHONPATH": str(HERE / "iron"), "PYTHONDONTWRITEBYTECODE": "1"}

    def generate(kernels, env):
        write(kernels)
        return quern("pregen", "--config", "c.json", "--output-dir", "out",
                     "--kernels-dir", "k", env=env)

    mine = dict(add(64, "own", "aie2p"), kernel_name="my_own_function")
    done = generate([add(1024, "add_f32_1024", "aie2"), mine], iron)
    must(done.code == 0 and "Generated 2/2" in done.err, done)
    name = "aie2/add-1024f32-1024f32-1024f32"
    must(files("out") == [f"{name}.pdi", f"{name}_insts.bin",
                          "aie2p/my_own_function-64f32-64f32-64f32.pdi",
                          "aie2p/my_own_function-64f32-64f32-64f32_insts.bin",
                          "manifest.json"], files("out"))
    must(pathlib.Path(f"out/{name}.pdi").read_text() ==
         "PDI of add aie2 1024x1x1x1 1024x1x1x1 to 1024")
    found = quern("kernels", "out", "--device", "aie2", "--find", "add_f32_1024")
    must(found.code == 0 and f"out/{name}.pdi" in found.out, found)
    for kernel, message in (("sub", "[aiecc] Compilation failed"),
                            ("mul", "15 bytes of insts"),
                            ("div", "has no function 'ggml_op_div'")):
        bad = dict(add(1024, "x", "aie2"), kernel_name=f"ggml_op_{kernel}")
        done = generate([bad], iron)
        must(done.code == 1 and message in done.err, kernel, done)
    done = generate([add(8, "x", "aie2")], {"PYTHONPATH": "", "PYTHONSAFEPATH": "1"})
    must(done.code == 3 and
         "Failed to import kernel build module: No module named 'aie'" in done.err
         and "env_setup.sh" in done.err, done)
    done = generate([add(8, "x", "aie2")], {"PATH": "/nowhere"})
    must(done.code == 3 and "cannot find Python" in done.err, done)


def case_no_iron():
    """Seed 001's configuration as printed, with neither ggml-hsa's sources nor
    IRON: what is missing, where it was sought, and what is there instead."""
    native = "--arch native"
    printed = dict(add(1024, "add_f32_1024", "aie2"), kernel_source="binary_ops.py")
    os.makedirs("sub")
    write([printed], "sub/c.json")
    words = ["pregen", "--config", "sub/c.json", "--output-dir", "out"]
    done = quern(*words)
    must(done.code == 1 and not os.path.exists("out"), done)
    for text in ("Kernel source not found: binary_ops.py", "IRON",
                 "looking in 'sub/', '", "/kernels/'", native,
                 "reading kernel 0 'add_f32_1024'"):
        must(text in done.err, text, done)
    done = quern(*words, "--kernels-dir", "mine")
    must("looking in 'mine/', 'sub/', '" in done.err, done)
    # What is proposed works.
    done = quern(*words, *native.split())
    must(done.code == 0 and "Generated 1/1" in done.err, done)
    # It is proposed only for what the installed kernels have.
    write([dict(printed, kernel_name="ggml_op_own")], "sub/c.json")
    done = quern(*words)
    must(done.code == 1 and "IRON" in done.err and native not in done.err, done)
    write([dict(printed, kernel_source="own_ops.py")], "sub/c.json")
    done = quern(*words)
    must(done.code == 1 and "IRON" in done.err and native not in done.err, done)
    # The sources alone: Python is asked for IRON.
    write([printed], "sub/c.json")
    bare = {"PYTHONPATH": "", "PYTHONSAFEPATH": "1"}
    sources = HERE / "iron" / "kernels"
    done = quern(*words, "--kernels-dir", sources, env=bare)
    must(done.code == 3, done)
    for text in ("No module named 'aie'", f"'{sources}/binary_ops.py'", "python",
                 "env_setup.sh", native):
        must(text in done.err, text, done)


# ggml's numbers of types, and a size that is a whole number of blocks of each.
GGUF_TYPES = {"f32": 0, "f16": 1, "q4_0": 2, "q8_0": 8, "q4_K": 12, "q6_K": 14,
              "iq4_nl": 20, "bf16": 30}


def gguf(path, architecture, tensors_):
    """A model without its numbers: (name, type, dimensions) for each tensor."""
    def text(value):
        return struct.pack("<Q", len(value)) + value.encode()

    pairs = [text("general.architecture") + struct.pack("<I", 8) +
             text(architecture),
             text("x.block_count") + struct.pack("<II", 4, 2),
             text("tokens") + struct.pack("<IIQ", 9, 8, 2) + text("a") + text("b")]
    infos = [text(name) + struct.pack(f"<I{len(ne)}QIQ", len(ne), *ne,
                                      GGUF_TYPES[kind], 0)
             for name, kind, ne in tensors_]
    pathlib.Path(path).write_bytes(
        b"GGUF" + struct.pack("<IQQ", 3, len(infos), len(pairs)) +
        b"".join(pairs + infos))


def model_sets(path, *more):
    done = quern("pregen", "--model", path, *more)
    must(done.code == 0, done)
    kernels = json.loads(done.out)["kernels"]
    return {k["exported_name"]: k for k in kernels}, done.err


DENSE = [("token_embd.weight", "q6_K", (256, 100)),
         ("blk.0.attn_norm.weight", "f32", (256,)),
         ("blk.0.attn_q.weight", "q4_K", (256, 256)),
         ("blk.0.ffn_up.weight", "q8_0", (256, 512))]


def case_model():
    """The configuration for a GGUF file: the sets that the back end for ggml
    loads, by its names, with the products of the types that the file has."""
    asked = set(re.findall(r'"(ggml_[a-z]+)"', "".join(
        p.read_text() for p in (ROOT / "ggml").glob("plan*.c"))))
    must(len(asked) == 8, asked)
    gguf("dense.gguf", "llama", DENSE)
    sets, said = model_sets("dense.gguf")
    must(set(sets) == asked - {"ggml_places"} and not said, sets, said)

    def weights(sets):
        text = sets["ggml_products"]["defines"]["QN_GGML_WEIGHTS"]
        return set(re.findall(r"QN_PRODUCTS\((\w+)\)", text))

    # The embedding is the last product's matrix, where there is no other.
    must(weights(sets) == {"f32", "f16", "q4_K", "q8_0", "q6_K"}, sets)
    gguf("own.gguf", "llama", [*DENSE, ("output.weight", "q4_0", (256, 100))])
    must(weights(model_sets("own.gguf")[0]) ==
         {"f32", "f16", "q4_K", "q8_0", "q4_0"})
    gguf("bf16.gguf", "qwen3", [("output.weight", "bf16", (256, 100))])
    sets = model_sets("bf16.gguf")[0]
    must("QN_PRODUCT(bf16, bf16)" in sets["ggml_products"]["defines"]
         ["QN_GGML_WEIGHTS"] and weights(sets) == {"f32", "f16", "bf16"}, sets)
    # Experts are sorted; of other architectures nothing is left out.
    gguf("experts.gguf", "qwen3moe",
         [*DENSE, ("blk.0.ffn_up_exps.weight", "q4_0", (256, 512, 4))])
    must(set(model_sets("experts.gguf")[0]) == asked)
    gguf("other.gguf", "mamba", DENSE)
    sets, said = model_sets("other.gguf")
    must(set(sets) == asked and "'mamba' are not known" in said, said)
    gguf("iq.gguf", "llama", [*DENSE, ("blk.0.ffn_down.weight", "iq4_nl", (512, 256))])
    sets, said = model_sets("iq.gguf")
    must("1 tensors have types" in said and "blk.0.ffn_down.weight" in said, said)
    # It is a configuration, and its products are those.
    done = quern("pregen", "--model", "dense.gguf", "--arch", "sm_90")
    pathlib.Path("c.json").write_text(done.out)
    done = quern("pregen", "--config", "c.json", "--output-dir", "out", "--filter",
                 "ggml_products", env={"QUERN_PTXAS": "/none"})
    must(done.code == 0, done)
    kernels = set(re.findall(r"^(\w+)", quern(
        "inspect", "out/sm_90/ggml_products.hipfb").out, re.M))
    types = ("f32", "f16", "q4_K", "q8_0", "q6_K")
    wanted = {f"{kind}_{a}_{b}" for kind in ("mul_mat", "mul_few", "mul_mat_id")
              for a in types for b in ("f32", "f16")} | {"out_prod_f32"}
    must({k for k in kernels if "_f" in k and k.startswith(("mul_", "out_"))} ==
         wanted, kernels ^ wanted)
    done = quern("pregen", "--config", "c.json", "--output-dir", "out", "-n",
                 "--format", "jsonl")
    must(len(done.out.splitlines()) >= 7 and done.code == 0, done)
    # What is no model.
    whole = pathlib.Path("dense.gguf").read_bytes()
    for content, message in ((b"", "magic"), (b"GGML" + whole[4:], "no GGUF file"),
                             (whole[:-3], "tensor.offset"),
                             (whole[:4] + b"\1" + whole[5:], "expected 2 or 3"),
                             (whole[:8] + b"\xff" * 8 + whole[16:], "a count of")):
        pathlib.Path("bad.gguf").write_bytes(content)
        done = quern("pregen", "--model", "bad.gguf")
        must(done.code == 1 and message in done.err and not done.out, message, done)
    done = quern("pregen", "--model", "none.gguf")
    must(done.code == 1 and "could not open 'none.gguf'" in done.err, done)
    done = quern("pregen", "--model", "dense.gguf", "--config", "c.json")
    must(done.code == 2, done)


def main():
    for name in sys.argv[2:]:
        case = globals()[f"case_{name}"]
        with tempfile.TemporaryDirectory(prefix="quern-pregen-") as folder:
            os.chdir(folder)
            os.environ["QUERN_CACHE"] = f"{folder}/cache"
            os.environ["QUERN_PRECOMPILED"] = "off"  # entries are counted
            for variable in ("MAKEFLAGS", "GGML_HSA_KERNEL_DIR",
                             "QUERN_KERNEL_DIR"):
                os.environ.pop(variable, None)
            os.environ["HOME"] = folder
            if name != "seed":  # packets take longer to compile
                os.environ["QUERN_CPU_ENGINE"] = "scalar"
            try:
                case()
                print(f"ok {name}")
            except Skip as why:
                print(f"skipped: {why}")
                sys.exit(77)
            except AssertionError as error:
                sys.exit(f"FAIL {name}: {error}")
            finally:
                os.chdir("/")


main()
