#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stubs of Vortex kernels: which functions are kernels where nothing says so,
how they are named, and whole programs on the simulator by the commands that
docs/vortex.md prints, for both versions of the machine, and programs of libvortex
that know nothing of Quern.

usage: stub.py BUILD SOURCE CLANG
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

BUILD, SOURCE = (Path(p).resolve() for p in sys.argv[1:3])
CLANG = sys.argv[3]
QUERN = BUILD / "bin" / "quern"
failures = []

ONE = """extern "C" void vectorAdd(const float *a, const float *b, float *c, int n) {
  for (int i = 0; i < n; ++i)
    c[i] = a[i] + b[i];
}
static int helper(int x) { return x + 1; }
extern "C" int has_result(int x) { return helper(x); }
"""
ROWS = [
    "{.offset = 0, .size = 8, .alignment = 8, .is_pointer = 1}",
    "{.offset = 8, .size = 8, .alignment = 8, .is_pointer = 1}",
    "{.offset = 16, .size = 8, .alignment = 8, .is_pointer = 1}",
    "{.offset = 24, .size = 4, .alignment = 4, .is_pointer = 0}"]
SEVERAL = """namespace ns {
template <typename T, int N> void scale(T *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] *= N;
}
template void scale<float, 3>(float *, int);
template void scale<double, 2>(double *, int);
}
extern "C" void offset(float *x, float by) { *x += by; }
"""
MARKED = """extern "C" void axpy(float a, const float *x, float *y) { *y += a * *x; }
extern "C" void __vx_kentry_axpy(float a, const float *x, float *y)
    __attribute__((alias("axpy"), used));
"""
KERNEL = """extern "C" __global__ void vectorAdd(const float *a, const float *b,
                                     float *c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}
"""
MAIN = """#include <hip/hip_runtime_api.h>
#include <vortex_hip_runtime.h>
#include <cstdio>
#include <vector>
hipError_t launch_vectorAdd(dim3 grid, dim3 block, size_t shared,
                            hipStream_t stream, const void *a, const void *b,
                            void *c, int32_t n);
int main() {
  const int n = 1000;
  std::vector<float> a(n), b(n), c(n);
  void *d[3];
  for (int i = 0; i < n; ++i)
    a[i] = i, b[i] = 2 * i + 1;
  for (auto &p : d)
    if (hipMalloc(&p, n * sizeof(float)) != hipSuccess)
      return 2;
  hipMemcpy(d[0], a.data(), n * sizeof(float), hipMemcpyHostToDevice);
  hipMemcpy(d[1], b.data(), n * sizeof(float), hipMemcpyHostToDevice);
  if (launch_vectorAdd(dim3(4), dim3(256), 0, nullptr, d[0], d[1], d[2], n) !=
          hipSuccess ||
      hipMemcpy(c.data(), d[2], n * sizeof(float), hipMemcpyDeviceToHost) !=
          hipSuccess)
    return 3;
  for (int i = 0; i < n; ++i)
    if (c[i] != 3 * i + 1)
      return 4;
  std::printf("%d sums are right\\n", n);
  return 0;
}
"""


def check(what, condition, text=""):
    if not condition:
        failures.append(what)
        print(f"FAILED {what}\n{text}")


def run(words, folder, **more):
    return subprocess.run([str(w) for w in words], cwd=folder, text=True,
                          capture_output=True, timeout=300, **more)


def compile_elf(folder, source):
    (folder / "kernel.cpp").write_text(source)
    run([CLANG, "--target=riscv64-unknown-elf", "-march=rv64imafd",
         "-ffreestanding", "-g", "-O1", "-c", "kernel.cpp", "-o",
         "kernel.elf"], folder, check=True)


def generate(folder, *words):
    """By the script, as it lies in an installed tree: beside the program."""
    script = folder / "hip_metadata_gen.py"
    if not script.exists():
        script.write_text(
            (SOURCE / "tools" / "hip_metadata_gen.py").read_text())
        (folder / "hip_metadata_gen").symlink_to(
            BUILD / "bin" / "hip_metadata_gen")
    return run([sys.executable, script, *words, "kernel.elf"], folder)


def check_names(folder):
    compile_elf(folder, ONE)
    done = generate(folder)
    check("the only function that can be a kernel", done.returncode == 0 and
          all(row in done.stdout for row in ROWS), done.stdout + done.stderr)
    compile_elf(folder, SEVERAL)
    done = generate(folder)
    check("several could be kernels", done.returncode == 1 and
          "ns::scale<float, 3>(float* x, int n)" in done.stderr and
          "offset(float* x, float by)" in done.stderr and
          "--kernel all" in done.stderr, done.stderr)
    for words, names, what in (
            (["--kernel", "ns::scale<float, 3>"], ["_ZN2ns5scaleIfLi3EEEvPT_i"],
             "a readable name"),
            (["--kernel", "ns::scale<float,3>"], ["_ZN2ns5scaleIfLi3EEEvPT_i"],
             "a readable name without spaces"),
            (["--kernel", "ns::scale<*"], ["_ZN2ns5scaleIfLi3EEEvPT_i",
                                           "_ZN2ns5scaleIdLi2EEEvPT_i"],
             "a pattern of readable names"),
            (["--kernel", "off*"], ["offset"], "a pattern"),
            (["--kernel", "all"], ["_ZN2ns5scaleIfLi3EEEvPT_i",
                                   "_ZN2ns5scaleIdLi2EEEvPT_i", "offset"],
             "all")):
        done = generate(folder, "--lang", "json", *words)
        found = [line.split('"')[3] for line in done.stdout.splitlines()
                 if '"symbol"' in line]
        check(what, done.returncode == 0 and sorted(found) == sorted(names),
              done.stdout + done.stderr)
    done = generate(folder, "--kernel", "nothing*")
    check("a pattern that fits nothing", done.returncode == 1 and
          "fits the pattern 'nothing*'" in done.stderr, done.stderr)
    compile_elf(folder, MARKED)
    done = generate(folder)
    check("plain parameters under a mark", done.returncode == 0 and
          "{.offset = 16, .size = 8, .alignment = 8, .is_pointer = 1}" in
          done.stdout, done.stdout + done.stderr)


def check_program(folder, target, device):
    (folder / "kernel.cu").write_text(KERNEL)
    (folder / "main.cpp").write_text(MAIN)
    include = SOURCE / "include"
    for words in (
            [QUERN, "compile", "kernel.cu", "-t", target, "--emit", "image",
             "-o", "kernel.vxbin"],
            [QUERN, "stub", "kernel.vxbin", "-o", "kernel_stub.cpp"],
            [QUERN, "embed", "kernel.vxbin", "--name", "vectorAdd_vxbin", "-o",
             "kernel_vxbin.o"],
            ["g++", "-std=c++20", "-I", include, "main.cpp", "kernel_stub.cpp",
             "kernel_vxbin.o", "-L", BUILD / "lib",
             f"-Wl,-rpath,{BUILD / 'lib'}", "-lquernhip", "-lquern", "-o",
             "app"]):
        done = run(words, folder)
        if done.returncode:
            check(f"{target}: {words[1]}", False, done.stdout + done.stderr)
            return
    done = run([folder / "app"], folder,
               env=dict(os.environ, QUERN_DEVICE=device))
    check(f"the program on {device}", done.returncode == 0 and
          done.stdout == "1000 sums are right\n",
          f"exit {done.returncode}\n{done.stdout}{done.stderr}")


def check_foreign(folder, target):
    """A program of libvortex alone, by the simulator's library in its place."""
    xlen = "32" if "rv32" in target else "64"
    version = "3" if target.endswith("v3") else "2"
    library = BUILD / "lib" / "quern" / "vortex"
    (folder / "kernel.cu").write_text(KERNEL)
    for words in (
            [QUERN, "compile", "kernel.cu", "-t", target, "--emit", "image",
             "-o", "kernel.vxbin"],
            [CLANG, f"-DVERSION={version}", f"-DXLEN={xlen}",
             SOURCE / "tests" / "vortex" / "foreign.c", "-L", library,
             f"-Wl,-rpath,{library}", "-lvortex", "-o", "foreign"]):
        done = run(words, folder)
        if done.returncode:
            check(f"{target}: {words[1]}", False, done.stdout + done.stderr)
            return
    done = run([folder / "foreign", "kernel.vxbin"], folder,
               env=dict(os.environ, QUERN_VORTEX_SIM=f"rv{xlen},v{version}"))
    check(f"libvortex alone for {target}", done.returncode == 0 and
          done.stdout.endswith("right\n"),
          f"exit {done.returncode}\n{done.stdout}{done.stderr}")


def main():
    with tempfile.TemporaryDirectory() as temp:
        check_names(Path(temp))
    for target, device in (("vortex-rv64", "vortex-sim:0"),
                           ("vortex-rv32", "vortex-sim:1"),
                           ("vortex-rv64-v3", "vortex-sim:2"),
                           ("vortex-rv32-v3", "vortex-sim:3")):
        with tempfile.TemporaryDirectory() as temp:
            check_program(Path(temp), target, device)
            check_foreign(Path(temp), target)
    print(f"{len(failures)} failed")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
