// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/inside.h"

#include <string.h>

// ---- State spaces

const char *qn_ptx_take_space(qn_ptx_emitter *e) {
  static const char *const spaces[][2] = {
      {"global", "GLOBAL"},      {"shared", "SHARED"},
      {"shared::cta", "SHARED"}, {"shared::cluster", "SHARED"},
      {"local", "LOCAL"},        {"const", "CONST"},
      {"param", "PARAM"}};
  for (size_t i = 0; i < sizeof(spaces) / sizeof(spaces[0]); ++i)
    if (qn_ptx_take_part(e, spaces[i][0]))
      return spaces[i][1];
  return "GENERIC";
}

// Takes the parts of a name that are hints.
static void take_hints(qn_ptx_emitter *e) {
  static const char *const hints[] = {"ca",
                                      "cg",
                                      "cs",
                                      "lu",
                                      "cv",
                                      "wb",
                                      "wt",
                                      "nc",
                                      "mmio",
                                      "L1::evict_normal",
                                      "L1::evict_unchanged",
                                      "L1::evict_first",
                                      "L1::evict_last",
                                      "L1::no_allocate",
                                      "L2::evict_normal",
                                      "L2::evict_first",
                                      "L2::evict_last",
                                      "L2::64B",
                                      "L2::128B",
                                      "L2::256B",
                                      "L1",
                                      "L2"};
  for (size_t i = 0; i < sizeof(hints) / sizeof(hints[0]); ++i)
    (void)qn_ptx_take_part(e, hints[i]);
}

qn_status qn_ptx_put_address(qn_ptx_emitter *e, const qn_ptx_argument *a,
                             const char *space, qn_diag *diag) {
  if (a->kind != QN_PTX_ADDRESS)
    return qn_ptx_refuse(e, "an address was expected", diag);
  QN_PTX_PRINT(e, "pointer<%s>(", space);
  QN_TRY(qn_ptx_put_value(e, &a->parts[0], "u64", diag));
  if (a->part_count > 1) {
    QN_PTX_PRINT(e, " + ");
    QN_TRY(qn_ptx_put_value(e, &a->parts[1], "s64", diag));
  }
  QN_PTX_PRINT(e, " + (u64)%lldll)", (long long)a->offset);
  return qn_ok();
}

qn_status qn_ptx_emit_cvta(qn_ptx_emitter *e, qn_diag *diag) {
  const char *space = qn_ptx_take_space(e);
  QN_TRY(qn_ptx_check_modifiers(e, "to", diag));
  QN_TRY(qn_ptx_need(e, 2, 2, diag));
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "cvta<%s, ", space);
  qn_ptx_put_modifiers(e);
  QN_PTX_PRINT(e, ">(");
  QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 1), "u64", diag));
  QN_PTX_PRINT(e, "));");
  return qn_ok();
}

qn_status qn_ptx_emit_isspacep(qn_ptx_emitter *e, qn_diag *diag) {
  const char *space = qn_ptx_take_space(e);
  QN_TRY(qn_ptx_check_modifiers(e, "", diag));
  QN_TRY(qn_ptx_need(e, 2, 2, diag));
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "isspacep<%s>(", space);
  QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 1), "u64", diag));
  QN_PTX_PRINT(e, "));");
  return qn_ok();
}

// ---- Memory

// Past their caches blocks pass on to each other what they have: flags, and
// vectors, whose elements belong together (include/quern/device/ptx/memory.h).
static void take_vector(qn_ptx_emitter *e) {
  (void)(qn_ptx_take_part(e, "v2") || qn_ptx_take_part(e, "v4") ||
         qn_ptx_take_part(e, "v8"));
  if (qn_ptx_take_part(e, "cg") || qn_ptx_take_part(e, "cv") ||
      qn_ptx_take_part(e, "wt"))
    e->modifiers |= (uint64_t)1 << QN_PTX_BIT_RELAXED;
}

static const char memory_modifiers[] =
    "weak volatile relaxed acquire release cta cluster gpu sys";

// The registers of a load's first argument.
static qn_status put_registers(qn_ptx_emitter *e, const qn_ptx_argument *a,
                               qn_diag *diag) {
  const size_t count = a->kind == QN_PTX_VECTOR ? a->part_count : 1;
  for (size_t i = 0; i < count; ++i) {
    const qn_ptx_argument *one = a->kind == QN_PTX_VECTOR ? &a->parts[i] : a;
    QN_PTX_PRINT(e, ", ");
    if (qn_ptx_is_sink(one))
      QN_PTX_PRINT(e, "sink");
    else if (one->kind == QN_PTX_REGISTER || one->kind == QN_PTX_SPECIAL)
      qn_ptx_emit_name(one->name, e->out);
    else
      return qn_ptx_refuse(e, "a register was expected", diag);
  }
  return qn_ok();
}

qn_status qn_ptx_emit_ld(qn_ptx_emitter *e, qn_diag *diag) {
  const char *space = qn_ptx_take_space(e);
  take_vector(e);
  take_hints(e);
  QN_TRY(qn_ptx_check_modifiers(e, memory_modifiers, diag));
  // A cache policy may follow.
  QN_TRY(qn_ptx_need(e, 2, 3, diag));
  if (e->type_count != 1)
    return qn_ptx_refuse(e, "", diag);
  QN_PTX_PRINT(e, "load<%s, ", qn_ptx_type_at(e, 0));
  qn_ptx_put_modifiers(e);
  QN_PTX_PRINT(e, ">(");
  QN_TRY(qn_ptx_put_address(e, qn_ptx_argument_at(e, 1), space, diag));
  QN_TRY(put_registers(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, ");");
  return qn_ok();
}

qn_status qn_ptx_emit_st(qn_ptx_emitter *e, qn_diag *diag) {
  const char *space = qn_ptx_take_space(e);
  take_vector(e);
  take_hints(e);
  QN_TRY(qn_ptx_check_modifiers(e, memory_modifiers, diag));
  QN_TRY(qn_ptx_need(e, 2, 3, diag));
  if (e->type_count != 1)
    return qn_ptx_refuse(e, "", diag);
  const qn_ptx_argument *a = qn_ptx_argument_at(e, 1);
  const size_t count = a->kind == QN_PTX_VECTOR ? a->part_count : 1;
  QN_PTX_PRINT(e, "store<%s, ", qn_ptx_type_at(e, 0));
  qn_ptx_put_modifiers(e);
  QN_PTX_PRINT(e, ">(");
  QN_TRY(qn_ptx_put_address(e, qn_ptx_argument_at(e, 0), space, diag));
  for (size_t i = 0; i < count; ++i) {
    QN_PTX_PRINT(e, ", ");
    QN_TRY(qn_ptx_put_value(e, a->kind == QN_PTX_VECTOR ? &a->parts[i] : a,
                            qn_ptx_type_at(e, 0), diag));
  }
  QN_PTX_PRINT(e, ");");
  return qn_ok();
}

static const char *take_atomic(qn_ptx_emitter *e) {
  static const char *const names[][2] = {
      {"add", "ATOM_ADD"},   {"min", "ATOM_MIN"}, {"max", "ATOM_MAX"},
      {"and", "ATOM_AND"},   {"or", "ATOM_OR"},   {"xor", "ATOM_XOR"},
      {"exch", "ATOM_EXCH"}, {"inc", "ATOM_INC"}, {"dec", "ATOM_DEC"},
      {"cas", "ATOM_CAS"}};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
    if (qn_ptx_take_part(e, names[i][0]))
      return names[i][1];
  return NULL;
}

// Writes "atom<T, OP, M>(address, a, b)"; `first` is the address's argument.
static qn_status put_atomic(qn_ptx_emitter *e, size_t first, qn_diag *diag) {
  const char *space = qn_ptx_take_space(e), *op = take_atomic(e);
  take_hints(e);
  e->modifiers &= ~((uint64_t)1 << QN_PTX_BIT_NOFTZ);
  QN_TRY(qn_ptx_check_modifiers(
      e, "relaxed acquire release acq_rel cta cluster gpu sys", diag));
  if (!op || e->type_count != 1)
    return qn_ptx_refuse(e, "", diag);
  const size_t sources = strcmp(op, "ATOM_CAS") == 0 ? 2 : 1;
  QN_TRY(qn_ptx_need(e, first + 1 + sources, first + 1 + sources, diag));
  const char *type = qn_ptx_type_at(e, 0);
  QN_PTX_PRINT(e, "atom<%s, %s, ", type, op);
  qn_ptx_put_modifiers(e);
  QN_PTX_PRINT(e, ">(");
  QN_TRY(qn_ptx_put_address(e, qn_ptx_argument_at(e, first), space, diag));
  for (size_t i = 1; i <= sources; ++i) {
    QN_PTX_PRINT(e, ", ");
    QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, first + i), type, diag));
  }
  QN_PTX_PRINT(e, ")");
  return qn_ok();
}
qn_status qn_ptx_emit_atom(qn_ptx_emitter *e, qn_diag *diag) {
  QN_TRY(qn_ptx_need(e, 2, 5, diag));
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_TRY(put_atomic(e, 1, diag));
  QN_PTX_PRINT(e, ");");
  return qn_ok();
}
qn_status qn_ptx_emit_red(qn_ptx_emitter *e, qn_diag *diag) {
  if (qn_ptx_take_part(e, "async"))
    return qn_ptx_refuse(e, "", diag);
  QN_PTX_PRINT(e, "(void)");
  QN_TRY(put_atomic(e, 0, diag));
  QN_PTX_PRINT(e, ";");
  return qn_ok();
}

qn_status qn_ptx_emit_fence(qn_ptx_emitter *e, qn_diag *diag) {
  if (qn_ptx_take_part(e, "proxy")) { // there is only one path to memory
    QN_PTX_PRINT(e, ";");
    return qn_ok();
  }
  QN_TRY(qn_ptx_check_modifiers(
      e, "sc acq_rel acquire release cta cluster gpu sys gl", diag));
  QN_TRY(qn_ptx_need(e, 0, 0, diag));
  QN_PTX_PRINT(e, "fence<");
  qn_ptx_put_modifiers(e);
  QN_PTX_PRINT(e, ">();");
  return qn_ok();
}

// cp.async.mbarrier.arrive{.noinc} [barrier], when the copies before it are
// done, as they are. Without .noinc, it expects the arrival that it is.
static qn_status emit_cp_arrive(qn_ptx_emitter *e, qn_diag *diag) {
  const bool arrives =
      qn_ptx_take_part(e, "arrive") && qn_ptx_take_part(e, "noinc");
  const char *space = qn_ptx_take_space(e);
  QN_TRY(qn_ptx_check_modifiers(e, "", diag));
  QN_TRY(qn_ptx_need(e, 1, 1, diag));
  if (arrives)
    QN_PTX_PRINT(e, "(void)mbarrier_arrive(");
  else
    QN_PTX_PRINT(e, "(void)(");
  QN_TRY(qn_ptx_put_address(e, qn_ptx_argument_at(e, 0), space, diag));
  QN_PTX_PRINT(e, arrives ? ", 1, 0);" : ");");
  return qn_ok();
}

qn_status qn_ptx_emit_cp(qn_ptx_emitter *e, qn_diag *diag) {
  if (!qn_ptx_take_part(e, "async") || qn_ptx_take_part(e, "bulk"))
    return qn_ptx_refuse(e, "", diag);
  if (qn_ptx_take_part(e, "mbarrier"))
    return emit_cp_arrive(e, diag);
  if (qn_ptx_take_part(e, "commit_group") ||
      qn_ptx_take_part(e, "wait_group") || qn_ptx_take_part(e, "wait_all")) {
    QN_PTX_PRINT(e, ";");
    return qn_ok();
  }
  const char *to =
      qn_ptx_take_part(e, "shared::cluster") ? "SHARED" : qn_ptx_take_space(e);
  const char *from = qn_ptx_take_space(e);
  if (strcmp(to, "GLOBAL") == 0 && strcmp(from, "SHARED") == 0) {
    to = "SHARED"; // take_space looks for global first
    from = "GLOBAL";
  }
  take_hints(e);
  QN_TRY(qn_ptx_check_modifiers(e, "", diag));
  QN_TRY(qn_ptx_need(e, 3, 5, diag));
  const qn_ptx_argument *size = qn_ptx_argument_at(e, 2);
  QN_PTX_PRINT(e, "copy_async_of(");
  QN_TRY(qn_ptx_put_address(e, qn_ptx_argument_at(e, 0), to, diag));
  QN_PTX_PRINT(e, ", ");
  QN_TRY(qn_ptx_put_address(e, qn_ptx_argument_at(e, 1), from, diag));
  QN_PTX_PRINT(e, ", ");
  QN_TRY(qn_ptx_put_value(e, size, "u32", diag));
  QN_PTX_PRINT(e, ", ");
  QN_TRY(qn_ptx_put_value(
      e, e->in->argument_count > 3 ? qn_ptx_argument_at(e, 3) : size, "u32",
      diag));
  QN_PTX_PRINT(e, ");");
  return qn_ok();
}

// mbarrier.arrive{.noComplete} state, [a]{, count}; `dropped`: of those who
// arrive, the count is not expected any more.
static qn_status emit_mbarrier_arrive(qn_ptx_emitter *e, bool dropped,
                                      qn_diag *diag) {
  const bool counted = qn_ptx_take_part(e, "noComplete");
  const char *space = qn_ptx_take_space(e);
  QN_TRY(qn_ptx_check_modifiers(e, "release relaxed cta cluster", diag));
  QN_TRY(qn_ptx_need(e, counted ? 3 : 2, 3, diag));
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "mbarrier_arrive(");
  QN_TRY(qn_ptx_put_address(e, qn_ptx_argument_at(e, 1), space, diag));
  for (unsigned i = 0; i < 2; ++i) {
    QN_PTX_PRINT(e, ", ");
    if (i && !dropped)
      QN_PTX_PRINT(e, "0");
    else if (e->in->argument_count < 3)
      QN_PTX_PRINT(e, "1");
    else
      QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 2), "u32", diag));
  }
  QN_PTX_PRINT(e, "));");
  return qn_ok();
}

// mbarrier.test_wait{.parity} done, [a], state or parity{, time}
static qn_status emit_mbarrier_wait(qn_ptx_emitter *e, qn_diag *diag) {
  const bool parity = qn_ptx_take_part(e, "parity");
  const char *space = qn_ptx_take_space(e);
  QN_TRY(qn_ptx_check_modifiers(e, "acquire relaxed cta cluster", diag));
  QN_TRY(qn_ptx_need(e, 3, 4, diag));
  QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
  QN_PTX_PRINT(e, "mbarrier_test%s(", parity ? "_parity" : "");
  QN_TRY(qn_ptx_put_address(e, qn_ptx_argument_at(e, 1), space, diag));
  QN_PTX_PRINT(e, ", ");
  QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 2), parity ? "u32" : "u64",
                          diag));
  QN_PTX_PRINT(e, "));");
  return qn_ok();
}

qn_status qn_ptx_emit_mbarrier(qn_ptx_emitter *e, qn_diag *diag) {
  if (qn_ptx_take_part(e, "arrive"))
    return emit_mbarrier_arrive(e, false, diag);
  if (qn_ptx_take_part(e, "arrive_drop"))
    return emit_mbarrier_arrive(e, true, diag);
  if (qn_ptx_take_part(e, "test_wait") || qn_ptx_take_part(e, "try_wait"))
    return emit_mbarrier_wait(e, diag);
  const bool pending = qn_ptx_take_part(e, "pending_count");
  const bool init = !pending && qn_ptx_take_part(e, "init");
  if (!pending && !init && !qn_ptx_take_part(e, "inval"))
    return qn_ptx_refuse(e, "", diag);
  const char *space = qn_ptx_take_space(e);
  QN_TRY(qn_ptx_check_modifiers(e, "", diag));
  QN_TRY(
      qn_ptx_need(e, init || pending ? 2 : 1, init || pending ? 2 : 1, diag));
  if (pending) {
    QN_TRY(qn_ptx_put_target(e, qn_ptx_argument_at(e, 0), diag));
    QN_PTX_PRINT(e, "mbarrier_pending(");
    QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 1), "u64", diag));
    QN_PTX_PRINT(e, "));");
    return qn_ok();
  }
  QN_PTX_PRINT(e, init ? "mbarrier_init(" : "mbarrier_inval(");
  QN_TRY(qn_ptx_put_address(e, qn_ptx_argument_at(e, 0), space, diag));
  if (init) {
    QN_PTX_PRINT(e, ", ");
    QN_TRY(qn_ptx_put_value(e, qn_ptx_argument_at(e, 1), "u32", diag));
  }
  QN_PTX_PRINT(e, ");");
  return qn_ok();
}
