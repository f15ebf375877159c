// SPDX-License-Identifier: Apache-2.0
// Intrinsics of NVVM IR that LLVM does not have, for CPUs and NVIDIA's GPUs: the
// function "quern.nvvm.X" is what "llvm.nvvm.X" does
// (src/compiler/driver/nvvm.c). What is a struct there is stored behind the
// pointers here. Modes are constants.
#define DIALECT(id, name, parameters)                                          \
  extern "C" __device__ __forceinline__ void qn_dialect_##id                   \
      parameters __asm__("quern.nvvm." name);                                  \
  extern "C" __device__ __attribute__((used)) void qn_dialect_##id parameters

// A lane's value, and whether that lane was one of the segment.
#define SHUFFLED(how)                                                          \
  __asm__ volatile("{\n\t.reg .pred p;\n\tshfl.sync." how                      \
                   ".b32 %0|p, %2, %3, %4, %5;\n\tselp.u32 %1, 1, 0, p;\n\t}"  \
                   : "=r"(got), "=r"(is_valid)                                 \
                   : "r"(x), "r"(lane), "r"(control), "r"(mask))
DIALECT(shuffle, "shfl.sync.i32",
        (unsigned mask, unsigned mode, unsigned x, unsigned lane,
         unsigned control, unsigned *value, bool *valid)) {
  unsigned got, is_valid;
  switch (mode) {
  case 0:
    SHUFFLED("idx");
    break;
  case 1:
    SHUFFLED("up");
    break;
  case 2:
    SHUFFLED("down");
    break;
  default:
    SHUFFLED("bfly");
    break;
  }
  *value = got;
  *valid = is_valid != 0;
}

DIALECT(vote, "vote.sync",
        (unsigned mask, unsigned mode, bool p, unsigned *lanes, bool *result)) {
  const unsigned all = __ballot_sync(mask, p);
  const bool is_all = (all & mask) == mask;
  *lanes = all;
  *result = mode == 0   ? is_all
            : mode == 1 ? all != 0
            : mode == 2 ? is_all || all == 0
                        : p;
}

#define MATCH(id, name, T)                                                     \
  DIALECT(id, name, (unsigned mask, T x, unsigned *lanes, bool *same)) {       \
    int all;                                                                   \
    *lanes = __match_all_sync(mask, x, &all);                                  \
    *same = all != 0;                                                          \
  }
MATCH(match_i32, "match.all.sync.i32", unsigned)
MATCH(match_i64, "match.all.sync.i64", unsigned long long)
