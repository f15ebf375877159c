#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Readers and writers against the vendors' own tools.

  formats.py QUERN [CHECK]...

Each check compiles real files and compares what Quern says with what the
producer's tools say. A check whose tools are missing is skipped with a reason.
Exit status: 0 all agree, 1 a difference, 77 nothing could be run.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
KERNELS = HERE / "kernels.h"
QUERN = None


class Skip(Exception):
    pass


class Differs(Exception):
    pass


def tool(*names):
    for name in names:
        for folder in os.environ.get("PATH", "").split(":") + [
                os.path.join(os.environ.get("CUDA_HOME", "/usr/local/cuda"),
                             "bin")]:
            path = os.path.join(folder, name)
            if os.access(path, os.X_OK) and not os.path.isdir(path):
                return path
    raise Skip(f"no {names[0]}")


def llvm_bundler():
    """LLVM's, where it lies: it wants an llvm-objcopy of that name beside it."""
    return os.path.realpath(
        tool("clang-offload-bundler-22", "clang-offload-bundler"))


def run(*args, **more):
    done = subprocess.run([str(a) for a in args], capture_output=True,
                          check=False, **more)
    if done.returncode:
        raise Differs(f"{' '.join(map(str, args))}: exit {done.returncode}\n"
                      + done.stderr.decode(errors="replace"))
    return done.stdout


def expect(what, got, wanted):
    if got != wanted:
        raise Differs(f"{what}: quern says {got!r}, expected {wanted!r}")


def inspect(path, *more):
    document = json.loads(run(QUERN, "inspect", "--all", "--format", "json",
                              *more, path))
    return document["files"][0]["images"]


# ---- AMD: metadata as llvm-readelf prints it

def scalar(text):
    text = text.strip()
    if text.startswith("'") and text.endswith("'"):
        return text[1:-1].replace("''", "'")
    if text == "[]":
        return []
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?\d+", text) else text


def block(lines, at, indent):
    """The YAML value of block style that starts at line `at`."""
    is_list = lines[at][indent:indent + 2] == "- "
    value = [] if is_list else {}
    while at < len(lines):
        line = lines[at]
        depth = len(line) - len(line.lstrip())
        if depth < indent or (depth == indent and is_list
                              and not line.lstrip().startswith("- ")):
            break
        if is_list:
            body = line[indent + 2:].lstrip()
            inner = len(line) - len(body)
            if re.match(r"[.\w]+:( |$)", body):
                lines[at] = " " * inner + body
                item, at = block(lines, at, inner)
            else:
                item, at = scalar(body), at + 1
            value.append(item)
        else:
            key, _, rest = line.strip().partition(":")
            if rest.strip():
                value[key], at = scalar(rest), at + 1
            else:
                following = lines[at + 1]
                value[key], at = block(
                    lines, at + 1, len(following) - len(following.lstrip()))
    return value, at


def readelf_metadata(path):
    text = run(tool("llvm-readelf-22", "llvm-readelf"), "--notes",
               path).decode()
    lines = text.split("AMDGPU Metadata:")[1].split("\n...")[0].split("\n")
    lines = [l for l in lines if l.strip() and l.strip() != "---"]
    indent = min(len(l) - len(l.lstrip()) for l in lines)
    value, _ = block([l[indent:] for l in lines], 0, 0)
    return value


RESOURCES = {
    "vgpr": ".vgpr_count", "sgpr": ".sgpr_count", "agpr": ".agpr_count",
    "shared_static": ".group_segment_fixed_size",
    "scratch": ".private_segment_fixed_size", "wave_size": ".wavefront_size",
    "max_threads": ".max_flat_workgroup_size",
    "vgpr_spills": ".vgpr_spill_count", "sgpr_spills": ".sgpr_spill_count",
    "required_threads": ".reqd_workgroup_size",
}
KINDS = {"by_value": "value", "global_buffer": "pointer",
         "dynamic_shared_pointer": "shared", "image": "image",
         "sampler": "sampler"}


def compare_amd(path, image, arch):
    theirs = readelf_metadata(path)
    expect("target", "amdgcn-amd-amdhsa--" + image["target"],
           theirs["amdhsa.target"])
    expect("warnings", image["warnings"], [])
    kernels = theirs["amdhsa.kernels"]
    expect("kernels", [k["name"] for k in image["kernels"]],
           [k[".name"] for k in kernels])
    compared = 0
    for ours, other in zip(image["kernels"], kernels):
        where = f"{arch} {other['.name']}"
        expect(where + " symbol", ours["symbol"], other[".symbol"])
        expect(where + " bytes", ours["arguments_size"],
               other[".kernarg_segment_size"])
        for name, key in RESOURCES.items():
            expect(f"{where} {name}", ours["resources"][name], other.get(key))
        arguments = ours["arguments"] + ours["hidden"]
        expect(where + " arguments", len(arguments), len(other.get(".args", [])))
        for a, b in zip(arguments, other.get(".args", [])):
            expect(where + " offset", a["offset"], b[".offset"])
            expect(where + " size", a["size"], b[".size"])
            kind = b[".value_kind"]
            expect(where + " kind", a["kind"], KINDS.get(kind, "hidden"))
            if a["kind"] == "hidden":
                expect(where + " hidden", a["hidden"], kind)
            else:
                expect(where + " name", a["name"], b.get(".name"))
            compared += 4
        compared += 3 + len(RESOURCES)
    return compared


def compile_amd(folder, arch, *more):
    path = folder / f"{arch.replace(':', '_')}.hsaco"
    run(tool("clang++-22"), "-x", "hip", f"--offload-arch={arch}",
        "--cuda-device-only", "--no-gpu-bundle-output", "-nogpuinc",
        "-nogpulib", "-O2", *more, "-o", path, KERNELS)
    return path


def check_amdgpu(folder):
    tool("ld.lld-22", "ld.lld", "lld")
    compared = 0
    archs = ["gfx803", "gfx900", "gfx906:xnack+", "gfx908:sramecc-",
             "gfx90a", "gfx90a:sramecc+:xnack-", "gfx942", "gfx950", "gfx1010",
             "gfx1030", "gfx1100", "gfx1151", "gfx1200", "gfx1201"]
    for arch in archs:
        path = compile_amd(folder, arch)
        compared += compare_amd(path, inspect(path)[0], arch)
    for version in "456":
        path = compile_amd(folder, "gfx90a", f"-mcode-object-version={version}")
        image = inspect(path)[0]
        expect("version", image["version"], version)
        compared += compare_amd(path, image, f"v{version}")
    return f"{len(archs) + 3} code objects, {compared} fields"


# Kernels whose registers, shared memory and groups differ.
OCCUPANCY = """
#define G extern "C" __attribute__((global))
#define FLAT(n) __attribute__((amdgpu_flat_work_group_size(n, n)))
template <int N> __attribute__((device)) inline void work(float *p) {
  float a[N];
  for (int i = 0; i < N; i++) a[i] = p[i * 64];
  __builtin_amdgcn_s_barrier();
  for (int i = 0; i < N; i++) p[i * 64] = a[i] * a[(i * 7) % N];
}
#define K(n) G void k##n(float *p) { work<n>(p); } \\
  G FLAT(256) void b##n(float *p) { work<n>(p); }
K(8) K(20) K(30) K(36) K(48) K(60) K(70) K(90) K(110) K(124)
#define L(n, t) G FLAT(t) void l##n##_##t(float *p) { \\
  __attribute__((shared)) float s[n]; \\
  s[__builtin_amdgcn_workitem_id_x()] = p[0]; \\
  __builtin_amdgcn_s_barrier(); p[1] = s[3]; }
L(1024, 256) L(2048, 256) L(4096, 256) L(16000, 64) L(16000, 256)
L(16000, 1024) L(300, 64) L(600, 128)
"""


def check_occupancy(folder):
    tool("ld.lld-22", "ld.lld", "lld")
    source, compared = folder / "o.hip", 0
    source.write_text(OCCUPANCY)
    archs = ["gfx803", "gfx900", "gfx908", "gfx90a", "gfx942", "gfx950",
             "gfx1010", "gfx1030", "gfx1100", "gfx1102", "gfx1151", "gfx1201"]
    for arch in archs:
        path = folder / f"{arch}.hsaco"
        done = subprocess.run(
            [tool("clang++-22"), "-x", "hip", f"--offload-arch={arch}",
             "--cuda-device-only", "--no-gpu-bundle-output", "-nogpuinc",
             "-nogpulib", "-O2", "-Rpass-analysis=kernel-resource-usage",
             "-o", path, source], capture_output=True, text=True, check=True)
        theirs = dict(zip(
            re.findall(r"Function Name: (\w+)", done.stderr),
            map(int, re.findall(r"Occupancy \[waves/SIMD\]: (\d+)",
                                done.stderr))))
        for kernel in inspect(path)[0]["kernels"]:
            expect(f"{arch} {kernel['name']} occupancy",
                   kernel["occupancy"]["waves"], theirs[kernel["name"]])
            compared += 1
    return f"{compared} kernels for {len(archs)} processors agree"


def check_mach(folder):
    """Every AMD target of our table has the e_flags that clang writes."""
    clang = tool("clang-22")
    targets = json.loads(run(QUERN, "targets", "--format", "json"))
    names = sorted(set(re.findall(r'"(gfx[0-9a-z-]+)"', json.dumps(targets))))
    empty = folder / "empty.s"
    empty.write_text("")
    checked = 0
    for name in names:
        path = folder / "mach.o"
        done = subprocess.run(
            [clang, "-target", "amdgcn-amd-amdhsa", f"-mcpu={name}", "-c",
             str(empty), "-o", str(path)], capture_output=True, check=False)
        if done.returncode or b"not a recognized" in done.stderr:
            continue
        image = inspect(path)[0]
        expect("mach of " + name, image["target"].split(":")[0], name)
        checked += 1
    if not checked:
        raise Differs("no AMD target was checked")
    return f"{checked} targets"


# ---- Bundles, both ways

IDS = ["host-x86_64-unknown-linux-gnu-", "hipv4-amdgcn-amd-amdhsa--gfx90a",
       "hipv4-amdgcn-amd-amdhsa--gfx1100"]


def check_bundle(folder):
    bundler = llvm_bundler()
    images = [compile_amd(folder, a) for a in ("gfx90a", "gfx1100")]
    checks = 0
    for compress in (False, True):
        theirs, ours = folder / "theirs.hipfb", folder / "ours.hipfb"
        run(bundler, "-type=o", "-bundle-align=4096",
            *(["-compress"] if compress else []),
            "-targets=" + ",".join(IDS), "-input=/dev/null",
            *[f"-input={i}" for i in images], f"-output={theirs}")
        run(QUERN, "bundle", "create", "-o", ours, "--compress",
            "zstd" if compress else "none", f"gfx90a={images[0]}",
            f"gfx1100={images[1]}")
        if not compress:
            expect("bytes", ours.read_bytes() == theirs.read_bytes(), True)
        for bundle in (theirs, ours):
            entries = json.loads(run(QUERN, "bundle", "list", "--format",
                                     "json", bundle))["files"][0]["entries"]
            expect("ids", [e["id"] for e in entries], IDS)
            listed = run(bundler, "-list", "-type=o", f"-input={bundle}")
            expect("listed", sorted(listed.decode().split()), sorted(IDS))
            for image, name in zip(images, IDS[1:]):
                out = folder / "out"
                run(bundler, "-unbundle", "-type=o", f"-targets={name}",
                    f"-input={bundle}", f"-output={out}")
                expect("theirs", out.read_bytes() == image.read_bytes(), True)
                run(QUERN, "bundle", "extract", "--target", name, "-o", out,
                    bundle)
                expect("ours", out.read_bytes() == image.read_bytes(), True)
                checks += 2
            got = inspect(bundle)
            expect("images", [i["target"] for i in got], ["gfx90a", "gfx1100"])
            checks += 3
    for version in ("2", "3"):
        out = folder / f"v{version}.ccob"
        run(bundler, "-type=o", "-compress", "-targets=" + ",".join(IDS),
            "-input=/dev/null", *[f"-input={i}" for i in images],
            f"-output={out}", env=dict(
                os.environ, COMPRESSED_BUNDLE_FORMAT_VERSION=version))
        expect("ccob version", out.read_bytes()[4], int(version))
        expect("ccob images", len(inspect(out)), 2)
        checks += 2
    return f"{checks} comparisons"


def check_merge(folder):
    images = [compile_amd(folder, a) for a in ("gfx90a", "gfx1100")]
    one, two, both, again = (folder / f"{n}.hipfb" for n in "abcd")
    run(QUERN, "bundle", "create", "-o", one, f"gfx90a={images[0]}")
    run(QUERN, "bundle", "create", "--compress", "zstd", "-o", two,
        f"gfx1100={images[1]}")
    run(QUERN, "bundle", "merge", "-o", both, one, two)
    run(QUERN, "bundle", "create", "-o", again, f"gfx90a={images[0]}",
        f"gfx1100={images[1]}")
    expect("merged", both.read_bytes() == again.read_bytes(), True)
    return "merge and create give the same bytes"


def check_host(folder):
    """GPU code inside host objects: .hip_fatbin, .llvm.offloading, archives."""
    clang = tool("clang++-22")
    images = [compile_amd(folder, a) for a in ("gfx90a", "gfx1100")]
    source = folder / "host.hip"
    source.write_text("__attribute__((device)) int counter;\nstatic int host;\n")
    objects = []
    for packed in ("none", "zstd"):
        blob, out = folder / f"{packed}.hipfb", folder / f"{packed}.o"
        run(QUERN, "bundle", "create", "-o", blob, "--compress", packed,
            f"gfx90a={images[0]}", f"gfx1100={images[1]}")
        run(clang, "-x", "hip", "--offload-arch=gfx90a", "--offload-host-only",
            "-nogpuinc", "-nogpulib", "-Xclang", "-fcuda-include-gpubinary",
            "-Xclang", blob, "-c", "-o", out, source)
        got = inspect(out)
        expect(packed + " images", [i["target"] for i in got],
               ["gfx90a", "gfx1100"])
        expect(packed + " path", got[0]["path"],
               ["elf"] + ["compressed-bundle"] * (packed == "zstd")
               + ["offload-bundle"])
        objects.append(out)
    linked = folder / "both.o"
    run(tool("ld.lld-22", "ld"), "-r", "-o", linked, *objects)
    expect("linked", len(inspect(linked)), 4)
    archive = folder / "both.a"
    run(tool("llvm-ar-22", "ar"), "rcs", archive, *objects)
    expect("archive", len(inspect(archive)), 4)
    plain = folder / "plain.hip"
    plain.write_text("extern \"C\" __attribute__((device)) int d() { return 1; }")
    out = folder / "rdc.o"
    run(clang, "-x", "hip", "--offload-arch=gfx90a", "--offload-new-driver",
        "-fgpu-rdc", "-nogpuinc", "-nogpulib", "-c", "-o", out, plain)
    got = inspect(out)
    expect("rdc", [(i["target"], i["format"], i["path"]) for i in got],
           [("gfx90a", "bitcode", ["elf", "offload-binary"])])
    return "6 host files"


# ---- NVIDIA

def compile_ptx(folder, arch):
    path = folder / f"{arch}.ptx"
    run(tool("clang++-22"), "-x", "cuda", "--cuda-gpu-arch=sm_90",
        "--cuda-device-only", "-nocudainc", "-nocudalib", "-O2", "-S", "-o",
        path, "-Xclang", "-target-feature", "-Xclang", "+ptx86", KERNELS)
    text = path.read_text()
    text = re.sub(r"(?m)^\.target .*$", f".target {arch}", text)
    if int(re.sub(r"\D", "", arch)) >= 100:
        text = re.sub(r"(?m)^\.version .*$", ".version 8.8", text)
    path.write_text(text)
    return path


SIZES = {  # of the arguments, by linkage name: what kernels.h declares
    "saxpy": [4, 4, 8, 8], "_Z5emptyv": [], "_Z5heavyPfi": [8, 4],
    "_Z5stageIfEvPT_5Mixedd": [8, 32, 8], "_Z5stageIiEvPT_5Mixedd": [8, 32, 8],
    "_Z4wide4WidebPi": [64, 1, 8],
    "_ZN4deep6unrollILi4ELb1EEEvscPx": [2, 1, 8],
}


def ptxas_figures(text):
    """Per kernel: registers, static shared memory, stack frame."""
    figures, name = {}, None
    for line in text.split("\n"):
        found = re.search(r"entry function '(\w+)'", line)
        name = found.group(1) if found else name
        found = re.search(r"(\d+) bytes stack frame", line)
        if found and name:
            figures[name] = {"scratch": int(found.group(1)),
                             "shared_static": 0}
        found = re.search(r"Used (\d+) registers", line)
        if found and name:
            figures[name]["registers"] = int(found.group(1))
            found = re.search(r"(\d+) bytes smem", line)
            if found:
                figures[name]["shared_static"] = int(found.group(1))
    return figures


def check_cubin(folder):
    ptxas = tool("ptxas")
    compared = 0
    archs = ["sm_80", "sm_86", "sm_90", "sm_90a", "sm_100", "sm_100a", "sm_120"]
    for arch in archs:
        ptx, path = compile_ptx(folder, arch), folder / f"{arch}.cubin"
        done = subprocess.run([ptxas, "-arch", arch, "-v", str(ptx), "-o",
                               str(path)], capture_output=True, check=False)
        if done.returncode:
            raise Differs(done.stderr.decode())
        figures = ptxas_figures(done.stderr.decode() + done.stdout.decode())
        image = inspect(path)[0]
        expect("target", image["target"], arch)
        expect("warnings", image["warnings"], [])
        expect("kernels", sorted(k["name"] for k in image["kernels"]),
               sorted(SIZES))
        for kernel in image["kernels"]:
            where = f"{arch} {kernel['name']}"
            for key, value in figures[kernel["name"]].items():
                expect(f"{where} {key}", kernel["resources"][key], value)
            compare_sizes(where, kernel)
            compared += 4
        try:
            compared += compare_cuobjdump(path, image)
        except Skip:
            pass
    return f"{len(archs)} cubins, {compared} comparisons"


def compare_sizes(where, kernel):
    sizes = SIZES[kernel["name"]]
    expect(where + " sizes", [a["size"] for a in kernel["arguments"]], sizes)
    if kernel["arguments"]:
        last = kernel["arguments"][-1]
        expect(where + " bytes", kernel["arguments_size"],
               last["offset"] + last["size"])


def compare_cuobjdump(path, image):
    text = run(tool("cuobjdump"), "-res-usage", path).decode()
    compared = 0
    for name, figures in re.findall(r"Function (\w+):\s*\n?(.*)", text):
        kernel = next(k for k in image["kernels"] if k["name"] == name)
        registers = int(re.search(r"REG:(\d+)", figures).group(1))
        expect(name, kernel["resources"]["registers"], registers)
        compared += 1
    return compared


def check_ptx(folder):
    image = inspect(compile_ptx(folder, "sm_90"))[0]
    expect("target", image["target"], "ptx90")
    expect("kernels", sorted(k["name"] for k in image["kernels"]),
           sorted(SIZES))
    for kernel in image["kernels"]:
        compare_sizes("ptx " + kernel["name"], kernel)
    return f"{len(SIZES)} entries"


# ---- SPIR-V

SPIRV_SOURCE = """
typedef struct { float a; char b; } S;
__kernel __attribute__((reqd_work_group_size(64,2,1)))
void vadd(__global float *x, __constant int *c, __local float *l, float4 v, S s,
          uint n) { l[0] = x[0]; x[get_global_id(0)] += c[0] + l[0] + v.x + s.a + n; }
__kernel void two(__global char *p) { p[0] = 1; }
"""


def check_spirv(folder):
    source = folder / "k.cl"
    source.write_text(SPIRV_SOURCE)
    for triple, version in (("spirv64", "1.4"), ("spirv64v1.2", "1.2"),
                            ("spirv32v1.1", "1.1")):
        path = folder / f"{triple}.spv"
        run(tool("clang-22"), "-target", f"{triple}-unknown-unknown", "-x",
            "cl", "-cl-std=CL2.0", "-Xclang", "-finclude-default-header",
            "-O2", "-c", source, "-o", path)
        image = inspect(path)[0]
        expect("version", image["version"], version)
        vadd, two = image["kernels"]
        wide = 8 if triple.startswith("spirv64") else 4
        expect("sizes", [a["size"] for a in vadd["arguments"]],
               [wide, wide, wide, 16, 8, 4])
        expect("kinds", [a["kind"] for a in vadd["arguments"]],
               ["pointer", "pointer", "shared", "value", "value", "value"])
        expect("required", vadd["resources"]["required_threads"], [64, 2, 1])
        expect("two", len(two["arguments"]), 1)
    return "3 modules"


# ---- Our own images: the record in each of them

COMPILED_SOURCE = """
__constant__ float table[4];
__device__ int counter;
extern "C" __global__ void scale(int n, float a, const float *x, double *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + table[i & 3];
  if (i == 0) counter = n;
}
template <class T> __global__ void reduce(T *p, char c, short s) {
  __shared__ T tile[128];
  tile[threadIdx.x] = p[threadIdx.x] + c;
  __syncthreads();
  p[threadIdx.x] = tile[127 - threadIdx.x] + s;
}
template __global__ void reduce<float>(float *, char, short);
"""


def check_compiled(folder):
    version = json.loads(run(QUERN, "version", "--format", "json"))
    if not version.get("compiler_library"):
        raise Skip("this build has no compiler")
    source, bundle = folder / "k.cu", folder / "k.hipfb"
    source.write_text(COMPILED_SOURCE)
    targets = ["gfx90a", "gfx1100", "ptx80", "spirv64", "x86-64-v3",
               "riscv64", "riscv32"]
    try:
        tool("ptxas")
        targets.append("sm_80")
    except Skip:
        pass
    run(QUERN, "compile", "-t", ",".join(targets), "-o", bundle, source)
    images = inspect(bundle)
    expect("targets", sorted({i["target"] for i in images}), sorted(targets))
    for image in images:
        where = image["target"]
        expect(where + " warnings", image["warnings"], [])
        expect(where + " variables", sorted(
            (g["name"], g["size"], g["kind"]) for g in image["globals"]),
            [("counter", 4, "device"), ("table", 16, "constant")])
        kernels = {k["name"]: k for k in image["kernels"]}
        expect(where + " kernels", sorted(kernels),
               ["_Z6reduceIfEvPT_cs", "scale"])
        expect(where + " sources", {k["source"] for k in kernels.values()},
               {"note"})
        pointer = 4 if where == "riscv32" else 8
        scale = kernels["scale"]["arguments"]
        expect(where + " names", [a["name"] for a in scale],
               ["n", "a", "x", "y"])
        expect(where + " sizes", [a["size"] for a in scale],
               [4, 4, pointer, pointer])
        expect(where + " kinds", [a["kind"] for a in scale],
               ["value", "value", "pointer", "pointer"])
        reduce = kernels["_Z6reduceIfEvPT_cs"]
        expect(where + " offsets", [a["offset"] for a in reduce["arguments"]],
               [0, pointer, pointer + 2])
        expect(where + " shared", reduce["resources"]["shared_static"], 512)
    return f"{len(images)} images"


# ---- Listings

def check_offloading(folder):
    objdump = tool("llvm-objdump-22", "llvm-objdump")
    packager = tool("clang-offload-packager-22", "llvm-offload-binary-22",
                    "clang-offload-packager")
    packed, path, source = (folder / name for name in ("k.out", "k.o", "k.c"))
    archs = ["gfx90a", "gfx1100"]
    run(packager, "-o", packed,
        *[f"--image=file={compile_amd(folder, arch)},triple=amdgcn-amd-amdhsa,"
          f"arch={arch},kind=hip" for arch in archs])
    source.write_text("int host;\n")
    run(tool("clang-22"), "-Xclang", f"-fembed-offload-object={packed}", "-c",
        source, "-o", path)
    text = run(objdump, "--offloading", path).decode()
    theirs = re.findall(r"^arch\s+(\S+)", text, re.M)
    expect("their images", theirs, archs)
    images = inspect(path)
    expect("images", [i["target"] for i in images], theirs)
    expect("path", images[0]["path"], ["elf", "offload-binary"])
    return f"{len(images)} images"


def check_fatbin(folder):
    nvcc, cuobjdump = tool("nvcc"), tool("cuobjdump")
    source, path = folder / "k.cu", folder / "k.o"
    source.write_text("__global__ void k(float *x, int n) { x[n] = 1; }\n")
    run(nvcc, "-gencode", "arch=compute_80,code=sm_80", "-gencode",
        'arch=compute_90,code="sm_90,compute_90"', "-c", source, "-o", path)
    text = run(cuobjdump, "-lelf", "-lptx", path).decode()
    theirs = [arch.replace("sm_", "ptx") if kind == "PTX" else arch
              for kind, arch in re.findall(r"^(ELF|PTX) file.*\.(sm_\w+)\.",
                                           text, re.M)]
    images = inspect(path)
    expect("images", [i["target"] for i in images], theirs)
    for image in images:
        expect("sizes", [[a["size"] for a in k["arguments"]]
                         for k in image["kernels"]], [[8, 4]])
    return f"{len(images)} images"


# ---- Clusters, which a cubin states as its PTX asks for them

def check_clusters(folder):
    text = (".version 8.0\n.target sm_90\n.address_size 64\n"
            ".visible .entry a(.param .u64 p) .explicitcluster "
            ".reqnctapercluster 2,2,1 .minnctapersm 3 .maxntid 128,1,1 "
            "{ ret; }\n"
            ".visible .entry b(.param .u64 p) .maxclusterrank 8 { ret; }\n"
            ".visible .entry c(.param .u64 p) { ret; }\n")
    ptx, cubin = folder / "k.ptx", folder / "k.cubin"
    ptx.write_text(text)
    wanted = {"a": (4, None), "b": (None, 8), "c": (None, None)}
    kernels = inspect(ptx)[0]["kernels"]
    expect("PTX", {k["name"]: (k["resources"]["cluster_size"],
                               k["resources"]["cluster_max"])
                   for k in kernels}, wanted)
    expect("PTX groups", [k["resources"]["min_groups"] for k in kernels],
           [3, None, None])
    run(tool("ptxas"), "-arch=sm_90", "-o", cubin, ptx)
    expect("cubin", {k["name"]: (k["resources"]["cluster_size"],
                                 k["resources"]["cluster_max"])
                     for k in inspect(cubin)[0]["kernels"]}, wanted)
    return "3 kernels"


# ---- LLVM bitcode: the same kernels as in the code made of it

def describe(image):
    return {k["name"]: [(a["offset"], a["size"]) for a in k["arguments"]
                        if a["kind"] != "hidden"]
            for k in image["kernels"]}


def check_bitcode(folder):
    clang = tool("clang++-22")
    tool("ld.lld-22", "ld.lld", "lld")
    if not (pathlib.Path(QUERN).parent.parent /
            "lib/quern/libquern-compiler.so").exists():
        raise Skip("built without LLVM")
    kernels = 0
    for arch, dialect in ("gfx90a", "hip"), ("gfx1100", "hip"), ("sm_80", "cuda"):
        if dialect == "hip":
            code = compile_amd(folder, arch)
            words = ["-x", "hip", "-nogpuinc", "--no-gpu-bundle-output"]
        else:
            code = folder / "k.ptx"
            # Without a CUDA installation clang would write PTX 4.2.
            words = ["-x", "cuda", "-nocudainc", "-nocudalib",
                     "-Wno-unknown-cuda-version",
                     "-Xclang", "-target-feature", "-Xclang", "+ptx70"]
            run(clang, *words, f"--offload-arch={arch}", "--cuda-device-only",
                "-S", "-O2", "-o", code, KERNELS)
        path = folder / f"{arch}.bc"
        run(clang, *words, f"--offload-arch={arch}", "--cuda-device-only",
            "-nogpulib", "-emit-llvm", "-c", "-O2", "-o", path, KERNELS)
        image, = inspect(path)
        expect(f"{arch} warnings", image.get("warnings", []), [])
        expect(f"{arch} version", image["version"].startswith("LLVM"), True)
        expect(f"{arch} kernels", describe(image), describe(inspect(code)[0]))
        kernels += len(image["kernels"])
        damaged = bytearray(path.read_bytes())
        middle = len(damaged) // 3
        damaged[middle:middle + 64] = bytes(64)
        (folder / "damaged.bc").write_bytes(damaged)
        # LLVM may refuse it or die of it: that is a warning or a message.
        done = subprocess.run([QUERN, "inspect", folder / "damaged.bc"],
                              capture_output=True, text=True, check=False)
        expect(f"{arch} damaged", done.returncode in (0, 1), True)
    return f"{kernels} kernels"


# ---- Names

def check_demangle(folder):
    filt = tool("llvm-cxxfilt-22", "llvm-cxxfilt")
    path = compile_amd(folder, "gfx90a")
    kernels = inspect(path)[0]["kernels"]
    names = "\n".join(k["name"] for k in kernels)
    theirs = run(filt, input=names.encode()).decode().split("\n")
    expect("names", [k["demangled"] for k in kernels], theirs[:len(kernels)])
    return f"{len(kernels)} names"


def main():
    global QUERN
    QUERN = sys.argv[1]
    checks = {name[6:]: function for name, function in globals().items()
              if name.startswith("check_")}
    wanted = sys.argv[2:] or list(checks)
    ran = failed = 0
    for name in wanted:
        with tempfile.TemporaryDirectory(prefix="quern-diff-") as folder:
            try:
                print(f"{name}: {checks[name](pathlib.Path(folder))}")
                ran += 1
            except Skip as reason:
                print(f"{name}: skipped, {reason}")
            except Differs as reason:
                print(f"{name}: FAILED, {reason}")
                failed += 1
    return 1 if failed else 0 if ran else 77


if __name__ == "__main__":
    sys.exit(main())
