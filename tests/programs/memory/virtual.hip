// SPDX-License-Identifier: Apache-2.0
// Virtual memory: reserve, map, unmap; copies to what is not mapped are
// refused.
#include <hip/hip_runtime.h>

#include "program.h"

__global__ void fill(int *p, int v) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

int main() {
  hipMemAllocationProp properties = {};
  size_t unit = 0;
  properties.type = hipMemAllocationTypePinned;
  properties.location = {hipMemLocationTypeDevice, 0};
  OK(hipMemGetAllocationGranularity(&unit, &properties,
                                    hipMemAllocationGranularityMinimum));
  CHECK(unit && !(unit & (unit - 1)));
  char *where;
  FAILS(hipMemAddressReserve((void **)&where, unit + 1, 0, nullptr, 0),
        hipErrorInvalidValue);
  FAILS(hipMemAddressReserve((void **)&where, unit, 0, nullptr, 1),
        hipErrorInvalidValue);
  OK(hipMemAddressReserve((void **)&where, 4 * unit, 0, nullptr, 0));
  CHECK((size_t)where % unit == 0);
  hipMemGenericAllocationHandle_t first, second;
  OK(hipMemCreate(&first, unit, &properties, 0));
  // NVIDIA's driver maps whole handles only.
  const bool whole = runs_on("cuda");
  OK(hipMemCreate(&second, whole ? unit : 2 * unit, &properties, 0));
  FAILS(hipMemCreate(&first, 100, &properties, 0), hipErrorInvalidValue);
  hipMemAllocationProp read = {};
  OK(hipMemGetAllocationPropertiesFromHandle(&read, first));
  CHECK(read.type == properties.type && read.location.id == 0);

  int n = 17;
  FAILS(hipMemcpy(where, &n, sizeof(n), hipMemcpyHostToDevice),
        hipErrorInvalidValue);
  OK(hipMemMap(where, unit, 0, first, 0));
  FAILS(hipMemMap(where, unit, 0, second, 0), hipErrorAlreadyMapped);
  OK(hipMemMap(where + unit, unit, whole ? 0 : unit, second,
               0)); // the 2nd half
  FAILS(hipMemMap(where + 2 * unit, 2 * unit, unit, second, 0),
        hipErrorInvalidValue); // beyond it
  FAILS(hipMemMap(where + 4 * unit, unit, 0, second, 0), hipErrorInvalidValue);
  hipMemAccessDesc access = {{hipMemLocationTypeDevice, 0},
                             hipMemAccessFlagsProtReadWrite};
  OK(hipMemSetAccess(where, 2 * unit, &access, 1));
  FAILS(hipMemSetAccess(where + 2 * unit, unit, &access, 1),
        hipErrorInvalidValue);
  unsigned long long flags = 0;
  hipMemLocation here = {hipMemLocationTypeDevice, 0};
  OK(hipMemGetAccess(&flags, &here, where));
  CHECK(flags == hipMemAccessFlagsProtReadWrite);

  // One kernel and one copy across both.
  const size_t count = 2 * unit / sizeof(int);
  std::vector<int> h(count);
  fill<<<(unsigned)(count / 256), 256>>>((int *)where, 23);
  OK(hipMemcpy(h.data(), where, 2 * unit, hipMemcpyDeviceToHost));
  CHECK(h[0] == 23 && h[count / 2] == 23 && h[count - 1] == 23);
  FAILS(hipMemcpy(h.data(), where + unit, 2 * unit, hipMemcpyDeviceToHost),
        hipErrorInvalidValue);

  // The same memory at another address.
  hipMemGenericAllocationHandle_t again;
  OK(hipMemRetainAllocationHandle(&again, where));
  CHECK(again == first);
  OK(hipMemRelease(again));
  OK(hipMemMap(where + 2 * unit, unit, 0, first, 0));
  OK(hipMemSetAccess(where + 2 * unit, unit, &access, 1));
  OK(hipMemcpy(where, &n, sizeof(n), hipMemcpyHostToDevice));
  OK(hipMemcpy(h.data(), where + 2 * unit, sizeof(n), hipMemcpyDeviceToHost));
  CHECK(h[0] == 17);

  // Released handles live as long as their mappings.
  OK(hipMemRelease(first));
  OK(hipMemRelease(second));
  OK(hipMemcpy(h.data(), where + unit, sizeof(n), hipMemcpyDeviceToHost));
  CHECK(h[0] == 23);
  FAILS(hipMemAddressFree(where, 4 * unit), hipErrorInvalidValue); // in use
  OK(hipMemUnmap(where, unit));
  FAILS(hipMemcpy(where, &n, sizeof(n), hipMemcpyHostToDevice),
        hipErrorInvalidValue);
  FAILS(hipMemset(where, 0, 4), hipErrorInvalidValue);
  OK(hipMemUnmap(where + unit, 2 * unit));
  FAILS(hipMemUnmap(where, unit), hipErrorInvalidValue);
  FAILS(hipMemAddressFree(where, unit), hipErrorInvalidValue);
  OK(hipMemAddressFree(where, 4 * unit));
  FAILS(hipMemAddressFree(where, 4 * unit), hipErrorInvalidValue);
  FAILS(hipMemRelease(second), hipErrorInvalidValue);
  return done();
}
