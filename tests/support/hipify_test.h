// SPDX-License-Identifier: Apache-2.0
// What the tests of the translator share.
#ifndef QN_SUPPORT_HIPIFY_TEST_H
#define QN_SUPPORT_HIPIFY_TEST_H

#include "hipify/translate.h"
#include "support/test.h"

static qn_buffer text;
static qn_buffer rules;

// The translation of a source; the rules of its findings are in `rules`.
static const char *with(const char *source, qn_hipify_options options) {
  qn_hipify_result r = {0};
  const qn_span bytes = qn_str_span(qn_str_from(source));
  qn_buffer_clear(&text);
  qn_buffer_clear(&rules);
  CHECK(!qn_failed(qn_hipify(bytes, &options, &r, NULL)));
  qn_hipify_apply(bytes, &r, &text);
  for (size_t i = 0; i < r.finding_count; ++i)
    qn_buffer_printf(&rules, "%s%s", i ? " " : "",
                     qn_rule_name(r.findings[i].rule) + sizeof("hipify-") - 1);
  qn_hipify_finish(&r);
  return qn_buffer_text(&text);
}

#endif // QN_SUPPORT_HIPIFY_TEST_H
