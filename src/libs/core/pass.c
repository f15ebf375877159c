// SPDX-License-Identifier: Apache-2.0
#include "libs/core/pass.h"

#include <pthread.h>
#include <string.h>

#include "base/alloc.h"
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

// A function of the library; NULL with a reason.
static void *find(const qn_pass_library *library, const char *name) {
  void *address = qn_libs_symbol(library->opened, name);
  if (!address)
    (void)qn_refuse(QN_R_NOT_SUPPORTED,
                    "NVIDIA's library does not have the function %s", name);
  return address;
}

int qn_pass_plain(const qn_pass_library *library, const char *name,
                  const int64_t *words, size_t count) {
  static const double none[REALS_MAX];
  word all[QN_PASS_WORDS_MAX] = {0};
  void *address = find(library, name);
  if (!address)
    return library->not_supported;
  memcpy(all, words, count * sizeof(*words));
  return invoke(address, none, all);
}

int qn_pass_plain_real(const qn_pass_library *library, const char *name,
                       int64_t object, double value) {
  const double reals[REALS_MAX] = {value};
  const word words[QN_PASS_WORDS_MAX] = {object};
  void *address = find(library, name);
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
  void *address = find(n->library, n->call->name);
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

// ---- In a graph

// NVIDIA's handles for graphs that are made ready: the program's own may be
// gone, or in another thread.
typedef struct spare {
  const qn_pass_library *library;
  int device;
  void *theirs; // NULL: not made yet
  struct spare *next;
} spare;
static spare *spares;
static pthread_mutex_t spares_lock = PTHREAD_MUTEX_INITIALIZER;

static spare *take_spare(const qn_pass_library *library, int device) {
  pthread_mutex_lock(&spares_lock);
  spare **at = &spares;
  while (*at && ((*at)->library != library || (*at)->device != device))
    at = &(*at)->next;
  spare *found = *at;
  if (found)
    *at = found->next;
  pthread_mutex_unlock(&spares_lock);
  if (!found && (found = qn_alloc_array(1, sizeof(*found))))
    *found = (spare){library, device, NULL, NULL};
  return found;
}

static void put_back(spare *s) {
  pthread_mutex_lock(&spares_lock);
  s->next = spares;
  spares = s;
  pthread_mutex_unlock(&spares_lock);
}

enum { SCALAR_SIZE = 16 };
typedef struct later {
  const qn_pass_library *library;
  int device;
  bool device_pointers;
  qn_pass_call call; // of `words`
  qn_pass_word words[QN_PASS_WORDS_MAX];
  bool is_copy[QN_PASS_WORDS_MAX];
  _Alignas(8) char scalars[QN_PASS_WORDS_MAX][SCALAR_SIZE];
  char name[]; // of the call
} later;

static int run_later(void *user, void *stream) {
  const later *l = user;
  spare *s = take_spare(l->library, l->device);
  if (!s)
    return QN_R_OUT_OF_MEMORY;
  const qn_pass_handle handle = {l->device, NULL, l->device_pointers,
                                 &s->theirs};
  now n = {l->library, &handle, &l->call, 0};
  (void)run(&n, stream);
  put_back(s);
  return n.status ? (int)qn_refuse(QN_R_UNKNOWN,
                                   "%s, in a graph: NVIDIA's library returns "
                                   "%d",
                                   l->name, n.status)
                  : QN_R_OK;
}

static void free_later(void *user) {
  later *l = user;
  for (size_t i = 0; i < l->call.count; ++i)
    if (l->is_copy[i])
      l->call.drop(l->words[i].object);
  qn_free(l);
}

// A word as it is now; the status.
static int keep_word(later *l, size_t i) {
  qn_pass_word *w = &l->words[i];
  int status = 0;
  if (w->scalar_size && !l->device_pointers && w->value) {
    memcpy(l->scalars[i], (const void *)(intptr_t)w->value, w->scalar_size);
    w->value = word_of(l->scalars[i]);
  }
  if (!w->is_object || !w->object)
    return 0;
  void *copy = l->call.copy(w->object);
  if (!copy)
    return l->library->not_supported;
  l->is_copy[i] = copy != w->object;
  if (l->is_copy[i]) {
    w->object = copy;
    return 0;
  }
  // With a state: its twin is the program's, as theirs would be.
  w->value = word_of(l->call.twin(w->object, &status));
  w->is_object = false;
  return status;
}

static int keep_for_graph(const qn_pass_library *library,
                          const qn_pass_handle *handle,
                          const qn_pass_call *call) {
  const size_t size = strlen(call->name) + 1;
  later *l = qn_alloc_array(1, sizeof(*l) + size);
  int status = l ? 0 : library->not_supported;
  if (!l)
    return status;
  l->library = library;
  l->device = handle->device;
  l->device_pointers = handle->device_pointers;
  l->call = *call;
  l->call.words = l->words;
  l->call.name = memcpy(l->name, call->name, size);
  memcpy(l->words, call->words, call->count * sizeof(*call->words));
  for (size_t i = 0; i < call->count && !status; ++i)
    status = keep_word(l, i);
  if (status) {
    free_later(l);
    return status;
  }
  return qn_libs_capture_native(
             handle->stream,
             &(const qn_libs_native){run_later, free_later, l}) == hipSuccess
             ? 0
             : library->not_supported;
}

static bool only_asks(const qn_pass_call *call) {
  return strstr(call->name, "bufferSize") || strstr(call->name, "BufferSize");
}

static int capture(const qn_pass_library *library, const qn_pass_handle *handle,
                   const qn_pass_call *call) {
  for (size_t i = 0; i < call->count; ++i)
    if (call->words[i].changes || call->words[i].answer_size) {
      (void)qn_refuse(QN_R_NOT_SUPPORTED,
                      "%s tells the host something, which nothing does while "
                      "the stream captures",
                      call->name);
      return library->not_supported;
    }
  return keep_for_graph(library, handle, call);
}

// ---- Calls

int qn_pass(const qn_pass_library *library, const qn_pass_handle *handle,
            const qn_pass_call *call) {
  now n = {library, handle, call, library->not_supported};
  if (!find(library, call->name))
    return library->not_supported;
  if (is_empty(call))
    return answer_empty(library, handle->stream, call);
  // The stream may capture then, or be gone.
  const bool asks = only_asks(call);
  if (!asks && qn_libs_captures(handle->stream))
    return capture(library, handle, call);
  const qn_libs_native what = {.run = run, .data = &n};
  const hipError_t error = asks ? qn_libs_ask_native(handle->device, &what)
                                : qn_libs_run_native(handle->stream, &what);
  if (error != hipSuccess && !n.status)
    return library->not_supported;
  if (n.status)
    (void)qn_refuse(QN_R_UNKNOWN, "%s: NVIDIA's library returns %d", call->name,
                    n.status);
  return n.status;
}
