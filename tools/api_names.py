#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/api-names.md: which names of HIP's and CUDA's headers Quern lacks.

usage: api_names.py [--check]
       api_names.py collect API INCLUDE-FOLDER

tools/api_names.tsv lists the functions, types, enumerators and macros of the
vendors' headers, by API, kind and header version. `collect` makes one API's part
of it again from installed headers, read by clang-22; only names are kept. Without
it, those names are looked for in what our own headers become under the C
preprocessor, which needs no vendor's header. With --check nothing is written, and
the exit status is 1 when the page is not what would be written.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "tools" / "api_names.tsv"
OUT = ROOT / "docs" / "api-names.md"
KINDS = ("function", "type", "enumerator", "macro")
AMD = ("-D__HIP_PLATFORM_AMD__",)
NAMES_MAX = 64  # of one reason

# API: title, the vendor's header, ours with their folders, definitions
APIS = {
    "hip": ("HIP runtime, 5.2", "hip/hip_runtime_api.h", "hip/hip_runtime_api.h",
            ("include",), AMD),
    "hip7": ("HIP runtime, 7.1", "hip/hip_runtime_api.h",
             "hip/hip_runtime_api.h", ("include",), AMD),
    "hiprtc": ("hiprtc", "hip/hiprtc.h", "hip/hiprtc.h", ("include",), AMD),
    "cudart": ("CUDA runtime", "cuda_runtime_api.h", "cuda_runtime_api.h",
               ("include/cuda", "include"), ()),
    "cuda": ("CUDA driver", "cuda.h", "cuda.h", ("include/cuda", "include"), ()),
    "nvrtc": ("nvrtc", "nvrtc.h", "nvrtc.h", ("include/cuda", "include"), ()),
}

# Libraries that programs link, and what their names begin with.
BEGINNINGS = {
    "cublas": r"(?i:cublas)", "cublasLt": r"(?i:cublasLt)",
    "curand": r"(?i:curand)", "cufft": r"(?i:cufft)",
    "cusparse": r"(?i:cusparse)", "cusolverDn": r"(?i:cusolver)|syevj|gesvdj",
    "cusolverSp": r"(?i:cusolverSp)", "nccl": r"(?i:nccl)",
    "nvvm": r"(?i:nvvm)", "nvptxcompiler": r"(?i:nvPTXCompile)",
    "cublasXt": r"(?i:cublasXt)", "cusolverRf": r"(?i:cusolverRf)",
    "cusolverMg": r"(?i:cusolverMg|cudalibMg)",
    "hipsparse": r"(?i:hipsparse)", "rocsparse": r"(?i:rocsparse)",
}
CUDA = ("include/cuda", "include")
APIS.update({
    "cublas": ("cuBLAS", "cublas_v2.h", "cublas_v2.h", CUDA, ()),
    "cublasLt": ("cuBLASLt", "cublasLt.h", "cublasLt.h", CUDA, ()),
    "curand": ("cuRAND", "curand.h", "curand.h", CUDA, ()),
    "cufft": ("cuFFT", "cufftXt.h", "cufftXt.h", CUDA, ()),
    "cusparse": ("cuSPARSE", "cusparse.h", "cusparse.h", CUDA, ()),
    "cusolverDn": ("cuSOLVER, dense", "cusolverDn.h", "cusolverDn.h", CUDA, ()),
    "cusolverSp": ("cuSOLVER, sparse", "cusolverSp.h", "cusolverSp.h", CUDA,
                   ()),
    "cublasXt": ("cuBLASXt", "cublasXt.h", "cublasXt.h", CUDA, ()),
    "cusolverRf": ("cuSOLVER, refactoring", "cusolverRf.h", "cusolverRf.h",
                   CUDA, ()),
    "cusolverMg": ("cuSOLVER, several devices", "cusolverMg.h", "cusolverMg.h",
                   CUDA, ()),
    "nvvm": ("libNVVM", "nvvm.h", "nvvm.h", CUDA, ()),
    "nvptxcompiler": ("PTX compiler", "nvPTXCompiler.h", "nvPTXCompiler.h",
                      CUDA, ()),
    "nccl": ("NCCL", "nccl.h", "nccl.h", CUDA, ()),
    "hipsparse": ("hipSPARSE, 5.3", "hipsparse/hipsparse.h",
                  "hipsparse/hipsparse.h", ("include",), AMD),
    "rocsparse": ("rocSPARSE, 5.3", "rocsparse/rocsparse.h",
                  "rocsparse/rocsparse.h", ("include",), AMD),
})

# What kernels may use, by the same rules, in several headers. Names that begin
# with underscores count here where the vendors' guides have them: those of
# functions and of what __nv_ begins.
DEVICES = {
    "cudadev": (
        "CUDA in kernels",
        ("cuda_runtime.h", "cuda_fp16.h", "cuda_bf16.h", "cuda_fp8.h",
         "cuda_fp6.h", "cuda_fp4.h", "mma.h", "cooperative_groups.h",
         "cooperative_groups/reduce.h", "cooperative_groups/scan.h",
         "cooperative_groups/memcpy_async.h", "cuda_pipeline_primitives.h",
         "cuda_awbarrier_primitives.h", "cuComplex.h", "math_constants.h"),
        r"cuda_fp\d+\.h|cuda_bf16\.h|cuda_(pipeline|awbarrier)\w*\.h|"
        r"cuComplex\.h|math_constants\.h|cooperative_groups.*|mma\.h|"
        r"(sm|device|texture|surface|vector|math|crt/(sm|device|math))\w*\.h|"
        r"cuda_device_runtime_api\.h|crt/mma\.h",
        ("include/cuda", "include"),
        ("-D__QUERN_DIALECT_CUDA__", "-D__CUDACC__", "-D__NVCC__", "-D__CUDA__",
         "-D__CUDA_ARCH__=900", "-D__CUDACC_VER_MAJOR__=13",
         "-D__CUDACC_VER_MINOR__=0")),
    "hipdev": (
        "HIP in kernels, 5.2",
        ("hip/hip_runtime.h", "hip/hip_fp16.h", "hip/hip_complex.h",
         "hip/hip_cooperative_groups.h"),
        r"hip/(amd_detail/)?(amd_(device|hip_(atomic|bf|complex|cooperative|fp|"
        r"unsafe|vector)|math|surface|warp)|texture_\w*functions|hip_fp|"
        r"hip_ldg|hip_bf)\w*\.h",
        ("include",),
        ("-D__QUERN_DIALECT_HIP__", "-D__HIPCC__", "-D__HIP__", *AMD,
         "-D__HIP_DEVICE_COMPILE__=1")),
}

DEVICES["hipdev7"] = ("HIP in kernels, 7.1", *DEVICES["hipdev"][1:])

# Why a name is not there: API, what it matches, the reason. The first counts.
REASONS = (
    ("hip", r"hip(Register|Remove)(Api|Activity)Callback",
     "the profiler's way in before HIP 5.3; HIP 6 has it no more"),
    ("hip", r"hipDeviceAttribute(Name|Uuid|Arch|GcnArch|GcnArchName)",
     "HIP 6 has no such attribute; the properties say it"),
    ("hip", r"hipGraphNodeTypeMemcpy1D", "HIP 6 has no such node"),
    ("hip", r"DECLOP_\w+|DEPRECATED\w*|USE_PEER_NON_UNIFIED",
     "made for the vendor's header's own use"),
    ("hip7", r"DECLOP_\w+|HIP_DEPRECATED\w*",
     "made for the vendor's header's own use"),
    ("hipdev7", r"Cond_t|MAYBE_UNDEF|__reduce_op_sync|get_native_\w+",
     "made for the vendor's header's own use"),
    ("hiprtc", r"HIP_\w+_API", "made for the vendor's header's own use"),
    ("cudart", r"u?long(long)?4_\w+|double4_\w+",
     "vectors of more alignment: the headers of devices'"),
    ("cudart", r"CU\w+_st", "a tag; ours has another, the handle's name is there"),
    ("cudart", r"CUDARTAPI_CDECL|EXCLUDE_FROM_RTC|CU_UUID_HAS_BEEN_DEFINED",
     "made for the vendor's header's own use"),
    ("cudart", r"RESOURCE_ABI_BYTES", "the vendor's header undefines it again"),
    ("cudadev", r"cudaFabricOp\w+", "of fabrics between machines"),
)


def preprocess(tool, folders, header, more):
    command = [*tool, "-x", "c", "-w", *(f"-I{f}" for f in folders), *more, "-"]
    return subprocess.run(command, input=f"#include <{header}>\n", check=True,
                          capture_output=True, text=True, cwd=ROOT).stdout


# ---- Collecting

def is_guard(line):
    """A name defined as nothing, to be seen, is nobody's API."""
    return re.fullmatch(r"#define \w+_?H_*\s*", line) is not None


def macros(text, folder):
    file, found = "", set()
    for line in text.splitlines():
        if at := re.match(r'# \d+ "([^"]*)"', line):
            file = at[1]
        elif file.startswith(folder) and not is_guard(line):
            if name := re.match(r"#define ([A-Za-z]\w*)", line):
                found.add(("macro", name[1]))
    return found


class Tree:
    """Declarations of clang's tree; it names a file only where that changes."""
    KIND = {"FunctionDecl": "function", "TypedefDecl": "type",
            "EnumDecl": "type", "RecordDecl": "type",
            "EnumConstantDecl": "enumerator"}

    def __init__(self, folder):
        self.folder, self.file, self.found = folder, "", set()

    def places(self, node):
        ends = (node.get("loc", {}), *(node.get("range", {}).get(end, {})
                                       for end in ("begin", "end")))
        for number, place in enumerate(ends):
            for one in (place.get("spellingLoc", {}),
                        place.get("expansionLoc", {}), place):
                self.file = one.get("file", self.file)
            if number == 0:
                own = self.file
        return own

    def read(self, node):
        own = self.places(node)
        kind, name = self.KIND.get(node.get("kind")), node.get("name", "_")
        if kind and name[0] != "_" and own.startswith(self.folder):
            self.found.add((kind, name))
        for child in node.get("inner", []):
            self.read(child)


def store(api, found):
    kept = [row for row in listed() if row[0] != api]
    rows = sorted({*kept, *((api, kind, name) for kind, name in found)})
    LIST.write_text("".join("\t".join(row) + "\n" for row in rows))


def collect(api, folder):
    if api in DEVICES:
        store(api, collect_device(api, folder))
        return
    _, header, _, _, definitions = APIS[api]
    folder = str(pathlib.Path(folder).resolve())
    tree = Tree(folder)
    text = preprocess(["clang-22", "-fsyntax-only", "-Xclang", "-ast-dump=json"],
                      [folder], header, definitions)
    for node in json.loads(text)["inner"]:
        tree.read(node)
    text = preprocess(["clang-22", "-E", "-dD"], [folder], header, definitions)
    found = tree.found | macros(text, folder)
    if api in BEGINNINGS:
        found = {row for row in found if re.match(BEGINNINGS[api], row[1])}
    store(api, found)


# ---- Collecting what kernels use

def preprocess_device(api, folders, more):
    _, headers, _, _, definitions = DEVICES[api]
    command = ["clang-22", "-E", "-dD", "-x", "c++", "-std=c++17", "-w",
               *(f"-I{f}" for f in folders), *definitions, *more, "-"]
    text = "".join(f"#include <{header}>\n" for header in headers)
    done = subprocess.run(command, input=text, capture_output=True, text=True,
                          cwd=ROOT)
    return done.stdout  # as far as headers are found


def outer(text):
    """Without what stands in braces, except for namespaces' and extern "C"'s."""
    kept, opened, depth = [], [], 0
    for piece in re.split(r"([{}])", text):
        if piece == "{":
            head = (kept[-1] if kept and not depth else "").rsplit(";", 1)[-1]
            is_open = not depth and re.search(
                r'(namespace(\s+(?!_*(details?|internal|impl|scan_impl)\b)\w+)?|'
                r'extern\s+"C\w*")\s*$', head) is not None
            opened.append(is_open)
            depth += not is_open
            kept.append(";" if is_open else "")
        elif piece == "}":
            if opened and not opened.pop():
                depth -= 1
            kept.append(";" if not depth else "")
        elif not depth:
            kept.append(piece)
    return "".join(kept)


def declared(text):
    """(kind, name) of the declarations of C++ text."""
    for part in re.split(r";", outer(text)):
        part = re.sub(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)|"
                      r"__declspec\([^)]*\)|\bnoexcept\b|\bthrow\s*\(\)",
                      " ", part)
        name = re.match(r"[^(=]*?\b(\w+)\s*\(", part)
        kind = re.match(r"\s*(?:template\s*<.*?>\s*)?(?:struct|class|enum)\s+"
                        r"(?:class\s+)?(\w+)", part, re.S)
        alias = re.match(r"\s*typedef\b.*?(\w+)\s*$", part, re.S)
        if alias:
            yield "type", alias[1]
        elif kind and not name:
            yield "type", kind[1]
        elif name and re.search(r"\w[\s*&]+\w+\s*\($", name[0]):
            yield "function", name[1]


OWN = re.compile(r"operator|if|while|for|switch|return|sizeof|alignof|decltype|"
                 r"__attribute__|asm|__asm__|static_assert|defined|_\w*_H\w*")


# Functions that the vendors' headers call, and no guide mentions.
INSIDE = re.compile(
    r"__cudaCDP2\w+|\w+_ptsz|__pm\d|__nv_(memcpy|aligned)_\w+|__u128Atomic\w+|"
    r"__(pow_helper|cmath_power|get_storage_value|clamp_01|assertfail)|"
    r"__cuda(GetKernel|LaunchKernel)\w*|__cluster_map_\w+|(?<!_)pipeline_\w+|"
    r"awbarrier_\w+|__(finite|isinf|isnan|signbit)l|__attribute|cudaCG\w+|[df](add|mul|sub)|(double|float)2(double|u?int|u?ll)|"
    r"(?<!_)syncthreads_\w+|segment|next_pot|mapFrom|__local_to_generic|"
    r"__get_dynamicgroupbaseptr|COMPLEX_\w+|DECLOP_\w+|HW_ID\w*|MASK[12]|"
    r"GETREG_IMMED|ICMP_NE|TEXTURE_\w+_INIT|LOAD_ENVREG|NV_(INT|MATH)_\w+|"
    r"EXCLUDE_FROM_RTC|HIP_DYNAMIC_SHARED_ATTRIBUTE|uchar2?Holder|"
    r"Scalar_accessor|ImplementationChooser|helper_traits|tile_base|"
    r"thread_(block_tile|group)_(base|type)|tiled_group")


def is_public(name, kind):
    """Vendors' guides have functions with two underscores, not macros."""
    if OWN.fullmatch(name) or INSIDE.fullmatch(name) or len(name) < 3:
        return False
    if kind == "function":
        return not re.match(r"__(internal|cuda_|nv_internal|ocml|ockl|llvm|"
                            r"hip_|mma_|nvvm|nv_(cvt|tex|isurf)|surf|texture|"
                            r"make_|imma|hmma|bmma|dmma|wmma|half_|own|amd|"
                            r"itex|hAtomic|HIP|hip)|___|_[A-Z]|_[a-z]", name)
    return name[0] != "_"


def collect_device(api, folder):
    folder = str(pathlib.Path(folder).resolve()) + "/"
    wanted = re.compile(DEVICES[api][2])
    text, own, found = preprocess_device(api, [folder], ()), False, set()
    kept = []
    for line in text.splitlines():
        if at := re.match(r'# \d+ "([^"]*)"', line):
            own = at[1].startswith(folder) and wanted.fullmatch(
                at[1][len(folder):]) is not None
        elif own and line.startswith("#define "):
            name = re.match(r"#define (\w+)", line)[1]
            if not is_guard(line) and is_public(name, "macro"):
                found.add(("macro", name))
        elif own and not line.startswith("#"):
            kept.append(line)
    found |= {(kind, name) for kind, name in declared("\n".join(kept))
              if is_public(name, kind)}
    return found


# ---- Comparing

def listed():
    if not LIST.exists():
        return []
    return [tuple(line.split("\t")) for line in LIST.read_text().splitlines()]


def ours(api):
    """The words of our headers; of functions, those that a bracket follows
    and macros that stand for them."""
    if api in DEVICES:
        text = preprocess_device(
            api, DEVICES[api][3],
            ("-D__QUERN__", "-D__QUERN_TARGET_CPU__", "-include",
             "quern/device/prelude.h"))
        # Macros make names of pieces, which the preprocessor has done.
        words, own = set(), False
        for line in text.splitlines():
            if at := re.match(r'# \d+ "([^"]*)"', line):
                own = at[1].startswith("include/")
            elif own:
                words.update(re.findall(r"\w+", line))
        return words, words
    _, _, header, folders, definitions = APIS[api]
    text = preprocess(["gcc", "-E", "-dD"], folders, header, definitions)
    text = "\n".join(line for line in text.splitlines()
                     if not line.startswith("# "))
    called = re.findall(r"(\w+)\s*\(", text)
    called += re.findall(r"^#define (\w+) ", text, re.M)
    return set(re.findall(r"\w+", text)), set(called)


def reason(api, name):
    for of, pattern, text in REASONS:
        if of == api and re.fullmatch(pattern, name):
            return text
    return "not there yet"


REASONS += (
    ("cudadev", r"reduce_(store|update)_async|(in|ex)clusive_scan_update",
     "not there yet"),
    ("hipdev", r"__hisinf2", "not there yet"),
)

INSIDE_NAMES = "made for the vendor's header's own use"
REASONS += (
    ("cublasLt", r"\w*([Ee]mulation|EMULATION)\w*",
     "products are made in their own type, never emulated"),
    ("cublasLt", r"CUBLASLT_(ALGO|MATMUL_(TILE|STAGES|INNER_SHAPE)|CLUSTER|"
     r"NUMERICAL|REDUCTION|SEARCH|HMMA|IMMA)\w*|"
     r"cublasLt(MatmulAlgo|MatmulTile|MatmulStages|MatmulInnerShape|Cluster|"
     r"Numerical|Reduction|MatmulSearch|HeuristicsCache|PointerModeMask|"
     r"DisableCpu)\w*",
     "how NVIDIA's kernels go about it: the heuristic answers with one way"),
    ("hipsparse", r"HIPSPARSE_(COOM[MV]|CSRM[MV]|MM|MV)_ALG\w*",
     "algorithms' names of before hipSPARSE 6; those of today are there"),
    ("hipsparse", r"HIPSPARSE_(SIDE|ORDER_COLUMN)\w*",
     "another library's, or another name of one that is there"),
    ("rocsparse", r"\w*(ell|hyb)\w*", "ELL and hybrid matrices: not there yet"),
    ("rocsparse", r"\w*(check_matrix|data_status)\w*",
     "checks of matrices: not there yet"),
    ("rocsparse", r"\w*(bsr(sv|sm|ilu0|ic0|pad)|gebsrm[vm])\w*",
     "systems of blocks: not there yet; hipSPARSE has them"),
    ("rocsparse", r"\w*(gtsv|gpsv)\w*",
     "interleaved bands, with another distance than cuSPARSE's: not there yet"),
    ("rocsparse", r"\w*(prune|compress|nnz_compress|color)\w*",
     "percentages, compressing, colours: not there yet; hipSPARSE has them"),
    ("rocsparse", r"rocsparse_\w*_stage_auto|rocsparse_layer_mode\w*",
     "the stages are named; QUERN_LOG has what the library says"),
    ("curand", r"CURAND_\w+|curandMethod\w*|curandGenerate\w+|curand\w+Shift\w*|"
     r"curandHistogram\w*|curandDistribution\w*",
     "no guide mentions them; the method is the library's own"),
    ("nccl", r"nccl(NumOps|RedOp)_dummy\w*|ncclConfig_v\d+", INSIDE_NAMES),
    *((api, r"(CU\w+|NCCL_)(API|DEPRECATED\w*|CPP_VERSION|UNDEF_\w+)",
       INSIDE_NAMES) for api in BEGINNINGS),
)

HEAD = """# Names of the vendors' headers

<!-- generated by tools/api_names.py; make lint compares it with the headers -->

How many of the names that CUDA 13's headers and HIP's (5.2, of Debian's
`libamdhip64-dev`) declare to programs on the host ours have too. Names that begin with an underscore and guards
of headers are not counted. `tools/api_names.py collect` reads the vendors' headers
again, for kernels those of functions that guides mention; [hip-api.md](hip-api.md) says which functions do what they should.

| API | function | type | enumerator | macro | there |
|---|---:|---:|---:|---:|---:|
"""


def page():
    table, misses, sums = [], [], [0, 0]
    for api, (title, *_) in {**APIS, **DEVICES}.items():
        words, called = ours(api)
        counts, missing = {kind: [0, 0] for kind in KINDS}, {}
        for of, kind, name in listed():
            if of != api:
                continue
            there = name in words and (kind != "function" or name in called)
            counts[kind][0] += there
            counts[kind][1] += 1
            if not there:
                missing.setdefault(reason(api, name), []).append(name)
        there, all_of_it = (sum(n) for n in zip(*counts.values()))
        sums = [sums[0] + there, sums[1] + all_of_it]
        cells = " | ".join(f"{a} of {b}" for a, b in counts.values())
        table.append(f"| {title} | {cells} | {100 * there / all_of_it:.1f} % |\n")
        for why, names in missing.items():
            shown = ", ".join(f"`{name}`" for name in names[:NAMES_MAX])
            if len(names) > NAMES_MAX:
                shown += f" and {len(names) - NAMES_MAX} more"
            misses.append(f"| {title} | {shown} | {why} |\n")
    table.append(f"| all | | | | | {sums[0]} of {sums[1]}, "
                 f"{100 * sums[0] / sums[1]:.1f} % |\n")
    return (HEAD + "".join(table) + "\n## What is not there\n\n"
            "| API | names | why |\n|---|---|---|\n" + "".join(misses))


def main():
    if sys.argv[1:2] == ["collect"] and len(sys.argv) == 4:
        collect(*sys.argv[2:])
        return 0
    if sys.argv[1:] not in ([], ["--check"]):
        print(__doc__)
        return 2
    text = page()
    if not sys.argv[1:]:
        OUT.write_text(text)
    elif not OUT.exists() or OUT.read_text() != text:
        print(f"{OUT.relative_to(ROOT)}: run tools/api_names.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
