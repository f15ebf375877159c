// SPDX-License-Identifier: Apache-2.0
// OpenGL's functions, as the calling thread's context has them: of the
// program's own OpenGL, which is never linked or loaded here.
#ifndef QN_HIP_GRAPHICS_GL_H
#define QN_HIP_GRAPHICS_GL_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/contract/result.h"

typedef unsigned int gl_enum, gl_uint;
typedef int gl_int, gl_size;

typedef struct gl {
#define GL_CALL(type, name, parameters) type(*name) parameters;
#include "hip/graphics/gl.def"
#undef GL_CALL
} gl;

enum {
  GL_COPY_READ_BUFFER = 0x8f36, // its binding has the same number
  GL_TEXTURE_2D = 0x0de1,
  GL_TEXTURE_3D = 0x806f,
  GL_TEXTURE_RECTANGLE = 0x84f5,
  GL_TEXTURE_2D_ARRAY = 0x8c1a,
  GL_TEXTURE_CUBE_MAP = 0x8513,
  GL_RENDERBUFFER = 0x8d41,
};

// QN_R_INVALID_GRAPHICS when no context is current in this thread, or lacks
// functions that OpenGL on desktops has.
qn_result qn_gl_open(gl *out);

// A buffer's size in bytes. QN_R_INVALID_VALUE: there is no such buffer.
qn_result qn_gl_buffer_size(const gl *g, gl_uint name, size_t *out_size);
// Copies all of a buffer.
qn_result qn_gl_read_buffer(const gl *g, gl_uint name, size_t size, void *to);
qn_result qn_gl_write_buffer(const gl *g, gl_uint name, size_t size,
                             const void *from);

// What an image is made of, at its first level.
typedef struct gl_image {
  gl_uint name;
  gl_enum target;
  size_t width, height, depth; // depth: of a volume, else 0
  unsigned slices;             // layers, or a cube's six faces; else 1
  gl_enum format, type;        // of pixels in memory
  unsigned channels, bits;     // bits of each channel
  enum { GL_KIND_UNSIGNED, GL_KIND_SIGNED, GL_KIND_FLOAT } kind;
} gl_image;

// QN_R_INVALID_VALUE: no such image, or one that is not supported.
qn_result qn_gl_describe(const gl *g, gl_uint name, gl_enum target,
                         gl_image *out_image);
size_t qn_gl_row_size(const gl_image *image);   // bytes
size_t qn_gl_slice_size(const gl_image *image); // bytes, of all its depth
// Copies all slices, one after another, rows without gaps.
qn_result qn_gl_read_image(const gl *g, const gl_image *image, void *to);
qn_result qn_gl_write_image(const gl *g, const gl_image *image,
                            const void *from);

#endif // QN_HIP_GRAPHICS_GL_H
