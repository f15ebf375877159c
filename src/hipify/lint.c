// SPDX-License-Identifier: Apache-2.0
// Code that compiles, but is wrong or slow on a machine whose waves have 64
// lanes.
#include <stdlib.h>
#include <string.h>

#include "hipify/pass.h"

static bool is_one_of(qn_str name, const char *const *names) {
  for (; *names; ++names)
    if (qn_str_equal(name, qn_str_from(*names)))
      return true;
  return false;
}

// ---- Masks

static bool mask_is_32_bits(qn_str text) {
  return text.size >= 10 && text.size <= 12 && text.data[0] == '0' &&
         (text.data[1] | 0x20) == 'x' &&
         qn_number_value(text) == (int64_t)0xffffffff;
}

// All 32 lanes, other than as a number: -1, ~0, ~0u, UINT_MAX.
static bool is_all_lanes(const qn_pass *p, size_t first, size_t end) {
  static const char *const zeros[] = {"0", "0u", "0U", NULL};
  if (end == first + 1)
    return qn_is(p, first, "UINT_MAX") || qn_is(p, first, "UINT32_MAX");
  return end == first + 2 &&
         ((qn_is_punct(p, first, '-') && qn_is(p, first + 1, "1")) ||
          (qn_is_punct(p, first, '~') &&
           is_one_of(qn_text_at(p, first + 1), zeros)));
}

static void lint_mask(qn_pass *p, size_t i) {
  qn_arguments a;
  if (!qn_is_punct(p, i + 1, '(') || !qn_split_arguments(p, i + 1, &a) ||
      !a.count || a.end[0] <= a.first[0])
    return;
  const size_t first = a.first[0];
  const qn_str text = qn_text_at(p, first);
  const bool one = a.end[0] == first + 1;
  const bool all = is_all_lanes(p, first, a.end[0]);
  const bool named = one && qn_at(p, first)->kind == QN_TOKEN_NAME &&
                     (qn_map_find_str(&p->masks, text) ||
                      qn_str_equal(text, QN_STR("FULL_MASK")) ||
                      qn_str_equal(text, QN_STR("FULL_WARP_MASK")) ||
                      qn_str_equal(text, QN_STR("WARP_MASK")));
  if (!(one && mask_is_32_bits(text)) && !all && !named)
    return;
  qn_find_at(p, QN_RULE_MASK, first, a.end[0] - 1,
             "the mask of %.*s has 32 bits; HIP's have 64",
             QN_STR_ARG(qn_text_at(p, i)));
  if (named)
    return;
  qn_find_fix(p, "~0ull");
  if (p->options->fix_masks) {
    const uint32_t from = qn_at(p, first)->offset;
    const uint32_t end =
        qn_at(p, a.end[0] - 1)->offset + qn_at(p, a.end[0] - 1)->size;
    qn_edit_add(p, from, end - from, QN_STR("~0ull"));
  }
}

// ---- Arithmetic with the warp size

static bool is_lane_word(qn_str name) {
  static const char *const words[] = {
      "threadIdx", "tid",     "lane", "laneId",    "lane_id",  "laneid",
      "warpId",    "warp_id", "wid",  "thread_id", "threadId", NULL};
  const char c = name.data[0];
  return (c == 't' || c == 'l' || c == 'w') && is_one_of(name, words);
}

// `threadIdx.x & 31`, `tid % 32`, `tid / 32`, `tid >> 5`.
static void lint_lanes(qn_pass *p, size_t i) {
  size_t at = i + 1;
  if (qn_is_punct(p, at, '.'))
    at += 2;
  static const struct {
    char op;
    unsigned count;
    const char *number;
  } shapes[] = {{'&', 1, "31"}, {'&', 1, "0x1f"}, {'%', 1, "32"},
                {'/', 1, "32"}, {'>', 2, "5"},    {'&', 1, "0x1F"}};
  for (size_t k = 0; k < sizeof(shapes) / sizeof(shapes[0]); ++k) {
    if (!qn_is_punct(p, at, shapes[k].op) ||
        (shapes[k].count == 2 && !qn_is_punct(p, at + 1, shapes[k].op)))
      continue;
    const size_t number = at + shapes[k].count;
    if (!qn_is(p, number, shapes[k].number))
      continue;
    qn_find_at(p, QN_RULE_LANES, i, number,
               "the lane or warp is computed with 32 lanes");
    return;
  }
}

// `#define WARP_SIZE 32`, `constexpr int kWarpSize = 32`.
static void lint_warp_size(qn_pass *p, size_t i, qn_str name) {
  char upper[32];
  if (name.size < 8 || name.size >= sizeof(upper))
    return;
  const char last = (char)(name.data[name.size - 1] | 0x20);
  if (last != 'e' && last != '_')
    return;
  for (size_t k = 0; k < name.size; ++k)
    upper[k] = (char)(name.data[k] & ~0x20);
  upper[name.size] = '\0';
  // '_' becomes 0x5f & ~0x20: itself.
  if (!strstr(upper, "WARPSIZE") && !strstr(upper, "WARP_SIZE"))
    return;
  const bool define = i && qn_is(p, i - 1, "define");
  const size_t value = define ? i + 1 : i + 2;
  if (define ? qn_is(p, value, "32")
             : qn_is_punct(p, i + 1, '=') && qn_is(p, value, "32"))
    qn_find_at(p, QN_RULE_WARP_SIZE, i, value,
               "'%.*s' says that a warp has 32 lanes", QN_STR_ARG(name));
}

// __popc and __ffs have 64-bit forms that give the same results for 32 bits;
// counting leading zeros does not.
static void fix_count(qn_pass *p, size_t i) {
  char text[96];
  if (qn_is(p, i - 2, "__clz"))
    return;
  snprintf(text, sizeof(text), "%.*sll(%.*s", QN_STR_ARG(qn_text_at(p, i - 2)),
           QN_STR_ARG(qn_text_at(p, i)));
  qn_find_fix(p, text);
  if (p->options->fix_ballots)
    qn_edit_after(p, i - 2, "ll");
}

// `unsigned m = __ballot_sync(`, `__popc(__ballot_sync(`.
static void lint_ballot(qn_pass *p, size_t i) {
  if (i < 2)
    return;
  if (qn_is_punct(p, i - 1, '(') &&
      (qn_is(p, i - 2, "__popc") || qn_is(p, i - 2, "__ffs") ||
       qn_is(p, i - 2, "__clz"))) {
    qn_find_at(p, QN_RULE_BALLOT, i - 2, i,
               "%.*s counts 32 bits of a ballot of 64: use %.*sll",
               QN_STR_ARG(qn_text_at(p, i - 2)),
               QN_STR_ARG(qn_text_at(p, i - 2)));
    fix_count(p, i);
    return;
  }
  static const char *const narrow[] = {"unsigned", "int", "uint32_t", "uint",
                                       NULL};
  if (i > 2 && qn_is_punct(p, i - 1, '=') &&
      qn_at(p, i - 2)->kind == QN_TOKEN_NAME &&
      is_one_of(qn_text_at(p, i - 3), narrow))
    qn_find_at(p, QN_RULE_BALLOT, i - 3, i,
               "'%.*s' keeps 32 bits of a mask of 64",
               QN_STR_ARG(qn_text_at(p, i - 2)));
}

// ---- Warps that run in lockstep

// `for (int o = 16; ...` around a shuffle: half of 32 lanes.
static void lint_loop(qn_pass *p, size_t i) {
  enum { NEAR = 40 }; // tokens
  for (size_t k = i; k-- > 4 && i - k < NEAR;) {
    if (!qn_is(p, k, "16") || !qn_is_punct(p, k - 1, '=') ||
        !qn_is_punct(p, k + 1, ';') || k < p->loop)
      continue;
    for (size_t n = k; n-- > 0 && k - n < 6;)
      if (qn_is(p, n, "for")) {
        qn_find_at(p, QN_RULE_LANES, n, k,
                   "the loop goes through half of 32 lanes");
        p->loop = k + 1; // one report for all shuffles in the loop
        return;
      }
  }
}

// `if (tid < 32)`; called at the name.
static void lint_first_warp(qn_pass *p, size_t i) {
  size_t at = i + 1;
  if (qn_is_punct(p, at, '.'))
    at += 2;
  if (qn_is_punct(p, at, '<') && qn_is(p, at + 1, "32") && i > 1 &&
      qn_is_punct(p, i - 1, '(') && qn_is(p, i - 2, "if"))
    qn_find_at(p, QN_RULE_IN_STEP, i, at + 1,
               "the first 32 threads are taken for a warp");
}

// `volatile __shared__`: values that a warp's threads exchange without a
// barrier.
static void lint_volatile(qn_pass *p, size_t i) {
  const bool after = qn_is(p, i + 1, "volatile");
  if (after || (i && qn_is(p, i - 1, "volatile")))
    qn_find_at(p, QN_RULE_IN_STEP, after ? i : i - 1, after ? i + 1 : i,
               "shared memory that is volatile instead of guarded by barriers");
}

// ---- Others

static void lint_condition(qn_pass *p, size_t i, qn_str name) {
  if (!(qn_at(p, i)->flags & QN_TOKEN_DIRECTIVE) ||
      qn_at(p, i)->flags & QN_TOKEN_IN_DEFINE)
    return;
  if (qn_str_equal(name, QN_STR("__CUDA_ARCH__"))) {
    if (!p->options->lint_only && qn_asks_for_device(p, i))
      return; // it asks HIP's macro now
    qn_find_at(p, QN_RULE_ARCH, i, i,
               "__CUDA_ARCH__ is not defined on AMD: the condition is false");
    return;
  }
  static const char *const versions[] = {"CUDA_VERSION", "CUDART_VERSION",
                                         "__CUDACC_VER_MAJOR__", NULL};
  if (is_one_of(name, versions))
    qn_find_at(p, QN_RULE_VERSION, i, i,
               qn_allow_no_version(p, i)
                   ? "HIP does not define %.*s, and counts as new here"
               : qn_guard_version(p, i)
                   ? "HIP does not define %.*s, and is no old version of CUDA"
                   : "HIP does not define %.*s",
               QN_STR_ARG(name));
}

static void lint_library(qn_pass *p, size_t i) {
  if (!qn_is_punct(p, i + 1, ':') || !qn_is_punct(p, i + 2, ':'))
    return;
  if (qn_is(p, i, "cuda") &&
      (qn_is(p, i + 3, "std") || qn_is(p, i + 3, "pipeline") ||
       qn_is(p, i + 3, "barrier") || qn_is(p, i + 3, "atomic_ref") ||
       qn_is(p, i + 3, "atomic") || qn_is(p, i + 3, "memcpy_async")))
    qn_find_at(p, QN_RULE_LIBRARY, i, i + 3,
               "cuda::%.*s belongs to libcu++, which HIP does not have",
               QN_STR_ARG(qn_text_at(p, i + 3)));
  else if ((qn_is(p, i, "nvcuda") || qn_is(p, i, "wmma")) &&
           (i < 2 || !qn_is_punct(p, i - 1, ':')))
    qn_find_at(p, QN_RULE_LIBRARY, i, i,
               "wmma is rocWMMA's in HIP, with types of its own");
}

static void lint_shared_limit(qn_pass *p, size_t i) {
  qn_arguments a;
  if (!qn_is_punct(p, i + 1, '(') || !qn_split_arguments(p, i + 1, &a) ||
      a.count != 3 || a.end[2] != a.first[2] + 1 ||
      qn_at(p, a.first[2])->kind != QN_TOKEN_NUMBER)
    return;
  if (qn_number_value(qn_text_at(p, a.first[2])) > 65536)
    qn_find_at(p, QN_RULE_SHARED_LIMIT, a.first[2], a.first[2],
               "%.*s bytes of shared memory are more than AMD's 65536",
               QN_STR_ARG(qn_text_at(p, a.first[2])));
}

static bool ends_with(qn_str text, const char *end) {
  const size_t size = strlen(end);
  return text.size > size &&
         memcmp(text.data + text.size - size, end, size) == 0;
}

static void lint_warp_operation(qn_pass *p, size_t i, qn_str name) {
  static const char *const ballots[] = {"__ballot_sync",    "__activemask",
                                        "__match_any_sync", "__match_all_sync",
                                        "__ballot",         NULL};
  static const char *const legacy[] = {"__shfl",     "__shfl_up", "__shfl_down",
                                       "__shfl_xor", "__ballot",  "__any",
                                       "__all",      NULL};
  if (ends_with(name, "_sync") && !qn_str_equal(name, QN_STR("__syncwarp")))
    lint_mask(p, i);
  if (is_one_of(name, ballots))
    lint_ballot(p, i);
  if (qn_str_starts(name, QN_STR("__shfl")))
    lint_loop(p, i);
  if (is_one_of(name, legacy) && qn_is_punct(p, i + 1, '('))
    qn_find_at(p, QN_RULE_LEGACY_SHUFFLE, i, i,
               "CUDA has removed %.*s; HIP keeps it", QN_STR_ARG(name));
}

void qn_lint_name(qn_pass *p, size_t i) {
  static const char *const hints[] = {"__ldcs", "__ldcg", "__ldca", "__ldlu",
                                      "__ldcv", "__stcs", "__stcg", "__stwt",
                                      "__stwb", NULL};
  const qn_str name = qn_text_at(p, i);
  if (!name.size)
    return;
  switch (name.data[0]) {
  case '_':
    if (name.size > 4 && name.data[1] == '_') {
      lint_warp_operation(p, i, name);
      lint_condition(p, i, name);
      if (is_one_of(name, hints))
        qn_find_at(p, QN_RULE_CACHE_HINT, i, i,
                   "%.*s is a plain access with a hint that HIP does not have",
                   QN_STR_ARG(name));
      if (qn_str_equal(name, QN_STR("__shared__")))
        lint_volatile(p, i);
      if (qn_str_equal(name, QN_STR("__asm__")))
        qn_lint_asm(p, i);
    }
    break;
  case 'a':
    if (qn_str_equal(name, QN_STR("asm")))
      qn_lint_asm(p, i);
    break;
  case 'C':
    lint_condition(p, i, name);
    break;
  case 'c':
    lint_library(p, i);
    if (qn_str_equal(name, QN_STR("cudaFuncSetAttribute")))
      lint_shared_limit(p, i);
    break;
  case 'n':
    lint_library(p, i);
    break;
  case 't':
    if (qn_str_equal(name, QN_STR("texture")) && qn_is_punct(p, i + 1, '<'))
      qn_find_at(p, QN_RULE_TEXTURE_REFERENCE, i, i,
                 "texture references are gone; use a texture object");
    if (qn_str_equal(name, QN_STR("tiled_partition")) &&
        qn_is_punct(p, i + 1, '<') && qn_is(p, i + 2, "32"))
      qn_find_at(p, QN_RULE_TILE, i, i + 3,
                 "a tile of 32 is half a wave on GPUs with 64 lanes");
    break;
  default:
    break;
  }
  if (is_lane_word(name)) {
    lint_lanes(p, i);
    lint_first_warp(p, i);
  }
  lint_warp_size(p, i, name);
}
