#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that each function that a library's header declares is exported by the
library, and that each one it exports is declared.

  declared.py SOURCE-FOLDER BUILD-FOLDER COMPILER NM
"""
import pathlib
import re
import subprocess
import sys

SOURCE, BUILD = (pathlib.Path(p) for p in sys.argv[1:3])
COMPILER, NM = sys.argv[3:5]

# library: headers, what its functions begin with
LIBRARIES = {
    "quernblas": (("cublas_v2.h", "cublas.h", "cublasLt.h", "cublasXt.h",
                   "hipblas/hipblas.h",
                   "rocblas/rocblas.h"), ("cublas", "hipblas", "rocblas_")),
    "quernfft": (("cufftXt.h", "hipfft/hipfftXt.h", "rocfft/rocfft.h"),
                 ("cufft", "hipfft", "rocfft")),
    "quernrand": (("curand.h", "hiprand/hiprand.h", "rocrand/rocrand.h"),
                  ("curand", "hiprand", "rocrand")),
    "quernsparse": (("cusparse.h", "hipsparse/hipsparse.h",
                     "rocsparse/rocsparse.h"),
                    ("cusparse", "hipsparse", "rocsparse")),
    "quernsolver": (("cusolverDn.h", "cusolverSp.h", "cusolverRf.h",
                      "cusolverMg.h", "cusolverSp_LOWLEVEL_PREVIEW.h",
                      "hipsolver/hipsolver.h", "rocsolver/rocsolver.h"),
                    ("cusolver", "hipsolver", "rocsolver")),
    "querncomm": (("nccl.h", "rccl/rccl.h"), ("nccl",)),
    "quernml": (("nvml.h",), ("nvml",)),
    "querncupti": (("cupti.h", "cupti_checkpoint.h", "cupti_pcsampling.h",
                    "cupti_pcsampling_util.h", "cupti_pmsampling.h",
                    "cupti_profiler_host.h", "cupti_profiler_target.h",
                    "cupti_range_profiler.h", "cupti_sass_metrics.h",
                    "cupti_target.h", "nvperf_cuda_host.h", "nvperf_target.h",
                    "Openacc/cupti_openacc.h", "Openmp/cupti_openmp.h"),
                   ("cupti", "Cupti", "NVPA_", "NVPW_")),
}


def declared(header, prefixes):
    """Of the preprocessed header, with what it includes."""
    text = subprocess.run(
        [COMPILER, "-E", "-P", "-D__HIP_PLATFORM_AMD__",
         f"-I{SOURCE}/include/cuda", f"-I{SOURCE}/include", "-xc", "-"],
        input=f"#include <{header}>\n", check=True, capture_output=True,
        text=True).stdout
    names = re.findall(r"\b(\w+)\s*\([^(){};]*(?:\([^()]*\)[^(){};]*)*\)\s*"
                       r"(?:__attribute__\s*\(\(.*?\)\)\s*)?;", text)
    return {n for n in names if n.startswith(prefixes)}


def exported(library):
    out = subprocess.run([NM, "-D", "--defined-only",
                          str(BUILD / "lib" / f"lib{library}.so")], check=True,
                         capture_output=True, text=True).stdout
    return {line.split()[2].split("@")[0] for line in out.splitlines()
            if line.split()[1] in "TWi"}


def main():
    wrong = 0
    for library, (headers, prefixes) in LIBRARIES.items():
        wanted = set().union(*(declared(h, prefixes) for h in headers))
        have = {n for n in exported(library) if n.startswith(prefixes)}
        for name in sorted(wanted - have):
            print(f"lib{library}.so: lacks {name}, which is declared")
        for name in sorted(have - wanted):
            print(f"lib{library}.so: {name} is not declared")
        wrong += len(wanted ^ have)
        print(f"lib{library}.so: {len(have)} functions")
        if not have:
            wrong += 1
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
