// SPDX-License-Identifier: Apache-2.0
// Signatures from the objects of tests/corpus/signature (built from
// source.txt), and from damaged ones. tests/stub tests the output of this
// machine's compilers.
#include "metadata/debug/signature.h"

#include "base/system/file.h"
#include "support/property.h"

static const qn_str all_names[] = {
    {"k", 1}, {"b", 1}, {"w", 1}, {"_Z1mP1N", 7}};

static qn_status read_natural(qn_span file, qn_diag *diag) {
  const qn_signature_params params = {
      .names = all_names,
      .name_count = 4,
      .rules = {.assume = QN_ASSUME_NATURAL},
  };
  qn_signatures s;
  qn_report report = {0};
  qn_status status = qn_signatures_read(file, &params, &report, &s, diag);
  if (!qn_failed(status) && s.failed) // sent to the report instead
    status = qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE, "a kernel failed");
  qn_signatures_finish(&s);
  return status;
}

// "type name@offset+size%alignment", comma-joined.
static void check_kernel(const qn_signatures *s, const char *name,
                         qn_source source, const char *wanted) {
  const qn_kernel *k = NULL;
  qn_buffer text = {0};
  for (size_t i = 0; i < s->kernel_count; ++i)
    if (qn_str_equal(s->kernels[i].name, qn_str_from(name)))
      k = &s->kernels[i];
  CHECK(k);
  CHECK_INT(k->source, source);
  for (size_t i = 0; i < k->argument_count; ++i) {
    const qn_argument *a = &k->arguments[i];
    qn_buffer_printf(&text, "%s%.*s %.*s@%" PRIu64 "+%" PRIu64 "%%%" PRIu64,
                     i ? ", " : "", QN_STR_ARG(a->type), QN_STR_ARG(a->name),
                     a->offset, a->size, a->alignment);
  }
  CHECK_TEXT(qn_buffer_text(&text), wanted);
  qn_buffer_finish(&text);
}

static const char of_k[] =
    "int* p@0+8%8, P s@8+16%8, const n::V<float>* v@24+8%8, n::E e@32+4%4, "
    "f4 f@48+16%16, U u@64+8%4, char @72+1%1";
static const char of_b[] =
    "char c@0+1%1, B x@4+4%4, long double l@16+16%16, void (*)(int) f@32+8%8, "
    "int (&)[2] r@40+8%8";
static const char of_w_wrapper[] =
    "int* p@0+8%8, double d@8+8%8, char[3] c@16+3%1";

static void check_file(const char *path) {
  qn_file file = {0};
  qn_diag diag = {0};
  CHECK_OK(qn_file_open(path, 0, &file, &diag), &diag);
  qn_signature_params params = {
      .names = all_names,
      .name_count = 4,
      .rules = {.assume = QN_ASSUME_NATURAL},
  };
  qn_signatures s;
  qn_report report = {0};
  CHECK_OK(qn_signatures_read(file.bytes, &params, &report, &s, &diag), &diag);
  CHECK_INT(s.kernel_count, 4);
  CHECK_INT(report.counts[QN_ERROR], 0);
  check_kernel(&s, "k", QN_SOURCE_DWARF, of_k);
  check_kernel(&s, "b", QN_SOURCE_DWARF, of_b);
  check_kernel(&s, "w", QN_SOURCE_WRAPPER, of_w_wrapper); // it has a marker
  check_kernel(&s, "_Z1mP1N", QN_SOURCE_DWARF, "N* p@0+8%8");
  qn_signatures_finish(&s);

  // Without names, the marked kernels: __vx_kentry_w.
  params.name_count = 0;
  CHECK_OK(qn_signatures_read(file.bytes, &params, &report, &s, &diag), &diag);
  CHECK_INT(s.kernel_count, 1);
  check_kernel(&s, "w", QN_SOURCE_WRAPPER, of_w_wrapper);
  qn_signatures_finish(&s);

  // With no assumption, what may be packed after a char is refused.
  params.names = all_names + 1;
  params.name_count = 1;
  params.rules.assume = QN_ASSUME_NOTHING;
  CHECK_OK(qn_signatures_read(file.bytes, &params, &report, &s, &diag), &diag);
  CHECK(s.kernel_count + s.failed == 1);
  qn_signatures_finish(&s);
  property_memory(read_natural, file.bytes);
  qn_file_close(&file);
}

// Damages only the sections that are read; damaging everything would take
// minutes.
static void damage_file(const char *path) {
  qn_file file = {0};
  qn_diag diag = {0};
  CHECK_OK(qn_file_open(path, 0, &file, &diag), &diag);
  uint8_t *bytes = malloc(file.bytes.size);
  uint64_t state = 1;
  CHECK(bytes);
  for (int round = 0; round < 6000; ++round) {
    memcpy(bytes, file.bytes.data, file.bytes.size);
    for (int i = 0; i <= round % 4; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      bytes[(state >> 33) % file.bytes.size] = (uint8_t)(state >> 20);
    }
    (void)property_read(read_natural, bytes, file.bytes.size);
  }
  free(bytes);
  qn_file_close(&file);
}

static void test_vortex_names(void) {
  uint8_t file[64] = {0};
  // Code, "abcd", entries {0, 3} and {2, 2}, their number, the magic.
  size_t at = 8;
  memcpy(file + at, "abcd", 4);
  file[at + 4 + 4] = 3;
  file[at + 20] = 2;
  file[at + 24] = 2;
  file[at + 36] = 2;
  memcpy(file + at + 40, "VXSYMTAB", 8);
  const qn_span bytes = {file, at + 48};
  qn_arena arena = {0};
  qn_str *names = NULL;
  size_t count = 0;
  qn_diag diag = {0};
  CHECK_OK(qn_vortex_names(bytes, &arena, &names, &count, &diag), &diag);
  CHECK_INT(count, 2);
  CHECK_STR(names[0], "abc");
  CHECK_STR(names[1], "cd");
  file[at + 36] = 200; // more than there are
  CHECK_INT(qn_vortex_names(bytes, &arena, &names, &count, &diag).code,
            QN_E_MALFORMED);
  file[at + 36] = 2;
  file[at + 5] = 1; // a name outside
  diag = (qn_diag){0};
  file[at + 20 + 1] = 0xff;
  CHECK_INT(qn_vortex_names(bytes, &arena, &names, &count, &diag).code,
            QN_E_MALFORMED);
  qn_arena_finish(&arena);
}

int main(void) {
  static const char *const files[] = {
      "tests/corpus/signature/clang5.o", "tests/corpus/signature/clang4.o",
      "tests/corpus/signature/gcc5.o", "tests/corpus/signature/gcc4.o"};
  for (size_t i = 0; i < 4; ++i) {
    check_file(files[i]);
    damage_file(files[i]);
  }
  test_vortex_names();
  return 0;
}
