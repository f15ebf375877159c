// SPDX-License-Identifier: Apache-2.0
// Headers that many compilations begin with, in clang's precompiled form, in
// the cache of compilations.
//
// They are made when the same ones are wanted for the second time, so that what
// is compiled once is not slower, and the cache does not fill with what nobody
// uses (some 6 MB each). What a compilation gives is the same with and without.
#ifndef QN_PACKAGE_CACHE_PRECOMPILED_H
#define QN_PACKAGE_CACHE_PRECOMPILED_H

#include "base/buffer.h"
#include "package/cache/cache.h"

// What is compiled after our headers, which have it: so it is empty, and clang
// names no file as read that they lack. Below our folder of headers.
#define QN_PRECOMPILED_SOURCE "quern/device/qualifiers.h"

typedef struct qn_precompiled_params {
  // The command that makes it, NULL-terminated, but for its output: clang's
  // path, then all options that its users have, in their order. It writes make
  // rules to `rules`.
  const char *const *args;
  const char *const *own; // those of them that are the user's; NULL: none
  const char *rules;      // path of the make rules
  const char *path;       // where the precompiled headers are put
} qn_precompiled_params;

// True when `path` has the precompiled headers; false without, whatever the
// reason: the compilation then reads the headers themselves. QUERN_PRECOMPILED:
// "off" for never, "first" for making them at their first use.
bool qn_precompiled_get(const qn_precompiled_params *params);

#endif // QN_PACKAGE_CACHE_PRECOMPILED_H
