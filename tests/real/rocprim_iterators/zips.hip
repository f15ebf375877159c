// SPDX-License-Identifier: Apache-2.0
// zip_iterator as what algorithms read and write: several sequences that are
// transformed, selected, scanned, merged and sorted together.
#include <algorithm>

#include "functors.h"
#include "kinds.h"

typedef rocprim::tuple<int, double> pair_t;

struct row {
  int key;
  double value;
};
static std::string text(const row &r) {
  return std::to_string(r.key) + ": " + std::to_string(r.value);
}
static bool operator==(const row &a, const row &b) {
  return a.key == b.key && a.value == b.value;
}

// Two sequences of the device, and rows of the host.
struct columns {
  real::memory<int> keys;
  real::memory<double> values;
  explicit columns(size_t n) : keys(n), values(n) {}
  explicit columns(const std::vector<row> &rows)
      : keys(first(rows)), values(second(rows)) {}
  auto begin() const {
    return rocprim::make_zip_iterator(
        rocprim::make_tuple(keys.get(), values.get()));
  }
  std::vector<row> host(size_t n) const {
    const std::vector<int> k = keys.host(n);
    const std::vector<double> v = values.host(n);
    std::vector<row> out(k.size());
    for (size_t i = 0; i < k.size(); ++i)
      out[i] = row{k[i], v[i]};
    return out;
  }
  static std::vector<int> first(const std::vector<row> &rows) {
    std::vector<int> out;
    for (const row &r : rows)
      out.push_back(r.key);
    return out;
  }
  static std::vector<double> second(const std::vector<row> &rows) {
    std::vector<double> out;
    for (const row &r : rows)
      out.push_back(r.value);
    return out;
  }
};

static std::vector<row> table(size_t n, unsigned seed) {
  const std::vector<int> k = numbers<int>(n, 0, 500, seed);
  std::vector<row> out(n);
  for (size_t i = 0; i < n; ++i)
    out[i] = row{k[i], (double)i / 2};
  return out;
}

struct odd_key {
  __host__ __device__ bool operator()(const pair_t &p) const {
    return rocprim::get<0>(p) % 2 != 0;
  }
};
struct exchanged {
  __host__ __device__ pair_t operator()(const pair_t &p) const {
    return pair_t((int)(rocprim::get<1>(p) * 2), rocprim::get<0>(p) + 0.5);
  }
};
struct add_and_largest {
  __host__ __device__ pair_t operator()(const pair_t &a,
                                        const pair_t &b) const {
    return pair_t(rocprim::get<0>(a) + rocprim::get<0>(b),
                  larger()(rocprim::get<1>(a), rocprim::get<1>(b)));
  }
};
struct less_key {
  __host__ __device__ bool operator()(const pair_t &a, const pair_t &b) const {
    return rocprim::get<0>(a) < rocprim::get<0>(b);
  }
};
static bool less_row(const row &a, const row &b) { return a.key < b.key; }

static void one_table(size_t n) {
  const std::vector<row> rows = table(n, 1);
  const columns in(rows), out(n);
  const real::memory<unsigned> count(1);
  std::vector<row> changed, odd, scanned;
  for (const row &r : rows) {
    changed.push_back(row{(int)(r.value * 2), r.key + 0.5});
    if (r.key % 2 != 0)
      odd.push_back(r);
    row sum = r;
    if (!scanned.empty())
      sum = row{scanned.back().key + r.key,
                larger()(scanned.back().value, r.value)};
    scanned.push_back(sum);
  }
  real::ok(rocprim::transform(in.begin(), out.begin(), n, exchanged()),
           "transform");
  real::same_all("transform", n, out.host(n), changed);
  real::with_scratch("select", [&](void *scratch, size_t &size) {
    return rocprim::select(scratch, size, in.begin(), out.begin(), count.get(),
                           n, odd_key());
  });
  real::same("select", n, (size_t)count.host()[0], odd.size());
  real::same_all("select", n, out.host(odd.size()), odd);
  real::with_scratch("inclusive_scan", [&](void *scratch, size_t &size) {
    return rocprim::inclusive_scan(scratch, size, in.begin(), out.begin(), n,
                                   add_and_largest());
  });
  real::same_all("inclusive_scan", n, out.host(n), scanned);
}

static void two_tables(size_t n) {
  std::vector<row> a = table(n, 1), b = table(n / 2, 2), wanted(n + n / 2);
  std::stable_sort(a.begin(), a.end(), less_row);
  std::stable_sort(b.begin(), b.end(), less_row);
  std::merge(a.begin(), a.end(), b.begin(), b.end(), wanted.begin(), less_row);
  const columns x(a), y(b), out(wanted.size());
  real::with_scratch("merge", [&](void *scratch, size_t &size) {
    return rocprim::merge(scratch, size, x.begin(), y.begin(), out.begin(), n,
                          n / 2, less_key());
  });
  real::same_all("merge", n, out.host(wanted.size()), wanted);
}

int main() {
  for (size_t n : {1, 33, 1000, 4097, 20011}) {
    one_table(n);
    two_tables(n);
  }
  return real::done();
}
