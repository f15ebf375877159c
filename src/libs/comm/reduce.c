// SPDX-License-Identifier: Apache-2.0
#include "libs/comm/reduce.h"

#include <string.h>

#include "libs/core/types.h"

static int type_of(ncclDataType_t type) {
  switch (type) {
  case ncclFloat16:
    return QN_LIBS_F16;
  case ncclBfloat16:
    return QN_LIBS_BF16;
  case ncclFloat8e4m3:
    return QN_LIBS_E4M3;
  case ncclFloat8e5m2:
    return QN_LIBS_E5M2;
  case ncclFloat32:
    return QN_LIBS_F32;
  default:
    return QN_LIBS_F64;
  }
}

size_t qn_comm_size(ncclDataType_t type) {
  static const unsigned char sizes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};
  return (unsigned)type < sizeof(sizes) ? sizes[type] : 0;
}

// Floats are summed in double, in the order of ranks, and rounded once.
static double floats(const qn_comm_work *w, const qn_comm_rank *ranks,
                     size_t at) {
  const size_t size = qn_comm_size(w->type);
  double sum = 0;
  for (int r = 0; r < w->ranks; ++r) {
    double v;
    qn_libs_to_double(type_of(w->type), (const char *)ranks[r].send + at * size,
                      &v, 1);
    v = w->scales ? v * ranks[r].factor : v;
    sum = r == 0              ? v
          : w->op == ncclProd ? sum * v
          : w->op == ncclMax  ? (v > sum || v != v ? v : sum)
          : w->op == ncclMin  ? (v < sum || v != v ? v : sum)
                              : sum + v;
  }
  return w->op == ncclAvg ? sum / w->ranks : sum;
}

// Integers wrap around; `wide` is unsigned and no less than an int.
#define INTEGERS(name, T, wide)                                                \
  static T name(const qn_comm_work *w, const qn_comm_rank *ranks, size_t at) { \
    T sum = 0;                                                                 \
    for (int r = 0; r < w->ranks; ++r) {                                       \
      T v = ((const T *)ranks[r].send)[at];                                    \
      if (w->scales)                                                           \
        v = (T)((wide)v * (wide)(T)ranks[r].factor);                           \
      if (r == 0)                                                              \
        sum = v;                                                               \
      else if (w->op == ncclMax || w->op == ncclMin)                           \
        sum = (v > sum) == (w->op == ncclMax) ? v : sum;                       \
      else                                                                     \
        sum = (T)(w->op == ncclProd ? (wide)sum * (wide)v                      \
                                    : (wide)sum + (wide)v);                    \
    }                                                                          \
    if (w->op == ncclAvg)                                                      \
      sum = (T)(sum / (T)w->ranks);                                            \
    return sum;                                                                \
  }
INTEGERS(int8s, signed char, unsigned)
INTEGERS(uint8s, unsigned char, unsigned)
INTEGERS(int32s, int, unsigned)
INTEGERS(uint32s, unsigned, unsigned)
INTEGERS(int64s, long long, unsigned long long)
INTEGERS(uint64s, unsigned long long, unsigned long long)

typedef union number {
  signed char i8;
  unsigned char u8;
  int i32;
  unsigned u32;
  long long i64;
  unsigned long long u64;
  char bytes[8];
} number;

static number reduce(const qn_comm_work *w, const qn_comm_rank *ranks,
                     size_t at) {
  number out = {.u64 = 0};
  switch (w->type) {
  case ncclInt8:
    out.i8 = int8s(w, ranks, at);
    break;
  case ncclUint8:
    out.u8 = uint8s(w, ranks, at);
    break;
  case ncclInt32:
    out.i32 = int32s(w, ranks, at);
    break;
  case ncclUint32:
    out.u32 = uint32s(w, ranks, at);
    break;
  case ncclInt64:
    out.i64 = int64s(w, ranks, at);
    break;
  case ncclUint64:
    out.u64 = uint64s(w, ranks, at);
    break;
  default: {
    const double sum = floats(w, ranks, at);
    qn_libs_from_double(type_of(w->type), &sum, out.bytes, 1);
    break;
  }
  }
  return out;
}

double qn_comm_number(ncclDataType_t type, const void *p) {
  double v = 0;
  switch (type) {
  case ncclInt8:
    return *(const signed char *)p;
  case ncclUint8:
    return *(const unsigned char *)p;
  case ncclInt32:
    return *(const int *)p;
  case ncclUint32:
    return *(const unsigned *)p;
  case ncclInt64:
    return (double)*(const long long *)p;
  case ncclUint64:
    return (double)*(const unsigned long long *)p;
  default:
    qn_libs_to_double(type_of(type), p, &v, 1);
    return v;
  }
}

static void put(const qn_comm_work *w, void *to, size_t at, const number *n) {
  const size_t size = qn_comm_size(w->type);
  memcpy((char *)to + at * size, n->bytes, size);
}

// An element is read of all ranks before it is written to any, so that what is
// received may be where it was sent from.
void qn_comm_run(const qn_comm_work *w, const qn_comm_rank *ranks) {
  const size_t size = qn_comm_size(w->type) * w->count;
  switch (w->kind) {
  case QN_COMM_ALL_REDUCE:
    for (size_t i = 0; i < w->count; ++i) {
      const number n = reduce(w, ranks, i);
      for (int r = 0; r < w->ranks; ++r)
        put(w, ranks[r].recv, i, &n);
    }
    break;
  case QN_COMM_REDUCE:
    for (size_t i = 0; i < w->count; ++i) {
      const number n = reduce(w, ranks, i);
      put(w, ranks[w->root].recv, i, &n);
    }
    break;
  case QN_COMM_REDUCE_SCATTER:
    for (int r = 0; r < w->ranks; ++r)
      for (size_t i = 0; i < w->count; ++i) {
        const number n = reduce(w, ranks, (size_t)r * w->count + i);
        put(w, ranks[r].recv, i, &n);
      }
    break;
  case QN_COMM_BROADCAST:
    for (int r = 0; r < w->ranks && size; ++r)
      memmove(ranks[r].recv, ranks[w->root].send, size);
    break;
  case QN_COMM_ALL_GATHER:
    for (int to = 0; to < w->ranks; ++to)
      for (int from = 0; from < w->ranks && size; ++from)
        memmove((char *)ranks[to].recv + (size_t)from * size, ranks[from].send,
                size);
    break;
  case QN_COMM_PAIR:
    if (size)
      memmove(ranks[1].recv, ranks[0].send, size);
    break;
  }
}
