// SPDX-License-Identifier: Apache-2.0
#include "libs/solver/lu.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"

typedef struct item {
  int row, column;
  qn_complex value;
} item;

typedef struct list {
  item *items;
  size_t count, room;
} list;

typedef struct work {
  const qn_direct *a;
  qn_direct columns; // A by columns
  qn_complex *x;     // the column at work, by A's rows
  int *place;        // where a row of A is in the product; -1: not yet
  list l, u;         // rows of A; rows of the product
  size_t *starts;    // of L's columns in its list
} work;

static qn_complex times(qn_complex a, qn_complex b) {
  return (qn_complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static qn_complex over(qn_complex a, qn_complex b) {
  const double size = b.re * b.re + b.im * b.im;
  const qn_complex v = times(a, (qn_complex){b.re, -b.im});
  return (qn_complex){v.re / size, v.im / size};
}

static double length(qn_complex a) { return hypot(a.re, a.im); }

static bool push(list *to, item what) {
  if (to->count == to->room) {
    const size_t room = 2 * to->room + 64;
    item *more = qn_alloc_array(room, sizeof(*more));
    if (!more)
      return false;
    if (to->count)
      memcpy(more, to->items, to->count * sizeof(*more));
    qn_free(to->items);
    to->items = more;
    to->room = room;
  }
  to->items[to->count++] = what;
  return true;
}

// By rows; equal places follow one another.
static bool gather(const list *from, int n, qn_direct *out) {
  *out = (qn_direct){n, qn_alloc_array((size_t)n + 2, sizeof(int)),
                     qn_alloc_array(from->count + 1, sizeof(int)),
                     qn_alloc_array(from->count + 1, sizeof(qn_complex))};
  if (!out->rows || !out->columns || !out->values)
    return false;
  // rows[i + 1] is where row i's next element goes, and where it ends at last.
  for (size_t i = 0; i < from->count; ++i)
    ++out->rows[from->items[i].row + 2];
  for (int i = 2; i <= n; ++i)
    out->rows[i] += out->rows[i - 1];
  for (size_t i = 0; i < from->count; ++i) {
    const int at = out->rows[from->items[i].row + 1]++;
    out->columns[at] = from->items[i].column;
    out->values[at] = from->items[i].value;
  }
  return true;
}

static bool transpose(const qn_direct *a, qn_direct *out) {
  list all = {0};
  bool good = true;
  for (int i = 0; i < a->n; ++i)
    for (int k = a->rows[i]; k < a->rows[i + 1] && good; ++k)
      good = push(&all, (item){a->columns[k], i, a->values[k]});
  good = good && gather(&all, a->n, out);
  qn_free(all.items);
  return good;
}

// Takes off what the columns before change.
static bool reduce(work *w, const qn_lu *lu, int k) {
  for (int j = 0; j < k; ++j) {
    const qn_complex own = w->x[lu->p[j]];
    if (own.re == 0 && own.im == 0)
      continue;
    if (!push(&w->u, (item){j, k, own}))
      return false;
    for (size_t e = w->starts[j]; e < w->starts[j + 1]; ++e) {
      const qn_complex v = times(w->l.items[e].value, own);
      qn_complex *to = &w->x[w->l.items[e].row];
      *to = (qn_complex){to->re - v.re, to->im - v.im};
    }
  }
  return true;
}

static int choose(const work *w, int column, double threshold) {
  int best = -1;
  double most = -1;
  for (int i = 0; i < w->a->n; ++i)
    if (w->place[i] < 0 && length(w->x[i]) > most) {
      most = length(w->x[i]);
      best = i;
    }
  return w->place[column] < 0 && length(w->x[column]) > 0 &&
                 length(w->x[column]) >= threshold * most
             ? column
             : best;
}

static bool make_column(work *w, qn_lu *lu, int k, double threshold, double tol,
                        int *out_singular) {
  const qn_direct *c = &w->columns;
  const int column = lu->q[k];
  memset(w->x, 0, (size_t)w->a->n * sizeof(*w->x));
  for (int e = c->rows[column]; e < c->rows[column + 1]; ++e) {
    qn_complex *to = &w->x[c->columns[e]];
    *to = (qn_complex){to->re + c->values[e].re, to->im + c->values[e].im};
  }
  if (!reduce(w, lu, k))
    return false;
  const int row = choose(w, column, threshold);
  const qn_complex pivot = w->x[row];
  if (!(length(pivot) > tol) || !(length(pivot) > 0)) {
    *out_singular = k;
    return true;
  }
  lu->p[k] = row;
  w->place[row] = k;
  bool good = push(&w->u, (item){k, k, pivot});
  for (int i = 0; i < w->a->n && good; ++i)
    if (w->place[i] < 0 && (w->x[i].re != 0 || w->x[i].im != 0))
      good = push(&w->l, (item){i, k, over(w->x[i], pivot)});
  w->starts[k + 1] = w->l.count;
  return good;
}

static bool make_all(work *w, qn_lu *lu, double threshold, double tol,
                     int *out_singular) {
  bool good = qn_direct_degree(w->a, lu->q) && transpose(w->a, &w->columns);
  for (int i = 0; i < w->a->n && good; ++i)
    w->place[i] = -1;
  for (int k = 0; k < w->a->n && good && *out_singular < 0; ++k)
    good = make_column(w, lu, k, threshold, tol, out_singular);
  if (!good || *out_singular >= 0)
    return good;
  for (size_t e = 0; e < w->l.count; ++e)
    w->l.items[e].row = w->place[w->l.items[e].row];
  return gather(&w->l, w->a->n, &lu->l) && gather(&w->u, w->a->n, &lu->u);
}

bool qn_lu_make(const qn_direct *a, double threshold, double tol, qn_lu *out,
                int *out_singular) {
  const size_t n = (size_t)a->n + 1;
  work w = {.a = a,
            .x = qn_alloc_array(n, sizeof(*w.x)),
            .place = qn_alloc_array(n, sizeof(*w.place)),
            .starts = qn_alloc_array(n, sizeof(*w.starts))};
  *out = (qn_lu){.n = a->n,
                 .p = qn_alloc_array(n, sizeof(*out->p)),
                 .q = qn_alloc_array(n, sizeof(*out->q))};
  *out_singular = -1;
  const bool good = w.x && w.place && w.starts && out->p && out->q &&
                    make_all(&w, out, threshold, tol, out_singular);
  qn_direct_free(&w.columns);
  qn_free(w.x);
  qn_free(w.place);
  qn_free(w.starts);
  qn_free(w.l.items);
  qn_free(w.u.items);
  return good;
}

void qn_lu_free(qn_lu *lu) {
  qn_direct_free(&lu->l);
  qn_direct_free(&lu->u);
  qn_free(lu->p);
  qn_free(lu->q);
  *lu = (qn_lu){0};
}
