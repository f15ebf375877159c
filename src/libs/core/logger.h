// SPDX-License-Identifier: Apache-2.0
// Logs as NVIDIA's libraries keep them: levels, a file, a function of the
// program's. What is logged here is each call that is refused, with its reason;
// QUERN_TRACE and QUERN_LOG tell more.
#ifndef QN_LIBS_CORE_LOGGER_H
#define QN_LIBS_CORE_LOGGER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

typedef enum qn_log_level {
  QN_LOG_LEVEL_OFF,
  QN_LOG_LEVEL_ERROR,
  QN_LOG_LEVELS = 6 // what the libraries have: trace, hints, info, API
} qn_log_level;

typedef void (*qn_log_fn)(int level, const char *function, const char *message);
typedef void (*qn_log_text_fn)(const char *message);

// One a library; all zero but the name and the lock: nothing is logged. The
// functions below lock it.
typedef struct qn_logger {
  const char *library;
  pthread_mutex_t lock;
  qn_log_fn callback;
  qn_log_text_fn text_callback; // cuBLAS's, which takes whole lines
  FILE *files[3];               // NULL: none
  FILE *opened;                 // of `files`, that is closed here
  unsigned mask;                // bit n - 1: level n
  bool is_disabled;             // for good
} qn_logger;

#define QN_LOGGER(name) {.library = (name), .lock = PTHREAD_MUTEX_INITIALIZER}

void qn_logger_set_callback(qn_logger *logger, qn_log_fn callback);
void qn_logger_set_text_callback(qn_logger *logger, qn_log_text_fn callback);
qn_log_text_fn qn_logger_text_callback(qn_logger *logger);
// NULL: none. The program's, which it closes itself.
void qn_logger_set_file(qn_logger *logger, FILE *file);
// False with a reason where it cannot be opened; then all is as before.
bool qn_logger_open_file(qn_logger *logger, const char *path);
// Standard output and standard error beside the file.
void qn_logger_set_streams(qn_logger *logger, bool to_output, bool to_error);
bool qn_logger_set_level(qn_logger *logger, int level); // false: there is none
bool qn_logger_set_mask(qn_logger *logger, int mask);   // likewise
void qn_logger_disable(qn_logger *logger);

// Logs that `function` was refused for that reason; its name is left out where
// it is not one of the library's own.
void qn_logger_refusal(qn_logger *logger, const char *function,
                       const char *reason);

// The six functions by which cuBLASLt, cuSPARSE and cuSOLVER are told.
#define QN_LOGGER_FUNCTIONS(prefix, status, ok, invalid, logger)               \
  status prefix##LoggerSetCallback(prefix##LoggerCallback_t callback) {        \
    qn_logger_set_callback(logger, callback);                                  \
    return ok;                                                                 \
  }                                                                            \
  status prefix##LoggerSetFile(FILE *file) {                                   \
    qn_logger_set_file(logger, file);                                          \
    return ok;                                                                 \
  }                                                                            \
  status prefix##LoggerOpenFile(const char *logFile) {                         \
    return qn_logger_open_file(logger, logFile) ? (ok) : (invalid);            \
  }                                                                            \
  status prefix##LoggerSetLevel(int level) {                                   \
    return qn_logger_set_level(logger, level) ? (ok) : (invalid);              \
  }                                                                            \
  status prefix##LoggerSetMask(int mask) {                                     \
    return qn_logger_set_mask(logger, mask) ? (ok) : (invalid);                \
  }                                                                            \
  status prefix##LoggerForceDisable(void) {                                    \
    qn_logger_disable(logger);                                                 \
    return ok;                                                                 \
  }

#endif // QN_LIBS_CORE_LOGGER_H
