// SPDX-License-Identifier: Apache-2.0
// Ciphers and hashes: whole numbers, shifts and tables.
#include "bench.h"

__device__ static uint32_t turn_left(uint32_t x, int by) {
  return (x << by) | (x >> (32 - by));
}

__device__ static uint64_t turn_left64(uint64_t x, int by) {
  return (x << by) | (x >> (64 - by));
}

__device__ static void quarter(uint32_t *s, int a, int b, int c, int d) {
  s[a] += s[b];
  s[d] = turn_left(s[d] ^ s[a], 16);
  s[c] += s[d];
  s[b] = turn_left(s[b] ^ s[c], 12);
  s[a] += s[b];
  s[d] = turn_left(s[d] ^ s[a], 8);
  s[c] += s[d];
  s[b] = turn_left(s[b] ^ s[c], 7);
}

// ChaCha of 20 rounds: each thread makes and uses one block of 64 bytes.
__global__ void chacha20(const uint32_t *__restrict__ key,
                         const uint32_t *__restrict__ in, uint32_t *out,
                         int blocks) {
  const int block = blockIdx.x * blockDim.x + threadIdx.x;
  if (block >= blocks)
    return;
  uint32_t first[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  for (int i = 0; i < 8; ++i)
    first[4 + i] = key[i];
  first[12] = block;
  for (int i = 13; i < 16; ++i)
    first[i] = key[i];
  uint32_t s[16];
  for (int i = 0; i < 16; ++i)
    s[i] = first[i];
  for (int round = 0; round < 10; ++round) {
    quarter(s, 0, 4, 8, 12);
    quarter(s, 1, 5, 9, 13);
    quarter(s, 2, 6, 10, 14);
    quarter(s, 3, 7, 11, 15);
    quarter(s, 0, 5, 10, 15);
    quarter(s, 1, 6, 11, 12);
    quarter(s, 2, 7, 8, 13);
    quarter(s, 3, 4, 9, 14);
  }
  for (int i = 0; i < 16; ++i)
    out[16 * (size_t)block + i] =
        in[16 * (size_t)block + i] ^ (s[i] + first[i]);
}

// Bytes one by one, as the text of the cipher has them.
__global__ void chacha20_bytes(const uint32_t *__restrict__ key,
                               const uint8_t *in, uint8_t *out, int blocks) {
  const int block = blockIdx.x * blockDim.x + threadIdx.x;
  if (block >= blocks)
    return;
  uint32_t s[16];
  for (int i = 0; i < 16; ++i)
    s[i] = key[i] + (i == 12 ? block : 0);
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < 4; ++i)
      quarter(s, i, 4 + i, 8 + i, 12 + i);
    for (int i = 0; i < 4; ++i)
      quarter(s, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
  }
  for (int i = 0; i < 64; ++i)
    out[64 * (size_t)block + i] =
        in[64 * (size_t)block + i] ^ (uint8_t)(s[i / 4] >> (8 * (i % 4)));
}

// A cipher by tables in shared memory, of AES's shape: ten rounds of four
// look-ups for each word, with tables of our own.
__global__ void tables(const uint32_t *__restrict__ box,
                       const uint32_t *__restrict__ key, const uint4 *in,
                       uint4 *out, int count) {
  __shared__ uint32_t t[4][256];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    t[i / 256][i % 256] = box[i];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  uint4 s = in[i];
  for (int r = 0; r < 10; ++r) {
    uint4 n;
    n.x = t[0][s.x & 255] ^ t[1][(s.y >> 8) & 255] ^ t[2][(s.z >> 16) & 255] ^
          t[3][s.w >> 24] ^ key[4 * r];
    n.y = t[0][s.y & 255] ^ t[1][(s.z >> 8) & 255] ^ t[2][(s.w >> 16) & 255] ^
          t[3][s.x >> 24] ^ key[4 * r + 1];
    n.z = t[0][s.z & 255] ^ t[1][(s.w >> 8) & 255] ^ t[2][(s.x >> 16) & 255] ^
          t[3][s.y >> 24] ^ key[4 * r + 2];
    n.w = t[0][s.w & 255] ^ t[1][(s.x >> 8) & 255] ^ t[2][(s.y >> 16) & 255] ^
          t[3][s.z >> 24] ^ key[4 * r + 3];
    s = n;
  }
  out[i] = s;
}

__global__ void xtea(const uint32_t *__restrict__ key, const uint2 *in,
                     uint2 *out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  uint32_t a = in[i].x, b = in[i].y, sum = 0;
  for (int r = 0; r < 64; ++r) {
    a += (((b << 4) ^ (b >> 5)) + b) ^ (sum + key[sum & 3]);
    sum += 0x9e3779b9;
    b += (((a << 4) ^ (a >> 5)) + a) ^ (sum + key[(sum >> 11) & 3]);
  }
  out[i] = make_uint2(a, b);
}

__constant__ uint32_t sha_constants[64];

// SHA-256's compression of one block of a thread, sixteen words at a time.
__global__ void sha256(const uint32_t *__restrict__ in, uint32_t *out,
                       int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  uint32_t w[16];
  for (int j = 0; j < 16; ++j)
    w[j] = in[j] ^ (j == 3 ? i : 0);
  uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
#pragma unroll
  for (int r = 0; r < 64; ++r) {
    if (r >= 16) {
      const uint32_t x = w[(r + 1) % 16], y = w[(r + 14) % 16];
      w[r % 16] += w[(r + 9) % 16] +
                   (turn_left(x, 25) ^ turn_left(x, 14) ^ (x >> 3)) +
                   (turn_left(y, 15) ^ turn_left(y, 13) ^ (y >> 10));
    }
    const uint32_t e = h[4], a = h[0];
    const uint32_t t =
        h[7] + (turn_left(e, 26) ^ turn_left(e, 21) ^ turn_left(e, 7)) +
        ((e & h[5]) ^ (~e & h[6])) + sha_constants[r] + w[r % 16];
    const uint32_t u =
        (turn_left(a, 30) ^ turn_left(a, 19) ^ turn_left(a, 10)) +
        ((a & h[1]) ^ (a & h[2]) ^ (h[1] & h[2]));
    for (int j = 7; j > 0; --j)
      h[j] = h[j - 1];
    h[4] += t;
    h[0] = t + u;
  }
  uint32_t all = 0;
  for (int j = 0; j < 8; ++j)
    all = all * 31 + h[j];
  out[i] = all;
}

// Keccak's permutation of 25 words of 64 bits.
__global__ void keccak(const uint64_t *__restrict__ in, uint64_t *out,
                       int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  const int turns[24] = {1,  3,  6,  10, 15, 21, 28, 36, 45, 55, 2,  14,
                         27, 41, 56, 8,  25, 43, 62, 18, 39, 61, 20, 44};
  const int places[24] = {10, 7,  11, 17, 18, 3, 5,  16, 8,  21, 24, 4,
                          15, 23, 19, 13, 12, 2, 20, 14, 22, 9,  6,  1};
  uint64_t s[25];
  for (int j = 0; j < 25; ++j)
    s[j] = in[j] + i * (uint64_t)j;
  for (int r = 0; r < 24; ++r) {
    uint64_t c[5];
#pragma unroll
    for (int j = 0; j < 5; ++j)
      c[j] = s[j] ^ s[j + 5] ^ s[j + 10] ^ s[j + 15] ^ s[j + 20];
#pragma unroll
    for (int j = 0; j < 5; ++j) {
      const uint64_t by = c[(j + 4) % 5] ^ turn_left64(c[(j + 1) % 5], 1);
#pragma unroll
      for (int k = 0; k < 25; k += 5)
        s[k + j] ^= by;
    }
    uint64_t last = s[1];
#pragma unroll
    for (int j = 0; j < 24; ++j) {
      const uint64_t next = s[places[j]];
      s[places[j]] = turn_left64(last, turns[j]);
      last = next;
    }
#pragma unroll
    for (int k = 0; k < 25; k += 5) {
      uint64_t row[5];
#pragma unroll
      for (int j = 0; j < 5; ++j)
        row[j] = s[k + j];
#pragma unroll
      for (int j = 0; j < 5; ++j)
        s[k + j] = row[j] ^ (~row[(j + 1) % 5] & row[(j + 2) % 5]);
    }
    s[0] ^= 0x8000000080008081ull * (r + 1);
  }
  out[i] = s[0] ^ s[7] ^ s[24];
}

// Murmur's third hash of keys of 64 bytes.
__global__ void murmur(const uint32_t *__restrict__ in, uint32_t *out,
                       int count, int words) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  uint32_t h = 0x1234567;
  for (int j = 0; j < words; ++j) {
    uint32_t k = in[(size_t)i * words + j] * 0xcc9e2d51;
    h = turn_left(h ^ (turn_left(k, 15) * 0x1b873593), 13) * 5 + 0xe6546b64;
  }
  h ^= words * 4;
  h = (h ^ (h >> 16)) * 0x85ebca6b;
  h = (h ^ (h >> 13)) * 0xc2b2ae35;
  out[i] = h ^ (h >> 16);
}

// Bytes by a table in constant memory, as checksums of files are taken.
__constant__ uint32_t check_table[256];

__global__ void crc32(const uint8_t *__restrict__ in, uint32_t *out, int count,
                      int bytes) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  uint32_t sum = ~0u;
  for (int j = 0; j < bytes; ++j)
    sum = (sum >> 8) ^ check_table[(sum ^ in[(size_t)j * count + i]) & 255];
  out[i] = ~sum;
}

template <int N> static void fill(uint32_t (&symbol)[N]) {
  uint32_t host[N];
  for (int i = 0; i < N; ++i)
    host[i] = i * 0x9e3779b9u + 0x7f4a7c15u;
  cudaMemcpyToSymbol(symbol, host, sizeof(host));
}

const Row cipher_rows[] = {
    {"chacha20",
     [](const Data &d) {
       const int blocks = COUNT / 16;
       chacha20<<<blocks_for(blocks, 256), 256>>>(d.words[1], d.words[0],
                                                  d.bits[0], blocks);
     },
     false},
    {"chacha20_bytes",
     [](const Data &d) {
       const int blocks = COUNT / 16;
       chacha20_bytes<<<blocks_for(blocks, 256), 256>>>(
           d.words[1], (const uint8_t *)d.words[0], (uint8_t *)d.bits[0],
           blocks);
     },
     false},
    {"tables",
     [](const Data &d) {
       tables<<<blocks_for(COUNT / 4, 256), 256>>>(
           d.words[1], d.words[2], (const uint4 *)d.words[0],
           (uint4 *)d.bits[0], COUNT / 4);
     },
     false},
    {"xtea",
     [](const Data &d) {
       xtea<<<blocks_for(COUNT / 2, 256), 256>>>(d.words[1],
                                                 (const uint2 *)d.words[0],
                                                 (uint2 *)d.bits[0], COUNT / 2);
     },
     false},
    {"sha256",
     [](const Data &d) {
       static bool filled = (fill(sha_constants), true);
       (void)filled;
       sha256<<<blocks_for(COUNT, 256), 256>>>(d.words[0], d.bits[0], COUNT);
     },
     false},
    {"keccak",
     [](const Data &d) {
       keccak<<<blocks_for(COUNT / 8, 128), 128>>>(
           (const uint64_t *)d.words[0], (uint64_t *)d.bits[0], COUNT / 8);
     },
     false},
    {"murmur",
     [](const Data &d) {
       murmur<<<blocks_for(COUNT / 16, 256), 256>>>(d.words[0], d.bits[0],
                                                    COUNT / 16, 16);
     },
     false},
    {"crc32",
     [](const Data &d) {
       static bool filled = (fill(check_table), true);
       (void)filled;
       crc32<<<blocks_for(COUNT / 32, 256), 256>>>((const uint8_t *)d.words[0],
                                                   d.bits[0], COUNT / 32, 128);
     },
     false},
    {}};
