// SPDX-License-Identifier: Apache-2.0
// HIP to CUDA, for names that both have. Many HIP names correspond to one in
// the runtime API and one in the driver API; which of them is meant is decided
// once per file (qn_choose_api).
#include <string.h>

#include "hipify/pass.h"

// ---- Which API

// hipMemcpyDefault does not count: it occurs in calls that the driver API has
// without it.
static bool is_runtime_alone(const qn_hip_name *name) {
  return strcmp(name->hip, "hipMemcpyDefault") != 0 && name->runtime &&
         !name->driver && strcmp(name->runtime->section, "runtime") == 0 &&
         name->runtime->kind != QN_NAME_HEADER &&
         name->runtime->status != QN_NAME_SAME;
}

// Memory that is CUdeviceptr in the driver API, and void * in HIP and the
// runtime API.
static bool takes_memory(const qn_hip_name *name) {
  const qn_str text = qn_str_from(name->hip);
  return name->runtime && name->driver &&
         (qn_str_starts(text, QN_STR("hipMem")) ||
          qn_str_starts(text, QN_STR("hipMalloc")) ||
          qn_str_starts(text, QN_STR("hipFree")));
}

void qn_choose_api(qn_pass *p) {
  size_t runtime = 0;
  size_t driver = 0;
  bool memory = false;
  bool device_pointers = false;
  for (size_t k = 0; k < p->tokens.mark_count; ++k) {
    const qn_token *t = qn_at(p, p->tokens.marks[k]);
    qn_hip_name name;
    if (t->kind == QN_TOKEN_PUNCT)
      runtime += t->word == '<';
    else if (t->kind != QN_TOKEN_NAME || t->flags & QN_TOKEN_DEAD)
      continue;
    else if (qn_is(p, p->tokens.marks[k], "hipLaunchKernelGGL"))
      ++runtime;
    else if (qn_word_hip(t->word, &name)) {
      runtime += is_runtime_alone(&name);
      driver += name.driver && !name.runtime;
      memory |= takes_memory(&name);
      device_pointers |= strcmp(name.hip, "hipDeviceptr_t") == 0;
    }
  }
  runtime += memory && !device_pointers;
  const qn_hip_api api = p->options->api;
  p->driver =
      api == QN_API_DRIVER || (api == QN_API_AUTO && driver && !runtime);
  p->mixed = driver && (runtime || !p->driver);
}

// ---- What CUDA does not have

// The CUDA name most similar to the HIP name, although neither translates to
// the other.
static const qn_cuda_name *nearest(qn_str name) {
  size_t count;
  const qn_cuda_name *rows = qn_cuda_names(&count);
  for (size_t i = 0; i < count; ++i)
    if (rows[i].status == QN_NAME_UNSUPPORTED &&
        qn_str_equal(qn_str_from(rows[i].hip), name))
      return &rows[i];
  return NULL;
}

// Reports each name once.
static void find_unknown(qn_pass *p, size_t i, qn_str name) {
  if (qn_map_find_str(&p->result->declared, name) ||
      qn_map_find_str(&p->reported, name))
    return;
  const qn_cuda_name *near = nearest(name);
  qn_find_at(p, QN_RULE_NO_CUDA, i, i,
             near ? "no name of CUDA's is known for '%.*s'; the nearest is '%s'"
                  : "no name of CUDA's is known for '%.*s'",
             QN_STR_ARG(name), near ? near->cuda : "");
  qn_note_name(p, &p->reported, name);
}

// What CUDA had until Volta.
static void check_legacy(qn_pass *p, size_t i, qn_str name) {
  static const char *const legacy[] = {"__shfl",     "__shfl_up", "__shfl_down",
                                       "__shfl_xor", "__ballot",  "__any",
                                       "__all"};
  for (size_t k = 0; k < sizeof(legacy) / sizeof(legacy[0]); ++k)
    if (qn_str_equal(name, qn_str_from(legacy[k])) &&
        qn_is_punct(p, i + 1, '('))
      qn_find_at(p, QN_RULE_NO_CUDA, i, i,
                 "CUDA has %s_sync, with a mask, in the place of %s", legacy[k],
                 legacy[k]);
}

// Assembly that is not PTX, recognised by the beginnings of AMD's mnemonics.
static void check_asm(qn_pass *p, size_t i) {
  static const char *const parts[] = {"\"v_",    "\"s_",      "\"ds_",
                                      "\"flat_", "\"global_", "\"buffer_"};
  size_t open = i + 1;
  while (qn_is(p, open, "volatile") || qn_is(p, open, "__volatile__"))
    ++open;
  const qn_str text = qn_text_at(p, open + 1);
  if (!qn_is_punct(p, open, '('))
    return;
  for (size_t k = 0; k < sizeof(parts) / sizeof(parts[0]); ++k)
    if (qn_str_starts(text, qn_str_from(parts[k])))
      qn_find_at(p, QN_RULE_NO_CUDA, i, open + 1,
                 "assembly for AMD's GPUs means nothing to CUDA");
}

// ---- Wrappers: HIP_SYMBOL(x), HIP_KERNEL_NAME(k<a, b>)

static void unwrap(qn_pass *p, size_t i) {
  if (!qn_is_punct(p, i + 1, '(')) {
    find_unknown(p, i, qn_text_at(p, i));
    return;
  }
  const size_t end = qn_skip_brackets(p, i + 1);
  if (!qn_is_punct(p, end - 1, ')'))
    return;
  qn_edit_token(p, i, "");
  qn_edit_token(p, i + 1, "");
  qn_edit_token(p, end - 1, "");
}

// ---- Launches

// Whether a kernel's expression is a postfix expression, which <<< may follow.
static bool is_postfix(const qn_pass *p, size_t first, size_t end) {
  for (size_t i = first; i < end; ++i) {
    const char c = qn_punct_at(p, i);
    if (c == '(' || c == '[') {
      i = qn_skip_brackets(p, i) - 1;
    } else if (c && !strchr(":<>,.-", c)) {
      return false;
    }
  }
  return true;
}

// (k<a, b>), where the parentheses only protect the commas from the macro.
static bool is_wrapped_name(const qn_pass *p, size_t first, size_t end) {
  if (!qn_is_punct(p, first, '(') || qn_skip_brackets(p, first) != end)
    return false;
  for (size_t i = first + 1; i + 1 < end; ++i) {
    const char c = qn_punct_at(p, i);
    if (c && !strchr(":<>,", c))
      return false;
  }
  return end > first + 2;
}

static bool has_spaces_only(const qn_pass *p, size_t from, size_t to) {
  for (; from < to; ++from)
    if (p->source.data[from] != ' ')
      return false;
  return true;
}

// Replaces a comma and the white space after it.
static void replace_comma(qn_pass *p, size_t i, const char *text) {
  const size_t from = qn_at(p, i)->offset;
  const size_t next = qn_at(p, i + 1)->offset;
  const size_t size = has_spaces_only(p, from + 1, next) ? next - from : 1;
  qn_edit_add(p, (uint32_t)from, (uint32_t)size, qn_str_from(text));
}

static void unwrap_callee(qn_pass *p, size_t first, size_t end) {
  if (is_wrapped_name(p, first, end)) {
    qn_edit_token(p, first, "");
    qn_edit_token(p, end - 1, "");
  } else if (!is_postfix(p, first, end)) {
    qn_edit_before(p, first, "(");
    qn_edit_after(p, end - 1, ")");
  }
}

// hipLaunchKernelGGL(k, grid, block, shared, stream, ...).
static void launch(qn_pass *p, size_t i) {
  enum { CONFIG_END = 4 }; // the stream
  qn_arguments a;
  ++p->result->launches;
  bool whole = qn_is_punct(p, i + 1, '(') && qn_split_arguments(p, i + 1, &a) &&
               a.count > CONFIG_END;
  for (size_t k = 0; whole && k <= CONFIG_END; ++k)
    whole = a.first[k] < a.end[k];
  if (!whole) {
    ++p->result->launches_kept;
    qn_find_at(p, QN_RULE_LAUNCH, i, i,
               "the launch stays as it is: its arguments are not all here");
    return;
  }
  qn_edit_token(p, i, "");
  qn_edit_token(p, i + 1, "");
  unwrap_callee(p, a.first[0], a.end[0]);
  replace_comma(p, a.end[0], "<<<");
  if (a.count == CONFIG_END + 1) {
    qn_edit_before(p, a.close, ">>>(");
    return;
  }
  replace_comma(p, a.end[CONFIG_END], ">>>(");
  const size_t first = a.first[CONFIG_END + 1];
  if (qn_is_punct(p, first, '#') && qn_is(p, first + 2, "__VA_ARGS__")) {
    qn_edit_token(p, first, "");
    qn_edit_token(p, first + 1, "");
  }
}

// ---- Names

// Drops an argument that only HIP's form of a call has. False when the call has
// something else there.
static bool drop_argument(qn_pass *p, size_t i, qn_str insert) {
  qn_arguments a;
  const size_t equals = qn_str_find(insert, '=');
  const size_t n = insert.size ? (size_t)(insert.data[0] - '0') : 0;
  if (!qn_is_punct(p, i + 1, '(') || !qn_split_arguments(p, i + 1, &a) ||
      n == 0 || n >= a.count || a.end[n] != a.first[n] + 1 ||
      !qn_str_equal(qn_text_at(p, a.first[n]), qn_str_skip(insert, equals + 1)))
    return false;
  const uint32_t from = qn_at(p, a.end[n - 1])->offset;
  const qn_token *last = qn_at(p, a.first[n]);
  qn_edit_add(p, from, last->offset + last->size - from, QN_STR(""));
  return true;
}

// ---- Structures whose members HIP takes individually; see arguments.c

static qn_str text_between(const qn_pass *p, size_t first, size_t end) {
  const uint32_t from = qn_at(p, first)->offset;
  const qn_token *last = qn_at(p, end - 1);
  return (qn_str){(const char *)p->source.data + from,
                  last->offset + last->size - from};
}

// The structure in `&(whole)->member`; empty when an argument has another form.
static qn_str whole_of(const qn_pass *p, size_t first, size_t end,
                       qn_str member) {
  if (end < first + 6 || !qn_is_punct(p, first, '&') ||
      !qn_is_punct(p, first + 1, '(') || !qn_is_punct(p, end - 3, '-') ||
      qn_skip_brackets(p, first + 1) != end - 3 ||
      !qn_str_equal(qn_text_at(p, end - 1), member))
    return (qn_str){0};
  for (size_t i = first + 2; i < end - 4; ++i)
    if (qn_at(p, i)->word && qn_at(p, i)->kind == QN_TOKEN_NAME)
      return (qn_str){0}; // it may need translation itself
  return text_between(p, first + 2, end - 4);
}

// `members:N=A,B` reversed: &(x)->A, &(x)->B become x.
static bool join_members(qn_pass *p, size_t i, const char *transform) {
  qn_arguments a;
  qn_str rest = qn_str_from(strchr(transform, '=') + 1);
  const size_t n = (size_t)(strchr(transform, ':')[1] - '0');
  size_t at = n;
  qn_str whole = {0};
  qn_str member;
  if (!qn_is_punct(p, i + 1, '(') || !qn_split_arguments(p, i + 1, &a))
    return false;
  for (; qn_str_split(&rest, ',', &member); ++at) {
    const qn_str one = at < a.count && a.first[at] < a.end[at]
                           ? whole_of(p, a.first[at], a.end[at], member)
                           : (qn_str){0};
    if (!one.size || (whole.size && !qn_str_equal(one, whole)))
      return false;
    whole = one;
  }
  const qn_str old = text_between(p, a.first[n], a.end[at - 1]);
  qn_edit_add(p, qn_at(p, a.first[n])->offset, (uint32_t)old.size, whole);
  return true;
}

// At the first name in `struct { ... }`: the token after it when the
// declaration is the translation of a CUDA type that HIP does not have; 0
// otherwise.
static size_t join_declaration(qn_pass *p, size_t i, const char *type) {
  static const char what[] = "declare:";
  const qn_cuda_name *name = qn_cuda_name_find(qn_str_from(type));
  if (i < 2 || !name || strncmp(name->transform, what, sizeof(what) - 1) != 0)
    return 0;
  const qn_span text =
      qn_str_span(qn_str_from(name->transform + sizeof(what) - 1));
  qn_tokens wanted;
  size_t same = 0;
  if (qn_failed(qn_lex(text, QN_WORDS_HIP, &wanted, NULL))) {
    p->failed = true;
    return 0;
  }
  while (same < wanted.count &&
         qn_str_equal(qn_text_at(p, i - 2 + same),
                      qn_token_text(text, &wanted.items[same])))
    ++same;
  const bool whole = same == wanted.count;
  qn_tokens_finish(&wanted);
  if (!whole)
    return 0;
  const qn_str old = text_between(p, i - 2, i - 2 + same);
  qn_edit_add(p, qn_at(p, i - 2)->offset, (uint32_t)old.size,
              qn_str_from(type));
  return i - 2 + same;
}

// The row that a name maps back to in this context, or NULL.
static const qn_cuda_name *row_of(qn_pass *p, size_t i,
                                  const qn_hip_name *name) {
  static const char insert[] = "insert:";
  const qn_cuda_name *first = p->driver ? name->driver : name->runtime;
  const qn_cuda_name *other = p->driver ? name->runtime : name->driver;
  if (!first)
    return other;
  if (strncmp(first->transform, insert, sizeof(insert) - 1) == 0 &&
      !drop_argument(p, i, qn_str_from(first->transform + sizeof(insert) - 1)))
    return other;
  return first;
}

// Reports a type or constant that differs between the two APIs.
static void check_mixed(qn_pass *p, size_t i, const qn_hip_name *name,
                        const qn_cuda_name *row) {
  static const char *const same[] = {
      "hipStream_t",    "hipEvent_t",   "hipGraph_t",      "hipGraphExec_t",
      "hipGraphNode_t", "hipMemPool_t", "hipUserObject_t", "hipFunction_t",
      "hipKernel_t",    "hipLibrary_t"};
  const qn_str text = qn_str_from(name->hip);
  if (!p->mixed || !name->runtime || !name->driver ||
      (row->kind != QN_NAME_TYPE && row->kind != QN_NAME_ENUMERATOR) ||
      qn_map_find_str(&p->reported, text))
    return;
  for (size_t k = 0; k < sizeof(same) / sizeof(same[0]); ++k)
    if (qn_str_equal(text, qn_str_from(same[k])))
      return;
  qn_find_at(p, QN_RULE_AMBIGUOUS, i, i,
             "'%s' is '%s' or '%s' in CUDA, and the file uses both APIs",
             name->hip, name->runtime->cuda, name->driver->cuda);
  qn_note_name(p, &p->reported, text);
}

// Renames a HIP name, with all edits that a call of it needs.
static void rename_back(qn_pass *p, size_t i, const qn_hip_name *name) {
  const qn_cuda_name *row = row_of(p, i, name);
  if (!row) {
    qn_find_at(p, QN_RULE_AMBIGUOUS, i, i,
               "several names of CUDA's become '%s'", name->hip);
    return;
  }
  qn_count_name(p, row);
  if (row->status == QN_NAME_SAME || qn_defines_itself(p, i, row->cuda))
    return;
  if (strncmp(row->transform, "members:", 8) == 0 &&
      !join_members(p, i, row->transform))
    qn_find_at(p, QN_RULE_NO_CUDA, i, i,
               "'%s' of CUDA 12 takes a structure where HIP takes pointers",
               row->cuda);
  if (strcmp(row->transform, "others") == 0)
    qn_find_at(p, QN_RULE_NO_CUDA, i, i, "'%s' takes other arguments than '%s'",
               row->cuda, name->hip);
  check_mixed(p, i, name, row);
  p->uses_driver |= strcmp(row->section, "driver") == 0;
  const qn_cuda_name back = {.hip = row->cuda, .transform = name->transform};
  if (name->transform[0])
    qn_edit_arguments(p, i, &back);
  else
    qn_edit_token(p, i, row->cuda);
}

// HIP_DYNAMIC_SHARED(type, name) declares extern __shared__ type name[], and
// includes the semicolon.
static void declare_shared(qn_pass *p, size_t i) {
  qn_arguments a;
  if (!qn_is_punct(p, i + 1, '(') || !qn_split_arguments(p, i + 1, &a) ||
      a.count != 2 || a.first[0] >= a.end[0] || a.first[1] >= a.end[1]) {
    find_unknown(p, i, qn_text_at(p, i));
    return;
  }
  qn_edit_token(p, i, "extern __shared__");
  qn_edit_token(p, i + 1, " ");
  qn_edit_token(p, a.end[0],
                qn_at(p, a.first[1])->flags & QN_TOKEN_SPACE ? "" : " ");
  qn_edit_token(p, a.close, qn_is_punct(p, a.close + 1, ';') ? "[]" : "[];");
}

// hipThreadIdx_x, from early HIP: threadIdx.x.
static bool rename_index(qn_pass *p, size_t i, qn_str name) {
  static const char *const words[] = {"hipThreadIdx_", "hipBlockIdx_",
                                      "hipBlockDim_", "hipGridDim_"};
  static const char *const cuda[] = {"threadIdx.", "blockIdx.", "blockDim.",
                                     "gridDim."};
  char text[16];
  for (size_t k = 0; k < 4; ++k)
    if (qn_str_starts(name, qn_str_from(words[k])) &&
        name.size == strlen(words[k]) + 1) {
      snprintf(text, sizeof(text), "%s%c", cuda[k], name.data[name.size - 1]);
      qn_edit_token(p, i, text);
      return true;
    }
  return false;
}

// thrust::hip::par is thrust::cuda::par.
static bool rename_thrust(qn_pass *p, size_t i) {
  if (!qn_is(p, i, "hip"))
    return false;
  if (i > 2 && qn_is_punct(p, i - 1, ':') && qn_is_punct(p, i - 2, ':') &&
      (qn_is(p, i - 3, "thrust") || qn_is(p, i - 3, "system")))
    qn_edit_token(p, i, "cuda");
  return true;
}

// Names of HIP that are syntax in CUDA, not functions or types.
static bool reverse_syntax(qn_pass *p, size_t i, qn_str text) {
  if (qn_str_equal(text, QN_STR("hipLaunchKernelGGL")))
    launch(p, i);
  else if (qn_str_equal(text, QN_STR("HIP_DYNAMIC_SHARED")))
    declare_shared(p, i);
  else if (qn_str_equal(text, QN_STR("HIP_SYMBOL")) ||
           qn_str_equal(text, QN_STR("HIP_KERNEL_NAME")))
    unwrap(p, i);
  else if (qn_str_equal(text, QN_STR("__HIP_DEVICE_COMPILE__")) &&
           qn_asks_for_device(p, i))
    qn_edit_token(p, i, "__CUDA_ARCH__");
  else
    return false;
  return true;
}

static void reverse_name(qn_pass *p, size_t i, qn_str text) {
  qn_hip_name name;
  if (qn_str_equal(text, QN_STR("asm")) ||
      qn_str_equal(text, QN_STR("__asm__")))
    check_asm(p, i);
  check_legacy(p, i, text);
  if (!qn_word_hip(qn_at(p, i)->word, &name)) {
    if (!rename_index(p, i, text) && qn_hip_name_like(text))
      find_unknown(p, i, text);
    return;
  }
  const qn_cuda_name *row = name.runtime ? name.runtime : name.driver;
  const bool namespace = row && row->kind == QN_NAME_NAMESPACE;
  if ((!row || row->kind != QN_NAME_HEADER) &&
      (!namespace || qn_is_namespace(p, i)))
    rename_back(p, i, &name);
}

size_t qn_reverse_name(qn_pass *p, size_t i) {
  const qn_token *t = qn_at(p, i);
  qn_str text = qn_token_text(p->source, t);
  if (t->flags & QN_TOKEN_SPLICED)
    text = qn_joined(p, text);
  if (!text.data || rename_thrust(p, i) || qn_is_member(p, i))
    return i + 1;
  const size_t behind =
      qn_str_equal(text, QN_STR("hipGraphExecUpdateResult"))
          ? join_declaration(p, i,
                             p->driver ? "CUgraphExecUpdateResultInfo"
                                       : "cudaGraphExecUpdateResultInfo")
          : 0;
  if (behind)
    return behind;
  if (!reverse_syntax(p, i, text))
    reverse_name(p, i, text);
  return i + 1;
}

// ---- The rest

const char *qn_reverse_text(const qn_pass *p, qn_str text) {
  qn_hip_name name;
  if (!qn_hip_name_find(text, &name))
    return NULL;
  const qn_cuda_name *row = p->driver && name.driver ? name.driver
                            : name.runtime           ? name.runtime
                                                     : name.driver;
  return row && row->status != QN_NAME_SAME ? row->cuda : NULL;
}

void qn_insert_driver(qn_pass *p) {
  if (p->uses_driver && !p->has_driver)
    qn_insert_lines(p, qn_head_offset(p), "#include <cuda.h>\n");
}
