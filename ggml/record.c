// SPDX-License-Identifier: Apache-2.0
// Graphs that come again: their launches are recorded, and launched as one.
//
// A stream keeps the lists of launches that it had last. A list is known again
// if every byte of it is the same: kernels, grids, addresses, shapes and
// parameters. What ggml's nodes are and where they lie does not matter. A list
// is launched one by one at first, so that what comes once costs nothing more;
// the second time it is recorded. A recorded graph has copies of all arguments.
#include <stdlib.h>
#include <string.h>

#include "backend.h"

enum {
  KEPT_MAX = 64,
  STEPS_MIN = 4, // fewer are as fast one by one
};

typedef struct kept {
  qg_steps steps;
  hipGraphExec_t exec; // NULL: not recorded
  uint64_t used;       // the time of qg_records
  qg_graph_id id;      // of the graph that it last came with
  bool was_launched;   // as one
  bool is_plain;       // cannot be recorded
} kept;

struct qg_records {
  const qg_device *device;
  bool has_none; // the runtime has no graphs for the device
  kept kept[KEPT_MAX];
  size_t count;
  uint64_t time; // counts lists
  size_t recorded, together, plain;
};

// ---- Steps

// Lists are compared by their bytes.
_Static_assert(sizeof(qg_step) == sizeof(hipFunction_t) + 6 * sizeof(uint32_t) +
                                      QG_ADDRESSES * sizeof(void *) +
                                      sizeof(size_t) + sizeof(quern_ggml_call),
               "a step has no padding");

qg_step *qg_steps_add(qg_steps *steps) {
  if (steps->count == steps->capacity) {
    const size_t capacity = steps->capacity * 2 + 64;
    qg_step *grown = realloc(steps->items, capacity * sizeof(*grown));
    if (!grown) {
      GGML_LOG_ERROR("quern: no memory for a graph\n");
      return NULL;
    }
    steps->items = grown;
    steps->capacity = capacity;
  }
  return &steps->items[steps->count++];
}

void qg_steps_finish(qg_steps *steps) {
  free(steps->items);
  *steps = (qg_steps){0};
}

static void list_arguments(const qg_step *step, void *out[QG_ADDRESSES + 1]) {
  for (int i = 0; i < QG_ADDRESSES; ++i)
    out[i] = (void *)(uintptr_t)&step->at[i];
  out[QG_ADDRESSES] = (void *)(uintptr_t)&step->call;
}

static bool launch_step(const qg_step *step, hipStream_t stream) {
  void *args[QG_ADDRESSES + 1];
  const uint32_t *grid = step->grid, *block = step->block;
  if (!step->function)
    return qg_good(hipMemcpyAsync((void *)(uintptr_t)step->at[0], step->at[1],
                                  step->size, hipMemcpyDefault, stream),
                   "could not copy");
  list_arguments(step, args);
  const hipError_t result =
      hipModuleLaunchKernel(step->function, grid[0], grid[1], grid[2], block[0],
                            block[1], block[2], 0, stream, args, NULL);
  return result == hipSuccess ||
         qg_good(result, hipKernelNameRef(step->function));
}

bool qg_steps_launch(qg_steps *steps, hipStream_t stream) {
  for (; steps->launched < steps->count; ++steps->launched)
    if (!launch_step(&steps->items[steps->launched], stream))
      return false;
  return true;
}

// ---- Recording

// Behind `*last`, and becomes that.
static hipError_t add_node(hipGraph_t graph, const qg_step *step,
                           hipGraphNode_t *last) {
  const hipGraphNode_t before = *last;
  const size_t count = before != NULL;
  void *args[QG_ADDRESSES + 1];
  if (!step->function)
    return hipGraphAddMemcpyNode1D(last, graph, &before, count,
                                   (void *)(uintptr_t)step->at[0], step->at[1],
                                   step->size, hipMemcpyDefault);
  list_arguments(step, args);
  const hipKernelNodeParams params = {
      .func = step->function,
      .gridDim = {step->grid[0], step->grid[1], step->grid[2]},
      .blockDim = {step->block[0], step->block[1], step->block[2]},
      .kernelParams = args,
  };
  return hipGraphAddKernelNode(last, graph, &before, count, &params);
}

static hipError_t instantiate(const qg_steps *steps, hipGraphExec_t *out) {
  hipGraph_t graph = NULL;
  hipGraphNode_t last = NULL;
  hipError_t result = hipGraphCreate(&graph, 0);
  for (size_t i = 0; i < steps->count && result == hipSuccess; ++i)
    result = add_node(graph, &steps->items[i], &last);
  if (result == hipSuccess)
    result = hipGraphInstantiate(out, graph, NULL, NULL, 0);
  if (graph)
    (void)hipGraphDestroy(graph);
  return result;
}

static void forget(kept *k) {
  if (k->exec)
    (void)qg_good(hipGraphExecDestroy(k->exec), "could not free a graph");
  k->exec = NULL;
}

// From now on it is launched one by one. If there is a reason that matters to
// that, too, it is met there again.
static void give_up(qg_records *r, kept *k, hipError_t why) {
  GGML_LOG_DEBUG("quern: %s: a graph of %zu launches is not recorded: %s\n",
                 r->device->name, k->steps.count, hipGetErrorName(why));
  forget(k);
  k->is_plain = true;
  r->has_none = why == hipErrorNotSupported;
}

static void record(qg_records *r, kept *k) {
  const hipError_t result = instantiate(&k->steps, &k->exec);
  if (result != hipSuccess)
    give_up(r, k, result);
}

// ---- What is kept

static kept *find(qg_records *r, const qg_steps *steps) {
  for (size_t i = 0; i < r->count; ++i) {
    kept *k = &r->kept[i];
    if (k->steps.count == steps->count &&
        memcmp(k->steps.items, steps->items,
               steps->count * sizeof(*steps->items)) == 0)
      return k;
  }
  return NULL;
}

// A free place, or that of the list that was not used for longest.
static kept *make_place(qg_records *r) {
  if (r->count < KEPT_MAX)
    return &r->kept[r->count++];
  kept *oldest = &r->kept[0];
  for (size_t i = 1; i < r->count; ++i)
    if (r->kept[i].used < oldest->used)
      oldest = &r->kept[i];
  forget(oldest);
  return oldest;
}

bool qg_records_begin(const qg_records *r, const qg_step *first) {
  for (size_t i = 0; i < r->count; ++i)
    if (memcmp(r->kept[i].steps.items, first, sizeof(*first)) == 0)
      return true;
  return false;
}

// Takes the list, and leaves the memory of the one that it displaces.
static void keep(qg_records *r, qg_graph_id id, qg_steps *steps) {
  kept *k = make_place(r);
  const qg_steps displaced = k->steps;
  *k = (kept){.steps = *steps, .used = ++r->time, .id = id};
  *steps = displaced;
}

// ---- Launching

static bool launch_plainly(qg_records *r, qg_steps *steps, hipStream_t stream) {
  ++r->plain;
  return qg_steps_launch(steps, stream);
}

static hipError_t launch_together(qg_records *r, kept *k, hipStream_t stream) {
  const hipError_t result = hipGraphLaunch(k->exec, stream);
  if (result != hipSuccess)
    return result;
  if (!k->was_launched) {
    ++r->recorded;
    GGML_LOG_DEBUG("quern: %s: a graph of %zu launches is recorded\n",
                   r->device->name, k->steps.count);
  }
  ++r->together;
  k->was_launched = true;
  k->used = ++r->time;
  return result;
}

static bool is_launched(hipError_t result) {
  return qg_good(result, "could not launch a graph");
}

// A driver makes its own graph at the first launch, before it launches
// anything, and may lack the memory for that. Others have begun.
static bool may_be_plain(const qg_records *r, const kept *k,
                         hipError_t result) {
  return result != hipSuccess && !k->was_launched &&
         (r->device->has_graphs || result == hipErrorNotSupported);
}

static bool launch_known(qg_records *r, kept *k, qg_steps *steps,
                         hipStream_t stream) {
  if (!k->exec && !k->is_plain)
    record(r, k);
  if (k->exec) {
    const hipError_t result = launch_together(r, k, stream);
    if (!may_be_plain(r, k, result))
      return is_launched(result);
    give_up(r, k, result);
  }
  k->used = ++r->time;
  return launch_plainly(r, steps, stream);
}

bool qg_records_again(qg_records *r, qg_graph_id id, hipStream_t stream,
                      bool *out_good) {
  for (size_t i = 0; i < r->count && id.uid; ++i) {
    kept *k = &r->kept[i];
    if (k->id.uid != id.uid || k->id.node_count != id.node_count ||
        !k->was_launched)
      continue;
    *out_good = is_launched(launch_together(r, k, stream));
    return true;
  }
  return false;
}

bool qg_records_launch(qg_records *r, qg_graph_id id, qg_steps *steps,
                       hipStream_t stream) {
  if (r->has_none || steps->count < STEPS_MIN)
    return launch_plainly(r, steps, stream);
  kept *k = steps->launched ? NULL : find(r, steps);
  if (k) {
    k->id = id;
    return launch_known(r, k, steps, stream);
  }
  if (!launch_plainly(r, steps, stream))
    return false;
  keep(r, id, steps);
  return true;
}

qg_records *qg_records_create(const qg_device *device) {
  const char *asked = getenv("GGML_QUERN_GRAPHS");
  if (asked ? strcmp(asked, "0") == 0 : !device->has_graphs)
    return NULL;
  qg_records *r = calloc(1, sizeof(*r));
  if (r)
    r->device = device;
  return r;
}

void qg_records_destroy(qg_records *r) {
  if (!r)
    return;
  GGML_LOG_DEBUG("quern: %s: %zu graphs recorded, %zu launched as one, %zu "
                 "launch by launch\n",
                 r->device->name, r->recorded, r->together, r->plain);
  for (size_t i = 0; i < r->count; ++i) {
    forget(&r->kept[i]);
    qg_steps_finish(&r->kept[i].steps);
  }
  free(r);
}
