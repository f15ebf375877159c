// SPDX-License-Identifier: Apache-2.0
// What nvrtc has and hiprtc lacks: cancelling, precompiled headers' questions,
// the architectures.
#include <nvrtc.h>

#include "program.h"

// Counts the calls; the payload says what to answer.
static int asked;
static int flow(void *payload, void *) {
  ++asked;
  return *(int *)payload;
}

int main() {
  nvrtcProgram program;
  int cancel = 1, count = 0;
  size_t size = 7;
  OK(nvrtcCreateProgram(&program, "__global__ void k() {}", "k.cu", 0, nullptr,
                        nullptr));
  OK(nvrtcSetFlowCallback(program, flow, &cancel));
  CHECK(nvrtcCompileProgram(program, 0, nullptr) == NVRTC_ERROR_CANCELLED);
  CHECK(asked == 1);
  CHECK(nvrtcGetPTXSize(program, &size) == NVRTC_ERROR_INVALID_PROGRAM);
  CHECK(nvrtcGetOptiXIRSize(program, &size) == NVRTC_ERROR_INVALID_PROGRAM);
  CHECK(nvrtcGetPCHCreateStatus(program) ==
        NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED);
  CHECK(nvrtcSetFlowCallback(program, nullptr, nullptr) ==
        NVRTC_ERROR_INVALID_INPUT);
  cancel = 0;
  if (nvrtcCompileProgram(program, 0, nullptr) == NVRTC_SUCCESS) {
    OK(nvrtcGetLTOIRSize(program, &size));
    CHECK(size == 0);
    OK(nvrtcGetOptiXIRSize(program, &size));
    CHECK(size == 0);
  }
  OK(nvrtcDestroyProgram(&program));
  CHECK(nvrtcSetFlowCallback(program, flow, &cancel) ==
        NVRTC_ERROR_INVALID_PROGRAM);
  OK(nvrtcSetPCHHeapSize(5000));
  OK(nvrtcGetPCHHeapSize(&size));
  CHECK(size == 8192);
  CHECK(nvrtcGetNumSupportedArchs(nullptr) == NVRTC_ERROR_INVALID_INPUT);
  OK(nvrtcGetNumSupportedArchs(&count));
  CHECK(count > 5);
  std::vector<int> numbers(count);
  OK(nvrtcGetSupportedArchs(numbers.data()));
  bool seen = false;
  for (int i = 0; i < count; ++i) {
    seen |= numbers[i] == 80;
    CHECK(!i || numbers[i] > numbers[i - 1]);
  }
  CHECK(seen);
  CHECK(!strcmp(nvrtcGetErrorString(NVRTC_ERROR_CANCELLED),
                "NVRTC_ERROR_CANCELLED"));
  return done();
}
