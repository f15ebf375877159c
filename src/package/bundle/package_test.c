// SPDX-License-Identifier: Apache-2.0
#include "package/bundle/package.h"

#include "support/property.h"

static const char *const ids[] = {
    "hipv4-amdgcn-amd-amdhsa--gfx90a",
    "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+",
    "hipv4-amdgcn-amd-amdhsa--gfx11-generic",
    "hipv4-amdgcn-amd-amdhsa--gfx1101",
    "hip-nvptx64-nvidia-cuda--sm_80",
    "hip-nvptx64-nvidia-cuda--sm_90a",
    "hip-nvptx64-nvidia-cuda--sm_100f",
    "hip-nvptx64-nvidia-cuda--compute_75",
    "hip-nvptx64-nvidia-cuda--compute_80",
    "hip-x86_64-unknown-linux-gnu-x86-64",
    "hip-x86_64-unknown-linux-gnu-x86-64-v3",
    "hip-spirv64----generic",
    "hip-riscv32-unknown-elf--riscv32",
    "hip-aarch64-unknown-linux-gnu-aarch64",
    "hip-aarch64-unknown-linux-gnu-aarch64-sve512",
    "hip-riscv64-unknown-linux-gnu-riscv64",
};
enum { ID_COUNT = sizeof(ids) / sizeof(ids[0]) };

static const struct {
  const char *device;
  int expected; // index into ids; -1: none
} choices[] = {
    {"gfx90a:sramecc+:xnack+", 1},
    {"gfx90a:sramecc+:xnack-", 0},
    {"gfx90a", 0},
    {"gfx1100", 2},
    {"gfx1101", 3},
    {"gfx942:sramecc+:xnack-", -1},
    {"sm_80", 4},
    {"sm_86", 4},
    {"sm_90", 5},
    {"sm_103", 6},
    {"sm_75", 7},
    {"sm_120", 8},
    {"sm_70", -1},
    {"x86-64", 9},
    {"x86-64-v2", 9},
    {"x86-64-v4", 10},
    {"x86-64-v4-fp16", 10},
    {"spirv64", 11},
    {"riscv32", 12},
    {"aarch64", 13},
    {"aarch64-sve256", 13},
    {"aarch64-sve512", 14},
    {"riscv64gcv", 15},
    {"riscv64", 15},
    {"", -1},
};

static void put_package(qn_buffer *out, bool compress) {
  qn_bundle_entry entries[ID_COUNT];
  for (size_t i = 0; i < ID_COUNT; ++i)
    entries[i] = (qn_bundle_entry){.id = qn_str_from(ids[i]),
                                   .bytes = qn_str_span(qn_str_from(ids[i]))};
  const qn_package_params params = {entries, ID_COUNT, compress};
  qn_diag diag = {0};
  CHECK_OK(qn_package_write(&params, out, &diag), &diag);
}

static qn_status read_package(qn_span file, qn_diag *diag) {
  qn_package package;
  QN_TRY(qn_package_open(file, NULL, &package, diag));
  qn_package_finish(&package);
  return qn_ok();
}

static void test_select(bool compress) {
  qn_buffer b = {0};
  qn_diag diag = {0};
  put_package(&b, compress);
  qn_package package;
  CHECK_OK(qn_package_open(qn_buffer_span(&b), NULL, &package, &diag), &diag);
  CHECK_INT(package.entry_count, ID_COUNT + 1); // and the host's
  CHECK_INT(package.compressed, compress);
  CHECK_INT(package.size, b.size);
  for (size_t i = 0; i < sizeof(choices) / sizeof(choices[0]); ++i) {
    const qn_bundle_entry *entry = NULL;
    diag = (qn_diag){0};
    const qn_status status = qn_package_select(
        &package, qn_str_from(choices[i].device), &entry, &diag);
    if (choices[i].expected < 0) {
      CHECK_INT(status.code, QN_E_NOT_FOUND);
      CHECK(strstr(diag.hint, "It holds images for gfx90a, gfx90a:xnack+"));
      continue;
    }
    CHECK_OK(status, &diag);
    if (!qn_str_equal(entry->id, qn_str_from(ids[choices[i].expected])))
      fprintf(stderr, "%s gets %.*s\n", choices[i].device,
              QN_STR_ARG(entry->id));
    CHECK(qn_str_equal(entry->id, qn_str_from(ids[choices[i].expected])));
  }
  CHECK(qn_package_find(&package, QN_STR("gfx1101")));
  CHECK(qn_package_find(&package, qn_str_from(ids[4])));
  CHECK(!qn_package_find(&package, QN_STR("gfx1")));
  qn_package_finish(&package);
  property_memory(read_package, qn_buffer_span(&b));
  qn_buffer_finish(&b);
}

int main(void) {
  test_select(false);
  test_select(true);
  qn_diag diag = {0};
  CHECK_INT(read_package((qn_span){0}, &diag).code, QN_E_UNSUPPORTED);
  return 0;
}
