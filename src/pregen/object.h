// SPDX-License-Identifier: Apache-2.0
// Compiled programs in the cache: one program for one target, as a compressed
// bundle. `quern compile` and `quern pregen` share them.
#ifndef QN_PREGEN_OBJECT_H
#define QN_PREGEN_OBJECT_H

#include "compiler/driver/compile.h"
#include "package/cache/cache.h"

// The cache and the identity of the compilers. Belongs to one thread.
typedef struct qn_objects {
  qn_cache cache;
  qn_buffer identity; // of the compilers; empty: nothing can be cached
  qn_buffer ptxas;    // of NVIDIA's, once it is asked for
  qn_buffer libdevice;
  qn_buffer ocloc; // of Intel's, the same
  const char *roots[3];
  char home[512]; // Quern's own files
} qn_objects;

// Off if the cache is off, if a compiler is missing, or with `off`.
void qn_objects_open(qn_objects *out_objects, bool off);
void qn_objects_close(qn_objects *objects);
bool qn_objects_on(const qn_objects *objects);

// What goes into an object.
typedef struct qn_object_params {
  // Sources, options, levels; targets and jobs do not matter. Only images have
  // objects.
  const qn_compile_params *compile;
  const qn_target *target;
  // What messages and assertions call the sources; NULL: their paths.
  const char *const *shown;
  // The folder of the sources, with its '/': paths below it are stored without
  // it, and the option "-fmacro-prefix-map=<folder>=" is not part of the key.
  // NULL: none.
  const char *folder;
  bool want_files; // of objects found
} qn_object_params;

typedef struct qn_object {
  qn_buffer bundle;   // compressed; one entry
  qn_buffer messages; // of the compilers
  qn_buffer files;    // read, each ending with a NUL; on a hit if asked for
  bool is_ptx;
} qn_object;

// Accepts a zeroed object.
void qn_object_finish(qn_object *object);

// Appends the key. QN_E_NOT_FOUND when a source does not exist.
qn_status qn_object_key(qn_objects *objects, const qn_object_params *params,
                        qn_buffer *key, qn_diag *diag);
// True on a hit; the object is then the caller's.
bool qn_object_get(qn_objects *objects, const qn_object_params *params,
                   qn_str key, qn_object *out_object);
qn_status qn_object_put(qn_objects *objects, const qn_object_params *params,
                        qn_str key, const qn_object *object, qn_diag *diag);

// Makes the object of an image that was compiled.
qn_status qn_object_make(const qn_target *target, bool is_ptx, qn_span image,
                         qn_object *out_object, qn_diag *diag);
// Appends the image of an object.
qn_status qn_object_image(const qn_object *object, qn_buffer *out,
                          qn_diag *diag);

#endif // QN_PREGEN_OBJECT_H
