// SPDX-License-Identifier: Apache-2.0
// Registration code for kernels whose signatures are known: metadata, a
// constructor that registers, and a function that launches.
#include "cli/commands/stub.h"

#include <inttypes.h>

#include "base/map.h"
#include "base/text.h"
#include "package/embed/embed.h"

const char *qn_stub_source(const qn_kernel *kernel) {
  return kernel->source == QN_SOURCE_NOTE ? "record"
                                          : qn_source_name(kernel->source);
}

// Prints text in a comment: printable, and nothing that could end it.
static void put_comment(qn_str text, qn_buffer *out) {
  for (size_t i = 0; i < text.size; ++i) {
    const char c = text.data[i];
    const bool ends = c == '*' && i + 1 < text.size && text.data[i + 1] == '/';
    qn_buffer_u8(out,
                 (uint8_t)c < ' ' || (uint8_t)c == 0x7f ? '?' : (uint8_t)c);
    if (ends)
      qn_buffer_u8(out, ' ');
  }
  // A backslash at the end would join the next line to it.
  if (text.size && text.data[text.size - 1] == '\\')
    qn_buffer_u8(out, '.');
}

static void put_string(qn_str text, qn_buffer *out) {
  qn_buffer_u8(out, '"');
  for (size_t i = 0; i < text.size; ++i) {
    const uint8_t c = (uint8_t)text.data[i];
    if (c == '"' || c == '\\' || c == '?')
      qn_buffer_printf(out, "\\%c", c);
    else if (c < ' ' || c >= 0x7f)
      qn_buffer_printf(out, "\\%03o", c);
    else
      qn_buffer_u8(out, c);
  }
  qn_buffer_u8(out, '"');
}

// ---- Types of the host

// The host's type for a device type of that name and size; NULL: none.
static const char *scalar_type(qn_str text, uint64_t size, bool c) {
  static const struct {
    const char *name;
    char kind; // s signed, u unsigned, f floating, b bool
  } names[] = {{"char", 's'},
               {"signed char", 's'},
               {"unsigned char", 'u'},
               {"short", 's'},
               {"unsigned short", 'u'},
               {"int", 's'},
               {"unsigned int", 'u'},
               {"long", 's'},
               {"unsigned long", 'u'},
               {"long long", 's'},
               {"unsigned long long", 'u'},
               {"float", 'f'},
               {"double", 'f'},
               {"bool", 'b'},
               {"_Bool", 'b'},
               {"int8_t", 's'},
               {"int16_t", 's'},
               {"int32_t", 's'},
               {"int64_t", 's'},
               {"uint8_t", 'u'},
               {"uint16_t", 'u'},
               {"uint32_t", 'u'},
               {"uint64_t", 'u'},
               {"size_t", 'u'},
               {"short int", 's'},
               {"short unsigned int", 'u'},
               {"long int", 's'},
               {"long unsigned int", 'u'},
               {"long long int", 's'},
               {"long long unsigned int", 'u'}};
  static const char *const of_size[][4] = {
      {"int8_t", "int16_t", "int32_t", "int64_t"},
      {"uint8_t", "uint16_t", "uint32_t", "uint64_t"},
      {NULL, NULL, "float", "double"}};
  const qn_str prefix = QN_STR("const ");
  if (qn_str_starts(text, prefix))
    text = qn_str_skip(text, prefix.size);
  const size_t log = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    if (!qn_str_equal(text, qn_str_from(names[i].name)))
      continue;
    if (names[i].kind == 'b')
      return size != 1 ? NULL : c ? "_Bool" : "bool";
    if (size != 1 && size != 2 && size != 4 && size != 8)
      return NULL;
    return of_size[names[i].kind == 's'   ? 0
                   : names[i].kind == 'u' ? 1
                                          : 2][log];
  }
  return NULL;
}

static bool is_pointer(const qn_argument *a) {
  return a->kind == QN_ARGUMENT_POINTER || a->kind == QN_ARGUMENT_SHARED;
}

// Whether the host needs a structure of the argument's size and alignment.
static bool needs_structure(const qn_argument *a, bool c) {
  return !is_pointer(a) && !scalar_type(a->type, a->size, c);
}

static void put_type(const qn_argument *a, qn_str kernel, bool c,
                     qn_buffer *out) {
  if (is_pointer(a))
    qn_buffer_append_str(out, qn_str_starts(a->type, QN_STR("const "))
                                  ? QN_STR("const void *")
                                  : QN_STR("void *"));
  else if (needs_structure(a, c))
    qn_buffer_printf(out, "%s%.*s_argument_%" PRIu32 " ", c ? "struct " : "",
                     QN_STR_ARG(kernel), a->index);
  else
    qn_buffer_printf(out, "%s ", scalar_type(a->type, a->size, c));
}

static void put_structures(const qn_kernel *k, qn_str name, bool c,
                           qn_buffer *out) {
  for (size_t i = 0; i < k->argument_count; ++i) {
    const qn_argument *a = &k->arguments[i];
    if (!needs_structure(a, c))
      continue;
    qn_buffer_printf(out, "/* ");
    put_comment(a->type, out);
    qn_buffer_printf(out, " */\n");
    const uint64_t alignment = a->alignment ? a->alignment : 1;
    if (c)
      qn_buffer_printf(out,
                       "struct %.*s_argument_%" PRIu32 " {\n  _Alignas(%" PRIu64
                       ") unsigned char bytes[%" PRIu64 "];\n};\n\n",
                       QN_STR_ARG(name), a->index, alignment, a->size);
    else
      qn_buffer_printf(out,
                       "struct %.*s_argument_%" PRIu32 " {\n  alignas(%" PRIu64
                       ") unsigned char bytes[%" PRIu64 "];\n};\n\n",
                       QN_STR_ARG(name), a->index, alignment, a->size);
  }
}

// ---- The parts of one kernel

static void put_metadata(const qn_kernel *k, qn_str name, qn_buffer *out) {
  if (k->argument_count == 0)
    return;
  qn_buffer_printf(out,
                   "static const hipKernelArgumentMetadata %.*s_metadata[] = "
                   "{\n",
                   QN_STR_ARG(name));
  for (size_t i = 0; i < k->argument_count; ++i) {
    const qn_argument *a = &k->arguments[i];
    qn_buffer_printf(out,
                     "    {.offset = %" PRIu64 ", .size = %" PRIu64
                     ", .alignment = %" PRIu64 ", .is_pointer = %d}%s  // ",
                     a->offset, a->size, a->alignment, is_pointer(a),
                     i + 1 < k->argument_count ? "," : "");
    put_comment(a->type.size ? a->type : QN_STR("?"), out);
    if (a->name.size) {
      qn_buffer_u8(out, ' ');
      put_comment(a->name, out);
    }
    qn_buffer_u8(out, '\n');
  }
  qn_buffer_printf(out, "};\n\n");
}

static void put_registration(const qn_kernel *k, qn_str name, qn_str binary,
                             qn_buffer *out) {
  qn_buffer_printf(out,
                   "__attribute__((constructor))\n"
                   "static void register_%.*s(void) {\n"
                   "    hipError_t err = __hipRegisterFunctionWithMetadata(\n"
                   "        &%.*s_handle,\n        ",
                   QN_STR_ARG(name), QN_STR_ARG(name));
  put_string(k->name, out);
  qn_buffer_printf(out,
                   ",\n        %.*s_vxbin,\n        %.*s_vxbin_size,\n"
                   "        %zu,\n        ",
                   QN_STR_ARG(binary), QN_STR_ARG(binary), k->argument_count);
  if (k->argument_count)
    qn_buffer_printf(out, "%.*s_metadata\n    );\n\n", QN_STR_ARG(name));
  else
    qn_buffer_printf(out, "0\n    );\n\n");
  qn_buffer_printf(out,
                   "    if (err != hipSuccess) {\n"
                   "        fprintf(stderr, \"Failed to register kernel %%s: "
                   "%%s\\n\",\n                ");
  put_string(k->name, out);
  qn_buffer_printf(out, ", hipGetErrorString(err));\n    }\n}\n\n");
}

static void put_launcher(const qn_kernel *k, qn_str name, bool c,
                         qn_buffer *out) {
  qn_buffer_printf(out,
                   "hipError_t launch_%.*s(dim3 grid, dim3 block, size_t "
                   "shared, hipStream_t stream",
                   QN_STR_ARG(name));
  const size_t start = out->size;
  for (size_t i = 0; i < k->argument_count; ++i) {
    qn_buffer_printf(out, ",\n        ");
    put_type(&k->arguments[i], name, c, out);
    qn_buffer_printf(out, "a%zu", i);
  }
  qn_buffer_printf(out, ")");
  const qn_str parameters = {(const char *)out->data + start,
                             out->size - start};
  qn_buffer again = {0}; // a prototype first, for -Wmissing-declarations
  if (!out->failed)
    qn_buffer_append_str(&again, parameters);
  qn_buffer_printf(out,
                   ";\nhipError_t launch_%.*s(dim3 grid, dim3 block, size_t "
                   "shared, hipStream_t stream%s {\n",
                   QN_STR_ARG(name), qn_buffer_text(&again));
  qn_buffer_finish(&again);
  if (k->argument_count) {
    qn_buffer_printf(out, "    void *arguments[] = {");
    for (size_t i = 0; i < k->argument_count; ++i)
      qn_buffer_printf(out, "%s&a%zu", i ? ", " : "", i);
    qn_buffer_printf(out, "};\n");
  }
  qn_buffer_printf(out,
                   "    return __hipLaunchKernelWithMetadata(%.*s_handle, "
                   "grid, block, %s, shared, stream);\n}\n",
                   QN_STR_ARG(name), k->argument_count ? "arguments" : "0");
}

static void put_kernel(const qn_stub *stub, const qn_stub_file *file,
                       const qn_kernel *k, qn_str name, qn_buffer *out) {
  qn_buffer_printf(out, "\n// Kernel ");
  put_comment(k->demangled.size ? k->demangled : k->name, out);
  qn_buffer_printf(out, ", from its %s\n", qn_stub_source(k));
  qn_buffer_printf(out, "static void* %.*s_handle = %s;\n\n", QN_STR_ARG(name),
                   stub->c ? "0" : "nullptr");
  put_structures(k, name, stub->c, out);
  put_metadata(k, name, out);
  put_registration(k, name, file->binary, out);
  put_launcher(k, name, stub->c, out);
}

// ---- All files

static void put_binary(const qn_stub *stub, const qn_stub_file *file,
                       qn_buffer *out) {
  (void)stub;
  qn_buffer_printf(out,
                   "extern const uint8_t %.*s_vxbin[];\n"
                   "extern const size_t %.*s_vxbin_size;\n",
                   QN_STR_ARG(file->binary), QN_STR_ARG(file->binary));
}

static void put_head(const qn_stub *stub, qn_buffer *out) {
  bool any = false;
  qn_buffer_printf(out, "// Auto-generated metadata for ");
  for (size_t i = 0; i < stub->file_count; ++i)
    for (size_t k = 0; k < stub->files[i].signatures.kernel_count; ++k) {
      if (any)
        qn_buffer_append_str(out, QN_STR(", "));
      any = true;
      put_comment(stub->files[i].signatures.kernels[k].name, out);
    }
  qn_buffer_printf(out, "\n#include \"vortex_hip_runtime.h\"\n\n%s\n\n",
                   stub->c ? "#include <stddef.h>\n#include <stdint.h>\n"
                             "#include <stdio.h>"
                           : "#include <cstddef>\n#include <cstdint>\n"
                             "#include <cstdio>");
  qn_map seen = {0};
  for (size_t i = 0; i < stub->file_count; ++i) {
    const qn_stub_file *file = &stub->files[i];
    if (file->signatures.kernel_count &&
        !qn_map_find_str(&seen, file->binary)) {
      put_binary(stub, file, out);
      out->failed |= qn_failed(qn_map_put_str(&seen, file->binary, i, NULL));
    }
  }
  qn_map_finish(&seen);
}

qn_status qn_stub_print_code(const qn_stub *stub, qn_buffer *out,
                             qn_diag *diag) {
  qn_arena arena = {0};
  qn_map names = {0};
  qn_status status = qn_ok();
  put_head(stub, out);
  for (size_t i = 0; i < stub->file_count; ++i) {
    const qn_stub_file *file = &stub->files[i];
    for (size_t k = 0; k < file->signatures.kernel_count && !qn_failed(status);
         ++k) {
      const qn_kernel *kernel = &file->signatures.kernels[k];
      const qn_str name = qn_embed_identifier(kernel->name, &arena);
      if (!name.data)
        status = qn_fail_memory(diag, "the names of the kernels");
      else if (qn_map_find_str(&names, name))
        status = qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                         "two kernels would be called '%.*s' in the stub",
                         QN_STR_ARG(name));
      else
        status = qn_map_put_str(&names, name, k, diag);
      if (!qn_failed(status))
        put_kernel(stub, file, kernel, name, out);
    }
  }
  qn_map_finish(&names);
  qn_arena_finish(&arena);
  return qn_failed(status) ? status : qn_buffer_check(out, diag);
}

// ---- Makefiles

static void put_make(qn_str text, qn_buffer *out) {
  for (size_t i = 0; i < text.size; ++i) {
    if (text.data[i] == ' ' || text.data[i] == '#')
      qn_buffer_u8(out, '\\');
    if (text.data[i] == '$')
      qn_buffer_u8(out, '$');
    qn_buffer_u8(out, (uint8_t)text.data[i]);
  }
}

// A word of a recipe, quoted for the shell that make runs.
static void put_word(qn_str text, qn_buffer *out) {
  qn_buffer_u8(out, '\'');
  for (size_t i = 0; i < text.size; ++i) {
    const char c = text.data[i];
    if (c == '\'')
      qn_buffer_append_str(out, QN_STR("'\\''"));
    else if (c == '$')
      qn_buffer_append_str(out, QN_STR("$$"));
    else
      qn_buffer_u8(out, (uint8_t)c < ' ' ? '?' : (uint8_t)c);
  }
  qn_buffer_u8(out, '\'');
}

void qn_stub_print_makefile(const qn_stub *stub, qn_buffer *out) {
  qn_buffer_printf(out, "# Auto-generated rules for kernel stubs\n"
                        "METADATA_GEN ?= hip_metadata_gen\n");
  for (size_t i = 0; i < stub->file_count; ++i) {
    const qn_stub_file *file = &stub->files[i];
    const qn_str path = qn_str_from(file->path);
    const int stem = (int)(path.size - qn_path_extension(path).size);
    qn_buffer base = {0};
    put_make((qn_str){path.data, (size_t)stem}, &base);
    const char *stub_path = qn_buffer_text(&base);
    qn_buffer_printf(out, "\n# kernels:");
    for (size_t k = 0; k < file->signatures.kernel_count; ++k) {
      qn_buffer_u8(out, ' ');
      put_comment(file->signatures.kernels[k].name, out);
    }
    qn_buffer_printf(out, "\n%s_stub.cpp: ", stub_path);
    put_make(path, out);
    qn_buffer_printf(out, "\n\t$(METADATA_GEN)");
    for (size_t k = 0; k < file->signatures.kernel_count; ++k) {
      qn_buffer_printf(out, " --kernel ");
      put_word(file->signatures.kernels[k].name, out);
    }
    qn_buffer_printf(out,
                     " -o $@ $<\n\n%s_stub.o: %s_stub.cpp\n"
                     "\t$(CXX) -std=c++20 -c $< -o $@\n",
                     stub_path, stub_path);
    qn_buffer_finish(&base);
  }
}
