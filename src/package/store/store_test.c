// SPDX-License-Identifier: Apache-2.0
// The public interface to pregenerated kernels, with a folder made here.
#include "quern/store.h"

#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/system/file.h"
#include "package/store/manifest.h"
#include "package/bundle/package.h"
#include "support/test.h"

static qn_temp temp;

static void write_file(const char *folder, const char *name, qn_span bytes) {
  char path[1024];
  qn_diag diag = {0};
  snprintf(path, sizeof(path), "%s/%s", folder, name);
  CHECK_OK(qn_file_write(path, bytes, &diag), &diag);
}

// A bundle whose image for `id` contains `code`.
static void write_bundle(const char *folder, const char *name, const char *id,
                         const char *code) {
  qn_buffer bytes = {0};
  qn_diag diag = {0};
  const qn_bundle_entry entry = {
      .id = qn_str_from(id), .bytes = {(const uint8_t *)code, strlen(code)}};
  const qn_package_params params = {
      .entries = &entry, .entry_count = 1, .compress = true};
  CHECK_OK(qn_package_write(&params, &bytes, &diag), &diag);
  write_file(folder, name, qn_buffer_span(&bytes));
  qn_buffer_finish(&bytes);
}

static void folder_of(char path[512], const char *name) {
  snprintf(path, 512, "%s/%s", temp.path, name);
  CHECK(mkdir(path, 0700) == 0);
}

// Kernels for two machines, without a manifest.
static void make_tree(char path[512], const char *name) {
  char arch[600];
  folder_of(path, name);
  static const char *const archs[] = {"x86-64", "x86-64-v3", "gfx942",
                                      "sm_80",  "aie2",      "other"};
  for (size_t i = 0; i < sizeof(archs) / sizeof(archs[0]); ++i) {
    snprintf(arch, sizeof(arch), "%s/%s", path, archs[i]);
    CHECK(mkdir(arch, 0700) == 0);
  }
  const char *add = "add-1024f32-1024f32-1024f32.hipfb";
  char file[700];
  snprintf(file, sizeof(file), "x86-64/%s", add);
  write_bundle(path, file, "hip-x86_64-unknown-linux-gnu-x86-64", "base");
  snprintf(file, sizeof(file), "x86-64-v3/%s", add);
  write_bundle(path, file, "hip-x86_64-unknown-linux-gnu-x86-64-v3", "v3");
  snprintf(file, sizeof(file), "gfx942/%s", add);
  write_bundle(path, file, "hipv4-amdgcn-amd-amdhsa--gfx942", "amd");
  // PTX, the result without ptxas, runs on later devices too.
  snprintf(file, sizeof(file), "sm_80/%s", add);
  write_bundle(path, file, "hip-nvptx64-nvidia-cuda--compute_80", "ptx");
  write_file(path, "aie2/relu-64x8f32-64x8f32n.pdi",
             qn_str_span(QN_STR("image")));
  write_file(path, "aie2/relu-64x8f32-64x8f32n_insts.bin",
             qn_str_span(QN_STR("12345678")));
  write_file(path, "aie2/cut-4f32-4f32.pdi", qn_str_span(QN_STR("image")));
  write_file(path, "aie2/cut-4f32-4f32_insts.bin", qn_str_span(QN_STR("123")));
}

static const char *const inputs[] = {"(1024,1,1,1)/f32", "(1024,1,1,1)/f32"};
static const char *const square[] = {"(32,32,1,1)/f32", "(32,32,1,1)/f32"};

typedef struct outcome {
  quern_error error;
  char tried[QUERN_STORE_TRIED_SIZE];
} outcome;

static quern_status find_as(quern_store *store, quern_store_query query,
                            quern_store_kernel *out, outcome *report) {
  query.size = sizeof(query);
  *out = (quern_store_kernel)QUERN_STORE_KERNEL_INIT;
  if (!report)
    return quern_store_find(store, &query, out, NULL);
  report->error = (quern_error)QUERN_ERROR_INIT;
  query.tried = report->tried;
  query.tried_size = sizeof(report->tried);
  return quern_store_find(store, &query, out, &report->error);
}

static quern_status find_op(quern_store *store, const char *device,
                            const quern_store_op *op, quern_store_kernel *out,
                            outcome *report) {
  quern_store_op sized = *op;
  sized.size = sizeof(sized);
  return find_as(store, (quern_store_query){.device = device, .op = &sized},
                 out, report);
}

static quern_status find_name(quern_store *store, const char *device,
                              const char *name, quern_store_kernel *out,
                              outcome *report) {
  return find_as(store, (quern_store_query){.device = device, .name = name},
                 out, report);
}

static quern_status find(quern_store *store, const char *device,
                         quern_store_kernel *out, outcome *report) {
  const quern_store_op op = {.name = "add",
                             .output = "(1024,1,1,1)/f32",
                             .inputs = inputs,
                             .input_count = 2};
  return find_op(store, device, &op, out, report);
}

static quern_store *create(uint32_t flags) {
  quern_store *store;
  CHECK_INT(quern_store_create(flags, &store, NULL), QUERN_OK);
  return store;
}

static void test_fitness(quern_store *store) {
  quern_store_kernel kernel;
  outcome report = {.error = QUERN_ERROR_INIT};
  CHECK_INT(find(store, "x86-64-v4", &kernel, &report), 0);
  CHECK_TEXT(kernel.arch, "x86-64-v3");
  CHECK_INT(find(store, "x86-64-v2", &kernel, &report), 0);
  CHECK_TEXT(kernel.arch, "x86-64");
  CHECK_INT(find(store, "gfx942:sramecc+:xnack-", &kernel, &report), 0);
  CHECK_TEXT(kernel.arch, "gfx942");
  CHECK_INT(find(store, "sm_90", &kernel, &report), 0);
  CHECK_TEXT(kernel.arch, "sm_80");
  CHECK_INT(find(store, "gfx90a", &kernel, &report), QN_E_NOT_FOUND);
  CHECK(strstr(report.error.message, "add-1024f32-1024f32-1024f32"));
  CHECK(strstr(report.tried, "it is there for gfx942, sm_80, x86-64-v3"));
}

static void test_normalised(quern_store *store) {
  quern_store_kernel kernel, same;
  quern_store_op op = {.name = "ggml_op_add",
                       .output = "(32,32,1,1)/f32",
                       .inputs = square,
                       .input_count = 2};
  CHECK_INT(find_op(store, "x86-64-v3", &op, &kernel, NULL), 0);
  CHECK_INT(find(store, "x86-64-v3", &same, NULL), 0);
  CHECK(kernel.code == same.code); // loaded once
  op.output = "(33,32,1,1)/f32";
  outcome report = {.error = QUERN_ERROR_INIT};
  CHECK_INT(find_op(store, "x86-64-v3", &op, &kernel, &report), QN_E_ARGUMENT);
  CHECK_TEXT(report.error.message,
             "add: the output's shape is not that of input 0");
  op.name = "ad";
  CHECK_INT(find_op(store, "x86-64-v3", &op, &kernel, &report), QN_E_NOT_FOUND);
  CHECK_INT(find_name(store, "x86-64-v3", "add-1024f32-1024f32-1024f31",
                      &kernel, &report),
            QN_E_NOT_FOUND);
  CHECK(strstr(report.tried, "similar names: 'add-1024f32-1024f32-1024f32'"));
}

static void test_npu(quern_store *store) {
  static const char *const strided[] = {"(64,8,1,1)/f32/(1,100,800,800)"};
  const quern_store_op op = {.name = "relu",
                             .output = "(64,8,1,1)/f32",
                             .inputs = strided,
                             .input_count = 1};
  quern_store_kernel kernel;
  outcome report = {.error = QUERN_ERROR_INIT};
  CHECK_INT(find_op(store, "aie2", &op, &kernel, &report), 0);
  CHECK_INT(kernel.insts_size, 8);
  CHECK_INT(find_op(store, "aie2p", &op, &kernel, &report), QN_E_NOT_FOUND);
  CHECK_INT(find_name(store, "aie2", "cut-4f32-4f32", &kernel, &report),
            QN_E_MALFORMED);
  CHECK(strstr(report.tried, "are cut"));
}

// A bundle in another machine's folder is not used for this one.
static void test_wrong_place(void) {
  char path[512];
  quern_store_kernel kernel;
  outcome report = {.error = QUERN_ERROR_INIT};
  make_tree(path, "wrong");
  write_bundle(path, "gfx942/add-1024f32-1024f32-1024f32.hipfb",
               "hipv4-amdgcn-amd-amdhsa--gfx90a", "amd");
  quern_store *store = create(0);
  CHECK_INT(quern_store_add(store, path, &report.error), 0);
  CHECK(find(store, "gfx942", &kernel, &report) != 0);
  CHECK(strstr(report.tried, "for gfx942: "));
  write_file(path, "x86-64-v3/add-1024f32-1024f32-1024f32.hipfb",
             qn_str_span(QN_STR("no bundle")));
  // A damaged file does not hide another one that is suitable.
  CHECK_INT(find(store, "x86-64-v3", &kernel, &report), 0);
  CHECK_TEXT(kernel.arch, "x86-64");
  quern_store_destroy(store);
}

static void test_environment(const char *tree) {
  char both[1200];
  quern_store_kernel kernel;
  snprintf(both, sizeof(both), "/no/such/folder:%s", tree);
  setenv("QUERN_KERNEL_DIR", both, 1);
  setenv("GGML_HSA_KERNEL_DIR", temp.path, 1);
  setenv("GGML_HSA_KERNEL_CACHE_DIR", "/none", 1);
  quern_store *store = create(QUERN_STORE_ENVIRONMENT);
  CHECK_INT(find(store, "x86-64-v3", &kernel, NULL), 0);
  outcome report = {.error = QUERN_ERROR_INIT};
  CHECK(find(store, "gfx1100", &kernel, &report) != 0);
  CHECK(strstr(report.tried, "(GGML_HSA_KERNEL_DIR)"));
  CHECK(strstr(report.tried, "the folder '/no/such/folder' is not there"));
  CHECK(strstr(report.tried, "/none (GGML_HSA_KERNEL_CACHE_DIR)"));
  quern_store_destroy(store);
  store = create(0);
  CHECK_INT(quern_store_add(store, "/no/such/folder", &report.error),
            QN_E_NOT_FOUND);
  CHECK_INT(find(store, "x86-64", &kernel, &report), QN_E_NOT_FOUND);
  quern_store_destroy(store);
  quern_store_destroy(NULL);
}

static void *find_often(void *user) {
  quern_store_kernel kernel;
  static const char *const devices[] = {"x86-64-v3", "gfx942", "sm_90",
                                        "gfx1100"};
  for (int i = 0; i < 200; ++i)
    CHECK((find(user, devices[i % 4], &kernel, NULL) == 0) == (i % 4 != 3));
  return NULL;
}

static void test_threads(const char *tree) {
  pthread_t threads[4];
  quern_store *store = create(0);
  CHECK_INT(quern_store_add(store, tree, NULL), 0);
  for (int i = 0; i < 4; ++i)
    CHECK(pthread_create(&threads[i], NULL, find_often, store) == 0);
  for (int i = 0; i < 4; ++i)
    CHECK(pthread_join(threads[i], NULL) == 0);
  quern_store_destroy(store);
}

int main(void) {
  char tree[512];
  qn_diag diag = {0};
  CHECK_OK(qn_temp_create(&temp, &diag), &diag);
  make_tree(tree, "tree");
  quern_store *store = create(0);
  CHECK_INT(quern_store_add(store, tree, NULL), 0);
  test_fitness(store);
  test_normalised(store);
  test_npu(store);
  quern_store_destroy(store);
  test_wrong_place();
  test_environment(tree);
  test_threads(tree);
  qn_temp_finish(&temp);
  return 0;
}
