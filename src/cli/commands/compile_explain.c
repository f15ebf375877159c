// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/compile_explain.h"

#include <stdlib.h>

#include "base/text.h"
#include "metadata/debug/demangle.h"

enum { FIELDS = 6 };

// What costs, and what to change.
static const struct {
  const char *kind, *meaning, *advice;
} costs[] = {
    {"gather", "lanes load here and there",
     "let work-items that follow one another along x read elements that do"},
    {"scatter", "lanes store here and there",
     "let work-items that follow one another along x write elements that do"},
    {"step", "lanes step over elements, which are sorted out by shuffles",
     "read and write all fields of a struct, or keep fields in arrays of their "
     "own"},
    {"one_by_one", "volatile or atomic accesses, lane after lane",
     "use __syncwarp() or __syncthreads() instead of volatile"},
    {"atomic", "atomic operations, lane after lane",
     "add up in a warp or a block first"},
    {"branch", "lanes go different ways: both are done, under masks",
     "let the condition depend on a block or a warp, or choose by a ?: b"},
    {"loop", "lanes leave the loop one by one, and wait for the last",
     "give work-items of a warp rounds of the same number"},
    {"call", "a call, lane after lane",
     "let the function be inlined: no recursion, no pointers to it"},
    {"kept", "a value of each work-item is kept in memory across a barrier",
     "compute it again after the barrier, or move its uses before it"},
};

static unsigned find_cost(qn_str kind) {
  const unsigned count = (unsigned)(sizeof(costs) / sizeof(costs[0]));
  unsigned i = 0;
  while (i < count && !qn_str_equal(kind, qn_str_from(costs[i].kind)))
    ++i;
  return i;
}

typedef struct record {
  qn_str fields[FIELDS];
} record;

static bool is(const record *r, const char *kind) {
  return qn_str_equal(r->fields[0], qn_str_from(kind));
}

static bool next_record(qn_str *text, record *out) {
  qn_str line;
  *out = (record){0};
  if (!qn_str_split(text, '\n', &line) || !line.size)
    return false;
  for (unsigned i = 0; i < FIELDS && qn_str_split(&line, '\t', &out->fields[i]);
       ++i)
    ;
  return true;
}

static uint64_t number(qn_str text) {
  uint64_t value = 0;
  for (size_t i = 0; i < text.size; ++i)
    value = value * 10 + (uint64_t)(text.data[i] - '0');
  return value;
}

static void write_reason(qn_out *o, const char *key, qn_str reason) {
  if (reason.size)
    qn_out_str(o, key, reason);
  else
    qn_out_null(o, key);
}

// Of Vortex it says "lanes", and which ones, last.
static void write_way(qn_out *o, const record *r) {
  const bool is_of_lanes = qn_str_starts(r->fields[4], QN_STR("lanes"));
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_str(o, "runs", r->fields[1]);
  qn_out_str(o, "otherwise", r->fields[2]);
  write_reason(o, "reason", r->fields[3]);
  qn_out_only(o, QN_OUT_TEXT_ONLY);
  if (r->fields[3].size)
    qn_out_line(o, "  %.*s, as %s are ruled out by %.*s",
                QN_STR_ARG(r->fields[1]), is_of_lanes ? "lanes" : "packets",
                QN_STR_ARG(r->fields[3]));
  else
    qn_out_line(
        o, "  %.*s%s; launches that they do not fit run %s",
        QN_STR_ARG(r->fields[1]),
        r->fields[4].size > strlen("lanes") ? ", in warps of 32 lanes" : "",
        is(&(record){{r->fields[2]}}, "fibers") ? "as fibers" : "scalar");
  qn_out_only(o, QN_OUT_ALL);
}

static void write_form(qn_out *o, const record *r) {
  const uint64_t lanes = number(r->fields[1]), rows = number(r->fields[2]);
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_begin(o, NULL);
  qn_out_uint(o, "lanes", lanes);
  qn_out_uint(o, "rows", rows);
  qn_out_uint(o, "kept_bytes", number(r->fields[3]));
  qn_out_uint(o, "group_bytes", number(r->fields[4]));
  write_reason(o, "left_out", r->fields[5]);
  qn_out_end(o);
  qn_out_only(o, QN_OUT_TEXT_ONLY);
  qn_out_line(o, "  %s%llu lanes in %llu row%s%s%.*s",
              r->fields[5].size ? "no packets of " : "packets of ",
              (unsigned long long)lanes, (unsigned long long)rows,
              rows == 1 ? "" : "s", r->fields[5].size ? ": " : "",
              QN_STR_ARG(r->fields[5]));
  qn_out_only(o, QN_OUT_ALL);
}

// Code of its own for blocks of one size, which runs in the place of the
// packets above.
static void write_sized(qn_out *o, const record *r) {
  const unsigned size = (unsigned)number(r->fields[1]);
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_begin(o, NULL);
  qn_out_uint(o, "block", size);
  write_reason(o, "left_out", r->fields[2]);
  qn_out_end(o);
  qn_out_only(o, QN_OUT_TEXT_ONLY);
  if (r->fields[2].size)
    qn_out_line(o, "  no code of its own for blocks of %u: %.*s", size,
                QN_STR_ARG(r->fields[2]));
  else
    qn_out_line(o,
                "  code of its own for blocks of %u: no loops but over the "
                "grid, shared memory "
                "in registers; others run as above",
                size);
  qn_out_only(o, QN_OUT_ALL);
}

// A loop with the grid's step.
static void write_rounds(qn_out *o, const record *r) {
  const unsigned row = (unsigned)number(r->fields[2]);
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_begin(o, NULL);
  write_reason(o, "location", r->fields[1]);
  qn_out_uint(o, "block_multiple", row);
  write_reason(o, "left_out", r->fields[3]);
  qn_out_end(o);
  qn_out_only(o, QN_OUT_TEXT_ONLY);
  qn_buffer at = {0};
  qn_text_print(r->fields[1], &at);
  const char *place = at.size ? qn_buffer_text(&at) : "somewhere";
  if (r->fields[3].size)
    qn_out_line(o, "  %s: the loop over the grid goes packet by packet: %.*s",
                place, QN_STR_ARG(r->fields[3]));
  else if (row > 1)
    qn_out_line(o,
                "  %s: the loop over the grid goes by rounds of groups, in "
                "blocks whose width is a multiple of %u",
                place, row);
  else
    qn_out_line(o, "  %s: the loop over the grid goes by rounds of groups",
                place);
  qn_buffer_finish(&at);
  qn_out_only(o, QN_OUT_ALL);
}

// `told`: bits of the kinds that have been explained.
static void write_cost(qn_out *o, const record *r, unsigned *told) {
  const unsigned kind = find_cost(r->fields[1]);
  if (kind == sizeof(costs) / sizeof(costs[0]))
    return;
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_begin(o, NULL);
  qn_out_str(o, "kind", r->fields[1]);
  write_reason(o, "location", r->fields[2]);
  qn_out_uint(o, "count", number(r->fields[3]));
  qn_out_text(o, "meaning", costs[kind].meaning);
  qn_out_text(o, "advice", costs[kind].advice);
  qn_out_end(o);
  qn_out_only(o, QN_OUT_TEXT_ONLY);
  qn_buffer at = {0};
  qn_text_print(r->fields[2], &at);
  qn_out_line(o, "  %s: %s (%.*s)", at.size ? qn_buffer_text(&at) : "somewhere",
              costs[kind].meaning, QN_STR_ARG(r->fields[1]));
  if (!(*told >> kind & 1))
    qn_out_line(o, "    to change it: %s", costs[kind].advice);
  *told |= 1u << kind;
  qn_buffer_finish(&at);
  qn_out_only(o, QN_OUT_ALL);
}

// Writes the records of one kind up to the next kernel's, in an array in JSON.
static void write_all(qn_out *o, qn_str text, const char *kind,
                      const char *key) {
  record r;
  unsigned told = 0;
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_begin_array(o, key);
  qn_out_only(o, QN_OUT_ALL);
  while (next_record(&text, &r) && !is(&r, "kernel")) {
    if (!is(&r, kind))
      continue;
    if (is(&r, "form"))
      write_form(o, &r);
    else if (is(&r, "sized"))
      write_sized(o, &r);
    else if (is(&r, "rounds"))
      write_rounds(o, &r);
    else
      write_cost(o, &r, &told);
  }
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_end_array(o);
  qn_out_only(o, QN_OUT_ALL);
}

static void write_kernel(qn_out *o, const record *kernel, qn_str text) {
  qn_arena arena = {0};
  const qn_str readable = qn_demangle(&arena, kernel->fields[1]).text;
  const qn_str name = readable.size ? readable : kernel->fields[1];
  record r;
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_begin_line(o, NULL);
  qn_out_str(o, "name", kernel->fields[1]);
  qn_out_str(o, "target", kernel->fields[2]);
  qn_out_only(o, QN_OUT_TEXT_ONLY);
  qn_out_heading(o, "'%.*s' for %.*s", QN_STR_ARG(name),
                 QN_STR_ARG(kernel->fields[2]));
  qn_out_only(o, QN_OUT_ALL);
  qn_str rest = text;
  if (next_record(&rest, &r) && is(&r, "way"))
    write_way(o, &r);
  write_all(o, text, "form", "forms");
  write_all(o, text, "sized", "sized");
  write_all(o, text, "rounds", "rounds");
  write_all(o, text, "cost", "costs");
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_end(o);
  qn_out_only(o, QN_OUT_ALL);
  qn_arena_finish(&arena);
}

int qn_cli_explain_kernels(const qn_cli *cli, const qn_compile_result *result) {
  qn_out *o = qn_cli_out(cli);
  qn_out_begin(o, NULL);
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_text(o, "schema", "quern.compile.explain/1");
  qn_out_begin_array(o, "kernels");
  qn_out_only(o, QN_OUT_ALL);
  for (size_t i = 0; i < result->target_count; ++i) {
    qn_str text = qn_buffer_str(&result->targets[i].explanation);
    record r;
    while (next_record(&text, &r))
      if (is(&r, "kernel"))
        write_kernel(o, &r, text);
  }
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_end_array(o);
  qn_out_only(o, QN_OUT_ALL);
  qn_out_end(o);
  return qn_cli_out_end(cli, &o, QN_EXIT_OK);
}
