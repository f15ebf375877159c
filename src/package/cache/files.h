// SPDX-License-Identifier: Apache-2.0
// What cache.c and care.c both need to know about the folder.
#ifndef QN_PACKAGE_CACHE_FILES_H
#define QN_PACKAGE_CACHE_FILES_H

#include "package/cache/cache.h"

enum {
  QN_CACHE_PATH_SIZE = 1024,
  QN_CACHE_FILE_LIMIT = 1 << 30, // bytes
};

// Whether a file of the folder is intact. `kind` is "index", "lists" or
// "objects", `name` the digest that its path says.
bool qn_cache_is_whole(const char *path, const char *kind, qn_str name);

// Calls `visit` for each list that an index names, as hexadecimal digits, and
// for the entry of it.
typedef void qn_cache_names_fn(void *user, const char *list,
                               const char *object);
void qn_cache_index_names(const char *path, const char *name,
                          qn_cache_names_fn *visit, void *user);

#endif // QN_PACKAGE_CACHE_FILES_H
