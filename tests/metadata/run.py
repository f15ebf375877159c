#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Metadata in real binaries: the AddMetadata pass by quern compile, by quern
metadata add, and as a plug-in of stock opt and clang.

  run.py QUERN PLUGIN [CHECK]...

Exit status: 0 all hold, 1 one does not, 77 nothing could be run.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
QUERN = PLUGIN = None

HIP = """
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __device__ __attribute__((device))
struct S { char c; double d; };
struct __attribute__((packed)) P { int a, b; };
__shared__ float tile[64];
__shared__ char bytes[5];
__shared__ double wide[3];
__device__ static float get(int i) { return tile[i] + wide[i % 3]; }
extern "C" __global__ void saxpy(float a, const float *x, float *y, int n)
{ y[n] = a * x[n]; }
extern "C" __global__ void shared(float *x, S s, int n)
{ tile[n] = x[n]; wide[n % 3] = n; bytes[n % 5] = n; x[0] = get(n + 1) + s.d
  + bytes[(n + 1) % 5]; }
extern "C" __global__ void packed(char c, P p, float *f) { *f = p.a + c; }
"""
CUDA = """
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
__shared__ float tile[64];
extern "C" __global__ void saxpy(float a, const float *x, float *y, int n)
{ y[n] = a * x[n]; }
extern "C" __global__ void shared(float *x, int n)
{ tile[n] = x[n]; x[0] = tile[n + 1]; }
"""
OPENCL = """
struct S { char c; int i; };
kernel void ocl(global float *x, float f, int n) { x[n] = f; }
kernel void scaled(global float *x, long l, char c) { x[l] *= c; }
"""


class Skip(Exception):
    pass


class Differs(Exception):
    pass


def need(*names):
    for name in names:
        path = shutil.which(name) or shutil.which(
            os.path.join("/usr/local/cuda/bin", name))
        if path:
            return path
    raise Skip(f"no {names[0]}")


def run(*args, code=0, **more):
    done = subprocess.run([str(a) for a in args], capture_output=True,
                          check=False, **more)
    if done.returncode != code:
        raise Differs(f"{' '.join(map(str, args))}: exit {done.returncode}\n"
                      + done.stderr.decode(errors="replace"))
    return done.stdout if not code else done.stderr.decode()


def plugin():
    if not PLUGIN or not os.path.exists(PLUGIN):
        raise Skip("the plug-in is not built")
    return PLUGIN


def containers(path):
    """All containers of a file, each as a map from block to its contents."""
    document = json.loads(run(QUERN, "metadata", "show", path))
    return [{b["name"]: b.get("records", b.get("values")) for b in c["blocks"]}
            for c in document["files"][0]["containers"]]


def container(path):
    found = containers(path)
    if len(found) != 1:
        raise Differs(f"{path}: {len(found)} containers")
    return found[0]


def kernels(blocks):
    return {k["name"]: k for k in blocks["QuernKernels"][0]["kernels"]}


def expect(what, got, wanted):
    if got != wanted:
        raise Differs(f"{what}: {got!r}, expected {wanted!r}")


def hip_image(folder, level, *flags, gpu="gfx90a", name="k"):
    (folder / "k.hip").write_text(HIP)
    out = folder / f"{name}-{level}.hsaco"
    need("ld.lld-22")
    run(need("clang-22"), "-x", "hip", f"--offload-arch={gpu}",
        "--cuda-device-only", "--no-gpu-bundle-output", "-nogpuinc",
        "-nogpulib", f"-{level}", *flags, folder / "k.hip", "-o", out)
    return out


def inspect(path):
    document = json.loads(run(QUERN, "inspect", "--format", "json", path))
    images = document["files"][0]["images"]
    return images[0]


def check_clang_hip(folder):
    """clang-22 -fpass-plugin on a HIP device compile, -O0 and -O2: the note,
    by readelf too, and after strip; static shared memory as the compiler has
    it; layouts, the packed structure among them."""
    for level in ("O0", "O1", "O2", "O3"):
        image = hip_image(folder, level, f"-fpass-plugin={plugin()}")
        notes = run(need("readelf"), "-n", image).decode()
        if not re.search(r"^\s+Quern\s", notes, re.M):
            raise Differs(f"-{level}: readelf shows no note\n{notes}")
        found = kernels(container(image))
        expect(f"-{level}: packed",
               [(a["offset"], a["size"], a["align"])
                for a in found["packed"]["args"]],
               [(0, 1, 1), (1, 8, 1), (16, 8, 8)])
        seen = inspect(image)
        expect(f"-{level}: warnings", seen["warnings"], [])
        for kernel in seen["kernels"]:
            expect(f"-{level}: static shared memory of {kernel['name']}",
                   found[kernel["name"]]["shared_static"],
                   kernel["resources"]["shared_static"])
        generic = container(image)["GenericMetadata"]
        expect("records", [r["source_name"] for r in generic],
               ["saxpy", "shared", "packed"])
        expect("sub-group size", generic[0]["sub_group_size"], 64)
        run(need("llvm-strip-22"), "--strip-all", image)
        expect("stripped", kernels(container(image)), found)


def check_clang_cuda(folder):
    """The same for CUDA: an array in PTX, and in the cubin that ptxas makes."""
    (folder / "k.cu").write_text(CUDA)
    for level in ("O0", "O2"):
        ptx = folder / f"k-{level}.ptx"
        # Without a CUDA installation clang would write PTX 4.2.
        run(need("clang-22"), "-x", "cuda", "--cuda-gpu-arch=sm_80",
            "--cuda-device-only", "-nocudainc", "-nocudalib", "-S",
            "-Xclang", "-target-feature", "-Xclang", "+ptx70",
            f"-{level}", f"-fpass-plugin={plugin()}", "-w", folder / "k.cu",
            "-o", ptx)
        found = kernels(container(ptx))
        expect("shared memory", found["shared"]["shared_static"], 256)
        expect("offsets", [a["offset"] for a in found["saxpy"]["args"]],
               [0, 8, 16, 24])
        try:
            ptxas = need("ptxas")
        except Skip:
            continue
        cubin = folder / f"k-{level}.cubin"
        run(ptxas, "-arch", "sm_80", ptx, "-o", cubin)
        expect("cubin", kernels(container(cubin)), found)
        for kernel in inspect(cubin)["kernels"]:
            expect(f"ptxas's shared memory of {kernel['name']}",
                   kernel["resources"]["shared_static"],
                   found[kernel["name"]]["shared_static"])


def check_clang_cpu(folder):
    """OpenCL kernels for CPUs: the note survives --gc-sections and strip."""
    (folder / "k.cl").write_text(OPENCL)
    for triple in ("x86_64-linux-gnu", "riscv64-unknown-elf",
                   "riscv32-unknown-elf"):
        for level in ("O0", "O2"):
            made = folder / f"{triple}-{level}.o"
            run(need("clang-22"), f"--target={triple}", "-cl-std=CL2.0",
                f"-{level}", "-fPIC", f"-fpass-plugin={plugin()}", "-c",
                folder / "k.cl", "-o", made)
            found = kernels(container(made))
            word = 4 if "riscv32" in triple else 8
            expect(triple, [a["offset"] for a in found["ocl"]["args"]],
                   [0, word, word + 4])
            linked = folder / "k.so"
            run(need("ld.lld-22"), "-shared", "--gc-sections", made, "-o",
                linked)
            run(need("llvm-strip-22"), "--strip-all", linked)
            expect(f"{triple} linked", kernels(container(linked)), found)
    # AArch64, whose back end takes no OpenCL kernels: marked C functions.
    source = folder / "k.ll"
    source.write_text('target triple = "aarch64-linux-gnu"\n'
                      'define void @marked(ptr %x, i32 %n) "mux-kernel" '
                      '{\n  ret void\n}\n')
    made = folder / "aarch64.o"
    run(need("clang-22"), "--target=aarch64-linux-gnu", "-O2",
        f"-fpass-plugin={plugin()}", "-c", source, "-o", made)
    found = kernels(container(made))
    # What registers carry is not what the source said: nothing is claimed.
    expect("aarch64", found["marked"].get("args"), None)


def check_opt(folder):
    """opt-22 with the plug-in: by name, with handlers, twice."""
    (folder / "k.hip").write_text(HIP)
    bitcode = folder / "k.bc"
    run(need("clang-22"), "-x", "hip", "--offload-arch=gfx90a",
        "--cuda-device-only", "-nogpuinc", "-nogpulib", "-O2", "-emit-llvm",
        "-c", "--no-gpu-bundle-output", folder / "k.hip", "-o", bitcode)
    opt = need("opt-22")
    for passes in ("quern-metadata", "default<O2>,quern-metadata",
                   "quern-metadata,quern-metadata,globaldce",
                   "quern-metadata<stack>"):
        out = folder / "out.bc"
        run(opt, f"-load-pass-plugin={plugin()}", f"-passes={passes}", bitcode,
            "-o", out)
        blocks = container(out)
        expect(passes, sorted(kernels(blocks)), ["packed", "saxpy", "shared"])
        expect("block of the handler", "StackMetadata" in blocks,
               "stack" in passes)
        if "default" not in passes:
            run(QUERN, "metadata", "add", "-q", bitcode, "-o",
                folder / "ours.bc",
                *(["--handler", "stack"] if "stack" in passes else []))
            expect("quern metadata add", container(folder / "ours.bc"), blocks)
    # The object of it, linked by hand with --gc-sections, and stripped.
    wanted = kernels(container(folder / "out.bc"))
    run(need("clang-22"), "--target=amdgcn-amd-amdhsa", "-mcpu=gfx90a",
        "-nogpulib", "-c", folder / "out.bc", "-o", folder / "out.o")
    run(need("ld.lld-22"), "-shared", "--gc-sections", folder / "out.o", "-o",
        folder / "out.hsaco")
    run(need("llvm-strip-22"), "--strip-all", folder / "out.hsaco")
    expect("linked", kernels(container(folder / "out.hsaco")), wanted)
    said = subprocess.run([opt, f"-load-pass-plugin={plugin()}",
                           "-passes=quern-metadata<none>", bitcode, "-o",
                           folder / "out.bc"], capture_output=True, text=True,
                          check=False)
    if "no analysis for a metadata handler 'none'" not in said.stderr:
        raise Differs(said.stderr)


MARKED = """
target triple = "%s"
define void @marked(ptr %%x, i32 %%n) !codeplay_ca_kernel !0 { ret void }
define void @helper() { ret void }
define void @unmarked(ptr %%x) !codeplay_ca_kernel !1 { ret void }
!0 = !{i32 1}
!1 = !{i32 0}
"""


def check_marks(folder):
    """Kernels that !codeplay_ca_kernel marks: by opt, by clang, by the tool. A
    module without kernels is a warning that says what was looked for."""
    source = folder / "k.ll"
    for triple in ("x86_64-linux-gnu", "riscv64-unknown-elf"):
        source.write_text(MARKED % triple)
        out = folder / "out.bc"
        run(need("opt-22"), f"-load-pass-plugin={plugin()}",
            "-passes=quern-metadata", source, "-o", out)
        expect("opt", sorted(kernels(container(out))), ["marked"])
        run(QUERN, "metadata", "add", "-q", source, "-o", out)
        expect("add", sorted(kernels(container(out))), ["marked"])
        made = folder / "out.o"
        run(need("clang-22"), f"--target={triple}", "-O2",
            f"-fpass-plugin={plugin()}", "-c", source, "-o", made)
        expect("clang", sorted(kernels(container(made))), ["marked"])
    source.write_text("define void @f() { ret void }\n")
    said = subprocess.run([need("opt-22"), f"-load-pass-plugin={plugin()}",
                           "-passes=quern-metadata", source, "-o",
                           folder / "out.bc"], capture_output=True, text=True,
                          check=True).stderr
    for word in ("warning: quern-metadata: the module has no kernel",
                 "spir_kernel", "mux-kernel", "codeplay_ca_kernel",
                 "kernel_arg_base_type"):
        if word not in said:
            raise Differs(f"no '{word}' in {said}")
    said = run(QUERN, "metadata", "add", source, code=1)
    if "no kernels in the module" not in said or "mux-kernel" not in said:
        raise Differs(said)
    # The host's side of a HIP program has none, and says nothing.
    (folder / "k.hip").write_text(
        "struct dim3 { unsigned x, y, z; };\n"
        'extern "C" int hipLaunchKernel(const void *, dim3, dim3, void **,\n'
        "                               unsigned long, void *);\n" + HIP)
    said = subprocess.run([need("clang-22"), "-x", "hip", "-nogpuinc",
                           "-nogpulib", "--offload-host-only", "-c",
                           f"-fpass-plugin={plugin()}", folder / "k.hip",
                           "-o", folder / "k.o"], capture_output=True,
                          text=True, check=False)
    expect("the host's side", (said.returncode, said.stderr), (0, ""))


def check_section(folder):
    """The container as section `notes`, written on request: by opt, by the tool
    from bitcode and into objects; kept by the linker; read by every tool."""
    source = folder / "k.ll"
    source.write_text(MARKED % "x86_64-linux-gnu")
    out = folder / "out.bc"
    run(need("opt-22"), f"-load-pass-plugin={plugin()}",
        "-passes=quern-metadata<section=notes;stack>", source, "-o", out)
    wanted = container(out)
    expect("handler", "StackMetadata" in wanted, True)
    made, linked = folder / "out.o", folder / "out.so"
    run(QUERN, "metadata", "add", "-q", "--section", "notes", "--handler",
        "stack", source, "-o", out)
    expect("tool", container(out), wanted)
    run(need("clang-22"), "--target=x86_64-linux-gnu", "-O2", "-fPIC", "-c",
        out, "-o", made)
    (folder / "k.c").write_text("void scale(float *x, int n) { x[n] *= 2; }\n")
    object_ = folder / "k.o"
    run(need("clang-22"), "--target=x86_64-linux-gnu", "-g", "-fPIC", "-c",
        folder / "k.c", "-o", object_)
    run(QUERN, "metadata", "add", "-q", "--section", "notes", "-k", "scale",
        object_)
    said = run(QUERN, "metadata", "add", "-k", "scale", object_, code=2)
    if "already" not in said:
        raise Differs(said)
    for path, names in ((made, ["marked"]), (object_, ["scale"])):
        run(need("llvm-objcopy-22"), "--dump-section",
            f"notes={folder / 'notes'}", path, "/dev/null")
        expect("bare", (folder / "notes").read_bytes()[:4], b"CAMD")
        run(need("ld.lld-22"), "-shared", "--gc-sections", path, "-o", linked)
        run(need("llvm-strip-22"), "--strip-all", linked)
        for seen in (path, linked):
            expect(seen.name, sorted(kernels(container(seen))), names)
            expect("inspect", [k["name"] for k in inspect(seen)["kernels"]],
                   names)
    # Where a binary has no sections there is none of that name.
    source.write_text(MARKED % "spirv64-unknown-unknown")
    said = run(QUERN, "metadata", "add", "--section", "notes", source, "-o",
               folder / "s.bc", code=1)
    if "have no sections" not in said:
        raise Differs(said)


def check_local(folder):
    """OpenCL C's local variables on targets with one address space: what their
    size is cannot be known, and is not stated; without any it is 0."""
    (folder / "k.cl").write_text("""
kernel void with(global int *x) { local int t[16]; t[x[0]] = x[1];
  barrier(CLK_LOCAL_MEM_FENCE); x[2] = t[x[3]]; }
int helper(global int *x) { return x[1]; }
kernel void without(global int *x) { x[0] = helper(x); }
constant int table[4] = {1, 2, 3, 4};
kernel void reads(global int *x) { x[0] = table[x[1] & 3]; }
""")
    for triple in ("x86_64-linux-gnu", "riscv64-unknown-elf",
                   "riscv32-unknown-elf"):
        for level in ("O0", "O2"):
            made = folder / "k.o"
            run(need("clang-22"), f"--target={triple}", "-cl-std=CL2.0",
                "-Wno-unused-command-line-argument", "-Xclang",
                "-finclude-default-header", f"-{level}",
                f"-fpass-plugin={plugin()}", "-c", folder / "k.cl", "-o", made)
            found = {name: k.get("shared_static")
                     for name, k in kernels(container(made)).items()}
            expect(f"{triple} -{level}", found,
                   {"with": None, "without": 0, "reads": 0})
            expect("inspect", {k["name"]: k["resources"]["shared_static"]
                               for k in inspect(made)["kernels"]}, found)


def check_handlers(folder):
    """The C++ handlers: the golden file read and written byte for byte, a
    property of one's own, failures; by each compiler and standard."""
    library = pathlib.Path(QUERN).parent.parent / "lib"
    built = 0
    for compiler in ("g++", "clang++-22"):
        for standard in ("c++11", "c++17", "c++20"):
            if not shutil.which(compiler):
                continue
            program = folder / "handlers"
            run(compiler, f"-std={standard}", "-Wall", "-Wextra", "-pedantic",
                "-Werror", "-I", ROOT / "include",
                ROOT / "tests" / "metadata" / "handlers.cpp", "-o", program,
                f"-L{library}", "-lquern", f"-Wl,-rpath,{library}")
            run(program, ROOT / "tests" / "corpus" / "md" / "golden.camd")
            built += 1
    if not built:
        raise Skip("no C++ compiler")


def check_pass(folder):
    """AddMetadataPass over a program's own analysis and handler, in opt."""
    config = need("llvm-config-22")
    flags = run(config, "--cxxflags").decode().split()
    library = pathlib.Path(QUERN).parent.parent / "lib"
    made = folder / "target-x.so"
    run(need("clang++-22"), *flags, "-shared", "-fPIC", "-w", "-I",
        ROOT / "include", ROOT / "tests" / "metadata" / "target_x.cpp", "-o",
        made, f"-L{library}", "-lquern", f"-Wl,-rpath,{library}")
    source = folder / "k.ll"
    source.write_text(MARKED % "x86_64-linux-gnu")
    run(need("opt-22"), f"-load-pass-plugin={made}",
        "-passes=add-targetx-metadata", source, "-o", folder / "k.bc")
    run(need("clang-22"), "-c", folder / "k.bc", "-o", folder / "k.o")
    for path in ("k.bc", "k.o"):
        blocks = container(folder / path)
        expect(path, [r["kernel_name"] for r in blocks["GenericMetadata"]],
               ["marked"])
        expect(path, blocks["TargetX"], [1])
    source.write_text("define void @f() { ret void }\n")
    said = subprocess.run([need("opt-22"), f"-load-pass-plugin={made}",
                           "-passes=add-targetx-metadata", "-disable-output",
                           source], capture_output=True, text=True, check=True)
    if "the module has no kernel" not in said.stderr:
        raise Differs(said.stderr)


def check_handler(folder):
    """A property of one's own: src/metadata/md/handler_stack.c and
    src/compiler/driver/analysis_stack.c, in lockstep with the generic block."""
    source = folder / "k.ll"
    source.write_text("""
target datalayout = "e-p:64:64-p5:32:32-i64:64-A5-G1"
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @none() { ret void }
define void @callee() { %a = alloca [8 x i32], align 4, addrspace(5)
  ret void }
define amdgpu_kernel void @some() {
  %a = alloca i64, align 8, addrspace(5)
  %b = alloca [4 x i8], align 1, addrspace(5)
  call void @callee()
  ret void
}
""")
    run(QUERN, "metadata", "add", "-q", "--handler", "stack", source, "-o",
        folder / "k.bc")
    blocks = container(folder / "k.bc")
    expect("StackMetadata", blocks["StackMetadata"],
           [{"private_memory_usage": 0}, {"private_memory_usage": 44}])
    expect("lockstep", len(blocks["GenericMetadata"]), 2)
    said = run(QUERN, "metadata", "add", "--handler", "stak", source, "-o",
               folder / "k.bc", code=2)
    if "no analysis" not in said or "stack" not in said:
        raise Differs(said)


def check_spirv(folder):
    """SPIR-V: by the plug-in, as a variable; and added to the binary."""
    (folder / "k.cl").write_text(OPENCL)
    for level in ("O0", "O2"):
        made = folder / f"{level}.spv"
        run(need("clang-22"), "--target=spirv64-unknown-unknown",
            "-cl-std=CL2.0", f"-{level}", f"-fpass-plugin={plugin()}", "-c",
            folder / "k.cl", "-o", made)
        found = kernels(container(made))
        expect("plug-in", [a["offset"] for a in found["ocl"]["args"]],
               [0, 8, 12])
        plain = folder / "plain.spv"
        run(need("clang-22"), "--target=spirv64-unknown-unknown",
            "-cl-std=CL2.0", f"-{level}", "-c", folder / "k.cl", "-o", plain)
        run(QUERN, "metadata", "add", "-q", plain)
        added = kernels(container(plain))
        expect("added", [a["offset"] for a in added["ocl"]["args"]],
               [0, 8, 12])
        for path in (made, plain):
            try:
                run(need("spirv-val"), path)
            except Skip:
                pass


def check_objects(folder):
    """quern metadata add FILE.o: what debug information proves, kept through
    strip; every class of ELF."""
    (folder / "k.c").write_text(
        "struct s { double d; char c; };\n"
        "void scale(float *x, struct s s, int n) { x[n] *= s.d; }\n"
        "void packed(char c, struct __attribute__((packed)) { int a, b; } p) "
        "{ (void)c; (void)p; }\n")
    for triple, word in (("x86_64-linux-gnu", 8), ("riscv32-unknown-elf", 4),
                         ("aarch64-linux-gnu", 8)):
        made = folder / f"{triple}.o"
        run(need("clang-22"), f"--target={triple}", "-g", "-fPIC", "-w",
            "-ffreestanding", "-c", folder / "k.c", "-o", made)
        added = folder / "added.o"
        run(QUERN, "metadata", "add", "-q", "--kernel", "scale", made, "-o",
            added)
        run(need("llvm-readelf-22"), "--all", added)
        wanted = [0, 8, 24]
        expect(triple, [a["offset"] for a in
                        kernels(container(added))["scale"]["args"]], wanted)
        linked = folder / "k.so"
        run(need("ld.lld-22"), "-shared", "--gc-sections", added, "-o", linked)
        run(need("llvm-strip-22"), "--strip-all", linked)
        got = json.loads(run(QUERN, "stub", "--lang", "json", linked))
        kernel = got["files"][0]["kernels"][0]
        expect("source", kernel["source"], "record")
        expect("stub", [a["offset"] for a in kernel["arguments"]], wanted)
        run(QUERN, "stub", "--verify", "--kernel", "scale", added)
        said = run(QUERN, "metadata", "add", "--kernel", "packed", made, "-o",
                   added, code=1)
        if "ambiguous" not in said:
            raise Differs(said)
        said = run(QUERN, "metadata", "add", "--kernel", "scale", linked,
                   code=2)
        if "already" not in said:
            raise Differs(said)


def check_cmake(folder):
    """examples/plugin: a CMake project that knows the plug-in alone."""
    run(need("cmake"), "-S", ROOT / "examples" / "plugin", "-B", folder,
        f"-DCMAKE_CXX_COMPILER={need('clang++-22')}",
        f"-DQUERN_PLUGIN={plugin()}")
    run("cmake", "--build", folder)
    made = next(folder.glob("CMakeFiles/kernels.dir/*.o"))
    expect("kernels", list(kernels(container(made))), ["saxpy"])


def check_cxx(folder):
    """The header in C++17, with scoped enumerators and default hints, by every
    compiler, warnings as errors; linked with libquern and run."""
    library = pathlib.Path(QUERN).parent.parent / "lib"
    source = ROOT / "tests" / "metadata" / "api.cpp"
    built = 0
    for compiler in ("g++", "clang++-22"):
        if not shutil.which(compiler):
            continue
        program = folder / "api"
        run(compiler, "-std=c++17", "-Wall", "-Wextra", "-pedantic", "-Werror",
            "-I", ROOT / "include", source, "-o", program, f"-L{library}",
            "-lquern", f"-Wl,-rpath,{library}")
        run(program)
        built += 1
    if not built:
        raise Skip("no C++ compiler")


def check_verify(folder):
    """quern stub --verify tells a record that is not what the code is."""
    (folder / "a.c").write_text("void k(int *p, char c) { *p = c; }\n")
    (folder / "b.c").write_text("void k(int *p, long c) { *p = c; }\n")
    for part in "ab":
        run(need("clang-22"), "--target=x86_64-linux-gnu", "-g", "-c",
            folder / f"{part}.c", "-o", folder / f"{part}.o")
    run(QUERN, "metadata", "add", "-q", "--kernel", "k", folder / "a.o")
    run(QUERN, "stub", "--verify", folder / "a.o")
    # A kernel that a symbol marks, of which the record says nothing.
    (folder / "m.c").write_text(
        "struct t { int i; };\nvoid k(int *p, char c) { *p = c; }\n"
        "void w(struct t *t) { t->i = 1; }\n"
        "extern __typeof__(w) __vx_kentry_w __attribute__((alias(\"w\")));\n")
    run(need("clang-22"), "--target=riscv64-unknown-elf", "-g", "-c",
        folder / "m.c", "-o", folder / "m.o")
    run(QUERN, "metadata", "add", "-q", "--kernel", "k", folder / "m.o")
    said = run(QUERN, "stub", "--verify", folder / "m.o", code=1)
    if "'w' is marked as a kernel" not in said:
        raise Differs(said)
    # The record of one, the code of the other.
    run(need("llvm-objcopy-22"), "--dump-section",
        f".note.quern={folder / 'note'}", folder / "a.o", "/dev/null")
    run(need("llvm-objcopy-22"), "--add-section",
        f".note.quern={folder / 'note'}", folder / "b.o", folder / "c.o")
    said = run(QUERN, "stub", "--verify", folder / "c.o", code=1)
    if "size of argument 1 of 'k' is 1 by its note, 8 by its dwarf" not in said:
        raise Differs(said)


def check_examples(folder):
    """Static shared memory of every kernel of the examples equals what the
    back end reserves: AMD's .group_segment_fixed_size, ptxas's figure."""
    sources = [ROOT / "examples" / "demo.cu",
               ROOT / "examples" / "vector_add.hip",
               *(ROOT / "tests" / "kernels" / f"{name}.cu"
                 for name in ("atomics", "barriers", "groups", "language"))]
    compared = shared = 0
    for source in sources:
        for target in ("gfx90a", "gfx1100", "sm_80"):
            image = folder / "image"
            done = subprocess.run(
                [QUERN, "compile", "-q", "-t", target, "--emit", "image",
                 "-I", source.parent, "-o", image, source],
                capture_output=True, text=True, check=False)
            if done.returncode:
                continue
            blocks = containers(image)
            if not blocks:
                raise Differs(f"{source.name}: no metadata for {target}")
            noted = kernels(blocks[0])
            seen = inspect(image)
            if seen["format"] == "ptx":
                continue # no ptxas here
            for kernel in seen["kernels"]:
                ours = noted[kernel["name"]]["shared_static"]
                expect(f"{source.name}, {target}, {kernel['name']}", ours,
                       kernel["resources"]["shared_static"])
                compared += 1
                shared += ours > 0
    if compared < 20 or not shared:
        raise Skip(f"only {compared} kernels could be compiled")
    print(f"  {compared} kernels compared, {shared} with shared memory")


CHECKS = {name[6:]: f for name, f in sorted(globals().items())
          if name.startswith("check_")}


def main():
    global QUERN, PLUGIN
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    QUERN, PLUGIN = map(os.path.abspath, sys.argv[1:3])
    code = 77
    for name in sys.argv[3:] or CHECKS:
        with tempfile.TemporaryDirectory(prefix="quern-metadata-") as folder:
            try:
                CHECKS[name](pathlib.Path(folder))
                print(f"{name}: ok")
                code = 0 if code == 77 else code
            except Skip as reason:
                print(f"{name}: skipped: {reason}")
            except Differs as error:
                print(f"{name}: {error}")
                code = 1
    sys.exit(code)


main()
