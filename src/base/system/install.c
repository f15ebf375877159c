// SPDX-License-Identifier: Apache-2.0
#include "base/system/install.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROOT_COUNT = 4 };

// Removes the last component; "" when there is none.
static void to_folder(char *path) {
  char *slash = strrchr(path, '/');
  if (slash)
    *slash = '\0';
  else
    path[0] = '\0';
}

static bool join(char *out, size_t capacity, const char *folder,
                 const char *below, const char *relative) {
  const int size = snprintf(out, capacity, "%s%s/%s", folder, below, relative);
  return size > 0 && (size_t)size < capacity;
}

// Writes the candidate below root `index`; false when that root is unknown.
static bool candidate(unsigned index, const char *relative, char *out,
                      size_t capacity) {
  char folder[PATH_MAX];
  if (index < 2) { // $QUERN_HOME: a prefix, or its lib/quern
    const char *home = getenv("QUERN_HOME");
    return home && home[0] &&
           join(out, capacity, home, index ? "" : "/lib/quern", relative);
  }
  if (index == 2) {
    Dl_info about;
    // The address of any object of ours gives the library's path.
    static const char here;
    if (!dladdr(&here, &about) || !about.dli_fname ||
        !realpath(about.dli_fname, folder))
      return false;
    to_folder(folder);
    return join(out, capacity, folder, "/quern", relative);
  }
  const ssize_t size = readlink("/proc/self/exe", folder, sizeof(folder) - 1);
  if (size <= 0)
    return false;
  folder[size] = '\0';
  to_folder(folder); // the folder it is in
  to_folder(folder); // the parent of bin/ and lib/
  return join(out, capacity, folder, "/lib/quern", relative);
}

static bool find_below(unsigned index, const char *relative, char *out_path,
                       size_t capacity) {
  char path[PATH_MAX];
  if (!candidate(index, relative, path, sizeof(path)) ||
      access(path, F_OK) != 0)
    return false;
  const size_t size = strlen(path);
  if (size >= capacity)
    return false;
  memcpy(out_path, path, size + 1);
  return true;
}

bool qn_install_find(const char *relative, char *out_path, size_t capacity) {
  for (unsigned i = 0; i < ROOT_COUNT; ++i)
    if (find_below(i, relative, out_path, capacity))
      return true;
  return false;
}

void qn_install_tried(const char *relative, qn_buffer *out) {
  char paths[ROOT_COUNT][PATH_MAX];
  for (unsigned i = 0; i < ROOT_COUNT; ++i) {
    bool seen = !candidate(i, relative, paths[i], PATH_MAX);
    if (seen)
      paths[i][0] = '\0';
    for (unsigned j = 0; j < i; ++j) // two roots may be the same folder
      seen |= strcmp(paths[i], paths[j]) == 0;
    if (!seen)
      qn_buffer_printf(out, "%s\n", paths[i]);
  }
}

// Of a prefix with lib/quern, and with lib/<machine>/quern.
static const char *const ups[] = {"../..", "../../.."};
enum { UP_COUNT = sizeof(ups) / sizeof(ups[0]) };

bool qn_prefix_find(const char *relative, char *out_path, size_t capacity) {
  char path[PATH_MAX];
  for (unsigned i = 0; i < ROOT_COUNT * UP_COUNT; ++i)
    if (join(path, sizeof(path), ups[i % UP_COUNT], "", relative) &&
        find_below(i / UP_COUNT, path, out_path, capacity))
      return true;
  return false;
}

void qn_prefix_tried(const char *relative, qn_buffer *out) {
  char path[PATH_MAX];
  for (unsigned i = 0; i < UP_COUNT; ++i)
    if (join(path, sizeof(path), ups[i], "", relative))
      qn_install_tried(path, out);
}
