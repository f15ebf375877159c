// SPDX-License-Identifier: Apache-2.0
// Launches that ask for more than the target named by --for has: by what is
// known of it, and by the program's own image for it.
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/map.h"
#include "base/system/thread.h"
#include "metadata/model/occupancy.h"
#include "runtime/check/check.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *target; // NULL: none is named, or it is not known
static qn_group_limits limits;

static void read_target(void) {
  const char *text = getenv("QUERN_CHECK_FOR");
  if (!text || !text[0])
    return;
  if (qn_group_limits_find(qn_str_from(text), &limits))
    target = text;
  else
    fprintf(stderr,
            "quern: check: the resources of '%s' are not known: launches are "
            "not compared with them\n",
            text);
}

const char *qn_check_target(void) {
  (void)pthread_once(&once, read_target);
  return target;
}

// ---- The program's images for the target

static qn_mutex mutex = QN_MUTEX_INIT;
static qn_map kernels; // names, which live for good, to qn_resources

void qn_check_note_kernel(const qn_kernel *kernel) {
  qn_resources *kept = qn_alloc_array(1, sizeof(*kept));
  char *name = qn_alloc(kernel->name.size + 1);
  if (kept && name) {
    *kept = kernel->resources;
    memcpy(name, kernel->name.data, kernel->name.size);
    qn_mutex_lock(&mutex);
    (void)qn_map_put_str(&kernels, (qn_str){name, kernel->name.size},
                         (uintptr_t)kept, NULL);
    qn_mutex_unlock(&mutex);
  } else {
    qn_free(kept);
    qn_free(name);
  }
}

// NULL: the program has no image for the target with that kernel.
static const qn_resources *find(const qn_kernel *kernel) {
  qn_mutex_lock(&mutex);
  const uint64_t *found = qn_map_find_str(&kernels, kernel->name);
  qn_mutex_unlock(&mutex);
  return found ? (const qn_resources *)(uintptr_t)*found : NULL;
}

static void say_unknown(const qn_kernel *kernel, bool has_image) {
  static atomic_flag said = ATOMIC_FLAG_INIT;
  const qn_str name = kernel->demangled.size ? kernel->demangled : kernel->name;
  if (!atomic_flag_test_and_set(&said))
    fprintf(stderr,
            "quern: check: launches are not compared with the registers of %s: "
            "%s '%.*s'\n"
            "   = hint: Compile with 'quern cc --check=all "
            "--targets=native,%s'%s.\n",
            target,
            has_image ? "its image does not tell those of"
                      : "the program has no image for it with",
            QN_STR_ARG(name), target,
            has_image ? ", where ptxas is installed" : "");
}

// ---- Launches

static void check_threads(const qn_op_kernel *op, uint64_t threads) {
  const qn_resources *r = find(op->kernel);
  qn_kernel there = {0};
  if (r)
    there.resources = *r;
  const uint32_t fit = qn_group_by_registers(qn_str_from(target), &there);
  if (threads > limits.threads) {
    qn_check_bad_launch(QN_CHECK_RESOURCES, op->kernel,
                        "blocks of %" PRIu64 " threads; %s allows %u", threads,
                        target, limits.threads);
  } else if (!r || !fit) {
    say_unknown(op->kernel, r != NULL);
  } else if (r->max_threads.known && threads > r->max_threads.value) {
    qn_check_bad_launch(QN_CHECK_RESOURCES, op->kernel,
                        "blocks of %" PRIu64 " threads; on %s the kernel is "
                        "compiled for at most %" PRIu64 " (__launch_bounds__)",
                        threads, target, r->max_threads.value);
  } else if (threads > fit) {
    qn_check_bad_launch(QN_CHECK_RESOURCES, op->kernel,
                        "blocks of %" PRIu64 " threads with %" PRIu64
                        " registers each; %s has enough for %u",
                        threads,
                        r->registers.known ? r->registers.value : r->vgpr.value,
                        target, fit);
  }
}

void qn_check_resources(const qn_op_kernel *op) {
  const qn_kernel *kernel = op->kernel;
  const uint64_t threads = (uint64_t)op->block[0] * op->block[1] * op->block[2];
  if (!qn_check_target())
    return;
  const qn_resources *there = find(kernel);
  const qn_figure own = there && there->shared_static.known
                            ? there->shared_static
                            : kernel->resources.shared_static;
  const uint64_t shared = qn_figure_or(own, 0) + op->shared_size;
  check_threads(op, threads);
  if (shared > limits.shared)
    qn_check_bad_launch(QN_CHECK_RESOURCES, kernel,
                        "%" PRIu64 " bytes of shared memory for a block; %s "
                        "has %u",
                        shared, target, limits.shared);
}

void qn_check_shared_default(const qn_kernel *kernel, uint64_t shared) {
  if (qn_check_target() && strncmp(target, "sm_", 3) == 0 &&
      shared > limits.shared_default && shared <= limits.shared)
    qn_check_bad_launch(QN_CHECK_RESOURCES, kernel,
                        "%" PRIu64 " bytes of shared memory for a block; %s "
                        "gives %u to a kernel whose attribute "
                        "MaxDynamicSharedMemorySize was not set",
                        shared, target, limits.shared_default);
}
