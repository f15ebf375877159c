#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels whose work-items are lanes, on machines of several shapes.

usage: lanes.py BUILD [--form FORM] [--table]
Divergent kernels and those of ten.cu have bodies for lanes; launches run these,
which is told by how many instructions they take; conformance kernels pass on each
shape, and by one lane of each warp. --table prints what docs/vortex.md has: bytes
of code and instructions of both ways.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]
import run  # noqa: E402
import chosen  # noqa: E402

SHAPES = ["threads=2,warps=4", "threads=8,warps=16,cores=3",
          "threads=32,warps=4"]
ENGINE, MACHINE = "QUERN_VORTEX_ENGINE", "QUERN_VORTEX_SIM"
DIVERGENT = run.TESTS / "kernels" / "divergent.cu"
COMING = run.TESTS / "kernels" / "coming.cu"
LANES = run.TESTS / "kernels" / "lanes.cu"
TEN = HERE / "ten.cu"


def compile_with(build, source, form, engine, *more):
    done = subprocess.run(
        [str(build / "bin" / "quern"), "compile", str(source), "-q", "-t",
         "vortex-" + form, "-O3", "--no-cache", *more], capture_output=True, text=True,
        env=dict(os.environ, **{ENGINE: engine}))
    if done.returncode:
        sys.exit(f"{source.name} does not compile\n{done.stderr}")
    return done.stdout


def ways(build, source, form, engine):
    text = compile_with(build, source, form, engine, "--explain", "--format",
                        "json")
    return {k["name"]: (k["runs"], k["reason"])
            for k in json.loads(text)["kernels"]}


def check_ways(build, form):
    wrong = []
    for source in (DIVERGENT, COMING, LANES, TEN):
        for name, (way, why) in ways(build, source, form, "simt").items():
            if way != "simt":
                wrong.append(f"{name} runs {way} because of {why}")
        for name, (way, why) in ways(build, source, form, "scalar").items():
            if way == "simt" or why != ENGINE:
                wrong.append(f"{name} runs {way} with {ENGINE}=scalar")
    return wrong


def launch(build, bundle, case, form, limit, shape):
    os.environ[MACHINE] = f"{shape},limit={limit}"
    return chosen.kernels.launch(str(build / "bin" / "quern"), str(bundle), case,
                              HERE, f"vortex-sim:{run.FORMS[form]}")


def count(build, bundle, case, form, shape):
    """Instructions of a launch, to a thousandth."""
    high = 1024
    while launch(build, bundle, case, form, high, shape):
        high *= 4
        if high > 1 << 34:
            sys.exit(f"{case['kernel']}: no end")
    low = high // 4
    while high - low > max(1, high // 2000):
        middle = (low + high) // 2
        if launch(build, bundle, case, form, middle, shape):
            low = middle
        else:
            high = middle
    return high


def check_counts(build, form):
    """Launches end within a quarter of the instructions of the other way."""
    wrong = []
    cases = {case["kernel"]: case for case in chosen.kernels.read_runs(TEN)}
    with tempfile.TemporaryDirectory() as temp:
        bundles = {}
        for engine in ("simt", "scalar"):
            bundles[engine] = Path(temp) / (engine + ".hipfb")
            compile_with(build, TEN, form, engine, "-o", str(bundles[engine]))
        for name in ("transpose", "multiply"):
            most = count(build, bundles["scalar"], cases[name], form, SHAPES[2])
            if launch(build, bundles["simt"], cases[name], form, most // 4,
                      SHAPES[2]):
                wrong.append(f"{name} takes more than a quarter of {most} "
                             "instructions in lanes")
    return wrong


def check_kernels(build, form):
    wrong = []
    # All functions of mathematics take long, and are the same code.
    todo = [s for kind, s in chosen.sources(["kernels"])
            if not s.name.startswith("math_")]
    for engine, shape in [("simt", s) for s in SHAPES] + \
            [("scalar", SHAPES[2])]:
        os.environ.update({ENGINE: engine, MACHINE: shape})
        for source in todo:
            wrong += [f"{engine} {shape}: {name}: {why}"[:600] for name, why in
                      run.run_kernels(build, source, form) if why]
    return wrong


def code_sizes(build, form, engine):
    """Bytes of functions in the linked image; those of one work-item are in
    the record's order, which is that of the source."""
    nm = shutil.which("llvm-nm-22") or shutil.which("llvm-nm")
    if not nm:
        sys.exit("--table needs llvm-nm in PATH")
    with tempfile.TemporaryDirectory() as temp:
        compile_with(build, TEN, form, engine, "--save-temps", temp, "-o",
                     os.devnull)
        elf = next(Path(temp).glob("*.elf"))
        done = subprocess.run([nm, "-S", "--size-sort", str(elf)],
                              capture_output=True, text=True, check=True)
    fields = [line.split() for line in done.stdout.splitlines()]
    return {f[3]: int(f[1], 16) for f in fields if len(f) == 4}


def in_order(sizes, stem):
    return sorted((name for name in sizes if name.startswith(stem)),
                  key=lambda name: [int(n) for n in name.split(".")[2:]])


def print_table(build, form):
    shapes = ["threads=4,warps=16,cores=1", "threads=32,warps=16,cores=1"]
    print("| kernel | bytes, one lane | in lanes | instructions, one lane |"
          " 4 lanes | 32 lanes |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as temp:
        bundles = {}
        for engine in ("simt", "scalar"):
            bundles[engine] = Path(temp) / (engine + ".hipfb")
            compile_with(build, TEN, form, engine, "-o", str(bundles[engine]))
        old, new = (code_sizes(build, form, e) for e in ("scalar", "simt"))
        functions = [in_order(old, "quern.item"), in_order(new, "quern.lanes")]
        for case, item, body in zip(chosen.kernels.read_runs(TEN), *functions,
                                    strict=True):
            name = case["kernel"]
            numbers = [old[item], new[body],
                       count(build, bundles["scalar"], case, form, shapes[0])]
            numbers += [count(build, bundles["simt"], case, form, s)
                        for s in shapes]
            print(f"| `{name}` | " + " | ".join(map(str, numbers)) + " |",
                  flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--form", default="rv64", choices=list(run.FORMS))
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    build = options.build.resolve()
    if options.table:
        return print_table(build, options.form)
    wrong = check_ways(build, options.form) + \
        check_counts(build, options.form) + check_kernels(build, options.form)
    for why in wrong:
        print(why)
    print(f"{len(wrong)} failed")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
