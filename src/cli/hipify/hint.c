// SPDX-License-Identifier: Apache-2.0
#include "base/system/file.h"
#include "cli/core/command.h"
#include "cli/hipify/report.h"

void qn_hipify_hint(const qn_cli *cli, const char *path) {
  const qn_str extension = qn_path_extension(qn_str_from(path));
  const qn_hipify_options options = {0};
  qn_hipify_result r = {0};
  qn_file file = {0};
  size_t count = 0;
  if (!qn_str_equal(extension, QN_STR(".cu")) ||
      qn_failed(qn_file_open(path, 0, &file, NULL)))
    return;
  if (!qn_failed(qn_hipify(file.bytes, &options, &r, NULL)))
    for (size_t i = 0; i < r.finding_count; ++i)
      count += qn_rule_severity(r.findings[i].rule) == QN_ERROR;
  qn_hipify_finish(&r);
  qn_file_close(&file);
  if (!count)
    return;
  qn_diag note = {.place = QN_NOWHERE};
  snprintf(note.message, sizeof(note.message),
           "%zu %s of the source %s for NVIDIA's GPUs alone", count,
           count == 1 ? "place" : "places", count == 1 ? "is" : "are");
  snprintf(note.hint, sizeof(note.hint),
           "'quern hipify --check' shows where, and what to write instead.");
  qn_cli_print_diag(cli, QN_NOTE, &note, path, (qn_span){0});
}
