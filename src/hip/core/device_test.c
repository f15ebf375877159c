// SPDX-License-Identifier: Apache-2.0
// Devices through HIP's API, on the CPU: attributes agree with the properties,
// and what is out of range is refused.
#include "hip/core/api.h"
#include "support/test.h"

static const struct {
  hipDeviceAttribute_t attribute;
  const char *name;
} attributes[] = {
#define QN_ATTRIBUTE(name, expression) {hipDeviceAttribute##name, #name},
#include "hip/core/attributes.def"
#undef QN_ATTRIBUTE
};
enum { COUNT = sizeof(attributes) / sizeof(attributes[0]) };

static int get(hipDeviceAttribute_t attribute) {
  int value = INT32_MIN;
  CHECK_INT(hipDeviceGetAttribute(&value, attribute, 0), hipSuccess);
  CHECK(value != INT32_MIN);
  return value;
}

static void test_attributes(void) {
  for (size_t i = 0; i < COUNT; ++i) {
    const int value = get(attributes[i].attribute);
    if (value < -1)
      fprintf(stderr, "%s is %d\n", attributes[i].name, value);
    CHECK(value >= 0 ||
          (value == -1 && // not known
           attributes[i].attribute == hipDeviceAttributeHostNumaId));
    for (size_t k = 0; k < i; ++k) // no duplicates
      CHECK(attributes[k].attribute != attributes[i].attribute);
  }
  hipDeviceProp_t p;
  CHECK_INT(hipGetDeviceProperties(&p, 0), hipSuccess);
  CHECK_INT(get(hipDeviceAttributeWarpSize), p.warpSize);
  CHECK_INT(get(hipDeviceAttributeMaxThreadsPerBlock), p.maxThreadsPerBlock);
  CHECK_INT(get(hipDeviceAttributeMaxBlockDimY), p.maxThreadsDim[1]);
  CHECK_INT(get(hipDeviceAttributeMaxGridDimZ), p.maxGridSize[2]);
  CHECK_INT(get(hipDeviceAttributeMultiprocessorCount), p.multiProcessorCount);
  CHECK_INT(get(hipDeviceAttributeComputeCapabilityMajor), p.major);
  CHECK(p.name[0] && p.totalGlobalMem > 0 && p.warpSize == 32);
}

static void test_refused(void) {
  int value = 42;
  size_t size = 42;
  char name[8] = "same";
  hipDeviceProp_t p;
  CHECK_INT(hipDeviceGetAttribute(NULL, hipDeviceAttributeWarpSize, 0),
            hipErrorInvalidValue);
  CHECK_INT(hipDeviceGetAttribute(&value, (hipDeviceAttribute_t)123456, 0),
            hipErrorInvalidValue);
  CHECK_TEXT(qn_reason(), "the attribute 123456 of devices is not known");
  static const int ordinals[] = {-1, 1, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < sizeof(ordinals) / sizeof(ordinals[0]); ++i) {
    CHECK_INT(
        hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, ordinals[i]),
        hipErrorInvalidDevice);
    CHECK_INT(hipGetDeviceProperties(&p, ordinals[i]), hipErrorInvalidDevice);
    CHECK_INT(hipSetDevice(ordinals[i]), hipErrorInvalidDevice);
    CHECK_INT(hipDeviceTotalMem(&size, ordinals[i]), hipErrorInvalidDevice);
    CHECK_INT(hipDeviceGetName(name, sizeof(name), ordinals[i]),
              hipErrorInvalidDevice);
  }
  CHECK(value == 42 && size == 42);
  CHECK_TEXT(name, "same");
  CHECK_INT(hipGetDeviceProperties(NULL, 0), hipErrorInvalidValue);
  CHECK_INT(hipDeviceTotalMem(NULL, 0), hipErrorInvalidValue);
  CHECK_INT(hipGetDeviceCount(NULL), hipErrorInvalidValue);
  CHECK_INT(hipGetDevice(NULL), hipErrorInvalidValue);
  CHECK_INT(hipDeviceGetName(NULL, 8, 0), hipErrorInvalidValue);
  CHECK_INT(hipGetDevice(&value), hipSuccess);
  CHECK_INT(value, 0); // a failed call leaves it alone
}

static void test_choose(void) {
  hipDeviceProp_t wanted;
  int ordinal = -1;
  memset(&wanted, 0, sizeof(wanted));
  CHECK_INT(hipChooseDevice(&ordinal, &wanted), hipSuccess);
  CHECK_INT(ordinal, 0);
  wanted.major = 9999; // the best match, even if no device has it
  CHECK_INT(hipChooseDevice(&ordinal, &wanted), hipSuccess);
  CHECK_INT(ordinal, 0);
  CHECK_INT(hipChooseDevice(NULL, &wanted), hipErrorInvalidValue);
  CHECK_INT(hipChooseDevice(&ordinal, NULL), hipErrorInvalidValue);
}

int main(void) {
  int count = 0;
  CHECK(setenv("QUERN_DEVICE", "cpu", 1) == 0);
  CHECK(unsetenv("HIP_VISIBLE_DEVICES") == 0);
  CHECK_INT(hipGetDeviceCount(&count), hipSuccess);
  CHECK_INT(count, 1);
  test_attributes();
  test_refused();
  test_choose();
  return 0;
}
