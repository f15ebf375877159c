// SPDX-License-Identifier: Apache-2.0
#include "libs/core/logger.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "runtime/contract/result.h"

enum { TO_FILE, TO_OUTPUT, TO_ERROR, LINE_SIZE = 1280 }; // bytes

void qn_logger_set_callback(qn_logger *logger, qn_log_fn callback) {
  pthread_mutex_lock(&logger->lock);
  logger->callback = callback;
  pthread_mutex_unlock(&logger->lock);
}

void qn_logger_set_text_callback(qn_logger *logger, qn_log_text_fn callback) {
  pthread_mutex_lock(&logger->lock);
  logger->text_callback = callback;
  pthread_mutex_unlock(&logger->lock);
}

qn_log_text_fn qn_logger_text_callback(qn_logger *logger) {
  pthread_mutex_lock(&logger->lock);
  const qn_log_text_fn callback = logger->text_callback;
  pthread_mutex_unlock(&logger->lock);
  return callback;
}

// Takes the place of the file there was, which is closed if it is ours.
static void replace_file(qn_logger *logger, FILE *file, bool is_ours) {
  pthread_mutex_lock(&logger->lock);
  if (logger->opened)
    (void)fclose(logger->opened);
  logger->opened = is_ours ? file : NULL;
  logger->files[TO_FILE] = file;
  pthread_mutex_unlock(&logger->lock);
}

void qn_logger_set_file(qn_logger *logger, FILE *file) {
  replace_file(logger, file, false);
}

bool qn_logger_open_file(qn_logger *logger, const char *path) {
  FILE *file = path ? fopen(path, "we") : NULL;
  if (!file) {
    (void)qn_refuse(QN_R_INVALID_VALUE, "the log '%s' cannot be opened: %s",
                    path ? path : "(null)",
                    path ? strerror(errno) : "there is no name");
    return false;
  }
  replace_file(logger, file, true);
  return true;
}

void qn_logger_set_streams(qn_logger *logger, bool to_output, bool to_error) {
  pthread_mutex_lock(&logger->lock);
  logger->files[TO_OUTPUT] = to_output ? stdout : NULL;
  logger->files[TO_ERROR] = to_error ? stderr : NULL;
  pthread_mutex_unlock(&logger->lock);
}

bool qn_logger_set_mask(qn_logger *logger, int mask) {
  if (mask < 0 || mask >= 1 << (QN_LOG_LEVELS - 1)) {
    (void)qn_refuse(QN_R_INVALID_VALUE,
                    "%d is no mask of levels: they have the bits 0 to %d", mask,
                    QN_LOG_LEVELS - 2);
    return false;
  }
  pthread_mutex_lock(&logger->lock);
  logger->mask = (unsigned)mask;
  pthread_mutex_unlock(&logger->lock);
  return true;
}

bool qn_logger_set_level(qn_logger *logger, int level) {
  if (level >= QN_LOG_LEVEL_OFF && level < QN_LOG_LEVELS)
    return qn_logger_set_mask(logger, (1 << level) - 1);
  (void)qn_refuse(QN_R_INVALID_VALUE, "there is no level %d of logs: 0 to %d",
                  level, QN_LOG_LEVELS - 1);
  return false;
}

void qn_logger_disable(qn_logger *logger) {
  pthread_mutex_lock(&logger->lock);
  logger->is_disabled = true;
  pthread_mutex_unlock(&logger->lock);
}

static void write_line(const qn_logger *logger, const char *line) {
  bool is_written = false;
  for (size_t i = 0; i < sizeof(logger->files) / sizeof(*logger->files); ++i)
    if (logger->files[i]) {
      (void)fprintf(logger->files[i], "%s\n", line);
      (void)fflush(logger->files[i]);
      is_written = true;
    }
  // Nobody was named: standard output, as with theirs.
  if (!is_written && !logger->callback && !logger->text_callback)
    (void)fprintf(stdout, "%s\n", line);
}

void qn_logger_refusal(qn_logger *logger, const char *function,
                       const char *reason) {
  const char *name = strncmp(function, "cu", 2) == 0 ? function : "";
  char line[LINE_SIZE], when[32];
  struct tm parts;
  const time_t now = time(NULL);
  pthread_mutex_lock(&logger->lock);
  const qn_log_fn callback = logger->callback;
  const qn_log_text_fn text_callback = logger->text_callback;
  const bool is_logged =
      !logger->is_disabled && (logger->mask & 1U << (QN_LOG_LEVEL_ERROR - 1));
  if (is_logged) {
    (void)strftime(when, sizeof(when), "%Y-%m-%d %H:%M:%S",
                   localtime_r(&now, &parts));
    (void)snprintf(line, sizeof(line), "[%s][%s][%ld][Error][%s] %s", when,
                   logger->library, (long)getpid(), name, reason);
    write_line(logger, line);
  }
  pthread_mutex_unlock(&logger->lock);
  // Called without the lock: it may ask for something else to be logged.
  if (is_logged && callback)
    callback(QN_LOG_LEVEL_ERROR, name, reason);
  if (is_logged && text_callback)
    text_callback(line);
}
