// SPDX-License-Identifier: Apache-2.0
// The parts of HSA's runtime interface that Quern uses, by HSA's specification
// (1.2) and AMD's extensions to it: for the back end that calls them, and for
// the library that offers them on the simulator.
#ifndef QN_TARGETS_HSA_H
#define QN_TARGETS_HSA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum hsa_status {
  HSA_SUCCESS = 0,
  HSA_INFO_BREAK = 1,
  HSA_ERROR = 0x1000,
  HSA_INVALID_ARGUMENT = 0x1001,
  HSA_INVALID_ALLOCATION = 0x1003,
  HSA_INVALID_AGENT = 0x1004,
  HSA_INVALID_SIGNAL = 0x1006,
  HSA_OUT_OF_RESOURCES = 0x1008,
  HSA_INVALID_PACKET_FORMAT = 0x1009,
  HSA_NOT_INITIALIZED = 0x100b,
  HSA_INVALID_CODE_OBJECT = 0x1010,
  HSA_INVALID_SYMBOL_NAME = 0x1013,
  HSA_EXCEPTION = 0x1016,
  HSA_INVALID_MEMORY_POOL = 40,
  HSA_MEMORY_APERTURE_VIOLATION = 41,
  HSA_ILLEGAL_INSTRUCTION = 42,
  HSA_MEMORY_FAULT = 43,
} hsa_status;

typedef struct hsa_agent {
  uint64_t handle;
} hsa_agent;
typedef struct hsa_signal {
  uint64_t handle;
} hsa_signal;
typedef struct hsa_isa {
  uint64_t handle;
} hsa_isa;
typedef struct hsa_pool {
  uint64_t handle;
} hsa_pool;
typedef struct hsa_executable {
  uint64_t handle;
} hsa_executable;
typedef struct hsa_symbol {
  uint64_t handle;
} hsa_symbol;
typedef struct hsa_reader {
  uint64_t handle;
} hsa_reader;
typedef struct hsa_loaded {
  uint64_t handle;
} hsa_loaded;

typedef struct hsa_dim3 {
  uint32_t x, y, z;
} hsa_dim3;

// What is asked for; the type of the answer behind it.
typedef enum hsa_agent_info {
  HSA_AGENT_NAME = 0,                // char[64]
  HSA_AGENT_WAVE_SIZE = 6,           // uint32_t
  HSA_AGENT_GROUP_MAX_DIM = 7,       // uint16_t[3]
  HSA_AGENT_GROUP_MAX_SIZE = 8,      // uint32_t
  HSA_AGENT_GRID_MAX_DIM = 9,        // hsa_dim3
  HSA_AGENT_QUEUE_MAX_SIZE = 14,     // uint32_t
  HSA_AGENT_DEVICE = 17,             // uint32_t, hsa_device
  HSA_AGENT_COMPUTE_UNITS = 0xa002,  // uint32_t
  HSA_AGENT_MAX_CLOCK = 0xa003,      // uint32_t, MHz
  HSA_AGENT_BDFID = 0xa006,          // uint32_t
  HSA_AGENT_MEMORY_WIDTH = 0xa007,   // uint32_t, bits
  HSA_AGENT_MEMORY_CLOCK = 0xa008,   // uint32_t, MHz
  HSA_AGENT_PRODUCT = 0xa009,        // char[64]
  HSA_AGENT_WAVES_PER_UNIT = 0xa00a, // uint32_t
  HSA_AGENT_DOMAIN = 0xa00f,         // uint32_t
  HSA_AGENT_COOPERATIVE = 0xa010,    // bool
} hsa_agent_info;
typedef enum hsa_device { HSA_CPU = 0, HSA_GPU = 1 } hsa_device;
typedef enum hsa_isa_info {
  HSA_ISA_NAME_LENGTH = 0,
  HSA_ISA_NAME = 1
} hsa_isa_info;
typedef enum hsa_system_info {
  HSA_SYSTEM_TIMESTAMP_FREQUENCY = 3, // uint64_t, Hz
} hsa_system_info;

typedef enum hsa_pool_info {
  HSA_POOL_SEGMENT = 0,      // uint32_t; 0: global, 3: group
  HSA_POOL_FLAGS = 1,        // uint32_t
  HSA_POOL_SIZE = 2,         // size_t
  HSA_POOL_MAY_ALLOCATE = 5, // bool
  HSA_POOL_GRANULE = 6,      // size_t, of what is allocated
} hsa_pool_info;
enum { // HSA_POOL_FLAGS
  HSA_POOL_KERNARG = 1,
  HSA_POOL_FINE = 2,
  HSA_POOL_COARSE = 4,
};

// Memory as another process gets to know it.
typedef struct hsa_ipc_memory {
  uint32_t words[8];
} hsa_ipc_memory;

// Memory without an address, and how an agent may use it where it is mapped.
typedef struct hsa_physical {
  uint64_t handle;
} hsa_physical;
typedef enum hsa_permission {
  HSA_NO_ACCESS = 0,
  HSA_MAY_READ = 1,
  HSA_MAY_WRITE = 2,
  HSA_MAY_BOTH = 3,
} hsa_permission;
typedef struct hsa_access {
  hsa_permission permission;
  hsa_agent agent;
} hsa_access;

typedef enum hsa_symbol_info {
  HSA_SYMBOL_VARIABLE_SIZE = 9,     // uint32_t
  HSA_SYMBOL_KERNARG_SIZE = 11,     // uint32_t
  HSA_SYMBOL_GROUP_SIZE = 13,       // uint32_t
  HSA_SYMBOL_PRIVATE_SIZE = 14,     // uint32_t
  HSA_SYMBOL_DYNAMIC_STACK = 15,    // bool
  HSA_SYMBOL_VARIABLE_ADDRESS = 21, // uint64_t
  HSA_SYMBOL_KERNEL_OBJECT = 22,    // uint64_t
} hsa_symbol_info;

typedef enum hsa_condition {
  HSA_EQUAL = 0,
  HSA_NOT_EQUAL = 1,
  HSA_LESS = 2,
  HSA_GREATER_EQUAL = 3,
} hsa_condition;
typedef enum hsa_wait { HSA_BLOCKED = 0, HSA_ACTIVE = 1 } hsa_wait;

// What kernels see of a signal, at its handle; 64 bytes.
typedef struct hsa_signal_memory {
  int64_t kind; // 1: a value
  int64_t value;
  uint64_t mailbox; // where `event` is written before an interrupt; 0: none
  uint32_t event, reserved0;
  uint64_t start, end;
  uint64_t reserved1[2];
} hsa_signal_memory;

typedef struct hsa_queue {
  uint32_t type, features;
  void *base;
  hsa_signal doorbell;
  uint32_t size; // packets
  uint32_t reserved;
  uint64_t id;
} hsa_queue;

// Packets of 64 bytes. The header's low byte is the kind.
enum {
  HSA_PACKET_INVALID = 1,
  HSA_PACKET_KERNEL = 2,
  HSA_PACKET_BARRIER_AND = 3,
  HSA_PACKET_BARRIER_OR = 5,
};
enum {
  HSA_HEADER_BARRIER = 1 << 8,
  HSA_HEADER_ACQUIRE_SYSTEM = 2 << 9,
  HSA_HEADER_RELEASE_SYSTEM = 2 << 11,
};
typedef struct hsa_packet_kernel {
  uint16_t header, setup; // setup: dimensions
  uint16_t group_x, group_y, group_z, reserved0;
  uint32_t grid_x, grid_y, grid_z;   // work-items
  uint32_t private_size, group_size; // bytes
  uint64_t kernel;                   // descriptor
  uint64_t kernarg;
  uint64_t reserved2;
  hsa_signal completion;
} hsa_packet_kernel;
typedef struct hsa_packet_barrier {
  uint16_t header, reserved0;
  uint32_t reserved1;
  hsa_signal after[5];
  uint64_t reserved2;
  hsa_signal completion;
} hsa_packet_barrier;

// The simulator has at most so many waves of a kernel under way.
enum { HSA_SIM_WAVES_MAX = 8192 };

typedef struct hsa_time {
  uint64_t start, end;
} hsa_time;

typedef hsa_status hsa_agent_fn(hsa_agent agent, void *user);
typedef hsa_status hsa_isa_fn(hsa_isa isa, void *user);
typedef hsa_status hsa_pool_fn(hsa_pool pool, void *user);
typedef void hsa_queue_error_fn(hsa_status status, hsa_queue *queue,
                                void *user);

// HSA_FUNCTION(required, result, name, parameters)
#define HSA_FUNCTIONS(HSA_FUNCTION)                                            \
  HSA_FUNCTION(true, hsa_status, hsa_init, (void))                             \
  HSA_FUNCTION(true, hsa_status, hsa_shut_down, (void))                        \
  HSA_FUNCTION(true, hsa_status, hsa_status_string,                            \
               (hsa_status status, const char **out_text))                     \
  HSA_FUNCTION(true, hsa_status, hsa_system_get_info,                          \
               (hsa_system_info what, void *out))                              \
  HSA_FUNCTION(true, hsa_status, hsa_iterate_agents,                           \
               (hsa_agent_fn * visit, void *user))                             \
  HSA_FUNCTION(true, hsa_status, hsa_agent_get_info,                           \
               (hsa_agent agent, hsa_agent_info what, void *out))              \
  HSA_FUNCTION(true, hsa_status, hsa_agent_iterate_isas,                       \
               (hsa_agent agent, hsa_isa_fn * visit, void *user))              \
  HSA_FUNCTION(true, hsa_status, hsa_isa_get_info_alt,                         \
               (hsa_isa isa, hsa_isa_info what, void *out))                    \
  HSA_FUNCTION(true, hsa_status, hsa_signal_create,                            \
               (int64_t value, uint32_t consumers, const hsa_agent *agents,    \
                hsa_signal *out_signal))                                       \
  HSA_FUNCTION(true, hsa_status, hsa_signal_destroy, (hsa_signal signal))      \
  HSA_FUNCTION(true, int64_t, hsa_signal_load_scacquire, (hsa_signal signal))  \
  HSA_FUNCTION(true, void, hsa_signal_store_screlease,                         \
               (hsa_signal signal, int64_t value))                             \
  HSA_FUNCTION(true, int64_t, hsa_signal_wait_scacquire,                       \
               (hsa_signal signal, hsa_condition condition, int64_t value,     \
                uint64_t timeout, hsa_wait how))                               \
  HSA_FUNCTION(true, hsa_status, hsa_queue_create,                             \
               (hsa_agent agent, uint32_t size, uint32_t type,                 \
                hsa_queue_error_fn *failed, void *user, uint32_t private_size, \
                uint32_t group_size, hsa_queue **out_queue))                   \
  HSA_FUNCTION(true, hsa_status, hsa_queue_destroy, (hsa_queue * queue))       \
  HSA_FUNCTION(true, uint64_t, hsa_queue_load_read_index_scacquire,            \
               (const hsa_queue *queue))                                       \
  HSA_FUNCTION(true, uint64_t, hsa_queue_add_write_index_relaxed,              \
               (const hsa_queue *queue, uint64_t count))                       \
  HSA_FUNCTION(true, hsa_status, hsa_code_object_reader_create_from_memory,    \
               (const void *bytes, size_t size, hsa_reader *out_reader))       \
  HSA_FUNCTION(true, hsa_status, hsa_code_object_reader_destroy,               \
               (hsa_reader reader))                                            \
  HSA_FUNCTION(true, hsa_status, hsa_executable_create_alt,                    \
               (uint32_t profile, uint32_t rounding, const char *options,      \
                hsa_executable *out_executable))                               \
  HSA_FUNCTION(true, hsa_status, hsa_executable_load_agent_code_object,        \
               (hsa_executable executable, hsa_agent agent, hsa_reader reader, \
                const char *options, hsa_loaded *out_loaded))                  \
  HSA_FUNCTION(true, hsa_status, hsa_executable_freeze,                        \
               (hsa_executable executable, const char *options))               \
  HSA_FUNCTION(true, hsa_status, hsa_executable_destroy,                       \
               (hsa_executable executable))                                    \
  HSA_FUNCTION(true, hsa_status, hsa_executable_get_symbol_by_name,            \
               (hsa_executable executable, const char *name,                   \
                const hsa_agent *agent, hsa_symbol *out_symbol))               \
  HSA_FUNCTION(true, hsa_status, hsa_executable_symbol_get_info,               \
               (hsa_symbol symbol, hsa_symbol_info what, void *out))           \
  HSA_FUNCTION(true, hsa_status, hsa_amd_agent_iterate_memory_pools,           \
               (hsa_agent agent, hsa_pool_fn * visit, void *user))             \
  HSA_FUNCTION(true, hsa_status, hsa_amd_memory_pool_get_info,                 \
               (hsa_pool pool, hsa_pool_info what, void *out))                 \
  HSA_FUNCTION(true, hsa_status, hsa_amd_agent_memory_pool_get_info,           \
               (hsa_agent agent, hsa_pool pool, unsigned what, void *out))     \
  HSA_FUNCTION(true, hsa_status, hsa_amd_memory_pool_allocate,                 \
               (hsa_pool pool, size_t size, uint32_t flags, void **out))       \
  HSA_FUNCTION(true, hsa_status, hsa_amd_memory_pool_free, (void *memory))     \
  HSA_FUNCTION(true, hsa_status, hsa_amd_agents_allow_access,                  \
               (uint32_t count, const hsa_agent *agents,                       \
                const uint32_t *flags, const void *memory))                    \
  HSA_FUNCTION(true, hsa_status, hsa_amd_memory_lock,                          \
               (void *host, size_t size, hsa_agent *agents, int count,         \
                void **out_address))                                           \
  HSA_FUNCTION(true, hsa_status, hsa_amd_memory_unlock, (void *host))          \
  HSA_FUNCTION(true, hsa_status, hsa_amd_memory_async_copy,                    \
               (void *to, hsa_agent to_agent, const void *from,                \
                hsa_agent from_agent, size_t size, uint32_t after_count,       \
                const hsa_signal *after, hsa_signal completion))               \
  HSA_FUNCTION(true, hsa_status, hsa_amd_profiling_set_profiler_enabled,       \
               (hsa_queue * queue, int enable))                                \
  HSA_FUNCTION(true, hsa_status, hsa_amd_profiling_get_dispatch_time,          \
               (hsa_agent agent, hsa_signal signal, hsa_time * out_time))      \
  /* Memory of another process. */                                             \
  HSA_FUNCTION(false, hsa_status, hsa_amd_ipc_memory_create,                   \
               (void *memory, size_t size, hsa_ipc_memory *out_handle))        \
  HSA_FUNCTION(false, hsa_status, hsa_amd_ipc_memory_attach,                   \
               (const hsa_ipc_memory *handle, size_t size, uint32_t count,     \
                const hsa_agent *agents, void **out_address))                  \
  HSA_FUNCTION(false, hsa_status, hsa_amd_ipc_memory_detach, (void *memory))   \
  /* Since ROCm 5.6. */                                                        \
  HSA_FUNCTION(                                                                \
      false, hsa_status, hsa_amd_vmem_address_reserve,                         \
      (void **out_address, size_t size, uint64_t wanted, uint64_t flags))      \
  HSA_FUNCTION(false, hsa_status, hsa_amd_vmem_address_free,                   \
               (void *address, size_t size))                                   \
  HSA_FUNCTION(false, hsa_status, hsa_amd_vmem_handle_create,                  \
               (hsa_pool pool, size_t size, uint32_t type, uint64_t flags,     \
                hsa_physical *out_physical))                                   \
  HSA_FUNCTION(false, hsa_status, hsa_amd_vmem_handle_release,                 \
               (hsa_physical physical))                                        \
  HSA_FUNCTION(false, hsa_status, hsa_amd_vmem_map,                            \
               (void *address, size_t size, size_t offset,                     \
                hsa_physical physical, uint64_t flags))                        \
  HSA_FUNCTION(false, hsa_status, hsa_amd_vmem_unmap,                          \
               (void *address, size_t size))                                   \
  HSA_FUNCTION(                                                                \
      false, hsa_status, hsa_amd_vmem_set_access,                              \
      (void *address, size_t size, const hsa_access *access, size_t count))    \
  HSA_FUNCTION(false, hsa_status, hsa_amd_vmem_export_shareable_handle,        \
               (int *out_fd, hsa_physical physical, uint64_t flags))           \
  HSA_FUNCTION(false, hsa_status, hsa_amd_vmem_import_shareable_handle,        \
               (int fd, hsa_physical *out_physical))                           \
  /* Of the simulator only: why the queue failed. */                           \
  HSA_FUNCTION(false, const char *, quern_amdsim_message,                      \
               (const hsa_queue *queue))                                       \
  /* Wave instructions carried out so far. */                                  \
  HSA_FUNCTION(false, uint64_t, quern_amdsim_executed, (void))

#endif // QN_TARGETS_HSA_H
