// SPDX-License-Identifier: Apache-2.0
// Objects of the program that live as long as the graphs that hold them.
#include <hip/hip_runtime.h>

#include "program.h"

static int gone;
static void destroy(void *user) { gone += *(int *)user; }

int main() {
  int one = 1, ten = 10;
  hipUserObject_t a, b;
  hipGraph_t graph;
  FAILS(hipUserObjectCreate(&a, &one, destroy, 1, 0), hipErrorInvalidValue);
  FAILS(
      hipUserObjectCreate(&a, &one, nullptr, 1, hipUserObjectNoDestructorSync),
      hipErrorInvalidValue);
  OK(hipUserObjectCreate(&a, &one, destroy, 2, hipUserObjectNoDestructorSync));
  OK(hipUserObjectRetain(a, 1));
  OK(hipUserObjectRelease(a, 2));
  CHECK(gone == 0);
  OK(hipUserObjectRelease(a, 1));
  CHECK(gone == 1);
  OK(hipUserObjectRelease(a, 1)); // gone already: nothing to give back
  CHECK(gone == 1);

  // A graph takes the program's reference over, or has one of its own.
  OK(hipUserObjectCreate(&a, &one, destroy, 1, hipUserObjectNoDestructorSync));
  OK(hipUserObjectCreate(&b, &ten, destroy, 1, hipUserObjectNoDestructorSync));
  OK(hipGraphCreate(&graph, 0));
  OK(hipGraphRetainUserObject(graph, a, 1, hipGraphUserObjectMove));
  OK(hipGraphRetainUserObject(graph, b, 1, 0));
  FAILS(hipGraphRetainUserObject(graph, b, 0, 0), hipErrorInvalidValue);
  OK(hipGraphReleaseUserObject(graph, b, 1));
  CHECK(gone == 1);
  OK(hipUserObjectRelease(b, 1));
  CHECK(gone == 11);
  OK(hipGraphDestroy(graph));
  CHECK(gone == 12);
  return done();
}
