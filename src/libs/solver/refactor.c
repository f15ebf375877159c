// SPDX-License-Identifier: Apache-2.0
#include "libs/solver/refactor.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"

bool qn_pattern_is_good(int n, int count, const qn_pattern *p) {
  if (n < 0 || count < 0 || (n && (p->start[0] != 0 || p->start[n] != count)))
    return false;
  for (int i = 0; i < n; ++i)
    if (p->start[i] > p->start[i + 1])
      return false;
  for (int k = 0; k < count; ++k)
    if (p->col[k] < 0 || p->col[k] >= n)
      return false;
  return true;
}

bool qn_is_permutation(int n, const int *p) {
  bool *seen = qn_alloc_array((size_t)n + 1, sizeof(*seen));
  bool good = seen != NULL;
  for (int i = 0; i < n && good; ++i) {
    good = p[i] >= 0 && p[i] < n && !seen[p[i]];
    if (good)
      seen[p[i]] = true;
  }
  qn_free(seen);
  return good;
}

bool qn_pattern_turn(int n, const qn_pattern *from, qn_pattern *out,
                     int *place) {
  const int count = n ? from->start[n] : 0;
  out->start = qn_alloc_array((size_t)n + 2, sizeof(int));
  out->col = qn_alloc_array((size_t)count + 1, sizeof(int));
  if (!out->start || !out->col)
    return false;
  for (int k = 0; k < count; ++k)
    ++out->start[from->col[k] + 2];
  for (int i = 0; i < n; ++i)
    out->start[i + 1] += out->start[i];
  for (int i = 0; i < n; ++i)
    for (int k = from->start[i]; k < from->start[i + 1]; ++k) {
      const int at = out->start[from->col[k] + 1]++;
      out->col[at] = i;
      place[at] = k;
    }
  return true;
}

// ---- The pattern

typedef struct grown {
  int *col;
  int64_t count, room;
  int *next; // columns of the row, in order, behind n
  int *q_inverse;
} grown;

// Behind `at`, which is the list's head or before it; where it is then.
static int put(grown *g, int at, int col) {
  while (g->next[at] < col)
    at = g->next[at];
  if (g->next[at] != col) {
    g->next[col] = g->next[at];
    g->next[at] = col;
  }
  return col;
}

static qn_refactor_answer keep_row(grown *g, qn_refactor *r, int row) {
  const int n = r->n;
  for (int j = g->next[n]; j < n; j = g->next[j]) {
    if (g->count == g->room) {
      g->room = 2 * g->room + 64;
      int *more = g->room > INT_MAX
                      ? NULL
                      : qn_alloc_array((size_t)g->room, sizeof(*more));
      if (!more)
        return g->room > INT_MAX ? QN_REFACTOR_TOO_LARGE
                                 : QN_REFACTOR_NO_MEMORY;
      if (g->count)
        memcpy(more, g->col, (size_t)g->count * sizeof(*more));
      qn_free(g->col);
      g->col = more;
    }
    if (j == row)
      r->diagonal[row] = (int)g->count;
    g->col[g->count++] = j;
  }
  r->m.start[row + 1] = (int)g->count;
  return QN_REFACTOR_DONE;
}

// What row `row` has of L, U and A, and what the rows above fill in. The head
// of the list is next[n], and n ends it.
static qn_refactor_answer grow_row(grown *g, qn_refactor *r, int row,
                                   const qn_pattern *l, const qn_pattern *u) {
  const int n = r->n, source = r->p[row];
  g->next[n] = n;
  (void)put(g, n, row);
  for (int k = l->start[row]; k < l->start[row + 1]; ++k)
    (void)put(g, n, l->col[k]);
  for (int k = u->start[row]; k < u->start[row + 1]; ++k)
    (void)put(g, n, u->col[k]);
  for (int k = r->a.start[source]; k < r->a.start[source + 1]; ++k)
    (void)put(g, n, g->q_inverse[r->a.col[k]]);
  for (int k = g->next[n]; k < row; k = g->next[k]) {
    int at = k;
    for (int e = r->diagonal[k] + 1; e < r->m.start[k + 1]; ++e)
      at = put(g, at, g->col[e]);
  }
  return keep_row(g, r, row);
}

static void drop_factors(qn_refactor *r) {
  for (int at = 0; at < r->count && r->ms; ++at)
    qn_free(r->ms[at]);
  void *const all[] = {r->m.start, r->m.col, r->diagonal, r->ms, r->zero_pivot};
  for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); ++i)
    qn_free(all[i]);
  r->m = (qn_pattern){0};
  r->diagonal = r->zero_pivot = NULL;
  r->ms = NULL;
}

static qn_refactor_answer find_pattern(qn_refactor *r, grown *g,
                                       const qn_pattern *l,
                                       const qn_pattern *u) {
  qn_refactor_answer answer = QN_REFACTOR_DONE;
  for (int j = 0; j < r->n; ++j)
    g->q_inverse[r->q[j]] = j;
  for (int i = 0; i < r->n && answer == QN_REFACTOR_DONE; ++i)
    answer = grow_row(g, r, i, l, u);
  r->m.col = g->col;
  for (int b = 0; b < r->count && answer == QN_REFACTOR_DONE; ++b) {
    r->zero_pivot[b] = -1;
    r->ms[b] = qn_alloc_array((size_t)g->count + 1, sizeof(double));
    if (!r->ms[b])
      answer = QN_REFACTOR_NO_MEMORY;
  }
  return answer;
}

qn_refactor_answer qn_refactor_analyse(qn_refactor *r, const qn_pattern *l,
                                       const qn_pattern *u) {
  const size_t n = (size_t)r->n;
  grown g = {.next = qn_alloc_array(n + 1, sizeof(int)),
             .q_inverse = qn_alloc_array(n + 1, sizeof(int)),
             .col = qn_alloc_array(n + 1, sizeof(int)),
             .room = r->n + 1};
  r->m.start = qn_alloc_array(n + 1, sizeof(int));
  r->diagonal = qn_alloc_array(n + 1, sizeof(int));
  r->ms = qn_alloc_array((size_t)r->count + 1, sizeof(*r->ms));
  r->zero_pivot = qn_alloc_array((size_t)r->count + 1, sizeof(int));
  const bool good = g.next && g.q_inverse && g.col && r->m.start &&
                    r->diagonal && r->ms && r->zero_pivot;
  if (!good)
    qn_free(g.col);
  const qn_refactor_answer answer =
      good ? find_pattern(r, &g, l, u) : QN_REFACTOR_NO_MEMORY;
  qn_free(g.next);
  qn_free(g.q_inverse);
  if (answer != QN_REFACTOR_DONE)
    drop_factors(r);
  return answer;
}

// ---- The numbers

// Row by row: `w` has the row as it becomes, and zeros elsewhere.
static void run_row(qn_refactor *r, int at, int row, const int *q_inverse,
                    double *w) {
  double *m = r->ms[at];
  const int source = r->p[row];
  for (int k = r->a.start[source]; k < r->a.start[source + 1]; ++k)
    w[q_inverse[r->a.col[k]]] += r->as[at][k];
  for (int e = r->m.start[row]; e < r->diagonal[row]; ++e) {
    const int k = r->m.col[e];
    const double factor = w[k] /= m[r->diagonal[k]];
    for (int f = r->diagonal[k] + 1; f < r->m.start[k + 1]; ++f)
      w[r->m.col[f]] -= factor * m[f];
  }
  for (int e = r->m.start[row]; e < r->m.start[row + 1]; ++e) {
    m[e] = w[r->m.col[e]];
    w[r->m.col[e]] = 0;
  }
}

qn_refactor_answer qn_refactor_run(qn_refactor *r, double zero, double boost) {
  const size_t n = (size_t)r->n;
  int *q_inverse = qn_alloc_array(n + 1, sizeof(int));
  double *w = qn_alloc_array(n + 1, sizeof(double));
  qn_refactor_answer answer =
      q_inverse && w ? QN_REFACTOR_DONE : QN_REFACTOR_NO_MEMORY;
  r->is_boosted = false;
  for (int j = 0; j < r->n && answer == QN_REFACTOR_DONE; ++j)
    q_inverse[r->q[j]] = j;
  for (int at = 0; at < r->count && answer != QN_REFACTOR_NO_MEMORY; ++at) {
    r->zero_pivot[at] = -1;
    for (int i = 0; i < r->n; ++i) {
      run_row(r, at, i, q_inverse, w);
      double *pivot = &r->ms[at][r->diagonal[i]];
      if (fabs(*pivot) < zero) {
        *pivot = boost;
        r->is_boosted = true;
      }
      if (*pivot != 0)
        continue;
      answer = QN_REFACTOR_ZERO_PIVOT;
      r->zero_pivot[at] = i;
      break; // the others of the batch are made all the same
    }
  }
  qn_free(q_inverse);
  qn_free(w);
  return answer;
}

void qn_refactor_solve(const qn_refactor *r, int at, double *b, double *room) {
  const double *m = r->ms[at];
  for (int i = 0; i < r->n; ++i) {
    double sum = b[r->p[i]];
    for (int e = r->m.start[i]; e < r->diagonal[i]; ++e)
      sum -= m[e] * room[r->m.col[e]];
    room[i] = sum;
  }
  for (int i = r->n - 1; i >= 0; --i) {
    double sum = room[i];
    for (int e = r->diagonal[i] + 1; e < r->m.start[i + 1]; ++e)
      sum -= m[e] * room[r->m.col[e]];
    room[i] = sum / m[r->diagonal[i]];
  }
  for (int j = 0; j < r->n; ++j)
    b[r->q[j]] = room[j];
}

void qn_refactor_free(qn_refactor *r) {
  drop_factors(r);
  for (int at = 0; at < r->count && r->as; ++at)
    qn_free(r->as[at]);
  void *const all[] = {r->a.start, r->a.col, r->place, r->p, r->q, r->as};
  for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); ++i)
    qn_free(all[i]);
  *r = (qn_refactor){0};
}
