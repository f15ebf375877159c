#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes what CUPTI knows of CUDA's functions.

usage: gen_cupti.py [--check]

Reads tools/cupti_calls.tsv, the functions that CUPTI reports, and the tables of
our functions in include/quern/host. Writes

  include/cuda/cupti_{runtime,driver}_cbid.h    the functions' numbers
  include/cuda/generated_*_meta.h               structs of their parameters
  src/hip/calls/{runtime,driver}.inc            our functions, each around the one
                                                that works (src/hip/cuda)
  src/hip/cuda/cuda.inc                          the names of those
  src/libs/cupti/names.inc                      the functions' names by number
  names/cupti.inc                               CUPTI's functions
  src/libs/cupti/refused.inc                    functions of CUPTI and NVPW that
                                                say that they are not supported
"""
import re
import sys
from pathlib import Path

from gen_cuda import ROOT, expand, per_thread_rows, rows, split_all, \
    split_parameter

CUDA = ROOT / "include" / "cuda"
HEADERS = {
    "runtime": ("generated_cuda_runtime_api_meta.h", ["cuda_runtime_api.h"],
                "Parameters of the runtime's functions."),
    "gl_interop": ("generated_cuda_gl_interop_meta.h", ["cuda_gl_interop.h"],
                   "Parameters of the runtime's functions for OpenGL."),
    "vdpau_interop": ("generated_cuda_vdpau_interop_meta.h",
                      ["cuda_vdpau_interop.h"],
                      "Parameters of the runtime's functions for VDPAU."),
    "removed": ("generated_cudart_removed_meta.h", ["cuda_runtime_api.h"],
                "Parameters of functions that the runtime had once."),
    "driver": ("generated_cuda_meta.h", ["cuda.h"],
               "Parameters of the driver's functions."),
    "gl": ("generated_cudaGL_meta.h", ["cudaGL.h", "generated_cuda_meta.h"],
           "Parameters of the driver's functions for OpenGL."),
    "vdpau": ("generated_cudaVDPAU_meta.h", ["cudaVDPAU.h"],
              "Parameters of the driver's functions for VDPAU."),
    "nvtx": ("generated_nvtx_meta.h",
             ["nvtx3/nvToolsExt.h", "nvtx3/nvToolsExtSync.h",
              "nvtx3/nvToolsExtCuda.h", "nvtx3/nvToolsExtCudaRt.h"],
             "Parameters of NVTX's functions."),
}
# Types of forms of functions that were there before CUDA 3.2, when addresses had
# 32 bits, and of runtimes before 13.
OLD_TYPES = {
    "removed": ["typedef enum cudaOutputMode { cudaKeyValuePair, cudaCSV } "
                "cudaOutputMode_t;"],
    "driver": ["typedef unsigned int CUdeviceptr_v1;",
               "typedef struct CUDA_MEMCPY2D_v1_st CUDA_MEMCPY2D_v1;",
               "typedef struct CUDA_MEMCPY3D_v1_st CUDA_MEMCPY3D_v1;",
               "typedef struct CUDA_ARRAY_DESCRIPTOR_v1_st "
               "CUDA_ARRAY_DESCRIPTOR_v1;",
               "typedef struct CUDA_ARRAY3D_DESCRIPTOR_v1_st "
               "CUDA_ARRAY3D_DESCRIPTOR_v1;"],
}
MADE = "// Made by tools/gen_cupti.py; do not edit.\n"
LICENCE = "// SPDX-License-Identifier: Apache-2.0\n"
SYSTEM = ("#ifdef __clang__\n#pragma clang system_header\n"
          "#elif defined(__GNUC__)\n#pragma GCC system_header\n#endif\n")
DOMAINS = {"runtime": ("RUNTIME", "cudaError_t"), "driver": ("DRIVER", "CUresult")}
LATEST = re.compile(r"_v\d{4,5}$")


def table():
    """(header, number or None, name, parameters) of each function."""
    text = (ROOT / "tools" / "cupti_calls.tsv").read_text()
    for line in text.splitlines():
        if not line.startswith("#"):
            header, number, name, fields = line.split("\t")
            yield (header, None if number == "-" else int(number), name,
                   [] if fields == "-" else fields.split("; "))


def domain_of(row):
    if row[0] == "nvtx":
        return "nvtx"
    return "driver" if row[0] in ("driver", "gl", "vdpau") else "runtime"


def guarded(name, about, includes, body):
    guard = "QUERN_CUDA_" + re.sub(r"\W", "_", name).upper()
    lines = "".join(f'#include "{i}"\n' for i in includes)
    return (LICENCE + MADE + f"//\n// {about}\n#ifndef {guard}\n"
            f"#define {guard}\n" + SYSTEM + "\n" + lines +
            ("\n" if includes else "") +
            "#include <quern/device/names_begin.inc>\n\n" + body +
            "\n#include <quern/device/names_end.inc>\n\n#endif\n")


def cbid_header(domain, calls):
    upper = domain.upper()
    numbered = sorted((r[1], r[2]) for r in calls
                      if r[1] is not None and domain_of(r) == domain)
    prefix = f"CUPTI_{upper}_TRACE_CBID_"
    body = f"typedef enum CUpti_{domain}_api_trace_cbid {{\n"
    body += f"  {prefix}INVALID = 0,\n"
    body += "".join(f"  {prefix}{name} = {n},\n" for n, name in numbered)
    body += (f"  {prefix}SIZE = {numbered[-1][0] + 1},\n"
             f"  {prefix}FORCE_INT = 0x7fffffff,\n"
             f"}} CUpti_{domain}_api_trace_cbid;\n")
    return guarded(f"cupti_{domain}_cbid.h",
                   f"Numbers of the {domain}'s functions in callbacks and "
                   "records.", [], body)


def meta_header(key, calls):
    name, includes, about = HEADERS[key]
    body = "".join(t + "\n" for t in OLD_TYPES.get(key, []))
    body += "\n" if body else ""
    for header, _, function, fields in calls:
        if header == key and fields:
            members = "".join(f"  {f};\n" for f in fields)
            body += (f"typedef struct {function}_params_st {{\n{members}"
                     f"}} {function}_params;\n\n")
    return guarded(name, about, includes, body.rstrip("\n") + "\n")


# ---- Our functions


def ours(domain):
    """(name, parameters) of our functions whose result is a status."""
    if domain == "driver":
        for result, name, parameters in rows("driver_api.def"):
            if not result:
                yield "cu" + name, [expand(p, "cu", "")
                                    for p in split_all(parameters)]
        return
    for name in ("api.def", "cuda_api.def"):
        for result, function, parameters in rows(name):
            if not result:
                yield "cuda" + function, [expand(p, "cuda", "")
                                          for p in split_all(parameters)]
    for function, _, parameters in per_thread_rows():
        yield function, parameters


def numbers_of(domain, calls):
    """Of each function's name without the version: its rows."""
    found = {}
    for row in calls:
        if row[1] is not None and domain_of(row) == domain:
            name = LATEST.sub("", row[2]) if domain == "runtime" else row[2]
            found.setdefault(name, []).append(row)
    return found


def call_of(name, parameters, found, names):
    """The row of a function of ours: the latest with as many parameters. Where we
    have a second form (_v2), it is CUDA 13's only one, and the plain one the
    first."""
    plain = re.sub(r"_v[23](?=$|_ptsz$|_ptds$)", "", name)
    fitting = [r for r in found.get(name) or found.get(plain, [])
               if len(r[3]) == len(parameters)]
    second = re.sub(r"(?=_ptsz$|_ptds$|$)", "_v2", name, count=1)
    if not fitting:
        return None
    return fitting[0 if second in names else -1]


def outer(name, parameters, row):
    values = [split_parameter(p)[1] for p in parameters]
    listed = ", ".join(parameters) or "void"
    if row is None:
        return f"PLAIN({name}, ({listed}), ({', '.join(values)}))\n"
    if not parameters:
        return f"CALL0({row[1]}, {name})\n"
    return (f"CALL({row[1]}, {row[2]}, {name},\n     ({listed}),\n"
            f"     ({', '.join(values)}), {{{', '.join(values)}}})\n")


# ---- CUPTI's own functions

PROTOTYPE = re.compile(
    r"^((?:CUptiResult|CUptiUtilResult|NVPA_Status))\s+(\w+)\(([^;{]*)\);", re.M)


def declared():
    """(result, name, parameters) of CUPTI's and NVPW's functions."""
    for path in sorted(p for pattern in ("cupti*.h", "nvperf*.h", "Openacc/*.h")
                       for p in CUDA.glob(pattern)):
        for result, name, parameters in PROTOTYPE.findall(path.read_text()):
            yield result, name, re.sub(r"\s+", " ", parameters)


def refused():
    text = "".join(p.read_text()
                   for p in sorted((ROOT / "src/libs/cupti").glob("*.c")))
    done = set(re.findall(r"^CUptiResult\s(\w+)\(", text, re.M))
    done |= set(re.findall(r"^DONE\((\w+)\)", text, re.M))
    return "".join(f"REFUSED({result}, {name}, ({parameters}))\n"
                   for result, name, parameters in declared()
                   if name not in done)


def write(path, text, check):
    if check:
        return path.exists() and path.read_text() == text
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return True


def main():
    check = "--check" in sys.argv
    calls = list(table())
    good = True
    for key in HEADERS:
        good &= write(CUDA / HEADERS[key][0], meta_header(key, calls), check)
    inner, names = "", ""
    for domain in DOMAINS:
        good &= write(CUDA / f"cupti_{domain}_cbid.h",
                      cbid_header(domain, calls), check)
        found = numbers_of(domain, calls)
        body, without, known = "", [], set()
        functions = list(ours(domain))
        for name, parameters in functions:
            row = call_of(name, parameters, found, {f[0] for f in functions})
            if row is None:
                without.append(name)
                if domain == "driver":  # cuda.h names all
                    body += outer(name, parameters, row)
                continue
            body += outer(name, parameters, row)
            if domain == "runtime":
                inner += f"#pragma redefine_extname {name} inner_{name}\n"
            known.add(row[1])
        good &= write(ROOT / f"src/hip/calls/{domain}.inc", LICENCE + MADE +
                      "// clang-format off\n" + body, check)
        for row in sorted((r for r in calls if r[1] is not None and
                           domain_of(r) == domain), key=lambda r: r[1]):
            names += (f"{'CALL' if row[1] in known else 'NAME'}("
                      f"{DOMAINS[domain][0]}, {row[1]}, {row[2]})\n")
        print(f"{domain}: {len(known)} of {sum(map(len, found.values()))} "
              f"numbers are of functions of ours; {len(without)} of ours have "
              "none: " + " ".join(without))
    good &= write(ROOT / "src/hip/cuda/cuda.inc", LICENCE + MADE +
                  "//\n// The functions of this folder are not what programs "
                  "call: those are in hip/calls.\n"
                  "#ifndef QN_HIP_CUDA_INNER_H\n#define QN_HIP_CUDA_INNER_H\n"
                  "#define __QN_DRIVER_PREFIX \"inner_cu\"\n" + inner +
                  "#endif\n", check)
    good &= write(ROOT / "src/libs/cupti/names.inc", LICENCE + MADE +
                  "// clang-format off\n" + names, check)
    good &= write(ROOT / "names/cupti.inc", LICENCE + MADE + "".join(
        f"FILTER({name})\n" for name in
        [name for _, name, _ in declared() if name.startswith("cupti")] +
        ["cuptiOpenMpInitialize", "cuptiOpenMpInitialize_v2",
         "InitializeInjectionNvtx2"]), check)
    good &= write(ROOT / "src/libs/cupti/refused.inc", LICENCE + MADE +
                  "// clang-format off\n" + refused(), check)
    if not good:
        sys.exit("out of date: run tools/gen_cupti.py")


if __name__ == "__main__":
    main()
