# SPDX-License-Identifier: Apache-2.0
"""PTX and cubins that programs load by name, on whatever device there is."""
import os
import pathlib

from support import (DATA, NO_PTXAS, QUERN, Skip, cc, has_ptxas, inspect, must,
                     run)

KERNEL = """extern "C" __global__ void twice(float *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= 2;
}
"""
# PTX that no CPU takes.
NVIDIA_ONLY = """extern "C" __global__ void twice(float *x, int n) {
  asm volatile("griddepcontrol.wait; no.such.instruction;");
}
"""
NATIVE = {"QUERN_DEVICE": "cpu"}


def nvcc(*words, **more):
    return cc("--as", "nvcc", *words, **more)


def loads(file):
    """By its name, from memory, and as an input of the linker."""
    if not pathlib.Path("load").exists():
        nvcc(DATA / "load_module.cpp", "-lcuda", "-o", "load")
    for way in ("file", "data", "link"):
        done = run("./load", file, way, env=NATIVE)
        must(done.code == 0 and done.out == "0 wrong\n",
             f"{file} {way}: {done}")


def cpus_of(file):
    return [target for target in inspect(file) if target.startswith("x86")
            or target.startswith("aarch64") or target.startswith("riscv")]


def case_ptx_runs_on_cpus():
    pathlib.Path("k.cu").write_text(KERNEL)
    nvcc("--ptx", "k.cu")
    text = pathlib.Path("k.ptx").read_text()
    must(".visible .entry twice" in text and text.isascii())
    must(len(cpus_of("k.ptx")) == 1, inspect("k.ptx"))
    loads("k.ptx")
    # A text that went through a system with other ends of lines.
    pathlib.Path("dos.ptx").write_text(text, newline="\r\n")
    loads("dos.ptx")
    # --targets says it all; PTX is what was asked for.
    nvcc("--ptx", "--targets=native", "k.cu", "-o", "both.ptx")
    must(pathlib.Path("both.ptx").read_text().isascii())
    loads("both.ptx")
    nvcc("--ptx", "--targets=sm_80", "k.cu", "-o", "alone.ptx")
    must(cpus_of("alone.ptx") == [])
    cc("--ptx", "k.cu", "-o", "plain.ptx")
    must(cpus_of("plain.ptx") == [], "only nvcc's PTX is for any device")


def case_cubin_runs_on_cpus():
    if not has_ptxas():
        raise Skip("there is no ptxas")
    pathlib.Path("k.cu").write_text(KERNEL)
    nvcc("-cubin", "-arch=sm_80", "k.cu")
    must(pathlib.Path("k.cubin").read_bytes()[:4] == b"\x7fELF")
    must(len(inspect("k.cubin")) == 2, inspect("k.cubin"))
    loads("k.cubin")


def case_ptx_for_nvidia_alone():
    """What CPUs do not take is a warning, unless they were asked for."""
    pathlib.Path("k.cu").write_text(NVIDIA_ONLY)
    done = nvcc("--ptx", "k.cu", env=NO_PTXAS)
    must("code for NVIDIA's devices alone" in done.err, done)
    must("no.such.instruction" in pathlib.Path("k.ptx").read_text())
    must(cpus_of("k.ptx") == [])
    os.remove("k.ptx")
    done = run(QUERN, "cc", "--as", "nvcc", "--ptx", "--targets=ptx80,native",
               "k.cu")
    must(done.code and not pathlib.Path("k.ptx").exists(), done)


def case_damaged_ptx():
    pathlib.Path("k.cu").write_text(KERNEL)
    nvcc("--ptx", "k.cu")
    lines = pathlib.Path("k.ptx").read_text().splitlines()
    del lines[-3]
    pathlib.Path("cut.ptx").write_text("\n".join(lines) + "\n")
    done = run(QUERN, "inspect", "cut.ptx")
    must(done.code and "are damaged" in done.err, done)
