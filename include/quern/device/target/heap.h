// SPDX-License-Identifier: Apache-2.0
//
// malloc and free in kernels on SPIR-V and on AMD's GPUs: blocks of fixed sizes,
// four to a power of two, that once freed are kept in a list for each size. The
// heap is memory of the host's choice, one for all modules of a device
// (docs/opencl.md, docs/amd.md).
#ifndef QUERN_DEVICE_TARGET_HEAP_H
#define QUERN_DEVICE_TARGET_HEAP_H
#pragma clang system_header

// Its address, which the host sets: on SPIR-V once the module's start has told it
// of the variable, on AMD's GPUs when it loads the module. 0 without a heap.
extern "C" __device__ __qn_u64 __quern_heap;

typedef __attribute__((address_space(1))) __qn_u64 __qn_heap_link;

// Cells of the heap's head, and the lists behind them. A list is the number of
// its first block in units of 16 bytes, and above it how often it changed.
#define __QN_HEAP_SIZE 0
#define __QN_HEAP_USED 1
#define __QN_HEAP_LISTS 2
#define __QN_HEAP_LIST_COUNT 126 // the head has 1024 bytes
#define __QN_HEAP_UNITS ((1ull << 40) - 1)

__QN_FN __qn_heap_link *__qn_heap_block(__qn_u64 unit) {
  return (__qn_heap_link *)(__quern_heap + unit * 16);
}

// The class of blocks of so many units at least, and how many one has.
__QN_FN __qn_u32 __qn_heap_class(__qn_u64 units, __qn_u64 *size) {
  if (units <= 4) {
    *size = units;
    return (__qn_u32)units - 1;
  }
  const __qn_u32 shift = 61 - (__qn_u32)__builtin_clzll(units - 1);
  const __qn_u64 step = ((units - 1) >> shift) + 1; // 5 to 8
  *size = step << shift;
  return shift * 4 + (__qn_u32)step - 1;
}

__QN_FN bool __qn_heap_swap(__qn_heap_link *cell, __qn_u64 *seen,
                             __qn_u64 value) {
  return __scoped_atomic_compare_exchange_n(cell, seen, value, false,
                                            __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE,
                                            __MEMORY_SCOPE_DEVICE);
}

// Takes the first block off a list: its unit, or 0.
__QN_FN __qn_u64 __qn_heap_take(__qn_u32 list) {
  __qn_heap_link *const cell =
      (__qn_heap_link *)__quern_heap + __QN_HEAP_LISTS + list;
  __qn_u64 head = __scoped_atomic_load_n(cell, __ATOMIC_ACQUIRE,
                                         __MEMORY_SCOPE_DEVICE);
  while (head & __QN_HEAP_UNITS) {
    // Another may take the block meanwhile; then the list has changed.
    const __qn_u64 next = __scoped_atomic_load_n(
        __qn_heap_block(head & __QN_HEAP_UNITS) + 1, __ATOMIC_RELAXED,
        __MEMORY_SCOPE_DEVICE);
    const __qn_u64 count = (head | __QN_HEAP_UNITS) + 1;
    if (__qn_heap_swap(cell, &head, count | next))
      return head & __QN_HEAP_UNITS;
  }
  return 0;
}

// A block that was never used: its unit, or 0.
__QN_FN __qn_u64 __qn_heap_cut(__qn_u64 units) {
  __qn_heap_link *const heap = (__qn_heap_link *)__quern_heap;
  const __qn_u64 size = heap[__QN_HEAP_SIZE] / 16;
  __qn_u64 used = __scoped_atomic_load_n(
      heap + __QN_HEAP_USED, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  do {
    if (units > size || used > size - units)
      return 0;
  } while (!__qn_heap_swap(heap + __QN_HEAP_USED, &used, used + units));
  return used;
}

// The block's first cell has its class, the second one its follower in a list
// or the beginning of what the caller gets, which is 16 bytes behind.
static __device__ __attribute__((noinline)) __qn_u64
__qn_heap_allocate(__qn_u64 bytes) {
  if (!__quern_heap || bytes > __QN_HEAP_UNITS)
    return 0;
  __qn_u64 units;
  const __qn_u32 list = __qn_heap_class((bytes + 15) / 16 + 1, &units);
  __qn_u32 found = list;
  __qn_u64 unit = 0;
  if (list < __QN_HEAP_LIST_COUNT) {
    unit = __qn_heap_take(list);
    if (!unit)
      unit = __qn_heap_cut(units);
  }
  // Larger ones, before there is none.
  while (!unit && ++found < __QN_HEAP_LIST_COUNT)
    unit = __qn_heap_take(found);
  if (!unit)
    return 0;
  __qn_heap_link *const block = __qn_heap_block(unit);
  block[0] = found;
  return (__qn_u64)(block + 2);
}

static __device__ __attribute__((noinline)) void
__qn_heap_give_back(__qn_u64 address) {
  __qn_heap_link *const block = (__qn_heap_link *)address - 2;
  const __qn_u64 unit = ((__qn_u64)block - __quern_heap) / 16;
  __qn_heap_link *const cell =
      (__qn_heap_link *)__quern_heap + __QN_HEAP_LISTS + block[0];
  __qn_u64 head = __scoped_atomic_load_n(cell, __ATOMIC_RELAXED,
                                         __MEMORY_SCOPE_DEVICE);
  __qn_u64 made;
  do {
    __scoped_atomic_store_n(block + 1, head & __QN_HEAP_UNITS,
                            __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    made = ((head | __QN_HEAP_UNITS) + 1) | unit;
  } while (!__qn_heap_swap(cell, &head, made));
}

__QN_FN void *__qn_malloc(__qn_size_t size) {
  return (void *)(__qn_heap_link *)__qn_heap_allocate(size);
}
__QN_FN void __qn_free(void *block) {
  if (block)
    __qn_heap_give_back((__qn_u64)block);
}

#endif
