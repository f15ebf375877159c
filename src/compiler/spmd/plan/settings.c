// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/plan/settings.h"

#include <stdlib.h>

#include "base/text.h"
#include "compiler/contract/cost.h"

// Reads "16" or "16,8,32"; no width may come twice.
static bool read_widths(qn_str text, qn_spmd_settings *settings) {
  static const qn_str names[QN_SPMD_WIDTHS_MAX] = {
      {"4", 1}, {"8", 1}, {"16", 2}, {"32", 2}};
  unsigned seen = 0;
  qn_str word;
  settings->width_given = true;
  settings->min_row = 0;
  while (qn_str_split(&text, ',', &word)) {
    unsigned i = 0;
    while (i < QN_SPMD_WIDTHS_MAX && !qn_str_equal(word, names[i]))
      ++i;
    if (i == QN_SPMD_WIDTHS_MAX || seen >> i & 1)
      return false;
    if (seen)
      settings->more[settings->more_count++] = 4u << i;
    else
      settings->width = 4u << i;
    seen |= 1u << i;
  }
  return true;
}

static qn_status read_dump(qn_spmd_settings *settings, qn_diag *diag) {
  static const qn_str names[] = {{"plan", 4}, {"shapes", 6}, {"regions", 7}};
  const char *dump = getenv("QUERN_CPU_DUMP");
  qn_str text = qn_str_from(dump ? dump : "");
  qn_str word;
  while (dump && qn_str_split(&text, ',', &word)) {
    unsigned i = 0;
    while (i < 3 && !qn_str_equal(word, names[i]))
      ++i;
    if (i == 3)
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "QUERN_CPU_DUMP is '%s'; expected 'plan', 'shapes' or "
                     "'regions', or several of them",
                     dump);
    settings->dump |= 1u << i;
  }
  return qn_ok();
}

static qn_status read_size(qn_spmd_settings *settings, qn_diag *diag) {
  enum { SIZE_LIMIT = 1024 };
  const char *size = getenv("QUERN_CPU_SIZED");
  uint64_t number;
  settings->size = QN_COST_SIZED_ITEMS;
  if (!size)
    return qn_ok();
  if (!qn_text_uint(qn_str_from(size), &number) || number > SIZE_LIMIT)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "QUERN_CPU_SIZED is '%s'; expected a number from 0 to 1024",
                   size);
  settings->size = (unsigned)number;
  settings->size_given = true;
  return qn_ok();
}

qn_status qn_spmd_settings_read(const qn_target_cpu *cpu,
                                qn_spmd_settings *out_settings, qn_diag *diag) {
  static const char *const engines[] = {"packets", "scalar", "fibers"};
  const char *engine = getenv("QUERN_CPU_ENGINE");
  const char *width = getenv("QUERN_CPU_WIDTH");
  const char *tiles = getenv("QUERN_CPU_TILES");
  qn_spmd_settings settings = {.way = QN_SPMD_PACKETS,
                               .width = cpu->packet_width,
                               .min_row = cpu->packet_min,
                               .may_stream = cpu->may_stream,
                               .many_registers = qn_target_has_avx512(cpu),
                               .notes = getenv("QUERN_CPU_NOTES") != NULL};
  // Machines with narrower vectors have too few registers for tiles.
  settings.tiles = settings.width >= QN_COST_TILE_WIDTH_MIN
                       ? QN_SPMD_TILES_USEFUL
                       : QN_SPMD_TILES_NEVER;
  if (engine) {
    unsigned i = 0;
    while (i < 3 && strcmp(engine, engines[i]) != 0)
      ++i;
    if (i == 3)
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "QUERN_CPU_ENGINE is '%s'; expected 'packets', 'scalar' "
                     "or 'fibers'",
                     engine);
    settings.way = (qn_spmd_way)i;
    settings.forced = true;
  }
  if (width && !read_widths(qn_str_from(width), &settings))
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "QUERN_CPU_WIDTH is '%s'; expected 4, 8, 16 or 32, or "
                   "several of them",
                   width);
  if (tiles) {
    if (tiles[0] < '0' || tiles[0] > '2' || tiles[1])
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "QUERN_CPU_TILES is '%s'; expected 0, 1 or 2", tiles);
    settings.tiles = (qn_spmd_tiles)(tiles[0] - '0');
  }
  QN_TRY(read_size(&settings, diag));
  QN_TRY(read_dump(&settings, diag));
  *out_settings = settings;
  return qn_ok();
}
