// SPDX-License-Identifier: Apache-2.0
#include "hip/graphics/gl.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>

enum { GL_VERSION = 0x1f02 };

// ---- Finding functions

typedef void (*gl_function)(void);
typedef gl_function (*gl_finder)(const char *name);

// Of a library that the program has loaded, with or without its names for all.
static void *find_loaded(const char *name) {
  static const char *const files[] = {"libGL.so.1", "libEGL.so.1",
                                      "libOSMesa.so.8", "libOSMesa.so.6",
                                      "libOpenGL.so.0"};
  void *found = dlsym(RTLD_DEFAULT, name);
  for (size_t i = 0; !found && i < sizeof(files) / sizeof(files[0]); ++i) {
    void *file = dlopen(files[i], RTLD_LAZY | RTLD_NOLOAD);
    if (!file)
      continue;
    found = dlsym(file, name);
    dlclose(file); // the program's own reference remains
  }
  return found;
}

// The interface whose context is current says what functions there are.
static gl_finder find_finder(void) {
  static const char *const names[][2] = {
      {"eglGetCurrentContext", "eglGetProcAddress"},
      {"glXGetCurrentContext", "glXGetProcAddressARB"},
      {"OSMesaGetCurrentContext", "OSMesaGetProcAddress"}};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    void *current = find_loaded(names[i][0]);
    if (current && ((void *(*)(void))current)())
      return (gl_finder)find_loaded(names[i][1]);
  }
  return NULL;
}

static gl_function find(gl_finder finder, const char *name) {
  gl_function found = finder(name);
  return found ? found : (gl_function)find_loaded(name);
}

qn_result qn_gl_open(gl *out) {
  const gl_finder finder = find_finder();
  if (!finder)
    return qn_refuse(QN_R_INVALID_GRAPHICS,
                     "no OpenGL context is current in this thread (by EGL, GLX "
                     "or OSMesa)");
#define GL_CALL(type, name, parameters)                                        \
  out->name = (type(*) parameters)find(finder, "gl" #name);                    \
  if (!out->name)                                                              \
    return qn_refuse(QN_R_INVALID_GRAPHICS,                                    \
                     "the OpenGL context has no gl" #name                      \
                     "; interoperation needs OpenGL, not OpenGL ES");
#include "hip/graphics/gl.def"
#undef GL_CALL
  return out->GetString(GL_VERSION)
             ? QN_R_OK
             : qn_refuse(QN_R_INVALID_GRAPHICS,
                         "no OpenGL context is current in this thread");
}

static qn_result check_error(const gl *g, const char *what) {
  const gl_enum error = g->GetError();
  return error ? qn_refuse(QN_R_UNKNOWN, "OpenGL: %s gave error 0x%x", what,
                           error)
               : QN_R_OK;
}

static void forget_errors(const gl *g) {
  for (int i = 0; i < 8 && g->GetError(); ++i)
    ;
}

// ---- Buffers

enum { GL_BUFFER_SIZE = 0x8764 };

// The binding that was there before.
static gl_uint bind_buffer(const gl *g, gl_uint name) {
  gl_int before = 0;
  forget_errors(g);
  g->GetIntegerv(GL_COPY_READ_BUFFER, &before);
  g->BindBuffer(GL_COPY_READ_BUFFER, name);
  return (gl_uint)before;
}

static qn_result unbind_buffer(const gl *g, gl_uint before, const char *what) {
  const qn_result result = check_error(g, what);
  g->BindBuffer(GL_COPY_READ_BUFFER, before);
  return result;
}

qn_result qn_gl_buffer_size(const gl *g, gl_uint name, size_t *out_size) {
  gl_int size = 0;
  if (!g->IsBuffer(name))
    return qn_refuse(QN_R_INVALID_VALUE, "OpenGL has no buffer %u", name);
  const gl_uint before = bind_buffer(g, name);
  g->GetBufferParameteriv(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &size);
  QN_CHECK(unbind_buffer(g, before, "asking for a buffer's size"));
  if (size <= 0)
    return qn_refuse(QN_R_INVALID_VALUE, "OpenGL's buffer %u has no memory",
                     name);
  *out_size = (size_t)size;
  return QN_R_OK;
}

qn_result qn_gl_read_buffer(const gl *g, gl_uint name, size_t size, void *to) {
  const gl_uint before = bind_buffer(g, name);
  g->GetBufferSubData(GL_COPY_READ_BUFFER, 0, (intptr_t)size, to);
  return unbind_buffer(g, before, "reading a buffer");
}

qn_result qn_gl_write_buffer(const gl *g, gl_uint name, size_t size,
                             const void *from) {
  const gl_uint before = bind_buffer(g, name);
  g->BufferSubData(GL_COPY_READ_BUFFER, 0, (intptr_t)size, from);
  return unbind_buffer(g, before, "writing a buffer");
}

// ---- What images are

enum {
  GL_TEXTURE_WIDTH = 0x1000,
  GL_TEXTURE_HEIGHT = 0x1001,
  GL_TEXTURE_DEPTH = 0x8071,
  GL_TEXTURE_INTERNAL_FORMAT = 0x1003,
  GL_CUBE_FACE = 0x8515, // the first
  CUBE_FACES = 6,
  BYTE_BITS = 8,
};

typedef struct gl_layout {
  gl_enum internal, format, type;
  unsigned char channels, bits, kind;
} gl_layout;

// Red, red and green, and all four.
#define LAYOUTS(one, two, four, type, bits, kind, r, rg, rgba)                 \
  {one, r, type, 1, bits, kind}, {two, rg, type, 2, bits, kind}, {             \
    four, rgba, type, 4, bits, kind                                            \
  }
#define REAL_(...) LAYOUTS(__VA_ARGS__, 0x1903, 0x8227, 0x1908)
#define WHOLE(...) LAYOUTS(__VA_ARGS__, 0x8d94, 0x8228, 0x8d99)

static const gl_layout layouts[] = {
    REAL_(0x8229, 0x822b, 0x8058, 0x1401, 8, GL_KIND_UNSIGNED),
    REAL_(0x822a, 0x822c, 0x805b, 0x1403, 16, GL_KIND_UNSIGNED),
    REAL_(0x822d, 0x822f, 0x881a, 0x140b, 16, GL_KIND_FLOAT),
    REAL_(0x822e, 0x8230, 0x8814, 0x1406, 32, GL_KIND_FLOAT),
    WHOLE(0x8231, 0x8237, 0x8d8e, 0x1400, 8, GL_KIND_SIGNED),
    WHOLE(0x8232, 0x8238, 0x8d7c, 0x1401, 8, GL_KIND_UNSIGNED),
    WHOLE(0x8233, 0x8239, 0x8d88, 0x1402, 16, GL_KIND_SIGNED),
    WHOLE(0x8234, 0x823a, 0x8d76, 0x1403, 16, GL_KIND_UNSIGNED),
    WHOLE(0x8235, 0x823b, 0x8d82, 0x1404, 32, GL_KIND_SIGNED),
    WHOLE(0x8236, 0x823c, 0x8d70, 0x1405, 32, GL_KIND_UNSIGNED),
    {0x1908, 0x1908, 0x1401, 4, 8, GL_KIND_UNSIGNED}, // GL_RGBA without a size
};

static const gl_layout *find_layout(gl_int internal) {
  for (size_t i = 0; i < sizeof(layouts) / sizeof(layouts[0]); ++i)
    if (layouts[i].internal == (gl_enum)internal)
      return &layouts[i];
  return NULL;
}

static gl_enum binding_of(gl_enum target) {
  switch (target) {
  case GL_TEXTURE_2D:
    return 0x8069;
  case GL_TEXTURE_3D:
    return 0x806a;
  case GL_TEXTURE_RECTANGLE:
    return 0x84f6;
  case GL_TEXTURE_2D_ARRAY:
    return 0x8c1d;
  case GL_TEXTURE_CUBE_MAP:
    return 0x8514;
  default:
    return 0;
  }
}

static gl_uint bind_texture(const gl *g, gl_enum target, gl_uint name) {
  gl_int before = 0;
  forget_errors(g);
  g->GetIntegerv(binding_of(target), &before);
  g->BindTexture(target, name);
  return (gl_uint)before;
}

static qn_result unbind_texture(const gl *g, gl_enum target, gl_uint before,
                                const char *what) {
  const qn_result result = check_error(g, what);
  g->BindTexture(target, before);
  return result;
}

static gl_int level_parameter(const gl *g, gl_enum target, gl_enum name) {
  gl_int value = 0;
  g->GetTexLevelParameteriv(
      target == GL_TEXTURE_CUBE_MAP ? GL_CUBE_FACE : target, 0, name, &value);
  return value;
}

static void set_size(gl_image *to, const gl_int size[static 3]) {
  const bool is_volume = to->target == GL_TEXTURE_3D;
  to->width = (size_t)size[0];
  to->height = (size_t)size[1];
  to->depth = is_volume ? (size_t)size[2] : 0;
  to->slices = to->target == GL_TEXTURE_2D_ARRAY   ? (unsigned)size[2]
               : to->target == GL_TEXTURE_CUBE_MAP ? CUBE_FACES
                                                   : 1;
}

static qn_result check_target(const gl *g, gl_uint name, gl_enum target) {
  if (target == GL_RENDERBUFFER)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "renderbuffers are not supported; draw into a texture");
  if (!binding_of(target))
    return qn_refuse(QN_R_INVALID_VALUE,
                     "0x%x is no kind of image that can be registered", target);
  return g->IsTexture(name)
             ? QN_R_OK
             : qn_refuse(QN_R_INVALID_VALUE, "OpenGL has no texture %u", name);
}

qn_result qn_gl_describe(const gl *g, gl_uint name, gl_enum target,
                         gl_image *out_image) {
  QN_CHECK(check_target(g, name, target));
  const gl_uint before = bind_texture(g, target, name);
  const gl_int size[] = {level_parameter(g, target, GL_TEXTURE_WIDTH),
                         level_parameter(g, target, GL_TEXTURE_HEIGHT),
                         level_parameter(g, target, GL_TEXTURE_DEPTH)};
  const gl_int internal =
      level_parameter(g, target, GL_TEXTURE_INTERNAL_FORMAT);
  QN_CHECK(unbind_texture(g, target, before, "asking what a texture is"));
  const gl_layout *layout = find_layout(internal);
  if (size[0] <= 0 || size[1] <= 0 || size[2] <= 0)
    return qn_refuse(QN_R_INVALID_VALUE, "OpenGL's texture %u has no image",
                     name);
  if (!layout)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "texture %u has OpenGL's format 0x%x; one, two or four "
                     "channels of 8, 16 or 32 bits can be registered",
                     name, internal);
  *out_image = (gl_image){.name = name,
                          .target = target,
                          .format = layout->format,
                          .type = layout->type,
                          .channels = layout->channels,
                          .bits = layout->bits};
  out_image->kind = layout->kind;
  set_size(out_image, size);
  return QN_R_OK;
}

size_t qn_gl_row_size(const gl_image *image) {
  return image->width * image->channels * image->bits / BYTE_BITS;
}

size_t qn_gl_slice_size(const gl_image *image) {
  return qn_gl_row_size(image) * image->height *
         (image->depth ? image->depth : 1);
}

// ---- Copies of images

// How pixels lie in memory, and the buffer that they would go to instead.
static const gl_enum stores[] = {0x0d05, 0x0d02, 0x0d03, 0x0d04,
                                 0x806c, 0x806b, 0x0cf5, 0x0cf2,
                                 0x0cf3, 0x0cf4, 0x806e, 0x806d};
enum {
  STORES = sizeof(stores) / sizeof(stores[0]),
  PACK_ALIGNMENT = 0, // in `stores`
  UNPACK_ALIGNMENT = 6,
  GL_PIXEL_PACK_BUFFER = 0x88eb,
  GL_PIXEL_PACK_BUFFER_BINDING = 0x88ed,
  GL_PIXEL_UNPACK_BUFFER = 0x88ec,
  GL_PIXEL_UNPACK_BUFFER_BINDING = 0x88ef,
};

typedef struct gl_state {
  gl_int stores[STORES], pack, unpack;
  gl_uint texture;
} gl_state;

static void begin_copy(const gl *g, const gl_image *image, gl_state *before) {
  before->texture = bind_texture(g, image->target, image->name);
  for (int i = 0; i < STORES; ++i) {
    g->GetIntegerv(stores[i], &before->stores[i]);
    g->PixelStorei(stores[i],
                   i == PACK_ALIGNMENT || i == UNPACK_ALIGNMENT ? 1 : 0);
  }
  g->GetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &before->pack);
  g->GetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &before->unpack);
  g->BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  g->BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

static qn_result end_copy(const gl *g, const gl_image *image,
                          const gl_state *before, const char *what) {
  const qn_result result = check_error(g, what);
  for (int i = 0; i < STORES; ++i)
    g->PixelStorei(stores[i], before->stores[i]);
  g->BindBuffer(GL_PIXEL_PACK_BUFFER, (gl_uint)before->pack);
  g->BindBuffer(GL_PIXEL_UNPACK_BUFFER, (gl_uint)before->unpack);
  g->BindTexture(image->target, before->texture);
  return result;
}

qn_result qn_gl_read_image(const gl *g, const gl_image *image, void *to) {
  gl_state before;
  const bool is_cube = image->target == GL_TEXTURE_CUBE_MAP;
  begin_copy(g, image, &before);
  for (unsigned i = 0; i < (is_cube ? CUBE_FACES : 1); ++i)
    g->GetTexImage(is_cube ? GL_CUBE_FACE + i : image->target, 0, image->format,
                   image->type, (char *)to + i * qn_gl_slice_size(image));
  return end_copy(g, image, &before, "reading a texture");
}

qn_result qn_gl_write_image(const gl *g, const gl_image *image,
                            const void *from) {
  gl_state before;
  const bool is_cube = image->target == GL_TEXTURE_CUBE_MAP;
  const gl_size width = (gl_size)image->width, height = (gl_size)image->height;
  begin_copy(g, image, &before);
  if (image->depth || image->target == GL_TEXTURE_2D_ARRAY)
    g->TexSubImage3D(image->target, 0, 0, 0, 0, width, height,
                     image->depth ? (gl_size)image->depth
                                  : (gl_size)image->slices,
                     image->format, image->type, from);
  else
    for (unsigned i = 0; i < (is_cube ? CUBE_FACES : 1); ++i)
      g->TexSubImage2D(is_cube ? GL_CUBE_FACE + i : image->target, 0, 0, 0,
                       width, height, image->format, image->type,
                       (const char *)from + i * qn_gl_slice_size(image));
  return end_copy(g, image, &before, "writing a texture");
}
