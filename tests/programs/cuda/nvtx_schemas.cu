// SPDX-License-Identifier: Apache-2.0
// NVTX's extensions: schemas made of lists of members, and functions that do
// nothing where no tool is.
#include <nvtx3/nvToolsExtCounters.h>
#include <nvtx3/nvToolsExtMemCudaRt.h>
#include <nvtx3/nvToolsExtOpenCL.h>
#include <nvtx3/nvToolsExtPayloadHelper.h>
#include <nvtx3/nvToolsExtSemanticsCounters.h>
#include <nvtx3/nvToolsExtSemanticsScope.h>
#include <nvtx3/nvToolsExtSemanticsTime.h>
#include <nvtx3/nvToolsExtSync.h>

#include "program.h"

struct mine {
  int index;
  double real;
  char text[24];
};

NVTX_DEFINE_SCHEMA_FOR_STRUCT(
    mine, "Mine",
    NVTX_PAYLOAD_ENTRIES((index, TYPE_INT, "whole"), (real, TYPE_DOUBLE),
                         (text, TYPE_CSTRING, "text", "words", 24)))
NVTX_DEFINE_STRUCT_WITH_SCHEMA(
    yours, "Yours", static const,
    NVTX_PAYLOAD_ENTRIES((int, index, TYPE_INT, "whole"),
                         (double, real, TYPE_DOUBLE),
                         (const char, (text, 24), TYPE_CSTRING, "text", NULL,
                          24, ARRAY_FIXED_SIZE)))
NVTX_DEFINE_STRUCT(plain, (float, x, TYPE_FLOAT),
                   (long, (many, 3), TYPE_LONG, "m", NULL, 3))

struct outer {
  mine inner;
  int k;
};

static void check_schemas(nvtxDomainHandle_t domain) {
  CHECK(mineAttr.numEntries == 3 && mineAttr.payloadStaticSize == sizeof(mine));
  CHECK(!strcmp(mineAttr.name, "Mine") && mineAttr.entries == mineSchema);
  CHECK(mineSchema[1].offset == offsetof(mine, real) && !mineSchema[1].name);
  CHECK(mineSchema[2].arrayOrUnionDetail == 24 &&
        !strcmp(mineSchema[2].description, "words"));
  CHECK(mineSchema[0].type == NVTX_PAYLOAD_ENTRY_TYPE_INT);
  CHECK(sizeof(yours) == 40 && yoursSchema[2].offset == 16);
  CHECK(yoursSchema[2].flags == NVTX_PAYLOAD_ENTRY_FLAG_ARRAY_FIXED_SIZE);
  CHECK(yoursAttr.fieldMask & NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NAME);
  CHECK(sizeof(plain::many) == 3 * sizeof(long));
  const uint64_t nested = 77;
  NVTX_DEFINE_SCHEMA_FOR_STRUCT_AND_REGISTER(
      domain, outer,
      NVTX_PAYLOAD_ENTRIES((inner, NVTX_PAYLOAD_NESTED(nested)), (k, TYPE_INT)))
  CHECK(outerSchema[0].type == nested && outerAttr.numEntries == 2);
  NVTX_PAYLOAD_SCHEMA_REGISTER(domain, mine)
  nvtxEventAttributes_t event = {};
  mine data = {1, 2, "three"};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  nvtxPayloadRangePush(domain, &event, outer_schemaId, &data, sizeof(data));
  nvtxDomainRangePop(domain);
  CHECK(event.payloadType == NVTX_PAYLOAD_TYPE_EXT && event.reserved0 == 1);
}

static void check_others(nvtxDomainHandle_t domain) {
  nvtxSyncUserAttributes_t sync = {};
  const nvtxSyncUser_t user = nvtxDomainSyncUserCreate(domain, &sync);
  nvtxDomainSyncUserAcquireStart(user);
  nvtxDomainSyncUserDestroy(user);
  nvtxCounterAttr_t counter = {};
  nvtxCounterSampleInt64(domain, nvtxCounterRegister(domain, &counter), 3);
  nvtxSemanticsCounter_t meaning = {};
  CHECK(meaning.limitType == NVTX_COUNTER_LIMIT_UNDEFINED);
  nvtxMemHeapDesc_t heap = {};
  CHECK(nvtxMemHeapRegister(domain, &heap) == NVTX_MEM_HEAP_HANDLE_NO_TOOL);
  CHECK(nvtxMemCudaGetProcessWidePermissions(domain) ==
        NVTX_MEM_PERMISSIONS_HANDLE_NO_TOOL);
  CHECK(nvtxRangePushPayload(domain, nullptr, 0) == NVTX_NO_PUSH_POP_TRACKING);
  CHECK(nvtxRangePopPayload(domain, nullptr, 0) == NVTX_NO_PUSH_POP_TRACKING);
  nvtxNameClDeviceA(nullptr, "device");
}

int main() {
  const nvtxDomainHandle_t domain = nvtxDomainCreateA("schemas");
  check_schemas(domain);
  check_others(domain);
  return done();
}
