// SPDX-License-Identifier: Apache-2.0
// CUDA's functions as programs call them: each calls the one that works, which
// is named inner_<name> in the library (hip/cuda/cuda.inc), and tells who
// watches of it. runtime.inc and driver.inc are the lists, by
// tools/gen_cupti.py.
#ifndef QN_HIP_CALLS_CALLS_H
#define QN_HIP_CALLS_CALLS_H

#include "runtime/core/observe.h"

static inline const qn_observer *qn_calls_observer(void) {
  return atomic_load_explicit(&qn_observing, memory_order_relaxed);
}

// Calls `expr` between the observer's functions. Its names are none of a
// parameter's.
#define OBSERVED(number, name, given, expr)                                    \
  const qn_observer *observer_ = qn_calls_observer();                          \
  qn_observed_call call_ = {API, number, #name, given};                        \
  if (!observer_) /* any more */                                               \
    return expr;                                                               \
  atomic_thread_fence(memory_order_acquire);                                   \
  observer_->enter(&call_);                                                    \
  STATUS status_ = expr;                                                       \
  call_.result = (int *)&status_;                                              \
  observer_->leave(&call_);                                                    \
  return status_;

// One that CUPTI has no number for.
#define PLAIN(name, parameters, values)                                        \
  STATUS inner_##name parameters;                                              \
  STATUS name parameters { return inner_##name values; }
#define CALL0(number, name)                                                    \
  STATUS name(void);                                                           \
  STATUS inner_##name(void);                                                   \
  static QN_COLD __attribute__((noinline)) STATUS observed_##name(void){       \
      OBSERVED(number, name, NULL, inner_##name())} STATUS name(void) {        \
    return __builtin_expect(qn_calls_observer() != NULL, 0)                    \
               ? observed_##name()                                             \
               : inner_##name();                                               \
  }
#define CALL(number, params, name, parameters, values, ...)                    \
  STATUS name parameters;                                                      \
  STATUS inner_##name parameters;                                              \
  static QN_COLD __attribute__((noinline)) STATUS observed_##name parameters { \
    const params##_params given_ = __VA_ARGS__;                                \
    OBSERVED(number, name, &given_, inner_##name values)                       \
  }                                                                            \
  STATUS name parameters {                                                     \
    return __builtin_expect(qn_calls_observer() != NULL, 0)                    \
               ? observed_##name values                                        \
               : inner_##name values;                                          \
  }

#endif // QN_HIP_CALLS_CALLS_H
