// SPDX-License-Identifier: Apache-2.0
// A launch: the block that MSCRATCH points to, memory for each worker, and what
// the workers say afterwards.
#include <inttypes.h>
#include <stdio.h>

#include "base/alloc.h"
#include "quern/cpu_abi.h"
#include "runtime/backends/vortex/device.h"

enum {
  ARGUMENTS_AT = 192, // in the block, behind qn_vx_launch
  WORKER_SIZE = (256 << 10) + QN_VX_GUARD,
  STACK_SIZE = 32 << 10, // of a work-item
  HEAP_SIZE = 8 << 20,
  LAUNCH_TRIES = 4,
  LAUNCHER_WORDS = 14,
};
#define LAUNCHER_ENTRY "__quern_launch"

// ---- Version 3's launcher: an image of its own, as the library loads what it
// launches, but programs' images have to be where their variables are reached

static const uint32_t launcher64[LAUNCHER_WORDS] = {
    0x00100113, // li sp, 1
    0x02111113, // slli sp, sp, 33
    0x000102b7, // lui t0, 0x10
    0x40510133, // sub sp, sp, t0
    0xf14022f3, // csrr t0, mhartid
    0x00d29293, // slli t0, t0, 13
    0x40510133, // sub sp, sp, t0
    0xce102df3, // csrr s11, CTA_ENTRY
    0x34002573, // csrr a0, mscratch
    0x000d80e7, // jalr ra, s11
    0x0000700b, // wsync
    0x0000000b, // tmc x0
    0x02053303, // __quern_launch: ld t1, 32(a0)
    0x00030067, // jr t1
};
static const uint32_t launcher32[LAUNCHER_WORDS] = {
    0xffff0137, // lui sp, 0xffff0
    0x00000013, // nop
    0x00000013, // nop
    0x00000013, // nop
    0xf14022f3, // csrr t0, mhartid
    0x00d29293, // slli t0, t0, 13
    0x40510133, // sub sp, sp, t0
    0xce102df3, // csrr s11, CTA_ENTRY
    0x34002573, // csrr a0, mscratch
    0x000d80e7, // jalr ra, s11
    0x0000700b, // wsync
    0x0000000b, // tmc x0
    0x02052303, // __quern_launch: lw t1, 32(a0)
    0x00030067, // jr t1
};

static void write_launcher(unsigned xlen, qn_buffer *out) {
  const uint32_t *words = xlen == 64 ? launcher64 : launcher32;
  const uint64_t base =
      xlen == 64 ? UINT64_C(0x180000000) : UINT64_C(0x80000000);
  const qn_str name = QN_STR(LAUNCHER_ENTRY);
  qn_buffer_u64(out, base);
  qn_buffer_u64(out, base + 4096);
  for (int i = 0; i < LAUNCHER_WORDS; ++i)
    qn_buffer_u32(out, words[i]);
  qn_buffer_append_str(out, name);
  qn_buffer_u32(out, 0);
  qn_buffer_u16(out, (uint16_t)name.size);
  qn_buffer_u16(out, 0);
  qn_buffer_u64(out, base + 4 * (LAUNCHER_WORDS - 2));
  qn_buffer_u32(out, 1);
  qn_buffer_append_str(out, QN_STR("VXSYMTAB"));
}

qn_result qn_vx_load_launcher(qn_vx_device *d) {
  qn_buffer bytes = {0};
  write_launcher(d->xlen, &bytes);
  const bool done =
      !bytes.failed &&
      !d->api->vx_module_load_bytes(d->handle, bytes.data, bytes.size,
                                    &d->launcher) &&
      !d->api->vx_module_get_kernel(d->launcher, LAUNCHER_ENTRY, &d->launch);
  qn_buffer_finish(&bytes);
  return done ? QN_R_OK
              : qn_refuse(QN_R_NO_DEVICE,
                          "libvortex does not load what launches kernels");
}

// ---- Arguments

static qn_result pack(const qn_op_kernel *op, uint8_t *out, size_t size) {
  const qn_kernel *k = op->kernel;
  if (op->packed) {
    if (op->packed_size > size)
      return qn_refuse(QN_R_INVALID_VALUE,
                       "a block of %zu bytes for the %zu of '%.*s'",
                       op->packed_size, size, QN_STR_ARG(k->name));
    memcpy(out, op->packed, op->packed_size);
    return QN_R_OK;
  }
  for (size_t i = 0; i < k->argument_count; ++i) {
    const qn_argument *a = &k->arguments[i];
    if (a->offset > size || a->size > size - a->offset)
      return qn_refuse(QN_R_INVALID_IMAGE,
                       "argument %zu of '%.*s' is outside of its block", i,
                       QN_STR_ARG(k->name));
  }
  return qn_kernel_narrow(k, op->args, out);
}

// ---- Who runs it

// How a launch is divided (qn_vx_launch).
typedef struct division {
  uint32_t workers;
  uint32_t team_size, teams;
  bool in_lanes;
} division;

static uint64_t groups_of(const qn_op_kernel *op) {
  return (uint64_t)op->grid[0] * op->grid[1] * op->grid[2];
}

// Workers that there is memory for.
static uint64_t most_workers(const qn_vx_device *d) {
  const uint64_t most = d->info.memory_size / 4 / d->worker_size;
  return most ? most : 1;
}

// Fills in teams; false: groups are too large for a core, or there is no
// memory.
static bool make_teams(const qn_vx_device *d, const qn_vx_function *f,
                       const qn_op_kernel *op, division *out) {
  const uint32_t items = op->block[0] * op->block[1] * op->block[2];
  const uint32_t size = (items + d->lanes - 1) / d->lanes;
  const bool is_serial = f->flags & QN_VX_KERNEL_SERIAL;
  if (size > d->warps || (is_serial && size > 1))
    return false;
  const uint64_t all = (uint64_t)d->workers / d->warps * (d->warps / size);
  const uint64_t groups = is_serial ? 1 : groups_of(op);
  const uint32_t teams = (uint32_t)(groups < all ? groups : all);
  const uint32_t workers = d->version == 3 ? teams * size : d->workers;
  *out = (division){
      .workers = workers, .team_size = size, .teams = teams, .in_lanes = true};
  return workers <= most_workers(d);
}

// Not more workers than groups, nor than there is memory for.
static division divide(const qn_vx_device *d, const qn_vx_function *f,
                       const qn_op_kernel *op) {
  const uint64_t groups = groups_of(op);
  division made = {.workers = 1};
  const uint32_t least = f->flags & QN_VX_KERNEL_WARPS ? 32 : 2;
  const bool may_be_lanes = f->flags & QN_VX_KERNEL_LANES && !op->cooperative &&
                            d->lanes >= least && !d->options.scalar;
  if (may_be_lanes && f->flags & QN_VX_KERNEL_TEAMS &&
      make_teams(d, f, op, &made))
    return made;
  made =
      (division){.workers = 1,
                 .in_lanes = may_be_lanes && !(f->flags & QN_VX_KERNEL_TEAMS)};
  if (f->flags & QN_VX_KERNEL_SERIAL || op->cooperative)
    return made;
  uint64_t most = most_workers(d);
  most = most < d->workers ? most : d->workers;
  made.workers = (uint32_t)(groups < most ? groups : most);
  return made;
}

// ---- Memory of workers

static bool ensure(qn_vx_device *d, qn_vx_block **block, uint64_t size) {
  if (*block && (*block)->size >= size)
    return true;
  qn_vx_give(d, *block);
  *block = qn_vx_take(d, 0, size);
  return *block != NULL;
}

// Nobody may go to the last part of each worker's memory. Libraries and
// machines that know no permissions leave it as it is.
static void guard_workers(qn_vx_device *d) {
  const qn_vx_block *b = d->workspace;
  const uint64_t own = d->worker_size - QN_VX_GUARD;
  if (d->guarded_size == d->worker_size)
    return;
  (void)d->api->vx_mem_access(b->buffer, 0, b->size, VX_MEM_READ_WRITE);
  for (uint64_t at = own; at + QN_VX_GUARD <= b->size; at += d->worker_size)
    (void)d->api->vx_mem_access(b->buffer, at, QN_VX_GUARD, 0);
  d->guarded_size = d->worker_size;
}

static bool ensure_workers(qn_vx_device *d, uint32_t workers) {
  const qn_vx_block *before = d->workspace;
  if (!ensure(d, &d->workspace, workers * d->worker_size))
    return false;
  if (d->workspace != before)
    d->guarded_size = 0;
  guard_workers(d);
  return true;
}

static qn_result ensure_all(qn_vx_device *d, uint32_t workers) {
  if (!d->worker_size)
    d->worker_size = WORKER_SIZE;
  return ensure(d, &d->arguments, ARGUMENTS_AT + QN_VX_ARGUMENTS_MAX) &&
                 ensure_workers(d, workers) &&
                 ensure(d, &d->boxes, (uint64_t)workers * QN_VX_BOX_SIZE)
             ? QN_R_OK
             : qn_refuse(QN_R_OUT_OF_MEMORY,
                         "the device has no %" PRIu64
                         " bytes for the work-items of a launch",
                         workers * d->worker_size);
}

static qn_result ensure_heap(qn_vx_device *d) {
  const uint64_t asked = d->options.heap_size ? *d->options.heap_size : 0;
  const uint64_t size = asked ? asked : HEAP_SIZE;
  const uint64_t head[2] = {0, 0};
  if (d->heap)
    return QN_R_OK;
  d->heap = qn_vx_take(d, 0, size);
  return d->heap ? qn_vx_write(d, d->heap->address, head, sizeof(head))
                 : qn_refuse(QN_R_OUT_OF_MEMORY,
                             "the device has no %" PRIu64
                             " bytes for malloc in kernels",
                             size);
}

// ---- The launch

static qn_result write_block(qn_vx_device *d, const qn_vx_function *f,
                             const qn_op_kernel *op, const division *by) {
  const uint32_t workers = by->workers;
  const size_t size =
      (size_t)qn_figure_or(op->kernel->arguments_size, op->packed_size);
  if (size > QN_VX_ARGUMENTS_MAX)
    return qn_refuse(QN_R_INVALID_VALUE, "%zu bytes of arguments; %d fit", size,
                     QN_VX_ARGUMENTS_MAX);
  uint8_t *bytes = qn_alloc_array(ARGUMENTS_AT + size + 1, 1);
  if (!bytes)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for arguments");
  const qn_vx_launch l = {.grid = {op->grid[0], op->grid[1], op->grid[2]},
                          .block = {op->block[0], op->block[1], op->block[2]},
                          .shared = op->shared_size,
                          .word = (uint32_t)QN_VX_EXTENDED | f->number,
                          .main = f->main,
                          .args = d->arguments->address + ARGUMENTS_AT,
                          .workspace = d->workspace->address,
                          .worker_size = d->worker_size,
                          .boxes = d->boxes->address,
                          .heap = d->heap ? d->heap->address : 0,
                          .heap_size = d->heap ? d->heap->size : 0,
                          .box_size = QN_VX_BOX_SIZE,
                          .workers = workers,
                          .stack_size = STACK_SIZE,
                          .flags = op->cooperative ? QN_CPU_COOPERATIVE : 0,
                          .in_lanes = by->in_lanes,
                          .team_size = by->team_size,
                          .teams = by->teams};
  memcpy(bytes, &l, sizeof(l));
  qn_result result = pack(op, bytes + ARGUMENTS_AT, size);
  if (result == QN_R_OK)
    result = qn_vx_write(d, d->arguments->address, bytes, ARGUMENTS_AT + size);
  qn_free(bytes);
  const qn_vx_box empty = {0};
  for (uint32_t i = 0; i < workers && result == QN_R_OK; ++i)
    result = qn_vx_write(d, d->boxes->address + (uint64_t)i * QN_VX_BOX_SIZE,
                         &empty, sizeof(empty));
  return result;
}

// 0, or what the library returned.
static int run_2(qn_vx_device *d, const qn_vx_function *f) {
  enum { FOREVER_MS = 24 * 60 * 60 * 1000 };
  const int result =
      d->api->vx_start(d->handle, f->code->block->buffer, d->arguments->buffer);
  return result ? result : d->api->vx_ready_wait(d->handle, FOREVER_MS);
}

// A block of the machine is a worker, or a team.
static int run_3(qn_vx_device *d, const division *by) {
  uint8_t head[sizeof(qn_vx_launch)];
  const uint32_t blocks = by->team_size ? by->teams : by->workers;
  const uint32_t lanes = by->team_size ? by->team_size * d->lanes : 1;
  if (qn_vx_read(d, head, d->arguments->address, sizeof(head)) != QN_R_OK)
    return -1;
  const vx_launch_info_t info = {.struct_size = sizeof(info),
                                 .kernel = d->launch,
                                 .args_host = head,
                                 .args_size = sizeof(head),
                                 .ndim = 1,
                                 .grid_dim = {blocks, 1, 1},
                                 .block_dim = {lanes, 1, 1},
                                 .cluster_dim = {1, 1, 1}};
  const int result = d->api->vx_enqueue_launch(d->queue, &info, 0, NULL, NULL);
  return result ? result
                : d->api->vx_queue_finish(d->queue, VX_TIMEOUT_INFINITE);
}

// ---- What the workers say

static void print_text(const qn_vx_device *d, const char *text, size_t size) {
  if (d->options.print)
    d->options.print(d->options.user, text, size);
  else
    fwrite(text, 1, size, stdout);
}

static qn_result print_box(qn_vx_device *d, uint64_t address,
                           const qn_vx_box *box) {
  const uint32_t room = QN_VX_BOX_SIZE - (uint32_t)sizeof(*box);
  const uint32_t size = box->printed < room ? box->printed : room;
  char *text = qn_alloc(size + 1);
  if (!text)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a kernel's text");
  const qn_result result = qn_vx_read(d, text, address + sizeof(*box), size);
  if (result == QN_R_OK)
    print_text(d, text, size);
  qn_free(text);
  if (box->lost)
    fprintf(stderr,
            "quern: %u bytes of a kernel's printf were lost: a warp has room "
            "for %u in a launch\n",
            box->lost, room);
  return result;
}

static qn_result report(qn_vx_device *d, const qn_op_kernel *op,
                        qn_vx_box *box) {
  char text[sizeof(box->message) + 160];
  box->message[sizeof(box->message) - 1] = '\0';
  const bool is_assert = strstr(box->message, "assert") != NULL;
  if (is_assert) // as by the host's assert
    fprintf(stderr, "%s\n", box->message);
  snprintf(text, sizeof(text), "kernel '%.*s': %s",
           QN_STR_ARG(op->kernel->name), box->message);
  return qn_vx_fail(d, is_assert ? QN_R_ASSERT : QN_R_LAUNCH_FAILURE, text);
}

// Reads all boxes. `*out_needed` is the memory that a worker lacks, or 0.
static qn_result read_boxes(qn_vx_device *d, const qn_op_kernel *op,
                            uint32_t workers, uint64_t *out_needed) {
  *out_needed = 0;
  for (uint32_t i = 0; i < workers; ++i) {
    qn_vx_box box;
    const uint64_t at = d->boxes->address + (uint64_t)i * QN_VX_BOX_SIZE;
    QN_CHECK(qn_vx_read(d, &box, at, sizeof(box)));
    if (box.is_short && box.needed > *out_needed)
      *out_needed = box.needed;
    if (box.printed)
      QN_CHECK(print_box(d, at, &box));
    if (box.failed && !box.is_short)
      return report(d, op, &box);
  }
  return QN_R_OK;
}

// ", in block (2,0,0)": the group that the warp was about. A cooperative launch
// is about all.
static void print_group(qn_vx_device *d, const qn_op_kernel *op, uint64_t warp,
                        char *out, size_t size) {
  qn_vx_box box;
  out[0] = '\0';
  if (op->cooperative || warp >= d->boxes->size / QN_VX_BOX_SIZE ||
      qn_vx_read(d, &box, d->boxes->address + warp * QN_VX_BOX_SIZE,
                 sizeof(box)) != QN_R_OK)
    return;
  const uint64_t group = (uint64_t)box.group[1] << 32 | box.group[0];
  const uint64_t row = group / op->grid[0];
  if (group < groups_of(op))
    snprintf(out, size, ", in block (%u,%u,%u)",
             (unsigned)(group % op->grid[0]), (unsigned)(row % op->grid[1]),
             (unsigned)(row / op->grid[1]));
}

// ", which is 512 bytes beyond the block's shared memory of 256 bytes, ...":
// where an address is in a guard. Cooperative launches have the memory of
// several groups there, of which the last one is next to it.
static void print_beyond(const qn_vx_device *d, const qn_op_kernel *op,
                         uint64_t address, char *out, size_t size) {
  enum { LINE = QN_CPU_SHARED_ALIGNMENT };
  const qn_vx_function *f = op->function;
  const uint64_t shared =
      (uint64_t)f->code->header.shared_size + op->shared_size;
  const uint64_t own = qn_figure_or(op->kernel->resources.shared_static, 0);
  const uint64_t at = address - d->workspace->address;
  const uint64_t end = d->worker_size - QN_VX_GUARD;
  const uint64_t begin =
      (end - QN_CPU_SHARED_ROOM - shared) / LINE * LINE; // qn_cpu_shared_at
  out[0] = '\0';
  if (address < d->workspace->address || at >= d->workspace->size ||
      at % d->worker_size < end)
    return;
  snprintf(out, size,
           ", which is %" PRIu64 " bytes beyond the block's shared memory of "
           "%" PRIu64 " bytes, %u of which the launch gave",
           at % d->worker_size - begin - shared, own + op->shared_size,
           op->shared_size);
}

static qn_result fail_run(qn_vx_device *d, const qn_op_kernel *op, int code) {
  qn_vx_failing f = {0};
  char text[sizeof(d->failure_text)];
  char line[200] = "", beyond[160] = "", group[64] = "";
  if (!d->api->failure || d->api->failure(d->handle, &f)) {
    snprintf(f.text, sizeof(f.text), "libvortex says %d", code);
  } else {
    qn_vx_line(d, f.pc, line, sizeof(line));
    print_beyond(d, op, f.address, beyond, sizeof(beyond));
    print_group(d, op, f.warp, group, sizeof(group));
  }
  snprintf(text, sizeof(text), "kernel '%.*s'%s: %s%s%s",
           QN_STR_ARG(op->kernel->name), group, f.text, beyond, line);
  return qn_vx_fail(d, QN_R_LAUNCH_FAILURE, text);
}

static qn_result try_launch(qn_vx_device *d, const qn_op_kernel *op,
                            uint64_t *out_needed) {
  const qn_vx_function *f = op->function;
  if (!d->worker_size)
    d->worker_size = WORKER_SIZE;
  const division by = divide(d, f, op);
  const uint32_t workers = by.workers;
  QN_CHECK(ensure_all(d, workers));
  if (f->flags & QN_VX_KERNEL_SERIAL)
    QN_CHECK(ensure_heap(d));
  QN_CHECK(write_block(d, f, op, &by));
  const int code = d->version == 3 ? run_3(d, &by) : run_2(d, f);
  uint64_t needed;
  const qn_result said = read_boxes(d, op, workers, &needed);
  *out_needed = needed;
  if (code)
    return fail_run(d, op, code);
  return said;
}

qn_result qn_vx_launch_kernel(qn_vx_device *d, const qn_op_kernel *op) {
  const qn_vx_function *f = op->function;
  if (d->xlen == 32 && f->flags & QN_VX_KERNEL_WIDTH)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "'%.*s' takes a struct by value that has pointers or "
                     "longs in it, which have 32 bits on the device",
                     QN_STR_ARG(op->kernel->name));
  for (int i = 0; i < LAUNCH_TRIES; ++i) {
    uint64_t needed = 0;
    QN_CHECK(try_launch(d, op, &needed));
    if (!needed)
      return QN_R_OK;
    d->worker_size = qn_align_up(needed, 4096);
  }
  return qn_refuse(QN_R_OUT_OF_RESOURCES,
                   "'%.*s' asks for more memory each time",
                   QN_STR_ARG(op->kernel->name));
}
