// SPDX-License-Identifier: Apache-2.0
// Readers of formats that no tool here writes: the files of the corpus, which
// tests/inspect/samples.py makes, every figure, and damaged copies.
#include "base/system/file.h"
#include "metadata/extract/extract.h"
#include "metadata/model/occupancy.h"
#include "support/property.h"

static qn_file file;

static qn_span open_corpus(const char *name) {
  char path[256];
  qn_diag diag = {0};
  qn_file_close(&file);
  snprintf(path, sizeof(path), "tests/corpus/%s", name);
  CHECK_OK(qn_file_open(path, 0, &file, &diag), &diag);
  return file.bytes;
}

static qn_status on_item(void *user, const qn_item *item, qn_diag *diag) {
  (void)user;
  qn_arena own = {0};
  qn_image image;
  const qn_status status = qn_image_read(item, NULL, &own, &image, diag);
  qn_arena_finish(&own);
  return status;
}

static qn_status read_any(qn_span bytes, qn_diag *diag) {
  return qn_format_walk(bytes, NULL, on_item, NULL, diag);
}

static qn_image read_one(const char *name, qn_arena *arena) {
  const qn_span bytes = open_corpus(name);
  const qn_item item = {.format = qn_format_detect(bytes), .bytes = bytes};
  qn_diag diag = {0};
  qn_image image;
  CHECK(item.format);
  CHECK_OK(qn_image_read(&item, NULL, arena, &image, &diag), &diag);
  return image;
}

static void check_argument(const qn_argument *a, const char *name,
                           uint64_t offset, uint64_t size,
                           qn_argument_kind kind) {
  CHECK(qn_str_equal(a->name, qn_str_from(name)));
  CHECK_INT(a->offset, offset);
  CHECK_INT(a->size, size);
  CHECK_INT(a->kind, kind);
}

static void check_zebin(void) {
  qn_arena arena = {0};
  const qn_image image = read_one("format_zebin/zebin", &arena);
  CHECK(qn_str_equal(image.target, QN_STR("dg2")));
  CHECK(qn_str_equal(image.version, QN_STR("1.20")));
  CHECK_INT(image.kernel_count, 1);
  const qn_kernel *k = image.kernels;
  CHECK(qn_str_equal(k->name, QN_STR("scale")));
  CHECK_INT(k->resources.registers.value, 128);
  CHECK_INT(k->resources.wave_size.value, 16);
  CHECK_INT(k->resources.shared_static.value, 1024);
  CHECK_INT(k->resources.barriers.value, 1);
  CHECK(k->resources.required_known && k->resources.required_threads[1] == 2);
  CHECK_INT(k->argument_count, 2);
  check_argument(&k->arguments[0], "x", 32, 8, QN_ARGUMENT_POINTER);
  check_argument(&k->arguments[1], "pair", 40, 8, QN_ARGUMENT_VALUE);
  CHECK(qn_str_equal(k->arguments[0].type, QN_STR("float*")));
  CHECK_INT(k->hidden_count, 1);
  CHECK(!k->arguments_size.known);
  qn_arena_finish(&arena);
}

static void check_v2(void) {
  qn_arena arena = {0};
  const qn_image image = read_one("image/hsaco_v2", &arena);
  CHECK(qn_str_equal(image.target, QN_STR("gfx900")));
  CHECK_INT(image.kernel_count, 1);
  const qn_kernel *k = image.kernels;
  CHECK(qn_str_equal(k->symbol, QN_STR("scale@kd")));
  CHECK_INT(k->arguments_size.value, 24);
  CHECK_INT(k->resources.sgpr.value, 12);
  CHECK(!k->resources.vgpr.known);
  CHECK_INT(k->argument_count, 2);
  check_argument(&k->arguments[0], "c", 0, 1, QN_ARGUMENT_VALUE);
  check_argument(&k->arguments[1], "x", 8, 8, QN_ARGUMENT_POINTER);
  CHECK_INT(k->hidden_count, 1);
  CHECK_INT(k->hidden[0].offset, 16);
  const qn_image real = read_one("image/clang14_v2.hsaco", &arena);
  CHECK_INT(real.kernel_count, 2);
  CHECK_INT(real.warning_count, 0); // amd_kernel_code_t agrees
  CHECK_INT(real.kernels[1].resources.sgpr.value, 0);
  CHECK(real.kernels[1].resources.sgpr.known);
  qn_arena_finish(&arena);
}

static void check_bitcode(void) {
  qn_arena arena = {0};
  const qn_image amd = read_one("format_bitcode/amdgcn", &arena);
  CHECK_STR(amd.target, "amdgcn-amd-amdhsa");
  CHECK_STR(amd.version, "LLVM22.1.8");
  CHECK_INT(amd.kernel_count, 2);
  CHECK_STR(amd.kernels[0].name, "one");
  CHECK_STR(amd.kernels[1].name, "_Z3twoIsEvPT_");
  CHECK_STR(amd.kernels[1].demangled, "void two<short>(short*)");
  CHECK_INT(amd.kernels[0].source, QN_SOURCE_BITCODE);
  CHECK(!amd.kernels[0].arguments_known);
  const qn_image nv = read_one("format_bitcode/nvptx", &arena);
  CHECK_STR(nv.target, "nvptx64-nvidia-cuda");
  CHECK_INT(nv.kernel_count, 2);
  const qn_image host = read_one("format_bitcode/wrapped", &arena);
  CHECK_STR(host.target, "x86_64-pc-linux-gnu");
  CHECK_INT(host.kernel_count, 0);
  qn_arena_finish(&arena);
}

static void check_clspv(void) {
  qn_arena arena = {0};
  const qn_image image = read_one("format_spirv/clspv", &arena);
  CHECK_STR(image.target, "spirv-vulkan");
  CHECK_INT(image.kernel_count, 1);
  const qn_kernel *k = image.kernels;
  CHECK_STR(k->name, "scale");
  CHECK(k->resources.required_known && k->resources.required_threads[0] == 64);
  CHECK_INT(k->argument_count, 3);
  check_argument(&k->arguments[0], "out", QN_OFFSET_UNKNOWN, 0,
                 QN_ARGUMENT_POINTER);
  check_argument(&k->arguments[1], "n", 16, 4, QN_ARGUMENT_VALUE);
  check_argument(&k->arguments[2], "tmp", QN_OFFSET_UNKNOWN, 0,
                 QN_ARGUMENT_SHARED);
  CHECK_STR(k->arguments[0].type, "float*");
  qn_arena_finish(&arena);
}

static void check_others(void) {
  qn_arena arena = {0};
  const qn_image vxbin = read_one("format_vxbin/vxbin_3", &arena);
  CHECK_INT(vxbin.kernel_count, 2);
  CHECK(qn_str_equal(vxbin.kernels[1].name, QN_STR("add")));
  CHECK(!vxbin.kernels[1].arguments_known);
  const qn_image xclbin = read_one("format_xclbin/xclbin", &arena);
  CHECK_INT(xclbin.kernel_count, 1);
  CHECK_INT(xclbin.kernels[0].argument_count, 2);
  check_argument(&xclbin.kernels[0].arguments[1], "x", 0x18, 8,
                 QN_ARGUMENT_POINTER);
  qn_arena_finish(&arena);
}

static void check_occupancy(void) {
  qn_kernel k = {
      .resources = {.vgpr = {true, 128},
                    .sgpr = {true, 20},
                    .wave_size = {true, 64},
                    .max_threads = {true, 256}},
  };
  qn_occupancy o;
  CHECK(qn_occupancy_find(QN_STR("gfx90a:xnack+"), &k, &o));
  CHECK_INT(o.waves, 4);
  CHECK_INT(o.limit, QN_LIMITED_BY_VECTOR);
  CHECK(!o.assumed);
  CHECK(!qn_occupancy_find(QN_STR("gfx000"), &k, &o));
  k = (qn_kernel){.resources = {.registers = {true, 32}}};
  CHECK(qn_occupancy_find(QN_STR("sm_90a"), &k, &o));
  CHECK_INT(o.waves, 64);
  CHECK(o.assumed);
  k.resources.shared_static = qn_known(100000);
  CHECK(qn_occupancy_find(QN_STR("sm_90"), &k, &o));
  CHECK_INT(o.waves, 16);
  CHECK_INT(o.limit, QN_LIMITED_BY_SHARED);
  k.resources.registers = qn_known(UINT64_MAX);
  CHECK(qn_occupancy_find(QN_STR("sm_90"), &k, &o));
}

int main(void) {
  check_zebin();
  check_v2();
  check_bitcode();
  check_clspv();
  check_others();
  check_occupancy();
  static const char *const names[] = {
      "format_zebin/zebin",         "image/hsaco_v2",
      "format_vxbin/vxbin_1",       "format_vxbin/vxbin_2",
      "format_vxbin/vxbin_3",       "format_xclbin/xclbin",
      "format_xclbin/xclbin_npu",   "format_pe/pe",
      "format_macho/macho",         "format_text_bundle/text_bundle",
      "format_archive/archive_bsd", "format_bitcode/wrapped",
      "format_bitcode/nvptx",       "format_spirv/clspv"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    const qn_span bytes = open_corpus(names[i]);
    // Of larger files only the host's headers are damaged.
    const qn_span start = {bytes.data, bytes.size < 1200 ? bytes.size : 600};
    if (start.size == bytes.size)
      property_prefixes(read_any, bytes, false);
    property_mutants(read_any, start);
  }
  qn_file_close(&file);
  return 0;
}
