// SPDX-License-Identifier: Apache-2.0
#include "targets/tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system/file.h"
#include "base/system/process.h"

enum { PATH_SIZE = 4096 };

static const qn_tool tools[] = {
#define QN_TOOL(id, variable, candidates, version, package, purpose)           \
  {#id, variable, candidates, version, NULL, package, purpose},
#define QN_TOOL_FOLDER(id, variable, candidates, file, package, purpose)       \
  {#id, variable, candidates, NULL, file, package, purpose},
#include "targets/tools.def"
#undef QN_TOOL
#undef QN_TOOL_FOLDER
};

const qn_tool *qn_tools(size_t *out_count) {
  *out_count = sizeof(tools) / sizeof(*tools);
  return tools;
}

const qn_tool *qn_tool_find(const char *id) {
  for (size_t i = 0; i < sizeof(tools) / sizeof(*tools); ++i)
    if (strcmp(tools[i].id, id) == 0)
      return &tools[i];
  return NULL;
}

static bool locate_one(const qn_tool *tool, const char *name, char *out_path,
                       size_t capacity) {
  char file[PATH_SIZE + 64];
  const size_t size = strlen(name);
  if (!tool->file)
    return qn_process_find(name, out_path, capacity);
  const int length = snprintf(file, sizeof(file), "%s/%s", name, tool->file);
  if (length < 0 || (size_t)length >= sizeof(file) || size >= capacity ||
      !qn_path_exists(file))
    return false;
  memcpy(out_path, name, size + 1);
  return true;
}

// The text for a location that was tried: "ld.lld in PATH",
// "/usr/lib/clc/file.bc".
static void report_tried(const qn_tool *tool, const char *name,
                         qn_tool_tried_fn *tried, void *user) {
  char place[PATH_SIZE + 64];
  if (!tried)
    return;
  if (tool->file)
    snprintf(place, sizeof(place), "%s/%s", name, tool->file);
  else
    snprintf(place, sizeof(place), "%s%s", name,
             strchr(name, '/') ? "" : " in PATH");
  tried(user, qn_str_from(place));
}

bool qn_tool_locate(const qn_tool *tool, char *out_path, size_t capacity,
                    qn_tool_tried_fn *tried, void *user) {
  const char *named = tool->variable[0] ? getenv(tool->variable) : NULL;
  qn_str rest = qn_str_from(named && named[0] ? named : tool->candidates);
  qn_str one;
  while (qn_str_split(&rest, '|', &one)) {
    char name[PATH_SIZE];
    snprintf(name, sizeof(name), "%.*s", QN_STR_ARG(one));
    if (locate_one(tool, name, out_path, capacity))
      return true;
    report_tried(tool, name, tried, user);
  }
  return false;
}
