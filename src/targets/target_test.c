// SPDX-License-Identifier: Apache-2.0
#include "targets/target.h"

#include "support/test.h"

static qn_diag diag;

static qn_target parse(const char *name) {
  qn_target t = {0};
  diag = (qn_diag){0};
  CHECK_OK(qn_target_parse(qn_str_from(name), &t, &diag), &diag);
  return t;
}

static qn_code parse_code(const char *name) {
  qn_target t = {0};
  diag = (qn_diag){0};
  const qn_status status = qn_target_parse(qn_str_from(name), &t, &diag);
  CHECK(qn_failed(status) == (diag.message[0] != 0));
  CHECK(!qn_failed(status) || !t.row); // untouched on failure
  return status.code;
}

static const char *id_of(const qn_target *t) {
  static qn_buffer id;
  qn_buffer_clear(&id);
  qn_target_print_id(t, &id);
  return qn_buffer_text(&id);
}

static bool same(const qn_target *a, const qn_target *b) {
  return a->row == b->row && a->xnack == b->xnack && a->sramecc == b->sramecc &&
         a->ptx_only == b->ptx_only && strcmp(a->name, b->name) == 0;
}

static void check_round_trip(const char *name) {
  const qn_target t = parse(name), again = parse(t.name);
  CHECK(same(&t, &again));
  qn_target back = {0};
  diag = (qn_diag){0};
  CHECK_OK(qn_target_from_id(qn_str_from(id_of(&t)), &back, &diag), &diag);
  CHECK(same(&t, &back));
}

// parse(print(t)) == t, and the same through the id, for every row with every
// set of features it has.
static void test_all_rows(void) {
  static const char *const xnack[] = {"", ":xnack+", ":xnack-"};
  static const char *const sramecc[] = {"", ":sramecc-", ":sramecc+"};
  size_t count, checked = 0;
  const qn_target_row *rows = qn_target_rows(&count);
  CHECK(count > 90);
  for (size_t i = 0; i < count; ++i) {
    CHECK(qn_target_find(qn_str_from(rows[i].name)) == &rows[i]);
    CHECK(rows[i].triple[0] && rows[i].summary[0] && rows[i].groups[0]);
    for (size_t x = 0; x < 3; ++x)
      for (size_t s = 0; s < 3; ++s) {
        char name[64];
        snprintf(name, sizeof(name), "%s%s%s", rows[i].name, xnack[x],
                 sramecc[s]);
        const bool legal = (!x || rows[i].feature_flags & 1) &&
                           (!s || rows[i].feature_flags & 2);
        if (legal)
          check_round_trip(name);
        else
          CHECK(parse_code(name) == QN_E_ARGUMENT);
        checked += legal;
      }
    if (rows[i].family == QN_FAMILY_NVIDIA) {
      char name[64];
      snprintf(name, sizeof(name), "ptx%s", rows[i].name + 3);
      check_round_trip(name);
      CHECK(parse(name).ptx_only);
    }
  }
  CHECK(checked > count);
}

static void test_names(void) {
  const qn_target t = parse("gfx90a:xnack+:sramecc-");
  CHECK_TEXT(t.name, "gfx90a:sramecc-:xnack+");
  CHECK(t.xnack == 1 && t.sramecc == -1 && t.row->mach == 0x3f);
  CHECK(t.row->wave_size == 64 && parse("gfx1100").row->wave_size == 32);
  CHECK_INT(parse("sm_90a").row->mach, 900);
  CHECK(parse_code("gfx94a") == QN_E_NOT_FOUND);
  CHECK(strstr(diag.hint, "'gfx942'"));
  CHECK(parse_code("x86-64-v33") == QN_E_NOT_FOUND);
  CHECK(strstr(diag.hint, "'x86-64-v3'"));
  CHECK(parse_code("riscv128") == QN_E_NOT_FOUND);
  CHECK(parse_code("") == QN_E_NOT_FOUND);
  CHECK(parse_code("gfx90a:") == QN_E_ARGUMENT);
  CHECK(parse_code("gfx90a:xnack") == QN_E_ARGUMENT);
  CHECK(parse_code("gfx90a:xnack+:xnack-") == QN_E_ARGUMENT);
  CHECK(parse_code("gfx1100:xnack+") == QN_E_ARGUMENT);
  CHECK_TEXT(diag.message, "target 'gfx1100' has no feature 'xnack'");
  CHECK(parse_code("ptx5") == QN_E_NOT_FOUND);
  CHECK(parse_code("ptx80:xnack+") == QN_E_ARGUMENT);
  CHECK(parse("native").row == qn_target_native());
  qn_target cubin = parse("sm_90"), other = parse("gfx90a");
  CHECK(qn_target_leave_as_text(&cubin) && cubin.ptx_only);
  CHECK(!qn_target_leave_as_text(&cubin) && cubin.ptx_only);
  CHECK(!qn_target_leave_as_text(&other) && !other.ptx_only);
  CHECK(qn_target_runs_here(qn_target_native()));
  CHECK(!qn_target_runs_here(parse("gfx942").row));
  CHECK(!qn_target_runs_here(parse("riscv32").row));
#if defined(__x86_64__)
  CHECK(qn_target_runs_here(parse("x86-64").row));
  CHECK(!qn_target_runs_here(parse("aarch64").row));
#endif
}

static bool is_above(const char *name, const char *base) {
  return qn_target_is_above(parse(name).row, parse(base).row);
}

// The properties of a CPU level are in its row.
static void test_levels(void) {
  CHECK(is_above("x86-64-v3", "x86-64"));
  CHECK(is_above("x86-64-v4-fp16", "x86-64-v4"));
  CHECK(!is_above("x86-64", "x86-64"));
  CHECK(!is_above("x86-64-v2", "x86-64-v3"));
  CHECK(is_above("aarch64-sve512", "aarch64-sve256"));
  CHECK(!is_above("aarch64-sve256", "x86-64"));
  CHECK(!is_above("vortex-rv32", "riscv32")); // the same triple
  CHECK(!parse("x86-64-v2").row->on_cpu.has_fma);
  CHECK(parse("x86-64-v3").row->on_cpu.has_fma);
  size_t count;
  const qn_target_row *rows = qn_target_rows(&count);
  for (size_t i = 0; i < count; ++i)
    CHECK((rows[i].family == QN_FAMILY_CPU) == (rows[i].on_cpu.level != 0));
}

static void test_lists(void) {
  static qn_target targets[200];
  size_t count = 0;
  diag = (qn_diag){0};
  CHECK_OK(qn_target_parse_list(QN_STR("gfx942,sm_80,gfx942,ptx80"), targets,
                                200, &count, &diag),
           &diag);
  CHECK_INT(count, 3);
  CHECK_OK(qn_target_parse_list(QN_STR("cdna"), targets, 200, &count, &diag),
           &diag);
  CHECK_INT(count, 6); // gfx908, gfx90a, gfx950 are new
  static const char *const groups[] = {"cpu",  "amd",   "nvidia", "all",
                                       "gfx9", "gfx10", "gfx11",  "gfx12",
                                       "cdna", "rdna",  "rdna3",  "hopper"};
  for (size_t i = 0; i < sizeof(groups) / sizeof(*groups); ++i) {
    size_t of_group = 0;
    CHECK_OK(qn_target_parse_list(qn_str_from(groups[i]), targets, 200,
                                  &of_group, &diag),
             &diag);
    CHECK(of_group > 0);
  }
  // Targets come before groups: no group has a target's name.
  size_t all;
  const qn_target_row *rows = qn_target_rows(&all);
  for (size_t i = 0; i < all; ++i) {
    qn_str rest = qn_str_from(rows[i].groups), group;
    while (qn_str_split(&rest, ' ', &group))
      CHECK(!qn_target_find(group));
  }
  // A failed list changes nothing.
  count = 1;
  CHECK(qn_target_parse_list(QN_STR("sm_90,gfx94"), targets, 200, &count, &diag)
            .code == QN_E_NOT_FOUND);
  CHECK(
      qn_target_parse_list(QN_STR("sm_90,,gfx942"), targets, 200, &count, NULL)
          .code == QN_E_ARGUMENT);
  CHECK(qn_target_parse_list(QN_STR("all"), targets, 10, &count, NULL).code ==
        QN_E_LIMIT);
  CHECK_INT(count, 1);
}

static const char *from_id(const char *id) {
  static qn_target t;
  diag = (qn_diag){0};
  t = (qn_target){0};
  const qn_status status = qn_target_from_id(qn_str_from(id), &t, &diag);
  CHECK(qn_failed(status) == (t.row == NULL));
  return t.row ? t.name : "none";
}

static void test_ids(void) {
  qn_target t = parse("gfx90a:xnack+");
  CHECK_TEXT(id_of(&t), "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+");
  t = parse("ptx80");
  CHECK_TEXT(id_of(&t), "hip-nvptx64-nvidia-cuda--compute_80");
  t = parse("spirv64");
  CHECK_TEXT(id_of(&t), "hip-spirv64----generic");
  t = parse("x86-64-v3");
  CHECK_TEXT(id_of(&t), "hip-x86_64-unknown-linux-gnu-x86-64-v3");
  t = parse("riscv32");
  CHECK_TEXT(id_of(&t), "hip-riscv32-unknown-elf--riscv32");
  // As other tools write them.
  CHECK_TEXT(from_id("hip-amdgcn-amd-amdhsa-gfx906"), "gfx906");
  CHECK_TEXT(from_id("hipv4-amdgcn-amd-amdhsa--gfx9-4-generic"),
             "gfx9-4-generic");
  CHECK_TEXT(from_id("hip-amdgcn-amd-amdhsa-unknown-gfx942"), "gfx942");
  CHECK_TEXT(from_id("openmp-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-"),
             "gfx90a:sramecc+:xnack-");
  CHECK_TEXT(from_id("openmp-nvptx64-nvidia-cuda--sm_70"), "sm_70");
  CHECK_TEXT(from_id("hip-spirv64-unknown-chipstar--generic"), "spirv64");
  CHECK_TEXT(from_id("hip-x86_64-unknown-linux-gnu-"), "x86-64");
  // Foreign, newer or broken ones.
  CHECK_TEXT(from_id("host-x86_64-unknown-linux-gnu-"), "none");
  CHECK_TEXT(from_id("host-x86_64-unknown-linux--"), "none");
  CHECK_TEXT(from_id("hipv4-amdgcn-amd-amdhsa--gfx9999"), "none");
  CHECK_TEXT(from_id("hip-nvptx64-nvidia-cuda--gfx906"), "none");
  CHECK_TEXT(from_id("hip-spirv64-amd-amdhsa--amdgcnspirv"), "none");
  CHECK_TEXT(from_id("hip-x86_64-unknown-linux-gnu-native"), "none");
  static const char *const broken[] = {
      "", "-", "hip", "hip-", "hip--", "hip-amdgcn", "hip-----", "------"};
  for (size_t i = 0; i < sizeof(broken) / sizeof(*broken); ++i)
    CHECK_TEXT(from_id(broken[i]), "none");
}

int main(void) {
  test_all_rows();
  test_names();
  test_levels();
  test_lists();
  test_ids();
  return 0;
}
