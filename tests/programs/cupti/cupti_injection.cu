// SPDX-License-Identifier: Apache-2.0
// NVTX of programs compiled with NVIDIA's headers: the tables that these give to a
// tool are filled with functions that mark, and CUPTI's records have the marks.
// FLAGS: -lcupti -std=c++17
#include <nvtx3/nvToolsExt.h>

#include "records.h"

typedef void Function();
static Function *core[16], *core2[16];
static Function **core_places[16], **core2_places[16];

static int get_table(int module, Function ****table, unsigned *size) {
  *table = module == 1 ? core_places : module == 5 ? core2_places : nullptr;
  *size = 16;
  return *table != nullptr;
}

static const struct {
  size_t size;
  int (*get)(int, Function ****, unsigned *);
} callbacks = {sizeof(callbacks), get_table};

static const void *export_table(uint32_t id) {
  return id == 1 ? &callbacks : nullptr;
}
static const void *no_table(uint32_t) { return nullptr; }

extern "C" int InitializeInjectionNvtx2(const void *(*)(uint32_t));

template <typename F> static F as(Function *f) {
  CHECK(f);
  return reinterpret_cast<F>(f);
}

int main() {
  for (int i = 0; i < 16; ++i) {
    core_places[i] = &core[i];
    core2_places[i] = &core2[i];
  }
  core_places[0] = nullptr;
  CHECK(!InitializeInjectionNvtx2(nullptr));
  CHECK(!InitializeInjectionNvtx2(no_table));
  CHECK(InitializeInjectionNvtx2(export_table) == 1);
  auto domain = as<nvtxDomainHandle_t (*)(const char *)>(core2[12])("mine");
  auto text = as<nvtxStringHandle_t (*)(nvtxDomainHandle_t, const char *)>(
      core2[10])(domain, "kept");
  begin_records({CUPTI_ACTIVITY_KIND_MARKER});
  as<void (*)(const char *)>(core[2])("point");
  as<int (*)(const char *)>(core[9])("pushed");
  as<int (*)()>(core[11])();
  nvtxEventAttributes_t event = {};
  event.version = NVTX_VERSION;
  event.size = sizeof(event);
  event.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
  event.message.registered = text;
  as<int (*)(nvtxDomainHandle_t, const nvtxEventAttributes_t *)>(core2[4])(
      domain, &event);
  as<int (*)(nvtxDomainHandle_t)>(core2[5])(domain);
  flush_records();

  CHECK(markers.size() == 5);
  CHECK(strcmp(markers[0].name, "point") == 0);
  CHECK(strcmp(markers[1].name, "pushed") == 0);
  CHECK(markers[2].id == markers[1].id);
  CHECK(strcmp(markers[3].name, "kept") == 0);
  CHECK(markers[4].id == markers[3].id);
  CHECK(markers[4].flags == CUPTI_ACTIVITY_FLAG_MARKER_END);
  return 0;
}
