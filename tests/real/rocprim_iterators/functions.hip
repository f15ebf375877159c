// SPDX-License-Identifier: Apache-2.0
// rocPRIM's function objects for types of each kind and for none in particular,
// min, max and swap, key_value_pair, the operators of threads and type traits.
#include <rocprim/rocprim.hpp>
#include <rocprim/thread/thread_operators.hpp>

#include "kinds.h"

static const int KINDS = 26;

template <class T, class U, template <class> class OP>
__device__ U both_forms(T a, T b) { // of the type, and of any
  const U one = OP<T>()(a, b), other = OP<void>()(a, b);
  return one == other ? one : (U)99;
}

template <class T> __global__ void computes(const T *in, T *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  T a = in[i], b = in[(i + 1) % n];
  T *const to = out + i * KINDS;
  to[0] = both_forms<T, bool, rocprim::less>(a, b);
  to[1] = both_forms<T, bool, rocprim::less_equal>(a, b);
  to[2] = both_forms<T, bool, rocprim::greater>(a, b);
  to[3] = both_forms<T, bool, rocprim::greater_equal>(a, b);
  to[4] = both_forms<T, bool, rocprim::equal_to>(a, b);
  to[5] = both_forms<T, bool, rocprim::not_equal_to>(a, b);
  to[6] = both_forms<T, T, rocprim::plus>(a, b);
  to[7] = both_forms<T, T, rocprim::minus>(a, b);
  to[8] = both_forms<T, T, rocprim::multiplies>(a, b);
  to[9] = both_forms<T, T, rocprim::maximum>(a, b);
  to[10] = both_forms<T, T, rocprim::minimum>(a, b);
  to[11] = rocprim::identity<T>()(a);
  to[12] = rocprim::identity<>()(b);
  to[13] = rocprim::max(a, b);
  to[14] = rocprim::min(a, b);
  to[15] = rocprim::equality()(a, b);
  to[16] = rocprim::inequality()(a, b);
  to[17] =
      rocprim::inequality_wrapper<rocprim::less<T>>(rocprim::less<T>())(a, b);
  to[18] = rocprim::sum()(a, b);
  const rocprim::key_value_pair<int, T> p(1, a), q(2, b);
  const auto most = rocprim::arg_max()(p, q), least = rocprim::arg_min()(p, q);
  to[19] = most.value;
  to[20] = (T)most.key;
  to[21] = least.value;
  to[22] = (T)least.key;
  rocprim::swap(a, b);
  to[23] = a;
  to[24] = b;
  to[25] = (T)rocprim::Log2<33>::VALUE;
}

template <class T> static void check(const char *what) {
  const int n = 300;
  const std::vector<T> v = numbers<T>(n, 0, 10);
  std::vector<T> wanted;
  for (int i = 0; i < n; ++i) {
    const T a = v[i], b = v[(i + 1) % n];
    for (bool x : {a<b, a <= b, a> b, a >= b, a == b, a != b})
      wanted.push_back((T)x);
    for (T x : {(T)(a + b), (T)(a - b), (T)(a * b), a < b ? b : a,
                a < b ? a : b, a, b, a < b ? b : a, a < b ? a : b})
      wanted.push_back(x);
    for (T x : {(T)(a == b), (T)(a != b), (T) !(a < b), (T)(a + b)})
      wanted.push_back(x);
    for (T x : {a < b ? b : a, (T)(a < b ? 2 : 1), b < a ? b : a,
                (T)(b < a ? 2 : 1), b, a, (T)6})
      wanted.push_back(x);
  }
  const real::memory<T> in(v), out(wanted.size());
  computes<<<3, 128>>>((const T *)in.get(), out.get(), n);
  real::same_all(what, n, out.host(), wanted);
}

// Bits: what is, from the lowest: floating point, integral, arithmetic,
// fundamental, unsigned, signed, scalar, compound.
template <class T> __host__ __device__ int traits() {
  return rocprim::is_floating_point<T>::value |
         rocprim::is_integral<T>::value << 1 |
         rocprim::is_arithmetic<T>::value << 2 |
         rocprim::is_fundamental<T>::value << 3 |
         rocprim::is_unsigned<T>::value << 4 |
         rocprim::is_signed<T>::value << 5 | rocprim::is_scalar<T>::value << 6 |
         rocprim::is_compound<T>::value << 7;
}
__global__ void all_traits(int *out) {
  out[0] = traits<half_t>();
  out[1] = traits<bfloat_t>();
  out[2] = traits<double>();
  out[3] = traits<int>();
  out[4] = traits<unsigned char>();
  out[5] = traits<record>();
  out[6] = traits<int *>();
  out[7] =
      rocprim::Equals<int, int>::VALUE + 2 * rocprim::Equals<int, long>::VALUE;
  out[8] = rocprim::Log2<1>::VALUE + 10 * rocprim::Log2<1024>::VALUE +
           1000 * rocprim::Int2Type<5>::VALUE;
  out[9] = sizeof(rocprim::get_unsigned_bits_type<double>::unsigned_type) * 10 +
           sizeof(rocprim::get_unsigned_bits_type<half_t>::unsigned_type);
}

int main() {
  check<int>("int");
  check<signed char>("signed char");
  check<float>("float");
  check<double>("double");
  check<long long>("long long");
#ifdef REAL_INT128
  check<int128_t>("__int128");
#endif
  const int of_float = 1 | 4 | 8 | 32 | 64, of_int = 2 | 4 | 8 | 64;
  const std::vector<int> wanted = {of_float,    of_float, of_float, of_int | 32,
                                   of_int | 16, 128,      64 | 128, 1,
                                   100 + 5000,  82};
  const real::memory<int> out(wanted.size());
  all_traits<<<1, 1>>>(out.get());
  real::same_all("traits", wanted.size(), out.host(), wanted);
  return real::done();
}
