// SPDX-License-Identifier: Apache-2.0
// Loading and launching kernels from a program: it takes any file that Quern
// can read (an image, or a bundle, plain or compressed), checks every launch,
// and runs on the device that the caller chose. No compiler is needed at run
// time.
//
//   quern_error error = QUERN_ERROR_INIT;
//   quern_device *cpu;
//   quern_module *module;
//   const quern_kernel *saxpy;
//   const void *args[] = {&n, &a, &x, &y};          // addresses of the values
//   quern_launch launch = QUERN_LAUNCH_INIT;
//   launch.grid[0] = 4, launch.block[0] = 256;
//   launch.args = args, launch.arg_count = 4;
//   if (quern_device_open("cpu", &cpu, &error) ||
//       quern_module_open_file(cpu, "k.hipfb", &module, &error) ||
//       quern_module_find_kernel(module, "saxpy", &saxpy, &error) ||
//       quern_kernel_launch(saxpy, &launch, &error))
//     fprintf(stderr, "%s\n", error.message);
//
// This works side by side with HIP's API: both number devices alike, memory
// from hipMalloc may be passed to these launches and memory from
// quern_memory_allocate to HIP's, and launches of both run in order on a
// device's default stream.
//
// Threads: any function may be called from any thread at any time, even on the
// same object; only close and free objects after their last use. Linked with
// -lquernhip.
#ifndef QUERN_RUN_H
#define QUERN_RUN_H

#include <stddef.h>
#include <stdint.h>

#include "quern/error.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct quern_device quern_device;
typedef struct quern_module quern_module;
typedef struct quern_kernel quern_kernel; // lives as long as its module

// ---- Devices

// The devices that the program sees: those that QUERN_DEVICE chooses, or by
// default all GPUs followed by the CPU. 0 if there are none. Never fails.
QUERN_API size_t quern_device_count(void);

// Opens a device; close it with quern_device_close. `name` is
//   "cpu"        this machine's CPU
//   "cuda:1"     the NVIDIA GPU with that number, from 0; "cuda" is the first
//   "0", "1"     the device with that number, as in HIP, below
//                quern_device_count
//   NULL         the calling thread's current device, which hipSetDevice sets
//                (device 0 by default)
// A kind that QUERN_DEVICE hides can still be named. A device is initialised at
// its first use, which takes a while for GPUs.
//   QUERN_E_ARGUMENT   `name` is not a valid name, or `out_device` is NULL
//   QUERN_E_NOT_FOUND  there is no such kind, or no device with that number
//   QUERN_E_DEVICE     there is no driver or no device of that kind, or the
//                      driver refuses; the message says why
//   QUERN_E_MEMORY
QUERN_API quern_status quern_device_open(const char *name,
                                         quern_device **out_device,
                                         quern_error *error);
// Close a device after its modules and its memory. NULL is fine.
QUERN_API void quern_device_close(quern_device *device);

// What a device is.
typedef struct quern_device_info {
  size_t size;              // sizeof(quern_device_info)
  char name[64];            // "cuda:1", as quern_device_open takes it
  char description[256];    // as its driver names it, for people
  char target[64];          // what `quern compile -t` takes: "sm_90"
  uint64_t memory_size;     // bytes
  uint32_t warp_size;       // lanes
  uint32_t multiprocessors; // of a CPU: threads that run kernels
  uint32_t max_threads;     // of a block
  uint32_t shared_size;     // of a block, bytes
  uint32_t host_memory;     // 1: kernels may use any memory of the program
  int32_t ordinal;          // HIP's number; -1: HIP does not see it
} quern_device_info;

#define QUERN_DEVICE_INFO_INIT                                                 \
  {sizeof(quern_device_info), {0}, {0}, {0}, 0, 0, 0, 0, 0, 0, -1}

// Fills in `out_info`. QUERN_E_ARGUMENT for NULL and a size that is not set.
QUERN_API quern_status quern_device_describe(const quern_device *device,
                                             quern_device_info *out_info,
                                             quern_error *error);

// ---- Memory
//
// Only for devices whose kernels cannot use the program's own memory
// (quern_device_info.host_memory); it works on all.

// Allocates `size` bytes that kernels of the device may use, aligned to at
// least 256 bytes; free them with quern_memory_free. A size of 0 gives NULL.
//   QUERN_E_ARGUMENT  `device` or `out_address` is NULL
//   QUERN_E_MEMORY    the device does not have that much
//   QUERN_E_DEVICE    the driver refuses
QUERN_API quern_status quern_memory_allocate(quern_device *device, size_t size,
                                             void **out_address,
                                             quern_error *error);
// Waits for the device's work, then frees memory from quern_memory_allocate.
// NULL is fine. QUERN_E_ARGUMENT for any other address, QUERN_E_DEVICE when
// earlier work of the device failed.
QUERN_API quern_status quern_memory_free(void *address, quern_error *error);
// Copies `size` bytes after the device's earlier work, and returns when the
// copy is done. Each side is memory of the program or of a device.
//   QUERN_E_ARGUMENT  an address is NULL, or the bytes are not all in one
//                     allocation
//   QUERN_E_DEVICE    this copy, or earlier work, failed
QUERN_API quern_status quern_memory_copy(quern_device *device, void *to,
                                         const void *from, size_t size,
                                         quern_error *error);

// ---- Modules

// Loads the image that fits `device` best from `size` bytes at `bytes`, which
// need not outlive the call. NULL for `device` is the calling thread's current
// one, as in quern_device_open. Close the module with quern_module_close.
//   QUERN_E_ARGUMENT     `bytes` or `out_module` is NULL
//   QUERN_E_NOT_FOUND    no image fits; the message lists those found, the
//                        hint says how to make one
//   QUERN_E_MALFORMED    the file, or an image in it, contradicts itself
//   QUERN_E_UNSUPPORTED  it is in no format that Quern reads
//   QUERN_E_DEVICE       the driver rejects the image
//   QUERN_E_MEMORY, QUERN_E_LIMIT
QUERN_API quern_status quern_module_open(quern_device *device,
                                         const void *bytes, size_t size,
                                         quern_module **out_module,
                                         quern_error *error);
// The same for a file; "-" is standard input. Also QUERN_E_NOT_FOUND when it
// does not exist and QUERN_E_IO when it cannot be read.
QUERN_API quern_status quern_module_open_file(quern_device *device,
                                              const char *path,
                                              quern_module **out_module,
                                              quern_error *error);
// None of its kernels may be running. NULL is fine.
QUERN_API void quern_module_close(quern_module *module);

// Finds a kernel by symbol ("_Z5saxpyifPKfPf") or, where it is unambiguous, by
// its name in the source ("saxpy", "ns::sum<float>").
//   QUERN_E_ARGUMENT   a parameter is NULL, or several kernels have that name
//   QUERN_E_NOT_FOUND  no kernel has; the hint lists similar names
QUERN_API quern_status quern_module_find_kernel(const quern_module *module,
                                                const char *name,
                                                const quern_kernel **out_kernel,
                                                quern_error *error);

// Finds a __device__ or __constant__ variable by its linkage name: its address
// on the device, and its size in bytes unless `out_size` is NULL. The address
// is valid as long as the module. QUERN_E_ARGUMENT, QUERN_E_NOT_FOUND as above.
QUERN_API quern_status quern_module_find_variable(const quern_module *module,
                                                  const char *name,
                                                  void **out_address,
                                                  size_t *out_size,
                                                  quern_error *error);

// ---- Kernels

// The number of arguments, and the size in bytes of argument `index`; 0 past
// the last and for NULL. Never fail.
QUERN_API size_t quern_kernel_arg_count(const quern_kernel *kernel);
QUERN_API size_t quern_kernel_arg_size(const quern_kernel *kernel,
                                       size_t index);

// A launch. Everything is borrowed for the call.
typedef struct quern_launch {
  size_t size;             // sizeof(quern_launch)
  const void *const *args; // addresses of the values, in order
  size_t arg_count;
  const size_t *arg_sizes; // bytes, which are checked; NULL: not checked
  uint32_t grid[3];        // blocks
  uint32_t block[3];       // threads of a block
  uint32_t shared_size;    // dynamic shared memory of a block, bytes
  uint32_t flags;          // 0
} quern_launch;

#define QUERN_LAUNCH_INIT                                                      \
  {sizeof(quern_launch), NULL, 0, NULL, {1, 1, 1}, {1, 1, 1}, 0, 0}

// Checks the launch against the kernel's record, runs it in order on the
// device's default stream, and returns when it has ended.
//   QUERN_E_ARGUMENT     a wrong count or size of arguments, an address that is
//                        NULL, a grid or a block beyond the device's or the
//                        kernel's bounds
//   QUERN_E_UNSUPPORTED  an unknown flag; grid-wide barriers on a
//                        device without them
//   QUERN_E_DEVICE       a trap or a failed assertion in the kernel, or the
//                        driver refuses
//   QUERN_E_MEMORY
QUERN_API quern_status quern_kernel_launch(const quern_kernel *kernel,
                                           const quern_launch *launch,
                                           quern_error *error);

// ---- HIP's and CUDA's API

// Why this thread's last hip*, cuda* or cu* call failed, in more detail than
// hipGetErrorString can give; "" if it did not fail or there is nothing to add.
// The library owns the text, which is valid until the thread's next call. Never
// fails.
QUERN_API const char *quern_reason(void);

// ---- Marks in a trace (QUERN_TRACE), in the track of the calling thread

// Whether a trace is written, or a profiler (CUPTI) watches. If not, the others
// do nothing and return -2 or 0.
QUERN_API int quern_trace_is_on(void);
// A moment.
QUERN_API void quern_trace_mark(const char *name);
// Ranges inside of one another, for each thread and `domain` (any address, or
// NULL) by themselves. Return the depth, from 0, of the range that begins or
// ends; -1: none began, or there are too many (64).
QUERN_API int quern_trace_push(const void *domain, const char *name);
QUERN_API int quern_trace_pop(const void *domain);
// Ranges that may overlap, and end in another thread. 0: none.
QUERN_API uint64_t quern_trace_begin(const char *name);
QUERN_API void quern_trace_end(uint64_t range);

#ifdef __cplusplus
}
#endif

#endif // QUERN_RUN_H
