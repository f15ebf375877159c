// SPDX-License-Identifier: Apache-2.0
#include <vortex_hip_runtime.h>

#include "support/test.h"

static const uint8_t binary[4] = {1, 2, 3, 4};
static const hipKernelArgumentMetadata good[] = {
    {.offset = 0, .size = 8, .alignment = 8, .is_pointer = 1},
    {.offset = 8, .size = 1, .alignment = 1},
    {.offset = 12, .size = 12, .alignment = 4},
};

static hipError_t add(void **handle, const char *name, size_t count,
                      const hipKernelArgumentMetadata *metadata) {
  return __hipRegisterFunctionWithMetadata(handle, name, binary, sizeof(binary),
                                           count, metadata);
}

static void test_checks(void) {
  void *handle = NULL;
  static const hipKernelArgumentMetadata wrong[] = {
      {.offset = 0, .size = 4, .alignment = 0},
      {.offset = 0, .size = 4, .alignment = 3},
      {.offset = 4, .size = 8, .alignment = 8},
      {.offset = 0, .size = 2, .alignment = 2, .is_pointer = 1},
      {.offset = 0, .size = SIZE_MAX, .alignment = 1},
      {.offset = SIZE_MAX & ~(size_t)7, .size = 16, .alignment = 8},
  };
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i)
    CHECK_INT(add(&handle, "k", 1, &wrong[i]), hipErrorInvalidValue);
  const hipKernelArgumentMetadata overlap[] = {
      {.offset = 0, .size = 8, .alignment = 8},
      {.offset = 4, .size = 4, .alignment = 4}};
  CHECK_INT(add(&handle, "k", 2, overlap), hipErrorInvalidValue);
  CHECK_INT(add(&handle, "", 0, NULL), hipErrorInvalidValue);
  CHECK_INT(add(NULL, "k", 0, NULL), hipErrorInvalidValue);
  CHECK_INT(add(&handle, "k", 1, NULL), hipErrorInvalidValue);
  CHECK(!handle);
}

static void test_handles(void) {
  void *a = NULL, *b = NULL, *again = NULL;
  CHECK_INT(add(&a, "a", 3, good), hipSuccess);
  CHECK_INT(add(&b, "b", 0, NULL), hipSuccess);
  CHECK_INT(add(&again, "a", 3, good), hipSuccess);
  CHECK(a != b && a == again);
  CHECK_INT(add(&again, "a", 2, good), hipSuccess); // another description
  CHECK(again != a);
  CHECK_INT(__hipUnregisterFunctionWithMetadata(again), hipSuccess);
  CHECK_INT(__hipUnregisterFunctionWithMetadata(a), hipSuccess);
  size_t size = 0;
  CHECK_INT(__hipMarshalArguments(a, NULL, NULL, &size), hipSuccess);
  CHECK_INT(size, 24);
  CHECK_INT(__hipUnregisterFunctionWithMetadata(a), hipSuccess);
  CHECK_INT(__hipMarshalArguments(a, NULL, NULL, &size), hipErrorInvalidHandle);
  CHECK_INT(__hipUnregisterFunctionWithMetadata(a), hipErrorInvalidHandle);
  CHECK_INT(__hipUnregisterFunctionWithMetadata(b), hipSuccess);
}

static hipError_t launch(void *user, const hipMetadataLaunch *l) {
  *(hipMetadataLaunch *)user = *l;
  CHECK_TEXT(l->name, "k");
  CHECK_INT(l->arguments_size, 24);
  const uint8_t *block = l->arguments;
  CHECK(block[8] == 7 && block[9] == 0 && block[12] == 9 && block[23] == 9);
  return hipErrorUnknown;
}

static void test_arguments(void) {
  void *k = NULL;
  CHECK_INT(add(&k, "k", 3, good), hipSuccess);
  void *pointer = (void *)(uintptr_t)0x1234567890;
  char c = 7;
  uint8_t bytes[12];
  memset(bytes, 9, sizeof(bytes));
  void *arguments[] = {&pointer, &c, bytes};
  uint8_t block[32];
  memset(block, 0xee, sizeof(block));
  size_t size = 23;
  CHECK_INT(__hipMarshalArguments(k, arguments, block, &size),
            hipErrorInvalidValue);
  size = sizeof(block);
  CHECK_INT(__hipMarshalArguments(k, arguments, block, &size), hipSuccess);
  CHECK_INT(size, 24);
  CHECK(memcmp(block, "\x90\x78\x56\x34\x12\0\0\0\x07\0\0\0\x09", 13) == 0);
  CHECK_INT(block[24], 0xee);
  arguments[1] = NULL;
  CHECK_INT(__hipMarshalArguments(k, arguments, block, &size),
            hipErrorInvalidValue);
  arguments[1] = &c;
  const dim3 one = {1, 1, 1}, three = {3, 2, 1};
  CHECK_INT(__hipLaunchKernelWithMetadata(k, one, three, arguments, 5, NULL),
            hipErrorNotSupported);
  hipMetadataLaunch got = {0};
  __hipSetMetadataLauncher(launch, &got);
  CHECK_INT(__hipLaunchKernelWithMetadata(k, one, three, arguments, 5, NULL),
            hipErrorUnknown); // what the launcher returns
  CHECK(got.binary == binary && got.block[0] == 3 && got.shared == 5);
  __hipSetMetadataLauncher(NULL, NULL);
  CHECK_INT(__hipUnregisterFunctionWithMetadata(k), hipSuccess);
}

// A device with narrower pointers accepts only pointers that fit.
static void test_narrow(void) {
  const hipKernelArgumentMetadata narrow[] = {
      {.offset = 0, .size = 4, .alignment = 4, .is_pointer = 1}};
  void *k = NULL;
  CHECK_INT(add(&k, "narrow", 1, narrow), hipSuccess);
  void *pointer = (void *)(uintptr_t)0x80001000;
  void *arguments[] = {&pointer};
  uint8_t block[4];
  size_t size = sizeof(block);
  CHECK_INT(__hipMarshalArguments(k, arguments, block, &size), hipSuccess);
  CHECK(memcmp(block, "\0\x10\0\x80", 4) == 0);
  pointer = (void *)(uintptr_t)0x180001000;
  CHECK_INT(__hipMarshalArguments(k, arguments, block, &size),
            hipErrorInvalidValue);
  CHECK_INT(__hipUnregisterFunctionWithMetadata(k), hipSuccess);
}

static bool without_memory(void) {
  void *k = NULL;
  const hipError_t error = add(&k, "memory", 3, good);
  if (error != hipSuccess) {
    CHECK_INT(error, hipErrorOutOfMemory);
    CHECK(!k);
    return false;
  }
  CHECK_INT(__hipUnregisterFunctionWithMetadata(k), hipSuccess);
  return true;
}

int main(void) {
  test_checks();
  test_handles();
  test_arguments();
  test_narrow();
  CHECK_INT(test_fail_allocations(without_memory), 3);
  return 0;
}
