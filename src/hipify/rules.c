// SPDX-License-Identifier: Apache-2.0
#include "hipify/translate.h"

typedef struct rule {
  const char *name;
  qn_severity severity;
  const char *summary;
  const char *text;
} rule;

static const rule rules[] = {
#define QN_RULE(id, name, severity, summary, text)                             \
  {name, QN_##severity, summary, text},
#include "hipify/rules.def"
#undef QN_RULE
};

const char *qn_rule_name(qn_rule r) { return rules[r].name; }
qn_severity qn_rule_severity(qn_rule r) { return rules[r].severity; }
const char *qn_rule_summary(qn_rule r) { return rules[r].summary; }
const char *qn_rule_text(qn_rule r) { return rules[r].text; }

bool qn_rule_find(qn_str name, qn_rule *out_rule) {
  for (int i = 0; i < QN_RULE_COUNT; ++i)
    if (qn_str_equal(name, qn_str_from(rules[i].name))) {
      *out_rule = (qn_rule)i;
      return true;
    }
  return false;
}
