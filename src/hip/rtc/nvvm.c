// SPDX-License-Identifier: Apache-2.0
// libNVVM's functions: `quern nvvm` compiles the modules in a child process.
//
// A program belongs to one thread at a time, different ones to any threads.
#include "cuda/nvvm.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/system/file.h"
#include "base/system/log.h"
#include "base/text.h"
#include "hip/rtc/rtc.h"
#include "targets/nvvm.h"
#include "targets/target.h"

enum { MAGIC = 0x4d56564e, USAGE = 2, VERSION_MAJOR = 2, VERSION_MINOR = 0 };

typedef struct nvvm_module {
  qn_buffer bytes;
  qn_str name; // for messages
  bool lazy;
} nvvm_module;

struct _nvvmProgram {
  uint32_t magic; // MAGIC while it lives
  qn_arena arena; // names, and the list
  nvvm_module *modules;
  size_t count, capacity;
  bool compiled;
  qn_buffer code, log;
};

// ---- What there is

const char *nvvmGetErrorString(nvvmResult result) {
  static const char *const names[] = {"NVVM_SUCCESS",
                                      "NVVM_ERROR_OUT_OF_MEMORY",
                                      "NVVM_ERROR_PROGRAM_CREATION_FAILURE",
                                      "NVVM_ERROR_IR_VERSION_MISMATCH",
                                      "NVVM_ERROR_INVALID_INPUT",
                                      "NVVM_ERROR_INVALID_PROGRAM",
                                      "NVVM_ERROR_INVALID_IR",
                                      "NVVM_ERROR_INVALID_OPTION",
                                      "NVVM_ERROR_NO_MODULE_IN_PROGRAM",
                                      "NVVM_ERROR_COMPILATION",
                                      "NVVM_ERROR_CANCELLED"};
  return (size_t)result < sizeof(names) / sizeof(names[0])
             ? names[result]
             : "NVVM_ERROR unknown";
}

nvvmResult nvvmVersion(int *major, int *minor) {
  if (!major || !minor)
    return NVVM_ERROR_INVALID_INPUT;
  *major = VERSION_MAJOR;
  *minor = VERSION_MINOR;
  return NVVM_SUCCESS;
}

nvvmResult nvvmIRVersion(int *majorIR, int *minorIR, int *majorDbg,
                         int *minorDbg) {
  if (!majorIR || !minorIR || !majorDbg || !minorDbg)
    return NVVM_ERROR_INVALID_INPUT;
  *majorIR = QN_NVVM_IR_MAJOR;
  *minorIR = QN_NVVM_IR_MINOR;
  *majorDbg = QN_NVVM_DEBUG_MAJOR;
  *minorDbg = QN_NVVM_DEBUG_MINOR;
  return NVVM_SUCCESS;
}

static bool is_arch(const char *arch) {
  static const char prefix[] = "compute_";
  char name[32];
  size_t count;
  const qn_target_row *rows = qn_target_rows(&count);
  if (strncmp(arch, prefix, sizeof(prefix) - 1) != 0)
    return false;
  snprintf(name, sizeof(name), "sm_%s", arch + sizeof(prefix) - 1);
  for (size_t i = 0; i < count; ++i)
    if (strcmp(rows[i].name, name) == 0)
      return true;
  return false;
}

nvvmResult nvvmLLVMVersion(const char *arch, int *major) {
  if (!arch || !major || !is_arch(arch))
    return NVVM_ERROR_INVALID_INPUT;
  uint64_t release = 0;
  (void)qn_text_uint(QN_STR(QUERN_LLVM_MAJOR), &release);
  *major = (int)release;
  return NVVM_SUCCESS;
}

// ---- Programs

static bool is_alive(nvvmProgram p) { return p && p->magic == MAGIC; }

nvvmResult nvvmCreateProgram(nvvmProgram *prog) {
  qn_runtime_log_init();
  if (!prog)
    return NVVM_ERROR_INVALID_PROGRAM;
  nvvmProgram p = qn_alloc_array(1, sizeof(*p));
  if (!p)
    return NVVM_ERROR_OUT_OF_MEMORY;
  p->magic = MAGIC;
  *prog = p;
  return NVVM_SUCCESS;
}

nvvmResult nvvmDestroyProgram(nvvmProgram *prog) {
  if (!prog || !is_alive(*prog))
    return NVVM_ERROR_INVALID_PROGRAM;
  nvvmProgram p = *prog;
  p->magic = 0;
  for (size_t i = 0; i < p->count; ++i)
    qn_buffer_finish(&p->modules[i].bytes);
  qn_buffer_finish(&p->code);
  qn_buffer_finish(&p->log);
  qn_arena_finish(&p->arena);
  qn_free(p);
  *prog = NULL;
  return NVVM_SUCCESS;
}

// Text may come with its NUL.
static size_t size_of(const char *bytes, size_t size) {
  while (size && !bytes[size - 1] && bytes[0] != 'B' &&
         (unsigned char)bytes[0] != 0xde)
    --size;
  return size;
}

static nvvmResult add(nvvmProgram p, const char *bytes, size_t size,
                      const char *name, bool lazy) {
  if (!is_alive(p))
    return NVVM_ERROR_INVALID_PROGRAM;
  if (!bytes || !size_of(bytes, size))
    return NVVM_ERROR_INVALID_INPUT;
  nvvm_module *modules = qn_arena_grow(&p->arena, p->modules, p->count,
                                       &p->capacity, sizeof(*modules));
  const qn_str copy = qn_arena_copy(
      &p->arena, qn_str_from(name && name[0] ? name : "<unnamed>"));
  if (modules)
    p->modules = modules; // its capacity is counted
  if (!modules || !copy.data)
    return NVVM_ERROR_OUT_OF_MEMORY;
  nvvm_module *module = &modules[p->count];
  *module = (nvvm_module){.name = copy, .lazy = lazy};
  qn_buffer_append(&module->bytes, bytes, size_of(bytes, size));
  if (module->bytes.failed) {
    qn_buffer_finish(&module->bytes);
    return NVVM_ERROR_OUT_OF_MEMORY;
  }
  ++p->count;
  return NVVM_SUCCESS;
}

nvvmResult nvvmAddModuleToProgram(nvvmProgram prog, const char *buffer,
                                  size_t size, const char *name) {
  return add(prog, buffer, size, name, false);
}

nvvmResult nvvmLazyAddModuleToProgram(nvvmProgram prog, const char *buffer,
                                      size_t size, const char *name) {
  return add(prog, buffer, size, name, true);
}

// ---- Compiling

// What libNVVM documents; the tool has more options, which are not for here.
static bool is_option(const char *option) {
  static const char *const exact[] = {"-g", "-generate-line-info", "-gen-lto",
                                      "-nvvm-latest"};
  static const char *const valued[] = {"-opt=",
                                       "-arch=",
                                       "-ftz=",
                                       "-fma=",
                                       "-prec-sqrt=",
                                       "-prec-div=",
                                       "-jump-table-density=",
                                       "-ptx-version-target="};
  for (size_t i = 0; option && i < sizeof(exact) / sizeof(exact[0]); ++i)
    if (strcmp(option, exact[i]) == 0)
      return true;
  for (size_t i = 0; option && i < sizeof(valued) / sizeof(valued[0]); ++i)
    if (strncmp(option, valued[i], strlen(valued[i])) == 0)
      return true;
  return false;
}

static bool has_option(int count, const char *const *options,
                       const char *wanted) {
  for (int i = 0; i < count; ++i)
    if (strcmp(options[i], wanted) == 0)
      return true;
  return false;
}

static qn_str module_path(qn_arena *arena, const char *folder, size_t index) {
  return qn_arena_printf(arena, "%s/%zu.ll", folder, index);
}

static void add_modules(nvvmProgram p, const char *folder, qn_child *c) {
  for (size_t i = 0; i < p->count; ++i) {
    const qn_str path = module_path(&c->arena, folder, i);
    if (!path.data ||
        qn_failed(qn_file_write(path.data, qn_buffer_span(&p->modules[i].bytes),
                                NULL))) {
      c->failed = true;
      return;
    }
    if (p->modules[i].lazy)
      qn_child_add_text(c, "--lazy=", path.data);
  }
  qn_child_add(c, "--");
  for (size_t i = 0; i < p->count; ++i)
    if (!p->modules[i].lazy)
      qn_child_add(c, module_path(&c->arena, folder, i).data);
}

// The module whose file `text` starts with; its size in `*out_size`.
static const nvvm_module *named_at(nvvmProgram p, const char *folder,
                                   qn_str text, size_t *out_size) {
  char path[PATH_MAX];
  for (size_t i = 0; i < p->count; ++i) {
    snprintf(path, sizeof(path), "%s/%zu.ll", folder, i);
    *out_size = strlen(path);
    if (qn_str_starts(text, qn_str_from(path)))
      return &p->modules[i];
  }
  return NULL;
}

// Messages name modules by what the program called them.
static void append_log(nvvmProgram p, const char *folder, qn_str said) {
  while (said.size) {
    size_t size = 0;
    const nvvm_module *module =
        said.data[0] == folder[0] ? named_at(p, folder, said, &size) : NULL;
    if (module)
      qn_buffer_append_str(&p->log, module->name);
    else
      qn_buffer_u8(&p->log, (uint8_t)said.data[0]);
    said = qn_str_skip(said, module ? size : 1);
  }
}

static nvvmResult judge(const qn_buffer *said, int code, bool verify) {
  const char *mark = QN_NVVM_IR_VERSION;
  if (!code)
    return NVVM_SUCCESS;
  if (code == USAGE)
    return NVVM_ERROR_INVALID_OPTION;
  if (qn_str_search(qn_buffer_str(said), qn_str_from(mark)))
    return NVVM_ERROR_IR_VERSION_MISMATCH;
  return verify && code == 1 ? NVVM_ERROR_INVALID_IR : NVVM_ERROR_COMPILATION;
}

static nvvmResult run_in(nvvmProgram p, const char *folder, int count,
                         const char *const *options, bool verify) {
  char tool[PATH_MAX], output[PATH_MAX], here[RTC_TARGET_SIZE];
  qn_child c = {0};
  qn_buffer said = {0};
  if (!rtc_find_tool(&p->log, tool))
    return NVVM_ERROR_COMPILATION;
  snprintf(output, sizeof(output), "%s/code", folder);
  qn_child_add(&c, tool);
  qn_child_add(&c, "nvvm");
  qn_child_add(&c, "--color=never");
  for (int i = 0; i < count; ++i)
    qn_child_add(&c, options[i]);
  qn_child_add_text(&c, "--carry=", rtc_target_here(here));
  if (verify)
    qn_child_add(&c, "--verify");
  qn_child_add(&c, "-o");
  qn_child_add(&c, output);
  add_modules(p, folder, &c);
  const nvvmResult result = judge(&said, rtc_run(&c, &said), verify);
  qn_child_finish(&c);
  append_log(p, folder, qn_buffer_str(&said));
  qn_buffer_finish(&said);
  if (result == NVVM_SUCCESS && !verify)
    rtc_read_file(output, &p->code);
  return result;
}

static nvvmResult run(nvvmProgram p, int count, const char *const *options,
                      bool verify) {
  qn_temp temp;
  size_t eager = 0;
  if (!is_alive(p))
    return NVVM_ERROR_INVALID_PROGRAM;
  for (size_t i = 0; i < p->count; ++i)
    eager += !p->modules[i].lazy;
  if (!eager)
    return NVVM_ERROR_NO_MODULE_IN_PROGRAM;
  qn_buffer_clear(&p->log);
  if (count < 0 || (count && !options))
    return NVVM_ERROR_INVALID_OPTION;
  for (int i = 0; i < count; ++i)
    if (!is_option(options[i])) {
      qn_buffer_printf(&p->log, "error: NVVM's compiler has no option '%s'\n",
                       options[i] ? options[i] : "NULL");
      return NVVM_ERROR_INVALID_OPTION;
    }
  if (qn_failed(qn_temp_create(&temp, NULL)))
    return NVVM_ERROR_COMPILATION;
  const nvvmResult result = run_in(p, temp.path, count, options, verify);
  qn_temp_finish(&temp);
  return p->log.failed || p->code.failed ? NVVM_ERROR_OUT_OF_MEMORY : result;
}

nvvmResult nvvmCompileProgram(nvvmProgram prog, int numOptions,
                              const char **options) {
  if (is_alive(prog)) {
    prog->compiled = false;
    qn_buffer_clear(&prog->code);
  }
  const nvvmResult result =
      run(prog, numOptions, (const char *const *)options, false);
  if (result != NVVM_SUCCESS)
    return result;
  prog->compiled = true;
  if (!has_option(numOptions, (const char *const *)options, "-gen-lto"))
    qn_buffer_u8(&prog->code, 0); // PTX is a text with its NUL
  return prog->code.failed ? NVVM_ERROR_OUT_OF_MEMORY : NVVM_SUCCESS;
}

nvvmResult nvvmVerifyProgram(nvvmProgram prog, int numOptions,
                             const char **options) {
  return run(prog, numOptions, (const char *const *)options, true);
}

// ---- Results

nvvmResult nvvmGetCompiledResultSize(nvvmProgram prog, size_t *bufferSizeRet) {
  if (!is_alive(prog) || !prog->compiled)
    return NVVM_ERROR_INVALID_PROGRAM;
  if (!bufferSizeRet)
    return NVVM_ERROR_INVALID_INPUT;
  *bufferSizeRet = prog->code.size;
  return NVVM_SUCCESS;
}

nvvmResult nvvmGetCompiledResult(nvvmProgram prog, char *buffer) {
  if (!is_alive(prog) || !prog->compiled)
    return NVVM_ERROR_INVALID_PROGRAM;
  if (!buffer)
    return NVVM_ERROR_INVALID_INPUT;
  memcpy(buffer, prog->code.data, prog->code.size);
  return NVVM_SUCCESS;
}

nvvmResult nvvmGetProgramLogSize(nvvmProgram prog, size_t *bufferSizeRet) {
  if (!is_alive(prog))
    return NVVM_ERROR_INVALID_PROGRAM;
  if (!bufferSizeRet)
    return NVVM_ERROR_INVALID_INPUT;
  *bufferSizeRet = prog->log.size + 1;
  return NVVM_SUCCESS;
}

nvvmResult nvvmGetProgramLog(nvvmProgram prog, char *buffer) {
  if (!is_alive(prog))
    return NVVM_ERROR_INVALID_PROGRAM;
  if (!buffer)
    return NVVM_ERROR_INVALID_INPUT;
  memcpy(buffer, qn_buffer_text(&prog->log), prog->log.size + 1);
  return NVVM_SUCCESS;
}
