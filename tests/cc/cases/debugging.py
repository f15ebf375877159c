# SPDX-License-Identifier: Apache-2.0
"""Debuggers, levels, sanitizers."""
import json
import pathlib
import platform
import re
import shutil

from support import (
    DATA, BUILD, QUERN, Skip, SANITIZED, run, cc, must, must_print)


def marked_lines(source):
    """The numbers of the lines that end in a comment of one word."""
    return {m.group(1): number for number, line
            in enumerate(source.read_text().splitlines(), 1)
            for m in [re.search(r"// (\w+)$", line)] if m}


def case_debugger():
    if SANITIZED:
        raise Skip("the libraries have a sanitizer of their own")
    """Breakpoints at a kernel's lines, in loops and between barriers."""
    if not shutil.which("gdb"):
        raise Skip("no gdb")
    lines = marked_lines(DATA / "debug.hip")
    shutil.copy(DATA / "debug.hip", "debug.hip")
    cc("-g", "debug.hip", "-o", "p")
    must_print("./p", "14\n")
    done = run("gdb", "-q", "-batch", "-nx",
               "-ex", "set debuginfod enabled off",
               "-x", BUILD / "share" / "quern" / "gdb.py",
               "-ex", f"break debug.hip:{lines['STORE']} -force-condition "
               "if value == 12",
               "-ex", f"break debug.hip:{lines['REVERSED']} -force-condition "
               "if t == 3",
               "-ex", "break helper", "-ex", "disable 3",
               "-ex", "run", "-ex", "print i", "-ex", "print threadIdx",
               "-ex", "continue", "-ex", "print t", "-ex", "work-item",
               "./p")
    if "ptrace" in done.err:
        raise Skip("gdb may not trace here")
    text = done.out
    must("simple (p=0x" in text and f"debug.hip:{lines['STORE']}" in text, done)
    must("$1 = 6" in text and "$2 = {x = 6, y = 0, z = 0}" in text, done)
    must("[block (0,0,0), thread (6,0,0) of blocks of (8,1,1), in simple" in text,
         done)
    must(f"debug.hip:{lines['REVERSED']}" in text and "$3 = 3" in text, done)
    must("\nblock (0,0,0), thread (3,0,0) of blocks of (8,1,1), in fibers"
         in text, done)


def case_packet_lines():
    """Line numbers of packets: valid, of the kernel, and gdb stops there."""
    dwarfdump, symbolizer, objdump = (
        shutil.which(f"llvm-{name}-22") or shutil.which(f"llvm-{name}")
        for name in ("dwarfdump", "symbolizer", "objdump"))
    if not (dwarfdump and symbolizer and objdump):
        raise Skip("no LLVM tools")
    lines = marked_lines(DATA / "debug.hip")
    shutil.copy(DATA / "debug.hip", "debug.hip")
    env = {"QUERN_CPU_ENGINE": "packets"}
    done = run(QUERN, "compile", "-q", "-lineinfo", "-t", "x86-64-v3",
               "--emit", "image", "-o", "k.so", "debug.hip", env=env)
    must(done.code == 0, done)
    done = run(dwarfdump, "--verify", "k.so")
    must(done.code == 0, done)
    image = json.loads(run(QUERN, "inspect", "--format", "json",
                           "k.so").out)["files"][0]["images"][0]
    must(all(k["entries"][0]["width"] > 1 for k in image["kernels"]), image)
    # Stores of a whole register are the packet's.
    code = run(objdump, "-d", "--no-show-raw-insn",
               "--disassemble-symbols=_Z6simplePi", "k.so").out
    stores = re.findall(r"^ *([0-9a-f]+):\s+v\w+\s+%ymm\d+, .*\(", code, re.M)
    places = run(symbolizer, "--obj=k.so", "--output-style=GNU",
                 *(f"0x{address}" for address in stores)).out
    must(re.search(rf"simple.*\n.*debug\.hip:{lines['STORE']}\n", places),
         f"{stores} {places}")
    cc("-g", "-O3", "debug.hip", "-o", "p", env=env)
    must_print("./p", "14\n", env={"QUERN_CPU_IMAGES": "."})
    kept = list(pathlib.Path().glob("quern-*-0.so"))
    must(kept, "no image was kept")
    done = run(dwarfdump, "--verify", kept[0])
    must(done.code == 0, done)
    if SANITIZED or not shutil.which("gdb"):
        raise Skip("no gdb that could run it")
    done = run("gdb", "-q", "-batch", "-nx",
               "-ex", "set debuginfod enabled off",
               "-ex", f"break debug.hip:{lines['STORE']}",
               "-ex", f"break debug.hip:{lines['REVERSED']}",
               "-ex", "run", "-ex", "continue", "-ex", "disable 1",
               "-ex", "continue", "./p")
    if "ptrace" in done.err:
        raise Skip("gdb may not trace here")
    for name in ("STORE", "REVERSED"):
        must(re.search(rf"hit Breakpoint .*debug\.hip:{lines[name]}\n",
                       done.out), done)


def case_widths():
    """Each size of blocks takes the packets that suit it, chosen once."""
    shutil.copy(DATA / "widths.hip", "w.hip")
    cc("w.hip", "-o", "p", env={"QUERN_CPU_ENGINE": "packets",
                                "QUERN_CPU_WIDTH": "16,32,8"})
    found = json.loads(run(QUERN, "inspect", "--format", "json", "p").out)
    for kernel in found["files"][0]["images"][0]["kernels"]:
        must([e["width"] for e in kernel["entries"]] == [8, 16, 32], kernel)
    must_print("./p", "right\n")
    log = run("./p", env={"QUERN_LOG": "debug,cpu"}).err
    chosen = re.findall(r"cpu: blocks of (\d+) in x: '(\S+)'", log)
    expected = [("8", ".w8"), ("16", ""), ("24", ".w8"), ("32", ".w32"),
                ("37", ".w32"), ("64", ".w32")]
    for kernel in ("_Z5placePii", "_Z8reversedPii"):
        got = [c for c in chosen if c[1].startswith(kernel)]
        must(got == [(x, kernel + end) for x, end in expected], got)


def case_levels():
    """One image for several levels of x86-64: each machine takes its own."""
    if platform.machine() != "x86_64":
        raise Skip("no x86-64")
    done = run(QUERN, "compile", "-t", "aarch64", "--levels", "x86-64-v3",
               DATA / "levels.hip")
    must(done.code == 2 and "no target has 'x86-64-v3' as a better level"
         in done.err, done)
    cc("--targets=x86-64", "--levels=x86-64-v3,x86-64-v4", "-lineinfo",
       DATA / "levels.hip", "-o", "p", env={"QUERN_CPU_ENGINE": "packets"})
    image = json.loads(run(QUERN, "inspect", "--format", "json",
                           "p").out)["files"][0]["images"][0]
    must(image["target"] == "x86-64", image)
    for kernel in image["kernels"]:
        levels = [(e["isa"], e["symbol"]) for e in kernel["entries"]]
        must(levels == [(f"x86-64{v}", kernel["name"] + (f".x86-64{v}" if v
                                                         else ""))
                        for v in ("-v4", "-v3", "")], levels)
    # QEMU 7 knows no AVX-512, and errs with AVX2: there only what was chosen
    # counts.
    machines = [([], None)]
    if shutil.which("qemu-x86_64") and not SANITIZED:
        machines += [(["qemu-x86_64", "-cpu", "Nehalem"], ""),
                     (["qemu-x86_64", "-cpu", "Haswell"], ".x86-64-v3")]
    for emulator, level in machines:
        done = run(*emulator, "./p", env={"QUERN_LOG": "debug,cpu"})
        must(level == ".x86-64-v3" or
             (done.code == 0 and done.out == "10300 42\n"),
             f"{emulator}: {done}")
        must(level is None or f"'_Z3addPKfi{level}'" in done.err,
             f"{emulator}: {done}")


# Which wrong access of data/address.hip, what finds it, where.
WRONG_ACCESSES = [
    ("global", "heap-buffer-overflow", "global_loop", "(4,0,0)", "(0,0,0)"),
    ("shared", "use-after-poison", "shared_fiber", "(0,0,0)", "(7,0,0)"),
    ("dynamic", "use-after-poison", "dynamic", "(0,0,0)", "(7,0,0)"),
    ("variable", "global-buffer-overflow", "variable", "(0,0,0)", "(0,0,0)"),
    ("freed", "heap-use-after-free", "global_loop", "(0,0,0)", "(0,0,0)"),
]


def case_address_sanitizer():
    if SANITIZED:
        raise Skip("the libraries have a sanitizer of their own")
    # On one thread, so that the first block is the one that is reported.
    env = {"ASAN_OPTIONS": "detect_leaks=0:symbolize=0",
           "QUERN_CPU_THREADS": "1"}
    for level in ("-g", "-O2"):
        cc(level, "-fsanitize=address", DATA / "address.hip", "-o", "p")
        for kind, error, kernel, block, thread in WRONG_ACCESSES:
            done = run("./p", kind, env=env)
            must(done.code != 0 and error in done.err, f"{level} {kind}: {done}")
            must(re.search(rf"quern: in kernel '\S*{kernel}\S*', block "
                           rf"{re.escape(block)}, thread {re.escape(thread)}",
                           done.err), f"{level} {kind}: {done}")
        done = run("./p", "none", env=env)
        must(done.code == 0 and done.out == "clean\n", f"{level}: {done}")


def case_leak_sanitizer():
    """What the library keeps, and its threads' stacks, are no leak; what a
    program forgets is one."""
    if SANITIZED:
        raise Skip("the libraries have a sanitizer of their own")
    pathlib.Path("leak.cu").write_text("""
#include <cuda_runtime.h>
#include <cstdlib>
__global__ void fill(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
int main(int argc, char **) {
  int *p;
  if (cudaMalloc(&p, 1 << 24))
    return 1;
  for (int i = 0; i < 8; ++i)
    fill<<<1 << 14, 256>>>(p);
  if (argc > 1)
    *(volatile char *)malloc(1234) = 1;
  return cudaDeviceSynchronize() || cudaFree(p);
}
""")
    for kind in ("leak", "address"):
        cc(f"-fsanitize={kind}", "leak.cu", "-o", "leak")
        env = {"QUERN_CPU_THREADS": "3"}
        done = run("./leak", env=env)
        must(done.code == 0 and not done.err, f"{kind}: {done}")
        done = run("./leak", "forget", env=env)
        must(done.code != 0 and "1234 byte" in done.err, f"{kind}: {done}")


def case_undefined_sanitizer():
    source = DATA / "undefined.hip"
    lines = {m.group(1).lower(): number for number, line
             in enumerate(source.read_text().splitlines(), 1)
             for m in [re.search(r"// (\w+)$", line)] if m}
    shutil.copy(source, "undefined.hip")
    for level in ("-O0", "-O2"):
        cc(level, "-fsanitize=undefined", "undefined.hip", "-o", "p")
        done = run("./p", "none")
        must(done.code == 0 and done.out == "clean\n", done)
        for kind, thread in (("index", 7), ("shift", 4), ("overflow", 0),
                             ("divide", 0)):
            done = run("./p", kind, env={"QUERN_LOG": "error"})
            must(done.code == 3 and f"undefined.hip:{lines[kind]}:" in done.err
                 and "undefined behaviour: " in done.err and
                 f"thread ({thread},0,0)" in done.err, f"{level} {kind}: {done}")


def case_shared_race():
    """A missing barrier is found, and told with both threads and lines."""
    source = DATA / "race.hip"
    lines = {m.group(1): number for number, line
             in enumerate(source.read_text().splitlines(), 1)
             for m in [re.search(r"// (\w+)$", line)] if m}
    shutil.copy(source, "race.hip")
    for level in ("-O0", "-O2"):
        cc(level, "-fsanitize=shared-race", "race.hip", "-o", "p")
        done = run("./p", "none")
        must(done.code == 0 and done.out == "clean\n" and not done.err, done)
        for kind, names in (("reduce", ["WRITTEN"]), ("warp", []),
                            ("overwrite", ["OVERWRITTEN", "STILL_READ"])):
            done = run("./p", kind)
            must(done.code == 3 and "quern: race on shared memory: in block "
                 "(0,0,0), thread (" in done.err and
                 "with no barrier between" in done.err, f"{level} {kind}: {done}")
            for name in names:
                must(f"race.hip:{lines[name]}:" in done.err,
                     f"{level} {kind}: {done}")
