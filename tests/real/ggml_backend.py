#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds Quern's back end for ggml (docs/ggml.md) against the ggml inside
llama.cpp, generates its kernels, and runs llama.cpp's test-backend-ops with it,
which compares each operation with ggml's CPU back end.

usage: ggml_backend.py BUILD [--work FOLDER] [--targets LIST] [--device NAME]
                       [--op NAME...] [--jobs N] [--pin N] [--cases N]
                       [--limit SECONDS] [--within SECONDS] [--done FILE]

FOLDER (default: ggml-quern beside the corpus) keeps llama.cpp's build, without
CUDA, for the next run. Exit 77: the source package is not there (fetch.py), or
CMake or Ninja is not.
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "support"))
from backend_ops import (SKIPPED, options, run_all, source,  # noqa: E402
                         summarize)
from sanitized import environment  # noqa: E402

OPTIONS = ["BUILD_SHARED_LIBS=ON", "LLAMA_CURL=OFF", "LLAMA_BUILD_TESTS=ON",
           "LLAMA_BUILD_TOOLS=OFF", "LLAMA_BUILD_EXAMPLES=OFF",
           "LLAMA_BUILD_SERVER=OFF", "CMAKE_BUILD_TYPE=Release"]


def build_llama(args, root, *targets):
    subprocess.run(["cmake", "-S", root, "-B", args.work, "-G", "Ninja",
                    *(f"-D{o}" for o in OPTIONS)], check=True,
                   stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", args.work, "-j", str(args.jobs), *targets],
                   check=True, stdout=subprocess.DEVNULL)


def build_backend(args, root):
    """By the target of Quern's own build: ggml/CMakeLists.txt."""
    folder = args.work / "quern"
    subprocess.run(["cmake", "-S", ROOT / "ggml", "-B", folder, "-G", "Ninja",
                    f"-DGGML_DIR={root / 'ggml'}",
                    f"-DGGML_LIBRARIES={args.work / 'bin'}",
                    f"-DQUERN_LIBRARIES={args.build / 'lib'}",
                    "-DCMAKE_BUILD_TYPE=Release", "-DQUERN_WERROR=ON"],
                   check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", folder], check=True,
                   stdout=subprocess.DEVNULL)
    return folder / "libggml-quern.so"


def generate_kernels(args, library):
    """Beside the library, where it looks for them."""
    folder = library.parent / "ggml-kernels"
    alone = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
    subprocess.run([args.build / "bin" / "quern", "pregen", "--config",
                    ROOT / "kernels" / "ggml" / "ggml.json", "--arch",
                    args.targets, "--output-dir", folder, "-j", str(args.jobs)],
                   check=True, stdout=subprocess.DEVNULL, env=alone)


def prepare(args, root, *targets):
    """Builds everything; what the environment needs for it."""
    args.work = (args.work or root.parent / "ggml-quern").resolve()
    build_llama(args, root, "ggml", "ggml-cpu", *targets)
    library = build_backend(args, root)
    generate_kernels(args, library)
    return {"GGML_BACKEND_PATH": str(library)}


def main():
    args = options(__doc__.split("\n\n")[0]).parse_args()
    args.build = args.build.resolve()
    root = source()
    if not root or not shutil.which("cmake") or not shutil.which("ninja"):
        print("the corpus ggml (tests/real/fetch.py), cmake and ninja are "
              "needed")
        return SKIPPED
    env = dict(os.environ, QUERN_DEVICE=args.device, **environment(args.build))
    env.update(prepare(args, root, "test-backend-ops"))
    program = args.work / "bin" / "test-backend-ops"
    return 0 if summarize(run_all(args, program, env, "Quern0")) else 1


if __name__ == "__main__":
    sys.exit(main())
