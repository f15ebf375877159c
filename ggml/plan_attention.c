// SPDX-License-Identifier: Apache-2.0
// Plans of attention: kernels/ggml/attention.cu.
#include <string.h>

#include "attention_types.h"
#include "plan.h"

enum { HEAD_MAX = 576 };

// The number that the kernel knows a type by; -1: it does not.
static int type_number(enum ggml_type type) {
  static const char *const names[] = {
#define QN_ATTENTION_TYPE(name) [quern_attention_##name] = #name,
      QN_ATTENTION_TYPES(QN_ATTENTION_TYPE)
#undef QN_ATTENTION_TYPE
  };
  const char *name = qg_type(type);
  for (int i = 0; name && i < (int)(sizeof(names) / sizeof(names[0])); ++i)
    if (strcmp(names[i], name) == 0)
      return i;
  return -1;
}

bool qg_plan_attention(const struct ggml_tensor *op, qg_plan *plan) {
  const struct ggml_tensor *q = op->src[0], *k = op->src[1], *v = op->src[2],
                           *mask = op->src[3], *sinks = op->src[4];
  const int key_type = type_number(k->type), value_type = type_number(v->type);
  if (op->type != GGML_TYPE_F32 || q->type != GGML_TYPE_F32 || key_type < 0 ||
      value_type < 0 || !qg_has_rows(op) || !qg_has_rows(q) ||
      k->nb[0] != ggml_type_size(k->type) ||
      v->nb[0] != ggml_type_size(v->type) || k->ne[0] > HEAD_MAX ||
      v->ne[0] > HEAD_MAX ||
      (mask && (mask->type != GGML_TYPE_F16 || !qg_has_rows(mask))) ||
      (sinks && sinks->type != GGML_TYPE_F32))
    return false;
  qg_launch *l = qg_add(plan, op, "ggml_attention", "flash_attn");
  qg_set_slopes(l, 4, ggml_get_op_params_f32(op, 1), q->ne[2]);
  l->call.params[7] = key_type;
  l->call.params[8] = value_type;
  qg_over_rows(l, ggml_nrows(q));
  l->is_alone_on_cpu = true;
  return true;
}
