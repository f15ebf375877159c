// SPDX-License-Identifier: Apache-2.0
// Why a call failed: one list of codes, and one struct with the details.
//
//   quern_error error = QUERN_ERROR_INIT;
//   if (quern_inspect_path("app.hipfb", visit, NULL, &error) != QUERN_OK) {
//     char text[QUERN_ERROR_TEXT_SIZE];
//     quern_error_format(&error, text, sizeof(text));
//     fputs(text, stderr);
//   }
//
// A function that can fail returns a quern_status, and its last parameter is a
// `quern_error *`. The caller owns it, on the stack or anywhere else; it may be
// NULL when the code is enough. It is written only when the call fails, and
// then overwritten completely. Out-parameters are written only when the call
// succeeds.
//
// Some structs have a first member `size`. The caller sets it to the sizeof of
// the struct, usually with the struct's QUERN_..._INIT, which says which
// version of the struct it was compiled against. Later versions add members at
// the end, where zero means the behaviour of earlier versions. A library
// accepts smaller structs, and larger ones as long as the members it does not
// know are zero (QUERN_E_UNSUPPORTED otherwise). A size below that of the first
// version is QUERN_E_ARGUMENT. docs/api.md has the rules in full.
#ifndef QUERN_ERROR_H
#define QUERN_ERROR_H

#include <stddef.h>
#include <stdint.h>

#include "quern/version.h"

#ifdef __cplusplus
extern "C" {
#endif

// The result of a call; failures are grouped by who must act. The numbers never
// change; later versions may add more.
typedef enum quern_status {
  QUERN_OK = 0,
  QUERN_E_ARGUMENT = 1,    // the program: it broke the contract in the header
  QUERN_E_MEMORY = 2,      // the machine: no memory; nothing was changed
  QUERN_E_IO = 3,          // the operating system refused; the message says why
  QUERN_E_MALFORMED = 4,   // the input's author: it contradicts itself
  QUERN_E_UNSUPPORTED = 5, // Quern: valid, but newer or rarer than it supports
  QUERN_E_LIMIT = 6,       // whoever set the limit that was reached
  QUERN_E_NOT_FOUND = 7,   // the caller: there is no such file, kernel, ...
  QUERN_E_TOOLCHAIN = 8,   // the source's author, or whoever installs compilers
  QUERN_E_DEVICE = 9,      // a driver or a device reported an error
  QUERN_E_INTERNAL = 10    // a bug in Quern: please report it
} quern_status;

// The lower-case name of a code: "ok", "argument", ..., "not-found"; "unknown"
// for any other number. Lives as long as the program. Never fails; any thread.
QUERN_API const char *quern_status_name(quern_status status);

// The value of quern_error.offset when the failure is not at a place in an
// input.
#define QUERN_NOWHERE UINT64_MAX

// Filled in by a call that failed. All texts are UTF-8 as far as the input is,
// end with a NUL, and are cut with "..." when they do not fit.
typedef struct quern_error {
  size_t size;         // sizeof(quern_error)
  quern_status status; // what the call returned
  uint32_t line;       // of a text input, from 1; 0: not known
  uint32_t column;     // of a text input, in bytes from 1; 0: not known
  uint64_t offset;     // bytes from the start of the input; QUERN_NOWHERE
  uint64_t extent;     // bytes there that are wrong; 0: a point
  char message[256];   // what failed: one line, lower case, no full stop
  char context[512]; // what was being done, innermost first, a line each; or ""
  char hint[256];    // what to do: a sentence, or ""
} quern_error;

#define QUERN_ERROR_INIT                                                       \
  {sizeof(quern_error), QUERN_OK, 0, 0, QUERN_NOWHERE, 0, {0}, {0}, {0}}

// Large enough for everything that quern_error_format writes.
#define QUERN_ERROR_TEXT_SIZE 2048

// Formats the error for people, in several lines that all end with a newline:
//
//   error[malformed]: image.code needs 255 bytes at 0x34, only 2 remain
//     --> 0x34
//      = while reading image 2 of 2
//      = hint: The file looks truncated; check the copy or the download.
//
// Control characters are escaped. At most `size` bytes are written, including
// the NUL; the result is the length of the whole text, as with snprintf. `out`
// may be NULL when `size` is 0. An error that no call has filled in gives "".
QUERN_API size_t quern_error_format(const quern_error *error, char *out,
                                    size_t size);

#ifdef __cplusplus
}
#endif

#endif // QUERN_ERROR_H
