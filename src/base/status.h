// SPDX-License-Identifier: Apache-2.0
// Status codes: the only value a fallible function returns.
#ifndef QN_BASE_STATUS_H
#define QN_BASE_STATUS_H

#include <stdbool.h>

#if defined(__has_c_attribute)
#if __has_c_attribute(nodiscard)
#define QN_NODISCARD [[nodiscard]]
#endif
#endif
#if !defined(QN_NODISCARD) && defined(__clang__)
#define QN_NODISCARD __attribute__((warn_unused_result))
#elif !defined(QN_NODISCARD)
#define QN_NODISCARD
#endif

typedef enum qn_code {
  QN_OK = 0,
  QN_E_ARGUMENT = 1, // the caller broke the documented contract
  QN_E_MEMORY,       // an allocation failed; nothing was changed
  QN_E_IO,           // the operating system refused; errno text is in the diag
  QN_E_MALFORMED,    // untrusted input contradicts its own format
  QN_E_UNSUPPORTED,  // well-formed, but newer or rarer than we implement
  QN_E_LIMIT,        // refused by a limit in qn_limits
  QN_E_NOT_FOUND,
  QN_E_TOOLCHAIN, // a compiler or linker we drive reported an error
  QN_E_DEVICE,    // a driver or device reported an error
  QN_E_INTERNAL,  // a bug in Quern: please report
} qn_code;

// A one-field struct, not an int: `if (!qn_f())` must not compile, and a
// dropped result must warn. It still travels in a register.
typedef struct QN_NODISCARD qn_status {
  qn_code code;
} qn_status;

static inline qn_status qn_ok(void) { return (qn_status){QN_OK}; }
static inline bool qn_failed(qn_status s) { return s.code != QN_OK; }

// Drops a status on purpose; `why` says, in the source, why that is right.
static inline void qn_ignore(qn_status status, const char *why) {
  (void)status;
  (void)why;
}

// Returns from the enclosing function when `expr` fails. Only for functions
// that own nothing yet; anything else uses `goto done`.
#define QN_TRY(expr)                                                           \
  do {                                                                         \
    const qn_status qn_try_status_ = (expr);                                   \
    if (qn_failed(qn_try_status_))                                             \
      return qn_try_status_;                                                   \
  } while (0)

#endif // QN_BASE_STATUS_H
