#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the declarations of the back end 'levelzero' with Level Zero's own
header: sizes of structs, where each of their fields lies, and numbers.

usage: layout.py CC SOURCE_FOLDER
The header is Debian's libze-dev, or in the folder QUERN_TEST_LEVELZERO; exits with
77 where there is none.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
ROOM = "src/runtime/backends/levelzero"
# Ours, theirs; and where the fields' names differ in more than their order.
STRUCTS = {
    "ze_device_properties": "ze_device_properties_t",
    "ze_compute_properties": "ze_device_compute_properties_t",
    "ze_module_properties": "ze_device_module_properties_t",
    "ze_float_atomics": "ze_float_atomic_ext_properties_t",
    "ze_queue_group": "ze_command_queue_group_properties_t",
    "ze_memory_properties": "ze_device_memory_properties_t",
    "ze_access_properties": "ze_device_memory_access_properties_t",
    "ze_cache_properties": "ze_device_cache_properties_t",
    "ze_driver_properties": "ze_driver_properties_t",
    "ze_pci_properties": "ze_pci_ext_properties_t",
    "ze_ip_version": "ze_device_ip_version_ext_t",
    "ze_allocation_properties": "ze_memory_allocation_properties_t",
    "ze_kernel_properties": "ze_kernel_properties_t",
    "ze_context_desc": "ze_context_desc_t",
    "ze_queue_desc": "ze_command_queue_desc_t",
    "ze_pool_desc": "ze_event_pool_desc_t",
    "ze_event_desc": "ze_event_desc_t",
    "ze_device_alloc_desc": "ze_device_mem_alloc_desc_t",
    "ze_host_alloc_desc": "ze_host_mem_alloc_desc_t",
    "ze_module_desc": "ze_module_desc_t",
    "ze_kernel_desc": "ze_kernel_desc_t",
    "ze_groups": "ze_group_count_t",
    "ze_region": "ze_copy_region_t",
}
# Fields, by struct: ours, theirs.
FIELDS = {
    "ze_device_properties": "type:type flags:flags clock_mhz:coreClockRate "
    "alloc_max:maxMemAllocSize priority_max:maxCommandQueuePriority "
    "subslices_per_slice:numSubslicesPerSlice slices:numSlices "
    "timer_hz:timerResolution timer_bits:timestampValidBits uuid:uuid "
    "name:name",
    "ze_compute_properties": "group_max:maxTotalGroupSize "
    "group_max_by:maxGroupSizeX groups_max:maxGroupCountX "
    "shared_max:maxSharedLocalMemory sub_group_count:numSubGroupSizes "
    "sub_groups:subGroupSizes",
    "ze_module_properties": "spirv_version:spirvVersionSupported flags:flags "
    "native_uuid:nativeKernelSupported",
    "ze_float_atomics": "fp16:fp16Flags fp32:fp32Flags fp64:fp64Flags",
    "ze_queue_group": "flags:flags pattern_max:maxMemoryFillPatternSize "
    "queues:numQueues",
    "ze_memory_properties": "clock_mhz:maxClockRate bus_bits:maxBusWidth "
    "size:totalSize name:name",
    "ze_access_properties": "host:hostAllocCapabilities "
    "shared:sharedSingleDeviceAllocCapabilities "
    "system:sharedSystemAllocCapabilities",
    "ze_cache_properties": "size:cacheSize",
    "ze_driver_properties": "uuid:uuid version:driverVersion",
    "ze_ip_version": "version:ipVersion",
    "ze_pci_properties": "domain:address.domain bus:address.bus "
    "device:address.device function:address.function",
    "ze_allocation_properties": "type:type id:id",
    "ze_kernel_properties": "argument_count:numKernelArgs "
    "shared_size:localMemSize private_size:privateMemSize uuid:uuid",
    "ze_context_desc": "flags:flags",
    "ze_queue_desc": "ordinal:ordinal index:index flags:flags mode:mode "
    "priority:priority",
    "ze_pool_desc": "flags:flags count:count",
    "ze_event_desc": "index:index signal:signal wait:wait",
    "ze_device_alloc_desc": "flags:flags ordinal:ordinal",
    "ze_host_alloc_desc": "flags:flags",
    "ze_module_desc": "format:format size:inputSize bytes:pInputModule "
    "options:pBuildFlags constants:pConstants",
    "ze_kernel_desc": "flags:flags name:pKernelName",
    "ze_groups": "x:groupCountX y:groupCountY z:groupCountZ",
    "ze_region": "x:originX y:originY z:originZ width:width height:height "
    "depth:depth",
}
NUMBERS = {
    "NOT_READY": "RESULT_NOT_READY",
    "ERROR_DEVICE_LOST": "RESULT_ERROR_DEVICE_LOST",
    "ERROR_OUT_OF_HOST_MEMORY": "RESULT_ERROR_OUT_OF_HOST_MEMORY",
    "ERROR_OUT_OF_DEVICE_MEMORY": "RESULT_ERROR_OUT_OF_DEVICE_MEMORY",
    "ERROR_MODULE_BUILD_FAILURE": "RESULT_ERROR_MODULE_BUILD_FAILURE",
    "DRIVER_PROPERTIES": "STRUCTURE_TYPE_DRIVER_PROPERTIES",
    "DEVICE_COMPUTE_PROPERTIES": "STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES",
    "DEVICE_MODULE_PROPERTIES": "STRUCTURE_TYPE_DEVICE_MODULE_PROPERTIES",
    "QUEUE_GROUP_PROPERTIES": "STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES",
    "DEVICE_MEMORY_PROPERTIES": "STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES",
    "DEVICE_ACCESS_PROPERTIES":
    "STRUCTURE_TYPE_DEVICE_MEMORY_ACCESS_PROPERTIES",
    "DEVICE_CACHE_PROPERTIES": "STRUCTURE_TYPE_DEVICE_CACHE_PROPERTIES",
    "CONTEXT_DESC": "STRUCTURE_TYPE_CONTEXT_DESC",
    "QUEUE_DESC": "STRUCTURE_TYPE_COMMAND_QUEUE_DESC",
    "EVENT_POOL_DESC": "STRUCTURE_TYPE_EVENT_POOL_DESC",
    "EVENT_DESC": "STRUCTURE_TYPE_EVENT_DESC",
    "DEVICE_ALLOC_DESC": "STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC",
    "HOST_ALLOC_DESC": "STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC",
    "ALLOCATION_PROPERTIES": "STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES",
    "MODULE_DESC": "STRUCTURE_TYPE_MODULE_DESC",
    "KERNEL_DESC": "STRUCTURE_TYPE_KERNEL_DESC",
    "KERNEL_PROPERTIES": "STRUCTURE_TYPE_KERNEL_PROPERTIES",
    "FLOAT_ATOMIC_PROPERTIES": "STRUCTURE_TYPE_FLOAT_ATOMIC_EXT_PROPERTIES",
    "PCI_PROPERTIES": "STRUCTURE_TYPE_PCI_EXT_PROPERTIES",
    "IP_VERSION": "STRUCTURE_TYPE_DEVICE_IP_VERSION_EXT",
    "DEVICE_PROPERTIES_1_2": "STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2",
    "DEVICE_IS_INTEGRATED": "DEVICE_PROPERTY_FLAG_INTEGRATED",
    "DEVICE_HAS_ECC": "DEVICE_PROPERTY_FLAG_ECC",
    "MODULE_HAS_FP16": "DEVICE_MODULE_FLAG_FP16",
    "MODULE_HAS_FP64": "DEVICE_MODULE_FLAG_FP64",
    "MODULE_HAS_INT64_ATOMICS": "DEVICE_MODULE_FLAG_INT64_ATOMICS",
    "QUEUE_COMPUTES": "COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE",
    "QUEUE_COOPERATES":
    "COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COOPERATIVE_KERNELS",
    "ACCESS_RW": "MEMORY_ACCESS_CAP_FLAG_RW",
    "ACCESS_CONCURRENT": "MEMORY_ACCESS_CAP_FLAG_CONCURRENT",
    "MODE_ASYNCHRONOUS": "COMMAND_QUEUE_MODE_ASYNCHRONOUS",
    "PRIORITY_NORMAL": "COMMAND_QUEUE_PRIORITY_NORMAL",
    "PRIORITY_LOW": "COMMAND_QUEUE_PRIORITY_PRIORITY_LOW",
    "PRIORITY_HIGH": "COMMAND_QUEUE_PRIORITY_PRIORITY_HIGH",
    "POOL_HOST_VISIBLE": "EVENT_POOL_FLAG_HOST_VISIBLE",
    "SCOPE_HOST": "EVENT_SCOPE_FLAG_HOST",
    "FORMAT_SPIRV": "MODULE_FORMAT_IL_SPIRV",
    "FORMAT_NATIVE": "MODULE_FORMAT_NATIVE",
    "MEMORY_UNKNOWN": "MEMORY_TYPE_UNKNOWN",
    "MEMORY_HOST": "MEMORY_TYPE_HOST",
    "MEMORY_SHARED": "MEMORY_TYPE_SHARED",
    "FLOAT_ATOMIC_ADD": "DEVICE_FP_ATOMIC_EXT_FLAG_GLOBAL_ADD | "
    "ZE_DEVICE_FP_ATOMIC_EXT_FLAG_LOCAL_ADD",
    "FLOAT_ATOMIC_MIN_MAX": "DEVICE_FP_ATOMIC_EXT_FLAG_GLOBAL_MIN_MAX | "
    "ZE_DEVICE_FP_ATOMIC_EXT_FLAG_LOCAL_MIN_MAX",
    "INDIRECT_ALL": "KERNEL_INDIRECT_ACCESS_FLAG_HOST | "
    "ZE_KERNEL_INDIRECT_ACCESS_FLAG_DEVICE | "
    "ZE_KERNEL_INDIRECT_ACCESS_FLAG_SHARED",
}


def header_folder():
    own = os.environ.get("QUERN_TEST_LEVELZERO")
    for folder in ([own] if own else []) + ["/usr/include"]:
        found = sorted(Path(folder).glob("**/level_zero/ze_api.h"))
        if found:
            return found[0].parent.parent
    return None


def run(compiler, text, more):
    with tempfile.TemporaryDirectory() as temp:
        source = Path(temp) / "layout.c"
        source.write_text(text)
        program = Path(temp) / "layout"
        subprocess.run([compiler, "-std=gnu17", str(source), "-o", str(program),
                        *more], check=True)
        return subprocess.run([str(program)], check=True, capture_output=True,
                              text=True).stdout.splitlines()


def ours(compiler, root):
    text = '#include "runtime/backends/levelzero/levelzero.h"\n'
    text += "#include <stdio.h>\n#include <stddef.h>\nint main(void) {\n"
    for name in STRUCTS:
        text += f'printf("{name} %zu\\n", sizeof(struct {name}));\n'
        for pair in ("stype:stype next:pNext " * has_type(name) +
                     FIELDS[name]).split():
            field = pair.split(":")[0]
            text += (f'printf("{name}.{field} %zu\\n", '
                     f"offsetof(struct {name}, {field}));\n")
    for name in NUMBERS:
        text += f'printf("{name} %lld\\n", (long long)ZE_{name});\n'
    for row in errors(root):
        text += f'printf("{row[1]} %lld\\n", (long long){row[0]});\n'
    return run(compiler, text + "}\n", [f"-I{root}/src"])


def theirs(compiler, root, folder):
    text = "#include <level_zero/ze_api.h>\n"
    text += "#include <stdio.h>\n#include <stddef.h>\nint main(void) {\n"
    for name, other in STRUCTS.items():
        text += f'printf("{name} %zu\\n", sizeof({other}));\n'
        for pair in ("stype:stype next:pNext " * has_type(name) +
                     FIELDS[name]).split():
            field, their = pair.split(":")
            text += (f'printf("{name}.{field} %zu\\n", '
                     f"offsetof({other}, {their}));\n")
    for name, other in NUMBERS.items():
        text += f'printf("{name} %lld\\n", (long long)(ZE_{other}));\n'
    for row in errors(root):
        text += (f'printf("{row[1]} %lld\\n", '
                 f"(long long)ZE_RESULT_{row[1]});\n")
    return run(compiler, text + "}\n", [f"-I{folder}"])


def has_type(name):
    return name not in ("ze_groups", "ze_region")


def errors(root):
    text = (Path(root) / ROOM / "errors.def").read_text()
    return re.findall(r"^QN_ZE_ERROR\((0x\w+), (\w+)", text, re.M)


def check_covered(root):
    """Every struct and every number that the header declares is compared."""
    text = (Path(root) / ROOM / "levelzero.h").read_text()
    structs = set(re.findall(r"^typedef struct (ze_\w+) \{", text, re.M))
    numbers = set(re.findall(r"^  ZE_(\w+) = ", text, re.M))
    return sorted(structs ^ STRUCTS.keys()) + sorted(numbers ^ NUMBERS.keys())


def leave_out_newer(folder):
    """What a header of an older version does not have: Debian 12's is of 1.4."""
    text = (folder / "level_zero" / "ze_api.h").read_text()
    for table, name, other in (
            (STRUCTS, "ze_ip_version", "ze_device_ip_version_ext_t"),
            (NUMBERS, "IP_VERSION", "ZE_STRUCTURE_TYPE_DEVICE_IP_VERSION_EXT")):
        if other not in text:
            del table[name]
            print(f"not in this header: {other}")


def main():
    compiler, root = sys.argv[1:]
    missing = check_covered(root)
    if missing:
        print("not compared:", ", ".join(missing))
        return 1
    folder = header_folder()
    if not folder:
        print("no level_zero/ze_api.h (Debian's libze-dev)")
        return SKIPPED
    leave_out_newer(folder)
    own, other = ours(compiler, root), theirs(compiler, root, folder)
    wrong = [f"ours {a}, theirs {b}" for a, b in zip(own, other) if a != b]
    print("\n".join(wrong) or f"{len(own)} sizes, places and numbers agree")
    return bool(wrong) or len(own) != len(other)


if __name__ == "__main__":
    sys.exit(main())
