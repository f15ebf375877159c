// SPDX-License-Identifier: Apache-2.0
#include "base/suggestion.h"

enum { NAME_MAX_SIZE = 64 };

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

static unsigned bits_of(uint64_t v) {
  return (unsigned)__builtin_popcountll(v);
}

// The set of letters in a name; similar names differ in few.
static uint64_t letters_of(qn_str s) {
  uint64_t letters = 0;
  for (size_t i = 0; i < s.size; ++i)
    letters |= (uint64_t)1 << (s.data[i] & 63);
  return letters;
}

// A lower bound: an edit changes at most one letter on each side, and the
// length by at most one byte.
static bool is_far(qn_str a, qn_str b, unsigned limit) {
  const size_t longer = a.size > b.size ? a.size : b.size;
  const size_t shorter = a.size > b.size ? b.size : a.size;
  if (longer - shorter > limit)
    return true;
  const uint64_t in_a = letters_of(a);
  const uint64_t in_b = letters_of(b);
  return bits_of(in_a & ~in_b) > limit || bits_of(in_b & ~in_a) > limit;
}

// Strips the common prefix and suffix, which no edit has to touch.
static void cut_common(qn_str *a, qn_str *b) {
  while (a->size && b->size && a->data[0] == b->data[0]) {
    *a = qn_str_skip(*a, 1);
    *b = qn_str_skip(*b, 1);
  }
  while (a->size && b->size && a->data[a->size - 1] == b->data[b->size - 1]) {
    --a->size;
    --b->size;
  }
}

unsigned qn_suggestion_distance(qn_str a, qn_str b, unsigned limit) {
  if (a.size > NAME_MAX_SIZE || b.size > NAME_MAX_SIZE)
    return limit + 1;
  cut_common(&a, &b);
  if (is_far(a, b, limit))
    return limit + 1;
  // Optimal string alignment in three rows: two back, last, current.
  unsigned rows[3][NAME_MAX_SIZE + 1];
  unsigned *two_back = rows[0], *last = rows[1], *row = rows[2];
  for (size_t j = 0; j <= b.size; ++j)
    last[j] = (unsigned)j;
  for (size_t i = 1; i <= a.size; ++i) {
    row[0] = (unsigned)i;
    unsigned best = row[0];
    for (size_t j = 1; j <= b.size; ++j) {
      const bool same = a.data[i - 1] == b.data[j - 1];
      unsigned edits = least(last[j] + 1, row[j - 1] + 1);
      edits = least(edits, last[j - 1] + !same);
      if (i > 1 && j > 1 && a.data[i - 1] == b.data[j - 2] &&
          a.data[i - 2] == b.data[j - 1])
        edits = least(edits, two_back[j - 2] + 1);
      row[j] = edits;
      best = least(best, edits);
    }
    if (best > limit)
      return limit + 1;
    unsigned *reused = two_back;
    two_back = last;
    last = row;
    row = reused;
  }
  return least(last[b.size], limit + 1);
}

void qn_suggestion_init(qn_suggestion *suggestion, qn_str asked) {
  *suggestion = (qn_suggestion){.asked = asked};
}

void qn_suggestion_offer(qn_suggestion *suggestion, qn_str name) {
  // In a short name two edits leave nothing in common.
  const unsigned limit = suggestion->asked.size <= 3 || name.size <= 3 ? 1 : 2;
  const unsigned distance =
      qn_suggestion_distance(suggestion->asked, name, limit);
  if (distance > limit)
    return;
  for (unsigned i = 0; i < suggestion->count; ++i)
    if (qn_str_equal(suggestion->names[i], name))
      return; // a kernel's symbol is often its name, too
  unsigned at = suggestion->count;
  while (at > 0 && suggestion->distances[at - 1] > distance)
    --at;
  for (unsigned i = suggestion->count < QN_SUGGESTION_MAX
                        ? suggestion->count
                        : QN_SUGGESTION_MAX - 1;
       i > at; --i) {
    suggestion->names[i] = suggestion->names[i - 1];
    suggestion->distances[i] = suggestion->distances[i - 1];
  }
  if (at == QN_SUGGESTION_MAX)
    return;
  suggestion->names[at] = name;
  suggestion->distances[at] = distance;
  suggestion->count += suggestion->count < QN_SUGGESTION_MAX;
}

void qn_suggestion_hint(const qn_suggestion *suggestion, qn_diag *diag) {
  const qn_str *n = suggestion->names;
  if (suggestion->count == 1)
    qn_diag_hint(diag, "Did you mean '%.*s'?", QN_STR_ARG(n[0]));
  else if (suggestion->count == 2)
    qn_diag_hint(diag, "Did you mean '%.*s' or '%.*s'?", QN_STR_ARG(n[0]),
                 QN_STR_ARG(n[1]));
  else if (suggestion->count == 3)
    qn_diag_hint(diag, "Did you mean '%.*s', '%.*s' or '%.*s'?",
                 QN_STR_ARG(n[0]), QN_STR_ARG(n[1]), QN_STR_ARG(n[2]));
}
