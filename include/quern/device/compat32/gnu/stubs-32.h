// SPDX-License-Identifier: Apache-2.0
//
// Replaces the C library's 32-bit list of stubs, which 64-bit hosts do not
// have.
