// SPDX-License-Identifier: Apache-2.0
// The header of embedded bundles: what all launchers share, and one launcher
// per kernel, in C and in C++.
#include <inttypes.h>

#include "base/system/file.h"
#include "package/embed/embed.h"
#include "package/embed/types.h"

// In every header, but effective once. Values are accepted only in their exact
// type: by a class in C++, by _Generic in C.
static const char common[] =
    "#ifndef QUERN_EMBED_1\n"
    "#define QUERN_EMBED_1\n"
    "enum { QUERN_EMBED_DEVICES = 16 };\n"
    "\n"
    "/* For launches: quern_dim3(blocks, 1, 1). */\n"
    "static inline dim3 quern_dim3(uint32_t x, uint32_t y, uint32_t z) {\n"
    "  dim3 size;\n"
    "  size.x = x;\n"
    "  size.y = y;\n"
    "  size.z = z;\n"
    "  return size;\n"
    "}\n"
    "\n"
    "/* Finds kernel `index` on the current device: a bundle is loaded once "
    "for\n"
    " * a device, at the first launch. `state` is the bundle's; any thread. "
    "*/\n"
    "static inline hipError_t quern_embed_find(const void *bundle, void "
    "**state,\n"
    "                                          size_t index, const char "
    "*name,\n"
    "                                          hipFunction_t *out_function) {\n"
    "  int device = 0;\n"
    "  hipError_t error = hipGetDevice(&device);\n"
    "  if (error != hipSuccess)\n"
    "    return error;\n"
    "  if (device >= QUERN_EMBED_DEVICES)\n"
    "    return hipErrorInvalidDevice;\n"
    "  void **place = state + device;\n"
    "  void **kept = place + QUERN_EMBED_DEVICES * (index + 1);\n"
    "  hipFunction_t function =\n"
    "      (hipFunction_t)__atomic_load_n(kept, __ATOMIC_ACQUIRE);\n"
    "  if (!function) {\n"
    "    void *module = __atomic_load_n(place, __ATOMIC_ACQUIRE);\n"
    "    if (!module) {\n"
    "      hipModule_t loaded;\n"
    "      error = hipModuleLoadData(&loaded, bundle);\n"
    "      if (error != hipSuccess)\n"
    "        return error;\n"
    "      if (__atomic_compare_exchange_n(place, &module, (void *)loaded, 0,\n"
    "                                      __ATOMIC_ACQ_REL, "
    "__ATOMIC_ACQUIRE))\n"
    "        module = (void *)loaded;\n"
    "      else /* another thread was first */\n"
    "        (void)hipModuleUnload(loaded);\n"
    "    }\n"
    "    error = hipModuleGetFunction(&function, (hipModule_t)module, name);\n"
    "    if (error != hipSuccess)\n"
    "      return error;\n"
    "    __atomic_store_n(kept, (void *)function, __ATOMIC_RELEASE);\n"
    "  }\n"
    "  *out_function = function;\n"
    "  return hipSuccess;\n"
    "}\n"
    "\n"
    "/* Unloads a bundle from the current device; no launch may be running. "
    "*/\n"
    "static inline hipError_t quern_embed_unload(void **state, size_t kernels) "
    "{\n"
    "  int device = 0;\n"
    "  const hipError_t error = hipGetDevice(&device);\n"
    "  if (error != hipSuccess || device >= QUERN_EMBED_DEVICES ||\n"
    "      !state[device])\n"
    "    return error;\n"
    "  hipModule_t module = (hipModule_t)state[device];\n"
    "  for (size_t i = 0; i <= kernels; ++i)\n"
    "    state[device + QUERN_EMBED_DEVICES * i] = 0;\n"
    "  return hipModuleUnload(module);\n"
    "}\n"
    "#endif /* QUERN_EMBED_1 */\n"
    "\n"
    "#if defined(__cplusplus) && !defined(QUERN_EMBED_1_EXACT)\n"
    "#define QUERN_EMBED_1_EXACT\n"
    "#include <cstring>\n"
    "#include <type_traits>\n"
    "/* A value that was given in exactly the kernel's type: nothing is "
    "converted on\n"
    " * the way. Integers of one size and sign are one type, and constants of "
    "an\n"
    " * unscoped enumeration are integers. */\n"
    "template <typename U, typename T> constexpr bool quern_is_exact() {\n"
    "  if (std::is_same<U, T>::value)\n"
    "    return true;\n"
    "  if (!std::is_integral<T>::value || std::is_same<T, bool>::value)\n"
    "    return false;\n"
    "  if (std::is_enum<U>::value)\n"
    "    return std::is_convertible<U, int>::value && sizeof(U) <= sizeof(T);\n"
    "  return std::is_integral<U>::value && !std::is_same<U, bool>::value &&\n"
    "         sizeof(U) == sizeof(T) &&\n"
    "         std::is_signed<U>::value == std::is_signed<T>::value;\n"
    "}\n"
    "template <typename T> struct quern_exact {\n"
    "  T value;\n"
    "  template <typename U> quern_exact(U given) : "
    "value(static_cast<T>(given)) {\n"
    "    static_assert(quern_is_exact<U, T>(),\n"
    "                  \"the kernel takes this argument in another type\");\n"
    "  }\n"
    "};\n"
    "#endif\n";

static bool is_pointer(const qn_argument *a) {
  return a->kind == QN_ARGUMENT_POINTER;
}

// The number type of the value, when it has the size that its type's name
// implies.
static const qn_embed_number *number_of(const qn_argument *a) {
  const qn_str constant = QN_STR("const ");
  const bool prefixed = qn_str_starts(a->type, constant);
  const qn_embed_number *n =
      qn_embed_number_of(qn_str_skip(a->type, prefixed ? constant.size : 0));
  return n && n->size == a->size ? n : NULL;
}

static void put_pointer(const qn_argument *a, qn_buffer *out) {
  const qn_embed_pointer p = qn_embed_pointer_of(a->type);
  qn_buffer_printf(
      out, "%s%s *",
      p.is_const || qn_str_starts(a->type, QN_STR("const ")) ? "const " : "",
      p.number ? p.number->c : "void");
}

// A file may state anything; C requires a power of two.
static uint64_t alignment_of(const qn_argument *a) {
  const uint64_t n = a->alignment;
  return n && n <= QN_EMBED_ALIGNMENT && !(n & (n - 1)) ? n : 1;
}

// Structures and halves: byte arrays of the argument's size and alignment.
static void put_structure(const qn_embed_blob *b, const qn_embed_kernel *k,
                          size_t index, qn_buffer *out) {
  const qn_argument *a = &k->arguments[index];
  qn_buffer_printf(out, "/* ");
  qn_embed_comment(a->type.size ? a->type : QN_STR("a value"), out);
  qn_buffer_printf(
      out,
      " */\nstruct %.*s_%.*s_arg%zu {\n"
      "#ifdef __cplusplus\n"
      "  alignas(%" PRIu64 ") unsigned char bytes[%" PRIu64 "];\n"
      "  template <typename T> %.*s_%.*s_arg%zu(const T &value) {\n"
      "    static_assert(sizeof(T) == sizeof(bytes) &&\n"
      "                      std::is_trivially_copyable<T>::value,\n"
      "                  \"the kernel takes this argument in another type\");\n"
      "    std::memcpy(bytes, &value, sizeof(bytes));\n"
      "  }\n"
      "#else\n"
      "  _Alignas(%" PRIu64 ") unsigned char bytes[%" PRIu64 "];\n"
      "#endif\n};\n",
      QN_STR_ARG(b->name), QN_STR_ARG(k->identifier), index, alignment_of(a),
      a->size, QN_STR_ARG(b->name), QN_STR_ARG(k->identifier), index,
      alignment_of(a), a->size);
}

// The parameter as written in C, or in C++.
static void put_parameter(const qn_embed_blob *b, const qn_embed_kernel *k,
                          size_t index, bool cxx, qn_buffer *out) {
  const qn_argument *a = &k->arguments[index];
  const qn_embed_number *n = number_of(a);
  if (is_pointer(a))
    put_pointer(a, out);
  else if (n && cxx)
    qn_buffer_printf(out, "quern_exact<%s> ", n->c);
  else if (n)
    qn_buffer_printf(out, "%s ", strcmp(n->c, "bool") == 0 ? "_Bool" : n->c);
  else
    qn_buffer_printf(out, "struct %.*s_%.*s_arg%zu ", QN_STR_ARG(b->name),
                     QN_STR_ARG(k->identifier), index);
  qn_embed_argument_name(k, index, out);
}

static void put_parameters(const qn_embed_blob *b, const qn_embed_kernel *k,
                           bool cxx, qn_buffer *out) {
  qn_buffer_printf(out,
                   "static inline hipError_t\n"
                   "%.*s_%.*s(dim3 grid, dim3 block, size_t shared, "
                   "hipStream_t stream",
                   QN_STR_ARG(b->name), QN_STR_ARG(k->identifier));
  for (size_t i = 0; i < k->argument_count; ++i) {
    qn_buffer_printf(out, ",\n    ");
    put_parameter(b, k, i, cxx, out);
  }
  qn_buffer_printf(out, ") {\n");
}

static void put_body(const qn_embed_blob *b, const qn_embed_kernel *k,
                     size_t index, qn_buffer *out) {
  qn_buffer_printf(out,
                   "  hipFunction_t quern_function;\n"
                   "  const hipError_t quern_error =\n"
                   "      quern_embed_find(%.*s, %.*s_state, %zu, ",
                   QN_STR_ARG(b->name), QN_STR_ARG(b->name), index);
  qn_embed_string(k->kernel->name, out);
  qn_buffer_printf(out, ", &quern_function);\n");
  if (k->argument_count) {
    qn_buffer_printf(out, "  void *quern_values[] = {");
    for (size_t i = 0; i < k->argument_count; ++i) {
      qn_buffer_printf(out, "%s(void *)&", i ? ", " : "");
      qn_embed_argument_name(k, i, out);
    }
    qn_buffer_printf(out, "};\n");
  }
  qn_buffer_printf(
      out,
      "  return quern_error != hipSuccess\n"
      "             ? quern_error\n"
      "             : hipModuleLaunchKernel(\n"
      "                   quern_function, grid.x, grid.y, grid.z, block.x,\n"
      "                   block.y, block.z, (unsigned)shared, stream,\n"
      "                   %s, 0);\n}\n",
      k->argument_count ? "quern_values" : "0");
}

// The check of an argument in C: `(x)` in its exact type.
static void put_checked(const qn_argument *a, size_t index, qn_buffer *out) {
  const qn_embed_number *n = number_of(a);
  const qn_embed_pointer p = qn_embed_pointer_of(a->type);
  if (n) {
    qn_buffer_printf(out, "_Generic((a%zu), %s: (a%zu)", index,
                     strcmp(n->c, "bool") == 0 ? "_Bool" : n->c, index);
    if (n->generic)
      qn_buffer_printf(out, ", %s: (a%zu)", n->generic, index);
    // The constants true and false are ints in C.
    if (strcmp(n->c, "bool") == 0)
      qn_buffer_printf(out, ", int: (a%zu)", index);
    qn_buffer_u8(out, ')');
  } else if (is_pointer(a) && p.number) {
    qn_buffer_printf(out, "_Generic((a%zu), %s *: (a%zu), void *: (a%zu)",
                     index, p.number->c, index, index);
    if (p.is_const)
      qn_buffer_printf(out, ", const %s *: (a%zu), const void *: (a%zu)",
                       p.number->c, index, index);
    qn_buffer_u8(out, ')');
  } else {
    qn_buffer_printf(out, "(a%zu)", index);
  }
}

static void put_check(const qn_embed_blob *b, const qn_embed_kernel *k,
                      qn_buffer *out) {
  if (!k->argument_count)
    return;
  qn_buffer_printf(out, "#define %.*s_%.*s(grid, block, shared, stream",
                   QN_STR_ARG(b->name), QN_STR_ARG(k->identifier));
  for (size_t i = 0; i < k->argument_count; ++i)
    qn_buffer_printf(out, ", a%zu", i);
  qn_buffer_printf(out, ") \\\n  %.*s_%.*s(grid, block, shared, stream",
                   QN_STR_ARG(b->name), QN_STR_ARG(k->identifier));
  for (size_t i = 0; i < k->argument_count; ++i) {
    qn_buffer_printf(out, ", \\\n    ");
    put_checked(&k->arguments[i], i, out);
  }
  qn_buffer_printf(out, ")\n");
}

static void put_kernel(const qn_embed_blob *b, size_t index, qn_buffer *out) {
  const qn_embed_kernel *k = &b->kernels[index];
  qn_buffer_printf(out, "\n/* ");
  qn_embed_comment(
      k->kernel->demangled.size ? k->kernel->demangled : k->kernel->name, out);
  qn_buffer_printf(out, " */\n");
  for (size_t i = 0; i < k->argument_count; ++i)
    if (!is_pointer(&k->arguments[i]) && !number_of(&k->arguments[i]))
      put_structure(b, k, i, out);
  qn_buffer_printf(out, "#ifdef __cplusplus\n");
  put_parameters(b, k, true, out);
  qn_buffer_printf(out, "#else\n");
  put_parameters(b, k, false, out);
  qn_buffer_printf(out, "#endif\n");
  put_body(b, k, index, out);
  qn_buffer_printf(out, "#ifndef __cplusplus\n");
  put_check(b, k, out);
  qn_buffer_printf(out, "#endif\n");
}

static void put_blob(const qn_embed_blob *b, qn_buffer *out) {
  const int size = (int)b->name.size;
  const char *name = b->name.data;
  qn_buffer_printf(out, "\n/* ");
  qn_embed_comment(qn_path_name(b->path), out);
  qn_buffer_printf(out,
                   ": the bytes, and what has been loaded of them */\n"
                   "#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
                   "extern const unsigned char %.*s[];\n"
                   "extern const size_t %.*s_size;\n"
                   "extern void *%.*s_state[];\n"
                   "#ifdef __cplusplus\n}\n#endif\n"
                   "static inline hipError_t %.*s_unload(void) {\n"
                   "  return quern_embed_unload(%.*s_state, %zu);\n}\n",
                   size, name, size, name, size, name, size, name, size, name,
                   b->kernel_count);
  for (size_t i = 0; i < b->kernel_count; ++i)
    put_kernel(b, i, out);
}

void qn_embed_header(const qn_embed_blob *blobs, size_t count, qn_str guard,
                     qn_buffer *out) {
  qn_buffer_printf(
      out,
      "/* Generated by quern embed; do not edit.\n"
      " *\n"
      " * A launcher for each kernel: NAME_kernel(grid, block, shared, "
      "stream,\n"
      " * arguments...), over HIP's API (-lquernhip, or HIP's own library). "
      "An\n"
      " * argument of another type than the kernel's does not compile. */\n"
      "#ifndef %.*s\n#define %.*s\n\n"
      "#include <stddef.h>\n#include <stdint.h>\n\n"
      "#include <hip/hip_runtime_api.h>\n\n",
      QN_STR_ARG(guard), QN_STR_ARG(guard));
  qn_buffer_append_str(out, QN_STR(common));
  for (size_t i = 0; i < count; ++i)
    put_blob(&blobs[i], out);
  qn_buffer_printf(out, "\n#endif /* %.*s */\n", QN_STR_ARG(guard));
}
