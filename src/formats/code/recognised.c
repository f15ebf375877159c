// SPDX-License-Identifier: Apache-2.0
// Formats that are recognised but not parsed, and those for which src/metadata
// needs only a probe.
#include "formats/code/attached.h"
#include "formats/object/elf.h"
#include "formats/core/format.h"
#include "formats/code/spirv.h"

static bool starts(qn_span bytes, const char *magic, size_t size) {
  return bytes.size >= size && memcmp(bytes.data, magic, size) == 0;
}

static bool probe_amdgpu(qn_span bytes) {
  return qn_elf_machine(bytes) == QN_ELF_MACHINE_AMDGPU;
}

static bool probe_cubin(qn_span bytes) {
  return qn_elf_machine(bytes) == QN_ELF_MACHINE_CUDA;
}

static bool probe_zebin(qn_span bytes) {
  return qn_elf_machine(bytes) == QN_ELF_MACHINE_INTELGT;
}

// The words by which a boot device detects its bus width, in either byte order.
static bool probe_pdi(qn_span bytes) {
  return starts(bytes,
                "\xdd\0\0\0\x44\x33\x22\x11\x88\x77\x66\x55"
                "\xcc\xbb\xaa\x99",
                16) ||
         starts(bytes,
                "\0\0\0\xdd\x11\x22\x33\x44\x55\x66\x77\x88"
                "\x99\xaa\xbb\xcc",
                16);
}

const qn_format qn_format_amdgpu = {
    .name = "amdgpu",
    .summary = "AMD GPU code object",
    .plural = "AMD code objects",
    .extension = ".hsaco",
    .probe = probe_amdgpu,
};

const qn_format qn_format_cubin = {
    .name = "cubin",
    .summary = "NVIDIA machine code",
    .plural = "CUDA binaries",
    .extension = ".cubin",
    .probe = probe_cubin,
    .walk = qn_attached_walk_cubin,
    .is_image = true,
};

const qn_format qn_format_spirv = {
    .name = "spirv",
    .summary = "SPIR-V module",
    .plural = "SPIR-V",
    .extension = ".spv",
    .probe = qn_spirv_probe,
};

const qn_format qn_format_zebin = {
    .name = "zebin",
    .summary = "Intel GPU machine code",
    .plural = "Intel GPU binaries",
    .extension = ".zebin",
    .probe = probe_zebin,
};

const qn_format qn_format_pdi = {
    .name = "pdi",
    .summary = "programmable device image (AMD NPU, Versal)",
    .probe = probe_pdi,
    .no_kernels = true,
};
