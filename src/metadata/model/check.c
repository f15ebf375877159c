// SPDX-License-Identifier: Apache-2.0
#include "metadata/model/check.h"

typedef struct kind_row {
  const char *name;
  unsigned kind;
} kind_row;

static const kind_row kinds[] = {
#define QN_CHECK_KIND(KIND, name, what) {#name, QN_CPU_CHECK_##KIND},
#include "metadata/model/check.def"
#undef QN_CHECK_KIND
    {"all", QN_CPU_CHECK_ALL},
};

static const qn_check_rule_row rules[] = {
#define QN_CHECK_RULE(KIND, NAME, name, meaning, hint)                         \
  {#name, QN_CPU_CHECK_##KIND, meaning, hint},
#include "metadata/model/check.def"
#undef QN_CHECK_RULE
};

const qn_check_rule_row *qn_check_rule_at(qn_check_rule rule) {
  return &rules[rule];
}

const char *qn_check_kind_name(unsigned kind) {
  for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); ++i)
    if (kinds[i].kind == kind)
      return kinds[i].name;
  return "none";
}

qn_status qn_check_kinds_read(qn_str text, unsigned *out_kinds, qn_diag *diag) {
  unsigned found = 0;
  qn_str part;
  while (qn_str_split(&text, ',', &part)) {
    const kind_row *row = NULL;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); ++i)
      if (qn_str_equal(part, qn_str_from(kinds[i].name)))
        row = &kinds[i];
    if (!row) {
      const qn_status status =
          qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE, "there is no check '%.*s'",
                  QN_STR_ARG(part));
      qn_diag_hint(diag, "There are memory, race, init, sync, leak and all.");
      return status;
    }
    found |= row->kind;
  }
  *out_kinds = found;
  return qn_ok();
}
