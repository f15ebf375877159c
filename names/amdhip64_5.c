// SPDX-License-Identifier: Apache-2.0
// libamdhip64.so.5: what programs that were built against HIP 5 expect otherwise
// than libquernhip does, which the loader finds behind it: the layout of device
// properties and of 3D copies, numbers of memory types and flags, and functions
// whose names were C++'s. Hidden by nothing, so our own libraries must not call
// what is here.
// Source: hip_runtime_api.h of HIP 5.2, names of its libamdhip64.so.5.
#define _GNU_SOURCE // RTLD_NOLOAD
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include <hip/hip_runtime_api.h>

#undef hipGetDeviceProperties
#undef hipChooseDevice

#define EXPORT __attribute__((visibility("default"), used))

// Marks the libraries of this folder, as in filter.h.
EXPORT void quern_drop_in(void);
void quern_drop_in(void) {}

// ---- The release, by which programs choose names and numbers

enum { RELEASE = 50700000 }; // the last one of HIP 5, and no patch of it

static hipError_t report_release(int *version) {
  if (!version)
    return hipErrorInvalidValue;
  *version = RELEASE;
  return hipSuccess;
}

EXPORT hipError_t hipRuntimeGetVersion(int *version) {
  return report_release(version);
}

EXPORT hipError_t hipDriverGetVersion(int *version) {
  return report_release(version);
}

// ---- Device properties

typedef struct properties {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize, maxThreadsPerBlock;
  int maxThreadsDim[3], maxGridSize[3];
  int clockRate, memoryClockRate, memoryBusWidth;
  size_t totalConstMem;
  int major, minor, multiProcessorCount, l2CacheSize;
  int maxThreadsPerMultiProcessor, computeMode, clockInstructionRate;
  hipDeviceArch_t arch;
  int concurrentKernels, pciDomainID, pciBusID, pciDeviceID;
  size_t maxSharedMemoryPerMultiProcessor;
  int isMultiGpuBoard, canMapHostMemory, gcnArch;
  char gcnArchName[256];
  int integrated, cooperativeLaunch, cooperativeMultiDeviceLaunch;
  int maxTexture1DLinear, maxTexture1D, maxTexture2D[2], maxTexture3D[3];
  unsigned int *hdpMemFlushCntl, *hdpRegFlushCntl;
  size_t memPitch, textureAlignment, texturePitchAlignment;
  int kernelExecTimeoutEnabled, ECCEnabled, tccDriver;
  int cooperativeMultiDeviceUnmatchedFunc;
  int cooperativeMultiDeviceUnmatchedGridDim;
  int cooperativeMultiDeviceUnmatchedBlockDim;
  int cooperativeMultiDeviceUnmatchedSharedMem;
  int isLargeBar, asicRevision, managedMemory;
  int directManagedMemAccessFromHost, concurrentManagedAccess;
  int pageableMemoryAccess, pageableMemoryAccessUsesHostPageTables;
} properties;
_Static_assert(sizeof(properties) == 792, "HIP 5's hipDeviceProp_t");

// The members that both layouts have under one name.
#define SCALARS(X)                                                             \
  X(totalGlobalMem)                                                            \
  X(sharedMemPerBlock)                                                         \
  X(regsPerBlock)                                                              \
  X(warpSize)                                                                  \
  X(maxThreadsPerBlock)                                                        \
  X(clockRate)                                                                 \
  X(memoryClockRate)                                                           \
  X(memoryBusWidth)                                                            \
  X(totalConstMem)                                                             \
  X(major)                                                                     \
  X(minor)                                                                     \
  X(multiProcessorCount)                                                       \
  X(l2CacheSize)                                                               \
  X(maxThreadsPerMultiProcessor)                                               \
  X(computeMode)                                                               \
  X(clockInstructionRate)                                                      \
  X(arch)                                                                      \
  X(concurrentKernels)                                                         \
  X(pciDomainID)                                                               \
  X(pciBusID)                                                                  \
  X(pciDeviceID)                                                               \
  X(maxSharedMemoryPerMultiProcessor)                                          \
  X(isMultiGpuBoard)                                                           \
  X(canMapHostMemory)                                                          \
  X(gcnArch)                                                                   \
  X(integrated)                                                                \
  X(cooperativeLaunch)                                                         \
  X(cooperativeMultiDeviceLaunch)                                              \
  X(maxTexture1DLinear)                                                        \
  X(maxTexture1D)                                                              \
  X(hdpMemFlushCntl)                                                           \
  X(hdpRegFlushCntl)                                                           \
  X(memPitch)                                                                  \
  X(textureAlignment)                                                          \
  X(texturePitchAlignment)                                                     \
  X(kernelExecTimeoutEnabled)                                                  \
  X(ECCEnabled)                                                                \
  X(tccDriver)                                                                 \
  X(cooperativeMultiDeviceUnmatchedFunc)                                       \
  X(cooperativeMultiDeviceUnmatchedGridDim)                                    \
  X(cooperativeMultiDeviceUnmatchedBlockDim)                                   \
  X(cooperativeMultiDeviceUnmatchedSharedMem)                                  \
  X(isLargeBar)                                                                \
  X(asicRevision)                                                              \
  X(managedMemory)                                                             \
  X(directManagedMemAccessFromHost)                                            \
  X(concurrentManagedAccess)                                                   \
  X(pageableMemoryAccess)                                                      \
  X(pageableMemoryAccessUsesHostPageTables)
#define ARRAYS(X)                                                              \
  X(name)                                                                      \
  X(maxThreadsDim)                                                             \
  X(maxGridSize)                                                               \
  X(gcnArchName)                                                               \
  X(maxTexture2D)                                                              \
  X(maxTexture3D)

EXPORT hipError_t hipGetDeviceProperties(properties *to, int device);
hipError_t hipGetDeviceProperties(properties *to, int device) {
  hipDeviceProp_tR0600 p;
  if (!to)
    return hipErrorInvalidValue;
  const hipError_t e = hipGetDevicePropertiesR0600(&p, device);
  if (e != hipSuccess)
    return e;
  memset(to, 0, sizeof(*to));
#define COPY(member) to->member = p.member;
  SCALARS(COPY)
#undef COPY
#define COPY(member) memcpy(to->member, p.member, sizeof(to->member));
  ARRAYS(COPY)
#undef COPY
  return hipSuccess;
}

EXPORT hipError_t hipChooseDevice(int *device, const properties *wanted);
hipError_t hipChooseDevice(int *device, const properties *wanted) {
  hipDeviceProp_tR0600 p;
  if (!wanted)
    return hipChooseDeviceR0600(device, NULL);
  memset(&p, 0, sizeof(p));
#define COPY(member) p.member = wanted->member;
  SCALARS(COPY)
#undef COPY
#define COPY(member) memcpy(p.member, wanted->member, sizeof(p.member));
  ARRAYS(COPY)
#undef COPY
  return hipChooseDeviceR0600(device, &p);
}

// ---- libquernhip's functions of the same names

// X(name, parameters)
#define SAME_NAMES(X)                                                          \
  X(hipPointerGetAttributes, (hipPointerAttribute_t *, const void *))          \
  X(hipPointerGetAttribute, (void *, hipPointer_attribute, hipDeviceptr_t))    \
  X(hipDrvPointerGetAttributes,                                                \
    (unsigned, hipPointer_attribute *, void **, hipDeviceptr_t))               \
  X(hipMemcpyParam2D, (const hip_Memcpy2D *))                                  \
  X(hipMemcpyParam2DAsync, (const hip_Memcpy2D *, hipStream_t))                \
  X(hipDrvMemcpy2DUnaligned, (const hip_Memcpy2D *))                           \
  X(hipDrvMemcpy3D, (const HIP_MEMCPY3D *))                                    \
  X(hipDrvMemcpy3DAsync, (const HIP_MEMCPY3D *, hipStream_t))

static struct {
#define MEMBER(name, parameters) hipError_t(*name) parameters;
  SAME_NAMES(MEMBER)
#undef MEMBER
} next;

__attribute__((constructor)) static void find_next(void) {
  void *library = dlopen(QUERNHIP_FILE, RTLD_NOW | RTLD_NOLOAD);
  if (!library)
    abort(); // it is loaded: this library needs it
#define FIND(name, parameters) *(void **)&next.name = dlsym(library, #name);
  SAME_NAMES(FIND)
#undef FIND
}

// ---- Memory types

enum { HOST, DEVICE, ARRAY, UNIFIED };

static int type_of_5(hipMemoryType type) {
  switch (type) {
  case hipMemoryTypeDevice: return DEVICE;
  case hipMemoryTypeArray: return ARRAY;
  case hipMemoryTypeManaged:
  case hipMemoryTypeUnified: return UNIFIED;
  default: return HOST;
  }
}

// What HIP 5 does not have is refused by the function that gets it.
static hipMemoryType type_from_5(hipMemoryType type) {
  switch ((int)type) {
  case HOST: return hipMemoryTypeHost;
  case DEVICE: return hipMemoryTypeDevice;
  case ARRAY: return hipMemoryTypeArray;
  case UNIFIED: return hipMemoryTypeUnified;
  default: return (hipMemoryType)-1;
  }
}

EXPORT hipError_t hipPointerGetAttributes(hipPointerAttribute_t *to,
                                          const void *block) {
  const hipError_t e = next.hipPointerGetAttributes(to, block);
  if (e != hipSuccess)
    return e;
  const hipMemoryType type = to->type;
  to->type = (hipMemoryType)type_of_5(type);
  // Memory that nobody told HIP of was an error.
  return type == hipMemoryTypeUnregistered ? hipErrorInvalidValue : hipSuccess;
}

static void change_type(void *value, hipPointer_attribute attribute) {
  if (value && attribute == HIP_POINTER_ATTRIBUTE_MEMORY_TYPE)
    *(int *)value = type_of_5(*(hipMemoryType *)value);
}

EXPORT hipError_t hipPointerGetAttribute(void *value,
                                         hipPointer_attribute attribute,
                                         hipDeviceptr_t block) {
  const hipError_t e = next.hipPointerGetAttribute(value, attribute, block);
  if (e == hipSuccess)
    change_type(value, attribute);
  return e;
}

EXPORT hipError_t hipDrvPointerGetAttributes(unsigned count,
                                             hipPointer_attribute *attributes,
                                             void **values,
                                             hipDeviceptr_t block) {
  const hipError_t e =
      next.hipDrvPointerGetAttributes(count, attributes, values, block);
  for (unsigned i = 0; e == hipSuccess && i < count; ++i)
    change_type(values[i], attributes[i]);
  return e;
}

// ---- Copies

static const hip_Memcpy2D *copy_2d(const hip_Memcpy2D *copy, hip_Memcpy2D *to) {
  if (!copy)
    return NULL;
  *to = *copy;
  to->srcMemoryType = type_from_5(copy->srcMemoryType);
  to->dstMemoryType = type_from_5(copy->dstMemoryType);
  return to;
}

EXPORT hipError_t hipMemcpyParam2D(const hip_Memcpy2D *copy) {
  hip_Memcpy2D c;
  return next.hipMemcpyParam2D(copy_2d(copy, &c));
}

EXPORT hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D *copy,
                                        hipStream_t stream) {
  hip_Memcpy2D c;
  return next.hipMemcpyParam2DAsync(copy_2d(copy, &c), stream);
}

EXPORT hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D *copy) {
  hip_Memcpy2D c;
  return next.hipDrvMemcpy2DUnaligned(copy_2d(copy, &c));
}

typedef struct copy3d {
  unsigned srcXInBytes, srcY, srcZ, srcLOD;
  hipMemoryType srcMemoryType;
  const void *srcHost;
  hipDeviceptr_t srcDevice;
  hipArray_t srcArray;
  unsigned srcPitch, srcHeight, dstXInBytes, dstY, dstZ, dstLOD;
  hipMemoryType dstMemoryType;
  void *dstHost;
  hipDeviceptr_t dstDevice;
  hipArray_t dstArray;
  unsigned dstPitch, dstHeight, WidthInBytes, Height, Depth;
} copy3d;
_Static_assert(sizeof(copy3d) == 128, "HIP 5's HIP_MEMCPY3D");

static const HIP_MEMCPY3D *copy_3d(const copy3d *c, HIP_MEMCPY3D *to) {
  if (!c)
    return NULL;
  *to = (HIP_MEMCPY3D){.srcXInBytes = c->srcXInBytes,
                       .srcY = c->srcY,
                       .srcZ = c->srcZ,
                       .srcLOD = c->srcLOD,
                       .srcMemoryType = type_from_5(c->srcMemoryType),
                       .srcHost = c->srcHost,
                       .srcDevice = c->srcDevice,
                       .srcArray = c->srcArray,
                       .srcPitch = c->srcPitch,
                       .srcHeight = c->srcHeight,
                       .dstXInBytes = c->dstXInBytes,
                       .dstY = c->dstY,
                       .dstZ = c->dstZ,
                       .dstLOD = c->dstLOD,
                       .dstMemoryType = type_from_5(c->dstMemoryType),
                       .dstHost = c->dstHost,
                       .dstDevice = c->dstDevice,
                       .dstArray = c->dstArray,
                       .dstPitch = c->dstPitch,
                       .dstHeight = c->dstHeight,
                       .WidthInBytes = c->WidthInBytes,
                       .Height = c->Height,
                       .Depth = c->Depth};
  return to;
}

// The prototypes of the header are those of later releases.
EXPORT hipError_t drv_memcpy_3d(const copy3d *copy) __asm__("hipDrvMemcpy3D");
hipError_t drv_memcpy_3d(const copy3d *copy) {
  HIP_MEMCPY3D c;
  return next.hipDrvMemcpy3D(copy_3d(copy, &c));
}

EXPORT hipError_t drv_memcpy_3d_async(const copy3d *copy, hipStream_t stream)
    __asm__("hipDrvMemcpy3DAsync");
hipError_t drv_memcpy_3d_async(const copy3d *copy, hipStream_t stream) {
  HIP_MEMCPY3D c;
  return next.hipDrvMemcpy3DAsync(copy_3d(copy, &c), stream);
}

// ---- Functions with C++'s names

#define CREATE_SURFACE(tag, symbol)                                            \
  EXPORT hipError_t create_##tag(hipSurfaceObject_t *to,                       \
                                 const hipResourceDesc *resource)              \
      __asm__(symbol);                                                         \
  hipError_t create_##tag(hipSurfaceObject_t *to,                              \
                          const hipResourceDesc *resource) {                   \
    return hipCreateSurfaceObject(to, resource);                               \
  }
#define DESTROY_SURFACE(tag, symbol)                                           \
  EXPORT hipError_t destroy_##tag(hipSurfaceObject_t surface)                  \
      __asm__(symbol);                                                         \
  hipError_t destroy_##tag(hipSurfaceObject_t surface) {                       \
    return hipDestroySurfaceObject(surface);                                   \
  }
// Surface objects were numbers until HIP 5.1, and are addresses since.
CREATE_SURFACE(number, "_Z22hipCreateSurfaceObjectPyPK15hipResourceDesc")
CREATE_SURFACE(
    address, "_Z22hipCreateSurfaceObjectPP13__hip_surfacePK15hipResourceDesc")
DESTROY_SURFACE(number, "_Z23hipDestroySurfaceObjecty")
DESTROY_SURFACE(address, "_Z23hipDestroySurfaceObjectP13__hip_surface")

EXPORT hipError_t ext_module_launch(hipFunction_t f, uint32_t x, uint32_t y,
                                    uint32_t z, uint32_t block_x,
                                    uint32_t block_y, uint32_t block_z,
                                    size_t shared, hipStream_t stream,
                                    void **arguments, void **extra,
                                    hipEvent_t start, hipEvent_t stop,
                                    uint32_t flags)
    __asm__("_Z24hipExtModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStr"
            "eam_tPPvS4_P11ihipEvent_tS6_j");
hipError_t ext_module_launch(hipFunction_t f, uint32_t x, uint32_t y,
                             uint32_t z, uint32_t block_x, uint32_t block_y,
                             uint32_t block_z, size_t shared,
                             hipStream_t stream, void **arguments, void **extra,
                             hipEvent_t start, hipEvent_t stop,
                             uint32_t flags) {
  return hipExtModuleLaunchKernel(f, x, y, z, block_x, block_y, block_z, shared,
                                  stream, arguments, extra, start, stop, flags);
}

EXPORT hipError_t hcc_module_launch(hipFunction_t f, uint32_t x, uint32_t y,
                                    uint32_t z, uint32_t block_x,
                                    uint32_t block_y, uint32_t block_z,
                                    size_t shared, hipStream_t stream,
                                    void **arguments, void **extra,
                                    hipEvent_t start, hipEvent_t stop)
    __asm__("_Z24hipHccModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStr"
            "eam_tPPvS4_P11ihipEvent_tS6_");
hipError_t hcc_module_launch(hipFunction_t f, uint32_t x, uint32_t y,
                             uint32_t z, uint32_t block_x, uint32_t block_y,
                             uint32_t block_z, size_t shared,
                             hipStream_t stream, void **arguments, void **extra,
                             hipEvent_t start, hipEvent_t stop) {
  return hipExtModuleLaunchKernel(f, x, y, z, block_x, block_y, block_z, shared,
                                  stream, arguments, extra, start, stop, 0);
}
