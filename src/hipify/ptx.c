// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "base/text.h"
#include "hipify/pass.h"

typedef struct idiom {
  const char *part;
  const char *instead;
} idiom;

static const idiom idioms[] = {
#define QN_PTX(part, instead) {part, instead},
#include "hipify/ptx.def"
#undef QN_PTX
};

// The assembly's text: the strings before the first ':'.
static const idiom *find_idiom(const qn_pass *p, size_t from, size_t end) {
  for (size_t k = 0; k < sizeof(idioms) / sizeof(idioms[0]); ++k)
    for (size_t i = from; i < end && !qn_is_punct(p, i, ':'); ++i)
      if (qn_at(p, i)->kind == QN_TOKEN_STRING &&
          qn_text_contains(qn_text_at(p, i), idioms[k].part))
        return &idioms[k];
  return NULL;
}

void qn_lint_asm(qn_pass *p, size_t i) {
  size_t open = i + 1;
  while (qn_is(p, open, "volatile") || qn_is(p, open, "__volatile__"))
    ++open;
  if (!qn_is_punct(p, open, '('))
    return;
  const size_t end = qn_skip_brackets(p, open);
  if (qn_at(p, open + 1)->kind != QN_TOKEN_STRING)
    return;
  // An empty text is only a compiler barrier.
  if (qn_at(p, open + 1)->size <= 2)
    return;
  const size_t last = end - open > QN_FAR ? open + QN_FAR : end;
  const idiom *found = find_idiom(p, open + 1, last);
  if (found)
    qn_find_at(p, QN_RULE_PTX, i, end - 1, "inline PTX '%s': HIP has %s",
               found->part, found->instead);
  else
    qn_find_at(p, QN_RULE_PTX, i, end - 1,
               "inline PTX without a counterpart that is known");
}
