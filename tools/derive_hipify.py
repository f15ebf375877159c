#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes src/hipify/names/cuda2hip.tsv of installed headers, prefix rules and
src/hipify/names/by_hand.tsv.

usage: derive_hipify.py [--check] [--misses] [--cuda DIR] [--hip DIR]...

CUDA's names come of the toolkit's headers (--cuda, or beside nvcc). HIP's come
of every header under --hip (or $QUERN_HIP_HEADERS, separated by ':'): HIP's own,
the libraries', or the .pxd files of Python bindings; and of hip_names.tsv, for
libraries whose headers no package brings. Rows of by_hand.tsv win.
A name in it may end in '*': all of CUDA's names that begin so and that no rule
finds in HIP.

--check compares with the table: without --hip only that every name of the
toolkit is known, that rows by hand are in it, and libraries that hip_names.tsv has
whole; without the toolkit only rows by hand. What is not installed is skipped, and said.
--misses prints the names that no rule and no row by hand knows.
"""
import argparse
import csv
import os
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "src" / "hipify" / "names"
COLUMNS = ["cuda", "hip", "kind", "section", "status", "transform", "evidence"]

# ---- Names of C headers, by kind


def strip(text):
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
    # What stands behind the names of old types and enumerators.
    text = re.sub(r"\bCUDNN_DEPRECATED(_ENUM)?\b(?!\s*\()", " ", text)
    return text.replace("\\\r\n", " ").replace("\\\n", " ")


def without_bodies(text):
    """What stands outside braces; `extern "C" {` does not count."""
    text = re.sub(r'extern\s+"C(\+\+)?"\s*\{', " ", text)
    out, depth, last = [], 0, 0
    for m in re.finditer(r"[{}]", text):
        if m.group() == "{":
            if depth == 0:
                out.append(text[last:m.start()])
            depth += 1
        else:
            if depth == 0:  # closes an extern "C"
                out.append(text[last:m.start()])
            depth = max(depth - 1, 0)
            if depth == 0:
                out.append(" ;;")
                last = m.end()
    out.append(text[last:])
    return "".join(out)


def names_of(text, bodies=True):
    """{name: kind} of a C header's text."""
    found = {}
    text = strip(text)

    def add(name, kind):
        # A macro that stands for a function of its own name is that.
        if kind == "function" and found.get(name) == "macro":
            found[name] = kind
        found.setdefault(name, kind)

    for m in re.finditer(r"\benum\b[^;{}()]*\{([^{}]*)\}", text):
        body = re.sub(r"^\s*#.*$", "", m.group(1), flags=re.M)
        body = re.sub(r"\([^()]*(\([^()]*\)[^()]*)*\)", "", body)
        for part in body.split(","):
            name = re.match(r"\s*(\w+)", part)
            if name:
                add(name.group(1), "enumerator")
    for m in re.finditer(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(\(?)[ \t]*(.*)$",
                         text, re.M):
        # A macro that only renames takes the kind of what it stands for.
        if m.group(1).endswith("_H") or m.group(1).endswith("_H_"):
            continue
        value = m.group(3).strip()
        # "" stands for: as the function of the same name, if there is one.
        add(m.group(1), "function" if m.group(2) and
            re.match(r"(cuda|cu|hip)[A-Z]", m.group(1)) else
            ("", value) if re.fullmatch(r"[a-zA-Z_]\w*", value) else "macro")
    text = re.sub(r"^\s*#.*$", "", text, flags=re.M)
    for m in re.finditer(r"\b(?:struct|union|enum|class)\b"
                         r"(?:\s+__\w+__|\s+CU\w+_ALIGN\([^)]*\))*\s+(\w+)",
                         text):
        add(m.group(1), "type")
    flat = without_bodies(text)
    for one in flat.split(";"):
        if not re.search(r"\btypedef\b|;;", one) and "typedef" not in one:
            continue
        m = re.search(r"\(\s*(?:\w+\s*)?\*\s*(\w+)\s*\)\s*\(", one)
        m = m or re.search(r"(\w+)\s*(?:\[[^\]]*\])?\s*$", one)
        if m:
            add(m.group(1), "type")
    # typedef struct {...} name;
    for m in re.finditer(r"^DEFINE_HIPRAND_STATE\((\w+)", text, re.M):
        add(m.group(1), "type")
        add(m.group(1) + "_t", "type")
    for m in re.finditer(r"\}\s*(?:__\w+\s*)*(\w+)\s*;", text):
        add(m.group(1), "type")
    for m in re.finditer(r"\}\s*(\w+)\s*,\s*\*\s*(\w+)\s*;", text):
        add(m.group(1), "type")
        add(m.group(2), "type")
    for m in re.finditer(r"(?<=[\w*&)])[\s*&]+(\w+)\s*\(", flat):
        add(m.group(1), "function")
    if bodies:
        for m in re.finditer(r"\b[\w*]+\s+\*?(\w+)\s*\([^;{}()]*\)\s*\{", text):
            add(m.group(1), "function")
    for name, kind in list(found.items()):
        if isinstance(kind, tuple):
            other = found.get(kind[1], "macro")
            found[name] = other if isinstance(other, str) else "macro"
    return found


def names_of_pxd(text):
    """{name: kind} of a Cython declaration file."""
    found = {}
    in_enum = 0
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        word = line.strip()
        if in_enum and indent > in_enum and re.fullmatch(r"\w+", word):
            found.setdefault(word, "enumerator")
            continue
        if word:
            in_enum = 0
        m = re.match(r"\s*(?:ctypedef|cdef)\s+(enum|struct|union)\s*(\w*)", line)
        if m:
            if m.group(2):
                found[m.group(2)] = "type"
            in_enum = indent if m.group(1) == "enum" else 0
            continue
        m = re.search(r"(\w+)\s*\([^)]*\)?.*(nogil|except)", line)
        m = m or re.match(r"\s*cdef\s+[\w\s*]*?(\w+)\s*\(", line)
        if m and "(" in line:
            pointer = re.match(r"\s*ctypedef\s+.*\(\s*\*\s*(\w+)\s*\)", line)
            if pointer:
                found.setdefault(pointer.group(1), "type")
            else:
                m = re.match(r"\s*(?:cdef\s+)?[\w\s*]*?(\w+)\(", line)
                if m:
                    found.setdefault(m.group(1), "function")
            continue
        m = re.match(r"\s*ctypedef\s+.*?(\w+)\s*$", line)
        if m:
            found.setdefault(m.group(1), "type")
            continue
        m = re.match(r"\s*cdef\s+.*?(\w+)\s*$", line)
        if m:
            found.setdefault(m.group(1), "macro")
    return found


# ---- CUDA's side

CUDA_HEADERS = {
    "driver": "cuda.h cudaEGL.h cudaGL.h cudaProfiler.h cudaVDPAU.h",
    "runtime": "cuda_runtime_api.h cuda_runtime.h driver_types.h "
               "cuda_device_runtime_api.h channel_descriptor.h "
               "cuda_profiler_api.h texture_types.h surface_types.h "
               "cuda_gl_interop.h cuda_egl_interop.h cuda_vdpau_interop.h "
               "library_types.h device_types.h host_defines.h driver_functions.h",
    "complex": "cuComplex.h",
    "cublas": "cublas_api.h cublas_v2.h cublas.h",
    "cublaslt": "cublasLt.h",
    "cublasxt": "cublasXt.h",
    "cufft": "cufft.h cufftXt.h cudalibxt.h",
    "curand": "curand.h curand_globals.h curand_kernel.h curand_mrg32k3a.h "
              "curand_discrete.h curand_discrete2.h curand_lognormal.h "
              "curand_mtgp32.h curand_mtgp32_host.h curand_mtgp32_kernel.h "
              "curand_normal.h curand_philox4x32_x.h curand_poisson.h "
              "curand_uniform.h",
    "cusparse": "cusparse.h",
    "cusolver": "cusolver_common.h cusolverDn.h cusolverSp.h cusolverRf.h "
                "cusolverMg.h",
    "cudnn": "cudnn_version.h cudnn_ops.h cudnn_cnn.h cudnn_adv.h "
             "cudnn_graph.h cudnn_backend.h cudnn.h",
    "nvrtc": "nvrtc.h",
    "nccl": "nccl.h",
    "nvtx": "nvtx3/nvToolsExt.h nvtx3/nvToolsExtCuda.h "
            "nvtx3/nvToolsExtCudaRt.h nvtx3/nvToolsExtSync.h",
    "nvjitlink": "nvJitLink.h",
    "cupti": "cupti_result.h cupti_activity.h cupti_callbacks.h "
             "cupti_events.h cupti_metrics.h cupti_version.h",
    "device": "crt/device_functions.h sm_20_intrinsics.h sm_30_intrinsics.h "
              "sm_32_intrinsics.h sm_35_intrinsics.h sm_61_intrinsics.h "
              "crt/device_double_functions.h crt/math_functions.h "
              "device_atomic_functions.h sm_20_atomic_functions.h "
              "sm_32_atomic_functions.h sm_60_atomic_functions.h "
              "cuda_fp16.h cuda_bf16.h cuda_fp8.h cuda_fp6.h cuda_fp4.h",
}
PREFIX = {
    "driver": r"(cu[A-Z]|CU)\w+",
    "runtime": r"(cuda[A-Z]|make_cuda|CUDA_|CUDART_|CUuuid)\w+|libraryPropertyType\w*",
    "complex": r"(cu[A-Z]|make_cu)\w+",
    "cublas": r"(cublas|CUBLAS_)\w+",
    "cublaslt": r"(cublasLt|CUBLASLT_)\w+",
    "cublasxt": r"(cublasXt|CUBLASXT_)\w+",
    "cufft": r"(cufft|CUFFT_|cudaLib|cudaXt|CUFFT)\w+",
    "curand": r"(curand|CURAND_)\w*|skipahead\w*|__curand\w+",
    "cusparse": r"(cusparse|CUSPARSE_)\w+",
    "cusolver": r"(cusolver|CUSOLVER)\w+",
    "cudnn": r"(cudnn|CUDNN_)\w+",
    "nvrtc": r"(nvrtc|NVRTC_)\w+",
    "nccl": r"(nccl|NCCL_)\w+",
    "nvtx": r"(nvtx|NVTX_)\w+",
    "nvjitlink": r"(nvJitLink|NVJITLINK_)\w+",
    "cupti": r"(cupti|CUpti_?)[A-Z]\w+",
    "device": r"__[a-zN]\w+|atomic[A-Z]\w+|(__)?nv_?(bfloat16|half)\w*",
}
# No names of an interface: guards, helpers, per-thread spellings.
NOISE = re.compile(r".*(_H_*|_INCLUDED|_ptsz|_ptds|_PTSZ|_PTDS|_cg|_st)$|"
                   r"__(CUDA|cuda_|builtin|cplusplus|host__|attribute|asm|"
                   r"device__|align|declspec|inline|extension|func|internal_|"
                   r"NV_|nv_|half_raw|func_|global_|cudart_|dv|location|"
                   r"launch_|grid_|constant_|shared_|managed_|restrict|"
                   r"noinline|forceinline|cluster|volatile|const|unused|"
                   r"typeof|static|is_|has_|host_|device_).*|"
                   r"(nvtx|cupti|CUpti)\w*(impl|Impl|_v\d+)\w*|__[a-z]\w*__|"
                   r"NVTX_(DECLSPEC|API|INLINE_STATIC|VERSIONED|NO_IMPL|IDENT)"
                   r"\w*|CUDNN_DEPRECATED\w*|CUDNNWINAPI|CUBLASAPI|"
                   r"\w*_DEPRECATED\w*|CUDAAPI|CUDA_CB|CUDA_API_PER\w+|"
                   r"CUDA_ENABLE_DEPRECATED|CUDA_FORCE_\w+")
KEEP = re.compile(r"__(nv_(cvt_\w*)?(bfloat16|fp8|fp6|fp4)\w*|"
                  r"NV_(E\dM\d|NOSAT|SATFINITE)\w*)$")


def cuda_names(folder):
    names = {}
    for section, headers in CUDA_HEADERS.items():
        pattern = re.compile(PREFIX[section])
        for header in headers.split():
            path = folder / header
            if not path.exists():
                continue
            found = names_of(path.read_text(errors="replace"),
                             section not in ("nvtx", "device"))
            for name, kind in found.items():
                if not pattern.fullmatch(name):
                    continue
                if NOISE.fullmatch(name) and not KEEP.fullmatch(name):
                    continue
                if section == "device" and kind not in ("type", "enumerator"):
                    kind = "device"
                if section == "runtime" and re.match(r"CUD?A?_?\w*_st$", name):
                    continue
                names.setdefault(name, (kind, section))
    return names


# What older toolkits had and HIP's libraries still have.
OLDER = {"cusparse": ("cusparse", "hipsparse", "CUSPARSE_", "HIPSPARSE_"),
         "cufft": ("cufft", "hipfft", "CUFFT_", "HIPFFT_"),
         "curand": ("curand", "hiprand", "CURAND_", "HIPRAND_"),
         "cudnn": ("cudnn", "hipdnn", "CUDNN_", "HIPDNN_")}
AMDS_OWN = re.compile(r".*(Ver(sion|_)|VERSION|rocm|ROCM|(?<!bufferSize)Ext$|Int8|Atomics|Library|"
                      r"H$|_API|EXPORT|Backend|Patch|Layout)")


def add_older(table, hip, hand):
    taken = {row["hip"] for row in table.values()
             if row["status"] != "unsupported"}
    known = set(table) | {row["cuda"] for row in hand}
    for section, (cu, mine, upper, mine_upper) in OLDER.items():
        for name, (kind, _) in hip.items():
            back = cu + name[len(mine):] if name.startswith(mine) else \
                upper + name[len(mine_upper):] \
                if name.startswith(mine_upper) else None
            if not back or back in known or name in taken or \
                    kind == "macro" or AMDS_OWN.match(name) or \
                    not re.fullmatch(PREFIX[section], back) or \
                    NOISE.fullmatch(back):
                continue
            table[back] = dict(zip(COLUMNS, (
                back, name, kind, section, "ok", "",
                "rule, backwards: of older toolkits")))


# ---- HIP's side

IN_NAMES = ("cublaslt", "cudnn")  # of whose names hip_names.tsv has all


def read_hip_names():
    rows = read(FOLDER / "hip_names.tsv")
    names = [row["name"] for row in rows]
    if names != sorted(set(names)):
        sys.exit("hip_names.tsv is not sorted")
    return rows

def expand_ours(text):
    """Our tables write __QN_P(Name) for hipName, __QN_CALL(Name, ...) too."""
    text = re.sub(r"__QN_PT\((\w+)\)", r"hip\1_t", text)
    text = re.sub(r"__QN_P\((\w+)\)", r"hip\1", text)
    text = re.sub(r"__QN_CALL_OF\([^,]*,\s*(\w+)\s*,", r"int hip\1(", text)
    return re.sub(r"__QN_CALL\((\w+)\s*,", r"int hip\1(", text)


def hip_names(folders):
    """{name: (kind, where)}; and the pairs of HIP's header for NVIDIA."""
    names, pairs, old = {}, {}, set()
    for folder in folders:
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix not in (".h", ".hpp", ".pxd") or not path.is_file():
                continue
            text = path.read_text(errors="replace")
            if "nvidia_detail" in path.parts:
                pairs_of(text, pairs)
                continue
            if "nvcc_detail" in path.parts or "hip_prof" in path.name:
                continue
            found = names_of_pxd(text) if path.suffix == ".pxd" else \
                names_of(text)
            for name, kind in found.items():
                names.setdefault(name, (kind, path.name.split(".")[0]))
            for m in re.finditer(r"DEPRECATED\([^;{]*?\)\s*(?:\w+\s+)*?\w+\s+"
                                 r"(hip[A-Z]\w+)\(", strip(text)):
                old.add(m.group(1))
    for path in sorted((ROOT / "include/quern/host").iterdir()):
        if path.is_dir() or "cuda" in path.name or "driver" in path.name:
            continue
        for name, kind in names_of(expand_ours(path.read_text())).items():
            if name.startswith(("hip", "HIP")):
                names.setdefault(name, (kind, "Quern"))
    for folder in ("include/hip", "include/quern/device"):
        for path in sorted((ROOT / folder).rglob("*.h")):
            for name, kind in names_of(path.read_text()).items():
                names.setdefault(name, (kind, "Quern"))
    for row in read_hip_names():
        names.setdefault(row["name"], (row["kind"], row["header"]))
    return names, pairs, old


def pairs_of(text, pairs):
    """What HIP's header for NVIDIA says is the same: hip name by CUDA's."""
    text = strip(text)
    mine = r"((?:hip|HIP)[A-Z_]\w+|hiparray)"
    yours = r"((?:cuda|cu|CU|nvrtc|NVRTC|CUDA)[A-Z_]\w+|CUarray)"
    for m in re.finditer(rf"#\s*define\s+{mine}\s+{yours}\s*$", text, re.M):
        pairs.setdefault(m.group(2), set()).add(m.group(1))
    for m in re.finditer(rf"typedef\s+(?:enum\s+|struct\s+)?{yours}\s+{mine}\s*;",
                         text):
        pairs.setdefault(m.group(1), set()).add(m.group(2))
    for m in re.finditer(rf"\s{mine}\s*\([^{{}};]*\)\s*\{{([^{{}}]*)\}}", text):
        calls = [c for c in re.findall(rf"\b{yours}\s*\(", m.group(2))
                 if not c.startswith("cudaMake")]
        if len(calls) == 1 and m.group(2).count(";") <= 2:
            pairs.setdefault(calls[0], set()).add(m.group(1))
    for m in re.finditer(rf"case\s+{mine}\s*:\s*return\s+{yours}\s*;", text):
        pairs.setdefault(m.group(2), set()).add(m.group(1))
    for m in re.finditer(rf"case\s+{yours}\s*:\s*return\s+{mine}\s*;", text):
        pairs.setdefault(m.group(1), set()).add(m.group(2))


# ---- Rules

LIBRARY = [("cublasLt", "hipblasLt"), ("cublas", "hipblas"),
           ("cufft", "hipfft"), ("curand", "hiprand"),
           ("cusparse", "hipsparse"), ("cusolver", "hipsolver"),
           ("cudnn", "hipdnn"), ("nvrtc", "hiprtc"), ("nvJitLink", "hiprtcLink")]


def fold(name):
    return name.replace("_", "").lower()


def candidates(name, kind, section):
    """HIP's spellings of a name, likeliest first."""
    bare = re.sub(r"_v\d+$", "", name)
    bare = re.sub(r"_v\d+(_64)$", r"\1", bare)
    found = []

    def add(*texts):
        found.extend(t for t in texts if t not in found)

    spelt = [name, bare]
    for ending in ("_enum", "_union"):  # tags
        if name.endswith(ending):
            spelt.append(name[:-len(ending)])
            if bare.endswith(ending):
                spelt.append(bare[:-len(ending)])
    for one in spelt:
        for mine, yours in LIBRARY:
            if one.startswith(mine):
                add(yours + one[len(mine):])
                break
            if one.startswith(mine.upper()):
                add(yours.upper() + one[len(mine):])
                break
        else:
            if section == "complex":
                add(one.replace("cu", "hip", 1), "hip" + one[2:])
            elif one.startswith("make_cuda"):
                add("make_hip" + one[9:])
            elif one.startswith("cudaDevAttr"):
                add("hipDeviceAttribute" + one[11:])
                if re.search(r"(Texture|Surface)1D\w*Width$", one):
                    add("hipDeviceAttribute" + one[11:-5])
            elif one.startswith("cudaJit"):
                add("hipJitOption" + one[7:])
            elif one.startswith("cuda"):
                add("hip" + one[4:], "hip" + one[4:] + "_t")
                if one.endswith("_t"):
                    add("hip" + one[4:-2])
            elif one.startswith("cu"):
                # The driver's form, where the runtime's is another.
                add("hipDrv" + one[2:], "hipModule" + one[2:], "hip" + one[2:])
            elif one.startswith("CUDA_ERROR_"):
                add("hipError_" + one[11:], "hip_" + one[5:])
            elif one.startswith("CUDART_"):
                add("HIP_" + one[7:], "HIPRT_" + one[7:])
            elif one.startswith("CUDA_"):
                add("HIP_" + one[5:], "hip_" + one[5:], "hip_" + one[5:] + "_t")
            elif one.startswith("CU_DEVICE_ATTRIBUTE_MAXIMUM_"):
                add("hipDeviceAttributeMax" + one[28:])
                if re.search(r"(TEXTURE|SURFACE)1D\w*_WIDTH$", one):
                    add("hipDeviceAttributeMax" + one[28:-6])
            elif one.startswith("CU_DEVICE_P2P_ATTRIBUTE_"):
                add("hipDevP2PAttr" + one[24:])
            elif one.startswith("CU_JIT_"):
                add("hipJitOption" + one[7:], "hip_" + one[3:])
            elif one.startswith("CU_SHARED_MEM_CONFIG_"):
                add("hipSharedMemBankSize" + one[21:].replace("_BANK_SIZE", ""))
            elif one.startswith("CU_MEMPOOL_ATTR_"):
                add("hipMemPoolAttr" + one[16:], "hipMemPool" + one[16:])
            elif one.startswith("CU_MEM_ALLOC_GRANULARITY_"):
                add("hipMemAllocationGranularity" + one[25:])
            elif one.startswith("CU_"):
                add("HIP_" + one[3:], "hip_" + one[3:])
            elif one.startswith("CU"):
                add("hip" + one[2:] + "_t", "hip" + one[2:], "hip" +
                    one[2:3].upper() + one[3:])
            elif one.startswith("__nv_"):
                add("__hip_" + one[5:])
            elif one.startswith("__NV_"):
                add("__HIP_" + one[5:])
    return found


SAME_KIND = {"function": {"function", "macro"}, "type": {"type", "macro"},
             "enumerator": {"enumerator", "macro"},
             "macro": {"enumerator", "macro", "function"},
             "device": {"function", "macro", "type", "device", "enumerator"}}


class Deriver:
    def __init__(self, hip, pairs, old, hand):
        self.hip, self.pairs, self.old, self.hand = hip, pairs, old, hand
        self.folded = {}
        for name in hip:
            if name.startswith(("hip", "HIP", "make_hip")):
                self.folded.setdefault(fold(name), []).append(name)

    def fits(self, name, kind):
        return name in self.hip and self.hip[name][0] in SAME_KIND[kind]

    def row(self, name, kind, section):
        """(hip, status, evidence) or None."""
        if section == "nccl":
            return name, "same", "rule: RCCL has NCCL's names"
        if section == "device":
            if name in self.hip and not name.startswith("__nv_"):
                ours = self.hip[name][1] == "Quern"
                return name, "same", "Quern's headers" if ours \
                    else "HIP's headers"
        wanted = candidates(name, kind, section)
        for one in self.pairs.get(name, ()):  # both rule and pair
            if one in wanted and self.fits(one, kind):
                return self.found(one, "pair and rule")
        for one in wanted:
            if self.fits(one, kind):
                return self.found(one, "rule")
        paired = [one for one in sorted(self.pairs.get(name, ()))
                  if self.fits(one, kind)]
        if len(paired) == 1:
            return self.found(paired[0], "pair")
        for one in wanted:
            near = [n for n in self.folded.get(fold(one), ())
                    if self.fits(n, kind)]
            if near:
                return self.found(sorted(near)[0], "rule but for case")
        return None

    def found(self, hip, evidence):
        # Where a name was found may change from machine to machine.
        return hip, "deprecated" if hip in self.old else "ok", evidence


# ---- The table

def read(path):
    with open(path, newline="") as file:
        lines = [line for line in file if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def derive(cuda, deriver, hand):
    """{name: row}, and the names that stay unknown."""
    table, misses = {}, []
    exact = {r["cuda"]: r for r in hand if not r["cuda"].endswith("*")}
    families = sorted(((r["cuda"][:-1], r) for r in hand
                       if r["cuda"].endswith("*")), key=lambda f: -len(f[0]))
    for name, (kind, section) in cuda.items():
        if name in exact:
            continue
        found = deriver.row(name, kind, section)
        if found:
            hip, status, evidence = found
            table[name] = dict(zip(COLUMNS, (name, hip, kind, section, status,
                                             "", evidence)))
            continue
        for prefix, row in families:
            if name.startswith(prefix) and row["section"] in ("", section):
                hip = row["hip"].replace("*", name[len(prefix):])
                table[name] = dict(row, cuda=name, kind=row["kind"] or kind,
                                   section=section, hip=hip)
                break
        else:
            misses.append((section, kind, name))
    for name, row in exact.items():
        kind, section = cuda.get(name, (row["kind"], row["section"]))
        table[name] = dict(row, kind=row["kind"] or kind,
                           section=row["section"] or section)
    add_older(table, deriver.hip, hand)
    return table, misses


def write(table):
    rows = ["\t".join(COLUMNS)]
    rows += ["\t".join(table[name][c] for c in COLUMNS)
             for name in sorted(table)]
    return "\n".join(rows) + "\n"


def check(table, hand, cuda, fresh):
    """Why the table disagrees with what can be recomputed; None if not."""
    have = {r["cuda"]: r for r in table}
    for row in hand:
        if row["cuda"].endswith("*"):
            continue
        for column in COLUMNS:
            if row[column] and have.get(row["cuda"], {}).get(column) != \
                    row[column]:
                return f"{row['cuda']}: by_hand.tsv says otherwise"
    for name in cuda or ():
        if name not in have:
            return f"{name}: in the toolkit's headers, and not in the table"
    for name, row in (fresh or {}).items():
        if have.get(name) != row:
            return f"{name}: the headers give '{row['hip']}' {row['status']}, " \
                   f"the table '{have.get(name, {}).get('hip')}'"
    if fresh and len(fresh) > len(have) // 2 and set(have) - set(fresh):
        # An older or newer toolkit has other names.
        print("derive_hipify: names that this toolkit has not:",
              len(set(have) - set(fresh)))
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--cuda")
    parser.add_argument("--hip", action="append", default=[])
    options = parser.parse_args()
    nvcc = shutil.which("nvcc")
    folder = options.cuda or (nvcc and Path(nvcc).resolve().parents[1] /
                              "include")
    hips = options.hip or [p for p in
                           os.environ.get("QUERN_HIP_HEADERS", "").split(":")
                           if p]
    hand = read(FOLDER / "by_hand.tsv")
    cuda = cuda_names(Path(folder)) if folder and \
        (Path(folder) / "cuda.h").exists() else None
    if cuda and len(cuda) < 2000:
        cuda = None  # something that only calls itself the toolkit
    fresh, misses = None, []
    if cuda and hips:
        fresh, misses = derive(cuda, Deriver(*hip_names(hips), hand), hand)
    if cuda and not hips:
        some = {name: v for name, v in cuda.items() if v[1] in IN_NAMES}
        fresh, _ = derive(some, Deriver(*hip_names([]), hand), hand)
        fresh = {name: row for name, row in fresh.items() if name in some}
    if options.misses:
        for miss in misses:
            print("\t".join(miss))
        if hips:
            known = hip_names(hips)[0]
            for row in hand:
                if row["hip"] and row["status"] != "same" and "*" not in \
                        row["hip"] and row["kind"] not in (
                            "header", "namespace") and row["hip"] not in known:
                    print("by hand, not in HIP's headers:", row["cuda"],
                          row["hip"])
        return
    if options.check:
        for what, there in (("the CUDA toolkit", cuda), ("HIP headers", hips)):
            if not there:
                print(f"derive_hipify: no {what} here: skipped")
        problem = check(read(FOLDER / "cuda2hip.tsv"), hand, cuda, fresh)
        if problem:
            sys.exit(f"cuda2hip.tsv: {problem}")
        return
    if not fresh or not hips:
        sys.exit("derive_hipify: needs the CUDA toolkit's and HIP's headers")
    if misses:
        print(f"derive_hipify: {len(misses)} names without a row; see --misses")
    (FOLDER / "cuda2hip.tsv").write_text(write(fresh))


if __name__ == "__main__":
    main()
