#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What quern hipify reads and writes: modes of files, paths below an output
folder, and the options of AMD's tools, under whose names it is linked.

usage: files.py BUILD
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

QUERN = Path(sys.argv[1]).resolve() / "bin" / "quern"
SOURCE = "int f() { return cudaFree(0); }\n"
WANTED = "#include <hip/hip_runtime.h>\nint f() { return hipFree(0); }\n"


def run(folder, *words, code=0):
    done = subprocess.run([str(QUERN), "hipify", *words], cwd=folder,
                          capture_output=True, text=True, check=False)
    assert done.returncode == code, f"{words}: {done.returncode}: {done.stderr}"
    return done


def run_as(folder, name, *words, code=0):
    """As AMD's tool `name`, of the toolkit's folder."""
    tool = QUERN.parents[1] / "lib/quern/toolkit/bin" / name
    done = subprocess.run([str(tool), *words], cwd=folder, capture_output=True,
                          text=True, check=False)
    assert done.returncode == code, f"{words}: {done.returncode}: {done.stderr}"
    return done


def tree(folder):
    return sorted(str(path.relative_to(folder))
                  for path in Path(folder).rglob("*") if path.is_file())


def test_backup(folder):
    path = folder / "a.cu"
    path.write_text(SOURCE)
    path.chmod(0o755)
    run(folder, "-i", "--backup", ".orig", "a.cu")
    kept = folder / "a.cu.orig"
    assert path.read_text() == WANTED and kept.read_text() == SOURCE
    for one in (path, kept):
        assert os.stat(one).st_mode & 0o7777 == 0o755, one


def test_commands(folder):
    project = folder / "project"
    for name in ("src/a.cu", "src/sub/b.cu"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(SOURCE)
    (project / "build").mkdir()
    list_file = project / "build/compile_commands.json"
    list_file.write_text(json.dumps([
        {"directory": str(project / "build"), "command": "c",
         "file": str(project / "src/a.cu")},
        {"directory": str(project / "build"), "command": "c",
         "file": "../src/sub/b.cu"}]))
    out = folder / "out"
    words = ("--compile-commands", str(list_file), "--output-dir")
    run(project, *words, str(out / "inside"))  # relative to where it runs
    assert tree(out / "inside") == ["src/a.hip", "src/sub/b.hip"]
    run(out, *words, str(out / "outside"))  # to what holds all of them
    assert tree(out / "outside") == ["a.hip", "sub/b.hip"]


def test_members_of_headers(folder):
    # A class of a header that the source includes, not one of another's.
    (folder / "a.h").write_text("struct A { A(CUdeviceptr p); CUdeviceptr m; };")
    (folder / "b.h").write_text("namespace b { struct A { float *m; }; }")
    uses = "A::f() { g(m + 1); std::make_unique<A>(0); }"
    for name in ("a", "b"):
        (folder / f"{name}.cu").write_text(f'#include "{name}.h"\nvoid {uses}')
    sum_, cast = "(hipDeviceptr_t)((char *)m + 1)", "(hipDeviceptr_t)0"
    assert f"g({sum_}); std::make_unique<A>({cast});" in \
        run(folder, "a.cu").stdout
    assert uses in run(folder, "b.cu").stdout
    run(folder, "--output-dir", "out", "a.cu", "b.cu")
    assert sum_ in (folder / "out/a.hip").read_text()
    assert uses in (folder / "out/b.hip").read_text()


def test_kernels_of_headers(folder):
    # A launch whose template's arguments are deduced stays, wherever it is.
    (folder / "inner.cuh").write_text(
        "template <class T> __global__ void k(T *p, const T *q);\n")
    (folder / "outer.cuh").write_text('#include "inner.cuh"\n')
    (folder / "x.cu").write_text('#include "outer.cuh"\nvoid f(int *p) {\n'
                                 "k<<<1, 2>>>(p, p); k<int><<<1, 2>>>(p, p); }")
    done = run(folder, "--launch", "api", "x.cu")
    assert "k<<<1, 2>>>(p, p); hipifyLaunch(k<int>," in done.stdout, done.stdout


KERNEL = "__global__ void k(int);\nvoid f() { k<<<1, 2>>>(3); }\n"


def test_hipify_clang(folder):
    (folder / "src").mkdir()
    source = folder / "src/x.cu"
    source.write_text("#if 0\nint g = cudaSuccess;\n#endif\n" + SOURCE)
    # As candle's build script calls it.
    run_as(folder, "hipify-clang", "src/x.cu", "--cuda-path=/usr/local/cuda",
           "-I", "src", "-o", "out.hip")
    assert "int g = hipSuccess" in (folder / "out.hip").read_text()
    run_as(folder, "hipify-clang", "src/x.cu", "-o-dir=out",
           "--default-preprocessor", "--", "-std=c++17", "-x", "cuda")
    text = (folder / "out/x.cu.hip").read_text()
    assert "int g = cudaSuccess" in text and "hipFree(0)" in text
    run_as(folder, "hipify-clang", "--experimental", "src/x.cu")
    assert tree(folder) == ["out.hip", "out/x.cu.hip", "src/x.cu",
                            "src/x.cu.hip"]


def test_hipify_perl(folder):
    source = folder / "x.cu"
    source.write_text(KERNEL + SOURCE)
    done = run_as(folder, "hipify-perl", "-print-stats",
                  "-hip-kernel-execution-syntax", "x.cu")
    assert "hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0, 3)" in done.stdout
    assert "cudaFree -> hipFree" in done.stderr
    done = run_as(folder, "hipify-perl", "-examine", "x.cu")
    assert not done.stdout and "cudaFree -> hipFree" in done.stderr
    run_as(folder, "hipify-perl", "-o=y.hip", "x.cu")
    assert "hipFree" in (folder / "y.hip").read_text()
    source.write_text(source.read_text() + "int a = cudaFooBar;\n")
    assert "cudaFooBar" in run_as(folder, "hipify-perl", "x.cu").stderr
    assert not run_as(folder, "hipify-perl", "-quiet-warnings", "x.cu").stderr
    before = source.read_text()
    run_as(folder, "hipify-perl", "-inplace", "x.cu")
    assert (folder / "x.cu.prehip").read_text() == before
    assert "hipFree" in source.read_text()
    run_as(folder, "hipify-perl", "--perl", "x.cu", code=2)  # refused by name
    done = run_as(folder, "hipify-perl", "-version")
    assert done.stdout.startswith("HIP version 7."), done.stdout


def test_amds_lists(folder):
    for name in ("a/x.cu", "a/y.cu", "b/z.cu"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("int x = cudaFoo + cudaBar;\n" + SOURCE)
    # Several files are printed one behind the other, but for those left out.
    names = ("a/x.cu", "a/y.cu", "b/z.cu")
    for words, wanted in (((), 3), (("-exclude-files=y.cu,z.cu",), 1),
                          (("-exclude-dirs", "c,a"), 1)):
        done = run_as(folder, "hipify-perl", *words, *names)
        assert done.stdout.count("hipFree(0)") == wanted, (words, done.stdout)
    done = run_as(folder, "hipify-perl", "-whitelist=cudaFoo,cudaX", "a/x.cu")
    assert "'cudaFoo'" not in done.stderr and "'cudaBar'" in done.stderr


def test_amds_figures(folder):
    rows = "cuda,hip,library,uses\ncudaFree,hipFree,runtime,"
    for name in ("x.cu", "y.cu"):
        (folder / name).write_text(SOURCE)
    run_as(folder, "hipify-perl", "-print-stats-csv", "-no-output", "x.cu",
           "y.cu")
    assert (folder / "x.cu.csv").read_text() == rows + "1\n"
    assert (folder / "sum_stat.csv").read_text() == rows + "2\n"
    run_as(folder, "hipify-clang", "-o-stats=of_x.csv", "x.cu")
    assert tree(folder) == ["of_x.csv", "sum_stat.csv", "x.cu", "x.cu.csv",
                            "x.cu.hip", "y.cu", "y.cu.csv"]
    assert (folder / "of_x.csv").read_text() == rows + "1\n"


def test_build_folder(folder):
    for name in ("x.cu", "y.cu"):
        (folder / name).write_text(SOURCE)
    (folder / "build").mkdir()
    (folder / "build/compile_commands.json").write_text(json.dumps([
        {"directory": str(folder), "command": "c", "file": name}
        for name in ("x.cu", "y.cu")]))
    run_as(folder, "hipify-clang", "-p", "build", "x.cu")  # that one alone
    assert not (folder / "y.cu.hip").exists() and (folder / "x.cu.hip").exists()
    run_as(folder, "hipify-clang", "-p", "build")
    assert (folder / "y.cu.hip").exists()


def test_cuda_libraries(folder):
    # A copy of CUDA's libraries inside of a project stays as it is, by whatever
    # way it is found, and is in the output; what is named is translated.
    for name, mark in (("thrust", "detail/config.h"), ("cub", "util_arch.cuh"),
                       ("cuda", "std/__cccl/compiler.h"), ("nv", "target.h")):
        for file in (mark, "use.cuh"):
            path = folder / "in/lib" / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(SOURCE)
    (folder / "in/lib/nv/target").write_text("")
    (folder / "in/lib/cub/k.cu").write_text(SOURCE)
    (folder / "in/cub").mkdir()  # a project's own
    for name in ("in/a.cu", "in/cub/b.cu", "in/lib/c.cuh"):
        (folder / name).write_text('#include "lib/cub/use.cuh"\n' + SOURCE)
    done = run(folder, "--output-dir", "out", "in")
    assert "9 files of CUDA's Thrust" in done.stderr, done.stderr
    for path in (folder / "out/in").rglob("*.*"):
        kept = {"lib"} & set(path.parts) and path.name != "c.cuh"
        text = path.read_text()
        assert (text == SOURCE) == bool(kept), path
        assert kept or "hipFree" in text, path
    assert (folder / "out/in/lib/cub/k.cu").exists()
    run(folder, "--output-dir", "out2", "in/a.cu")  # follows its includes
    assert tree(folder / "out2") == ["in/a.hip", "in/lib/cub/use.cuh"]
    assert (folder / "out2/in/lib/cub/use.cuh").read_text() == SOURCE
    run(folder, "--output-dir", "out3", "in/lib/cub")
    assert "hipFree" in (folder / "out3/in/lib/cub/use.cuh").read_text()
    run(folder, "-i", "in")
    assert (folder / "in/lib/thrust/use.cuh").read_text() == SOURCE
    assert "hipFree" in (folder / "in/cub/b.cu").read_text()


def test_release(folder):
    (folder / "x.cpp").write_text("cublasCgemm(h);\n")
    for release, name in (("5.7", "hipblasCgemm"), ("6.x", "hipblasCgemm_v2"),
                          ("6", "hipblasCgemm_v2"), ("7.0", "hipblasCgemm")):
        done = run(folder, "--hip", release, "x.cpp")
        assert done.stdout == f"{name}(h);\n", (release, done.stdout)
    header = folder / "rocm/include/hip/hip_version.h"
    header.parent.mkdir(parents=True)
    header.write_text("#pragma once\n#define HIP_VERSION_MAJOR 6\n"
                      "#define HIP_VERSION_MINOR 4\n")
    os.environ["HIP_PATH"] = str(folder / "rocm")
    done = run(folder, "--hip", "installed", "x.cpp")
    assert done.stdout == "hipblasCgemm_v2(h);\n", done.stdout
    assert "HIP 6.4, as" in done.stderr, done.stderr
    del os.environ["HIP_PATH"]
    for wrong in ("4.1", "8", "6.", "x", "6.4.1", "-6", ""):
        run(folder, f"--hip={wrong}", "x.cpp", code=2)


for name, test in list(globals().items()):
    if name.startswith("test_"):
        with tempfile.TemporaryDirectory() as temporary:
            test(Path(temporary).resolve())
