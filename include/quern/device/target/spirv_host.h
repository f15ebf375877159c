// SPDX-License-Identifier: Apache-2.0
//
// What kernels tell the host on SPIR-V: printf, failed assertions and traps, as
// records in memory that both see (docs/opencl.md). compiler/spirv calls these.
#ifndef QUERN_DEVICE_TARGET_SPIRV_HOST_H
#define QUERN_DEVICE_TARGET_SPIRV_HOST_H
#pragma clang system_header

#define __QN_SPIRV_LATER                                                       \
  extern "C" __device__ __attribute__((weak, nothrow, always_inline))

// Its address, which the module's start sets; 0 without a host that listens.
extern "C" __device__ __qn_u64 __quern_host;

typedef __attribute__((address_space(1))) __qn_u32 __qn_spirv_word;
typedef __attribute__((address_space(1))) __qn_u64 __qn_spirv_cell;
typedef __attribute__((address_space(1))) char __qn_spirv_byte;

// Words of the block, and where its records begin.
#define __QN_HOST_FAULT 0
#define __QN_HOST_LOST 1
#define __QN_HOST_USED 2
#define __QN_HOST_CAPACITY 3
#define __QN_HOST_RECORDS 64

// The address of `size` bytes for a record, or 0.
__QN_SPIRV_LATER __qn_u64 __qn_spirv_reserve(__qn_u64 size) {
  __qn_spirv_word *const host = (__qn_spirv_word *)__quern_host;
  if (!host)
    return 0;
  const __qn_u32 capacity = host[__QN_HOST_CAPACITY];
  __qn_u32 used = __scoped_atomic_load_n(
      &host[__QN_HOST_USED], __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);
  do {
    if (size > capacity || used > capacity - size) {
      __scoped_atomic_fetch_add(&host[__QN_HOST_LOST], 1u, __ATOMIC_RELAXED,
                                __MEMORY_SCOPE_SYSTEM);
      return 0;
    }
  } while (!__scoped_atomic_compare_exchange_n(
      &host[__QN_HOST_USED], &used, used + (__qn_u32)size, false,
      __ATOMIC_RELAXED, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM));
  return (__qn_u64)host + __QN_HOST_RECORDS + used;
}

// The record is whole: its size says so.
__QN_SPIRV_LATER void __qn_spirv_publish(__qn_u64 record, __qn_u64 size) {
  __scoped_atomic_store_n((__qn_spirv_word *)record, (__qn_u32)size,
                          __ATOMIC_RELEASE, __MEMORY_SCOPE_SYSTEM);
}

__QN_FN __qn_u64 __qn_spirv_length(const char *text) {
  __qn_u64 size = 0;
  while (text[size])
    ++size;
  return size;
}

// What an argument of a record takes: a number, or a text with its size before
// it, in cells of 8 bytes.
__QN_SPIRV_LATER __qn_u64 __qn_spirv_cells(const char *argument, bool is_text) {
  return is_text && argument ? 8 + ((__qn_spirv_length(argument) + 7) & ~7ull)
                             : 8;
}

// Writes one, and returns where the next belongs.
__QN_SPIRV_LATER __qn_u64 __qn_spirv_put(__qn_u64 at, const char *argument,
                                         bool is_text) {
  __qn_spirv_cell *const cell = (__qn_spirv_cell *)at;
  if (!is_text || !argument) {
    *cell = is_text ? ~0ull : (__qn_u64)argument;
    return at + 8;
  }
  const __qn_u64 size = __qn_spirv_length(argument);
  __qn_spirv_byte *const bytes = (__qn_spirv_byte *)(at + 8);
  *cell = size;
  for (__qn_u64 i = 0; i < size; ++i)
    bytes[i] = argument[i];
  for (__qn_u64 i = size; i & 7; ++i)
    bytes[i] = 0;
  return at + 8 + ((size + 7) & ~7ull);
}

// The letter of the conversion that takes argument `index` of a format, '*' for
// a width; 0 without one.
__QN_SPIRV_LATER char __qn_spirv_conversion(const char *format,
                                            __qn_u32 index) {
  __qn_u32 count = 0;
  while (*format) {
    if (*format++ != '%')
      continue;
    while (*format && !(*format >= 'a' && *format <= 'z') &&
           !(*format >= 'A' && *format <= 'Z') && *format != '%')
      if (*format++ == '*' && count++ == index)
        return '*';
    while (*format == 'h' || *format == 'l' || *format == 'j' ||
           *format == 'z' || *format == 't' || *format == 'q' || *format == 'L')
      ++format;
    if (!*format)
      return 0;
    if (*format++ != '%' && count++ == index)
      return format[-1];
  }
  return 0;
}

// ---- Failure

__QN_EXTERN int __qn_spirv_report(const char *format, ...);
__QN_EXTERN __attribute__((noreturn, nothrow)) void __qn_spirv_end(void);

// OpenCL cannot stop a kernel: the thread ends, and the host is told.
__QN_FN __attribute__((noreturn)) void __qn_spirv_fail(__qn_u32 kind) {
  __qn_spirv_word *const host = (__qn_spirv_word *)__quern_host;
  __qn_u32 none = 0;
  if (host)
    __scoped_atomic_compare_exchange_n(
        &host[__QN_HOST_FAULT], &none, kind, false, __ATOMIC_RELAXED,
        __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);
  __qn_spirv_end();
}

#define __QN_SPIRV_PLACE                                                       \
  __qn_block_id(0), __qn_block_id(1), __qn_block_id(2), __qn_thread_id(0),     \
      __qn_thread_id(1), __qn_thread_id(2)

__QN_SPIRV_LATER __attribute__((noreturn)) void __qn_spirv_trap(void) {
  __qn_spirv_report(
      "the kernel trapped in block (%u,%u,%u), thread (%u,%u,%u)",
      __QN_SPIRV_PLACE);
  __qn_spirv_fail(1);
}
__QN_FN __attribute__((noreturn)) void __qn_trap(void) { __qn_spirv_trap(); }
__QN_FN __attribute__((noreturn)) void
__qn_assert_fail(const char *expression, const char *file, unsigned line,
                 const char *function) {
  __qn_spirv_report("%s:%u: assertion '%s' failed in %s in block (%u,%u,%u), "
                    "thread (%u,%u,%u)",
                    file, line, expression, function, __QN_SPIRV_PLACE);
  __qn_spirv_fail(2);
}

#undef __QN_SPIRV_PLACE

#endif
