// SPDX-License-Identifier: Apache-2.0
#include "base/digest.h"

#include <md5.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

void qn_md5(qn_span bytes, uint8_t out_digest[QN_MD5_SIZE]) {
  MD5_CTX state;
  MD5Init(&state);
  MD5Update(&state, bytes.data, bytes.size);
  MD5Final(out_digest, &state);
}

void qn_sha256(qn_span bytes, uint8_t out_digest[QN_SHA256_SIZE]) {
  qn_hasher hasher;
  qn_hasher_init(&hasher);
  qn_hasher_add(&hasher, bytes);
  qn_hasher_get(&hasher, out_digest);
}

uint64_t qn_hash64(qn_span bytes) {
  return XXH3_64bits(bytes.data, bytes.size);
}

void qn_hash128(qn_span bytes, uint8_t out_hash[QN_HASH128_SIZE]) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data, bytes.size));
  memcpy(out_hash, canonical.digest, QN_HASH128_SIZE);
}

void qn_hasher_init(qn_hasher *hasher) { SHA256Init(&hasher->state); }

void qn_hasher_add(qn_hasher *hasher, qn_span bytes) {
  if (bytes.size)
    SHA256Update(&hasher->state, bytes.data, bytes.size);
}

void qn_hasher_add_str(qn_hasher *hasher, qn_str text) {
  uint8_t size[8];
  for (size_t i = 0; i < sizeof(size); ++i)
    size[i] = (uint8_t)((uint64_t)text.size >> (8 * i));
  qn_hasher_add(hasher, (qn_span){size, sizeof(size)});
  qn_hasher_add(hasher, qn_str_span(text));
}

void qn_hasher_get(qn_hasher *hasher, uint8_t out_digest[QN_SHA256_SIZE]) {
  SHA256Final(out_digest, &hasher->state);
}

void qn_digest_print(qn_span digest, qn_buffer *out) {
  for (size_t i = 0; i < digest.size; ++i)
    qn_buffer_printf(out, "%02x", digest.data[i]);
}
