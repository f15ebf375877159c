// SPDX-License-Identifier: Apache-2.0
// The parts of `quern cc`: reading the command line (options.c), what is meant
// by the names of other compilers (persona.c), device code (device.c), the
// host's compiler (host.c), device code of several files (relocatable.c).
#ifndef QN_CLI_CC_CC_H
#define QN_CLI_CC_CC_H

#include "base/arena.h"
#include "base/system/file.h"
#include "cli/core/command.h"
#include "compiler/unit/args.h"
#include "compiler/driver/compile.h"

typedef enum cc_mode {
  CC_LINK,
  CC_OBJECT,      // -c
  CC_ASSEMBLY,    // -S
  CC_PREPROCESS,  // -E
  CC_RULES,       // -M
  CC_SYNTAX,      // -fsyntax-only
  CC_DEVICE_LINK, // -dlink: an object with the linked device code
  CC_BUNDLE,      // --genco, -fatbin
  CC_IMAGE,       // -ptx, -cubin, --genco with -S or -emit-llvm
} cc_mode;

// Whether what is written for the devices alone is one file of all targets
// (--gpu-bundle-output, --no-gpu-bundle-output).
typedef enum cc_gathering {
  CC_AS_USUAL, // code objects are, text and bitcode are not
  CC_GATHERED,
  CC_EACH,
} cc_gathering;

typedef enum cc_language {
  CC_BY_NAME,
  CC_HOST, // C, C++ and all else that the host's compiler takes alone
  CC_CUDA,
  CC_HIP,
  CC_LINKED, // objects, archives, libraries: the linker's
} cc_language;

// Whose place we take.
typedef enum cc_persona { CC_AS_QUERN, CC_AS_NVCC, CC_AS_HIPCC } cc_persona;

typedef struct cc_input {
  const char *name; // as given; of standard input "-"
  const char *path; // of the file that is read
  cc_language language;
  const char *x;      // of an explicit -x for the host's compiler; or NULL
  const char *object; // what it was compiled to; a linked input's path
} cc_input;

// A word of the linker's command, or an input's object.
typedef struct cc_word {
  const char *text; // NULL: the object of input `input`
  size_t input;
} cc_word;

enum { CC_TARGETS_MAX = 128, CC_LEVELS_MAX = 8 };

typedef struct cc_request {
  const qn_cli *cli;
  qn_arena *arena;
  cc_persona as;
  cc_mode mode;
  const char *output;        // NULL: by the rules of compilers
  const char *output_folder; // NULL: the working folder
  cc_input *inputs;
  size_t input_count, input_capacity;
  cc_word *words; // of the linker, in the order given
  size_t word_count, word_capacity;
  qn_args host;   // for the host's compiler
  qn_args device; // for the front end of device code
  qn_args rules;  // -MD and the like
  const char *rules_file;
  bool rules_target; // -MT was given

  qn_target targets[CC_TARGETS_MAX];
  size_t target_count;
  size_t attached_count;           // of these, the last (cc_image_targets)
  qn_target levels[CC_LEVELS_MAX]; // better CPUs in the same images
  size_t level_count;
  bool exact_targets;         // no CPU in addition to those requested
  const char *virtual_target; // -arch=compute_80, until -code says more
  bool device_only, host_only;
  cc_gathering gathering;
  bool link_devices; // device code of all inputs, to one bundle
  bool relocatable;
  const char *cuid; // NULL: made of the inputs
  bool compress;
  const char *lowered_names; // where to write the symbols of name expressions

  const char *standard; // NULL: ours
  int host_level;       // -O for the host's compiler; -1: not given
  const char *host_optimize;
  bool debug, device_debug, line_tables;
  unsigned sanitizers; // bits of qn_sanitizer
  unsigned checks;     // QN_CPU_CHECK_... (--check)
  bool embed_bitcode;  // -fembed-bitcode: for quern check
  bool host_threads;   // -fsanitize=thread, of the host's code
  qn_emit emit;        // of CC_IMAGE
  bool wants_ptx, wants_cubin;
  unsigned persona; // __CUDA_ARCH__ off NVIDIA; 0: the default
  bool shared, partial, no_runtime, forward;
  const char *query; // an option that asks, and compiles nothing; or NULL
  bool asks_host;    // it is for the host's compiler alone
  bool dry_run, verbose, quiet, color;
  int64_t jobs;
  const char *save_temps;

  bool separate;   // the option being read: its value was a word of its own
  size_t language; // the -x in force, an index

  qn_temp temp;   // for what lies between
  char root[512]; // the folder lib/quern
  const char *clang;
} cc_request;

// ---- options.c

// Fills in a zeroed request (cli and arena are set) from the arguments. Wrong
// use is QN_E_ARGUMENT with the replacement as the hint.
qn_status cc_read(cc_request *r, const char *const *args, qn_diag *diag);
// "CUDA" or "HIP".
const char *cc_dialect(const cc_input *input);

// ---- persona.c

// The persona called `name` ("nvcc", "hipcc", "quern"); false when there is
// none.
bool cc_persona_find(const char *name, cc_persona *out);
// The language of an input whose name says `by_name`.
cc_language cc_persona_language(const cc_request *r, const char *path,
                                cc_language by_name);
// Adds the headers that the other compiler finds by itself: Thrust and CUB of
// an installed toolkit, for nvcc.
void cc_persona_headers(cc_request *r);
// Makes the host's side name types as the targets' sides do.
void cc_agree_on_types(cc_request *r);
// Removes our own folders of headers from the program's options.
void cc_persona_drop_own(cc_request *r);
// As nvcc with -v, the folders and the command line of a link, in the form that
// CMake reads from nvcc: it links by that line's program, which is this one.
void cc_persona_show_link(const cc_request *r);
// Answers r->query as far as it is about us; true when that is all of it, and
// the host's compiler need not be asked.
bool cc_persona_answer(const cc_request *r);

// ---- genco.c

// The mode and what is emitted where only device code is wanted.
qn_status cc_genco_read(cc_request *r, qn_diag *diag);
// The name of an input's bundle without -o.
const char *cc_genco_bundle_name(cc_request *r, const cc_input *input);
// The name of one target's part without -o. `of` NULL: of linked code.
const char *cc_genco_name(cc_request *r, const cc_input *of,
                          const qn_target *target, const char *extension);
// Writes the parts of CC_IMAGE as one file, in clang's form for their kind.
qn_status cc_genco_gather(cc_request *r, const cc_input *input,
                          const qn_compile_result *result, qn_diag *diag);
// Writes the images in `bundle`, of linked code, each to its own file.
qn_status cc_genco_each(cc_request *r, qn_span bundle, qn_diag *diag);

// ---- native.c

// Appends the targets of the GPUs of this machine.
qn_status cc_add_machine(cc_request *r, qn_diag *diag);

// ---- device.c

// What a compilation for devices gave; owned by the caller.
typedef struct cc_device_output {
  qn_buffer bundle;   // of images or, for relocatable code, of bitcode
  qn_buffer messages; // warnings, reported with the host's
  bool optional;      // of the caller: a failure is for it to report
  int code;           // other than 0: it failed, and the reason was reported
} cc_device_output;
void cc_device_finish(cc_device_output *out);

// The front end's part for every target, whose messages are what is wanted.
qn_status cc_device_check(cc_request *r, const cc_input *input,
                          cc_device_output *out, qn_diag *diag);
// Compiles an input for every target. `rule_of`: the output of whose
// dependencies -MD and similar options write; NULL where the host compiler
// does.
qn_status cc_device_compile(cc_request *r, const cc_input *input,
                            const char *rule_of, cc_device_output *out,
                            qn_diag *diag);
// Links bitcode files, by target.
qn_status cc_device_link(cc_request *r, const qn_bitcode_file *files,
                         size_t count, cc_device_output *out, qn_diag *diag);
// For the targets of `params`, or those of the request when it has none;
// messages and images are left in `result`.
qn_status cc_device_run(cc_request *r, const cc_input *input,
                        qn_compile_params *params, qn_compile_result *result,
                        cc_device_output *out, qn_diag *diag);
// Writes the rule of -MD and similar options when no host compiler writes it.
qn_status cc_device_rule(cc_request *r, const qn_compile_result *result,
                         const char *output, qn_diag *diag);

// ---- image.c

// Sorts the targets of --ptx and --cubin: what is written is for NVIDIA's, and
// carries the code of `attached_count` others, which come last.
qn_status cc_image_targets(cc_request *r, qn_diag *diag);
// Writes one target's image for CC_IMAGE.
qn_status cc_image(cc_request *r, const cc_input *input, int *out_code,
                   qn_diag *diag);

// ---- host.c

// Compiles or preprocesses one input to `output` (NULL: standard output, or
// nothing). `bundle` is the path of what is embedded, or NULL.
qn_status cc_host_compile(cc_request *r, const cc_input *input,
                          const char *bundle, const char *output,
                          const qn_buffer *device_messages, qn_diag *diag);
// Links; `extra` (may be NULL) is one more object.
qn_status cc_host_link(cc_request *r, const char *extra, qn_diag *diag);
// Hands a question (--version, -print-...) to the host's compiler.
qn_status cc_host_query(cc_request *r, qn_diag *diag);
// Assembles a file of ours.
qn_status cc_host_assemble(cc_request *r, const char *source,
                           const char *output, qn_diag *diag);
// Links only to learn which members of archives the linker takes: appends its
// list, "libx.a(member.o)" a line.
qn_status cc_host_trial(cc_request *r, qn_buffer *out, qn_diag *diag);
// A path for an intermediate file: "<stem>-<suffix>" in the folder for these.
const char *cc_temp_path(cc_request *r, const char *source, const char *suffix);

// ---- relocatable.c

// Links the device code in the objects and archives to be linked, and writes an
// object with it to `output`; `*out_made` is false when there is none.
qn_status cc_relocatable_link(cc_request *r, const char *output, bool *out_made,
                              int *out_code, qn_diag *diag);
// Links bitcode bundles and objects, and writes a bundle of images.
qn_status cc_relocatable_bundle(cc_request *r, int *out_code, qn_diag *diag);
// The id of an input's compilation, in hexadecimal; NULL when out of memory.
const char *cc_relocatable_id(cc_request *r, const cc_input *input);

#endif // QN_CLI_CC_CC_H
