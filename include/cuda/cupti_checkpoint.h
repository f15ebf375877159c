// SPDX-License-Identifier: Apache-2.0
//
// CUPTI's checkpoints: a context's memory, saved and restored. For C++ alone.
// No device of Quern has them (docs/cupti.md).
#ifndef QUERN_CUDA_CUPTI_CHECKPOINT_H
#define QUERN_CUDA_CUPTI_CHECKPOINT_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda.h"
#include "cupti_common.h"
#include "cupti_result.h"
#include <stddef.h>
#include <stdint.h>

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
namespace NV {
namespace Cupti {
namespace Checkpoint {
extern "C" {
#endif

typedef enum {
  CUPTI_CHECKPOINT_OPT_NONE = 0,
  CUPTI_CHECKPOINT_OPT_TRANSFER = 1,
} CUpti_CheckpointOptimizations;

typedef struct {
  size_t structSize;      // CUpti_Checkpoint_STRUCT_SIZE
  CUcontext ctx;          // NULL: the current one
  size_t reserveDeviceMB; // of the device's memory, not to be used
  size_t reserveHostMB;   // of the host's
  uint8_t allowOverwrite; // an earlier checkpoint may be replaced
  uint8_t optimizations;  // CUpti_CheckpointOptimizations
  void *pPriv;            // NULL
} CUpti_Checkpoint;
#define CUpti_Checkpoint_STRUCT_SIZE __QN_CUPTI_SIZE(CUpti_Checkpoint, pPriv)

CUptiResult cuptiCheckpointSave(CUpti_Checkpoint *const handle);
CUptiResult cuptiCheckpointRestore(CUpti_Checkpoint *const handle);
CUptiResult cuptiCheckpointFree(CUpti_Checkpoint *const handle);

#ifdef __cplusplus
}
}
}
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_CUPTI_CHECKPOINT_H
