// SPDX-License-Identifier: Apache-2.0
// Values and blocks of the metadata API.
#include "metadata/md/md.h"

#include "base/alloc.h"

// ---- Memory

void *qn_md_alloc(md_ctx ctx, size_t size) {
  const struct md_hooks *hooks = ctx->hooks;
  return hooks && hooks->allocate
             ? hooks->allocate(size ? size : 1, _Alignof(max_align_t),
                               ctx->user)
             : qn_alloc(size);
}

void qn_md_free(md_ctx ctx, void *block) {
  const struct md_hooks *hooks = ctx->hooks;
  if (!block)
    return;
  if (!hooks || !hooks->allocate)
    qn_free(block);
  else if (hooks->deallocate)
    hooks->deallocate(block, ctx->user);
}

// Makes room for `wanted` items.
static bool grow(md_ctx ctx, md_value **items, size_t *capacity,
                 size_t wanted) {
  enum { FIRST = 4 };
  size_t bytes, room = *capacity ? *capacity : FIRST;
  if (wanted <= *capacity)
    return true;
  while (room < wanted)
    if (!qn_mul_size(room, 2, &room))
      return false;
  if (!qn_mul_size(room, sizeof(md_value), &bytes))
    return false;
  md_value *grown = qn_md_alloc(ctx, bytes);
  if (!grown)
    return false;
  if (*capacity)
    memcpy(grown, *items, *capacity * sizeof(md_value));
  qn_md_free(ctx, *items);
  *items = grown;
  *capacity = room;
  return true;
}

// ---- Values

static md_value new_value(md_ctx ctx, md_value_type type) {
  md_value value = qn_md_alloc(ctx, sizeof(*value));
  if (value)
    *value =
        (struct md_value_){.ctx = ctx, .references = 1, .type = (uint8_t)type};
  return value;
}

md_value qn_md_new_number(md_ctx ctx, md_value_type type, const void *number) {
  md_value value = new_value(ctx, type);
  if (value) {
    value->number[0] = (uint8_t)type;
    memcpy(value->number + 1, number, 8);
  }
  return value;
}

md_value qn_md_new_text(md_ctx ctx, md_value_type type, const void *bytes,
                        size_t size) {
  md_value value = size < SIZE_MAX - 2 ? new_value(ctx, type) : NULL;
  char *copy = value ? qn_md_alloc(ctx, size + 2) : NULL;
  if (!copy) {
    qn_md_free(ctx, value);
    return NULL;
  }
  copy[0] = (char)type;
  if (size)
    memcpy(copy + 1, bytes, size);
  copy[size + 1] = '\0';
  value->u.text.bytes = copy;
  value->u.text.size = size;
  return value;
}

md_value qn_md_new_list(md_ctx ctx, md_value_type type, size_t hint) {
  enum { BELIEVED = 1024 }; // a hint must not exhaust memory
  md_value value = new_value(ctx, type);
  const size_t items = type == MD_TYPE_HASH ? 2 : 1;
  const size_t wanted = (hint < BELIEVED ? hint : BELIEVED) * items;
  if (value && wanted &&
      !grow(ctx, &value->u.list.items, &value->u.list.capacity, wanted)) {
    qn_md_free(ctx, value);
    return NULL;
  }
  return value;
}

static bool is_text(md_value value) {
  return value->type == MD_TYPE_ZSTR || value->type == MD_TYPE_BYTESTR;
}

static bool is_list(md_value value) {
  return value->type == MD_TYPE_ARRAY || value->type == MD_TYPE_HASH;
}

uint64_t qn_md_uint_of(md_value value) {
  uint64_t number;
  memcpy(&number, value->number + 1, sizeof(number));
  return number;
}

double qn_md_real_of(md_value value) {
  double number;
  memcpy(&number, value->number + 1, sizeof(number));
  return number;
}

const char *qn_md_text_of(md_value value) { return value->u.text.bytes + 1; }

// The bytes by which keys are compared: the type, then the contents.
static qn_str key_of(md_value value) {
  return is_text(value)
             ? (qn_str){value->u.text.bytes, value->u.text.size + 1}
             : (qn_str){(const char *)value->number, sizeof(value->number)};
}

static void free_index(md_value value) {
  if (value->u.list.index)
    qn_map_finish(value->u.list.index);
  qn_free(value->u.list.index);
}

// Without recursion: the nesting is as deep as the caller made it.
void qn_md_release(md_value value) {
  md_value dead = NULL;
  if (value && --value->references == 0)
    dead = value;
  while (dead) {
    md_value at = dead;
    dead = at->next_dead;
    if (is_text(at))
      qn_md_free(at->ctx, at->u.text.bytes);
    if (is_list(at)) {
      for (size_t i = 0; i < at->u.list.count; ++i) {
        md_value item = at->u.list.items[i];
        if (--item->references == 0) {
          item->next_dead = dead;
          dead = item;
        }
      }
      if (at->type == MD_TYPE_HASH)
        free_index(at);
      qn_md_free(at->ctx, at->u.list.items);
    }
    qn_md_free(at->ctx, at);
  }
}

// ---- Arrays and tables

int qn_md_add(md_value array, md_value element) {
  if (array->u.list.count >= INT_MAX)
    return MD_E_RANGE_ERR;
  if (!grow(array->ctx, &array->u.list.items, &array->u.list.capacity,
            array->u.list.count + 1))
    return MD_E_OOM;
  array->u.list.items[array->u.list.count] = element;
  return (int)array->u.list.count++;
}

// The index of the pair, or SIZE_MAX.
static size_t find_pair(md_value table, md_value key) {
  const qn_str wanted = key_of(key);
  if (table->u.list.index) {
    const uint64_t *at = qn_map_find_str(table->u.list.index, wanted);
    return at ? (size_t)*at : SIZE_MAX;
  }
  for (size_t i = 0; i < table->u.list.count; i += 2)
    if (qn_str_equal(key_of(table->u.list.items[i]), wanted))
      return i;
  return SIZE_MAX;
}

// Indexes the table above a number of pairs, so that lookups in a large one do
// not take quadratic time.
static bool index_table(md_value table) {
  qn_map *index = qn_alloc_array(1, sizeof(*index));
  if (!index)
    return false;
  for (size_t i = 0; i < table->u.list.count; i += 2)
    if (qn_failed(
            qn_map_put_str(index, key_of(table->u.list.items[i]), i, NULL))) {
      qn_map_finish(index);
      qn_free(index);
      return false;
    }
  table->u.list.index = index;
  return true;
}

int qn_md_set(md_value table, md_value key, md_value value) {
  const size_t count = table->u.list.count;
  if (is_list(key) || key->type == MD_TYPE_BYTESTR)
    return MD_E_KEY_ERR;
  if (find_pair(table, key) != SIZE_MAX)
    return MD_E_DUPLICATE_KEY;
  if (count / 2 >= INT_MAX)
    return MD_E_RANGE_ERR;
  if (!grow(table->ctx, &table->u.list.items, &table->u.list.capacity,
            count + 2))
    return MD_E_OOM;
  if (count == 2 * QN_MD_INDEX_MIN && !table->u.list.index &&
      !index_table(table))
    return MD_E_OOM;
  if (table->u.list.index &&
      qn_failed(qn_map_put_str(table->u.list.index, key_of(key), count, NULL)))
    return MD_E_OOM;
  table->u.list.items[count] = key;
  table->u.list.items[count + 1] = value;
  table->u.list.count = count + 2;
  return (int)(count / 2);
}

// ---- Pushing and popping

int qn_md_push(md_stack stack, md_value value) {
  if (!value)
    return MD_E_OOM;
  const bool full = stack->count >= INT_MAX;
  if (full ||
      !grow(stack->ctx, &stack->items, &stack->capacity, stack->count + 1)) {
    qn_md_release(value);
    return full ? MD_E_RANGE_ERR : MD_E_OOM;
  }
  stack->items[stack->count] = value;
  return (int)stack->count++;
}

int md_top(md_stack stack) {
  return stack->count ? (int)(stack->count - 1) : MD_E_EMPTY_STACK;
}

int md_pop(md_stack stack) {
  if (stack->finalized)
    return MD_E_STACK_FINALIZED;
  if (!stack->count)
    return MD_E_EMPTY_STACK;
  qn_md_release(stack->items[--stack->count]);
  return md_top(stack);
}

static int push_number(md_stack stack, md_value_type type, const void *number) {
  return stack->finalized
             ? MD_E_STACK_FINALIZED
             : qn_md_push(stack, qn_md_new_number(stack->ctx, type, number));
}

int md_push_uint(md_stack stack, uint64_t value) {
  return push_number(stack, MD_TYPE_UINT, &value);
}

int md_push_sint(md_stack stack, int64_t value) {
  return push_number(stack, MD_TYPE_SINT, &value);
}

int md_push_real(md_stack stack, double value) {
  return push_number(stack, MD_TYPE_REAL, &value);
}

static int push_text(md_stack stack, md_value_type type, const void *bytes,
                     size_t size) {
  return stack->finalized
             ? MD_E_STACK_FINALIZED
             : qn_md_push(stack, qn_md_new_text(stack->ctx, type, bytes, size));
}

int md_push_bytes(md_stack stack, const void *bytes, size_t size) {
  return push_text(stack, MD_TYPE_BYTESTR, bytes, size);
}

int md_push_zstr(md_stack stack, const char *text) {
  return push_text(stack, MD_TYPE_ZSTR, text, text ? strlen(text) : 0);
}

static int push_list(md_stack stack, md_value_type type, size_t hint) {
  return stack->finalized
             ? MD_E_STACK_FINALIZED
             : qn_md_push(stack, qn_md_new_list(stack->ctx, type, hint));
}

int md_push_array(md_stack stack, size_t hint) {
  return push_list(stack, MD_TYPE_ARRAY, hint);
}

int md_push_hashtable(md_stack stack, size_t hint) {
  return push_list(stack, MD_TYPE_HASH, hint);
}

// The order of these checks is part of the interface.
static int check_indices(md_stack stack, int container, int a, int b) {
  if (stack->finalized)
    return MD_E_STACK_FINALIZED;
  const int top = md_top(stack);
  if (top < 0)
    return top;
  return container < 0 || a <= container || b <= container || a > top || b > top
             ? MD_E_INDEX_ERR
             : MD_SUCCESS;
}

int md_array_append(md_stack stack, int array_idx, int appendee_idx) {
  const int checked =
      check_indices(stack, array_idx, appendee_idx, appendee_idx);
  if (checked != MD_SUCCESS)
    return checked;
  md_value array = stack->items[array_idx];
  md_value element = stack->items[appendee_idx];
  if (array->type != MD_TYPE_ARRAY)
    return MD_E_TYPE_ERR;
  if (element->references == UINT32_MAX)
    return MD_E_RANGE_ERR;
  const int index = qn_md_add(array, element);
  if (index >= 0)
    ++element->references;
  return index;
}

int md_hashtable_setkv(md_stack stack, int table_idx, int key_idx,
                       int val_idx) {
  const int checked = check_indices(stack, table_idx, key_idx, val_idx);
  if (checked != MD_SUCCESS)
    return checked;
  md_value table = stack->items[table_idx];
  md_value key = stack->items[key_idx], value = stack->items[val_idx];
  if (table->type != MD_TYPE_HASH)
    return MD_E_TYPE_ERR;
  if (key->references >= UINT32_MAX - 1 || value->references >= UINT32_MAX - 1)
    return MD_E_RANGE_ERR;
  const int index = qn_md_set(table, key, value);
  if (index >= 0) {
    ++key->references;
    ++value->references;
  }
  return index;
}

// ---- Reading

md_value md_get_value(md_stack stack, size_t index) {
  return index < stack->count ? stack->items[index] : NULL;
}

md_value_type md_get_value_type(md_value value) {
  return (md_value_type)value->type;
}

void md_release_val(md_value value) { (void)value; }

// A copy for the caller, with `extra` more bytes that follow the text.
static int copy_text(md_value value, md_value_type type, size_t extra,
                     char **out, size_t *out_size) {
  if (value->type != type)
    return MD_E_TYPE_ERR;
  const size_t size = value->u.text.size + extra;
  char *copy = qn_md_alloc(value->ctx, size);
  if (!copy)
    return MD_E_OOM;
  memcpy(copy, qn_md_text_of(value), size);
  *out = copy;
  *out_size = size;
  return MD_SUCCESS;
}

int md_get_bytes(md_value value, char **bytes, size_t *size) {
  return copy_text(value, MD_TYPE_BYTESTR, 0, bytes, size);
}

int md_get_zstr(md_value value, char **text, size_t *size) {
  return copy_text(value, MD_TYPE_ZSTR, 1, text, size);
}

static int get_number(md_value value, md_value_type type, void *out) {
  if (value->type != type)
    return MD_E_TYPE_ERR;
  memcpy(out, value->number + 1, 8);
  return MD_SUCCESS;
}

int md_get_real(md_value value, double *out) {
  return get_number(value, MD_TYPE_REAL, out);
}

int md_get_sint(md_value value, int64_t *out) {
  return get_number(value, MD_TYPE_SINT, out);
}

int md_get_uint(md_value value, uint64_t *out) {
  return get_number(value, MD_TYPE_UINT, out);
}

int md_get_array_idx(md_value array, size_t index, md_value *out) {
  if (array->type != MD_TYPE_ARRAY)
    return MD_E_TYPE_ERR;
  if (index >= array->u.list.count)
    return MD_E_INDEX_ERR;
  *out = array->u.list.items[index];
  return MD_SUCCESS;
}

int md_get_array_size(md_value array) {
  return array->type == MD_TYPE_ARRAY ? (int)array->u.list.count
                                      : MD_E_TYPE_ERR;
}

int md_get_hashtable_key(md_value table, md_value key, md_value *out) {
  if (table->type != MD_TYPE_HASH)
    return MD_E_TYPE_ERR;
  const size_t at = is_list(key) ? SIZE_MAX : find_pair(table, key);
  if (at == SIZE_MAX)
    return MD_E_INVALID_KEY;
  *out = table->u.list.items[at + 1];
  return MD_SUCCESS;
}

int quern_md_table_size(md_value table) {
  return table->type == MD_TYPE_HASH ? (int)(table->u.list.count / 2)
                                     : MD_E_TYPE_ERR;
}

int quern_md_table_at(md_value table, size_t index, md_value *out_key,
                      md_value *out_value) {
  if (table->type != MD_TYPE_HASH)
    return MD_E_TYPE_ERR;
  if (index >= table->u.list.count / 2)
    return MD_E_INDEX_ERR;
  *out_key = table->u.list.items[2 * index];
  *out_value = table->u.list.items[2 * index + 1];
  return MD_SUCCESS;
}

int quern_md_view(md_value value, const char **out_bytes, size_t *out_size) {
  if (!is_text(value))
    return MD_E_TYPE_ERR;
  *out_bytes = qn_md_text_of(value);
  *out_size = value->u.text.size;
  return MD_SUCCESS;
}
