// SPDX-License-Identifier: Apache-2.0
#include "metadata/model/variant.h"

#include "support/test.h"

// width, min_factor, sub_group
static const qn_entry entries[] = {
    {{"one", 3}, {0}, 1, 1, 1},
    {{"four", 4}, {0}, 4, 1, 1},
    {{"eight", 5}, {0}, 8, 8, 1},
    {{"group", 5}, {0}, 4, 4, 4},
    {{"sixteen", 7}, {"x86-64-v4", 9}, 16, 1, 1},
};

static bool not_v4(void *user, const qn_entry *entry) {
  ++*(int *)user;
  return !qn_str_equal(entry->isa, QN_STR("x86-64-v4"));
}

static const char *choose(size_t first, size_t count, uint64_t local_x) {
  const qn_kernel kernel = {
      .name = QN_STR("k"), .entries = entries + first, .entry_count = count};
  int asked = 0;
  const qn_variant_query query = {&kernel, local_x, not_v4, &asked};
  const qn_entry *entry = NULL;
  qn_diag diag = {0};
  const qn_status status = qn_variant_choose(&query, &entry, &diag);
  CHECK_INT(asked, count);
  CHECK(qn_failed(status) == (entry == NULL));
  return entry ? entry->symbol.data : NULL;
}

// Compares with the rule of variant.h, implemented a second time, over all
// orders of three variants and all sizes.
static void test_against_rule(void) {
  for (unsigned bits = 0; bits < 1u << 15; ++bits) {
    qn_entry e[3];
    for (unsigned i = 0; i < 3; ++i)
      e[i] = (qn_entry){.width = 1u << (bits >> (5 * i) & 3),
                        .min_factor = 1u << (bits >> (5 * i + 2) & 1),
                        .sub_group = 1u << (bits >> (5 * i + 3) & 3)};
    const qn_kernel kernel = {
        .name = QN_STR("k"), .entries = e, .entry_count = 3};
    for (uint64_t x = 1; x <= 12; ++x) {
      int best = -1;
      for (int i = 0; i < 3; ++i) {
        if (x % e[i].min_factor || x % e[i].sub_group)
          continue;
        if (best < 0)
          best = i;
        else if (e[i].width == e[best].width)
          best = e[i].sub_group > e[best].sub_group ? i : best;
        else if (e[i].width > e[best].width && x >= e[i].width &&
                 (x % e[i].width == 0 || x % e[best].width != 0))
          best = i;
      }
      const qn_entry *got = NULL;
      const qn_variant_query query = {.kernel = &kernel, .local_x = x};
      const qn_status status = qn_variant_choose(&query, &got, NULL);
      CHECK(qn_failed(status) == (best < 0));
      CHECK(best < 0 || got == &e[best]);
    }
  }
}

// What the compiler produces for AVX2: any variant can run any group.
static void test_widths(void) {
  static const qn_entry e[] = {{.width = 8}, {.width = 16}, {.width = 32}};
  static const struct {
    uint64_t x;
    uint32_t width;
  } cases[] = {{1, 8},   {8, 8},   {12, 8},  {16, 16},  {24, 8},  {32, 32},
               {37, 32}, {48, 16}, {64, 32}, {100, 32}, {128, 32}};
  const qn_kernel kernel = {
      .name = QN_STR("k"), .entries = e, .entry_count = 3};
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    const qn_entry *got = NULL;
    const qn_variant_query query = {.kernel = &kernel, .local_x = cases[i].x};
    CHECK_OK(qn_variant_choose(&query, &got, NULL), &(qn_diag){0});
    CHECK_INT(got->width, cases[i].width);
  }
}

int main(void) {
  CHECK_TEXT(choose(0, 3, 64), "eight");
  CHECK_TEXT(choose(0, 3, 12), "four");  // 8 does not divide 12
  CHECK_TEXT(choose(0, 3, 3), "one");    // packs no more than the group has
  CHECK_TEXT(choose(0, 3, 7), "one");    // 4 does not divide 7, but 1 does
  CHECK_TEXT(choose(1, 3, 4), "group");  // the same width, larger sub-groups
  CHECK_TEXT(choose(0, 5, 16), "eight"); // the machine lacks the fifth
  CHECK(!choose(2, 1, 12));
  CHECK(!choose(0, 5, 0));
  const qn_kernel kernel = {
      .name = QN_STR("k"), .entries = entries + 2, .entry_count = 2};
  qn_diag diag = {0};
  const qn_entry *entry = NULL;
  qn_variant_query query = {.kernel = &kernel, .local_x = 6};
  CHECK_INT(qn_variant_choose(&query, &entry, &diag).code, QN_E_NOT_FOUND);
  CHECK_TEXT(diag.message,
             "no variant of kernel 'k' takes work-groups of 6 work-items in x");
  CHECK_TEXT(diag.hint, "Make the work-group a multiple of 4 in x.");
  int asked = 0;
  const qn_kernel v4 = {
      .name = QN_STR("k"), .entries = entries + 4, .entry_count = 1};
  query = (qn_variant_query){&v4, 16, not_v4, &asked};
  diag = (qn_diag){0};
  CHECK_INT(qn_variant_choose(&query, &entry, &diag).code, QN_E_NOT_FOUND);
  CHECK(strstr(diag.message, "runs on this machine"));
  test_against_rule();
  test_widths();
  return 0;
}
