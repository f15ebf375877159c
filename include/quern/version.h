// SPDX-License-Identifier: Apache-2.0
// The version of Quern, and the marker of what its libraries export.
//
// The only place that has it: the build and tools/version.py read it from here.
// Between releases the version ends in -pre: 0.1.0-pre comes before 0.1.0.
#ifndef QUERN_VERSION_H
#define QUERN_VERSION_H

#define QUERN_VERSION_MAJOR 0
#define QUERN_VERSION_MINOR 1
#define QUERN_VERSION_PATCH 0
#define QUERN_VERSION "0.1.0-pre"

// Of what the libraries export, in the names that programs ask for:
// libquern.so.0. It grows when a program that was linked before would no longer
// run (docs/abi.md), whatever the version.
#define QUERN_ABI_VERSION 0

// Marks what is exported: the functions and the data of the public C API. The
// version script src/libquern.map is generated from these marks
// (tools/gen_map.py).
#if defined(__GNUC__)
#define QUERN_API __attribute__((visibility("default")))
#else
#define QUERN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

// The version of the library at run time, such as "0.1.0"; QUERN_VERSION is
// that of the headers at compile time. The text lives as long as the program.
// Never fails; any thread.
QUERN_API const char *quern_version(void);

#ifdef __cplusplus
}
#endif

#endif // QUERN_VERSION_H
