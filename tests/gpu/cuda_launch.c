// SPDX-License-Identifier: Apache-2.0
// Launches one kernel of a cubin or PTX image on an NVIDIA GPU through its
// driver, with the arguments of `quern run`, and checks the expectations. Exits
// with 0 when all hold, 1 when not, 77 where there is no driver or GPU.
//
//   cuda_launch IMAGE KERNEL GX,GY,GZ BX,BY,BZ SHARED [ARG]...
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/dl.h"
#include "base/file.h"
#include "cli/run_args.h"

enum { SKIPPED = 77, ARGS_MAX = 64 };

// The few functions of libcuda that a launch takes (cuda.h names them _v2).
typedef struct cuda {
  int (*cuInit)(unsigned flags);
  int (*cuDeviceGet)(int *device, int ordinal);
  int (*cuCtxCreate)(void **context, unsigned flags, int device);
  int (*cuModuleLoadData)(void **module, const void *image);
  int (*cuModuleGetFunction)(void **function, void *module, const char *name);
  int (*cuMemAlloc)(uint64_t *address, size_t size);
  int (*cuMemcpyHtoD)(uint64_t to, const void *from, size_t size);
  int (*cuMemcpyDtoH)(void *to, uint64_t from, size_t size);
  int (*cuFuncSetAttribute)(void *function, int attribute, int value);
  int (*cuLaunchKernel)(void *function, unsigned gx, unsigned gy, unsigned gz,
                        unsigned bx, unsigned by, unsigned bz, unsigned shared,
                        void *stream, void **params, void **extra);
  int (*cuLaunchCooperativeKernel)(void *function, unsigned gx, unsigned gy,
                                   unsigned gz, unsigned bx, unsigned by,
                                   unsigned bz, unsigned shared, void *stream,
                                   void **params);
  int (*cuCtxSynchronize)(void);
  int (*cuGetErrorString)(int error, const char **text);
} cuda;

static const qn_dl_symbol symbols[] = {
    {"cuInit", offsetof(cuda, cuInit), true},
    {"cuDeviceGet", offsetof(cuda, cuDeviceGet), true},
    {"cuCtxCreate_v2", offsetof(cuda, cuCtxCreate), true},
    {"cuModuleLoadData", offsetof(cuda, cuModuleLoadData), true},
    {"cuModuleGetFunction", offsetof(cuda, cuModuleGetFunction), true},
    {"cuMemAlloc_v2", offsetof(cuda, cuMemAlloc), true},
    {"cuMemcpyHtoD_v2", offsetof(cuda, cuMemcpyHtoD), true},
    {"cuMemcpyDtoH_v2", offsetof(cuda, cuMemcpyDtoH), true},
    {"cuFuncSetAttribute", offsetof(cuda, cuFuncSetAttribute), true},
    {"cuLaunchKernel", offsetof(cuda, cuLaunchKernel), true},
    {"cuLaunchCooperativeKernel", offsetof(cuda, cuLaunchCooperativeKernel),
     true},
    {"cuCtxSynchronize", offsetof(cuda, cuCtxSynchronize), true},
    {"cuGetErrorString", offsetof(cuda, cuGetErrorString), true},
};

static cuda cu;

static void check(int error, const char *call) {
  const char *text = NULL;
  if (!error)
    return;
  cu.cuGetErrorString(error, &text);
  fprintf(stderr, "%s: %s\n", call, text ? text : "unknown error");
  exit(1);
}
#define CUDA(name, ...) check(cu.name(__VA_ARGS__), #name)

static void dimensions(const char *text, unsigned out[3]) {
  out[0] = out[1] = out[2] = 1;
  sscanf(text, "%u,%u,%u", &out[0], &out[1], &out[2]);
}

static void open_driver(void) {
  static const char *const names[] = {"libcuda.so.1", NULL};
  qn_diag diag = {0};
  qn_dl dl;
  if (qn_failed(qn_dl_open(names, &dl, NULL, &diag)) ||
      qn_failed(qn_dl_load(&dl, symbols, sizeof(symbols) / sizeof(symbols[0]),
                           &cu, &diag)) ||
      cu.cuInit(0) != 0) {
    fprintf(stderr, "skipped: no NVIDIA driver or GPU (%s)\n", diag.message);
    exit(SKIPPED);
  }
}

static void *load_function(const char *path, const char *name) {
  enum { MAX_DYNAMIC_SHARED = 8 };
  qn_diag diag = {0};
  qn_file file;
  int device;
  void *context;
  void *module;
  void *function;
  if (qn_failed(qn_file_open(path, 0, &file, &diag))) {
    fprintf(stderr, "%s\n", diag.message);
    exit(1);
  }
  CUDA(cuDeviceGet, &device, 0);
  CUDA(cuCtxCreate, &context, 0, device);
  char *copy = calloc(1, file.bytes.size + 1); // PTX wants a NUL behind it
  memcpy(copy, file.bytes.data, file.bytes.size);
  CUDA(cuModuleLoadData, &module, copy);
  CUDA(cuModuleGetFunction, &function, module, name);
  return function;
}

int main(int argc, char **argv) {
  qn_run_arg args[ARGS_MAX];
  uint64_t addresses[ARGS_MAX];
  void *params[ARGS_MAX];
  unsigned grid[3];
  unsigned block[3];
  const int count = argc - 6;
  if (count < 0 || count > ARGS_MAX)
    return 2;
  open_driver();
  dimensions(argv[3], grid);
  dimensions(argv[4], block);
  const unsigned shared = (unsigned)atoi(argv[5]);
  void *function = load_function(argv[1], argv[2]);
  for (int i = 0; i < count; ++i) {
    qn_diag diag = {0};
    if (qn_failed(qn_run_arg_parse(argv[6 + i], &args[i], &diag))) {
      fprintf(stderr, "%s\n", diag.message);
      return 2;
    }
    params[i] = args[i].is_buffer ? (void *)&addresses[i]
                                  : (void *)(uintptr_t)args[i].value.bytes;
    if (!args[i].is_buffer)
      continue;
    CUDA(cuMemAlloc, &addresses[i], args[i].size);
    CUDA(cuMemcpyHtoD, addresses[i], args[i].bytes, args[i].size);
  }
  if (shared > 48 * 1024)
    CUDA(cuFuncSetAttribute, function, 8, (int)shared);
  if (getenv("COOPERATIVE"))
    CUDA(cuLaunchCooperativeKernel, function, grid[0], grid[1], grid[2],
         block[0], block[1], block[2], shared, NULL, params);
  else
    CUDA(cuLaunchKernel, function, grid[0], grid[1], grid[2], block[0],
         block[1], block[2], shared, NULL, params, NULL);
  CUDA(cuCtxSynchronize);
  int failed = 0;
  for (int i = 0; i < count; ++i) {
    double worst;
    size_t index;
    if (!args[i].is_buffer)
      continue;
    CUDA(cuMemcpyDtoH, args[i].bytes, addresses[i], args[i].size);
    if (args[i].expected && !qn_run_arg_check(&args[i], &worst, &index)) {
      char got[48];
      char want[48];
      qn_number_print(args[i].type, args[i].bytes, index, got);
      qn_number_print(args[i].type, args[i].expected, index, want);
      fprintf(stderr, "argument %d element %zu: expected %s, found %s\n", i,
              index, want, got);
      failed = 1;
    }
  }
  return failed;
}
