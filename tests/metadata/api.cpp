// SPDX-License-Identifier: Apache-2.0
// metadata/metadata.h as C++ programs of the oneAPI Construction Kit use it.
#include <metadata/metadata.h>

#include <cstdlib>
#include <string>
#include <type_traits>
#include <vector>

static_assert(std::is_same<std::underlying_type<md_fmt>::type, uint8_t>::value,
              "one byte");
static_assert(std::is_same<std::underlying_type<md_enc>::type, uint8_t>::value,
              "one byte");
static_assert(
    std::is_same<std::underlying_type<MD_ENDIAN>::type, uint8_t>::value,
    "one byte");

static const void *map(const void *user, size_t *size) {
  const auto *image = static_cast<const std::vector<char> *>(user);
  *size = image->size();
  return image->data();
}

static md_err write(void *user, const void *bytes, size_t size) {
  const char *first = static_cast<const char *>(bytes);
  static_cast<std::vector<char> *>(user)->assign(first, first + size);
  return md_err::MD_SUCCESS;
}

static void finalize(void *) {}

int main() {
  std::vector<char> image;
  md_hooks hooks{};
  md_ctx ctx = md_init(&hooks, &image);
  hooks.write = write;
  hooks.finalize = finalize;
  md_stack stack = md_create_block(ctx, "values");
  if (md_set_out_fmt(stack, md_fmt::MD_FMT_MSGPACK) != md_err::MD_SUCCESS)
    return 1;
  const int array = md_push_array(stack);
  const int table = md_push_hashtable(stack);
  const int key = md_push_zstr(stack, "key");
  const int value = md_push_real(stack, 2.5);
  if (MD_CHECK_ERR(md_hashtable_setkv(stack, table, key, value)) ||
      MD_CHECK_ERR(md_array_append(stack, array, table)))
    return 2;
  if (md_finalize_ctx(ctx) != md_err::MD_SUCCESS)
    return 3;
  md_release_ctx(ctx);

  md_hooks readers{};
  readers.map = map;
  ctx = md_init(&readers, &image);
  if (!ctx || (md_get_endianness(ctx) != MD_ENDIAN::LITTLE &&
               md_get_endianness(ctx) != MD_ENDIAN::BIG))
    return 4;
  stack = md_get_block(ctx, "values");
  char *text = nullptr;
  size_t size = 0;
  const bool good =
      stack && md_get_zstr(md_get_value(stack, 2), &text, &size) ==
                   md_err::MD_SUCCESS &&
      size == 4 && std::string(text) == "key";
  free(text);
  md_release_ctx(ctx);
  return good ? 0 : 5;
}
