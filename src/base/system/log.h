// SPDX-License-Identifier: Apache-2.0
// Logging of the library: silent until a program asks for it.
//
// The library logs at debug and trace only; errors travel as diagnostics.
// Threads: qn_log may be called from any; qn_log_set before the first.
#ifndef QN_BASE_SYSTEM_LOG_H
#define QN_BASE_SYSTEM_LOG_H

#include "base/diag.h"

typedef enum qn_log_level {
  QN_LOG_NONE,
  QN_LOG_ERROR,
  QN_LOG_WARNING,
  QN_LOG_INFO,
  QN_LOG_DEBUG,
  QN_LOG_TRACE,
} qn_log_level;

// Receives one line without its newline. `category` is a static string.
typedef void qn_log_fn(void *user, qn_log_level level, const char *category,
                       const char *line);

// Messages above `level` are not made. `categories` is a comma-separated list
// to which they are confined, or NULL or "" for all. It is copied.
void qn_log_set(qn_log_fn *fn, void *user, qn_log_level level,
                const char *categories);

// As the variable QUERN_LOG says: "debug", "trace,elf,cpu"; to standard error.
// False when the level is not known.
bool qn_log_set_from(const char *text);

bool qn_log_on(qn_log_level level, const char *category);
void qn_log(qn_log_level level, const char *category, const char *format, ...)
    QN_PRINTF(3, 4);

// The arguments are evaluated only when someone listens.
#define QN_DEBUG(category, ...)                                                \
  do {                                                                         \
    if (qn_log_on(QN_LOG_DEBUG, category))                                     \
      qn_log(QN_LOG_DEBUG, category, __VA_ARGS__);                             \
  } while (0)
#define QN_TRACE(category, ...)                                                \
  do {                                                                         \
    if (qn_log_on(QN_LOG_TRACE, category))                                     \
      qn_log(QN_LOG_TRACE, category, __VA_ARGS__);                             \
  } while (0)

#endif // QN_BASE_SYSTEM_LOG_H
