// SPDX-License-Identifier: Apache-2.0
// Digests: SHA-256 for names that must not be forged, MD5 where a foreign
// format demands it, and a fast 64-bit hash for tables. All are the same on
// every machine.
#ifndef QN_BASE_DIGEST_H
#define QN_BASE_DIGEST_H

#include <sha2.h>

#include "base/buffer.h"
#include "base/span.h"

enum { QN_MD5_SIZE = 16, QN_SHA256_SIZE = 32 };

void qn_md5(qn_span bytes, uint8_t out_digest[QN_MD5_SIZE]);
void qn_sha256(qn_span bytes, uint8_t out_digest[QN_SHA256_SIZE]);
// XXH3, 64 bits, seed 0.
uint64_t qn_hash64(qn_span bytes);
// XXH3, 128 bits, seed 0, most significant byte first: two texts do not collide
// by accident, but an attacker can make them.
enum { QN_HASH128_SIZE = 16 };
void qn_hash128(qn_span bytes, uint8_t out_hash[QN_HASH128_SIZE]);

// SHA-256 of data that comes in pieces.
typedef struct qn_hasher {
  SHA2_CTX state;
} qn_hasher;

void qn_hasher_init(qn_hasher *hasher);
void qn_hasher_add(qn_hasher *hasher, qn_span bytes);
// Adds the size first, so that {"ab","c"} and {"a","bc"} differ.
void qn_hasher_add_str(qn_hasher *hasher, qn_str text);
void qn_hasher_get(qn_hasher *hasher, uint8_t out_digest[QN_SHA256_SIZE]);

// Appends lower-case hexadecimal digits.
void qn_digest_print(qn_span digest, qn_buffer *out);

#endif // QN_BASE_DIGEST_H
