#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Graphs that come again on Quern's back end for ggml (docs/ggml.md, "Graphs"):
recorded, they have the results that launches one by one have (graphs.cpp).

usage: graphs.py BUILD [--work FOLDER] [--targets LIST] [--device NAME]
                 [--jobs N]

FOLDER is that of tests/real/ggml_backend.py. Exit 77: the source package is not
there (tests/real/fetch.py), or CMake or Ninja is not.
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
sys.path.insert(0, str(HERE.parent / "real"))
sys.path.insert(0, str(HERE.parent / "support"))
from backend_ops import SKIPPED, source  # noqa: E402
from ggml_backend import ROOT, prepare  # noqa: E402
from sanitized import environment  # noqa: E402

CASES = ("again", "many", "streams", "scheduler", "without", "errors",
         "default")


def compile_program(args, root, folder):
    program = folder / "graphs"
    libraries = args.work / "bin"
    # -rdynamic: the back end calls the program's functions instead of HIP's.
    subprocess.run([os.environ.get("CXX", "c++"), "-O1", "-std=c++17",
                    "-rdynamic", f"-I{root / 'ggml' / 'include'}",
                    HERE / "graphs.cpp", "-o", program, f"-L{libraries}",
                    "-lggml", "-lggml-base", f"-L{args.build / 'lib'}",
                    "-Wl,--no-as-needed", "-lquernhip", "-ldl",
                    f"-Wl,-rpath,{libraries}:{args.build / 'lib'}",
                    "-Wl,--disable-new-dtags",
                    "-Wl,--allow-shlib-undefined"], check=True)
    return program


def generate_asserts(args, folder):
    """A folder with a set of kernels that fail on demand (asserts.cu)."""
    config = folder / "asserts.json"
    config.write_text(json.dumps({"kernels": [{
        "sources": [str(HERE / "asserts.cu")], "arch": args.targets.split(","),
        "options": [f"-I{ROOT / 'kernels' / 'ggml'}"],
        "exported_name": "ggml_elements"}]}))
    subprocess.run([args.build / "bin" / "quern", "pregen", "--config", config,
                    "--output-dir", folder / "asserts"], check=True,
                   stdout=subprocess.DEVNULL)
    return folder / "asserts"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--work", type=Path)
    parser.add_argument("--targets", default="native")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    args.build = args.build.resolve()
    root = source()
    if not root or not shutil.which("cmake") or not shutil.which("ninja"):
        print("the corpus ggml (tests/real/fetch.py), cmake and ninja are "
              "needed")
        return SKIPPED
    env = dict(os.environ, QUERN_DEVICE=args.device, **environment(args.build))
    env.update(prepare(args, root))
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = compile_program(args, root, folder)
        failing = dict(env, GGML_HSA_KERNEL_DIR=str(
            generate_asserts(args, folder)))
        for case in CASES:
            done = subprocess.run([program, case], text=True, timeout=600,
                                  env=failing if case == "errors" else env,
                                  stdout=subprocess.PIPE)
            print(f"{case}: {'passed' if done.returncode == 0 else 'FAILED'}")
            print(done.stdout, end="", flush=True)
            failed += done.returncode != 0
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
