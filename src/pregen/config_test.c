// SPDX-License-Identifier: Apache-2.0
// What is wrong with a configuration, where, and what to do; and the plan of a
// correct one, also as commands and as a Ninja file.
#include "pregen/config.h"

#include <sys/stat.h>

#include "base/buffer.h"
#include "base/system/file.h"
#include "base/system/process.h"
#include "pregen/plan.h"
#include "support/test.h"

static qn_temp temp;
static char config[300];
static char found[4096]; // "line:column: message|hint" for each finding
static size_t count;

static void report(void *user, qn_severity severity, const qn_diag *diag,
                   const char *path, qn_span input) {
  const size_t at = strlen(found);
  (void)user;
  (void)input;
  CHECK(severity == QN_ERROR && diag->code != QN_OK);
  CHECK(!path || strstr(path, temp.path));
  snprintf(found + at, sizeof(found) - at, "%u:%u: %s|%s\n", diag->place.line,
           diag->place.column, diag->message, diag->hint);
  ++count;
}

static void write_file(const char *name, const char *text) {
  char path[400];
  qn_diag diag = {0};
  snprintf(path, sizeof(path), "%s/%s", temp.path, name);
  CHECK_OK(qn_file_write(path, qn_str_span(qn_str_from(text)), &diag), &diag);
}

static qn_status read_config(const char *text, const char *filter,
                             qn_pregen_plan *plan) {
  const qn_pregen_options options = {.config = config,
                                     .kernels_dir = "tests/pregen/kernels",
                                     .filter = filter};
  qn_diag diag = {0};
  write_file("config.json", text);
  found[0] = '\0';
  count = 0;
  const qn_status status = qn_pregen_read(&options, report, NULL, plan, &diag);
  CHECK(qn_failed(status) == (count > 0));
  return status;
}

// An operation with some fields replaced by these.
#define ADD                                                                    \
  "\"kernel_name\": \"ggml_op_add\", \"kernel_source\": \"binary_ops.py\""
#define TENSORS                                                                \
  "\"input_tensors\": [\"(8,1,1,1)/f32\", \"(8,1,1,1)/f32\"], "                \
  "\"output_tensor\": \"(8,1,1,1)/f32\""
#define KERNELS(entry) "{\"kernels\": [\n" entry "]}"
#define OP(more)                                                               \
  KERNELS("{" ADD ", \"exported_name\": \"x\", " TENSORS ", " more "}")
#define NAMED(more)                                                            \
  KERNELS("{" ADD ", \"arch\": \"gfx942\", " TENSORS ", " more "}")
#define OWN(more)                                                              \
  KERNELS("{\"sources\": [\"own.cu\"], \"exported_name\": \"own\", "           \
          "\"arch\": \"gfx942\", " more "}")

// Each gives one finding, which starts with `place` and contains these words.
static const struct {
  const char *text, *place, *message, *hint;
} wrong[] = {
    {"{", "1:", "", ""},
    {"[]", "1:1: ", "a configuration must be an object, not ",
     "{\"kernels\": [...]}"},
    {"{\"kernel\": []}", "1:1: ", "must contain 'kernels' key", "'kernel'"},
    {"{\"kernels\": {}}", "1:13: ", "'kernels' must be a list", ""},
    {KERNELS("1"), "2:1: ", "a kernel must be an object, not ", ""},
    {OP("\"arch\": []"), "2:", "'arch' is an empty list", ""},
    {OP("\"arch\": 1"), "2:", "'arch' must be a string or a list of strings",
     ""},
    {OP("\"arch\": \"gfx9942\""), "2:", "gfx9942", ""},
    {OP("\"arch\": \"\""), "2:", "empty name in a list of targets",
     "quern targets"},
    {OP("\"arch\": \"gfx942\", \"exportedname\": \"x\""),
     "2:", "unknown field 'exportedname'", "exported_name"},
    {NAMED("\"exported_name\": 1"), "2:", "'exported_name' must be a string",
     ""},
    {NAMED("\"exported_name\": \"\""), "2:", "exported_name is empty",
     "single dots"},
    {NAMED("\"exported_name\": \"a/b\""), "2:", "exported_name has a '/'", ""},
    {NAMED("\"exported_name\": \"a..b\""), "2:", "exported_name has '..'", ""},
    {NAMED("\"exported_name\": \".a\""),
     "2:", "exported_name begins with '.' or '-'", ""},
    {NAMED("\"exported_name\": \"a b\""),
     "2:", "has a character that names may not have", ""},
    {OP("\"arch\": \"gfx942\", \"op_params\": [1.5]"),
     "2:", "must be an integer of 32 bits", "0x3f800000"},
    {OP("\"arch\": \"gfx942\", \"op_params\": 1"),
     "2:", "must be a list of at most 16 integers", ""},
    {KERNELS(
         "{" ADD
         ", \"exported_name\": \"x\", \"arch\": \"gfx942\", \"output_tensor\": "
         "\"(8,1,1,1)/f32\"}"),
     "2:", "Kernel 0 missing 'input_tensors'", ""},
    {KERNELS("{" ADD ", \"exported_name\": \"x\", \"arch\": \"gfx942\", "
             "\"input_tensors\": [], "
             "\"output_tensor\": \"(8,1,1,1)/f32\"}"),
     "2:", "must hold 1 or 2 tensors, not 0", ""},
    {KERNELS(
         "{" ADD
         ", \"exported_name\": \"x\", \"arch\": \"gfx942\", \"input_tensors\": "
         "[\"(8,1,1,1)/f33\", \"(8,1,1,1)/f32\"], \"output_tensor\": "
         "\"(8,1,1,1)/f32\"}"),
     "2:", "f33", ""},
    {OWN("\"defines\": 1"), "2:", "'defines' must be an object or a list",
     "[\"N=4\"]"},
    {OWN("\"defines\": {\"1N\": 4}"), "2:", "'1N' is no name of a macro", ""},
    {OWN("\"defines\": {\"N\": null}"), "2:", "the value of a define must be",
     ""},
    {OWN("\"options\": [\"-O9\"]"), "2:", "unknown option '-O9'", "-O0 to -O3"},
    {OWN("\"options\": [\"-o\"]"), "2:", "unknown option '-o'", ""},
    {KERNELS("{\"sources\": [], \"exported_name\": \"own\", \"arch\": "
             "\"gfx942\"}"),
     "2:", "'sources' must name 1 to 64 files", ""},
    {KERNELS("{\"sources\": [\"none.cu\"], \"exported_name\": \"own\", "
             "\"arch\": \"gfx942\"}"),
     "2:", "Kernel source not found: none.cu", ""},
    {"{\"include\": [1]}", "1:", "'include' must hold strings", ""},
    {"{\"include\": [\"none.json\"]}", "1:", "none.json", ""},
};

static void test_wrong(void) {
  int failures = 0;
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i) {
    qn_pregen_plan plan;
    CHECK_INT(read_config(wrong[i].text, NULL, &plan).code, QN_E_MALFORMED);
    qn_pregen_plan_finish(&plan);
    if (count == 1 &&
        qn_str_starts(qn_str_from(found), qn_str_from(wrong[i].place)) &&
        strstr(found, wrong[i].message) && strstr(found, wrong[i].hint))
      continue;
    fprintf(stderr, "%s\nexpected %s%s|%s\ngot %s", wrong[i].text,
            wrong[i].place, wrong[i].message, wrong[i].hint, found);
    ++failures;
  }
  CHECK_INT(failures, 0);
}

// All errors are reported, not only the first.
static void test_several(void) {
  qn_pregen_plan plan;
  CHECK_INT(read_config("{\"kernels\": [\n1,\n2,\n" /* and a good one */
                        "{" ADD ", \"exported_name\": \"x\", " TENSORS
                        ", \"arch\": \"gfx942\"}]}",
                        NULL, &plan)
                .code,
            QN_E_MALFORMED);
  CHECK_INT(count, 2);
  CHECK(strstr(found, "2:1: a kernel") && strstr(found, "3:1: a kernel"));
  qn_pregen_plan_finish(&plan);
}

static const char good[] = KERNELS(
    "{" ADD ", " TENSORS
    ", \"arch\": [\"gfx942\", \"sm_90\"], \"exported_name\": \"add_8\"},\n"
    "{\"sources\": [\"own.cu\"], \"exported_name\": \"own\", \"arch\": "
    "\"sm_90\", \"defines\": {\"N\": 4, \"T\": \"a b\"}, "
    "\"options\": [\"-O1\", \"-g\", \"-Isub dir\", \"-fx\"]}\n");

static void test_plan(void) {
  qn_pregen_plan plan;
  CHECK_INT(read_config(good, "sm_90/*", &plan).code, QN_OK);
  CHECK_INT(plan.count, 3);
  CHECK_TEXT(plan.jobs[0].arch, "gfx942");
  CHECK_TEXT(plan.jobs[0].kernel->name, "add-8f32-8f32-8f32");
  CHECK_STR(plan.jobs[0].aliases->name, "add_8");
  CHECK(plan.jobs[0].kernel == plan.jobs[1].kernel ||
        strcmp(plan.jobs[0].kernel->name, plan.jobs[1].kernel->name) == 0);
  CHECK(!plan.jobs[0].wanted && plan.jobs[1].wanted && plan.jobs[2].wanted);
  CHECK(plan.jobs[0].kernel->is_op && !plan.jobs[2].kernel->is_op);
  CHECK(plan.jobs[2].kernel->opt_level == 1 && plan.jobs[2].kernel->debug);
  qn_pregen_plan_finish(&plan);
  CHECK_INT(read_config(good, NULL, &plan).code, QN_OK);
  CHECK(plan.jobs[0].wanted);
  qn_pregen_plan_finish(&plan);
}

// The command without the temporary folder.
static const char *command_of(const char *const *words) {
  static char out[2048];
  qn_buffer text = {0};
  CHECK(words);
  qn_process_print(words, &text);
  char *to = out;
  for (const char *at = qn_buffer_text(&text); *at;) {
    const size_t size = strlen(temp.path);
    if (strncmp(at, temp.path, size) == 0)
      *to++ = '~', at += size;
    else
      *to++ = *at++;
    CHECK(to < out + sizeof(out) - 1);
  }
  *to = '\0';
  qn_buffer_finish(&text);
  return out;
}

static void test_commands(void) {
  qn_pregen_plan plan;
  qn_arena arena = {0};
  CHECK_INT(read_config(good, "*/own", &plan).code, QN_OK);
  const qn_pregen_options options = {.config = config, .kernels_dir = "k"};
  const qn_plan_params params = {
      .plan = &plan, .tool = "quern", .output = "o$ut", .options = &options};
  CHECK_TEXT(command_of(qn_plan_command(&params, &plan.jobs[2], &arena)),
             "quern compile -q --target sm_90 --compress zstd -O1 -g -DN=4 "
             "'-DT=a b' '-I~/sub dir' -fx -fmacro-prefix-map=~/= -MD -MF "
             "'o$ut/sm_90/own.d' -o "
             "'o$ut/sm_90/own.hipfb' ~/own.cu");
  CHECK_TEXT(command_of(qn_plan_last_command(&params, &arena)),
             "quern pregen --config ~/config.json --output-dir 'o$ut' "
             "--kernels-dir k -q --manifest-only");
  qn_buffer ninja = {0};
  qn_diag diag = {0};
  CHECK_OK(qn_plan_ninja(&params, &ninja, &diag), &diag);
  const char *text = qn_buffer_text(&ninja);
  // Ninja's special characters are escaped, and unwanted jobs are omitted.
  CHECK(strstr(text, "build o$$ut/sm_90/own.hipfb: kernel "));
  CHECK(strstr(text, "\n  depfile = o$$ut/sm_90/own.d\n  deps = gcc\n"));
  CHECK(strstr(text, "-o 'o$$ut/sm_90/own.hipfb'"));
  CHECK(strstr(text, "\n  what = own for sm_90\n"));
  CHECK(strstr(text, "\ndefault o$$ut/manifest.json\n"));
  CHECK(!strstr(text, "gfx942"));
  qn_buffer_finish(&ninja);
  qn_arena_finish(&arena);
  qn_pregen_plan_finish(&plan);
}

// Other architectures than the configuration's, or without any there.
static void test_other_archs(void) {
  const qn_pregen_options options = {.config = config,
                                     .kernels_dir = "tests/pregen/kernels",
                                     .arch = "gfx90a,sm_80"};
  qn_pregen_plan plan;
  qn_diag diag = {0};
  write_file("config.json",
             KERNELS("{\"sources\": [\"own.cu\"], \"exported_name\": \"a\"},"
                     "{\"sources\": [\"own.cu\"], \"exported_name\": \"b\", "
                     "\"arch\": \"gfx942\"}"));
  count = 0;
  CHECK_OK(qn_pregen_read(&options, report, NULL, &plan, &diag), &diag);
  CHECK_INT(plan.count, 4);
  for (size_t i = 0; i < plan.count; ++i)
    CHECK_TEXT(plan.jobs[i].arch, i % 2 ? "sm_80" : "gfx90a");
  const qn_plan_params params = {
      .plan = &plan, .tool = "quern", .output = "o", .options = &options};
  qn_arena arena = {0};
  CHECK(strstr(command_of(qn_plan_last_command(&params, &arena)),
               "--arch gfx90a,sm_80 "));
  qn_arena_finish(&arena);
  qn_pregen_plan_finish(&plan);
}

static bool read_again(void) {
  const qn_pregen_options options = {.config = config,
                                     .kernels_dir = "tests/pregen/kernels"};
  qn_pregen_plan plan;
  qn_diag diag = {0};
  count = 0;
  const qn_status status = qn_pregen_read(&options, report, NULL, &plan, &diag);
  const bool read = !qn_failed(status);
  CHECK(read || status.code == QN_E_MEMORY || count > 0);
  CHECK(!read || plan.count == 3);
  qn_pregen_plan_finish(&plan);
  return read;
}

int main(void) {
  qn_diag diag = {0};
  CHECK_OK(qn_temp_create(&temp, &diag), &diag);
  snprintf(config, sizeof(config), "%s/config.json", temp.path);
  write_file("own.cu", "__global__ void own() {}\n");
  test_wrong();
  test_several();
  test_plan();
  test_commands();
  test_other_archs();
  write_file("config.json", good);
  CHECK(test_fail_allocations(read_again) > 0);
  qn_temp_finish(&temp);
  return 0;
}
