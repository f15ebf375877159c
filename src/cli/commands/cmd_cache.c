// SPDX-License-Identifier: Apache-2.0
// quern cache: shows and cleans the cache of compilations.
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "base/text.h"
#include "cli/core/command.h"
#include "package/cache/cache.h"

enum { INFO, CLEAR, PRUNE };

typedef struct options {
  int64_t max_size; // megabytes
  int64_t unused;   // days
  bool verify;
} options;

static int info(const qn_cli *cli, const options *o, const qn_cache *cache) {
  qn_cache_usage usage = {0};
  qn_diag diag = {0};
  if (cache->folder[0] &&
      qn_failed(qn_cache_survey(cache, o->verify, &usage, &diag)))
    return qn_cli_fail(cli, &diag, NULL, (qn_span){0});
  qn_out *out = qn_cli_out(cli);
  qn_out_begin(out, NULL);
  qn_out_only(out, QN_OUT_DATA_ONLY);
  qn_out_text(out, "schema", "quern.cache/1");
  qn_out_only(out, QN_OUT_ALL);
  if (cache->folder[0])
    qn_out_text(out, "folder", cache->folder);
  else
    qn_out_null(out, "folder");
  qn_out_uint(out, "entries", usage.entries);
  qn_out_only(out, QN_OUT_DATA_ONLY);
  qn_out_uint(out, "bytes", usage.bytes);
  qn_out_int(out, "oldest", usage.oldest);
  qn_out_only(out, QN_OUT_TEXT_ONLY);
  qn_buffer size = {0};
  qn_text_size(usage.bytes, &size);
  qn_out_text(out, "size", qn_buffer_text(&size));
  qn_buffer_finish(&size);
  qn_out_only(out, QN_OUT_ALL);
  if (o->verify)
    qn_out_uint(out, "damaged", usage.damaged);
  qn_out_uint(out, "leftovers", usage.leftovers);
  qn_out_end(out);
  return qn_cli_out_end(cli, &out, usage.damaged ? QN_EXIT_FAILED : QN_EXIT_OK);
}

static int reduce(const qn_cli *cli, const qn_cache_limits *limits,
                  const qn_cache *cache) {
  qn_cache_usage removed = {0};
  qn_diag diag = {0};
  if (cache->folder[0] &&
      qn_failed(qn_cache_prune(cache, limits, &removed, &diag)))
    return qn_cli_fail(cli, &diag, NULL, (qn_span){0});
  qn_buffer size = {0};
  qn_text_size(removed.bytes, &size);
  qn_cli_done(cli, "removed %" PRIu64 " entr%s (%s)", removed.entries,
              removed.entries == 1 ? "y" : "ies", qn_buffer_text(&size));
  qn_buffer_finish(&size);
  return QN_EXIT_OK;
}

static int cache_run(qn_cli *cli, const void *given) {
  const options *o = given;
  qn_cache cache;
  int code;
  qn_cache_open(&cache);
  if (cli->verb == PRUNE && o->max_size < 0 && o->unused < 0) {
    qn_cache_close(&cache);
    return qn_cli_usage(cli, "prune needs --max-size or --unused");
  }
  const qn_cache_limits limits = {
      .bytes = cli->verb == CLEAR ? 0
               : o->max_size < 0  ? UINT64_MAX
                                  : (uint64_t)o->max_size << 20,
      .unused_s =
          o->unused < 0 ? UINT64_MAX : (uint64_t)o->unused * 24 * 60 * 60};
  code =
      cli->verb == INFO ? info(cli, o, &cache) : reduce(cli, &limits, &cache);
  qn_cache_close(&cache);
  return code;
}

static const qn_opt opts[] = {
    {"max-size", 0, QN_OPT_INT, offsetof(options, max_size), "MB",
     "prune: what entries may take together; -1 is no limit", NULL, "-1", NULL,
     -1, INT32_MAX, 0},
    {"unused", 0, QN_OPT_INT, offsetof(options, unused), "DAYS",
     "prune: how long an entry may lie unused; -1 is no limit", NULL, "-1",
     NULL, -1, 100000, 0},
    {"verify", 0, QN_OPT_FLAG, offsetof(options, verify), NULL,
     "info: read every entry, and fail when one is damaged", NULL, NULL, NULL,
     0, 0, 0},
    {0},
};

static const qn_verb verbs[] = {
    [INFO] = {"info", "", "where it is and what it holds", 0, 0},
    [CLEAR] = {"clear", "", "remove all entries", 0, 0},
    [PRUNE] = {"prune", "", "remove the least recently used entries", 0, 0},
    {0},
};

const qn_command qn_command_cache = {
    .name = "cache",
    .group = "look",
    .summary = "look at the cache of compilations, and reduce it",
    .operands = "info|clear|prune",
    .max_operands = 0,
    .examples = "quern cache info                    # where, how much\n"
                "quern cache info --verify           # and is all of it whole\n"
                "quern cache prune --max-size 1024   # keep a gigabyte\n"
                "quern cache prune --unused 30       # not used for 30 days\n"
                "quern cache clear",
    .description =
        "'quern compile', 'quern pregen' and hiprtc keep what they compile, by "
        "everything that it was made of: compilers, options, target, sources, "
        "headers and device libraries. A damaged entry is never used. Any "
        "number of processes may use the cache, and clear it, at a time. "
        "QUERN_CACHE names another folder; 'off' turns it off.",
    .opts = opts,
    .opts_size = sizeof(options),
    .formats = 1u << QN_OUT_JSON,
    .verbs = verbs,
    .run = cache_run,
};
