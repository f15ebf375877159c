// SPDX-License-Identifier: Apache-2.0
// Names, lists and bundle ids of targets: what is accepted reads back as
// itself, what is refused has a reason.
#include "targets/target.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition) {
  if (!condition)
    abort();
}

static bool same(const qn_target *a, const qn_target *b) {
  return a->row == b->row && a->xnack == b->xnack && a->sramecc == b->sramecc &&
         a->ptx_only == b->ptx_only && strcmp(a->name, b->name) == 0;
}

static void check_target(const qn_target *t) {
  qn_target again;
  qn_buffer id = {0};
  require(!qn_failed(qn_target_parse(qn_str_from(t->name), &again, NULL)));
  require(same(t, &again));
  qn_target_print_id(t, &id);
  if (!id.failed) {
    require(!qn_failed(qn_target_from_id(qn_buffer_str(&id), &again, NULL)));
    require(same(t, &again));
  }
  qn_buffer_finish(&id);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static qn_target targets[256];
  const qn_str text = qn_span_str((qn_span){data, size});
  qn_diag diag = {0};
  qn_target t;
  size_t count = 0;
  if (!qn_failed(qn_target_parse(text, &t, &diag)))
    check_target(&t);
  else
    require(diag.message[0]);
  diag = (qn_diag){0};
  if (!qn_failed(qn_target_from_id(text, &t, &diag)))
    check_target(&t);
  else
    require(diag.code == QN_E_NOT_FOUND);
  diag = (qn_diag){0};
  if (!qn_failed(qn_target_parse_list(text, targets, 256, &count, &diag)))
    for (size_t i = 0; i < count; ++i)
      check_target(&targets[i]);
  else
    require(count == 0 && diag.message[0]);
  return 0;
}
