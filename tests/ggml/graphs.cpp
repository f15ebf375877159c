// SPDX-License-Identifier: Apache-2.0
// Graphs of ggml that come again on Quern's back end, which records them
// (docs/ggml.md): each has the results that launches one by one have.
//
//   graphs CASE     one of those in `cases`, below
//
// The program's own hipGraphLaunch, hipModuleLaunchKernel, hipGraphInstantiate
// and hipGraphExecDestroy come before the library's: they count, and fail when
// they are told to. Exit status 1, and a line for each thing that is wrong.
#include "ggml-alloc.h"
#include "ggml-backend.h"
#include "ggml.h"

#include <dlfcn.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

static int failures;

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      std::printf("line %d: %s\n", __LINE__, #condition);                      \
      ++failures;                                                              \
    }                                                                          \
  } while (0)

static void check_equal(int line, const char *what, size_t found, size_t want) {
  if (found == want)
    return;
  std::printf("line %d: %s is %zu, not %zu\n", line, what, found, want);
  ++failures;
}
#define EQUAL(found, want) check_equal(__LINE__, #found, found, want)

// ---- What the back end calls

enum { SUCCESS = 0, OUT_OF_MEMORY = 2, UNKNOWN = 999, NOT_SUPPORTED = 801 };

static size_t graphs, kernels, recordings;
static size_t live; // executable graphs that are not freed
static int launch_result, instantiate_result;

template <typename Function> static Function *real(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) {
    std::printf("no %s: %s\n", name, dlerror());
    std::exit(1);
  }
  return reinterpret_cast<Function *>(found);
}

extern "C" __attribute__((visibility("default"))) int
hipGraphLaunch(void *graph, void *stream) {
  ++graphs;
  return launch_result
             ? launch_result
             : real<decltype(hipGraphLaunch)>("hipGraphLaunch")(graph, stream);
}

// Each node waits for the one before it.
static void check_order(void *graph) {
  using List = int(void *, void **, size_t *);
  using Pairs = int(void *, void **, void **, size_t *);
  size_t nodes = 0, edges = 0;
  real<List>("hipGraphGetNodes")(graph, nullptr, &nodes);
  real<Pairs>("hipGraphGetEdges")(graph, nullptr, nullptr, &edges);
  EQUAL(edges + 1, nodes);
}

extern "C" __attribute__((visibility("default"))) int
hipGraphInstantiate(void **exec, void *graph, void **node, char *log,
                    size_t size) {
  ++recordings;
  check_order(graph);
  if (instantiate_result)
    return instantiate_result;
  ++live;
  return real<decltype(hipGraphInstantiate)>("hipGraphInstantiate")(
      exec, graph, node, log, size);
}

extern "C" __attribute__((visibility("default"))) int
hipGraphExecDestroy(void *exec) {
  --live;
  return real<decltype(hipGraphExecDestroy)>("hipGraphExecDestroy")(exec);
}

extern "C" __attribute__((visibility("default"))) int
hipModuleLaunchKernel(void *function, unsigned x, unsigned y, unsigned z,
                      unsigned u, unsigned v, unsigned w, unsigned shared,
                      void *stream, void **args, void **extra) {
  ++kernels;
  return real<decltype(hipModuleLaunchKernel)>("hipModuleLaunchKernel")(
      function, x, y, z, u, v, w, shared, stream, args, extra);
}

static std::string errors;
static void keep_errors(ggml_log_level level, const char *text, void *) {
  if (level == GGML_LOG_LEVEL_ERROR)
    errors += text;
}

// ---- A small model

enum { WIDTH = 64, ROWS = 3, PLACES = 256 };

static std::vector<float> numbers(size_t count, unsigned seed) {
  std::vector<float> made(count);
  for (float &value : made) {
    seed = seed * 1664525 + 1013904223;
    value = float(int(seed >> 8) % 2001 - 1000) / 1000;
  }
  return made;
}

static std::vector<ggml_fp16_t> halves(const std::vector<float> &from) {
  std::vector<ggml_fp16_t> made(from.size());
  ggml_fp32_to_fp16_row(from.data(), made.data(), int64_t(from.size()));
  return made;
}

// Writes rows into a cache at a place that is an argument of a launch, and
// reads all of it: x and what the cache has are both in the result.
class Model {
public:
  explicit Model(const char *graphs_on) {
    setenv("GGML_QUERN_GRAPHS", graphs_on, 1);
    device = ggml_backend_dev_by_name("Quern0");
    stream = ggml_backend_dev_init(device, nullptr);
    context = ggml_init({1 << 20, nullptr, true});
    weights = ggml_new_tensor_2d(context, GGML_TYPE_F16, WIDTH, WIDTH);
    bias = ggml_new_tensor_1d(context, GGML_TYPE_F32, WIDTH);
    cache = ggml_new_tensor_2d(context, GGML_TYPE_F32, WIDTH, PLACES);
    table = ggml_new_tensor_2d(context, GGML_TYPE_F32, WIDTH, PLACES);
    index = ggml_new_tensor_1d(context, GGML_TYPE_I32, ROWS);
    for (ggml_tensor *&input : inputs)
      input = ggml_new_tensor_2d(context, GGML_TYPE_F32, WIDTH, ROWS);
    buffer = ggml_backend_alloc_ctx_tensors(context, stream);
    allocator = ggml_gallocr_new(ggml_backend_get_default_buffer_type(stream));
    set(weights, halves(numbers(WIDTH * WIDTH, 1)));
    set(bias, numbers(WIDTH, 2));
    set(cache, std::vector<float>(WIDTH * PLACES));
    set(table, numbers(WIDTH * PLACES, 3));
    set(index, std::vector<int32_t>{5, 0, PLACES - 1});
  }
  Model(const Model &) = delete;
  ~Model() {
    ggml_free(graph_context);
    ggml_gallocr_free(allocator);
    ggml_backend_buffer_free(buffer);
    ggml_free(context);
    ggml_backend_free(stream);
  }

  template <typename T> void set(ggml_tensor *to, const std::vector<T> &from) {
    ggml_backend_tensor_set(to, from.data(), 0, from.size() * sizeof(T));
  }

  // Makes the graph anew, as llama.cpp does; ggml's allocator gives the same
  // addresses to the same graphs.
  void build(int place, int input) {
    describe(place, input);
    CHECK(ggml_gallocr_alloc_graph(allocator, graph));
  }

  // The graph without memory.
  void describe(int place, int input) {
    ggml_free(graph_context);
    graph_context = ggml_init({1 << 20, nullptr, true});
    ggml_context *c = graph_context;
    ggml_tensor *x = ggml_mul_mat(c, weights, inputs[input]);
    x = ggml_rms_norm(c, ggml_add(c, x, bias), 1e-5f);
    ggml_tensor *here =
        ggml_view_2d(c, cache, WIDTH, ROWS, cache->nb[1],
                     size_t(place % (PLACES - ROWS)) * cache->nb[1]);
    graph = ggml_new_graph(c);
    ggml_build_forward_expand(graph, ggml_cpy(c, x, here)); // of bytes
    ggml_tensor *sums = ggml_mul_mat(c, cache, x);
    sums = ggml_soft_max(c, ggml_scale(c, sums, 0.5f));
    ggml_tensor *rows = ggml_get_rows(c, table, index);
    result = ggml_add(c, rows, ggml_repeat(c, ggml_sum_rows(c, sums), rows));
    result = ggml_concat(c, result, sums, 0);
    ggml_set_output(result);
    ggml_build_forward_expand(graph, result);
  }

  ggml_status start(int input, const std::vector<float> &x) {
    ggml_backend_tensor_set_async(stream, inputs[input], x.data(), 0,
                                  x.size() * sizeof(float));
    return ggml_backend_graph_compute_async(stream, graph);
  }

  std::vector<float> run(int place, int input, unsigned seed) {
    const std::vector<float> x = numbers(WIDTH * ROWS, seed);
    std::vector<float> out((WIDTH + PLACES) * ROWS);
    build(place, input);
    CHECK(start(input, x) == GGML_STATUS_SUCCESS);
    ggml_backend_tensor_get_async(stream, result, out.data(), 0,
                                  out.size() * sizeof(float));
    ggml_backend_synchronize(stream);
    for (float value : out)
      if (!std::isfinite(value)) {
        std::printf("a result is %g\n", value);
        ++failures;
        break;
      }
    return out;
  }

  ggml_backend_dev_t device;
  ggml_backend_t stream;
  ggml_context *context, *graph_context = nullptr;
  ggml_backend_buffer_t buffer;
  ggml_gallocr_t allocator;
  ggml_tensor *weights, *bias, *cache, *table, *index, *inputs[2], *result;
  ggml_cgraph *graph = nullptr;
};

struct Run {
  int place, input;
};

// All of them by both, whose results are the same to the last bit. How many
// graphs were recorded and launched, and kernels launched by the second.
struct Counts {
  size_t recordings, graphs, kernels;
};

static Counts compare(Model &plain, Model &together,
                      const std::vector<Run> &runs) {
  Counts counts = {};
  unsigned seed = 100;
  for (const Run &run : runs) {
    const Counts before = {recordings, graphs, kernels};
    const std::vector<float> found = together.run(run.place, run.input, ++seed);
    counts.recordings += recordings - before.recordings;
    counts.graphs += graphs - before.graphs;
    counts.kernels += kernels - before.kernels;
    const size_t graphs_before = graphs;
    const std::vector<float> want = plain.run(run.place, run.input, seed);
    EQUAL(graphs, graphs_before);
    if (std::memcmp(found.data(), want.data(), found.size() * sizeof(float))) {
      std::printf("place %d, input %d: other results\n", run.place, run.input);
      ++failures;
    }
  }
  return counts;
}

static std::vector<Run> places(int first, int count, int times) {
  std::vector<Run> runs;
  for (int i = 0; i < times; ++i)
    for (int k = 0; k < count; ++k)
      runs.push_back({first + k, 0});
  return runs;
}

// ---- Cases

// Kernels of one graph: what is launched when it comes for the first time.
static size_t per_graph() {
  Model model("0");
  const size_t before = kernels;
  model.run(0, 0, 1);
  return kernels - before;
}

static void test_again() {
  const size_t one = per_graph();
  Model plain("0"), together("1");
  const Counts same = compare(plain, together, places(7, 1, 6));
  EQUAL(same.recordings, 1);
  EQUAL(same.graphs, 5);
  EQUAL(same.kernels, one);
  // Another argument: the place in the cache; those that were there come again.
  const Counts moved = compare(plain, together, places(0, 6, 3));
  EQUAL(moved.recordings, 6);
  EQUAL(moved.graphs, 12);
  EQUAL(moved.kernels, 6 * one);
  // Another buffer of the input, by turns.
  const Counts inputs = compare(
      plain, together, {{9, 0}, {9, 1}, {9, 0}, {9, 1}, {9, 1}, {9, 0}});
  EQUAL(inputs.recordings, 2);
  EQUAL(inputs.graphs, 4);
}

// A stream keeps 64.
static void test_many() {
  const size_t one = per_graph();
  Model plain("0"), together("1");
  const Counts none = compare(plain, together, places(0, 65, 2));
  EQUAL(none.recordings, 0);
  EQUAL(none.graphs, 0);
  EQUAL(none.kernels, 130 * one);
  const Counts few = compare(plain, together, places(100, 4, 3));
  EQUAL(few.recordings, 4);
  EQUAL(few.graphs, 8);
  // They go when 64 others have come, and come back.
  const Counts others = compare(plain, together, places(110, 64, 1));
  EQUAL(others.kernels, 64 * one);
  const Counts back = compare(plain, together, places(100, 4, 2));
  EQUAL(back.recordings, 4);
  EQUAL(back.graphs, 4);
}

// Two streams by turns: the second's input is what the first's graph wrote,
// and the first goes on meanwhile. Nothing waits but for one another.
static std::vector<float> by_turns(const char *graphs_on) {
  enum { TURNS = 24 };
  Model a(graphs_on), b(graphs_on);
  const ggml_backend_event_t done = ggml_backend_event_new(b.device);
  std::vector<std::vector<float>> xs;
  std::vector<float> out(size_t(TURNS) * (WIDTH + PLACES) * ROWS);
  const size_t size = out.size() / TURNS;
  a.build(3, 0);
  b.build(20, 1);
  for (unsigned i = 0; i < TURNS; ++i)
    xs.push_back(numbers(WIDTH * ROWS, 500 + i));
  for (size_t i = 0; i < TURNS; ++i) {
    if (i)
      ggml_backend_event_wait(a.stream, done);
    CHECK(a.start(0, xs[i]) == GGML_STATUS_SUCCESS);
    ggml_tensor *row = ggml_view_2d(a.graph_context, a.cache, WIDTH, ROWS,
                                    a.cache->nb[1], 3 * a.cache->nb[1]);
    row->buffer = a.buffer;
    ggml_backend_tensor_copy_async(a.stream, b.stream, row, b.inputs[1]);
    CHECK(ggml_backend_graph_compute_async(b.stream, b.graph) ==
          GGML_STATUS_SUCCESS);
    ggml_backend_tensor_get_async(b.stream, b.result, &out[i * size], 0,
                                  size * sizeof(float));
    ggml_backend_event_record(done, b.stream);
  }
  ggml_backend_synchronize(a.stream);
  ggml_backend_synchronize(b.stream);
  ggml_backend_event_free(done);
  return out;
}

static void test_streams() {
  const std::vector<float> want = by_turns("0");
  EQUAL(graphs, 0);
  const std::vector<float> found = by_turns("1");
  EQUAL(recordings, 2);
  EQUAL(graphs, 46);
  CHECK(!std::memcmp(found.data(), want.data(), want.size() * sizeof(float)));
}

// By ggml's scheduler, as llama.cpp: it numbers graphs, and one that it does
// not allocate anew keeps its number.
static std::vector<float> by_scheduler(const char *graphs_on) {
  enum { TIMES = 5 };
  Model model(graphs_on);
  ggml_backend_t all[] = {
      model.stream,
      ggml_backend_init_by_type(GGML_BACKEND_DEVICE_TYPE_CPU, nullptr)};
  const ggml_backend_sched_t scheduler = ggml_backend_sched_new(
      all, nullptr, 2, GGML_DEFAULT_GRAPH_SIZE, false, false);
  std::vector<float> out;
  unsigned seed = 700;
  for (int place : {4, 9, 4}) {
    ggml_backend_sched_reset(scheduler);
    model.describe(place, 0);
    CHECK(ggml_backend_sched_alloc_graph(scheduler, model.graph));
    EQUAL(size_t(ggml_backend_sched_get_n_splits(scheduler)), 1);
    for (int i = 0; i < TIMES; ++i) {
      const std::vector<float> x = numbers(WIDTH * ROWS, ++seed);
      std::vector<float> found((WIDTH + PLACES) * ROWS);
      ggml_backend_tensor_set_async(model.stream, model.inputs[0], x.data(), 0,
                                    x.size() * sizeof(float));
      CHECK(ggml_backend_sched_graph_compute_async(scheduler, model.graph) ==
            GGML_STATUS_SUCCESS);
      ggml_backend_tensor_get_async(model.stream, model.result, found.data(), 0,
                                    found.size() * sizeof(float));
      ggml_backend_sched_synchronize(scheduler);
      out.insert(out.end(), found.begin(), found.end());
    }
  }
  ggml_backend_sched_free(scheduler);
  ggml_backend_free(all[1]);
  return out;
}

static void test_scheduler() {
  const std::vector<float> want = by_scheduler("0");
  EQUAL(graphs, 0);
  const std::vector<float> found = by_scheduler("1");
  EQUAL(recordings, 2);
  EQUAL(graphs, 13);
  CHECK(found == want);
}

// The device has none, or too little memory for one: as before.
static void test_without() {
  const size_t one = per_graph();
  for (int *failing : {&instantiate_result, &launch_result}) {
    Model plain("0"), together("1");
    *failing = NOT_SUPPORTED;
    const Counts counts = compare(plain, together, places(0, 2, 5));
    EQUAL(counts.recordings, 1); // then nothing is tried again
    EQUAL(counts.kernels, 10 * one);
    *failing = SUCCESS;
  }
  Model plain("0"), together("1");
  instantiate_result = OUT_OF_MEMORY;
  const Counts counts = compare(plain, together, places(0, 1, 3));
  EQUAL(counts.recordings, 1);
  EQUAL(counts.kernels, 3 * one);
  instantiate_result = SUCCESS;
  const Counts others = compare(plain, together, places(1, 1, 3));
  EQUAL(others.graphs, 2);
  CHECK(errors.empty());
}

// What is reported of a launch, and of a kernel that runs (asserts.cu).
static void test_errors() {
  Model model("1");
  for (unsigned i = 0; i < 3; ++i)
    model.run(0, 0, i);
  EQUAL(graphs, 2);
  CHECK(errors.empty());
  launch_result = UNKNOWN;
  const size_t before = kernels;
  CHECK(ggml_backend_graph_compute(model.stream, model.graph) ==
        GGML_STATUS_FAILED);
  CHECK(errors.find("could not launch a graph") != std::string::npos);
  EQUAL(kernels, before);
  launch_result = SUCCESS;
  errors.clear();
  // Only what the graph reads is another.
  CHECK(model.start(0, std::vector<float>(WIDTH * ROWS, NAN)) ==
        GGML_STATUS_SUCCESS);
  EQUAL(graphs, 4);
  ggml_backend_synchronize(model.stream);
  CHECK(errors.find("a graph failed") != std::string::npos);
  CHECK(ggml_backend_graph_compute(model.stream, model.graph) ==
        GGML_STATUS_FAILED);
}

// What is not asked for is as the device gains by it.
static void test_default() {
  Model plain("0"), own("0");
  ggml_backend_free(own.stream);
  unsetenv("GGML_QUERN_GRAPHS");
  own.stream = ggml_backend_dev_init(own.device, nullptr);
  const Counts counts = compare(plain, own, places(7, 1, 6));
  std::printf("by default %zu of 6 graphs are launched as one\n",
              counts.graphs);
}

int main(int argc, char **argv) {
  const std::map<std::string, std::function<void()>> cases = {
      {"again", test_again},     {"many", test_many},
      {"streams", test_streams}, {"scheduler", test_scheduler},
      {"without", test_without}, {"errors", test_errors},
      {"default", test_default},
  };
  const auto found = cases.find(argc > 1 ? argv[1] : "");
  if (found == cases.end())
    return 2;
  ggml_log_set(keep_errors, nullptr);
  ggml_backend_load_all(); // GGML_BACKEND_PATH
  if (!ggml_backend_dev_by_name("Quern0")) {
    std::printf("there is no device of Quern's\n");
    return 1;
  }
  found->second();
  EQUAL(live, 0);
  if (!errors.empty() && found->first != "errors") {
    std::printf("%s", errors.c_str());
    ++failures;
  }
  return failures != 0;
}
