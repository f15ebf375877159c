// SPDX-License-Identifier: Apache-2.0
#include "metadata/md/md.h"

#include "base/system/file.h"
#include "support/property.h"

// ---- Hooks: an image in memory, allocations counted

typedef struct store {
  qn_buffer image;
  size_t live, finalized;
  md_err answer; // of write
} store;

static const void *store_map(const void *user, size_t *size) {
  const store *s = user;
  *size = s->image.size;
  return s->image.data ? (const void *)s->image.data : "";
}

static md_err store_write(void *user, const void *bytes, size_t size) {
  store *s = user;
  if (MD_CHECK_ERR(s->answer))
    return s->answer;
  qn_buffer_clear(&s->image);
  qn_buffer_append(&s->image, bytes, size);
  return MD_SUCCESS;
}

static void store_finalize(void *user) { ++((store *)user)->finalized; }

static void *store_allocate(size_t size, size_t align, void *user) {
  CHECK(size && align >= 8);
  void *block = qn_alloc(size);
  ((store *)user)->live += block != NULL;
  return block;
}

static void store_deallocate(void *block, void *user) {
  CHECK(block);
  --((store *)user)->live;
  qn_free(block);
}

static struct md_hooks writer = {NULL, store_write, store_finalize,
                                 store_allocate, store_deallocate};
static struct md_hooks reader = {store_map, store_write, store_finalize,
                                 store_allocate, store_deallocate};

static void finish(store *s) {
  CHECK_INT(s->live, 0);
  qn_buffer_finish(&s->image);
}

// ---- Each function in turn

static void test_codes(void) {
  CHECK_INT(MD_E_OOM, INT_MIN);
  CHECK_INT(MD_SUCCESS, INT_MIN + 17);
  CHECK(MD_CHECK_ERR(MD_E_STACK_FINALIZED));
  CHECK(!MD_CHECK_ERR(MD_SUCCESS) && !MD_CHECK_ERR(0));
  CHECK(sizeof(md_fmt) == 1 && sizeof(md_enc) == 1 && sizeof(MD_ENDIAN) == 1);
  CHECK_INT(offsetof(struct md_hooks, write), sizeof(void *));
  CHECK_INT(offsetof(struct md_hooks, deallocate), 4 * sizeof(void *));
}

static void test_blocks(void) {
  store s = {0};
  md_ctx ctx = md_init(&writer, &s);
  md_stack a = md_create_block(ctx, "a");
  CHECK(a && !md_create_block(ctx, "a") && !md_create_block(ctx, ""));
  CHECK(md_get_block(ctx, "a") == a && !md_get_block(ctx, "b"));
  CHECK_INT(md_top(a), MD_E_EMPTY_STACK);
  CHECK_INT(md_pop(a), MD_E_EMPTY_STACK);
  CHECK_INT(md_push_uint(a, 7), 0);
  md_value seven = md_get_value(a, 0);
  for (int i = 1; i < 1000; ++i)
    CHECK_INT(md_push_sint(a, -i), i);
  uint64_t number = 0;
  CHECK_INT(md_get_uint(seven, &number), MD_SUCCESS); // handles stay valid
  CHECK_INT(number, 7);
  CHECK_INT(md_pop(a), 998);
  CHECK(!md_get_value(a, 999) && md_get_value(a, 998));
  CHECK_INT(md_finalize_block(a), MD_SUCCESS);
  CHECK_INT(md_finalize_block(a), MD_E_STACK_FINALIZED);
  CHECK_INT(md_push_uint(a, 1), MD_E_STACK_FINALIZED);
  CHECK_INT(md_push_array(a, 0), MD_E_STACK_FINALIZED);
  CHECK_INT(md_push_zstr(a, "x"), MD_E_STACK_FINALIZED);
  CHECK_INT(md_pop(a), MD_E_STACK_FINALIZED);
  CHECK_INT(md_pushf(a, "u", UINT64_C(1)), MD_E_STACK_FINALIZED);
  CHECK_INT(md_array_append(a, 5, 1), MD_E_STACK_FINALIZED);
  CHECK_INT(md_hashtable_setkv(a, 5, 1, 1), MD_E_STACK_FINALIZED);
  CHECK_INT(md_top(a), 998);
  md_stack one = md_create_block(ctx, "one");
  CHECK_INT(md_push_real(one, 1), 0);
  CHECK_INT(md_pop(one), MD_E_EMPTY_STACK); // although it popped
  CHECK_INT(md_top(one), MD_E_EMPTY_STACK);
  md_release_ctx(ctx);
  finish(&s);
}

static void test_values(void) {
  store s = {0};
  md_ctx ctx = md_init(&writer, &s);
  md_stack a = md_create_block(ctx, "a");
  double real = 0;
  int64_t sint = 0;
  uint64_t uint = 0;
  char *text = NULL;
  size_t size = 0;
  CHECK_INT(md_push_uint(a, UINT64_MAX), 0);
  CHECK_INT(md_push_sint(a, INT64_MIN), 1);
  CHECK_INT(md_push_real(a, -0.5), 2);
  CHECK_INT(md_push_zstr(a, "hello"), 3);
  CHECK_INT(md_push_bytes(a, NULL, 0), 4);
  CHECK_INT(md_push_bytes(a, "a\0b", 3), 5);
  CHECK_INT(md_get_value_type(md_get_value(a, 1)), MD_TYPE_SINT);
  CHECK_INT(md_get_uint(md_get_value(a, 0), &uint), MD_SUCCESS);
  CHECK(uint == UINT64_MAX);
  CHECK_INT(md_get_sint(md_get_value(a, 1), &sint), MD_SUCCESS);
  CHECK(sint == INT64_MIN);
  CHECK_INT(md_get_real(md_get_value(a, 2), &real), MD_SUCCESS);
  CHECK(real == -0.5);
  CHECK_INT(md_get_real(md_get_value(a, 0), NULL), MD_E_TYPE_ERR);
  CHECK_INT(md_get_sint(md_get_value(a, 0), NULL), MD_E_TYPE_ERR);
  CHECK_INT(md_get_uint(md_get_value(a, 1), NULL), MD_E_TYPE_ERR);
  CHECK_INT(md_get_zstr(md_get_value(a, 3), &text, &size), MD_SUCCESS);
  CHECK_INT(size, 6);
  CHECK_TEXT(text, "hello");
  store_deallocate(text, &s);
  CHECK_INT(md_get_bytes(md_get_value(a, 3), NULL, NULL), MD_E_TYPE_ERR);
  CHECK_INT(md_get_bytes(md_get_value(a, 4), &text, &size), MD_SUCCESS);
  CHECK_INT(size, 0);
  store_deallocate(text, &s);
  CHECK_INT(md_get_bytes(md_get_value(a, 5), &text, &size), MD_SUCCESS);
  CHECK(size == 3 && memcmp(text, "a\0b", 3) == 0);
  store_deallocate(text, &s);
  md_release_val(md_get_value(a, 5));
  md_release_ctx(ctx);
  finish(&s);
}

static void test_lists(void) {
  store s = {0};
  md_ctx ctx = md_init(&writer, &s);
  md_stack a = md_create_block(ctx, "a");
  md_value got;
  CHECK_INT(md_array_append(a, 0, 1), MD_E_EMPTY_STACK);
  const int array = md_push_array(a, 10);
  const int table = md_push_hashtable(a, 10);
  const int key = md_push_zstr(a, "key");
  const int value = md_push_uint(a, 5);
  CHECK_INT(md_array_append(a, array, array), MD_E_INDEX_ERR);
  CHECK_INT(md_array_append(a, array, 4), MD_E_INDEX_ERR);
  CHECK_INT(md_array_append(a, table, value), MD_E_TYPE_ERR);
  CHECK_INT(md_array_append(a, array, value), 0);
  CHECK_INT(md_array_append(a, array, value), 1);
  CHECK_INT(md_hashtable_setkv(a, array, key, value), MD_E_TYPE_ERR);
  CHECK_INT(md_hashtable_setkv(a, table, 0, value), MD_E_INDEX_ERR);
  CHECK_INT(md_hashtable_setkv(a, table, key, value), 0);
  CHECK_INT(md_top(a), value); // the element is unchanged
  // Keys are compared by value, not by identity.
  const int same = md_push_zstr(a, "key");
  CHECK_INT(md_hashtable_setkv(a, table, same, value), MD_E_DUPLICATE_KEY);
  const int list = md_push_array(a, 0), bytes = md_push_bytes(a, "k", 1);
  CHECK_INT(md_hashtable_setkv(a, table, list, value), MD_E_KEY_ERR);
  CHECK_INT(md_hashtable_setkv(a, table, bytes, value), MD_E_KEY_ERR);
  CHECK_INT(md_hashtable_setkv(a, table, md_push_sint(a, 5), value), 1);
  CHECK_INT(md_hashtable_setkv(a, table, md_push_uint(a, 5), value), 2);
  md_value t = md_get_value(a, (size_t)table);
  CHECK_INT(md_get_hashtable_key(t, md_get_value(a, (size_t)same), &got),
            MD_SUCCESS);
  CHECK(got == md_get_value(a, (size_t)value));
  CHECK_INT(md_get_hashtable_key(t, md_get_value(a, (size_t)list), &got),
            MD_E_INVALID_KEY);
  CHECK_INT(md_get_hashtable_key(got, got, &got), MD_E_TYPE_ERR);
  CHECK_INT(md_get_array_size(md_get_value(a, 0)), 2);
  CHECK_INT(md_get_array_size(t), MD_E_TYPE_ERR);
  CHECK_INT(md_get_array_idx(md_get_value(a, 0), 2, &got), MD_E_INDEX_ERR);
  CHECK_INT(md_get_array_idx(t, 0, &got), MD_E_TYPE_ERR);
  CHECK_INT(quern_md_table_size(t), 3);
  md_value k = NULL;
  CHECK_INT(quern_md_table_at(t, 1, &k, &got), MD_SUCCESS);
  CHECK_INT(md_get_value_type(k), MD_TYPE_SINT);
  CHECK_INT(quern_md_table_at(t, 3, &k, &got), MD_E_INDEX_ERR);
  // A large table, which has an index.
  md_stack b = md_create_block(ctx, "b");
  (void)md_push_hashtable(b, 0);
  for (uint64_t i = 0; i < 3000; ++i) {
    (void)md_push_uint(b, i * i);
    (void)md_push_uint(b, i);
    CHECK_INT(md_hashtable_setkv(b, 0, 1, 2), i);
    CHECK_INT(md_hashtable_setkv(b, 0, 1, 2), MD_E_DUPLICATE_KEY);
    (void)md_pop(b);
    (void)md_pop(b);
  }
  (void)md_push_uint(b, 2999 * 2999);
  CHECK_INT(md_get_hashtable_key(md_get_value(b, 0), md_get_value(b, 1), &got),
            MD_SUCCESS);
  CHECK_INT(qn_md_uint_of(got), 2999);
  md_release_ctx(ctx);
  finish(&s);
}

static void test_formats(void) {
  store s = {0};
  md_ctx ctx = md_init(&writer, &s);
  md_stack a = md_create_block(ctx, "a");
  static const char *const wrong[] = {
      "u]",  "[u",    "[u,]", "{u}",  "{u:}", "{u:u",  "q",    ",",
      "u,u", "[u u]", "]",    "{:u}", "[:]",  "{u,u}", "[u}u", "{u:u]"};
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i) {
    CHECK_INT(md_pushf(a, wrong[i]), MD_E_INVALID_FMT_STR);
    CHECK_INT(md_loadf(a, wrong[i]), MD_E_INVALID_FMT_STR);
  }
  CHECK_INT(md_pushf(a, ""), MD_E_EMPTY_STACK);
  CHECK_INT(md_pushf(a, "[u,u,{i:f,f:[u]}]z", UINT64_C(1), UINT64_C(2),
                     INT64_C(-3), 4.5, 6.5, UINT64_C(7), "end"),
            1);
  CHECK_INT(md_pushf(a, "s{}[]", (size_t)3, "abc"), 4);
  uint64_t u[3] = {0};
  int64_t i = 0;
  double f[2] = {0};
  char *text = NULL, *bytes = NULL;
  size_t size = 0;
  CHECK_INT(md_loadf(a, "[u,u,{i:f,f:[u]}]zs", &u[0], &u[1], &i, &f[0], &f[1],
                     &u[2], &text, &size, &bytes),
            4);
  CHECK(u[0] == 1 && u[1] == 2 && u[2] == 7 && i == -3);
  CHECK(f[0] == 4.5 && f[1] == 6.5 && size == 3);
  CHECK_TEXT(text, "end");
  store_deallocate(text, &s);
  store_deallocate(bytes, &s);
  // Nothing is stored when a later type is wrong.
  u[0] = 99;
  CHECK_INT(md_loadf(a, "[u,i]", &u[0], &i), MD_E_TYPE_ERR);
  CHECK_INT(u[0], 99);
  CHECK_INT(md_loadf(a, "[u,u,{i:f,f:[u,u]}]"), MD_E_INDEX_ERR);
  CHECK_INT(md_loadf(a, ""), 4);
  // A failure half way leaves the block unchanged.
  CHECK_INT(md_pushf(a, "u{u:u,u:u}", UINT64_C(0), UINT64_C(1), UINT64_C(2),
                     UINT64_C(1), UINT64_C(2)),
            MD_E_DUPLICATE_KEY);
  CHECK_INT(md_top(a), 4);
  CHECK_INT(md_pushf(a, "{[u]:u}", UINT64_C(1), UINT64_C(2)), MD_E_KEY_ERR);
  CHECK_INT(md_top(a), 4);
  md_release_ctx(ctx);
  finish(&s);
}

static void test_hooks(void) {
  store s = {0};
  struct md_hooks hooks = {.allocate = store_allocate,
                           .deallocate = store_deallocate};
  md_ctx ctx = md_init(&hooks, &s);
  CHECK_INT(md_finalize_ctx(ctx), MD_E_NO_HOOKS);
  hooks.write = store_write; // set later: hooks are kept by reference
  CHECK_INT(md_finalize_ctx(ctx), MD_E_NO_HOOKS);
  hooks.finalize = store_finalize;
  s.answer = MD_E_OOM;
  CHECK_INT(md_pushf(md_create_block(ctx, "a"), "z", "kept"), 0);
  CHECK_INT(md_finalize_ctx(ctx), MD_E_OOM);
  CHECK(s.finalized == 0 && s.image.size == 0);
  s.answer = MD_SUCCESS;
  CHECK_INT(md_finalize_ctx(ctx), MD_SUCCESS);
  CHECK_INT(s.finalized, 1);
  CHECK_INT(s.image.size, 16 + 8 + 24 + 8);
  CHECK_INT(md_set_out_fmt(md_get_block(ctx, "a"), MD_FMT_JSON),
            MD_E_INVALID_FLAGS);
  CHECK_INT(quern_md_set_encoding(md_get_block(ctx, "a"), MD_ENC_BROTLI),
            MD_E_INVALID_FLAGS);
  md_release_ctx(ctx);
  // Only a bad image gives NULL.
  s.image.data[5] = 2;
  CHECK(!md_init(&reader, &s));
  qn_buffer_clear(&s.image);
  CHECK(!md_init(&reader, &s));
  ctx = md_init(NULL, NULL);
  CHECK_INT(md_pushf(md_create_block(ctx, "x"), "zz", "a", "b"), 1);
  md_release_ctx(ctx);
  // A depth that is not allowed in a file is refused, and freed without
  // recursion.
  ctx = md_init(&writer, &s);
  md_stack deep = md_create_block(ctx, "deep");
  enum { LEVELS = 200000 };
  for (int i = 0; i < LEVELS; ++i)
    CHECK_INT(md_push_array(deep, 0), i);
  for (int i = LEVELS - 1; i > 0; --i) {
    CHECK_INT(md_array_append(deep, i - 1, i), 0);
    (void)md_pop(deep);
  }
  CHECK_INT(md_finalize_ctx(ctx), MD_E_RANGE_ERR);
  md_release_ctx(ctx);
  // An empty context can be read back.
  ctx = md_init(&writer, &s);
  CHECK_INT(md_finalize_ctx(ctx), MD_SUCCESS);
  CHECK_INT(s.image.size, 16);
  md_release_ctx(ctx);
  ctx = md_init(&reader, &s);
  CHECK(ctx && quern_md_block_count(ctx) == 0);
  md_release_ctx(ctx);
  finish(&s);
}

// ---- Random contexts: written, read and written again, they are the same

static uint64_t state = 88172645463325252u;
static uint64_t random_number(uint64_t below) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state % below;
}

static void push_random(md_stack b, unsigned depth) {
  static char text[70000];
  memset(text, 'x', sizeof(text) - 1);
  const uint64_t kind = random_number(depth < 4 ? 9 : 6);
  const int list = md_top(b) < 0 ? 0 : md_top(b) + 1;
  // Now and then longer than 64 KiB, which needs the largest form.
  const size_t size = random_number(40) ? random_number(30) : 66000;
  switch (kind) {
  case 0:
    CHECK(md_push_uint(b, state) >= 0);
    return;
  case 1:
    CHECK(md_push_sint(b, (int64_t)state >> random_number(64)) >= 0);
    return;
  case 2:
    CHECK(md_push_real(b, (double)state / 3) >= 0);
    return;
  case 3:
    CHECK(md_push_zstr(b, text + sizeof(text) - 1 - size) >= 0);
    return;
  case 4:
  case 5:
    CHECK(md_push_bytes(b, text, size) >= 0);
    return;
  case 6:
    CHECK(md_push_hashtable(b, 2) >= 0);
    for (uint64_t i = random_number(40); i; --i) {
      CHECK(md_push_uint(b, i) >= 0);
      push_random(b, depth + 1);
      CHECK(md_hashtable_setkv(b, list, list + 1, md_top(b)) >= 0);
      while (md_top(b) > list)
        (void)md_pop(b);
    }
    return;
  default:
    CHECK(md_push_array(b, random_number(5)) >= 0);
    for (uint64_t i = random_number(6); i; --i) {
      push_random(b, depth + 1);
      CHECK(md_array_append(b, list, md_top(b)) >= 0);
      (void)md_pop(b);
    }
  }
}

// Writes `ctx` and returns the image, which the caller frees.
static qn_buffer write_context(md_ctx ctx, store *s) {
  CHECK_INT(md_finalize_ctx(ctx), MD_SUCCESS);
  const qn_buffer image = s->image;
  s->image = (qn_buffer){0};
  return image;
}

static bool same_bytes(const qn_buffer *a, const qn_buffer *b) {
  return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

static void test_round_trips(void) {
  for (int round = 0; round < 300; ++round) {
    store s = {0};
    md_ctx ctx = md_init(&writer, &s);
    if (random_number(2))
      CHECK_INT(quern_md_set_endianness(ctx, MD_BIG), MD_SUCCESS);
    const uint64_t blocks = random_number(5);
    for (uint64_t i = 0; i < blocks; ++i) {
      char name[32];
      snprintf(name, sizeof(name), "block %" PRIu64, i * state % 1000 * 7 + i);
      md_stack b = md_create_block(ctx, name);
      if (!b)
        continue; // the name exists already
      for (uint64_t k = random_number(6); k; --k)
        push_random(b, 0);
      if (random_number(3))
        CHECK_INT(md_set_out_fmt(b, MD_FMT_MSGPACK), MD_SUCCESS);
      if (random_number(3) == 0)
        CHECK_INT(quern_md_set_encoding(b, MD_ENC_ZLIB), MD_SUCCESS);
    }
    qn_buffer first = write_context(ctx, &s);
    s.image = first;
    md_ctx again = md_init(&reader, &s);
    CHECK(again);
    s.image = (qn_buffer){0};
    CHECK_INT(quern_md_block_count(again), quern_md_block_count(ctx));
    CHECK_INT(md_get_endianness(again), md_get_endianness(ctx));
    for (size_t i = 0; i < quern_md_block_count(ctx); ++i) {
      md_stack x = quern_md_block_at(ctx, i), y = quern_md_block_at(again, i);
      CHECK_TEXT(quern_md_block_name(y), quern_md_block_name(x));
      CHECK_INT(quern_md_block_encoding(y), quern_md_block_encoding(x));
      if (quern_md_block_format(x) == MD_FMT_MSGPACK)
        CHECK_INT(quern_md_value_count(y), quern_md_value_count(x));
      else
        CHECK_INT(quern_md_value_count(y), 1);
    }
    qn_buffer second = write_context(again, &s);
    CHECK(same_bytes(&first, &second));
    char *json;
    size_t size;
    CHECK_INT(quern_md_json(again, &json, &size), MD_SUCCESS);
    store_deallocate(json, &s);
    md_release_ctx(again);
    md_release_ctx(ctx);
    qn_buffer_finish(&first);
    qn_buffer_finish(&second);
    finish(&s);
  }
}

// ---- Files

static qn_status read_whole(qn_span file, qn_diag *diag) {
  md_ctx ctx = qn_md_create(NULL, NULL);
  if (!ctx)
    return qn_fail_memory(diag, "the context");
  const qn_status status = qn_md_decode(ctx, file, 0, diag);
  md_release_ctx(ctx);
  return status;
}

static void make_example(store *s) {
  md_ctx ctx = md_init(&writer, s);
  md_stack b = md_create_block(ctx, "typed");
  CHECK(md_pushf(b, "[u,{z:f}]z", UINT64_C(3), "k", 2.5, "text") >= 0);
  CHECK_INT(md_set_out_fmt(b, MD_FMT_MSGPACK), MD_SUCCESS);
  CHECK(md_pushf(md_create_block(ctx, "raw"), "zi", "x", INT64_C(-1)) >= 0);
  b = md_create_block(ctx, "packed");
  CHECK(md_pushf(b, "zz", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "b") >= 0);
  CHECK_INT(quern_md_set_encoding(b, MD_ENC_ZLIB), MD_SUCCESS);
  CHECK_INT(md_finalize_ctx(ctx), MD_SUCCESS);
  md_release_ctx(ctx);
}

static void test_hostile(void) {
  store s = {0};
  make_example(&s);
  property_all(read_whole, qn_buffer_span(&s.image), true);
  // Unsupported features are named.
  qn_diag diag = {0};
  const uint32_t list = s.image.data[8];
  s.image.data[list + 20] = MD_FMT_JSON;
  CHECK_INT(read_whole(qn_buffer_span(&s.image), &diag).code, QN_E_UNSUPPORTED);
  s.image.data[list + 20] = MD_FMT_RAW_BYTES;
  s.image.data[list + 21] = MD_ENC_LZMA;
  diag = (qn_diag){0};
  CHECK_INT(read_whole(qn_buffer_span(&s.image), &diag).code, QN_E_UNSUPPORTED);
  CHECK(strstr(diag.message, "encoding 3"));
  finish(&s);
}

static bool without_memory(void) {
  store s = {0};
  md_ctx ctx = md_init(&writer, &s);
  bool done = false;
  if (ctx) {
    md_stack b = md_create_block(ctx, "b");
    const int top = b ? md_pushf(b, "[u,{z:f,z:f}]zs", UINT64_C(3), "k", 2.5,
                                 "l", 1.0, "text", (size_t)2, "ab")
                      : MD_E_OOM;
    CHECK(top == MD_E_OOM || top == 2);
    if (b && top == MD_E_OOM)
      CHECK_INT(md_top(b), MD_E_EMPTY_STACK);
    if (top == 2) {
      (void)quern_md_set_encoding(b, MD_ENC_ZLIB);
      const int written = md_finalize_ctx(ctx);
      CHECK(written == MD_E_OOM || written == MD_SUCCESS);
      done = written == MD_SUCCESS && !s.image.failed;
    }
  }
  md_release_ctx(ctx);
  finish(&s);
  return done;
}

static void test_json(void) {
  store s = {0};
  make_example(&s);
  quern_error why = QUERN_ERROR_INIT;
  md_ctx ctx = quern_md_read(s.image.data, s.image.size, &writer, &s, &why);
  char *json;
  size_t size;
  CHECK_INT(quern_md_json(ctx, &json, &size), MD_SUCCESS);
  CHECK_INT(strlen(json), size);
  CHECK(strstr(json, "\"schema\": \"quern.metadata/1\""));
  CHECK(strstr(json, "\"k\": 2.5"));
  CHECK(strstr(json, "\"bytes\": \"7800ffffffffffffffff\""));
  store_deallocate(json, &s);
  md_release_ctx(ctx);
  CHECK(!quern_md_read("CAMD", 4, NULL, NULL, &why));
  CHECK(strstr(why.message, "no CAMD container"));
  finish(&s);
}

int main(void) {
  test_codes();
  test_blocks();
  test_values();
  test_lists();
  test_formats();
  test_hooks();
  test_round_trips();
  test_hostile();
  CHECK(test_fail_allocations(without_memory) > 10);
  test_json();
  return 0;
}
