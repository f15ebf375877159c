// SPDX-License-Identifier: Apache-2.0
// What the runner of CPU images needs of the machine below it: a C library
// (platform_posix.c), or nothing but system calls (platform_riscv32.c).
#ifndef QN_TESTS_CROSS_PLATFORM_H
#define QN_TESTS_CROSS_PLATFORM_H

#include <stddef.h>
#include <stdint.h>

// Zeroed memory, aligned to a page; NULL without memory. Never freed.
void *platform_memory(size_t size);
// A whole file, aligned to a page; NULL when it cannot be read.
void *platform_read(const char *path, size_t *out_size);
// Returns 0 when the file could not be written.
int platform_write(const char *path, const void *bytes, size_t size);
// To standard output (1) or standard error (2).
void platform_say(int stream, const char *bytes, size_t size);
// The address of `name` in the image of that path, loaded first; NULL after a
// message.
void *platform_symbol(const char *path, const char *name);
size_t platform_format_real(char *out, size_t size, const char *spec,
                            double value);
uint64_t platform_clock_ns(void);

// The runner itself (runner.c); returns the exit status.
int runner_main(int count, char **words);

#endif // QN_TESTS_CROSS_PLATFORM_H
