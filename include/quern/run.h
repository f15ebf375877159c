/* SPDX-License-Identifier: Apache-2.0
 *
 * Loading and launching kernels from a program: any file that Quern can read
 * (a bundle, plain or compressed, or an image) in, checked launches out. No
 * compiler is needed at run time. Link with -lquernhip.
 *
 *   quern_error error = {0};
 *   quern_module *module = quern_module_load("k.hipfb", &error);
 *   const quern_kernel *k = quern_module_kernel(module, "saxpy", &error);
 *   const void *args[] = {&n, &a, &x, &y};         // addresses of the values
 *   quern_launch launch = {.grid = {4, 1, 1}, .block = {256, 1, 1},
 *                          .args = args, .arg_count = 4};
 *   if (quern_kernel_launch(module, k, &launch, &error) != 0)
 *     fprintf(stderr, "%s\n", error.message);
 *
 * Functions are thread-safe; one module may run many launches at a time.
 * Valid C11 and C++17.
 */
#ifndef QUERN_RUN_H
#define QUERN_RUN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define QUERN_RUN_API __attribute__((visibility("default")))
#else
#define QUERN_RUN_API
#endif

/* Why a call failed. Owned by the caller; untouched on success. */
typedef struct quern_error {
  char message[256]; /* what failed, lower case, no full stop */
  char hint[256];    /* what to do, or empty */
} quern_error;

typedef struct quern_module quern_module;
typedef struct quern_kernel quern_kernel; /* lives as long as its module */

/* Loads the image for this machine's CPU out of a file. NULL on failure; the
 * message lists what the file has when nothing fits. `error` may be NULL, here
 * and everywhere. Free with quern_module_free. */
QUERN_RUN_API quern_module *quern_module_load(const char *path,
                                              quern_error *error);
/* The same from memory, which may go after the call. */
QUERN_RUN_API quern_module *
quern_module_load_memory(const void *bytes, size_t size, quern_error *error);
/* Accepts NULL. No launch may be running. */
QUERN_RUN_API void quern_module_free(quern_module *module);

/* A kernel by symbol or by name as in the source. NULL when there is none, with
 * near names as the hint. */
QUERN_RUN_API const quern_kernel *
quern_module_kernel(const quern_module *module, const char *name,
                    quern_error *error);

/* A __device__ or __constant__ variable by its linkage name: its address, and
 * its size in bytes when `out_size` is not NULL. NULL when there is none. */
QUERN_RUN_API void *quern_module_variable(const quern_module *module,
                                          const char *name, size_t *out_size,
                                          quern_error *error);

/* The number of arguments, and the size in bytes of argument `index`, or 0. */
QUERN_RUN_API size_t quern_kernel_arg_count(const quern_kernel *kernel);
QUERN_RUN_API size_t quern_kernel_arg_size(const quern_kernel *kernel,
                                           size_t index);

typedef struct quern_launch {
  uint32_t grid[3];        /* groups */
  uint32_t block[3];       /* threads of a group */
  uint32_t shared_size;    /* dynamic shared memory, bytes */
  const void *const *args; /* addresses of the values, in order */
  size_t arg_count;
  const size_t *arg_sizes; /* bytes, to be checked; NULL: taken on trust */
} quern_launch;

/* Checks the launch against the kernel's description, then runs it to its end
 * on all CPUs of the process. 0, or -1 with the reason: wrong count or size, a
 * block beyond the launch bounds, a trap or failed assertion in the kernel. */
QUERN_RUN_API int quern_kernel_launch(quern_module *module,
                                      const quern_kernel *kernel,
                                      const quern_launch *launch,
                                      quern_error *error);

/* Why this thread's last call of HIP's or CUDA's API was refused, in a sentence
 * that hipGetErrorString cannot say; "" without one. Valid until the thread's
 * next call. */
QUERN_RUN_API const char *quern_reason(void);

#ifdef __cplusplus
}
#endif

#endif /* QUERN_RUN_H */
