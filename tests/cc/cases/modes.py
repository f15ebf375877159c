# SPDX-License-Identifier: Apache-2.0
"""What is written: objects, bundles, images, rules."""
import pathlib

from support import (
    BUILD, QUERN, run, cc, must, inspect, KERNEL, has_ptxas, NO_PTXAS)


def bundles(env, nvidia):
    """Every form of bundle; the NVIDIA image is a cubin, or PTX."""
    targets = "--targets=x86-64-v3,gfx942,sm_80"
    must(cc(targets, "-c", "a.cu", env=env).err == "")
    found = inspect("a.o")
    must(set(found) == {"x86-64-v3", "gfx942", nvidia}, found)
    must(all(k == ["_Z1kPi"] for k in found.values()), found)
    cc(targets, "--genco", "a.cu", "-o", "a.hipfb", env=env)
    must(inspect("a.hipfb") == found)
    cc("--offload-compress", targets, "--genco", "a.cu", "-o", "z.hipfb",
       env=env)
    must(inspect("z.hipfb") == found)
    must(pathlib.Path("z.hipfb").stat().st_size <
         pathlib.Path("a.hipfb").stat().st_size)


def case_modes():
    pathlib.Path("a.cu").write_text(KERNEL + "int main() { return 0; }\n")
    bundles(NO_PTXAS, "ptx80")
    if has_ptxas():
        bundles({}, "sm_80")
    cc("--ptx", "-arch=sm_80", "a.cu")
    must(".visible .entry _Z1kPi" in pathlib.Path("a.ptx").read_text())
    cc("--cuda-device-only", "-S", "--targets=gfx942", "a.cu", "-o", "a.s")
    must("amdgcn" in pathlib.Path("a.s").read_text())
    cc("--cuda-device-only", "-emit-llvm", "-S", "--targets=sm_80", "a.cu",
       "-o", "a.ll")
    must("ptx_kernel" in pathlib.Path("a.ll").read_text())
    cc("-S", "a.cu", "-o", "host.s")
    must("__hipRegisterFunction" in pathlib.Path("host.s").read_text())
    cc("--cuda-host-only", "-c", "a.cu", "-o", "host.o")
    must(inspect("host.o") == {})
    must("# 1 \"a.cu\"" in cc("-E", "a.cu").out)
    cc("-fsyntax-only", "a.cu")
    # Both sides are checked, and the host's alone on request.
    pathlib.Path("b.cu").write_text(
        "#ifdef __CUDA_ARCH__\nnothing here;\n#endif\nint a;\n")
    done = run(QUERN, "cc", "-fsyntax-only", "b.cu")
    must(done.code and "b.cu:2:" in done.err, done)
    cc("-fsyntax-only", "--cuda-host-only", "b.cu")
    must(not pathlib.Path("b.o").exists())
    must("quern cc" in cc("--version").out)
    must("linux-gnu" in cc("-dumpmachine").out)
    done = run(QUERN, "cc", "--cubin", "-arch=sm_80", "a.cu", env=NO_PTXAS)
    must(done.code and "no cubin for 'sm_80' without ptxas" in done.err, done)
    if has_ptxas():
        cc("--cubin", "-arch=sm_80", "a.cu")
        must(pathlib.Path("a.cubin").read_bytes()[:4] == b"\x7fELF")


def case_deterministic():
    pathlib.Path("a.cu").write_text(KERNEL)
    for words in (["-c"], ["-dc"]):
        seen = set()
        for _ in range(2):
            cc(*words, "a.cu", "-o", "a.o")
            seen.add(pathlib.Path("a.o").read_bytes())
        must(len(seen) == 1, words)


def case_dependencies():
    pathlib.Path("a.h").write_text("#define A 1\n")
    pathlib.Path("a.cu").write_text('#include "a.h"\n' + KERNEL)
    cc("-MD", "-c", "a.cu", "-o", "x.o")
    rule = pathlib.Path("x.d").read_text()
    must(rule.startswith("x.o:") and " a.h" in rule, rule)
    cc("-MMD", "-MF", "y.dep", "-MT", "goal", "-c", "a.cu", "-o", "x.o")
    rule = pathlib.Path("y.dep").read_text()
    must(rule.startswith("goal:") and " a.h" in rule and "stdio" not in rule,
         rule)
    for mode in ("--genco", "--ptx"):
        cc("-MD", "-MF", "code.d", mode, "-arch=sm_90", "a.cu", "-o", "x.code")
        rule = pathlib.Path("code.d").read_text()
        must(rule.startswith("x.code:") and "  a.cu" in rule and "  a.h" in rule,
             f"{mode}: {rule}")
    cc("-MD", "-MP", "-c", "a.cu", "-o", "x.o")
    must("\na.h:" in pathlib.Path("x.d").read_text())
    must(cc("-M", "a.cu").out.startswith("a.o:"))
    must("a.h" in cc("-MM", "a.cu").out)


def case_toolchain_names():
    """Under its own name, and as a compiler that others ask questions."""
    done = run(BUILD / "bin" / "quern-cc", "--version")
    must(done.code == 0 and "clang version" in done.out, done)
    pathlib.Path("a.c").write_text("int f(void) { return 1; }\n")
    must(run(BUILD / "bin" / "quern-cc", "-std=c11", "-c", "a.c").code == 0)
