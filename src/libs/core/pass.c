// SPDX-License-Identifier: Apache-2.0
#include "libs/core/pass.h"

#include <string.h>

#include "hip/core/api.h"

typedef int64_t word;
#define WORDS_8 word, word, word, word, word, word, word, word
typedef int any_function(double, double, double, double, WORDS_8, WORDS_8,
                         WORDS_8, WORDS_8);
#define ARGS_8(at)                                                             \
  w[(at)], w[(at) + 1], w[(at) + 2], w[(at) + 3], w[(at) + 4], w[(at) + 5],    \
      w[(at) + 6], w[(at) + 7]

// Each word has a register or eight bytes of the stack for itself on the
// machines that there are such devices for, and real numbers have registers of
// their own, whatever stands between them.
enum { REALS_MAX = 4 };
static int invoke(void *address, const double *reals, const word *w) {
  any_function *f;
  memcpy(&f, &address, sizeof(f));
  return f(reals[0], reals[1], reals[2], reals[3], ARGS_8(0), ARGS_8(8),
           ARGS_8(16), ARGS_8(24));
}

int qn_pass_plain(const qn_pass_library *library, const char *name,
                  const int64_t *words, size_t count) {
  static const double none[REALS_MAX];
  word all[QN_PASS_WORDS_MAX] = {0};
  void *address = qn_libs_symbol(library->opened, name);
  if (!address)
    return library->not_supported;
  memcpy(all, words, count * sizeof(*words));
  return invoke(address, none, all);
}

int qn_pass_plain_real(const qn_pass_library *library, const char *name,
                       int64_t object, double value) {
  const double reals[REALS_MAX] = {value};
  const word words[QN_PASS_WORDS_MAX] = {object};
  void *address = qn_libs_symbol(library->opened, name);
  return address ? invoke(address, reals, words) : library->not_supported;
}

typedef struct now {
  const qn_pass_library *library;
  const qn_pass_handle *handle;
  const qn_pass_call *call;
  int status;
} now;

static word word_of(const void *p) { return (word)(intptr_t)p; }

static int set_state(const now *n, void *stream) {
  const qn_pass_library *l = n->library;
  void **theirs = n->handle->theirs;
  int status = 0;
  if (!*theirs)
    status = qn_pass_plain(l, l->create, (const word[]){word_of(theirs)}, 1);
  if (!status)
    status = qn_pass_plain(
        l, l->set_stream, (const word[]){word_of(*theirs), word_of(stream)}, 2);
  if (!status && l->set_mode)
    status = qn_pass_plain(
        l, l->set_mode,
        (const word[]){word_of(*theirs), n->handle->device_pointers}, 2);
  return status;
}

static int run(void *user, void *stream) {
  now *n = user;
  word words[QN_PASS_WORDS_MAX] = {0};
  double reals[REALS_MAX] = {0};
  size_t count = 1, real_count = 0;
  n->status = set_state(n, stream);
  words[0] = word_of(*n->handle->theirs);
  for (size_t i = 0; i < n->call->count && !n->status; ++i) {
    const qn_pass_word *w = &n->call->words[i];
    if (w->is_real)
      memcpy(&reals[real_count++], &w->value, sizeof(w->value));
    else
      words[count++] = w->is_object && w->object
                           ? word_of(n->call->twin(w->object, &n->status))
                           : w->value;
  }
  void *address = qn_libs_symbol(n->library->opened, n->call->name);
  if (!n->status)
    n->status =
        address ? invoke(address, reals, words) : n->library->not_supported;
  return 0;
}

static bool is_empty(const qn_pass_call *call) {
  for (size_t i = 0; i < call->count; ++i)
    if (call->words[i].is_extent && !call->words[i].value)
      return true;
  return false;
}

// What is told where there is nothing to do.
static int answer_empty(const qn_pass_library *library, hipStream_t stream,
                        const qn_pass_call *call) {
  for (size_t i = 0; i < call->count; ++i) {
    const qn_pass_word *w = &call->words[i];
    void *to = (void *)(intptr_t)w->value;
    if (to && w->answer_size)
      memset(to, 0, w->answer_size);
    if (to && w->zeros > 0 &&
        hipMemsetAsync(to, 0, (size_t)w->zeros * sizeof(int), stream) !=
            hipSuccess)
      return library->not_supported;
  }
  return 0;
}

int qn_pass(const qn_pass_library *library, const qn_pass_handle *handle,
            const qn_pass_call *call) {
  now n = {library, handle, call, library->not_supported};
  if (!qn_libs_symbol(library->opened, call->name))
    return library->not_supported;
  if (is_empty(call))
    return answer_empty(library, handle->stream, call);
  if (qn_libs_captures(handle->stream)) {
    (void)qn_refuse(QN_R_NOT_SUPPORTED,
                    "%s: calls of NVIDIA's library are not captured yet",
                    call->name);
    return library->not_supported;
  }
  if (qn_libs_run_native(handle->stream,
                         &(const qn_libs_native){.run = run, .data = &n}) !=
          hipSuccess &&
      !n.status)
    return library->not_supported;
  if (n.status)
    (void)qn_refuse(QN_R_UNKNOWN, "%s: NVIDIA's library returns %d", call->name,
                    n.status);
  return n.status;
}
