#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`quern compile` for many targets at once, against the vendors' tools.

  check_targets.py QUERN [CHECK]...

Each check compiles and compares; main() lists them. A check whose tools are
missing is skipped with a reason. Exit status: 0 all hold, 1 one does not, 77
nothing could be run.
"""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "differential"))
import formats  # noqa: E402
from formats import Differs, Skip, expect, run, tool  # noqa: E402

DEMO = ROOT / "examples" / "demo.cu"
TEN = ["x86-64-v3", "aarch64", "riscv64", "riscv32", "gfx90a", "gfx942",
       "gfx1100", "sm_80", "sm_90", "spirv64"]
FOUR = ["x86-64-v3", "gfx90a", "sm_80", "spirv64"]
NARROW = {"riscv32"}  # 4-byte pointers

NAMES = """
namespace a { namespace b {
template <typename T, int N> __global__ void fill(T *out, T value) {
  out[threadIdx.x + N] = value;
}
template __global__ void fill<float, 3>(float *, float);
template __global__ void fill<long long, -1>(long long *, long long);
struct point { double x; char tag; };
__global__ void move(point *p, point by) { p->x += by.x; }
} }
__global__ void over(int *p) { *p = 1; }
__global__ void over(float *p) { *p = 1; }
extern "C" __global__ void plain(void) {}
"""
DEMANGLED = {"void a::b::fill<float, 3>(float*, float)",
             "void a::b::fill<long long, -1>(long long*, long long)",
             "a::b::move(a::b::point*, a::b::point)",
             "over(int*)", "over(float*)", "plain"}

FIRST = """
extern __device__ float table[4];
extern __device__ float twice(float);
extern "C" __global__ void use(float *p) {
  p[threadIdx.x] = twice(p[threadIdx.x]) + table[threadIdx.x % 4];
}
"""
SECOND = """
__device__ float table[4] = {1, 2, 3, 4};
__device__ float twice(float x) { return 2 * x; }
extern "C" __global__ void other(int *p) { *p = 7; }
"""


def quern(*args, **more):
    return run(formats.QUERN, *args, **more)


def compile_for(folder, targets, *sources, options=(), output="k.hipfb"):
    path = folder / output
    quern("compile", "-q", "-t", ",".join(targets), "-o", path, *options,
          *sources)
    return path


def write(folder, name, text):
    path = folder / name
    path.write_text(text)
    return path


def extract(bundle, target):
    path = bundle.parent / f"{target.replace(':', '_')}.image"
    quern("bundle", "extract", "-q", "--target", target, "-o", path, bundle)
    return path


def as_made(targets):
    """What the images of these targets are: PTX where there is no ptxas."""
    try:
        tool("ptxas")
    except Skip:
        return [target.replace("sm_", "ptx") for target in targets]
    return targets


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


# ---- Ten targets in one run

def facts(kernel, with_layout):
    """What must be the same for every target."""
    keys = ["index", "name", "type", "kind"]
    keys += ["offset", "size", "alignment"] if with_layout else []
    # Dynamic shared memory is an argument of its own in SPIR-V.
    return (kernel["demangled"], kernel["source"], kernel["uses"],
            [[argument[key] for key in keys]
             for argument in kernel["arguments"]
             if argument["kind"] != "shared"])


def same_kernels(images):
    """Every image has the first one's kernels; returns their names."""
    first = {k["name"]: k for k in images[0]["kernels"]}
    for image in images[1:]:
        wide = image["target"] not in NARROW
        names = sorted(k["name"] for k in image["kernels"])
        expect(f"{image['target']} kernels", names, sorted(first))
        for kernel in image["kernels"]:
            expect(f"{image['target']} {kernel['name']}", facts(kernel, wide),
                   facts(first[kernel["name"]], wide))
    return sorted(first)


def same_demangled(kernels):
    names = [k["name"] for k in kernels]
    theirs = run(tool("llvm-cxxfilt-22", "llvm-cxxfilt", "c++filt"), *names)
    for kernel, other in zip(kernels, theirs.decode().splitlines()):
        expect(kernel["name"], kernel["demangled"], other)


def check_ten(folder):
    """All images, with the same kernels and arguments."""
    bundle = compile_for(folder, TEN, DEMO)
    images = formats.inspect(bundle)
    expect("targets", [image["target"] for image in images],
           as_made(TEN))
    names = same_kernels(images)
    same_demangled(images[0]["kernels"])
    for image in images:
        expect(f"{image['target']} warnings", image["warnings"], [])
    return f"{len(images)} images, {len(names)} kernels"


def check_amd(folder):
    """Our figures are those of the AMD note, as LLVM reads it."""
    targets = [t for t in TEN if t.startswith("gfx")]
    bundle = compile_for(folder, targets, DEMO)
    fields = 0
    for image in formats.inspect(bundle):
        path = extract(bundle, image["target"])
        fields += formats.compare_amd(path, formats.inspect(path)[0],
                                      image["target"])
    return f"{fields} fields"


def check_launch_bounds(folder):
    """__launch_bounds__ reaches the record of every target that can say it."""
    source = write(folder, "b.cu", "extern \"C\" __global__ void "
                   "__launch_bounds__(192) k(int *p) { *p = 1; }")
    targets = ["x86-64-v3", "sm_80", "gfx90a"]
    for image in formats.inspect(compile_for(folder, targets, source)):
        expect(f"{image['target']} max_threads",
               image["kernels"][0]["resources"]["max_threads"], 192)


def check_spirv(folder):
    validator = tool("spirv-val")
    for stem, level in (("atomics", "-O3"), ("barriers", "-O1"),
                        ("half", "-O2"), ("warp", "-O3")):
        source = ROOT / "tests" / "kernels" / f"{stem}.cu"
        bundle = compile_for(folder, ["spirv64"], source, options=[level])
        run(validator, extract(bundle, "spirv64"))


def check_ptx(folder):
    """PTX alone, which ptxas takes."""
    assembler = tool("ptxas")
    bundle = compile_for(folder, ["ptx80", "ptx90"], DEMO)
    for image in formats.inspect(bundle):
        arch = image["target"].replace("ptx", "")
        expect("format", image["format"], "ptx")
        expect("kernels", len(image["kernels"]), 11)
        path = extract(bundle, f"compute_{arch}")
        run(assembler, f"-arch=sm_{arch}", "-o", folder / "k.cubin", path)


def check_names(folder):
    """Templates, namespaces and overloads, hidden or not."""
    source = write(folder, "n.cu", NAMES)
    for options in (["-fvisibility=hidden"], ["-O0"]):
        bundle = compile_for(folder, FOUR, source, options=options)
        for image in formats.inspect(bundle):
            expect(f"{image['target']} {options}",
                   {k["demangled"] for k in image["kernels"]}, DEMANGLED)
        same_kernels(formats.inspect(bundle))


# ---- Reproducible

def check_same_bytes(folder):
    """The same bytes again, with another -j, from another folder."""
    first = compile_for(folder, FOUR, DEMO, options=["-j1"])
    again = compile_for(folder, FOUR, DEMO, options=["-j2"], output="b.hipfb")
    expect("a second run", digest(again), digest(first))
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    quern("compile", "-q", "-t", ",".join(FOUR), "-o", "c.hipfb",
          os.path.relpath(DEMO, elsewhere), cwd=elsewhere)
    expect("a run elsewhere", digest(elsewhere / "c.hipfb"), digest(first))


def check_parts(folder):
    """Kernels are compiled apart, in the same parts whatever -j says; not where
    a function's address, or all code in one file, is wanted."""
    source = ROOT / "tests" / "programs" / "kernels" / "parts.cu"
    options = ["-I", str(ROOT / "tests" / "programs"), "-v"]
    levels = ["--levels", "x86-64-v3"]

    def objects(file, *more, output="k.hipfb"):
        said = subprocess.run(
            [formats.QUERN, "compile", "-t", "x86-64-v2", "-o", output, file,
             *options, *more], cwd=folder, check=True, text=True,
            env=dict(os.environ, QUERN_CACHE="off"), stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT).stdout
        return len(set(re.findall(r"-x86-64-v2(?:\.\d+)?\.o\b", said)))

    expect("parts", objects(source, "-j1", output="1.hipfb") > 2, True)
    for jobs in (2, 7):
        objects(source, f"-j{jobs}", output=f"{jobs}.hipfb")
        expect(f"-j{jobs}", digest(folder / f"{jobs}.hipfb"),
               digest(folder / "1.hipfb"))
    expect("parts of a level", objects(source, *levels) > 2, True)
    taken = write(folder, "taken.cu", source.read_text() + """
__device__ int one() { return 1; }
__device__ int (*volatile chosen)() = one;
__global__ void call(int *p) { *p = chosen(); }
""")
    expect("a function's address", objects(taken), 1)
    alone = write(folder, "alone.cu", FIRST + SECOND)
    expect("a kernel alone", objects(alone), 1)


def check_duplicates(folder):
    """A target named twice, or in a group too, is compiled once."""
    source = write(folder, "k.cu", SECOND)
    bundle = compile_for(folder, ["gfx90a", "sm_80", "gfx90a"], source,
                         options=["-t", "sm_80"])
    expect("targets", [i["target"] for i in formats.inspect(bundle)],
           as_made(["gfx90a", "sm_80"]))


def check_features(folder):
    """Features of AMD targets are kept apart."""
    source = write(folder, "k.cu", SECOND)
    targets = ["gfx90a:xnack+", "gfx90a:xnack-", "gfx942:sramecc+:xnack-",
               "gfx1030"]
    bundle = compile_for(folder, targets, source)
    images = formats.inspect(bundle)
    expect("targets", [i["target"] for i in images], targets)
    expect("wave sizes",
           [i["kernels"][0]["resources"]["wave_size"] for i in images],
           [64, 64, 64, 32])
    for target in targets:
        formats.compare_amd(extract(bundle, target),
                            formats.inspect(extract(bundle, target))[0],
                            target)


# ---- Forms of output

def check_compress(folder):
    """LLVM's bundler reads what we compressed, and gives the same images."""
    bundler = formats.llvm_bundler()
    targets = ["aarch64", "gfx90a", "sm_80"]
    plain = compile_for(folder, targets, DEMO)
    packed = compile_for(folder, targets, DEMO, options=["--compress", "zstd"],
                         output="z.hipfb")
    if packed.stat().st_size >= plain.stat().st_size:
        raise Differs("the compressed bundle is not smaller")
    ids = run(bundler, "-list", "-type=o", f"-input={packed}").decode().split()
    expect("entries", len(ids), len(targets) + 1)
    for entry in ids:
        if entry.startswith("host"):
            continue
        out = folder / "one"
        run(bundler, "-unbundle", "-type=o", f"-targets={entry}",
            f"-input={packed}", f"-output={out}")
        target = entry.split("-", 5)[-1]
        expect(entry, digest(out), digest(extract(plain, target)))


def check_emit(folder):
    """LLVM IR, assembly and bare images, a file for each target."""
    source = write(folder, "k.cu", SECOND)
    marks = {"llvm": {t: b"target triple" for t in FOUR},
             "asm": {"x86-64-v3": b".text", "gfx90a": b"amdhsa_kernel",
                     "sm_80": b".entry other", "spirv64": b"OpEntryPoint"},
             "image": {"x86-64-v3": b"\x7fELF", "gfx90a": b"\x7fELF",
                       "sm_80": b"other", "spirv64": b"\x03\x02\x23\x07"}}
    for kind, wanted in marks.items():
        out = folder / kind
        out.mkdir()
        quern("compile", "-q", "--emit", kind, "-t", ",".join(FOUR), "-o", out,
              source)
        expect(kind, len(list(out.iterdir())), len(FOUR))
        for target, mark in wanted.items():
            path, = out.glob(f"k.{target}.*")
            if mark not in path.read_bytes():
                raise Differs(f"{path.name} of --emit {kind} lacks {mark!r}")
    text = quern("compile", "-q", "--emit", "llvm", "-t", "gfx90a", "-o", "-",
                 source)
    expect("on standard output", b"target triple" in text, True)


def check_dependencies(folder):
    """-MD names the source and its headers, in make's syntax."""
    write(folder, "my $ header.h", "#define SEVEN 7\n")
    source = write(folder, "k.cu", '#include "my $ header.h"\n' + SECOND)
    compile_for(folder, FOUR, source, options=["-MD"])
    rule = (folder / "k.d").read_text()
    for word in ("k.hipfb:", str(source), "my\\ $$\\ header.h"):
        if word not in rule:
            raise Differs(f"'{word}' is not in the rule\n{rule}")
    if shutil.which("make"):
        write(folder, "Makefile", f"include k.d\n{folder}/k.hipfb: ; @false\n")
        run("make", "-q", folder / "k.hipfb", cwd=folder)
    quern("compile", "-q", "-t", "gfx90a", "-MD", "-MF", folder / "named.d",
          "-o", folder / "k.hipfb", source)
    expect("-MF", (folder / "named.d").exists(), True)


def check_temps(folder):
    """Intermediate files are kept, and -n's commands work in a shell."""
    temps = folder / "temps"
    temps.mkdir()
    options = ["--save-temps", temps]
    compile_for(folder, FOUR, DEMO, options=options)
    kept = {path.name for path in temps.iterdir()}
    wanted = ["demo-gfx90a.bc", "demo-gfx90a.o", "demo-x86-64-v3.o",
              "demo-spirv64.bc"]
    if as_made(["sm_80"]) == ["sm_80"]:  # else the PTX is the image
        wanted.append("demo-sm_80.ptx")
    for name in wanted:
        if name not in kept:
            raise Differs(f"{name} is not among {sorted(kept)}")
    image = temps / "demo-gfx90a.hsaco"
    before = digest(image)
    image.unlink()
    commands = quern("compile", "-n", "-t", ",".join(FOUR), *options, DEMO)
    expect("the dry run wrote", (folder / "demo.hipfb").exists(), False)
    run("sh", "-e", input=commands)
    expect("the image linked by hand", digest(image), before)
    return f"{len(commands.decode().splitlines())} commands"


def check_inline_ptx(folder):
    """PTX of sources, with NVIDIA's letters for operands, on others' GPUs."""
    source = ROOT / "tests" / "cases" / "ptx" / "warps.cu"
    bundle = compile_for(folder, ["gfx1100", "spirv64"], source,
                         options=[f"-I{ROOT / 'tests' / 'programs'}"])
    expect("images", len(formats.inspect(bundle)), 2)


def check_several(folder):
    """Two sources, one image: functions and variables across files."""
    sources = [write(folder, "a.cu", FIRST), write(folder, "b.cu", SECOND)]
    bundle = compile_for(folder, ["native", *FOUR], *sources)
    for image in formats.inspect(bundle):
        expect(image["target"], sorted(k["name"] for k in image["kernels"]),
               ["other", "use"])
    quern("run", "-q", bundle, "use", "-b", "4", "--check",
          "f32[4]=fill:10,expect=@wanted", cwd=wanted_file(folder))


def wanted_file(folder):
    (folder / "wanted").write_bytes(
        bytes.fromhex("0000a841" "0000b041" "0000b841" "0000c041"))
    return folder


def check_all(folder):
    """Every target of the table compiles."""
    source = write(folder, "k.cu", SECOND)
    wanted = [t["name"] for t in json.loads(
        quern("targets", "--format", "json"))["targets"]
        if "all" in t["groups"]]
    bundle = compile_for(folder, ["all"], source)
    # Where ptxas does not know a chip its image stays PTX.
    names = [i["target"].replace("ptx", "sm_") for i in formats.inspect(bundle)]
    expect("targets", sorted(names), sorted(wanted))
    same_kernels(formats.inspect(bundle))
    return f"{len(wanted)} targets"


def main():
    formats.QUERN = str(pathlib.Path(sys.argv[1]).resolve())
    checks = {name[6:]: function for name, function in globals().items()
              if name.startswith("check_")}
    ran = failed = 0
    for name in sys.argv[2:] or checks:
        with tempfile.TemporaryDirectory(prefix="quern-compile-") as folder:
            try:
                said = checks[name](pathlib.Path(folder).resolve())
                print(f"{name}: {said or 'good'}")
                ran += 1
            except Skip as reason:
                print(f"{name}: skipped, {reason}")
            except (Differs, subprocess.TimeoutExpired) as reason:
                print(f"{name}: FAILED, {reason}")
                failed += 1
    return 1 if failed else 0 if ran else 77


if __name__ == "__main__":
    sys.exit(main())
