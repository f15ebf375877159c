// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/inside.h"

#include <string.h>

// ---- Warps and blocks

qn_status qn_ptx_emit_shfl(qn_ptx_emitter *e, qn_diag *diag) {
  const char *mode = qn_ptx_take_part(e, "up")     ? "SHFL_UP"
                     : qn_ptx_take_part(e, "down") ? "SHFL_DOWN"
                     : qn_ptx_take_part(e, "bfly") ? "SHFL_BFLY"
                     : qn_ptx_take_part(e, "idx")  ? "SHFL_IDX"
                                                   : NULL;
  if (!mode)
    return qn_ptx_refuse(e, "", diag);
  QN_TRY(qn_ptx_check_modifiers(e, "sync", diag));
  QN_TRY(qn_ptx_need(e, QN_PTX_HAS(e, SYNC) ? 5 : 4,
                     QN_PTX_HAS(e, SYNC) ? 5 : 4, diag));
  QN_PTX_PRINT(e, "{ bool valid; const u32 got = shfl<%s>(", mode);
  for (size_t i = 1; i < 4; ++i) {
    QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, i), "u32", diag));
    QN_PTX_PRINT(e, ", ");
  }
  if (QN_PTX_HAS(e, SYNC))
    QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 4), "u32", diag));
  else
    QN_PTX_PRINT(e, "active()");
  QN_PTX_PRINT(e, ", valid); ");
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "got); ");
  qn_ptx_put_second(e, "valid");
  QN_PTX_PRINT(e, "}");
  return qn_ok();
}

qn_status qn_ptx_emit_vote(qn_ptx_emitter *e, qn_diag *diag) {
  const char *mode = qn_ptx_take_part(e, "ballot") ? "vote_ballot"
                     : qn_ptx_take_part(e, "any")  ? "vote_any"
                     : qn_ptx_take_part(e, "all")  ? "vote_all"
                     : qn_ptx_take_part(e, "uni")  ? "vote_uni"
                                                   : NULL;
  if (!mode)
    return qn_ptx_refuse(e, "", diag);
  QN_TRY(qn_ptx_check_modifiers(e, "sync", diag));
  QN_TRY(qn_ptx_need(e, QN_PTX_HAS(e, SYNC) ? 3 : 2,
                     QN_PTX_HAS(e, SYNC) ? 3 : 2, diag));
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "%s(", mode);
  QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 1), "pred", diag));
  QN_PTX_PRINT(e, ", ");
  if (QN_PTX_HAS(e, SYNC))
    QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 2), "u32", diag));
  else
    QN_PTX_PRINT(e, "active()");
  QN_PTX_PRINT(e, "));");
  return qn_ok();
}

qn_status qn_ptx_emit_match(qn_ptx_emitter *e, qn_diag *diag) {
  const bool all = qn_ptx_take_part(e, "all");
  if (!all && !qn_ptx_take_part(e, "any"))
    return qn_ptx_refuse(e, "", diag);
  QN_TRY(qn_ptx_check_modifiers(e, "sync", diag));
  QN_TRY(qn_ptx_need(e, 3, 3, diag));
  QN_PTX_PRINT(e, "{ bool same = false; (void)same; ");
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "match_%s<%s>(", all ? "all" : "any", qn_ptx_type_at(e, 0));
  QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 1), qn_ptx_type_at(e, 0),
                          diag));
  QN_PTX_PRINT(e, ", ");
  QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 2), "u32", diag));
  QN_PTX_PRINT(e, "%s)); ", all ? ", same" : "");
  if (all)
    qn_ptx_put_second(e, "same");
  QN_PTX_PRINT(e, "}");
  return qn_ok();
}

qn_status qn_ptx_emit_redux(qn_ptx_emitter *e, qn_diag *diag) {
  static const char *const ops[] = {"add", "min", "max", "and", "or", "xor"};
  const char *op = NULL;
  for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]) && !op; ++i)
    if (qn_ptx_take_part(e, ops[i]))
      op = ops[i];
  QN_TRY(qn_ptx_check_modifiers(e, "sync", diag));
  QN_TRY(qn_ptx_need(e, 3, 3, diag));
  const char *type = qn_ptx_type_at(e, 0);
  if (!op || qn_ptx_bytes_of(type) != 4 || type[0] == 'f')
    return qn_ptx_refuse(e, "", diag);
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "redux_%s<%s>(", op, type[0] == 's' ? "int" : "unsigned");
  QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 1), type, diag));
  QN_PTX_PRINT(e, ", ");
  QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 2), "u32", diag));
  QN_PTX_PRINT(e, "));");
  return qn_ok();
}

qn_status qn_ptx_emit_activemask(qn_ptx_emitter *e, qn_diag *diag) {
  QN_TRY(qn_ptx_check_modifiers(e, "", diag));
  QN_TRY(qn_ptx_need(e, 1, 1, diag));
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "active());");
  return qn_ok();
}

qn_status qn_ptx_emit_elect(qn_ptx_emitter *e, qn_diag *diag) {
  QN_TRY(qn_ptx_check_modifiers(e, "sync", diag));
  QN_TRY(qn_ptx_need(e, 2, 2, diag));
  QN_PTX_PRINT(e, "{ bool leader; const u32 first = elect(");
  QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 1), "u32", diag));
  QN_PTX_PRINT(e, ", leader); ");
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "first); ");
  qn_ptx_put_second(e, "leader");
  QN_PTX_PRINT(e, "}");
  return qn_ok();
}

static bool is_zero(const qn_ptx_argument *a) {
  return a->kind == QN_PTX_INTEGER && a->number == 0;
}

qn_status qn_ptx_emit_bar(qn_ptx_emitter *e, qn_diag *diag) {
  (void)qn_ptx_take_part(e, "cta");
  e->modifiers &= ~((uint64_t)1 << QN_PTX_BIT_CTA);
  if (qn_ptx_take_part(e, "warp")) {
    QN_TRY(qn_ptx_check_modifiers(e, "sync", diag));
    QN_TRY(qn_ptx_need(e, 1, 1, diag));
    QN_PTX_PRINT(e, "__qn_warp_sync(");
    QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 0), "u32", diag));
    QN_PTX_PRINT(e, ");");
    return qn_ok();
  }
  if (qn_ptx_take_part(e, "red"))
    return qn_ptx_refuse(e, "use __syncthreads_count and its like", diag);
  QN_TRY(qn_ptx_check_modifiers(e, "sync aligned", diag));
  if (!QN_PTX_HAS(e, SYNC) || e->in->argument_count != 1 ||
      !is_zero(qn_ptx_argument_at(e, 0)))
    return qn_ptx_refuse(e, "only barrier 0 of a whole block is known", diag);
  QN_PTX_PRINT(e, "__syncthreads();");
  return qn_ok();
}
