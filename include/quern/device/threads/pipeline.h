// SPDX-License-Identifier: Apache-2.0
//
// CUDA's C++ pipelines: stages that some threads of a group fill and others, or
// the same, empty. Copies are done when they return; a stage's two barriers say
// that all have filled or emptied it.
#ifndef QUERN_DEVICE_THREADS_PIPELINE_H
#define QUERN_DEVICE_THREADS_PIPELINE_H
#pragma clang system_header

#include "barrier.h"

namespace cuda {

enum class pipeline_role { producer, consumer };

template <thread_scope Scope> struct __qn_stage {
  barrier<Scope> filled, emptied;
};

template <thread_scope Scope, unsigned char Stages>
class pipeline_shared_state {
public:
  __qn_stage<Scope> stages_[Stages];
  atomic<unsigned, Scope> producers_, users_;
  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state &) = delete;
  pipeline_shared_state &operator=(const pipeline_shared_state &) = delete;
};

template <thread_scope Scope> class pipeline {
  __qn_stage<Scope> *stages_ = nullptr; // NULL: of one thread
  atomic<unsigned, Scope> *users_ = nullptr; // threads that have not left
  unsigned char count_ = 1, head_ = 0, tail_ = 0;
  // What has to end: a stage never filled counts as emptied.
  bool head_parity_ = true, tail_parity_ = false;

public:
  pipeline() = default;
  __QN_DMEMBER pipeline(__qn_stage<Scope> *stages, unsigned char count,
                        atomic<unsigned, Scope> *users)
      : stages_(stages), users_(users), count_(count) {}
  __QN_DMEMBER pipeline(pipeline &&from)
      : stages_(from.stages_), users_(from.users_), count_(from.count_),
        head_(from.head_), tail_(from.tail_), head_parity_(from.head_parity_),
        tail_parity_(from.tail_parity_) {
    from.stages_ = nullptr;
  }
  pipeline(const pipeline &) = delete;
  pipeline &operator=(const pipeline &) = delete;
  __QN_DMEMBER ~pipeline() { quit(); }

  __QN_DMEMBER void producer_acquire() {
    if (stages_)
      stages_[head_].emptied.wait_parity(head_parity_);
  }
  __QN_DMEMBER void producer_commit() {
    if (!stages_)
      return;
    (void)stages_[head_].filled.arrive();
    if (++head_ == count_) {
      head_ = 0;
      head_parity_ = !head_parity_;
    }
  }
  __QN_DMEMBER void consumer_wait() {
    if (stages_)
      stages_[tail_].filled.wait_parity(tail_parity_);
  }
  template <typename Time> __QN_DMEMBER bool consumer_wait_for(const Time &) {
    return !stages_ || stages_[tail_].filled.try_wait_parity(tail_parity_);
  }
  template <typename Time> __QN_DMEMBER bool consumer_wait_until(const Time &) {
    return !stages_ || stages_[tail_].filled.try_wait_parity(tail_parity_);
  }
  __QN_DMEMBER void consumer_release() {
    if (!stages_)
      return;
    (void)stages_[tail_].emptied.arrive();
    if (++tail_ == count_) {
      tail_ = 0;
      tail_parity_ = !tail_parity_;
    }
  }
  // The thread takes no part any more; true for the last one, who may reuse the
  // state's memory.
  __QN_DMEMBER bool quit() {
    if (!stages_)
      return true;
    stages_ = nullptr;
    return users_->fetch_sub(1, memory_order_acq_rel) == 1;
  }
};

__QN_FN pipeline<thread_scope_thread> make_pipeline() {
  return pipeline<thread_scope_thread>();
}

template <typename Group, thread_scope Scope, unsigned char Stages>
__QN_FN __QN_CONVERGENT pipeline<Scope>
__qn_make_pipeline(const Group &g, pipeline_shared_state<Scope, Stages> *state,
                   unsigned producers, unsigned consumers) {
  if (g.thread_rank() == 0) {
    state->users_.store((unsigned)g.size(), memory_order_relaxed);
    for (unsigned char i = 0; i < Stages; ++i) {
      init(&state->stages_[i].filled, producers);
      init(&state->stages_[i].emptied, consumers);
    }
  }
  g.sync();
  return pipeline<Scope>(state->stages_, Stages, &state->users_);
}
// Every thread fills and empties.
template <typename Group, thread_scope Scope, unsigned char Stages>
__QN_FN __QN_CONVERGENT pipeline<Scope>
make_pipeline(const Group &g, pipeline_shared_state<Scope, Stages> *state) {
  const unsigned size = (unsigned)g.size();
  return __qn_make_pipeline(g, state, size, size);
}
// The first threads of the group fill.
template <typename Group, thread_scope Scope, unsigned char Stages>
__QN_FN __QN_CONVERGENT pipeline<Scope>
make_pipeline(const Group &g, pipeline_shared_state<Scope, Stages> *state,
              __qn_size_t producers) {
  const unsigned size = (unsigned)g.size(), first = (unsigned)producers;
  return __qn_make_pipeline(g, state, first, size - first);
}
// Each thread says what it does.
template <typename Group, thread_scope Scope, unsigned char Stages>
__QN_FN __QN_CONVERGENT pipeline<Scope>
make_pipeline(const Group &g, pipeline_shared_state<Scope, Stages> *state,
              pipeline_role role) {
  const bool produces = role == pipeline_role::producer;
  if (g.thread_rank() == 0)
    state->producers_.store(0, memory_order_relaxed);
  g.sync();
  if (produces)
    state->producers_.fetch_add(1, memory_order_relaxed);
  g.sync();
  const unsigned producers = state->producers_.load(memory_order_relaxed);
  return __qn_make_pipeline(g, state, producers,
                            (unsigned)g.size() - producers);
}

// All but the last N copies of this thread have been made.
template <unsigned char N>
__QN_FN void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &) {}
template <thread_scope Scope>
__QN_FN void pipeline_producer_commit(pipeline<thread_scope_thread> &,
                                      barrier<Scope> &) {}

template <typename T, typename Size, thread_scope Scope>
__QN_FN async_contract_fulfillment memcpy_async(T *to, const T *from, Size size,
                                                pipeline<Scope> &) {
  __builtin_memcpy((void *)to, (const void *)from, (__qn_size_t)size);
  return async_contract_fulfillment::none;
}
template <typename Group, typename T, typename Size, thread_scope Scope>
__QN_FN async_contract_fulfillment memcpy_async(const Group &g, T *to,
                                                const T *from, Size size,
                                                pipeline<Scope> &) {
  __qn_copy(g, to, from, (__qn_size_t)size);
  return async_contract_fulfillment::none;
}

} // namespace cuda

#endif
