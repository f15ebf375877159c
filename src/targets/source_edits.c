// SPDX-License-Identifier: Apache-2.0
#include "targets/source_edits.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system/file.h"
#include "base/text.h"
#include "targets/edit_rules.h"
#include "targets/headers.h"
#include "targets/shared_object.h"

typedef struct rule {
  const char *said; // by clang
  bool (*edit)(qn_str text, unsigned line, unsigned column, qn_buffer *out);
  bool is_device;      // for code for devices alone
  const char *warning; // nvcc's, in our words; NULL: none
} rule;
static const rule rules[] = {
    {"error: expected expression", qn_edit_launches, false, NULL},
    {"error: reference to non-static member function must be called",
     qn_edit_template, false, NULL},
    {"error: in CUDA/HIP, deduction guides may only be annotated with",
     qn_edit_guide, false, NULL},
    {"error: variable-sized object may not be initialized", qn_edit_bound,
     false, NULL},
    {"note: candidate function not viable: call to __device__ function from "
     "__host__ function",
     qn_edit_host_too, false, NULL},
    {"note: candidate constructor not viable: call to __device__ function from "
     "__host__ function",
     qn_edit_host_too, false, NULL},
    {"error: initialization is not supported for __shared__ variables",
     qn_shared_object_edit, true,
     "the constructor of a __shared__ variable does not run"},
};
enum { RULES = sizeof(rules) / sizeof(rules[0]) };

// ---- What clang said

typedef struct place {
  char path[PATH_MAX]; // as clang writes it
  unsigned line, column;
  const rule *rule;
} place;

static const rule *find_rule(const qn_source_edits *edits, qn_str message) {
  for (size_t i = 0; i < RULES; ++i)
    if (qn_text_contains(message, strchr(rules[i].said, ' ') + 1))
      return rules[i].is_device && !edits->is_device ? NULL : &rules[i];
  return NULL;
}

// "FILE:LINE:COLUMN: error: ...", or a note
static bool read_place(qn_str message, const rule *of, place *out) {
  char copy[PATH_MAX + 256];
  const qn_str text = qn_text_plain(message, copy, sizeof(copy) - 1);
  copy[text.size] = '\0';
  char *error = strstr(copy, of->said);
  if (!error)
    return false;
  char *colon = error;
  unsigned numbers[2] = {0};
  for (size_t i = 0; i < 3; ++i) { // ": ", ":COLUMN", ":LINE"
    *colon = '\0';
    colon = strrchr(copy, ':');
    if (!colon)
      return false;
    if (i)
      numbers[i - 1] = (unsigned)strtoul(colon + 1, NULL, 10);
  }
  *colon = '\0';
  if (snprintf(out->path, sizeof(out->path), "%s", copy) >=
      (int)sizeof(out->path))
    return false;
  out->column = numbers[0];
  out->line = numbers[1];
  out->rule = of;
  return out->line && out->column;
}

// ---- The files

void qn_source_edits_know(qn_source_edits *edits, const char *path,
                          const char *changed) {
  if (edits->count == QN_EDITED_FILES_MAX)
    return;
  edits->files[edits->count].path = path;
  edits->files[edits->count++].changed = changed;
}

static qn_status find_file(qn_source_edits *edits, const char *path,
                           size_t *out_index, qn_diag *diag) {
  char absolute[PATH_MAX], suffix[32];
  *out_index = QN_EDITED_FILES_MAX;
  if (!qn_path_absolute(path, absolute))
    return qn_ok();
  for (size_t i = 0; i < edits->count; ++i)
    if (strcmp(edits->files[i].path, absolute) == 0)
      return *out_index = i, qn_ok();
  if (edits->count == QN_EDITED_FILES_MAX)
    return qn_ok();
  snprintf(suffix, sizeof(suffix), ".edited-%zu.txt", edits->count);
  const char *copy = qn_arena_copy(edits->arena, qn_str_from(absolute)).data;
  const char *changed = edits->temporary(edits->user, suffix);
  if (!copy || !changed)
    return qn_fail_memory(diag, "a path");
  edits->files[edits->count].path = copy;
  edits->files[edits->count].changed = changed;
  *out_index = edits->count;
  return qn_ok();
}

static void warn(const place *where, qn_str text, qn_source_edits *edits) {
  if (!where->rule->warning ||
      qn_text_contains(text, "static_var_with_dynamic_init") ||
      qn_text_contains(text, "20054")) // nvcc's names of it, for its pragmas
    return;
  qn_buffer_printf(&edits->warnings, "%s:%u:%u: warning: %s\n", where->path,
                   where->line, where->column, where->rule->warning);
}

static qn_status edit_file(qn_source_edits *edits, const place *where,
                           bool *out_changed, qn_diag *diag) {
  size_t index;
  qn_file file;
  QN_TRY(find_file(edits, where->path, &index, diag));
  if (index == QN_EDITED_FILES_MAX)
    return qn_ok();
  const bool again = index < edits->count;
  const char *changed = edits->files[index].changed;
  if (qn_failed(qn_file_open(again ? changed : edits->files[index].path, 0,
                             &file, NULL)))
    return qn_ok(); // standard input, say
  qn_buffer out = {0};
  qn_status status = qn_ok();
  const qn_str text = qn_span_str(file.bytes);
  if (where->rule->edit(text, where->line, where->column, &out)) {
    status = qn_buffer_check(&out, diag);
    warn(where, text, edits);
    *out_changed = true;
  }
  qn_file_close(&file);
  if (out.size && !qn_failed(status)) {
    status = qn_file_write(changed, qn_buffer_span(&out), diag);
    edits->count += !again;
  }
  qn_buffer_finish(&out);
  return status;
}

static qn_status write_overlay(qn_source_edits *edits, qn_diag *diag) {
  qn_buffer out = {0};
  char to[PATH_MAX];
  qn_buffer_printf(&out, "{\"version\":0,\"use-external-names\":false,"
                         "\"roots\":[");
  for (size_t i = 0; i < edits->count; ++i)
    qn_headers_overlay_entry(&out, !i, edits->files[i].path,
                             qn_path_absolute(edits->files[i].changed, to)
                                 ? to
                                 : edits->files[i].changed);
  qn_buffer_printf(&out, "]}\n");
  edits->overlay = edits->temporary(edits->user, ".edited.json");
  qn_status status = edits->overlay ? qn_buffer_check(&out, diag)
                                    : qn_fail_memory(diag, "a path");
  if (!qn_failed(status))
    status = qn_file_write(edits->overlay, qn_buffer_span(&out), diag);
  qn_buffer_finish(&out);
  return status;
}

// Places of one run, from the last on: a change moves what is behind it in its
// line. What is changed once for several places is found changed at those
// before, and left.
qn_status qn_source_edits_make(qn_source_edits *edits, qn_str messages,
                               bool *out_changed, qn_diag *diag) {
  enum { PLACES_MAX = 256 };
  qn_str line, found[PLACES_MAX];
  const rule *why[PLACES_MAX];
  size_t count = 0;
  *out_changed = false;
  while (messages.size && count < PLACES_MAX &&
         qn_str_split(&messages, '\n', &line))
    if ((why[count] = find_rule(edits, line)))
      found[count++] = line;
  while (count) {
    place where;
    --count;
    if (read_place(found[count], why[count], &where))
      QN_TRY(edit_file(edits, &where, out_changed, diag));
  }
  return *out_changed ? write_overlay(edits, diag) : qn_ok();
}

void qn_source_edits_restart(qn_source_edits *edits) {
  edits->count = 0;
  edits->overlay = NULL;
  qn_buffer_clear(&edits->warnings);
}

void qn_source_edits_finish(qn_source_edits *edits) {
  qn_buffer_finish(&edits->warnings);
  *edits = (qn_source_edits){0};
}
