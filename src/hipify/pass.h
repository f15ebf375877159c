// SPDX-License-Identifier: Apache-2.0
// What the passes of a translation share. translate.c runs them and renames:
// preprocess.c (which branches live), declared.c (the file's own names),
// include.c, blas.c, launch.c, arguments.c, strings.c, scope.c and pointer.c
// (CUdeviceptr), lint.c, ptx.c; and reverse.c, from HIP to CUDA. edits.c and
// brackets.c serve all.
#ifndef QN_HIPIFY_PASS_H
#define QN_HIPIFY_PASS_H

#include "hipify/translate.h"

// How far a search goes that is not for a bracket's end, in tokens. Longer
// expressions are none, and searches in searches stay short.
enum { QN_FAR = 4096 };

// What searches found before, so that many of them do not take too long.
typedef struct qn_found {
  uint32_t *closes; // by token, see qn_skip_brackets; made when needed
  size_t line_of,
      line_start; // the last token whose line was searched, and that
} qn_found;

typedef struct qn_pass {
  qn_span source;
  qn_tokens tokens;
  const qn_hipify_options *options;
  qn_hipify_result *result;
  qn_map reported;   // text: unknown names that were reported
  qn_map dim3s;      // text: variables of type dim3
  qn_map masks;      // text: constants that are masks of 32 bits
  qn_map pointers;   // text: names that are of type CUdeviceptr somewhere
  qn_map kernels;    // see qn_hipify_kernels
  qn_map parameters; // text: a kernel's, as a number
  qn_found *found;
  struct qn_seen *seen;    // headers of HIP included so far, see include.c
  bool uses_device_code;   // qualifiers, launches, built-in variables
  bool uses_runtime;       // names of CUDA's runtime
  bool has_runtime;        // includes a header that brings HIP's runtime
  bool launched_by_api;    // needs the function of QN_LAUNCH_API
  bool first_blas;         // includes cublas.h, cuBLAS's first interface
  bool calls_blas;         // by that
  bool driver;             // back to CUDA: the file is one of the driver API
  bool mixed;              // back to CUDA: it uses both APIs
  bool uses_driver;        // has names of the driver API now
  bool has_driver;         // includes cuda.h
  size_t loop;             // the token after the last loop that was reported
  uint32_t line_count;     // of our own, inserted
  size_t suggestion_tries; // look-ups of names that are nearly right
  bool failed;             // no memory
} qn_pass;

static inline const qn_token *qn_at(const qn_pass *p, size_t i) {
  return i < p->tokens.count ? &p->tokens.items[i]
                             : &p->tokens.items[p->tokens.count];
}
// Whether both tokens are in directives, or neither is.
static inline bool qn_same_side(const qn_pass *p, size_t a, size_t b) {
  return !((qn_at(p, a)->flags ^ qn_at(p, b)->flags) & QN_TOKEN_DIRECTIVE);
}
static inline qn_str qn_text_at(const qn_pass *p, size_t i) {
  return qn_token_text(p->source, qn_at(p, i));
}
static inline bool qn_is(const qn_pass *p, size_t i, const char *text) {
  return qn_token_is(p->source, qn_at(p, i), text);
}
// Whether token i is the punctuator `c`.
static inline bool qn_is_punct(const qn_pass *p, size_t i, char c) {
  const qn_token *t = qn_at(p, i);
  return t->kind == QN_TOKEN_PUNCT && t->word == (uint8_t)c;
}
// The punctuator that token i is, or 0.
static inline char qn_punct_at(const qn_pass *p, size_t i) {
  const qn_token *t = qn_at(p, i);
  return t->kind == QN_TOKEN_PUNCT ? (char)t->word : '\0';
}

// Edits at one offset: lines of our own come before what is put into code.
enum { QN_ORDER_CODE = 16 };
// Adds an edit; `text` is copied.
void qn_edit_add(qn_pass *p, uint32_t offset, uint32_t size, qn_str text);
void qn_edit_token(qn_pass *p, size_t i, const char *text); // replaces it
void qn_edit_before(qn_pass *p, size_t i, const char *text);
void qn_edit_after(qn_pass *p, size_t i, const char *text);

// A member, or a name of a namespace that is neither CUDA's nor HIP's.
bool qn_is_member(const qn_pass *p, size_t i);
// Whether the name at token i stands for a namespace.
bool qn_is_namespace(const qn_pass *p, size_t i);
// A spliced name without its splices; data is NULL when out of memory.
qn_str qn_joined(qn_pass *p, qn_str text);
// Whether the name at token i is a macro's that stands for `fresh`, what the
// name would become.
bool qn_defines_itself(const qn_pass *p, size_t i, const char *fresh);
// Counts a use of a name, for the figures.
void qn_count_name(qn_pass *p, const qn_cuda_name *name);
// Adds a name of the source to one of the maps of the pass.
void qn_note_name(qn_pass *p, qn_map *map, qn_str name);

// Adds a finding over tokens [first, last].
void qn_find_at(qn_pass *p, qn_rule rule, size_t first, size_t last,
                const char *format, ...) QN_PRINTF(5, 6);
// The last finding's fix.
void qn_find_fix(qn_pass *p, const char *fix);
void qn_find_name(qn_pass *p, const qn_cuda_name *name);

// The token after the bracket that closes the one at `open`, counting (), []
// and {}; the end's index when it is not closed.
size_t qn_skip_brackets(const qn_pass *p, size_t open);

// The token that opens the bracket closed at token `i`, or SIZE_MAX: there is
// none near.
size_t qn_open_of(const qn_pass *p, size_t i, char open, char close);

enum { QN_ARGUMENTS_MAX = 64 };
// The arguments of a call whose '(' is token `open`: [first, end) of each.
typedef struct qn_arguments {
  size_t count;
  size_t first[QN_ARGUMENTS_MAX], end[QN_ARGUMENTS_MAX];
  size_t close; // the ')'
} qn_arguments;
// False when the call is not closed, has too many, or directives among them.
bool qn_split_arguments(const qn_pass *p, size_t open, qn_arguments *out);

// Parameters of a template, or arguments for one.
typedef struct qn_template {
  size_t count, required; // those without a default
  bool has_pack;
} qn_template;
// Of the list that the '>' at token `close` ends; returns its '<', or 0 and
// nothing in `*out`.
size_t qn_template_list(const qn_pass *p, size_t close, qn_template *out);

void qn_mark_dead(qn_pass *p);
// Behind `#ifdef`, `#ifndef`, `defined` or `defined (`.
bool qn_is_defined_operand(const qn_pass *p, size_t i);
// Where the source refuses to be without the version whose name token i is, by
// `#ifndef NAME`, `#error`, HIP is allowed, and counts as new in the `#elif`
// behind that; false: it is nothing of these.
bool qn_allow_no_version(qn_pass *p, size_t i);
// Where the test at the version's name at token i holds for old versions, it
// becomes one of a version that is defined; false: it holds for new ones, or is
// no such test.
bool qn_guard_version(qn_pass *p, size_t i);
// What the file declares itself, and its variables of types that matter.
void qn_note_declarations(qn_pass *p);
void qn_note_kernels(qn_pass *p); // alone
// Names in all comments.
void qn_translate_comments(qn_pass *p);
// The string at token i: device code, or a name that functions are looked up
// by.
void qn_translate_string(qn_pass *p, size_t i);
// The name in the release and the libraries that are translated for; NULL for
// NULL. Where an older release has it otherwise, `*out_until` is the first with
// another, else 0.
const qn_cuda_name *qn_name_wanted(const qn_pass *p, const qn_cuda_name *name,
                                   unsigned *out_until);
// Sorts edits and findings by offset; of edits that overlap the first stays.
void qn_order_edits(qn_hipify_result *result);
void qn_translate_include(qn_pass *p, size_t header);
void qn_insert_runtime(qn_pass *p);
// At the first of `<<<`; returns the token to go on with.
size_t qn_translate_launch(qn_pass *p, size_t i);
void qn_insert_launcher(qn_pass *p);
// A name of cublas.h's at token i, in a file that includes it; false: not of
// those that differ.
bool qn_translate_blas(qn_pass *p, size_t i, const qn_cuda_name *name);
void qn_insert_blas(qn_pass *p);
void qn_edit_arguments(qn_pass *p, size_t i, const qn_cuda_name *name);
// Whether a function with that `transform` takes others in its new form.
bool qn_changes_arguments(const char *transform);
// Marks the tokens that are uses of a CUdeviceptr; and what the file's classes
// and namespaces declare, see qn_hipify_members.
void qn_mark_pointers(qn_pass *p);
void qn_note_members(qn_pass *p, qn_arena *arena, qn_map *members);
// Arithmetic of the variable at token i, when it is a CUdeviceptr.
void qn_translate_pointer(qn_pass *p, size_t i);
// Reports operators that are not + or - of the CUdeviceptr at token i.
void qn_report_operand(qn_pass *p, size_t i);
// Which API a source in HIP goes back to.
void qn_choose_api(qn_pass *p);
// A name at token i, back to CUDA; returns the token to go on with.
size_t qn_reverse_name(qn_pass *p, size_t i);
// What a text that is exactly a name of HIP's is in CUDA, or NULL.
const char *qn_reverse_text(const qn_pass *p, qn_str text);
// CUDA's runtime header does not bring the driver API's.
void qn_insert_driver(qn_pass *p);
// The place for an include of our own: in front of all code and of all other
// includes, after a guard.
uint32_t qn_head_offset(const qn_pass *p);
// Text that goes in at `offset`, with the line ends of the file.
void qn_insert_lines(qn_pass *p, uint32_t offset, const char *text);
// Follows #if and #endif, so that includes under a condition count only there.
void qn_note_directive(qn_pass *p, size_t hash);
// An integer literal; 0 for what is none. The text needs no end mark.
int64_t qn_number_value(qn_str text);
// Findings that begin at the name at token i.
void qn_lint_name(qn_pass *p, size_t i);
void qn_lint_asm(qn_pass *p, size_t i);

// Whether a directive asks by a macro alone which side is compiled: it says no
// more of the name at token i than that it is defined or not.
bool qn_asks_for_device(const qn_pass *p, size_t i);

#endif // QN_HIPIFY_PASS_H
