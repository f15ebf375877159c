// SPDX-License-Identifier: Apache-2.0
// Describes kernels in clang's output: the source below is compiled by the
// clang that Quern itself would use.
#include "compiler/ir/describe.h"

#include <llvm-c/IRReader.h>

#include "base/system/process.h"
#include "compiler/unit/toolchain.h"
#include "support/test.h"

static const char source[] =
    "#define KERNEL extern \"C\" __attribute__((global)) void\n"
    "typedef unsigned long size_t;\n"
    "enum color { red, green };\n"
    "enum class tiny : unsigned char { one };\n"
    "namespace outer { namespace inner {\n"
    "struct point { float x, y; struct mark { char c; } m; };\n"
    "template <typename T, int N> struct array { T data[N]; };\n"
    "enum kind { none };\n"
    "} }\n"
    "using namespace outer::inner;\n"
    "typedef point alias;\n"
    "union both { int i; double d; };\n"
    "struct __attribute__((aligned(16))) wide { float v[4]; };\n"
    "typedef float vec __attribute__((ext_vector_type(4)));\n"
    "KERNEL nothing() {}\n"
    "KERNEL numbers(bool b, char c, short s, int i, long long l, float f,"
    " double d, unsigned char u, _Float16 h, size_t z) {}\n"
    "KERNEL pointers(float *p, const float *cp, float *const pc,"
    " const double *const *pp, void *v, const volatile int *cv,"
    " float *__restrict__ r) {}\n"
    "KERNEL references(int &r, const point &p) {}\n"
    "KERNEL functions(int (*f)(float, const char *), void (*g)()) {}\n"
    "KERNEL arrays(int (*a)[4][2], float b[8]) {}\n"
    "KERNEL structs(char c, point p, alias q, point::mark m, both u, wide w,"
    " char last) {}\n"
    "KERNEL templates(array<float, 3> a, array<point, 2> *b) {}\n"
    "KERNEL enums(color c, tiny t, kind k) {}\n"
    "KERNEL vectors(char c, vec v) {}\n"
    "KERNEL unnamed(int, float second) {}\n"
    "KERNEL __attribute__((launch_bounds(128))) bounds(const int n) {}\n"
    "namespace { struct local { int i; }; }\n"
    "KERNEL anonymous(local l) {}\n"
    "__attribute__((device)) int variable;\n"
    "__attribute__((constant)) float table[5] = {1};\n";

// What each kernel's record has to say: "type name@offset+size", comma-joined.
static const struct {
  const char *name;
  const char *arguments;
  uint64_t size;
} expected[] = {
    {"nothing", "", 0},
    {"numbers",
     "bool b@0+1, char c@1+1, short s@2+2, int i@4+4, long long l@8+8, "
     "float f@16+4, double d@24+8, unsigned char u@32+1, _Float16 h@34+2, "
     "size_t z@40+8",
     48},
    {"pointers",
     "float* p@0+8, const float* cp@8+8, float* const pc@16+8, "
     "const double* const* pp@24+8, void* v@32+8, "
     "const volatile int* cv@40+8, float* __restrict__ r@48+8",
     56},
    {"references", "int& r@0+8, const outer::inner::point& p@8+8", 16},
    {"functions", "int (*)(float, const char*) f@0+8, void (*)() g@8+8", 16},
    {"arrays", "int (*)[4][2] a@0+8, float* b@8+8", 16},
    {"structs",
     "char c@0+1, outer::inner::point p@4+12, alias q@16+12, "
     "outer::inner::point::mark m@28+1, both u@32+8, wide w@48+16, "
     "char last@64+1",
     65},
    {"templates",
     "outer::inner::array<float, 3> a@0+12, "
     "outer::inner::array<outer::inner::point, 2>* b@16+8",
     24},
    {"enums", "color c@0+4, tiny t@4+1, outer::inner::kind k@8+4", 12},
    {"vectors", "char c@0+1, vec v@16+16", 32},
    {"unnamed", "int @0+4, float second@4+4", 8},
    {"bounds", "const int n@0+4", 4},
    {"anonymous", "(anonymous namespace)::local l@0+4", 4},
};
enum { KERNELS = sizeof(expected) / sizeof(expected[0]) };

static qn_arena arena;

// The module that clang makes of `source`.
static LLVMModuleRef compile(LLVMContextRef context) {
  qn_toolchain tools = {0};
  qn_diag diag = {0};
  if (qn_failed(qn_toolchain_find(&arena, &tools, &diag)))
    SKIP(diag.message);
  const char *const args[] = {tools.clang,
                              "-cc1",
                              "-triple",
                              "nvptx64-nvidia-cuda",
                              "-x",
                              "cuda",
                              "-std=c++17",
                              "-fcuda-is-device",
                              "-O1",
                              "-disable-llvm-passes",
                              "-emit-llvm",
                              "-debug-info-kind=limited",
                              "-dwarf-version=5",
                              "-w",
                              "-o",
                              "-",
                              "-",
                              NULL};
  const qn_process_params params = {
      .args = args, .input = {(const uint8_t *)source, sizeof(source) - 1}};
  qn_process_result result = {0};
  CHECK_OK(qn_process_run(&params, &result, &diag), &diag);
  CHECK_TEXT(qn_buffer_text(&result.err), "");
  CHECK_INT(result.exit_code, 0);
  LLVMMemoryBufferRef bytes = LLVMCreateMemoryBufferWithMemoryRangeCopy(
      (const char *)result.out.data, result.out.size, "clang");
  qn_process_result_finish(&result);
  LLVMModuleRef module;
  char *message = NULL;
  CHECK(!LLVMParseIRInContext(context, bytes, &module, &message));
  return module;
}

static const qn_kernel *find(const qn_record *record, const char *name) {
  for (size_t i = 0; i < record->kernel_count; ++i)
    if (qn_str_equal(record->kernels[i].name, qn_str_from(name)))
      return &record->kernels[i];
  fprintf(stderr, "no kernel '%s'\n", name);
  exit(1);
}

static void check_kernel(const qn_kernel *kernel, const char *wanted) {
  qn_buffer text = {0};
  for (size_t i = 0; i < kernel->argument_count; ++i) {
    const qn_argument *a = &kernel->arguments[i];
    CHECK_INT(a->index, i);
    CHECK(a->alignment && a->offset % a->alignment == 0);
    qn_buffer_printf(&text, "%s%.*s %.*s@%" PRIu64 "+%" PRIu64, i ? ", " : "",
                     QN_STR_ARG(a->type), QN_STR_ARG(a->name), a->offset,
                     a->size);
  }
  CHECK_TEXT(qn_buffer_text(&text), wanted);
  qn_buffer_finish(&text);
}

static void check_details(const qn_record *record) {
  const qn_kernel *pointers = find(record, "pointers");
  for (size_t i = 0; i < pointers->argument_count; ++i)
    CHECK_INT(pointers->arguments[i].kind, QN_ARGUMENT_POINTER);
  CHECK_INT(find(record, "structs")->arguments[1].kind, QN_ARGUMENT_VALUE);
  CHECK_INT(find(record, "structs")->arguments_alignment.value, 16);
  CHECK(find(record, "nothing")->arguments_known);
  const qn_kernel *bounds = find(record, "bounds");
  CHECK(bounds->resources.max_threads.known);
  CHECK_INT(bounds->resources.max_threads.value, 128);
  CHECK(!find(record, "nothing")->resources.max_threads.known);
  CHECK_INT(bounds->resources.wave_size.value, 32);
  CHECK_INT(record->global_count, 2);
  CHECK_STR(record->globals[0].name, "variable");
  CHECK_INT(record->globals[0].size, 4);
  CHECK_STR(record->globals[1].name, "table");
  CHECK_INT(record->globals[1].size, 20);
  CHECK(record->globals[1].constant && !record->globals[0].constant);
}

int main(void) {
  qn_diag diag = {0};
  qn_record record = {.target = QN_STR("sm_80")};
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = compile(context);
  CHECK_OK(qn_describe_module(module, 32, &arena, &record, &diag), &diag);
  CHECK_INT(record.kernel_count, KERNELS);
  for (size_t i = 0; i < KERNELS; ++i) {
    const qn_kernel *kernel = find(&record, expected[i].name);
    check_kernel(kernel, expected[i].arguments);
    CHECK(kernel->arguments_size.known);
    CHECK_INT(kernel->arguments_size.value, expected[i].size);
  }
  check_details(&record);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
  qn_arena_finish(&arena);
  return 0;
}
