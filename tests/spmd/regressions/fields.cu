// SPDX-License-Identifier: Apache-2.0
// Fields of structs, which packets load and store together, by constant steps
// and by indices that are only now and then those of neighbours.
// WIDTHS: 16
// X86-64: x86-64-v2
// SHAPES: 3:64 2:37 2:16,4 1:32,8
typedef unsigned u32;
struct pair {
  u32 a, b;
};
struct triple {
  u32 a, b, c;
};
struct quad {
  u32 a, b, c, d;
};
struct packed {
  unsigned short scale;
  unsigned char bytes[16];
};
struct wide {
  double x;
  u32 rest[10];
};

__device__ u32 sum_of_bytes(const packed *p) {
  u32 sum = p->scale;
  for (int k = 0; k < 16; ++k)
    sum = sum * 3 + p->bytes[k];
  return sum;
}

extern "C" __global__ void regression(const u32 *a, const float *b, u32 *out,
                                      u32 *, u32 n) {
  const u32 size = blockDim.x * blockDim.y, total = gridDim.x * size;
  const u32 id = blockIdx.x * size + threadIdx.y * blockDim.x + threadIdx.x;
  // Whole structs, one of them in an order of its own.
  const quad q = ((const quad *)a)[id];
  ((quad *)out)[id] = {q.d + 1, q.b, q.a ^ q.c, id};
  // Some fields only, of structs of other sizes, and back to front.
  const wide *w = &((const wide *)b)[id % 64];
  const triple *t = &((const triple *)a)[id];
  u32 sum = t->a + 5 * t->c + a[1023 - id] + ((const quad *)a)[id].c +
            (u32)(w->rest[3] ^ w->rest[9]) + sum_of_bytes((const packed *)a + id);
  // Neighbours in runs of 8, of 16, and whole rows the other way about.
  const u32 run = 2 * id - (id & (n / 15 - 1)), turned = id ^ (n / 7);
  sum += a[run] + 3 * a[run + 1] + ((const pair *)a)[turned].b;
  pair *pairs = (pair *)(out + 4 * total);
  if (turned < total)
    pairs[turned] = {sum, sum >> 3};
  if (sum & 1)
    out[6 * total + (id & ~1u)] = id | 1;
  out[7 * total + id / 2 * 2 + id % 2] = sum;
  // Fields that are stored twice, and read between.
  pair *again = (pair *)(out + 8 * total) + id;
  again->a = sum;
  again->b = 1;
  again->a = sum + again->b;
  again->b = again->a + 2;
  out[10 * total + 3 * id + 1] = sum;
  unsigned char *bytes = (unsigned char *)(out + 14 * total) + 4 * id;
  bytes[0] = (unsigned char)id;
  bytes[1] = (unsigned char)sum;
  bytes[3] = bytes[2] = (unsigned char)(sum >> 8);
}
