// SPDX-License-Identifier: Apache-2.0
// tuple on the device: made, taken apart, compared, converted, tied,
// passed to a kernel and kept in memory. On the device they are exchanged by
// hand: 5.3.3's swap calls one of the host.
#include <tuple>

#include "kinds.h"

typedef rocprim::tuple<int, double, short> three;

struct nothing {}; // takes no room beside others
struct nor_this {};

static const int KINDS = 14;

// Each thread makes tuples of its numbers.
__global__ void makes(const int *in, three given, double *out, three *kept) {
  const int t = threadIdx.x;
  double *const to = out + t * KINDS;
  const int a = in[t], b = in[t + 1];
  three x = rocprim::make_tuple(a, b / 2.0, (short)(a - b)), y(b, a / 4.0, 7);
  to[0] = rocprim::get<0>(x) + rocprim::get<1>(x) + rocprim::get<2>(x);
  to[1] = rocprim::get<0>(given) * 100 + rocprim::get<1>(given);
  to[2] = (x == y) + 2 * (x != y) + 4 * (x < y) + 8 * (x > y) + 16 * (x <= y) +
          32 * (x >= y);
  const three old = x;
  x = y;
  y = old;
  to[3] = rocprim::get<0>(x);
  to[4] = rocprim::get<1>(y);
  int first;
  short last;
  rocprim::tie(first, rocprim::ignore, last) = y;
  to[5] = first * 10 + last;
  rocprim::get<1>(y) += 1;
  to[6] = rocprim::get<1>(y);
  const rocprim::tuple<long long, float, int> wider(x);
  to[7] = (double)rocprim::get<0>(wider) + rocprim::get<1>(wider);
  y = x;
  to[8] = y == x;
  to[9] = rocprim::tuple_size<three>::value;
  const rocprim::tuple<nothing, int, nor_this> mostly(nothing(), a, nor_this());
  to[10] = rocprim::get<1>(mostly) + 1000 * (sizeof(mostly) == sizeof(int));
  const rocprim::tuple<> empty, same;
  to[11] = empty == same;
  int in_memory = a;
  rocprim::tuple<int &, const int> refers(in_memory, b);
  rocprim::get<0>(refers) = rocprim::get<1>(refers) + 3;
  to[12] = in_memory;
  const rocprim::tuple<int, int> p(a, b), q(a, b + 1);
  to[13] = p < q;
  kept[t] = three(a, b, 1);
}

static int order(const std::tuple<int, double, short> &x,
                 const std::tuple<int, double, short> &y) {
  return (x == y) + 2 * (x != y) + 4 * (x < y) + 8 * (x > y) + 16 * (x <= y) +
         32 * (x >= y);
}

int main() {
  const int n = 200;
  const std::vector<int> v = real::values<int>(n + 1, 4);
  std::vector<double> wanted, of_kept;
  for (int t = 0; t < n; ++t) {
    const int a = v[t], b = v[t + 1];
    const std::tuple<int, double, short> x(a, b / 2.0, (short)(a - b)),
        y(b, a / 4.0, 7);
    for (double value :
         {a + b / 2.0 + (a - b), 5.0 * 100 + 0.25, (double)order(x, y),
          (double)b, b / 2.0, (double)(a * 10 + (a - b)), b / 2.0 + 1,
          b + a / 4.0, 1.0, 3.0, a + 1000.0, 1.0, b + 3.0, 1.0})
      wanted.push_back(value);
    for (int value : {a, b, 1})
      of_kept.push_back(value);
  }
  const real::memory<int> in(v);
  const real::memory<double> out(wanted.size());
  const real::memory<three> kept(n);
  makes<<<1, n>>>(in.get(), three(5, 0.25, 9), out.get(), kept.get());
  real::same_all("tuples", n, out.host(), wanted);
  std::vector<double> got;
  for (const three &x : kept.host()) {
    got.push_back(rocprim::get<0>(x));
    got.push_back(rocprim::get<1>(x));
    got.push_back(rocprim::get<2>(x));
  }
  real::same_all("kept", n, got, of_kept);
  three x(1, 2, 3), y(4, 5, 6);
  x.swap(y);
  real::same("swapped", 0, x == three(4, 5, 6) && y == three(1, 2, 3), true);
  return real::done();
}
