// SPDX-License-Identifier: Apache-2.0
// rocFFT's transforms against the definition in double: every type, both
// precisions, one to three dimensions, batches, in place and out of it, strides,
// distances and offsets; and wrong calls.
// FLAGS: -lrocfft -std=c++17
#include <hip/hip_runtime.h>
#include <rocfft/rocfft.h>

#include <complex>
#include <cstring>
#include <vector>

#include "program.h"

using Z = std::complex<double>;
static int cases;

static double noise() {
  static unsigned state = 11;
  state = state * 1664525u + 1013904223u;
  return double(int(state >> 8 & 0xffff) - 0x8000) / 0x8000;
}

struct Case {
  rocfft_transform_type type;
  bool is_double, in_place, strided;
  std::vector<size_t> n; // nearest first
  size_t batch;
};

static size_t product(const std::vector<size_t> &n) {
  size_t all = 1;
  for (size_t x : n)
    all *= x;
  return all;
}

// Dense, the nearest dimension first; the whole spectrum of real ones, too.
static std::vector<Z> transform(std::vector<Z> x, const std::vector<size_t> &n,
                                int sign) {
  size_t apart = 1;
  for (size_t d = 0; d < n.size(); apart *= n[d++]) {
    std::vector<Z> out(x.size());
    for (size_t i = 0; i < x.size(); ++i) {
      const size_t k = i / apart % n[d], base = i - k * apart;
      for (size_t j = 0; j < n[d]; ++j)
        out[i] += x[base + j * apart] *
                  std::polar(1.0, sign * 2 * 3.14159265358979323846 *
                                      double(j * k % n[d]) / double(n[d]));
    }
    x = out;
  }
  return x;
}

// Where elements lie on one side.
struct Side {
  bool real;
  std::vector<size_t> n, strides;
  size_t distance, offset;
  size_t at(size_t member, size_t i) const {
    size_t place = offset + member * distance;
    for (size_t d = 0; d < n.size(); i /= n[d++])
      place += i % n[d] * strides[d];
    return place;
  }
  size_t room(size_t batch) const {
    return (at(batch - 1, product(n) - 1) + 1) * (real ? 1 : 2);
  }
};

static Side side_of(const Case &c, bool output) {
  const bool forward = c.type == rocfft_transform_type_real_forward;
  const bool inverse = c.type == rocfft_transform_type_real_inverse;
  Side s = {(forward && !output) || (inverse && output), c.n, {}, 0, 0};
  if ((forward || inverse) && !s.real)
    s.n[0] = c.n[0] / 2 + 1;
  const size_t gap = c.strided && !c.in_place ? 2 : 1;
  size_t next = gap;
  for (size_t d = 0; d < s.n.size(); ++d) {
    s.strides.push_back(next);
    const bool pads = s.real && c.in_place && d == 0;
    next *= pads ? 2 * (c.n[0] / 2 + 1) : s.n[d] + (c.strided && !c.in_place);
  }
  s.distance = next + (c.strided && !c.in_place ? 3 : 0);
  s.offset = c.strided && !c.in_place ? 4 : 0;
  return s;
}

// The input in double, of the members one behind another; of a real inverse
// transform half of a spectrum that real numbers have.
static std::vector<std::vector<Z>> inputs(const Case &c) {
  std::vector<std::vector<Z>> all;
  for (size_t b = 0; b < c.batch; ++b) {
    std::vector<Z> x(product(c.n));
    for (Z &z : x)
      z = c.type <= rocfft_transform_type_complex_inverse ? Z(noise(), noise())
                                                          : Z(noise(), 0);
    all.push_back(c.type == rocfft_transform_type_real_inverse
                      ? transform(x, c.n, -1)
                      : x);
  }
  return all;
}

// The index in a whole spectrum of an element of a side.
static size_t whole(const Case &c, const Side &s, size_t i) {
  size_t at = 0, apart = 1;
  for (size_t d = 0; d < s.n.size(); ++d) {
    at += i % s.n[d] * apart;
    i /= s.n[d];
    apart *= c.n[d];
  }
  return at;
}

template <typename T>
static void check(const Case &c) {
  const Side in = side_of(c, false), out = side_of(c, true);
  const size_t in_room = in.room(c.batch), out_room = out.room(c.batch);
  const size_t room = in_room > out_room ? in_room : out_room;
  T *from = nullptr, *to = nullptr;
  CHECK(hipMallocManaged((void **)&from, (room + 8) * sizeof(T)) == hipSuccess);
  CHECK(hipMallocManaged((void **)&to, (room + 8) * sizeof(T)) == hipSuccess);
  const auto x = inputs(c);
  for (size_t b = 0; b < c.batch; ++b)
    for (size_t i = 0; i < product(in.n); ++i) {
      const Z z = x[b][whole(c, in, i)];
      const size_t at = in.at(b, i);
      if (in.real)
        from[at] = T(z.real());
      else
        from[2 * at] = T(z.real()), from[2 * at + 1] = T(z.imag());
    }
  rocfft_plan plan = nullptr;
  rocfft_plan_description how = nullptr;
  rocfft_execution_info info = nullptr;
  hipStream_t stream;
  CHECK(hipStreamCreate(&stream) == hipSuccess);
  CHECK(rocfft_execution_info_create(&info) == rocfft_status_success);
  CHECK(rocfft_execution_info_set_stream(info, stream) ==
        rocfft_status_success);
  if (c.strided) {
    const auto kind = [&](const Side &s) {
      return s.real ? rocfft_array_type_real
             : c.type >= rocfft_transform_type_real_forward
                 ? rocfft_array_type_hermitian_interleaved
                 : rocfft_array_type_complex_interleaved;
    };
    const size_t a = in.offset, b = out.offset;
    CHECK(rocfft_plan_description_create(&how) == rocfft_status_success);
    CHECK(rocfft_plan_description_set_data_layout(
              how, kind(in), kind(out), &a, &b, in.strides.size(),
              in.strides.data(), in.distance, out.strides.size(),
              out.strides.data(), out.distance) == rocfft_status_success);
  }
  CHECK(rocfft_plan_create(&plan,
                           c.in_place ? rocfft_placement_inplace
                                      : rocfft_placement_notinplace,
                           c.type,
                           c.is_double ? rocfft_precision_double
                                       : rocfft_precision_single,
                           c.n.size(), c.n.data(), c.batch,
                           how) == rocfft_status_success);
  void *ins[] = {from}, *outs[] = {to};
  CHECK(rocfft_execute(plan, ins, c.in_place ? nullptr : outs, info) ==
        rocfft_status_success);
  CHECK(hipStreamSynchronize(stream) == hipSuccess);
  const T *made = c.in_place ? from : to;
  const bool back = c.type == rocfft_transform_type_complex_inverse ||
                    c.type == rocfft_transform_type_real_inverse;
  const double near = (c.is_double ? 1e-13 : 1e-5) * double(product(c.n)) * 2;
  for (size_t b = 0; b < c.batch; ++b) {
    const auto wanted = transform(x[b], c.n, back ? 1 : -1);
    for (size_t i = 0; i < product(out.n); ++i) {
      const size_t at = out.at(b, i);
      const Z is = out.real ? Z(double(made[at]), 0)
                            : Z(double(made[2 * at]), double(made[2 * at + 1]));
      const Z z = wanted[whole(c, out, i)];
      CHECK(std::abs(is - (out.real ? Z(z.real(), 0) : z)) <=
            near * (back ? double(product(c.n)) : 1));
    }
  }
  CHECK(rocfft_plan_destroy(plan) == rocfft_status_success);
  CHECK(rocfft_execution_info_destroy(info) == rocfft_status_success);
  if (how)
    CHECK(rocfft_plan_description_destroy(how) == rocfft_status_success);
  (void)hipStreamDestroy(stream);
  (void)hipFree(from);
  (void)hipFree(to);
  ++cases;
}

static void check_wrong() {
  rocfft_plan plan = nullptr;
  rocfft_plan_description how = nullptr;
  const size_t n[] = {8, 8}, zero[] = {0}, odd[] = {2, 3};
  char version[64];
#define CREATE(to, type, precision, rank, lengths, batch, d)                   \
  rocfft_plan_create(to, rocfft_placement_notinplace, type, precision, rank,   \
                     lengths, batch, d)
  const auto forward = rocfft_transform_type_complex_forward;
  const auto single = rocfft_precision_single;
  CHECK(CREATE(nullptr, forward, single, 1, n, 1, nullptr) ==
        rocfft_status_invalid_arg_value);
  CHECK(CREATE(&plan, (rocfft_transform_type)9, single, 1, n, 1, nullptr) ==
        rocfft_status_invalid_arg_value);
  CHECK(CREATE(&plan, forward, rocfft_precision_half, 1, n, 1, nullptr) ==
        rocfft_status_invalid_arg_value);
  CHECK(CREATE(&plan, forward, single, 0, n, 1, nullptr) ==
        rocfft_status_invalid_dimensions);
  CHECK(CREATE(&plan, forward, single, 4, n, 1, nullptr) ==
        rocfft_status_invalid_dimensions);
  CHECK(CREATE(&plan, forward, single, 1, zero, 1, nullptr) ==
        rocfft_status_invalid_dimensions);
  CHECK(CREATE(&plan, forward, single, 1, n, 0, nullptr) ==
        rocfft_status_invalid_dimensions);
  CHECK(rocfft_plan_description_create(&how) == rocfft_status_success);
  CHECK(rocfft_plan_description_set_scale_factor(how, 0.5) !=
        rocfft_status_success);
  CHECK(rocfft_plan_description_set_scale_factor(how, 1) ==
        rocfft_status_success);
#define LAYOUT(in, out, strides)                                               \
  rocfft_plan_description_set_data_layout(how, in, out, nullptr, nullptr, 2,   \
                                          strides, 0, 2, strides, 0)
  CHECK(LAYOUT(rocfft_array_type_complex_planar,
               rocfft_array_type_complex_planar,
               n) == rocfft_status_invalid_array_type);
  CHECK(LAYOUT(rocfft_array_type_complex_interleaved,
               rocfft_array_type_complex_interleaved,
               odd) == rocfft_status_success);
  CHECK(CREATE(&plan, forward, single, 2, n, 1, how) ==
        rocfft_status_invalid_strides);
  CHECK(LAYOUT(rocfft_array_type_real, rocfft_array_type_real, n) ==
        rocfft_status_success);
  CHECK(CREATE(&plan, forward, single, 2, n, 1, how) ==
        rocfft_status_invalid_array_type);
  CHECK(rocfft_plan_description_destroy(how) == rocfft_status_success);
  CHECK(CREATE(&plan, forward, single, 1, n, 1, nullptr) ==
        rocfft_status_success);
  void *none[] = {nullptr};
  CHECK(rocfft_execute(plan, none, none, nullptr) ==
        rocfft_status_invalid_arg_value);
  CHECK(rocfft_execute(nullptr, none, none, nullptr) ==
        rocfft_status_invalid_arg_value);
  CHECK(rocfft_plan_destroy(plan) == rocfft_status_success);
  CHECK(rocfft_plan_destroy(nullptr) == rocfft_status_invalid_arg_value);
  CHECK(rocfft_get_version_string(version, 2) != rocfft_status_success);
  CHECK(rocfft_get_version_string(version, sizeof(version)) ==
        rocfft_status_success);
  CHECK(std::strchr(version, '.'));
}

int main() {
  static const std::vector<size_t> sizes[] = {
      {1}, {7}, {16}, {65}, {5, 4}, {8, 1}, {6, 9}, {3, 4, 5}, {8, 2, 7}};
  CHECK(rocfft_setup() == rocfft_status_success);
  for (int type = 0; type < 4; ++type)
    for (int flags = 0; flags < 8; ++flags)
      for (const auto &n : sizes)
        for (size_t batch = 1; batch <= 3; batch += 2) {
          const Case c = {(rocfft_transform_type)type, (flags & 1) != 0,
                          (flags & 2) != 0, (flags & 4) != 0, n, batch};
          if (c.is_double)
            check<double>(c);
          else
            check<float>(c);
        }
  check_wrong();
  CHECK(rocfft_cleanup() == rocfft_status_success);
  std::printf("%d transforms\n", cases);
  return done();
}
