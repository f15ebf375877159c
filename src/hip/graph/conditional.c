// SPDX-License-Identifier: Apache-2.0
#include "hip/graph/conditional.h"

#include "base/alloc.h"

enum { ASSIGN_DEFAULT = 1 };

qn_result qn_hip_condition_make(const qn_hip_condition_request *request,
                                unsigned long long *out_handle) {
  qn_graph *graph;
  qn_device *device;
  qn_condition *c = NULL;
  if (!out_handle)
    return qn_refuse(QN_R_INVALID_VALUE, "no place for the handle");
  if (request->flags & ~(unsigned)ASSIGN_DEFAULT)
    return qn_refuse(QN_R_INVALID_VALUE, "a condition has no flags 0x%x",
                     request->flags);
  QN_CHECK(qn_hip_graph_find(request->graph, &graph));
  QN_CHECK(qn_device_current(&device));
  QN_CHECK(qn_graph_add_condition(graph, device, &c));
  c->initial = request->initial;
  c->assigned = (request->flags & ASSIGN_DEFAULT) != 0;
  __atomic_store_n(c->word, request->initial, __ATOMIC_RELEASE);
  *out_handle = (uintptr_t)c->word;
  return QN_R_OK;
}

static qn_result find(const qn_graph *graph, unsigned long long handle,
                      qn_condition **out) {
  for (size_t i = 0; i < graph->condition_count; ++i)
    if ((uintptr_t)graph->conditions[i]->word == handle) {
      *out = graph->conditions[i];
      return !(*out)->used ? QN_R_OK
                           : qn_refuse(QN_R_INVALID_VALUE,
                                       "the condition belongs to another node");
    }
  return qn_refuse(QN_R_INVALID_VALUE,
                   "0x%llx is no condition that was made for this graph",
                   handle);
}

static qn_result check_size(const qn_hip_choice *p) {
  static const char *const names[] = {"if", "while", "switch"};
  static const unsigned most[] = {2, 1, UINT16_MAX};
  if ((unsigned)p->kind > QN_CONDITION_SWITCH)
    return qn_refuse(QN_R_INVALID_VALUE, "%d is no kind of condition", p->kind);
  return p->size && p->size <= most[p->kind]
             ? QN_R_OK
             : qn_refuse(QN_R_INVALID_VALUE, "a node of '%s' with %u graphs",
                         names[p->kind], p->size);
}

static qn_result set_choice(qn_node *node, const void *params) {
  const qn_hip_choice *p = params;
  qn_condition *c = NULL;
  QN_CHECK(check_size(p));
  QN_CHECK(find(node->graph, p->handle, &c));
  hipGraph_t *handles = qn_alloc_array(p->size, sizeof(*handles));
  if (!handles)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a list of graphs");
  qn_result result =
      qn_node_set_choice(node, c, (qn_condition_kind)p->kind, p->size);
  for (size_t i = 0; i < p->size && result == QN_R_OK; ++i)
    handles[i] = node->choice->bodies[i]->handle;
  if (result == QN_R_OK)
    result = qn_node_set_extra(node, handles, p->size * sizeof(*handles));
  qn_free(handles);
  return result;
}

qn_result qn_hip_add_choice(const qn_hip_place *place, qn_hip_choice *choice) {
  qn_node *node;
  QN_CHECK(qn_hip_add_node(place, QN_NODE_CONDITION, set_choice, choice));
  QN_CHECK(qn_hip_node_find(*place->to, &node));
  choice->graphs = node->extra;
  return QN_R_OK;
}
