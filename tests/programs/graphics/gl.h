// SPDX-License-Identifier: Apache-2.0
// A context of OpenGL without a window, and its functions, found when the
// program runs: Mesa's EGL, or OSMesa.
#pragma once

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

typedef unsigned int gl_id;
typedef void (*gl_any)();
typedef gl_any (*gl_finder)(const char *name);

static gl_finder gl_find;

template <typename F> static F gl_call(const char *name) {
  gl_any found = gl_find(name);
  if (!found) {
    std::printf("there is no %s\n", name);
    exit(1);
  }
  return reinterpret_cast<F>(found);
}

template <typename F> static F of_library(void *library, const char *name) {
  return library ? reinterpret_cast<F>(dlsym(library, name)) : nullptr;
}

static bool begin_egl() {
  void *egl = dlopen("libEGL.so.1", RTLD_NOW);
  if (!egl)
    return false;
  const auto get = of_library<gl_finder>(egl, "eglGetProcAddress");
  const auto platform = reinterpret_cast<void *(*)(int, void *, const long *)>(
      get("eglGetPlatformDisplay"));
  void *display = platform ? platform(0x31dd, nullptr, nullptr) : nullptr;
  int major, minor, count = 0;
  void *config = nullptr;
  const int wanted[] = {0x3040, 8, 0x3033, 0, 0x3038}; // OpenGL, no surface
  const int version[] = {0x3098, 3, 0x30fb, 3, 0x3038};
  if (!display ||
      !of_library<unsigned (*)(void *, int *, int *)>(egl, "eglInitialize")(
          display, &major, &minor) ||
      !of_library<unsigned (*)(unsigned)>(egl, "eglBindAPI")(0x30a2) ||
      !of_library<unsigned (*)(void *, const int *, void **, int, int *)>(
          egl, "eglChooseConfig")(display, wanted, &config, 1, &count))
    return false;
  void *context = of_library<void *(*)(void *, void *, void *, const int *)>(
      egl, "eglCreateContext")(display, count ? config : nullptr, nullptr,
                               version);
  gl_find = get;
  return context &&
         of_library<unsigned (*)(void *, void *, void *, void *)>(
             egl, "eglMakeCurrent")(display, nullptr, nullptr, context);
}

static bool begin_osmesa() {
  static unsigned char pixels[16 * 16 * 4];
  void *mesa = dlopen("libOSMesa.so.8", RTLD_NOW);
  if (!mesa)
    return false;
  const int wanted[] = {0x22, 0x1908, 0x30, 24, 0x33, 0x35,
                        0x36, 3,      0x37, 3,  0};
  void *context = of_library<void *(*)(const int *, void *)>(
      mesa, "OSMesaCreateContextAttribs")(wanted, nullptr);
  gl_find = of_library<gl_finder>(mesa, "OSMesaGetProcAddress");
  return context &&
         of_library<unsigned char (*)(void *, void *, unsigned, int, int)>(
             mesa, "OSMesaMakeCurrent")(context, pixels, 0x1401, 16, 16);
}

// Ends the program, as skipped, where there is neither.
static void begin_gl(const char *asked) {
  const bool made =
      asked && !strcmp(asked, "osmesa") ? begin_osmesa() : begin_egl();
  if (made)
    return;
  std::printf("no OpenGL here: Debian's libegl1 and libgl1-mesa-dri, or "
              "libosmesa6\n");
  exit(77);
}
