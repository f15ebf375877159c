// SPDX-License-Identifier: Apache-2.0
#include "base/suggestion.h"

#include "support/test.h"

static unsigned distance(const char *a, const char *b) {
  return qn_suggestion_distance(qn_str_from(a), qn_str_from(b), 2);
}

static const char *hint(const char *asked, const char *const *names) {
  static qn_diag diag;
  qn_suggestion suggestion;
  diag = (qn_diag){0};
  (void)qn_fail(&diag, QN_E_NOT_FOUND, QN_NOWHERE, "no '%s'", asked);
  qn_suggestion_init(&suggestion, qn_str_from(asked));
  for (; *names; ++names)
    qn_suggestion_offer(&suggestion, qn_str_from(*names));
  qn_suggestion_hint(&suggestion, &diag);
  return diag.hint;
}

// The definition: the minimum over the possible last edits.
static unsigned by_definition(qn_str a, qn_str b) {
  if (!a.size || !b.size)
    return (unsigned)(a.size + b.size);
  const qn_str a1 = {a.data, a.size - 1}, b1 = {b.data, b.size - 1};
  unsigned best =
      by_definition(a1, b1) + (a.data[a.size - 1] != b.data[b.size - 1]);
  const unsigned fewer = by_definition(a1, b) + 1;
  const unsigned more = by_definition(a, b1) + 1;
  best = fewer < best ? fewer : best;
  best = more < best ? more : best;
  if (a.size > 1 && b.size > 1 && a.data[a.size - 1] == b.data[b.size - 2] &&
      a.data[a.size - 2] == b.data[b.size - 1]) {
    const unsigned swapped = by_definition((qn_str){a.data, a.size - 2},
                                           (qn_str){b.data, b.size - 2}) +
                             1;
    best = swapped < best ? swapped : best;
  }
  return best;
}

// The n-th word over an alphabet of three letters, up to four long.
static qn_str word(unsigned n, char *out) {
  size_t size = 0;
  for (; n; n /= 4)
    if (n % 4)
      out[size++] = (char)('a' + n % 4);
  return (qn_str){out, size};
}

static void test_all_short_words(void) {
  char first[8], second[8];
  for (unsigned i = 0; i < 256; ++i)
    for (unsigned j = 0; j < 256; ++j) {
      const qn_str a = word(i, first), b = word(j, second);
      const unsigned right = by_definition(a, b);
      for (unsigned limit = 0; limit < 4; ++limit)
        CHECK_INT(qn_suggestion_distance(a, b, limit),
                  right > limit ? limit + 1 : right);
    }
}

int main(void) {
  test_all_short_words();
  CHECK_INT(distance("", ""), 0);
  CHECK_INT(distance("ab", ""), 2);
  CHECK_INT(distance("abc", ""), 3);
  CHECK_INT(distance("inspect", "inpsect"), 1); // adjacent letters swapped
  CHECK_INT(distance("inspect", "inspct"), 1);
  CHECK_INT(distance("inspect", "xnspecx"), 2);
  CHECK_INT(distance("inspect", "compile"), 3);
  char large[100];
  memset(large, 'a', sizeof(large));
  CHECK_INT(
      qn_suggestion_distance((qn_str){large, 100}, (qn_str){large, 100}, 2), 3);

  const char *const commands[] = {"compile", "inspect", "run", "bundle", NULL};
  CHECK_TEXT(hint("inspekt", commands), "Did you mean 'inspect'?");
  CHECK_TEXT(hint("rn", commands), "Did you mean 'run'?");
  CHECK_TEXT(hint("xx", commands), "");
  // Nearest first, ties in the order offered, at most three.
  const char *const targets[] = {"gfx900", "gfx908", "gfx90a",
                                 "gfx942", "gfx906", NULL};
  CHECK_TEXT(hint("gfx90", targets),
             "Did you mean 'gfx900', 'gfx908' or 'gfx90a'?");
  CHECK_TEXT(hint("gfx94a", targets),
             "Did you mean 'gfx90a', 'gfx942' or 'gfx900'?");
  const char *const twice[] = {"saxpy", "saxpy", "saxpx", "saxpy", NULL};
  CHECK_TEXT(hint("saxpi", twice), "Did you mean 'saxpy' or 'saxpx'?");
  return 0;
}
