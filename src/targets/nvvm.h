// SPDX-License-Identifier: Apache-2.0
// What NVVM's compiler and the library that runs it agree on.
#ifndef QN_TARGETS_NVVM_H
#define QN_TARGETS_NVVM_H

// The newest version of NVVM IR, and of its debug information.
enum {
  QN_NVVM_IR_MAJOR = 2,
  QN_NVVM_IR_MINOR = 0,
  QN_NVVM_DEBUG_MAJOR = 3,
  QN_NVVM_DEBUG_MINOR = 1,
};

// How the refusal of a newer one starts, by which it is told from other errors.
#define QN_NVVM_IR_VERSION "the NVVM IR version"

#endif // QN_TARGETS_NVVM_H
