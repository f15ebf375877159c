#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes CUDA's runtime and driver API out of HIP's.

usage: gen_cuda.py [--check]

Reads the tables in include/quern/host and writes src/hip/cuda/runtime.inc and
src/hip/cuda/driver.inc: each function that HIP has too becomes a call of HIP's
with its arguments cast and its result renumbered. What is different is written
by hand in src/hip/cuda/*.c, and found there by its name. names/*.inc lists the
functions for the libraries that have the vendors' names.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOST = ROOT / "include/quern/host"
HIP = ROOT / "src/hip"

# Driver functions whose counterpart has another name in HIP's runtime.
RENAMED = {
    "cuDeviceGetCount": "hipGetDeviceCount",
    "cuCtxSetLimit": "hipDeviceSetLimit",
    "cuCtxGetLimit": "hipDeviceGetLimit",
    "cuCtxGetStreamPriorityRange": "hipDeviceGetStreamPriorityRange",
    "cuMemAlloc": "hipMalloc",
    "cuMemFree": "hipFree",
    "cuMemFreeHost": "hipHostFree",
    "cuMemHostAlloc": "hipHostAlloc",
    "cuMemHostGetDevicePointer": "hipHostGetDevicePointer",
    "cuMemHostGetFlags": "hipHostGetFlags",
    "cuMemHostRegister": "hipHostRegister",
    "cuMemHostUnregister": "hipHostUnregister",
    "cuMemAllocManaged": "hipMallocManaged",
    "cuMemAllocAsync": "hipMallocAsync",
    "cuMemFreeAsync": "hipFreeAsync",
    "cuPointerGetAttributes": "hipDrvPointerGetAttributes",
    "cuMemcpy2D": "hipMemcpyParam2D",
    "cuMemcpy2DUnaligned": "hipDrvMemcpy2DUnaligned",
    "cuMemcpy2DAsync": "hipMemcpyParam2DAsync",
    "cuMemcpy3D": "hipDrvMemcpy3D",
    "cuMemcpy3DAsync": "hipDrvMemcpy3DAsync",
    "cuStreamCreate": "hipStreamCreateWithFlags",
    "cuEventCreate": "hipEventCreateWithFlags",
    "cuFuncSetAttribute": None,
    "cuFuncGetAttribute": None,
    "cuLaunchKernel": "hipModuleLaunchKernel",
    "cuLaunchCooperativeKernel": "hipModuleLaunchCooperativeKernel",
    "cuOccupancyMaxActiveBlocksPerMultiprocessor":
        "hipModuleOccupancyMaxActiveBlocksPerMultiprocessor",
    "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags":
        "hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
    "cuGraphGetNodes": "hipGraphGetNodes",
    "cuDeviceGetUuid": "hipDeviceGetUuid",
    "cuMemAllocFromPoolAsync": "hipMallocFromPoolAsync",
    "cuTexRefGetMipmappedArray": "hipTexRefGetMipMappedArray",
}
# Passed by value and of the same layout in both.
STRUCTS = {"PitchedPtr", "Extent", "Pos", "IpcMemHandle_t", "IpcEventHandle_t",
           "MemLocation", "ChannelFormatDesc"}
BY_VALUE = {"CUipcMemHandle": "hipIpcMemHandle_t",
            "CUipcEventHandle": "hipIpcEventHandle_t"}


def rows(name):
    """(result type or None, name, parameters) of each row of a table."""
    text = (HOST / name).read_text()
    macros = [(m.start(), m.group(1), m.group(2).replace("\\\n", " "))
              for m in re.finditer(
                  r"#define (__QN_[A-Z_]+)\s((?:.*\\\n)*.*)\n", text)]
    at = 0
    while True:
        found = re.compile(r"^__QN_CALL(_OF)?\(", re.M).search(text, at)
        if not found:
            return
        depth, end = 1, found.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        body = text[found.end():end - 1]
        at = end
        current = {m: v for start, m, v in macros if start < found.start()}
        for macro, value in current.items():
            body = re.sub(rf"\b{macro}\b(?!\()", lambda _: value, body)
        body = re.sub(r"\s+", " ", body)
        result = None
        if found.group(1):
            result, body = split_first(body)
        function, body = split_first(body)
        yield result, function, body.strip()[1:-1]


def split_first(text):
    depth = 0
    for i, c in enumerate(text):
        depth += {"(": 1, ")": -1}.get(c, 0)
        if c == "," and not depth:
            return text[:i].strip(), text[i + 1:].strip()
    raise ValueError(text)


def split_all(text):
    parts = []
    rest = text + ","
    while rest:
        one, rest = split_first(rest)
        parts.append(one)
    return [p for p in parts if p and p != "void"]


def expand(text, prefix, suffix):
    text = re.sub(r"__QN_OR\((?:[^()]|\([^()]*\))*\)", "", text)
    text = re.sub(r"__QN_PT\((\w+)\)", rf"{prefix}\1{suffix}", text)
    return re.sub(r"__QN_P\((\w+)\)", rf"{prefix}\1", text).strip()


def split_parameter(text):
    """Type and name; arrays do not occur."""
    found = re.match(r"(.*?)(\w+)$", text.strip())
    return found.group(1).strip(), found.group(2)


def hip_parameters(tables):
    known = {}
    for table in tables:
        for result, name, parameters in rows(table):
            types = [split_parameter(expand(p, "hip", "_t"))[0]
                     for p in split_all(parameters)]
            returns = expand(result, "hip", "_t") if result else None
            known["hip" + name] = (returns, types)
    return known


def cast(kind, name, wanted):
    """`name` of CUDA's type `kind` as HIP's type `wanted`."""
    if kind == wanted:
        return name
    if kind in BY_VALUE or any(kind == "cuda" + s for s in STRUCTS):
        return f"AS({wanted}, {name})"
    if kind == "CUdeviceptr":
        return f"(void *)(uintptr_t){name}"
    if kind == "CUmemGenericAllocationHandle":
        return f"({wanted})(uintptr_t){name}"
    if "*" in kind or "*" in wanted:
        return f"({wanted})(uintptr_t){name}"
    return f"({wanted}){name}"


def function(result, name, parameters, target, hip):
    returns, types = hip
    wrap = "qn_cuda_error(%s)" if not result else (
        "*(const %s *)(const void *)&(%s){%%s}" % (result, returns)
        if result.startswith("cuda") and "*" not in result else "%s")
    given = [split_parameter(p) for p in parameters]
    arguments = ", ".join(cast(k, n, t) for (k, n), t in zip(given, types))
    call = wrap % f"{target}({arguments})"
    return (f"{result or 'ERROR'} {name}({', '.join(parameters) or 'void'}) {{\n"
            f"  return {call};\n}}\n")


def by_hand(*patterns):
    text = "".join(f.read_text() for p in patterns
                   for f in sorted((HIP / "cuda").glob(p)))
    return set(re.findall(r"^(?:\w[\w *]*?\b|FILL_ROWS\()?(cu\w+)[(,]", text,
                          re.M))


def runtime(hip):
    done = by_hand("runtime*.c", "structs.c", "logs.c", "semaphores.c")
    out, missing = [], []
    for table in ("api.def", "cuda_api.def"):
        for result, name, parameters in rows(table):
            if "cuda" + name in done:
                continue
            if "hip" + name not in hip or (table == "cuda_api.def"):
                out.append(refused("cuda" + name, [
                    expand(p, "cuda", "") for p in split_all(parameters)]))
                continue
            out.append(function(
                expand(result, "cuda", "") if result else None, "cuda" + name,
                [expand(p, "cuda", "") for p in split_all(parameters)],
                "hip" + name, hip["hip" + name]))
    return out, missing


# Types of the driver that HIP's functions take as they are: handles, numbers,
# and structs of the same layout (driver_more.c checks).
PLAIN = re.compile(r"""(const\ )?(
    int|unsigned\ int|size_t|char|void|float|unsigned\ long\ long|uint32_t|uint64_t|
    cuuint32_t|cuuint64_t|unsigned\ char|unsigned\ short|CUresult|CUdevice|
    CU(graph|graphNode|graphExec|stream|event|context|deviceptr|array|module|
       mipmappedArray|function|texref|texObject|surfObject|userObject|kernel|
       memoryPool|library|externalMemory|externalSemaphore|graphicsResource|
       hostFn|streamCallback|linkState|uuid)|
    CUmemGenericAllocationHandle|CU\w*[a-z]_(flags|attribute)|CUmem_advise|
    CUmemAllocationHandleType|CUdevice_P2PAttribute|CUjit_option|CUjitInputType|
    CUfunc_cache|CUsharedconfig|CUlimit|CUstreamCapture(Mode|Status)|
    CUfilter_mode|CUaddress_mode|CUarray_format|CUmemRangeAttribute|
    CUipc(Mem|Event)Handle|CUmemAllocationProp|CUmemAccessDesc|CUmemLocation|
    CUmemPoolProps|CUmemPoolPtrExportData|CUDA_ARRAY(3D)?_DESCRIPTOR|
    CUDA_RESOURCE_DESC|CUDA_TEXTURE_DESC|CUDA_RESOURCE_VIEW_DESC|
    CUDA_EXTERNAL_MEMORY_(HANDLE|BUFFER)_DESC|CUgraphEdgeData|
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC|CUDA_HOST_NODE_PARAMS|
    CUDA_BATCH_MEM_OP_NODE_PARAMS|CUstreamBatchMemOpParams|
    CUDA_MEM_ALLOC_NODE_PARAMS)
    [ ]?(const\ )?[*\ ]*(const)?[*\ ]*""", re.X)


def refused(name, parameters):
    return f"REFUSED({name}, ({', '.join(parameters) or 'void'}))\n"


def driver(hip):
    done = by_hand("driver*.c", "logs.c", "semaphores.c")
    out, missing = [], []
    for result, name, parameters in rows("driver_api.def"):
        full = "cu" + name
        plain = re.sub(r"_v\d$", "", full)
        if full in done:
            continue
        target = RENAMED.get(plain, "hip" + plain[2:])
        parameters = [expand(p, "cu", "") for p in split_all(parameters)]
        types = [split_parameter(p)[0] for p in parameters]
        if target not in hip or len(types) != len(hip[target][1]) or not all(
                PLAIN.fullmatch(t) for t in types):
            out.append(refused(full, parameters))
            missing.append(full)
            continue
        out.append(function(result, full, parameters, target, hip[target]))
    return out, missing


# CUDA's names of device attributes that HIP spells otherwise.
ATTRIBUTES = {
    "GpuOverlap": "DeviceOverlap", "GlobalMemoryBusWidth": "MemoryBusWidth",
    "MaxSharedMemoryPerBlockOptin": "SharedMemPerBlockOptin",
    "MaxPersistingL2CacheSize": "PersistingL2CacheMaxSize",
    "MaxAccessPolicyWindowSize": "AccessPolicyMaxWindowSize",
    "ReservedSharedMemoryPerBlock": "ReservedSharedMemPerBlock",
    "MaxTexture1DLinearWidth": "MaxTexture1DLinear",
    "MaxTexture2DLinearWidth": "MaxTexture2DLinear",
    "MaxTexture2DGatherWidth": "MaxTexture2DGather",
    "MaxTexture2DLayeredWidth": "MaxTexture2DLayered",
    "MaxSurface1DWidth": "MaxSurface1D", "MaxSurface2DWidth": "MaxSurface2D",
    "MaxSurface3DWidth": "MaxSurface3D",
}


def numbers():
    """Device attributes and names of errors, out of the headers' enumerators."""
    cuda = (HOST / "cuda_numbers.h").read_text()
    hip = {name.lower(): name for name in re.findall(
        r"hipDeviceAttribute(\w+) =", (HOST / "hip_numbers.h").read_text())}
    known = set(re.findall(r"QN_ATTRIBUTE\((\w+),",
                           (HIP / "core" / "attributes.def").read_text()))
    out, missing = [], []
    for name, number in re.findall(r"cudaDevAttr(\w+) = (\d+)", cuda):
        wanted = hip.get(ATTRIBUTES.get(name, name).lower())
        if wanted in known:
            out.append(f"ATTRIBUTE({number}, hipDeviceAttribute{wanted})\n")
    for header, prefix in (("cuda_errors.inc", "cudaError"),
                           ("driver_numbers.h", "CUDA_ERROR_")):
        text = (HOST / header).read_text()
        seen = set()
        for name, number in re.findall(rf"({prefix}\w+)(?: =|,) (\d+)", text):
            if number in seen:
                continue  # an older name of the same error
            seen.add(number)
            kind = "RUNTIME" if prefix == "cudaError" else "DRIVER"
            out.append(f"{kind}_ERROR({name}, {number})\n")
    return out, missing


def per_thread(cuda):
    """Functions whose default stream is the thread's own, in one dialect."""
    api = {name: (result, parameters) for result, name, parameters
           in rows("api.def")}
    out, defines = [], []
    for result, name, parameters in rows("hip_spt.def"):
        plain = name.removesuffix("_spt")
        if cuda and plain not in api:
            continue
        prefix, suffix = ("cuda", "") if cuda else ("hip", "_t")
        if cuda:
            parameters = api[plain][1]
        full = [expand(p, prefix, suffix) for p in split_all(parameters)]
        names = ", ".join(split_parameter(p)[1] for p in full)
        kind = "cudaError_t" if cuda else "hipError_t"
        out.append(f"{kind} {prefix}{name}({', '.join(full) or 'void'}) {{\n"
                   f"  OWN_STREAM({kind}, {prefix}{plain}({names}))\n}}\n")
        defines.append(f"#define cuda{plain} cuda{name}\n")
    return out, defines


# The names by which programs that were compiled with NVIDIA's headers call these
# functions, if their default stream is the thread's own: ends in _ptds of those
# without a stream, in _ptsz of the others. Those whose form differs from release
# to release are in names/cudart_*.c.
PTDS = """Memcpy MemcpyToSymbol MemcpyFromSymbol Memcpy2D MemcpyToArray
Memcpy2DToArray MemcpyFromArray Memcpy2DFromArray MemcpyArrayToArray
Memcpy2DArrayToArray Memcpy3D Memcpy3DPeer Memset Memset2D Memset3D"""
PTSZ = """GraphInstantiateWithParams GraphUpload GraphLaunch StreamBeginCapture
StreamBeginCaptureToGraph StreamEndCapture StreamGetCaptureInfo_v2
StreamGetCaptureInfo_v3 StreamUpdateCaptureDependencies_v2 StreamIsCapturing
MemcpyAsync MemcpyToSymbolAsync MemcpyFromSymbolAsync Memcpy2DAsync
MemcpyToArrayAsync Memcpy2DToArrayAsync MemcpyFromArrayAsync
Memcpy2DFromArrayAsync Memcpy3DAsync Memcpy3DPeerAsync MemsetAsync
Memset2DAsync Memset3DAsync StreamQuery StreamGetDevice StreamGetFlags
StreamGetId StreamGetPriority EventRecord EventRecordWithFlags StreamWaitEvent
StreamAddCallback StreamAttachMemAsync StreamSynchronize LaunchKernel
LaunchKernelExC LaunchHostFunc MemPrefetchAsync_v2 LaunchCooperativeKernel
StreamCopyAttributes StreamGetAttribute StreamSetAttribute MallocAsync
FreeAsync MallocFromPoolAsync SignalExternalSemaphoresAsync
WaitExternalSemaphoresAsync StreamBeginRecaptureToGraph LaunchHostFunc_v2
MemcpyWithAttributesAsync Memcpy3DWithAttributesAsync StreamGetDevResource"""


def per_thread_rows():
    """Name, name without the ending, and parameters of PTDS' and PTSZ'."""
    api = {name: parameters for table in ("api.def", "cuda_api.def")
           for _, name, parameters in rows(table)}
    for names, end in ((PTDS, "_ptds"), (PTSZ, "_ptsz")):
        for name in names.split():
            yield (f"cuda{name}{end}", f"cuda{name}",
                   [expand(p, "cuda", "") for p in split_all(api[name])])


def per_thread_names():
    """The functions of PTDS and PTSZ."""
    out = []
    for name, plain, full in per_thread_rows():
        values = ", ".join(split_parameter(p)[1] for p in full)
        head = f"cudaError_t {name}({', '.join(full)})"
        out.append(f"{head};\n{head} {{\n"
                   f"  OWN_STREAM(cudaError_t, {plain}({values}))\n}}\n")
    return out


def write_defines(defines, check):
    path = HOST / "cuda_spt.h"
    text = ("// SPDX-License-Identifier: Apache-2.0\n"
            "// Made by tools/gen_cuda.py; do not edit.\n//\n"
            "// What CUDA's names mean when the default stream is the thread's "
            "own.\n" + "".join(defines))
    if check:
        return path.exists() and path.read_text() == text
    path.write_text(text)
    return True


NAMES = ROOT / "names"


def rtc_names(header, prefix):
    """hiprtc's or nvrtc's functions: the common ones and the header's own."""
    common = re.findall(r"__QN_P\((\w+)\)\(", (HOST / "rtc.def").read_text())
    own = re.findall(rf"^(?:const char \*)?\w*Result {prefix}(\w+)\(",
                     header.read_text(), re.M)
    return [f"FILTER({prefix}{name})\n" for name in common + own]


def forwards():
    """The driver's functions as calls of libquernhip's."""
    out = []
    for _, name, parameters in rows("driver_api.def"):
        full = [expand(p, "cu", "") for p in split_all(parameters)]
        names = ", ".join(split_parameter(p)[1] for p in full)
        out.append(f"FORWARD({name}, ({', '.join(full) or 'void'}), ({names}))\n")
    return out


def write(path, functions, missing, check):
    text = ("// SPDX-License-Identifier: Apache-2.0\n"
            "// Made by tools/gen_cuda.py; do not edit.\n"
            "// clang-format off\n" + "".join(functions))
    for name in missing:
        text += f"MISSING({name})\n"
    if check:
        return path.exists() and path.read_text() == text
    path.write_text(text)
    return True


def main():
    check = "--check" in sys.argv
    hip = hip_parameters(["api.def", "hip_api.def"])
    own, _ = per_thread(False)
    cuda_own, defines = per_thread(True)
    ptsz = per_thread_names()
    good = write_defines(defines, check)
    for path, lines in (
            ("driver.inc", forwards()),
            ("hiprtc.inc", rtc_names(ROOT / "include/hip/hiprtc.h", "hiprtc")),
            ("nvrtc.inc", rtc_names(ROOT / "include/cuda/nvrtc.h", "nvrtc")),
            ("cuda_spt.inc", [f"OWN({m})\n" for m in
                              re.findall(r"cuda(\w+_spt)\(", "".join(cuda_own))]),
            ("cuda_ptsz.inc", [f"OWN({name.removeprefix('cuda')})\n"
                               for name, _, _ in per_thread_rows()])):
        good &= write(NAMES / path, lines, [], check)
    for name, (functions, missing) in (("runtime.inc", runtime(hip)),
                                       ("driver.inc", (driver(hip)[0], [])),
                                       ("numbers.inc", numbers()),
                                       ("spt.inc", (own, [])),
                                       ("cuda_spt.inc", (cuda_own, [])),
                                       ("cuda_ptsz.inc", (ptsz, []))):
        good &= write(HIP / "cuda" / name, functions, missing, check)
        print(f"{name}: {len(functions)} made, {len(missing)} left out")
        if not check:
            print("  " + " ".join(missing))
    if not good:
        sys.exit("out of date: run tools/gen_cuda.py")


if __name__ == "__main__":
    main()
