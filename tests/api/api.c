// SPDX-License-Identifier: Apache-2.0
// Every function of the public C API (but for metadata/metadata.h), used as a
// program would: valid C11 and C++17, and nothing of Quern's inside. Each code
// is reached at least once.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include <quern/compile.h>
#include <quern/error.h>
#include <quern/inspect.h>
#include <quern/metadata.h>
#include <quern/run.h>
#include <quern/store.h>
#include <quern/tensors.h>
#include <quern/version.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: CHECK(%s)\n", __FILE__, __LINE__, #condition);   \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

static int reached[QUERN_E_INTERNAL + 1];
static quern_error last;

// The call returns this, and says so in the error that it was given.
#define CHECK_STATUS(call, expected)                                           \
  do {                                                                         \
    const quern_error fresh_ = QUERN_ERROR_INIT;                               \
    last = fresh_;                                                             \
    const quern_status got_ = (call);                                          \
    if (got_ != (expected) || last.status != (expected) ||                     \
        (last.message[0] == 0) != ((expected) == QUERN_OK)) {                  \
      fprintf(stderr, "%s:%d: %s: %s: %s\n", __FILE__, __LINE__, #call,        \
              quern_status_name(got_), last.message);                          \
      exit(1);                                                                 \
    }                                                                          \
    ++reached[got_];                                                           \
  } while (0)
#define CHECK_OK(call) CHECK_STATUS(call, QUERN_OK)
#define CHECK_ARGUMENT(call) CHECK_STATUS(call, QUERN_E_ARGUMENT)

// ---- Version and errors

static void test_version(void) {
  CHECK(strcmp(quern_version(), QUERN_VERSION) == 0);
  CHECK(strcmp(quern_status_name(QUERN_E_NOT_FOUND), "not-found") == 0);
}

static bool count_kernels(void *user, const quern_kernel_view *kernel);

// Larger structs than the library's, and sizes that were never set.
static void test_sizes(void) {
  struct {
    quern_error error;
    char more[64];
  } larger;
  quern_error unset;
  memset(&larger, 0x55, sizeof(larger));
  larger.error.size = sizeof(larger);
  CHECK(quern_inspect_path("/", count_kernels, NULL, &larger.error) ==
        QUERN_E_IO);
  CHECK(larger.error.status == QUERN_E_IO && larger.error.message[0]);
  CHECK(larger.error.size == sizeof(larger) && larger.more[0] == 0x55);
  memset(&unset, 0, sizeof(unset));
  CHECK(quern_inspect_path("/", count_kernels, NULL, &unset) == QUERN_E_IO);
  CHECK(!unset.message[0]);
  CHECK(quern_inspect_path("/", count_kernels, NULL, NULL) == QUERN_E_IO);
}

static void test_error(void) {
  char text[QUERN_ERROR_TEXT_SIZE];
  CHECK_STATUS(quern_inspect_path("no/such", count_kernels, NULL, &last),
               QUERN_E_NOT_FOUND);
  const size_t size = quern_error_format(&last, text, sizeof(text));
  CHECK(size == strlen(text) && strstr(text, "error[not-found]: "));
  CHECK(quern_error_format(NULL, NULL, 0) == 0);
}

// ---- Inspection

static const char ptx[] = ".version 8.0\n.target sm_80\n"
                          ".entry _Z1kPfi(.param .u64 a, .param .u32 b) {}\n";

static bool count_kernels(void *user, const quern_kernel_view *kernel) {
  size_t *count = (size_t *)user;
  CHECK(kernel->size >= sizeof(*kernel));
  for (size_t i = 0; i < kernel->argument_count; ++i)
    CHECK(kernel->arguments[i]->size >= sizeof(quern_argument_view) &&
          kernel->arguments[i]->bytes > 0);
  ++*count;
  return true;
}

static void test_inspect(void) {
  size_t count = 0;
  CHECK_OK(
      quern_inspect_memory(ptx, sizeof(ptx) - 1, count_kernels, &count, &last));
  CHECK(count == 1);
  CHECK_STATUS(quern_inspect_memory(NULL, 0, count_kernels, &count, &last),
               QUERN_E_UNSUPPORTED);
  CHECK_STATUS(quern_inspect_memory("\x7f"
                                    "ELF\2\1\1",
                                    8, count_kernels, &count, &last),
               QUERN_E_MALFORMED);
  CHECK_ARGUMENT(quern_inspect_memory(ptx, 4, NULL, NULL, &last));
  CHECK_ARGUMENT(quern_inspect_memory(NULL, 4, count_kernels, &count, &last));
  CHECK_ARGUMENT(quern_inspect_path(NULL, count_kernels, &count, &last));
  CHECK_ARGUMENT(quern_inspect_path("x", NULL, &count, &last));
  CHECK_STATUS(quern_inspect_path("/", count_kernels, &count, &last),
               QUERN_E_IO);
}

// ---- The store

static void test_store(void) {
  static const char *const inputs[] = {"(8,1,1,1)/f32", "(8,1,1,1)/f32"};
  char tried[QUERN_STORE_TRIED_SIZE] = "";
  quern_store *store = NULL;
  quern_store_op op = QUERN_STORE_OP_INIT;
  quern_store_query query = QUERN_STORE_QUERY_INIT;
  quern_store_kernel kernel = QUERN_STORE_KERNEL_INIT;
  quern_store_kernel unset;
  CHECK_ARGUMENT(quern_store_create(0, NULL, &last));
  CHECK_ARGUMENT(quern_store_create(0x80, &store, &last));
  CHECK_OK(quern_store_create(QUERN_STORE_ENVIRONMENT, &store, &last));
  quern_store_destroy(store);
  CHECK_OK(quern_store_create(0, &store, &last));
  CHECK_STATUS(quern_store_add(store, "no/such", &last), QUERN_E_NOT_FOUND);
  CHECK_ARGUMENT(quern_store_add(NULL, "x", &last));
  CHECK_ARGUMENT(quern_store_add(store, NULL, &last));
  query.device = "sm_90";
  query.tried = tried;
  query.tried_size = sizeof(tried);
  CHECK_ARGUMENT(quern_store_find(store, &query, &kernel, &last));
  query.name = "add-8f32-8f32-8f32";
  CHECK_STATUS(quern_store_find(store, &query, &kernel, &last),
               QUERN_E_NOT_FOUND);
  CHECK(strstr(tried, "no/such"));
  query.op = &op;
  CHECK_ARGUMENT(quern_store_find(store, &query, &kernel, &last));
  query.name = NULL;
  CHECK_ARGUMENT(quern_store_find(store, &query, &kernel, &last));
  op.name = "add";
  op.output = inputs[0];
  op.inputs = inputs;
  op.input_count = 2;
  CHECK_STATUS(quern_store_find(store, &query, &kernel, &last),
               QUERN_E_NOT_FOUND);
  op.size = 0;
  CHECK_ARGUMENT(quern_store_find(store, &query, &kernel, &last));
  op.size = sizeof(op);
  query.device = NULL;
  CHECK_ARGUMENT(quern_store_find(store, &query, &kernel, &last));
  query.device = "sm_90";
  memset(&unset, 0, sizeof(unset));
  CHECK_ARGUMENT(quern_store_find(store, &query, &unset, &last));
  CHECK_ARGUMENT(quern_store_find(store, &query, NULL, &last));
  CHECK_ARGUMENT(quern_store_find(store, NULL, &kernel, &last));
  CHECK_ARGUMENT(quern_store_find(NULL, &query, &kernel, &last));
  quern_store_destroy(store);
  quern_store_destroy(NULL);
}

// ---- Metadata

typedef struct own_record {
  const char *text;
  uint64_t uint;
  int64_t sint;
  double real;
} own_record;

static int read_own(struct quern_md_cursor *cursor, void *record) {
  own_record *to = (own_record *)record;
  int result = quern_md_take_zstr(cursor, &to->text);
  if (result == MD_SUCCESS)
    result = quern_md_take_uint(cursor, &to->uint);
  if (result == MD_SUCCESS)
    result = quern_md_take_sint(cursor, &to->sint);
  return result == MD_SUCCESS ? quern_md_take_real(cursor, &to->real) : result;
}

static int write_own(md_stack block, const void *record) {
  const own_record *from = (const own_record *)record;
  const int pushed =
      md_pushf(block, "zuif", from->text, from->uint, from->sint, from->real);
  return MD_CHECK_ERR(pushed) ? pushed : (int)MD_SUCCESS;
}

typedef struct image {
  char bytes[4096];
  size_t size;
} image;

static md_err keep(void *user, const void *bytes, size_t size) {
  image *to = (image *)user;
  CHECK(size <= sizeof(to->bytes));
  memcpy(to->bytes, bytes, size);
  to->size = size;
  return MD_SUCCESS;
}

static void done(void *user) { (void)user; }

static quern_md_handler own_handler(void) {
  quern_md_handler handler;
  memset(&handler, 0, sizeof(handler));
  handler.size = sizeof(handler);
  handler.name = "own";
  handler.block = "Own";
  handler.record_size = sizeof(own_record);
  handler.read = read_own;
  handler.write = write_own;
  return handler;
}

static void write_container(image *to, const quern_md_handler *own) {
  struct md_hooks hooks;
  memset(&hooks, 0, sizeof(hooks));
  hooks.write = keep;
  hooks.finalize = done;
  const quern_md_handler *const list[] = {&quern_md_handler_generic,
                                          &quern_md_handler_vectorize, own};
  const quern_md_generic generic = {"k", "source", 256, 8, 0};
  const quern_md_vectorize vectorize = {1, 0, 8, 0};
  const own_record record = {"text", 7, -7, 0.5};
  const void *const records[] = {&generic, &vectorize, &record};
  md_ctx ctx = md_init(&hooks, to);
  CHECK(ctx);
  quern_md_records *r = quern_md_records_open(ctx, list, 3);
  CHECK(r && quern_md_records_write(r, records) == MD_SUCCESS);
  quern_md_records_close(r);
  md_stack table = md_create_block(ctx, "Table");
  CHECK(md_set_out_fmt(table, MD_FMT_MSGPACK) == MD_SUCCESS);
  CHECK(!MD_CHECK_ERR(md_pushf(table, "{z:u}", "key", (uint64_t)5)));
  CHECK(quern_md_set_encoding(table, MD_ENC_ZLIB) == MD_SUCCESS);
  CHECK(quern_md_set_encoding(table, MD_ENC_LZMA) == MD_E_INVALID_FLAGS);
  CHECK(quern_md_set_endianness(ctx, md_get_endianness(ctx)) == MD_SUCCESS);
  CHECK(md_finalize_ctx(ctx) == MD_SUCCESS);
  md_release_ctx(ctx);
}

static void check_table(md_stack block) {
  const char *bytes = NULL;
  size_t size = 0;
  md_value key, value, table = md_get_value(block, 0);
  CHECK(quern_md_value_count(block) == 1);
  CHECK(quern_md_block_format(block) == MD_FMT_MSGPACK);
  CHECK(quern_md_block_encoding(block) == MD_ENC_ZLIB);
  CHECK(quern_md_table_size(table) == 1);
  CHECK(quern_md_table_at(table, 0, &key, &value) == MD_SUCCESS);
  CHECK(quern_md_table_at(table, 1, &key, &value) == MD_E_INDEX_ERR);
  CHECK(quern_md_table_at(value, 0, &key, &value) == MD_E_TYPE_ERR);
  CHECK(quern_md_view(key, &bytes, &size) == MD_SUCCESS && size == 3);
  CHECK(strcmp(bytes, "key") == 0);
}

static void test_metadata(void) {
  static image container;
  const quern_md_handler own = own_handler();
  quern_md_handler unset = own;
  unset.size = 0;
  write_container(&container, &own);
  md_ctx ctx = quern_md_read(container.bytes, container.size, NULL, NULL, NULL);
  CHECK(ctx && quern_md_block_count(ctx) == 4);
  CHECK(!quern_md_block_at(ctx, 4));
  check_table(md_get_block(ctx, "Table"));
  const quern_md_handler *const list[] = {
      quern_md_handler_find("generic"),
      quern_md_handler_of(quern_md_handler_vectorize.block), &own};
  CHECK(list[0] == &quern_md_handler_generic);
  CHECK(!quern_md_handler_find("none") && !quern_md_handler_of("None"));
  quern_md_records *r = quern_md_records_open(ctx, list, 3);
  quern_md_generic generic;
  quern_md_vectorize vectorize;
  own_record record;
  void *const records[] = {&generic, &vectorize, &record};
  CHECK(r && quern_md_records_read(r, records) == 1);
  CHECK(strcmp(generic.source_name, "source") == 0 && record.sint == -7);
  CHECK(vectorize.pref_work_item_factor == 8 && record.real == 0.5);
  CHECK(quern_md_records_read(r, records) == 0);
  quern_md_records_close(r);
  quern_md_records_close(NULL);
  const quern_md_handler *const bad = &unset;
  CHECK(!quern_md_records_open(ctx, &bad, 1));
  CHECK(!quern_md_records_open(ctx, list, 0));
  char *json = NULL;
  size_t size = 0;
  CHECK(quern_md_json(ctx, &json, &size) == MD_SUCCESS);
  CHECK(size == strlen(json) && strstr(json, "quern.metadata/1"));
  free(json);
  CHECK(strcmp(quern_md_block_name(quern_md_block_at(ctx, 3)), "Table") == 0);
  md_release_ctx(ctx);
  last.status = QUERN_OK;
  CHECK(!quern_md_read("CAMD", 4, NULL, NULL, &last));
  CHECK(last.status == QUERN_E_MALFORMED);
  CHECK(!quern_md_read(NULL, 4, NULL, NULL, &last));
  CHECK(last.status == QUERN_E_ARGUMENT);
}

// ---- Compilation

static const char program[] =
    "#include \"factor.h\"\n"
    "__device__ int counter;\n"
    "__global__ void scale(int n, float a, float *x) {\n"
    "  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);\n"
    "  if (i < n) x[i] *= a * FACTOR;\n"
    "}\n"
    "__global__ void stop(void) { __builtin_trap(); }\n";
static const char factor[] = "#define FACTOR 3\n";

static void count_diagnostics(void *user, const quern_diagnostic *diagnostic) {
  unsigned *counts = (unsigned *)user;
  CHECK(diagnostic->size >= sizeof(*diagnostic));
  CHECK(diagnostic->severity <= QUERN_ERROR);
  ++counts[diagnostic->severity];
  if (diagnostic->severity == QUERN_ERROR)
    CHECK(strcmp(diagnostic->file, "mine.cu") == 0 && diagnostic->line == 2 &&
          diagnostic->column == 43 && strstr(diagnostic->excerpt, "^"));
}

static bool cancel(void *user, double seconds) {
  (void)user;
  return seconds < 0;
}

// A tool that crashes.
static void test_crash(quern_compile_params params) {
  quern_bundle *bundle = NULL;
  const char *before = getenv("QUERN_HOME");
  char *kept = before ? strdup(before) : NULL;
  CHECK(mkdir("home", 0700) == 0 && mkdir("home/bin", 0700) == 0);
  CHECK(mkdir("home/lib", 0700) == 0 && mkdir("home/lib/quern", 0700) == 0);
  FILE *tool = fopen("home/bin/quern", "w");
  CHECK(tool && fputs("#!/bin/sh\nkill -SEGV $$\n", tool) >= 0);
  CHECK(fclose(tool) == 0 && chmod("home/bin/quern", 0700) == 0);
  CHECK(setenv("QUERN_HOME", "home", 1) == 0);
  CHECK_STATUS(quern_compile(&params, &bundle, &last), QUERN_E_INTERNAL);
  CHECK((kept ? setenv("QUERN_HOME", kept, 1) : unsetenv("QUERN_HOME")) == 0);
  free(kept);
}

static void test_compile_refused(quern_compile_params params) {
  static const char *const unknown[] = {"no-such-target"};
  static const char *const output[] = {"-o"};
  struct {
    quern_compile_params params;
    uint64_t more;
  } larger;
  quern_bundle *bundle = NULL;
  larger.params = params;
  larger.params.size = sizeof(larger);
  larger.more = 1;
  CHECK_STATUS(quern_compile(&larger.params, &bundle, &last),
               QUERN_E_UNSUPPORTED);
  CHECK_ARGUMENT(quern_compile(NULL, &bundle, &last));
  CHECK_ARGUMENT(quern_compile(&params, NULL, &last));
  params.options = output;
  params.option_count = 1;
  CHECK_ARGUMENT(quern_compile(&params, &bundle, &last));
  params.option_count = 0;
  params.size = 8;
  CHECK_ARGUMENT(quern_compile(&params, &bundle, &last));
  params.size = sizeof(params);
  params.flags = 0x8000;
  CHECK_STATUS(quern_compile(&params, &bundle, &last), QUERN_E_UNSUPPORTED);
  params.flags = 0;
  params.targets = unknown;
  params.target_count = 1;
  CHECK_STATUS(quern_compile(&params, &bundle, &last), QUERN_E_NOT_FOUND);
  CHECK(!bundle);
}

// The bundle of `program`, or NULL where there is no compiler.
static quern_bundle *test_compile(void) {
  static const char *const options[] = {"-Wall"};
  static const char wrong[] =
      "#warning careful\n"
      "__global__ void k(float *p) { int u; *p = y; }\n";
  quern_source source = {"mine.cu", program, sizeof(program) - 1};
  const quern_source header = {"factor.h", factor, sizeof(factor) - 1};
  unsigned counts[3] = {0, 0, 0};
  quern_bundle *bundle = NULL;
  quern_compile_params params = QUERN_COMPILE_PARAMS_INIT;
  params.sources = &source;
  params.source_count = 1;
  params.headers = &header;
  params.header_count = 1;
  params.options = options;
  params.option_count = 1;
  params.on_diagnostic = count_diagnostics;
  params.user = counts;
  const quern_status status = quern_compile(&params, &bundle, &last);
  if (status == QUERN_E_TOOLCHAIN) {
    printf("no compiler: %s\n", last.message);
    return NULL;
  }
  CHECK(status == QUERN_OK && counts[QUERN_ERROR] == 0);
  size_t size = 0, kernels = 0;
  const void *bytes = quern_bundle_bytes(bundle, &size);
  CHECK_OK(quern_inspect_memory(bytes, size, count_kernels, &kernels, &last));
  CHECK(kernels == 2);
  quern_bundle *none = NULL;
  source.text = wrong;
  source.text_size = sizeof(wrong) - 1;
  CHECK_STATUS(quern_compile(&params, &none, &last), QUERN_E_TOOLCHAIN);
  CHECK(last.line == 2 && last.column == 43 && counts[QUERN_ERROR] == 1 &&
        counts[QUERN_WARNING] == 1);
  params.on_progress = cancel;
  CHECK_STATUS(quern_compile(&params, &none, &last), QUERN_E_LIMIT);
  params.on_progress = NULL;
  test_compile_refused(params);
  test_crash(params);
  CHECK(!none && !quern_bundle_bytes(NULL, NULL));
  quern_bundle_destroy(NULL);
  return bundle;
}

// ---- Devices, memory, modules, launches

static void test_devices(void) {
  quern_device *device = NULL;
  quern_device_info info = QUERN_DEVICE_INFO_INIT;
  char number[32];
  CHECK(quern_device_count() > 0);
  CHECK_OK(quern_device_open(NULL, &device, &last));
  CHECK_OK(quern_device_describe(device, &info, &last));
  CHECK(info.ordinal == 0 && info.target[0] && info.warp_size > 0);
  quern_device_close(device);
  CHECK_OK(quern_device_open("0", &device, &last));
  quern_device_close(device);
  CHECK_OK(quern_device_open("null", &device, &last)); // never listed
  CHECK_OK(quern_device_describe(device, &info, &last));
  CHECK(info.ordinal == -1 && strcmp(info.name, "null:0") == 0);
  info.size = 4;
  CHECK_ARGUMENT(quern_device_describe(device, &info, &last));
  CHECK_ARGUMENT(quern_device_describe(device, NULL, &last));
  CHECK_ARGUMENT(quern_device_describe(NULL, &info, &last));
  quern_device_close(device);
  quern_device_close(NULL);
  snprintf(number, sizeof(number), "%zu", quern_device_count());
  CHECK_STATUS(quern_device_open(number, &device, &last), QUERN_E_NOT_FOUND);
  CHECK_STATUS(quern_device_open("abacus", &device, &last), QUERN_E_NOT_FOUND);
  CHECK_STATUS(quern_device_open("cpu:7", &device, &last), QUERN_E_NOT_FOUND);
  CHECK_ARGUMENT(quern_device_open("cpu:x", &device, &last));
  CHECK_ARGUMENT(quern_device_open("1x", &device, &last));
  CHECK_ARGUMENT(quern_device_open("cpu", NULL, &last));
}

static void test_memory(quern_device *cpu) {
  void *block = NULL;
  int value = 5, back = 0;
  CHECK_OK(quern_memory_allocate(cpu, sizeof(value), &block, &last));
  CHECK((uintptr_t)block % 256 == 0);
  CHECK_OK(quern_memory_copy(cpu, block, &value, sizeof(value), &last));
  CHECK_OK(quern_memory_copy(cpu, &back, block, sizeof(back), &last));
  CHECK(back == 5);
  CHECK_ARGUMENT(quern_memory_copy(cpu, block, &value, 4096, &last));
  CHECK_ARGUMENT(quern_memory_copy(cpu, NULL, &value, 4, &last));
  CHECK_ARGUMENT(quern_memory_copy(cpu, block, NULL, 4, &last));
  CHECK_ARGUMENT(quern_memory_copy(NULL, block, &value, 4, &last));
  CHECK_OK(quern_memory_copy(cpu, NULL, NULL, 0, &last));
  CHECK_ARGUMENT(quern_memory_free(&value, &last));
  CHECK_OK(quern_memory_free(block, &last));
  CHECK_OK(quern_memory_free(NULL, &last));
  block = &value;
  CHECK_STATUS(quern_memory_allocate(cpu, SIZE_MAX / 2, &block, &last),
               QUERN_E_MEMORY);
  CHECK(block == &value);
  CHECK_OK(quern_memory_allocate(cpu, 0, &block, &last));
  CHECK(!block);
  CHECK_ARGUMENT(quern_memory_allocate(NULL, 4, &block, &last));
  CHECK_ARGUMENT(quern_memory_allocate(cpu, 4, NULL, &last));
}

static void test_launch(const quern_module *module) {
  const quern_kernel *scale = NULL, *stop = NULL;
  float x[64];
  float *pointer = x;
  int n = 64;
  float a = 2;
  const void *args[] = {&n, &a, &pointer};
  size_t sizes[] = {sizeof(n), sizeof(a), sizeof(pointer)};
  quern_launch launch = QUERN_LAUNCH_INIT;
  for (int i = 0; i < n; ++i)
    x[i] = 1;
  CHECK_OK(quern_module_find_kernel(module, "scale", &scale, &last));
  CHECK(quern_kernel_arg_count(scale) == 3);
  CHECK(quern_kernel_arg_size(scale, 2) == sizeof(pointer));
  CHECK(quern_kernel_arg_size(scale, 3) == 0);
  CHECK(quern_kernel_arg_count(NULL) == 0 && !quern_kernel_arg_size(NULL, 0));
  launch.grid[0] = 2;
  launch.block[0] = 32;
  launch.args = args;
  launch.arg_count = 3;
  launch.arg_sizes = sizes;
  CHECK_OK(quern_kernel_launch(scale, &launch, &last));
  CHECK(x[0] == 6 && x[63] == 6);
  sizes[1] = 8;
  CHECK_ARGUMENT(quern_kernel_launch(scale, &launch, &last));
  launch.arg_sizes = NULL;
  launch.arg_count = 2;
  CHECK_ARGUMENT(quern_kernel_launch(scale, &launch, &last));
  launch.arg_count = 3;
  args[1] = NULL;
  CHECK_ARGUMENT(quern_kernel_launch(scale, &launch, &last));
  args[1] = &a;
  launch.args = NULL;
  CHECK_ARGUMENT(quern_kernel_launch(scale, &launch, &last));
  launch.args = args;
  launch.block[0] = 5000;
  CHECK_ARGUMENT(quern_kernel_launch(scale, &launch, &last));
  launch.block[0] = 32;
  launch.flags = 1;
  CHECK_STATUS(quern_kernel_launch(scale, &launch, &last), QUERN_E_UNSUPPORTED);
  launch.flags = 0;
  launch.size = 0;
  CHECK_ARGUMENT(quern_kernel_launch(scale, &launch, &last));
  CHECK_ARGUMENT(quern_kernel_launch(scale, NULL, &last));
  CHECK_ARGUMENT(quern_kernel_launch(NULL, &launch, &last));
  const quern_launch plain = QUERN_LAUNCH_INIT;
  CHECK_OK(quern_module_find_kernel(module, "stop", &stop, &last));
  CHECK_STATUS(quern_kernel_launch(stop, &plain, &last), QUERN_E_DEVICE);
}

static void test_find(const quern_module *module) {
  const quern_kernel *kernel = NULL;
  void *address = NULL;
  size_t size = 0;
  CHECK_STATUS(quern_module_find_kernel(module, "scal", &kernel, &last),
               QUERN_E_NOT_FOUND);
  CHECK(strstr(last.hint, "scale"));
  CHECK_ARGUMENT(quern_module_find_kernel(module, NULL, &kernel, &last));
  CHECK_ARGUMENT(quern_module_find_kernel(NULL, "scale", &kernel, &last));
  CHECK_ARGUMENT(quern_module_find_kernel(module, "scale", NULL, &last));
  CHECK_STATUS(
      quern_module_find_variable(module, "none", &address, &size, &last),
      QUERN_E_NOT_FOUND);
  CHECK_ARGUMENT(
      quern_module_find_variable(module, NULL, &address, &size, &last));
  CHECK_ARGUMENT(
      quern_module_find_variable(module, "counter", NULL, &size, &last));
  CHECK_OK(
      quern_module_find_variable(module, "counter", &address, &size, &last));
  CHECK(address && size == sizeof(int));
  CHECK_OK(
      quern_module_find_variable(module, "counter", &address, NULL, &last));
}

static void write_bundle(const char *path, const void *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  CHECK(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

static void test_run(quern_device *cpu, const quern_bundle *bundle) {
  quern_module *module = NULL;
  size_t size = 0;
  const void *bytes = quern_bundle_bytes(bundle, &size);
  write_bundle("k.hipfb", bytes, size);
  CHECK_OK(quern_module_open_file(cpu, "k.hipfb", &module, &last));
  quern_module_close(module);
  CHECK_STATUS(quern_module_open_file(cpu, "none", &module, &last),
               QUERN_E_NOT_FOUND);
  CHECK_ARGUMENT(quern_module_open_file(cpu, NULL, &module, &last));
  CHECK_ARGUMENT(quern_module_open_file(cpu, "k.hipfb", NULL, &last));
  CHECK_ARGUMENT(quern_module_open(cpu, NULL, 1, &module, &last));
  CHECK_ARGUMENT(quern_module_open(cpu, bytes, size, NULL, &last));
  CHECK_STATUS(quern_module_open(cpu, ptx, sizeof(ptx) - 1, &module, &last),
               QUERN_E_NOT_FOUND);
  CHECK(strstr(last.hint, "-t "));
  CHECK_OK(quern_module_open(cpu, bytes, size, &module, &last));
  test_find(module);
  test_launch(module);
  quern_module_close(module);
  quern_module_close(NULL);
}

// Without a trace they do nothing, and say so.
static void test_trace(void) {
  CHECK(!quern_trace_is_on());
  quern_trace_mark("a moment");
  CHECK(quern_trace_push(NULL, "a range") == -2);
  CHECK(quern_trace_pop(NULL) == -2);
  const uint64_t range = quern_trace_begin("another");
  CHECK(range == 0);
  quern_trace_end(range);
}

int main(void) {
  const quern_tensor_shapes shapes = {
      {{1, 1, 1, 1}, {1, 1, 1, 1}}, {{0}, {0}}, {{0}, {0}}};
  CHECK(shapes.dst.extent[QUERN_DIMS - 1] == 1);
  test_version();
  test_sizes();
  test_error();
  test_inspect();
  test_store();
  test_metadata();
  test_devices();
  quern_device *cpu = NULL;
  CHECK_OK(quern_device_open("cpu", &cpu, &last));
  test_memory(cpu);
  CHECK(quern_reason());
  test_trace();
  quern_bundle *bundle = test_compile();
  if (bundle)
    test_run(cpu, bundle);
  quern_device_close(cpu);
  for (int code = QUERN_OK; bundle && code <= QUERN_E_INTERNAL; ++code)
    if (!reached[code]) {
      fprintf(stderr, "no call was '%s'\n",
              quern_status_name((quern_status)code));
      return 1;
    }
  quern_bundle_destroy(bundle);
  return 0;
}
