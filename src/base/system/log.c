// SPDX-License-Identifier: Apache-2.0
#include "base/system/log.h"

#include <stdarg.h>

static struct {
  qn_log_fn *fn;
  void *user;
  qn_log_level level;
  char categories[256];
} sink;

static const char *const level_name[] = {"none", "error", "warning",
                                         "info", "debug", "trace"};

void qn_log_set(qn_log_fn *fn, void *user, qn_log_level level,
                const char *categories) {
  sink.fn = fn;
  sink.user = user;
  sink.level = fn ? level : QN_LOG_NONE;
  snprintf(sink.categories, sizeof(sink.categories), "%s",
           categories ? categories : "");
}

static void print_line(void *user, qn_log_level level, const char *category,
                       const char *line) {
  (void)user;
  // One call, so that lines from several threads are not mixed.
  fprintf(stderr, "quern: %s: %s: %s\n", level_name[level], category, line);
}

bool qn_log_set_from(const char *text) {
  qn_str rest = qn_str_from(text), name;
  if (!qn_str_split(&rest, ',', &name))
    return false;
  for (unsigned level = 0; level < sizeof(level_name) / sizeof(*level_name);
       ++level)
    if (qn_str_equal(name, qn_str_from(level_name[level]))) {
      // A suffix of a C string is a C string.
      qn_log_set(print_line, NULL, (qn_log_level)level, rest.data);
      return true;
    }
  return false;
}

static bool category_on(qn_str category) {
  if (!sink.categories[0])
    return true;
  qn_str rest = qn_str_from(sink.categories), one;
  while (qn_str_split(&rest, ',', &one))
    if (qn_str_equal(one, category))
      return true;
  return false;
}

bool qn_log_on(qn_log_level level, const char *category) {
  return level <= sink.level && category_on(qn_str_from(category));
}

void qn_log(qn_log_level level, const char *category, const char *format, ...) {
  if (!qn_log_on(level, category))
    return;
  char line[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof(line), format, args);
  va_end(args);
  sink.fn(sink.user, level, category, line);
}
