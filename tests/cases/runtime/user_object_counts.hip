// SPDX-License-Identifier: Apache-2.0
// References of user objects: nobody can give back what others hold, and what
// is gone can be released again, as in ROCm's conformance tests.
#include <hip/hip_runtime.h>

#include "program.h"

#include <climits>

static int destroyed;
static void destroy(void *block) { destroyed += *(int *)block; }

static int one = 1;

static hipUserObject_t make(unsigned count) {
  hipUserObject_t object;
  destroyed = 0;
  OK(hipUserObjectCreate(&object, &one, destroy, count,
                         hipUserObjectNoDestructorSync));
  return object;
}

static hipGraph_t graph_with(hipUserObject_t object, unsigned count,
                             unsigned flags) {
  hipGraph_t graph;
  OK(hipGraphCreate(&graph, 0));
  OK(hipGraphRetainUserObject(graph, object, count, flags));
  return graph;
}

static void over_release() {
  hipUserObject_t object = make(1);
  hipGraph_t graph = graph_with(object, 1, hipGraphUserObjectMove);
  OK(hipUserObjectRelease(object, 1));
  OK(hipUserObjectRelease(object, INT_MAX));
  CHECK(destroyed == 0);
  OK(hipGraphDestroy(graph));
  CHECK(destroyed == 1);
  OK(hipUserObjectRelease(object, 1)); // gone
  CHECK(destroyed == 1);

  object = make(1);
  graph = graph_with(object, 1, hipGraphUserObjectMove);
  OK(hipGraphReleaseUserObject(graph, object, INT_MAX));
  CHECK(destroyed == 1);
  OK(hipGraphReleaseUserObject(graph, object, 1));
  OK(hipUserObjectRelease(object, 1));
  OK(hipGraphDestroy(graph));
  CHECK(destroyed == 1);

  object = make(2);
  OK(hipUserObjectRetain(object, 3));
  graph = graph_with(object, 3, hipGraphUserObjectMove);
  OK(hipUserObjectRelease(object, 5));
  CHECK(destroyed == 0);
  OK(hipGraphReleaseUserObject(graph, object, 3));
  CHECK(destroyed == 1);
  OK(hipGraphDestroy(graph));
}

static void misuse() {
  hipUserObject_t object = make(1);
  hipGraph_t graph;
  int bogus = 0;
  OK(hipGraphCreate(&graph, 0));
  FAILS(hipUserObjectRelease(nullptr, 1), hipErrorInvalidValue);
  FAILS(hipUserObjectRelease(object, 0), hipErrorInvalidValue);
  FAILS(hipUserObjectRetain(nullptr, 1), hipErrorInvalidValue);
  FAILS(hipUserObjectRetain(object, 0), hipErrorInvalidValue);
  FAILS(hipUserObjectRelease((hipUserObject_t)&bogus, 1), hipErrorInvalidValue);
  FAILS(hipGraphRetainUserObject(nullptr, object, 1, 0), hipErrorInvalidValue);
  FAILS(hipGraphRetainUserObject(graph, nullptr, 1, 0), hipErrorInvalidValue);
  FAILS(hipGraphRetainUserObject(graph, object, 0, 0), hipErrorInvalidValue);
  FAILS(hipGraphRetainUserObject(graph, object, 1, INT_MAX),
        hipErrorInvalidValue);
  FAILS(hipGraphReleaseUserObject(nullptr, object, 1), hipErrorInvalidValue);
  FAILS(hipGraphReleaseUserObject(graph, nullptr, 1), hipErrorInvalidValue);
  FAILS(hipGraphReleaseUserObject(graph, object, 0), hipErrorInvalidValue);
  FAILS(hipGraphReleaseUserObject(graph, (hipUserObject_t)&bogus, 1),
        hipErrorInvalidValue);
  OK(hipGraphRetainUserObject(graph, object, INT_MAX, hipGraphUserObjectMove));
  CHECK(destroyed == 0);
  OK(hipUserObjectRelease(object, 1));
  OK(hipGraphDestroy(graph));
  CHECK(destroyed == 1);
  FAILS(hipUserObjectCreate(nullptr, &one, destroy, 1,
                            hipUserObjectNoDestructorSync),
        hipErrorInvalidValue);
  FAILS(hipUserObjectCreate(&object, &one, nullptr, 1,
                            hipUserObjectNoDestructorSync),
        hipErrorInvalidValue);
  FAILS(hipUserObjectCreate(&object, &one, destroy, 0,
                            hipUserObjectNoDestructorSync),
        hipErrorInvalidValue);
  FAILS(hipUserObjectCreate(&object, &one, destroy, 1, 0),
        hipErrorInvalidValue);
}

// What is made of a graph holds its objects.
static void clones() {
  hipUserObject_t object = make(1);
  hipGraph_t graph = graph_with(object, 1, hipGraphUserObjectMove);
  hipGraph_t clone;
  hipGraphExec_t exec;
  hipGraphNode_t node;
  OK(hipGraphAddEmptyNode(&node, graph, nullptr, 0));
  OK(hipGraphClone(&clone, graph));
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  OK(hipGraphDestroy(graph));
  CHECK(destroyed == 0);
  OK(hipGraphDestroy(clone));
  CHECK(destroyed == 0);
  OK(hipGraphLaunch(exec, 0));
  OK(hipDeviceSynchronize());
  OK(hipGraphExecDestroy(exec));
  CHECK(destroyed == 1);
}

int main() {
  over_release();
  misuse();
  clones();
  return done();
}
