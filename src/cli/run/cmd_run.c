// SPDX-License-Identifier: Apache-2.0
// quern run: launches one kernel from the shell and checks its results.
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/system/file.h"
#include "cli/core/compiler.h"
#include "cli/run/args.h"
#include "cli/run/op.h"
#include "formats/core/format.h"
#include "runtime/core/memory.h"

typedef struct run_options {
  const char *grid;
  const char *block;
  int64_t shared;
  const char *device;
  int64_t repeat;
  bool time;
  bool check;
  int64_t print;
  const char *dump;
  int64_t threads;
  bool scalar;
  qn_opt_list defines, includes;
  const char *op;
  const char *tensors;
  const char *op_params;
  qn_opt_list folders;
} run_options;

// The state of one run; finished in one place.
typedef struct session {
  const qn_cli *cli;
  const run_options *options;
  qn_run_op op; // with --op
  qn_file file;
  qn_buffer compiled; // the image, when FILE is a source
  qn_module *module;
  qn_device *device;
  const qn_kernel *kernel;
  qn_run_arg *args;
  qn_value *values;
  size_t arg_count;
  double *times; // ns, one per repetition
} session;

// ---- Getting the module

static bool is_source(const char *path) {
  static const char *const extensions[] = {".cu", ".hip", ".cpp", ".cc",
                                           ".cxx"};
  const qn_str extension = qn_path_extension(qn_str_from(path));
  for (size_t i = 0; i < sizeof(extensions) / sizeof(extensions[0]); ++i)
    if (qn_str_equal(extension, qn_str_from(extensions[i])))
      return true;
  return false;
}

static const char **source_args(const run_options *options, qn_arena *arena) {
  const char **args = qn_arena_alloc(
      arena, options->defines.count + options->includes.count + 1,
      sizeof(*args));
  size_t at = 0;
  for (size_t i = 0; args && i < options->defines.count; ++i)
    args[at++] = qn_arena_printf(arena, "-D%s", options->defines.items[i]).data;
  for (size_t i = 0; args && i < options->includes.count; ++i)
    args[at++] =
        qn_arena_printf(arena, "-I%s", options->includes.items[i]).data;
  return args;
}

// Compiles FILE for the device into s->compiled. Returns the exit code.
static int compile_source(session *s, qn_arena *arena) {
  qn_diag diag = {0};
  qn_target target;
  const qn_compiler_api *api;
  qn_status status =
      qn_target_parse(qn_str_from(s->device->info.target), &target, &diag);
  if (!qn_failed(status) &&
      qn_failed(status = qn_cli_load_compiler(&api, &diag))) {
    (void)qn_cli_fail(s->cli, &diag, NULL, (qn_span){0});
    return QN_EXIT_ENVIRONMENT;
  }
  if (qn_failed(status))
    return qn_cli_fail(s->cli, &diag, NULL, (qn_span){0});
  const qn_compile_params params = {
      .sources = s->cli->operands,
      .source_count = 1,
      .targets = &target,
      .target_count = 1,
      .front_end_args = source_args(s->options, arena),
      .opt_level = s->options->scalar ? 0 : 3,
      .debug = s->options->scalar ? QN_DEBUG_FULL : QN_DEBUG_NONE,
      .color = s->cli->color_err,
  };
  qn_compile_result result = {0};
  status = api->compile(&params, &result, &diag);
  const int code = qn_cli_compile_failed(s->cli, &result, status, &diag);
  if (code == QN_EXIT_OK)
    qn_buffer_append(&s->compiled, result.targets[0].image.data,
                     result.targets[0].image.size);
  qn_compile_result_finish(&result);
  return code;
}

static int open_module(session *s) {
  qn_diag diag = {0};
  const char *path = s->cli->operands[0];
  qn_status status;
  if (is_source(path)) {
    qn_arena arena = {0};
    const int code = compile_source(s, &arena);
    qn_arena_finish(&arena);
    if (code != QN_EXIT_OK)
      return code;
    status = qn_module_open(qn_buffer_span(&s->compiled), s->device, &s->module,
                            &diag);
  } else {
    status = qn_file_open(path, 0, &s->file, &diag);
    if (!qn_failed(status))
      status = qn_module_open(s->file.bytes, s->device, &s->module, &diag);
  }
  return qn_failed(status) ? qn_cli_fail(s->cli, &diag, path, s->file.bytes)
                           : QN_EXIT_OK;
}

// ---- Options

// "4", "4,2" or "4x2x1"; dimensions not given are 1.
static bool read_dimensions(const char *text, uint32_t out[3]) {
  out[0] = out[1] = out[2] = 1;
  for (int i = 0; i < 3; ++i) {
    char *end;
    const unsigned long long value = strtoull(text, &end, 10);
    if (end == text || value == 0 || value > UINT32_MAX || *text == '-')
      return false;
    out[i] = (uint32_t)value;
    if (!*end)
      return true;
    if (*end != ',' && *end != 'x')
      return false;
    text = end + 1;
  }
  return false;
}

// With --op the kernel, its arguments and its launch follow from the operation.
static int prepare_op(session *s, qn_cli *cli, qn_launch *launch) {
  const qn_run_op_params params = {.op = s->options->op,
                                   .tensors = s->options->tensors,
                                   .op_params = s->options->op_params,
                                   .folders = &s->options->folders,
                                   .target = s->device->info.target};
  if (!s->options->op)
    return QN_EXIT_OK;
  const int code = qn_run_op_prepare(cli, &params, &s->op);
  if (code != QN_EXIT_OK)
    return code;
  cli->operands = s->op.words;
  cli->operand_count = s->op.word_count;
  memcpy(launch->grid, s->op.launch.grid, sizeof(launch->grid));
  memcpy(launch->block, s->op.launch.block, sizeof(launch->block));
  return QN_EXIT_OK;
}

// Whether "cpu" or "cpu:0" names a back end that supports `--scalar`.
static bool is_on_host(const char *device) {
  const qn_backend *backend;
  const qn_str text = qn_str_from(device);
  const qn_str name = {text.data, qn_str_find(text, ':')};
  return !qn_failed(qn_backend_find(name, &backend, NULL)) && backend->on_host;
}

static int read_launch(session *s, qn_launch *launch) {
  if (!read_dimensions(s->options->grid, launch->grid))
    return qn_cli_usage(s->cli, "--grid takes X[,Y[,Z]], not '%s'",
                        s->options->grid);
  if (!read_dimensions(s->options->block, launch->block))
    return qn_cli_usage(s->cli, "--block takes X[,Y[,Z]], not '%s'",
                        s->options->block);
  qn_diag diag = {0};
  const bool scalar = s->options->scalar;
  if (scalar && !is_on_host(s->options->device))
    return qn_cli_usage(s->cli, "--scalar is for the CPU; the device is '%s'",
                        s->options->device);
  const qn_backend_options options = {
      .threads = scalar ? 1 : (unsigned)s->options->threads, .scalar = scalar};
  if (qn_failed(
          qn_device_open(s->options->device, &options, &s->device, &diag))) {
    (void)qn_cli_fail(s->cli, &diag, NULL, (qn_span){0});
    return QN_EXIT_ENVIRONMENT;
  }
  launch->shared_size = (uint32_t)s->options->shared;
  return QN_EXIT_OK;
}

static int read_args(session *s) {
  const size_t count = s->cli->operand_count - 2;
  s->args = qn_alloc_array(count + 1, sizeof(*s->args));
  s->values = qn_alloc_array(count + 1, sizeof(*s->values));
  s->times = qn_alloc_array((size_t)s->options->repeat, sizeof(*s->times));
  qn_diag diag = {0};
  qn_status status = s->args && s->values && s->times
                         ? qn_ok()
                         : qn_fail_memory(&diag, "the arguments");
  for (size_t i = 0; i < count && !qn_failed(status); ++i) {
    ++s->arg_count;
    status = qn_run_arg_parse(s->cli->operands[2 + i], &s->args[i], &diag);
    s->values[i] = s->args[i].value;
  }
  if (!qn_failed(status)) {
    qn_run_op_fill(&s->op, s->args);
    return QN_EXIT_OK;
  }
  return qn_cli_fail(s->cli, &diag, NULL, (qn_span){0});
}

// ---- Running

// The running kernel, for the handler below.
static const qn_kernel *running;

static void append_text(char *to, size_t capacity, size_t *at, const char *text,
                        size_t size) {
  for (size_t i = 0; i < size && *at < capacity; ++i)
    to[(*at)++] = text[i];
}

// A kernel that accesses an invalid address terminates the process; this
// reports which kernel it was. Only async-signal-safe calls.
static void on_fault(int number, siginfo_t *info, void *context) {
  static const char digits[] = "0123456789abcdef";
  static const char before[] = "error[device]: the kernel '";
  static const char middle[] = "' used address 0x";
  static const char after[] =
      ", where there is no memory of its own, or overflowed its stack\n";
  char text[512];
  size_t size = 0;
  (void)number;
  (void)context;
  append_text(text, sizeof(text), &size, before, sizeof(before) - 1);
  if (running)
    append_text(text, 300, &size, running->name.data, running->name.size);
  append_text(text, sizeof(text), &size, middle, sizeof(middle) - 1);
  const uintptr_t address = (uintptr_t)info->si_addr;
  for (int shift = 8 * (int)sizeof(address) - 4; shift >= 0; shift -= 4)
    if (address >> shift || shift == 0)
      append_text(text, sizeof(text), &size, &digits[address >> shift & 15], 1);
  append_text(text, sizeof(text), &size, after, sizeof(after) - 1);
  (void)!write(STDERR_FILENO, text, size);
  _exit(QN_EXIT_FAILED);
}

static void guard_faults(const qn_kernel *kernel) {
  const struct sigaction action = {
      .sa_sigaction = on_fault, .sa_flags = (int)(SA_SIGINFO | SA_RESETHAND)};
  running = kernel;
  (void)sigaction(SIGSEGV, &action, NULL);
  (void)sigaction(SIGBUS, &action, NULL);
}

static double now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

// ---- Buffers on devices with memory of their own

// Whether kernels take the memory of this process; those that are checked do
// not, as it would hide what they do wrong on other devices.
static bool shares_memory(const session *s) {
  return s->device->info.integrated && s->device->info.pageable;
}

// Makes the arguments point to device memory.
static qn_status give_buffers(session *s, qn_diag *diag) {
  if (shares_memory(s))
    return qn_ok();
  for (size_t i = 0; i < s->arg_count; ++i) {
    const qn_memory_request request = {.kind = QN_MEMORY_DEVICE,
                                       .size = s->args[i].size};
    if (s->args[i].is_buffer)
      QN_TRY(qn_result_status(
          qn_memory_allocate(s->device, &request, &s->args[i].pointer), diag));
  }
  return qn_ok();
}

static qn_status copy_buffers(session *s, bool to_device, qn_diag *diag) {
  if (shares_memory(s))
    return qn_ok();
  for (size_t i = 0; i < s->arg_count; ++i) {
    const qn_run_arg *arg = &s->args[i];
    qn_op op;
    if (!arg->is_buffer)
      continue;
    qn_result result = to_device
                           ? qn_copy_plain(arg->pointer, arg->bytes, arg->size,
                                           QN_COPY_HOST_TO_DEVICE, &op)
                           : qn_copy_plain(arg->bytes, arg->pointer, arg->size,
                                           QN_COPY_DEVICE_TO_HOST, &op);
    if (result == QN_R_OK)
      result = qn_copy_submit(qn_stream_null(s->device), &op, QN_WAIT_ALWAYS);
    QN_TRY(qn_result_status(result, diag));
  }
  return qn_ok();
}

static qn_status launch_all(session *s, const qn_launch *launch,
                            qn_diag *diag) {
  for (int64_t i = 0; i < s->options->repeat; ++i) {
    for (size_t k = 0; k < s->arg_count && i; ++k)
      if (s->args[k].is_buffer)
        memcpy(s->args[k].bytes, s->args[k].initial, s->args[k].size);
    QN_TRY(copy_buffers(s, true, diag));
    const double start = now_ns();
    QN_TRY(qn_module_launch(s->module, s->kernel, launch, diag));
    s->times[i] = now_ns() - start;
  }
  QN_TRY(copy_buffers(s, false, diag));
  return qn_ok();
}

static int compare_times(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

static void print_times(const session *s, qn_out *o) {
  const size_t count = (size_t)s->options->repeat;
  qsort(s->times, count, sizeof(*s->times), compare_times);
  qn_out_begin(o, "time_ns");
  qn_out_uint(o, "launches", count);
  qn_out_real(o, "min", s->times[0]);
  qn_out_real(o, "median", s->times[count / 2]);
  qn_out_real(o, "max", s->times[count - 1]);
  qn_out_end(o);
}

static void print_elements(const session *s, qn_out *o, size_t index,
                           const qn_run_arg *arg) {
  char name[32], text[48];
  const size_t count = arg->size / qn_number_size(arg->type);
  const size_t shown =
      count < (size_t)s->options->print ? count : (size_t)s->options->print;
  // The key must live until the array is ended.
  snprintf(name, sizeof(name), "argument_%zu", index);
  qn_out_begin_array(o, name);
  for (size_t i = 0; i < shown; ++i) {
    qn_number_print(arg->type, arg->bytes, i, text);
    qn_out_text(o, NULL, text);
  }
  qn_out_end_array(o);
}

static qn_status dump(const session *s, qn_diag *diag) {
  char path[4096];
  for (size_t i = 0; i < s->arg_count; ++i) {
    if (!s->args[i].is_buffer)
      continue;
    snprintf(path, sizeof(path), "%s/arg%zu.bin", s->options->dump, i);
    QN_TRY(qn_file_write(path, (qn_span){s->args[i].bytes, s->args[i].size},
                         diag));
  }
  return qn_ok();
}

// Checks every expectation and prints differences. True when all hold.
static bool check(const session *s) {
  bool all = true;
  for (size_t i = 0; i < s->arg_count; ++i) {
    const qn_run_arg *arg = &s->args[i];
    double worst;
    size_t index;
    if (!arg->expected || qn_run_arg_check(arg, &worst, &index))
      continue;
    char got[48];
    char want[48];
    qn_diag diag = {0};
    qn_number_print(arg->type, arg->bytes, index, got);
    qn_number_print(arg->type, arg->expected, index, want);
    (void)qn_fail(&diag, QN_E_DEVICE, QN_NOWHERE,
                  "argument %zu differs at element %zu: expected %s, found %s "
                  "(tolerance %g)",
                  i, index, want, got, arg->tolerance);
    (void)qn_cli_fail(s->cli, &diag, NULL, (qn_span){0});
    all = false;
  }
  return all;
}

// Whether the operation's result is correct.
static bool check_op(const session *s, qn_out *o) {
  qn_diag diag = {0};
  double error = 0;
  bool good = false;
  if (qn_failed(qn_run_op_check(&s->op, s->args, &error, &good, &diag))) {
    (void)qn_cli_fail(s->cli, &diag, NULL, (qn_span){0});
    return false;
  }
  qn_out_real(o, "nmse", error);
  if (!good) {
    qn_ignore(
        qn_fail(&diag, QN_E_DEVICE, QN_NOWHERE,
                "the results of %s are wrong: normalised mean squared error "
                "%g",
                s->op.call.op->name, error),
        "it is in the diag");
    (void)qn_cli_fail(s->cli, &diag, NULL, (qn_span){0});
  }
  return good;
}

static size_t expectations(const session *s) {
  size_t count = 0;
  for (size_t i = 0; i < s->arg_count; ++i)
    count += s->args[i].expected != NULL;
  return count;
}

static int report(session *s) {
  qn_diag diag = {0};
  qn_out *o = qn_cli_out(s->cli);
  qn_out_begin(o, NULL);
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_text(o, "schema", "quern.run/1");
  qn_out_str(o, "kernel", s->kernel->name);
  qn_out_text(o, "device", s->options->device);
  qn_out_str(o, "target", qn_module_image(s->module)->target);
  qn_out_only(o, QN_OUT_ALL);
  if (s->options->time)
    print_times(s, o);
  for (size_t i = 0; i < s->arg_count && s->options->print; ++i)
    if (s->args[i].is_buffer)
      print_elements(s, o, i, &s->args[i]);
  int code = QN_EXIT_OK;
  if (s->options->dump && qn_failed(dump(s, &diag)))
    code = qn_cli_fail(s->cli, &diag, NULL, (qn_span){0});
  if (s->options->check) {
    const bool good = s->op.store ? check_op(s, o) : check(s);
    qn_out_only(o, QN_OUT_DATA_ONLY);
    qn_out_bool(o, "passed", good);
    qn_out_only(o, QN_OUT_ALL);
    if (good && code == QN_EXIT_OK && !s->op.store)
      qn_cli_done(s->cli, "%zu of %zu expectations hold", expectations(s),
                  expectations(s));
    if (!good)
      code = QN_EXIT_FAILED;
  }
  qn_out_end(o);
  return qn_cli_out_end(s->cli, &o, code);
}

static int run_session(session *s, qn_cli *cli) {
  qn_diag diag = {0};
  qn_launch launch = {0};
  int code = read_launch(s, &launch);
  if (code == QN_EXIT_OK)
    code = prepare_op(s, cli, &launch);
  if (code == QN_EXIT_OK)
    code = read_args(s);
  if (code == QN_EXIT_OK && s->options->check && !s->op.store &&
      !expectations(s))
    code = qn_cli_usage(s->cli, "--check needs an argument with expect=");
  if (code == QN_EXIT_OK)
    code = open_module(s);
  if (code != QN_EXIT_OK)
    return code;
  launch.arguments = s->values;
  launch.argument_count = s->arg_count;
  const char *path = s->cli->operands[0];
  qn_status status = qn_module_find(s->module, qn_str_from(s->cli->operands[1]),
                                    &s->kernel, &diag);
  if (!qn_failed(status))
    status = qn_launch_check(s->kernel, &launch, &diag);
  if (!qn_failed(status))
    status = give_buffers(s, &diag);
  if (!qn_failed(status)) {
    guard_faults(s->kernel);
    status = launch_all(s, &launch, &diag);
  }
  fflush(stdout); // flushes the kernel's printf
  if (qn_failed(status))
    return qn_cli_fail(s->cli, &diag, path, (qn_span){0});
  return report(s);
}

static int run_run(qn_cli *cli, const void *given) {
  const run_options *options = given;
  session s = {.cli = cli, .options = options};
  if (options->op ? cli->operand_count != 0 : cli->operand_count < 2)
    return options->op
               ? qn_cli_usage(cli, "--op takes no FILE and KERNEL")
               : qn_cli_usage(cli, "missing operand: FILE KERNEL [ARG]...");
  int code = run_session(&s, cli);
  qn_run_op_finish(&s.op);
  qn_module_close(&s.module);
  qn_device_close(&s.device);
  qn_file_close(&s.file);
  for (size_t i = 0; i < s.arg_count; ++i)
    qn_run_arg_finish(&s.args[i]);
  qn_free(s.args);
  qn_free(s.values);
  qn_free(s.times);
  qn_buffer_finish(&s.compiled);
  return code;
}

#define FIELD(name) offsetof(run_options, name)

static const qn_opt run_opts[] = {
    {"grid", 'g', QN_OPT_STRING, FIELD(grid), "X[,Y,Z]", "groups to launch",
     NULL, "1", NULL, 0, 0, 0},
    {"block", 'b', QN_OPT_STRING, FIELD(block), "X[,Y,Z]",
     "work-items of a group", NULL, "1", NULL, 0, 0, 0},
    {"shared", 0, QN_OPT_INT, FIELD(shared), "BYTES",
     "dynamic shared memory of a group", NULL, "0", NULL, 0, 1 << 20, 0},
    {"device", 'd', QN_OPT_STRING, FIELD(device), "DEVICE",
     "where to run: a back end, or one of its devices, as in cuda:1", NULL,
     "cpu", NULL, 0, 0, 0},
    {"check", 0, QN_OPT_FLAG, FIELD(check), NULL,
     "exit with 1 unless every expect= holds", "Results", NULL, NULL, 0, 0, 0},
    {"print", 0, QN_OPT_INT, FIELD(print), "N",
     "print the first N elements of each buffer", "Results", "0", NULL, 0,
     INT32_MAX, 0},
    {"dump", 0, QN_OPT_STRING, FIELD(dump), "DIR",
     "write each buffer to DIR/argN.bin", "Results", NULL, NULL, 0, 0, 0},
    {"time", 0, QN_OPT_FLAG, FIELD(time), NULL,
     "print least, median and greatest time of a launch", "Results", NULL, NULL,
     0, 0, 0},
    {"repeat", 'r', QN_OPT_INT, FIELD(repeat), "N",
     "launch so often, each time with the first contents", "Results", "1", NULL,
     1, 1000000, 0},
    {"op", 0, QN_OPT_STRING, FIELD(op), "NAME",
     "run an operation of ggml, such as add or mul_mat, by a pregenerated "
     "kernel, on random inputs; --check compares with a reference",
     "Operations", NULL, NULL, 0, 0, 0},
    {"tensors", 0, QN_OPT_STRING, FIELD(tensors), "LIST",
     "its tensors: '(1024,1,1,1)/f32 (1024,1,1,1)/f32'; an output other than "
     "the default is shown after '->'",
     "Operations", NULL, NULL, 0, 0, 0},
    {"op-params", 0, QN_OPT_STRING, FIELD(op_params), "LIST",
     "its op_params, at most 16: 1,-2,0x3f800000", "Operations", NULL, NULL, 0,
     0, 0},
    {"kernels", 0, QN_OPT_LIST, FIELD(folders), "DIR",
     "folder of kernels, instead of those that the environment names",
     "Operations", NULL, NULL, 0, 0, 0},
    {"threads", 'j', QN_OPT_INT, FIELD(threads), "N",
     "threads to run on; 0 is one per CPU", NULL, "0", NULL, 0, 1024, 0},
    {"scalar", 0, QN_OPT_FLAG, FIELD(scalar), NULL,
     "run one work-item at a time on one thread, for debuggers\n"
     "A source is compiled with debug information, without optimisation: "
     "gdb --args quern run --scalar k.cu saxpy ...",
     NULL, NULL, NULL, 0, 0, 0},
    {NULL, 'D', QN_OPT_LIST, FIELD(defines), "NAME[=VALUE]",
     "define a macro, when FILE is a source", "Sources", NULL, NULL, 0, 0, 0},
    {NULL, 'I', QN_OPT_LIST, FIELD(includes), "DIR",
     "search headers here, when FILE is a source", "Sources", NULL, NULL, 0, 0,
     0},
    {0},
};

const qn_command qn_command_run = {
    .name = "run",
    .group = "run",
    .summary = "launch a kernel from the shell and check its results",
    .operands = "FILE KERNEL [ARG]...",
    .min_operands = 0, // with --op

    .max_operands = UINT32_MAX,
    .examples =
        "quern run saxpy.cu saxpy -g 4 -b 256 i32=1024 f32=2 f32[1024]=iota "
        "f32[1024]=zero --print 8\n"
        "quern run k.hipfb 'sum<float>' -b 128 --shared 512 f32[128]=fill:1 "
        "f32[1]=zero,expect=fill:128 --check\n"
        "quern run k.hipfb blend '{f32=0.5,f32=0.25}' f32[64]=rand:7 --time -r "
        "100\n"
        "quern run --op add --tensors '(1024,1,1,1)/f32 (1024,1,1,1)/f32' "
        "--kernels out --check",
    .description =
        "FILE is a bundle, an image, any file with either inside, or a source, "
        "which is compiled for this CPU first. KERNEL is a symbol or a name as "
        "in the source; parameters may be left out where only one fits.\n\n"
        "Arguments in order: a value as i32=5, f32=2.5 or u64=0x10; a buffer "
        "as "
        "f32[1024]=iota, zero, fill:1.5, rand:SEED or @file.bin; null; a "
        "struct "
        "as {f32=1,i32=2}. Types: i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 "
        "f64. After a buffer ',expect=' with contents, and ',tol=1e-5' "
        "(relative "
        "above 1, absolute below).\n\n"
        "Every argument is checked against the kernel's description before the "
        "launch.",
    .opts = run_opts,
    .opts_size = sizeof(run_options),
    .formats = 1 << QN_OUT_JSON,
    .run = run_run,
};
