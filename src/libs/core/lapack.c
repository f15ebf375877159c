// SPDX-License-Identifier: Apache-2.0
#include "libs/core/lapack.h"

#include <complex.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system/thread.h"

static const char *const names[] = {"libopenblas.so.0", "libopenblas.so", NULL};
static qn_libs_opened openblas = {.names = names,
                                  .package = "libopenblas0-pthread"};

// ---- The kernels it takes

static const char *core_of(void *library) {
  char *(*name)(void);
  void *address = dlsym(library, "openblas_get_corename");
  memcpy(&name, &address, sizeof(name));
  return address ? name() : "";
}

// The best of its kernels for processors that it does not know.
static const char *better_core(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return "SkylakeX";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return "Haswell";
#endif
  return NULL;
}

// OpenBLAS takes kernels without AVX for processors that are newer than itself
// (Debian's 0.3.21 for Emerald Rapids), several times as slow. Which it takes
// is decided as it is loaded; a variable of the environment says it, for that
// moment.
static void choose_core(void) {
  static const char variable[] = "OPENBLAS_CORETYPE";
  const char *core = better_core();
  if (!core || getenv(variable))
    return;
  for (size_t i = 0; names[i]; ++i) {
    void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!library)
      continue;
    const bool is_old = strcmp(core_of(library), "Prescott") == 0;
    dlclose(library); // nothing else has it, or it stays as it is
    if (is_old && setenv(variable, core, 1) == 0) {
      (void)dlopen(names[i], RTLD_NOW | RTLD_LOCAL); // for good
      (void)unsetenv(variable);
    }
    return;
  }
}

// ---- Calls and forks

static struct {
  qn_mutex mutex;
  qn_cond changed;
  unsigned calls; // in progress
  unsigned forks; // that wait for them
  int threads;    // that it has again behind small calls; 0: as it is
  int (*get_threads)(void);
  void (*set_threads)(int);
} gate = {.mutex = QN_MUTEX_INIT, .changed = QN_COND_INIT};

static void restore_threads(void) {
  if (gate.threads)
    gate.set_threads(gate.threads);
  gate.threads = 0;
}

static void choose_threads(double work) {
  const double small = 100e3; // 20 us of a processor
  if (work > small) {
    restore_threads();
  } else if (gate.calls == 0 && gate.get_threads && gate.set_threads) {
    const int threads = gate.get_threads();
    gate.threads = threads > 1 ? threads : 0;
    if (gate.threads)
      gate.set_threads(1);
  }
}

void qn_openblas_enter(double work) {
  qn_mutex_lock(&gate.mutex);
  while (gate.forks)
    qn_cond_wait(&gate.changed, &gate.mutex);
  choose_threads(work);
  ++gate.calls;
  qn_mutex_unlock(&gate.mutex);
}

void qn_openblas_leave(void) {
  qn_mutex_lock(&gate.mutex);
  if (--gate.calls == 0) {
    restore_threads();
    qn_cond_broadcast(&gate.changed);
  }
  qn_mutex_unlock(&gate.mutex);
}

// The mutex is held until the fork is done.
static void before_fork(void) {
  qn_mutex_lock(&gate.mutex);
  ++gate.forks;
  while (gate.calls)
    qn_cond_wait(&gate.changed, &gate.mutex);
}

static void in_parent(void) {
  if (--gate.forks == 0)
    qn_cond_broadcast(&gate.changed);
  qn_mutex_unlock(&gate.mutex);
}

// Threads that waited are not in the child.
static void in_child(void) {
  gate.forks = 0;
  qn_cond_init(&gate.changed);
  qn_mutex_unlock(&gate.mutex);
}

static void watch(void) {
  void *get = qn_libs_symbol(&openblas, "openblas_get_num_threads");
  void *set = qn_libs_symbol(&openblas, "openblas_set_num_threads");
  qn_mutex_lock(&gate.mutex); // others may be at the gate, for what is ours
  memcpy(&gate.get_threads, &get, sizeof(get));
  memcpy(&gate.set_threads, &set, sizeof(set));
  qn_mutex_unlock(&gate.mutex);
  (void)pthread_atfork(before_fork, in_parent, in_child);
}

// Handlers of forks are called from the last to the first: ours has to come
// after OpenBLAS's, which are there once it is opened.
void *qn_openblas_function(const char *symbol) {
  static pthread_once_t cores = PTHREAD_ONCE_INIT, once = PTHREAD_ONCE_INIT;
  (void)pthread_once(&cores, choose_core);
  void *address = qn_libs_symbol(&openblas, symbol);
  if (address)
    (void)pthread_once(&once, watch);
  return address;
}

void *qn_openblas_symbol(const char *name) {
  char symbol[32];
  snprintf(symbol, sizeof(symbol), "%s_", name);
  return qn_openblas_function(symbol);
}

// ---- What it lacks

#define PLAIN_LU(letter, T)                                                    \
  static int letter##_plain_lu(int64_t m, int64_t n, T *a, int64_t lda) {      \
    int info = 0;                                                              \
    for (int64_t k = 0; k < n && k < m; ++k) {                                 \
      const T *row = a + k; /* elements lda apart */                           \
      T *column = a + k * lda;                                                 \
      if (column[k] == 0) {                                                    \
        info = info ? info : (int)k + 1;                                       \
        continue;                                                              \
      }                                                                        \
      for (int64_t i = k + 1; i < m; ++i)                                      \
        column[i] /= column[k];                                                \
      for (int64_t j = k + 1; j < n; ++j)                                      \
        for (int64_t i = k + 1; i < m; ++i)                                    \
          a[i + j * lda] -= column[i] * row[j * lda];                          \
    }                                                                          \
    return info;                                                               \
  }
PLAIN_LU(s, float)
PLAIN_LU(d, double)
PLAIN_LU(c, float _Complex)
PLAIN_LU(z, double _Complex)

int qn_libs_plain_lu(char type, int64_t m, int64_t n, void *a, int64_t lda) {
  switch (type) {
  case 's':
    return s_plain_lu(m, n, a, lda);
  case 'd':
    return d_plain_lu(m, n, a, lda);
  case 'c':
    return c_plain_lu(m, n, a, lda);
  default:
    return z_plain_lu(m, n, a, lda);
  }
}
