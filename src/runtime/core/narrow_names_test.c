// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/narrow_names.h"

#include "support/test.h"

// Names as clang makes them on both sides, and the types of the device's
// arguments of 4 bytes that the record has.
static const struct {
  const char *host, *device;
  const char *types[3];
  bool agrees;
} cases[] = {
    // k(size_t), k(uint64_t), k(unsigned)
    {"_Z1km", "_Z1kj", {"size_t"}, true},
    {"_Z1km", "_Z1ky", {"uint64_t"}, true},
    {"_Z1km", "_Z1kj", {"unsigned int"}, false},
    {"_Z1kj", "_Z1ky", {"uint64_t"}, false},
    {"_Z1kl", "_Z1kj", {"size_t"}, false},
    {"_Z1kl", "_Z1ki", {"ptrdiff_t"}, true},
    {"_Z1ke", "_Z1ki", {"int"}, false},
    {"_Z1ky", "_Z1kj", {"size_t"}, false},
    // Behind pointers: uint64_t *, size_t *
    {"_Z1kPm", "_Z1kPy", {"uint64_t *"}, true},
    {"_Z1kPKm", "_Z1kPKy", {"const uint64_t *"}, true},
    {"_Z1kPm", "_Z1kPj", {"size_t *"}, false},
    // k(uint64_t *, unsigned long long *)
    {"_Z1kPmPy", "_Z1kPyS_", {"uint64_t *", "unsigned long long *"}, true},
    // Templates: k<float, 5>(float *, size_t), of a type or a number
    {"_Z1kIfLm5EEvPT_m", "_Z1kIfLj5EEvPT_j", {"float *", "size_t"}, true},
    {"_Z1kIfLm5EEvPT_m", "_Z1kIfLj6EEvPT_j", {"float *", "size_t"}, false},
    {"_Z1kImEvPf", "_Z1kIjEvPf", {"float *"}, true},
    {"_Z1kImEvPT_", "_Z1kIjEvPT_", {"unsigned int *"}, false},
    {"_Z1kImEvPT_", "_Z1kIyEvPT_", {"unsigned long long *"}, true},
    {"_Z1kP5boxedILl2EE", "_Z1kP5boxedILi2EE", {"boxed<2> *"}, true},
    // Other functions, counts and names
    {"_Z1km", "_Z1lj", {"size_t"}, false},
    {"_Z1kmm", "_Z1kj", {"size_t"}, false},
    {"_Z5kmlongm", "_Z5kmlongj", {"size_t"}, false},
    {"_Z6longerm", "_Z6longerj", {"size_t"}, true},
    {"k", "_Z1kj", {"size_t"}, false},
};

int main(void) {
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    qn_argument arguments[3] = {0};
    qn_kernel kernel = {.name = qn_str_from(cases[i].device),
                        .arguments = arguments};
    for (; kernel.argument_count < 3 && cases[i].types[kernel.argument_count];
         ++kernel.argument_count) {
      qn_argument *a = &arguments[kernel.argument_count];
      a->size = 4;
      a->type = qn_str_from(cases[i].types[kernel.argument_count]);
    }
    if (qn_narrow_name_agrees(qn_str_from(cases[i].host), &kernel) !=
        cases[i].agrees) {
      fprintf(stderr, "%s, %s\n", cases[i].host, cases[i].device);
      CHECK(false);
    }
  }
  return 0;
}
