// SPDX-License-Identifier: Apache-2.0
// Copies, fills and values that are made by functions of ours: by the calling
// thread, where nothing has to come before, else by a thread of the device's in
// the queue's order. Of Intel's runtime for CPUs a copy of 4 KiB takes 9 us,
// such a function 1 us.
#include "base/alloc.h"
#include "runtime/backends/opencl/opencl.h"

// Bytes; larger ones are worth the driver's several threads.
enum { SHORT_MAX = 1 << 19 };

static bool is_short(size_t width, size_t height, size_t depth) {
  size_t size;
  return qn_mul_size(width, height, &size) && qn_mul_size(size, depth, &size) &&
         size <= SHORT_MAX;
}

bool qn_opencl_is_short_copy(const qn_op_copy *op) {
  return is_short(op->width, op->height, op->depth);
}

bool qn_opencl_is_short_fill(const qn_op_fill *op) {
  size_t row;
  return qn_mul_size(op->width, op->value_size, &row) &&
         is_short(row, op->height, op->depth);
}

// ---- What is made

static void copy_here(const qn_op_copy *op) {
  for (size_t z = 0; z < op->depth; ++z)
    for (size_t y = 0; y < op->height; ++y)
      memmove(qn_copy_row(&op->to, y, z), qn_copy_row(&op->from, y, z),
              op->width);
}

static void fill_row(char *to, size_t size, const qn_op_fill *op) {
  size_t done = op->value_size;
  if (size)
    memcpy(to, &op->value, op->value_size);
  while (done < size) {
    const size_t more = done < size - done ? done : size - done;
    memcpy(to + done, to, more);
    done += more;
  }
}

static void fill_here(const qn_op_fill *op) {
  for (size_t z = 0; z < op->depth; ++z)
    for (size_t y = 0; y < op->height; ++y)
      fill_row((char *)op->address + z * op->slice + y * op->pitch,
               op->width * op->value_size, op);
}

static void write_here(const qn_op *op) {
  if (op->value.size == sizeof(uint64_t))
    __atomic_store_n((uint64_t *)op->value.address, op->value.value,
                     __ATOMIC_RELEASE);
  else
    __atomic_store_n((uint32_t *)op->value.address, (uint32_t)op->value.value,
                     __ATOMIC_RELEASE);
}

// ---- By the calling thread

bool qn_opencl_at_once(qn_opencl_stream *s, const qn_op *op) {
  if (!s->device->has_native ||
      (op->kind != QN_OP_COPY && op->kind != QN_OP_FILL) ||
      !(op->kind == QN_OP_COPY ? qn_opencl_is_short_copy(&op->copy)
                               : qn_opencl_is_short_fill(&op->fill)) ||
      !qn_spirv_is_next_free(&s->base))
    return false;
  if (op->kind == QN_OP_FILL) {
    fill_here(&op->fill);
    return true;
  }
  qn_op_copy copy = op->copy;
  qn_array_resolve(&copy.to);
  qn_array_resolve(&copy.from);
  copy_here(&copy);
  return true;
}

// ---- By the device's

// The driver keeps the argument's bytes, maybe without their alignment.
static void run_copy(void *bytes) {
  qn_op_copy op;
  memcpy(&op, bytes, sizeof(op));
  copy_here(&op);
}

static void run_fill(void *bytes) {
  qn_op_fill op;
  memcpy(&op, bytes, sizeof(op));
  fill_here(&op);
}

static void run_write(void *bytes) {
  qn_op op;
  memcpy(&op, bytes, sizeof(op));
  write_here(&op);
}

static qn_result enqueue(const qn_opencl_stream *s, void (*fn)(void *bytes),
                         const void *bytes, size_t size) {
  QN_CL(clEnqueueNativeKernel, s->queue, fn, (void *)(uintptr_t)bytes, size, 0,
        NULL, NULL, 0, NULL, NULL);
  return QN_R_OK;
}

qn_result qn_opencl_native_copy(const qn_opencl_stream *s,
                                const qn_op_copy *op) {
  return enqueue(s, run_copy, op, sizeof(*op));
}

qn_result qn_opencl_native_fill(const qn_opencl_stream *s,
                                const qn_op_fill *op) {
  return enqueue(s, run_fill, op, sizeof(*op));
}

qn_result qn_opencl_native_write(const qn_opencl_stream *s, const qn_op *op) {
  return enqueue(s, run_write, op, sizeof(*op));
}

typedef struct staged_copy {
  qn_op_copy op; // reads `stage`
  void *stage;
} staged_copy;

static void run_staged(void *bytes) {
  staged_copy copy;
  memcpy(&copy, bytes, sizeof(copy));
  copy_here(&copy.op);
  qn_free(copy.stage);
}

qn_result qn_opencl_native_staged(const qn_opencl_stream *s,
                                  const qn_op_copy *op, void *stage) {
  const staged_copy copy = {*op, stage};
  return enqueue(s, run_staged, &copy, sizeof(copy));
}
