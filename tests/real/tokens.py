#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the tokens that llama.cpp generates with a small model of random
weights by ggml's CPU back end and by another: its CUDA back end through Quern,
or Quern's own (docs/ggml.md).

usage: tokens.py BUILD [--backend cuda|quern] [--size 10M|50M] [--work FOLDER]
                 [--device NAME] [--targets LIST] [--jobs N] [--count N]
                 [--kind f16|q8_0|q4_K|f32...]

The models (10 or 50 million weights, as halves, blocks, and floats) are written
by llama.cpp's own gguf-py. tokens.cpp makes the tokens by the CPU's back end,
always the likeliest one; behind each of them the device's likeliest one must be
the same, or its logit one that the CPU's rounding could have put first. How far
each back end's logits are from those of the same weights as floats says how
much that is: the device's may not be worse. llama.cpp is built as backend_ops.py
does it, unless FOLDER has its libraries. Exit 77: the source package is not there (fetch.py), or NumPy,
CMake or Ninja is not.
"""
import argparse
import ctypes
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "support"))
import ggml_backend  # noqa: E402
from backend_ops import SKIPPED, build, source  # noqa: E402
from sanitized import environment  # noqa: E402

HEADS, HEADS_KV, LAYERS = 8, 4, 12
SIZES = {"10M": (256, 768, 2048), "50M": (512, 1792, 8192)}
WIDTH, INNER, WORDS = SIZES["10M"]
KINDS = {"cuda": ("f16", "q8_0", "f32"),
         "quern": ("f16", "q8_0", "q4_K", "f32")}
SEED = 20
ERROR_MIN = 5e-3  # of logits: attention is in halves on the device


def shapes():
    """Names of tensors and their rows and columns; of norms columns alone."""
    kv = WIDTH // HEADS * HEADS_KV
    yield "token_embd", (WORDS, WIDTH)
    yield "output_norm", (WIDTH,)
    yield "output", (WORDS, WIDTH)
    for i in range(LAYERS):
        yield f"blk.{i}.attn_norm", (WIDTH,)
        yield f"blk.{i}.attn_q", (WIDTH, WIDTH)
        yield f"blk.{i}.attn_k", (kv, WIDTH)
        yield f"blk.{i}.attn_v", (kv, WIDTH)
        yield f"blk.{i}.attn_output", (WIDTH, WIDTH)
        yield f"blk.{i}.ffn_norm", (WIDTH,)
        yield f"blk.{i}.ffn_gate", (INNER, WIDTH)
        yield f"blk.{i}.ffn_up", (INNER, WIDTH)
        yield f"blk.{i}.ffn_down", (WIDTH, INNER)


def quantized(weights, kind, type_of, libraries):
    """By gguf-py, or for what it cannot by ggml itself."""
    import gguf
    import numpy
    if kind != "q4_K":
        return gguf.quants.quantize(weights, type_of)
    quantize = ctypes.CDLL(libraries / "libggml-base.so").ggml_quantize_chunk
    quantize.restype = ctypes.c_size_t
    rows, columns = weights.shape
    block, size = gguf.GGML_QUANT_SIZES[type_of]
    packed = numpy.zeros((rows, columns // block * size), numpy.uint8)
    weights = numpy.ascontiguousarray(weights)
    address = ctypes.c_void_p
    quantize(int(type_of), address(weights.ctypes.data),
             address(packed.ctypes.data), ctypes.c_int64(0),
             ctypes.c_int64(rows), ctypes.c_int64(columns), None)
    return packed


def write_model(path, kind, libraries, as_floats=False):
    """The weights, rounded to that kind; how many there are."""
    import gguf
    import numpy
    random = numpy.random.default_rng(SEED)
    out = gguf.GGUFWriter(str(path), "llama")
    out.add_context_length(512)
    out.add_embedding_length(WIDTH)
    out.add_block_count(LAYERS)
    out.add_feed_forward_length(INNER)
    out.add_head_count(HEADS)
    out.add_head_count_kv(HEADS_KV)
    out.add_layer_norm_rms_eps(1e-5)
    out.add_vocab_size(WORDS)
    out.add_tokenizer_model("none")
    type_of = {"f32": gguf.GGMLQuantizationType.F32,
               "f16": gguf.GGMLQuantizationType.F16,
               "q8_0": gguf.GGMLQuantizationType.Q8_0,
               "q4_K": gguf.GGMLQuantizationType.Q4_K}[kind]
    count = 0
    for name, shape in shapes():
        count += numpy.prod(shape)
        if len(shape) == 1:
            weights = 1 + 0.1 * random.standard_normal(shape)
            out.add_tensor(f"{name}.weight", weights.astype(numpy.float32))
            continue
        scale = 0.25 if name == "token_embd" else shape[1] ** -0.5
        weights = scale * random.standard_normal(shape)
        packed = quantized(weights.astype(numpy.float32), kind, type_of,
                           libraries)
        if as_floats:
            out.add_tensor(f"{name}.weight",
                           gguf.quants.dequantize(packed, type_of))
        else:
            out.add_tensor(f"{name}.weight", packed, raw_dtype=type_of)
    out.write_header_to_file()
    out.write_kv_data_to_file()
    out.write_tensors_to_file()
    out.close()
    return int(count)


def compile_program(args, root, folder):
    program = folder / "tokens"
    libraries = args.work / "bin"
    subprocess.run([os.environ.get("CXX", "c++"), "-O1", "-std=c++17",
                    f"-I{root / 'include'}", f"-I{root / 'ggml' / 'include'}",
                    HERE / "tokens.cpp", "-o", program, f"-L{libraries}",
                    "-lllama", "-lggml", "-lggml-base",
                    f"-Wl,-rpath,{libraries}", "-Wl,--disable-new-dtags",
                    "-Wl,--allow-shlib-undefined"], check=True)
    return program


def generate(program, model, where, env, count, forced=()):
    """The likeliest tokens, and all logits of each."""
    import numpy
    logits = model.with_suffix(f".{where}")
    done = subprocess.run([program, model, where, str(count), logits,
                           *map(str, forced)], env=env,
                          capture_output=True, text=True)
    if done.returncode:
        print(done.stderr[-4000:], file=sys.stderr)
        sys.exit(f"tokens {model} {where} ended with {done.returncode}")
    if where == "device" and f"offloaded {LAYERS + 1}/{LAYERS + 1}" not in \
            done.stderr:
        print(done.stderr[-4000:], file=sys.stderr)
        sys.exit("the layers are not on the device")
    said = re.search(r"per token ([0-9.]+) ms", done.stderr)
    return (float(said[1]), [int(line) for line in done.stdout.split()],
            numpy.fromfile(logits, numpy.float32).reshape(count, WORDS))


def error_of(found, want):
    """The root of the mean square, by that of the logits."""
    return float((((found - want) ** 2).mean() / (want ** 2).mean()) ** 0.5)


def compare(program, args, folder, kind, env):
    model, exact = folder / f"{kind}.gguf", folder / f"{kind}-exact.gguf"
    libraries = args.work / "bin"
    weights = write_model(model, kind, libraries)
    write_model(exact, kind, libraries, as_floats=True)
    cpu_time, by_cpu, cpu = generate(program, model, "cpu", env, args.count)
    time, by_device, device = generate(program, model, "device", env,
                                       args.count, by_cpu)
    _, _, floats = generate(program, exact, "cpu", env, args.count, by_cpu)
    other = [i for i in range(args.count) if by_cpu[i] != by_device[i]]
    far = [i for i in other
           if cpu[i][by_cpu[i]] - cpu[i][by_device[i]] >
           2 * abs(cpu[i] - floats[i]).max()]
    errors = error_of(cpu, floats), error_of(device, floats)
    print(f"{kind}: {weights} weights, {args.count - len(other)} of "
          f"{args.count} tokens are the same ({len(set(by_cpu))} different "
          f"ones), {len(far)} others are not within the rounding; logits are "
          f"off by {errors[0]:.2g} (CPU) and {errors[1]:.2g} (device) of those "
          f"of floats; a token takes {cpu_time:.2f} ms and {time:.2f} ms, "
          f"{cpu_time / time:.2f} of the CPU back end's speed", flush=True)
    return not far and errors[1] <= max(1.2 * errors[0], ERROR_MIN)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--backend", choices=KINDS, default="cuda")
    parser.add_argument("--size", choices=SIZES, default="10M")
    parser.add_argument("--kind", nargs="+", default=[])
    parser.add_argument("--work", type=Path)
    parser.add_argument("--targets", default="native")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--count", type=int, default=48)
    args = parser.parse_args()
    args.build = args.build.resolve()
    root = source()
    try:
        import numpy  # noqa: F401
        if root:
            sys.path.insert(0, str(root / "gguf-py"))
            import gguf  # noqa: F401
    except ImportError as missing:
        print(f"{missing}: NumPy and what gguf-py needs are not there")
        return SKIPPED
    if not root or not shutil.which("cmake") or not shutil.which("ninja"):
        print("the corpus ggml (tests/real/fetch.py), cmake and ninja are "
              "needed")
        return SKIPPED
    global WIDTH, INNER, WORDS
    WIDTH, INNER, WORDS = SIZES[args.size]
    env = dict(os.environ, QUERN_DEVICE=args.device, **environment(args.build))
    if args.backend == "quern":
        env.update(ggml_backend.prepare(args, root, "llama"))
    else:
        args.work = (args.work or root.parent / "ggml-build").resolve()
        if not (args.work / "bin" / "libllama.so").exists():
            build(args, root)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = compile_program(args, root, folder)
        good = [compare(program, args, folder, kind, env)
                for kind in args.kind or KINDS[args.backend]]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
