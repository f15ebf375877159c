// SPDX-License-Identifier: Apache-2.0
#include "libs/solver/direct.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

typedef qn_complex number;

static number times(number a, number b) {
  return (number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
static number conjugate(number a) { return (number){a.re, -a.im}; }
static double size_of(number a) { return hypot(a.re, a.im); }
static number add(number a, number b) {
  return (number){a.re + b.re, a.im + b.im};
}
static number subtract(number a, number b) {
  return (number){a.re - b.re, a.im - b.im};
}
static number divide(number a, number b) {
  const double scale = fabs(b.re) + fabs(b.im);
  const number c = {b.re / scale, b.im / scale};
  const double square = (c.re * c.re + c.im * c.im) * scale;
  const number top = times(a, conjugate(c));
  return (number){top.re / square, top.im / square};
}

void qn_direct_free(qn_direct *a) {
  qn_free(a->rows);
  qn_free(a->columns);
  qn_free(a->values);
  *a = (qn_direct){0};
}

static bool make(int n, int count, qn_direct *out) {
  *out = (qn_direct){n, qn_alloc_array((size_t)n + 1, sizeof(int)),
                     qn_alloc_array((size_t)count + 1, sizeof(int)),
                     qn_alloc_array((size_t)count + 1, sizeof(number))};
  if (out->rows && out->columns && out->values)
    return true;
  qn_direct_free(out);
  return false;
}

bool qn_direct_permute(const qn_direct *a, const int *p, qn_direct *out) {
  int *place = qn_alloc_array((size_t)a->n + 1, sizeof(*place));
  if (!place || !make(a->n, a->rows[a->n], out)) {
    qn_free(place);
    return false;
  }
  int count = 0;
  for (int i = 0; i < a->n; ++i)
    place[p[i]] = i;
  for (int i = 0; i < a->n; ++i) {
    for (int k = a->rows[p[i]]; k < a->rows[p[i] + 1]; ++k) {
      out->columns[count] = place[a->columns[k]];
      out->values[count++] = a->values[k];
    }
    out->rows[i + 1] = count;
  }
  qn_free(place);
  return true;
}

// ---- Rows of their own size, in the order of their columns

typedef struct element {
  int column;
  number value;
} element;

typedef struct row {
  int count;
  element *elements; // NULL: none
} row;

static int by_column(const void *a, const void *b) {
  const int x = ((const element *)a)->column, y = ((const element *)b)->column;
  return (x > y) - (x < y);
}

static bool copy_row(const qn_direct *a, int i, row *out) {
  const int begin = a->rows[i], count = a->rows[i + 1] - begin;
  element *e = qn_alloc_array((size_t)count + 1, sizeof(*e));
  int kept = 0;
  if (!e)
    return false;
  for (int k = 0; k < count; ++k)
    e[k] = (element){a->columns[begin + k], a->values[begin + k]};
  qsort(e, (size_t)count, sizeof(*e), by_column);
  for (int k = 0; k < count; ++k) {
    if (kept && e[kept - 1].column == e[k].column)
      e[kept - 1].value = add(e[kept - 1].value, e[k].value);
    else
      e[kept++] = e[k];
  }
  *out = (row){kept, e};
  return true;
}

// Turns r and w, which begin in one column, so that r's first element has all
// of both and w's nothing, which goes.
typedef struct turn {
  number cr, cw, dr, dw; // r' = cr r + cw w, w' = dr r + dw w
} turn;

static turn turn_of(number a, number d) {
  const double size = hypot(size_of(a), size_of(d));
  const number ca = {a.re / size, a.im / size}, cd = {d.re / size, d.im / size};
  return (turn){conjugate(ca), conjugate(cd), {-cd.re, -cd.im}, ca};
}

static void turn_pair(const turn *t, number *r, number *w) {
  const number x = *r, y = *w;
  *r = add(times(t->cr, x), times(t->cw, y));
  *w = add(times(t->dr, x), times(t->dw, y));
}

static bool rotate(row *r, row *w, number *yr, number *yw) {
  const turn t = turn_of(r->elements[0].value, w->elements[0].value);
  const size_t most = (size_t)r->count + (size_t)w->count;
  element *a = qn_alloc_array(most, sizeof(*a));
  element *b = qn_alloc_array(most, sizeof(*b));
  int count = 0, i = 0, j = 0;
  if (!a || !b) {
    qn_free(a);
    qn_free(b);
    return false;
  }
  while (i < r->count || j < w->count) {
    const int ci = i < r->count ? r->elements[i].column : INT32_MAX;
    const int cj = j < w->count ? w->elements[j].column : INT32_MAX;
    const number none = {0, 0};
    number x = ci <= cj ? r->elements[i++].value : none;
    number y = cj <= ci ? w->elements[j++].value : none;
    turn_pair(&t, &x, &y);
    a[count] = (element){ci < cj ? ci : cj, x};
    b[count++] = (element){ci < cj ? ci : cj, y};
  }
  turn_pair(&t, yr, yw);
  qn_free(r->elements);
  qn_free(w->elements);
  *r = (row){count, a};
  memmove(b, b + 1, (size_t)(count - 1) * sizeof(*b));
  *w = (row){count - 1, b};
  return true;
}

static void drop_zeros(row *w) {
  int first = 0;
  while (first < w->count && w->elements[first].value.re == 0 &&
         w->elements[first].value.im == 0)
    ++first;
  if (first && w->count)
    memmove(w->elements, w->elements + first,
            (size_t)(w->count - first) * sizeof(*w->elements));
  w->count -= first;
}

// A row becomes part of the triangle.
static bool insert(row *triangle, number *y, row w, number c) {
  bool good = true;
  for (drop_zeros(&w); w.count && good; drop_zeros(&w)) {
    const int k = w.elements[0].column;
    if (!triangle[k].elements) {
      triangle[k] = w;
      y[k] = c;
      return true;
    }
    good = rotate(&triangle[k], &w, &y[k], &c);
  }
  qn_free(w.elements);
  return good;
}

static int first_small(const row *triangle, int n, double tol) {
  for (int k = 0; k < n; ++k)
    if (!triangle[k].elements || size_of(triangle[k].elements[0].value) <= tol)
      return k;
  return -1;
}

static void solve_triangle(const row *triangle, int n, const number *y,
                           number *x) {
  for (int k = n - 1; k >= 0; --k) {
    const row *r = &triangle[k];
    number sum = y[k];
    for (int i = 1; i < r->count; ++i)
      sum =
          subtract(sum, times(r->elements[i].value, x[r->elements[i].column]));
    x[k] = divide(sum, r->elements[0].value);
  }
}

bool qn_direct_qr(const qn_direct *a, const number *b, double tol, number *x,
                  int *out_singular) {
  row *triangle = qn_alloc_array((size_t)a->n + 1, sizeof(*triangle));
  number *y = qn_alloc_array((size_t)a->n + 1, sizeof(*y));
  bool good = triangle && y;
  for (int i = 0; i < a->n && good; ++i) {
    row w;
    good = copy_row(a, i, &w) && insert(triangle, y, w, b[i]);
  }
  if (good) {
    *out_singular = first_small(triangle, a->n, tol);
    if (*out_singular < 0)
      solve_triangle(triangle, a->n, y, x);
  }
  for (int k = 0; k < a->n && triangle; ++k)
    qn_free(triangle[k].elements);
  qn_free(triangle);
  qn_free(y);
  return good;
}

// ---- Cholesky: a column at a time, of those before it that reach it

typedef struct factor {
  int n;
  row *columns; // of L, by rows
  int *at;      // where a column has the next row that it changes
  int *next;    // of the columns that change the same one
  int *first;   // of those that change a column; -1: none
  number *sums; // the column at work
  int *marks;   // of which column a row's sum is
} factor;

static bool make_factor(factor *f, int n) {
  const size_t size = (size_t)n + 1;
  *f = (factor){n,
                qn_alloc_array(size, sizeof(row)),
                qn_alloc_array(size, sizeof(int)),
                qn_alloc_array(size, sizeof(int)),
                qn_alloc_array(size, sizeof(int)),
                qn_alloc_array(size, sizeof(number)),
                qn_alloc_array(size, sizeof(int))};
  for (int i = 0; i < n && f->first && f->marks; ++i)
    f->first[i] = f->marks[i] = -1;
  return f->columns && f->at && f->next && f->first && f->sums && f->marks;
}

static void free_factor(factor *f) {
  for (int k = 0; k < f->n && f->columns; ++k)
    qn_free(f->columns[k].elements);
  qn_free(f->columns);
  qn_free(f->at);
  qn_free(f->next);
  qn_free(f->first);
  qn_free(f->sums);
  qn_free(f->marks);
}

static void touch(factor *f, int column, int i, row *pattern) {
  if (f->marks[i] == column)
    return;
  f->marks[i] = column;
  f->sums[i] = (number){0, 0};
  pattern->elements[pattern->count++].column = i;
}

// Column j, which begins with row k's element where it stands, goes on to the
// next of its rows.
static void advance(factor *f, int j) {
  if (f->at[j] == f->columns[j].count)
    return;
  const int to = f->columns[j].elements[f->at[j]].column;
  f->next[j] = f->first[to];
  f->first[to] = j;
}

static void gather(factor *f, const qn_direct *lower, int k, row *pattern) {
  for (int e = lower->rows[k]; e < lower->rows[k + 1]; ++e) {
    touch(f, k, lower->columns[e], pattern);
    f->sums[lower->columns[e]] =
        add(f->sums[lower->columns[e]], lower->values[e]);
  }
  touch(f, k, k, pattern);
  for (int j = f->first[k], after; j >= 0; j = after) {
    const row *c = &f->columns[j];
    const number own = conjugate(c->elements[f->at[j]].value);
    after = f->next[j];
    for (int e = f->at[j]; e < c->count; ++e) {
      touch(f, k, c->elements[e].column, pattern);
      f->sums[c->elements[e].column] = subtract(
          f->sums[c->elements[e].column], times(c->elements[e].value, own));
    }
    ++f->at[j];
    advance(f, j);
  }
}

// 1: out of memory, 2: the pivot is too small.
static int make_column(factor *f, const qn_direct *lower, int k, double tol,
                       row *room) {
  room->count = 0;
  gather(f, lower, k, room);
  qsort(room->elements, (size_t)room->count, sizeof(element), by_column);
  const double pivot = f->sums[k].re;
  if (!(pivot > tol) || !(pivot > 0))
    return 2;
  element *e = qn_alloc_array((size_t)room->count, sizeof(*e));
  if (!e)
    return 1;
  const double root = sqrt(pivot);
  for (int i = 0; i < room->count; ++i) {
    const int at = room->elements[i].column;
    e[i] = (element){at, {f->sums[at].re / root, f->sums[at].im / root}};
  }
  e[0].value = (number){root, 0};
  f->columns[k] = (row){room->count, e};
  f->at[k] = 1;
  advance(f, k);
  return 0;
}

// The columns of the lower triangle: the conjugates' rows of the upper one.
static bool lower_columns(const qn_direct *a, qn_direct *out) {
  if (!make(a->n, a->rows[a->n], out))
    return false;
  for (int i = 0; i < a->n; ++i)
    for (int k = a->rows[i]; k < a->rows[i + 1]; ++k)
      out->rows[a->columns[k] + 1] += a->columns[k] <= i;
  for (int i = 0; i < a->n; ++i)
    out->rows[i + 1] += out->rows[i];
  for (int i = 0; i < a->n; ++i)
    for (int k = a->rows[i]; k < a->rows[i + 1]; ++k) {
      const int j = a->columns[k];
      if (j > i)
        continue;
      out->columns[out->rows[j]] = i;
      out->values[out->rows[j]++] = a->values[k];
    }
  for (int i = a->n; i > 0; --i)
    out->rows[i] = out->rows[i - 1];
  out->rows[0] = 0;
  return true;
}

static void solve_factor(const factor *f, const number *b, number *x) {
  memcpy(x, b, (size_t)f->n * sizeof(*x));
  for (int k = 0; k < f->n; ++k) {
    const row *c = &f->columns[k];
    x[k] = divide(x[k], c->elements[0].value);
    for (int e = 1; e < c->count; ++e)
      x[c->elements[e].column] =
          subtract(x[c->elements[e].column], times(c->elements[e].value, x[k]));
  }
  for (int k = f->n - 1; k >= 0; --k) {
    const row *c = &f->columns[k];
    for (int e = 1; e < c->count; ++e)
      x[k] = subtract(x[k], times(conjugate(c->elements[e].value),
                                  x[c->elements[e].column]));
    x[k] = divide(x[k], c->elements[0].value);
  }
}

// False: out of memory. *out_singular is -1, or the first pivot at most `tol`.
static bool factorise(const qn_direct *a, double tol, factor *f,
                      int *out_singular) {
  qn_direct lower = {0};
  row room = {0, qn_alloc_array((size_t)a->n + 1, sizeof(element))};
  bool good = make_factor(f, a->n) && room.elements && lower_columns(a, &lower);
  *out_singular = -1;
  for (int k = 0; k < a->n && good && *out_singular < 0; ++k) {
    const int wrong = make_column(f, &lower, k, tol, &room);
    good = wrong != 1;
    if (wrong == 2)
      *out_singular = k;
  }
  qn_direct_free(&lower);
  qn_free(room.elements);
  return good;
}

bool qn_direct_cholesky(const qn_direct *a, const number *b, double tol,
                        number *x, int *out_singular) {
  factor f;
  const bool good = factorise(a, tol, &f, out_singular);
  if (good && *out_singular < 0)
    solve_factor(&f, b, x);
  free_factor(&f);
  return good;
}

bool qn_direct_cholesky_diagonal(const qn_direct *a, double *diagonal,
                                 int *out_singular) {
  factor f;
  const bool good = factorise(a, 0, &f, out_singular);
  for (int k = 0; k < a->n && good && *out_singular < 0; ++k)
    diagonal[k] = f.columns[k].elements[0].value.re;
  free_factor(&f);
  return good;
}

// ---- Orders

// The matrix and its transpose together, without the diagonal.
static bool neighbours(const qn_direct *a, int **out_begin, int **out_to) {
  const size_t count = 2 * (size_t)a->rows[a->n] + 1;
  int *begin = qn_alloc_array((size_t)a->n + 2, sizeof(*begin));
  int *to = qn_alloc_array(count, sizeof(*to));
  *out_begin = begin;
  *out_to = to;
  if (!begin || !to) {
    qn_free(begin);
    qn_free(to);
    return false;
  }
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = 0; i < a->n; ++i)
      for (int k = a->rows[i]; k < a->rows[i + 1]; ++k) {
        const int j = a->columns[k];
        if (i == j)
          continue;
        if (pass) {
          to[begin[i + 1]++] = j;
          to[begin[j + 1]++] = i;
        } else {
          ++begin[i + 2];
          ++begin[j + 2];
        }
      }
    for (int i = 2; i <= a->n + 1 && !pass; ++i)
      begin[i] += begin[i - 1];
  }
  return true; // begin[i] to begin[i + 1] are i's, twice where both have it
}

// The next of `p` from `at` on, by degree.
static void sort_by_degree(int *p, int count, const int *begin) {
  for (int i = 1; i < count; ++i)
    for (int j = i; j > 0; --j) {
      const int a = p[j - 1], b = p[j];
      if (begin[a + 1] - begin[a] <= begin[b + 1] - begin[b])
        break;
      p[j - 1] = b;
      p[j] = a;
    }
}

bool qn_direct_band(const qn_direct *a, int *p) {
  int *begin, *to, count = 0;
  bool *seen = qn_alloc_array((size_t)a->n + 1, sizeof(*seen));
  if (!seen || !neighbours(a, &begin, &to)) {
    qn_free(seen);
    return false;
  }
  while (count < a->n) {
    int least = -1;
    for (int i = 0; i < a->n; ++i)
      if (!seen[i] && (least < 0 || begin[i + 1] - begin[i] <
                                        begin[least + 1] - begin[least]))
        least = i;
    seen[least] = true;
    p[count] = least;
    for (int at = count++; at < count; ++at) {
      const int first = count;
      for (int k = begin[p[at]]; k < begin[p[at] + 1]; ++k)
        if (!seen[to[k]]) {
          seen[to[k]] = true;
          p[count++] = to[k];
        }
      sort_by_degree(p + first, count - first, begin);
    }
  }
  for (int i = 0; i < a->n / 2; ++i) {
    const int other = p[i];
    p[i] = p[a->n - 1 - i];
    p[a->n - 1 - i] = other;
  }
  qn_free(seen);
  qn_free(begin);
  qn_free(to);
  return true;
}

// Of a graph that changes: sets of neighbours, which grow together where one of
// them goes.
typedef struct set {
  int count, room;
  int *members;
} set;

static bool add_member(set *s, int i) {
  for (int k = 0; k < s->count; ++k)
    if (s->members[k] == i)
      return true;
  if (s->count == s->room) {
    const int room = 2 * s->room + 4;
    int *more = qn_alloc_array((size_t)room, sizeof(*more));
    if (!more)
      return false;
    if (s->count)
      memcpy(more, s->members, (size_t)s->count * sizeof(*more));
    qn_free(s->members);
    s->members = more;
    s->room = room;
  }
  s->members[s->count++] = i;
  return true;
}

static void remove_member(set *s, int i) {
  for (int k = 0; k < s->count; ++k)
    if (s->members[k] == i) {
      s->members[k] = s->members[--s->count];
      return;
    }
}

static bool eliminate(set *sets, int least) {
  const set *own = &sets[least];
  bool good = true;
  for (int i = 0; i < own->count; ++i) {
    set *s = &sets[own->members[i]];
    remove_member(s, least);
    for (int j = 0; j < own->count && good; ++j)
      if (j != i)
        good = add_member(s, own->members[j]);
  }
  return good;
}

bool qn_direct_degree(const qn_direct *a, int *p) {
  set *sets = qn_alloc_array((size_t)a->n + 1, sizeof(*sets));
  bool *gone = qn_alloc_array((size_t)a->n + 1, sizeof(*gone));
  bool good = sets && gone;
  for (int i = 0; i < a->n && good; ++i)
    for (int k = a->rows[i]; k < a->rows[i + 1] && good; ++k) {
      const int j = a->columns[k];
      good = i == j || (add_member(&sets[i], j) && add_member(&sets[j], i));
    }
  for (int at = 0; at < a->n && good; ++at) {
    int least = -1;
    for (int i = 0; i < a->n; ++i)
      if (!gone[i] && (least < 0 || sets[i].count < sets[least].count))
        least = i;
    gone[least] = true;
    p[at] = least;
    good = eliminate(sets, least);
  }
  for (int i = 0; i < a->n && sets; ++i)
    qn_free(sets[i].members);
  qn_free(sets);
  qn_free(gone);
  return good;
}
