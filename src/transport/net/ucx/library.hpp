// This header has UCX's entry points, found at run time in the system's library, which knows its RDMA devices, or in a wheel's.
#pragma once

#include <ucp/api/ucp.h>

#include <string>

namespace penstock::net {

// Uses says which features of UCX are needed.
struct Uses {
  bool gpu_memory = false;  // the modules for CUDA, which load a driver
  bool rdma = false;        // UCX caches registrations, so it must be notified of freed memory
};

// Ucp has the functions that are used, by their own names. UCX keeps its ABI within libucp.so.0.
struct Ucp {
  decltype(&ucp_get_version) get_version;
  decltype(&ucp_get_version_string) get_version_string;
  decltype(&ucp_config_read) config_read;
  decltype(&ucp_config_modify) config_modify;
  decltype(&ucp_config_release) config_release;
  decltype(&ucp_init_version) init_version;
  decltype(&ucp_cleanup) cleanup;
  decltype(&ucp_context_query) context_query;
  decltype(&ucp_worker_create) worker_create;
  decltype(&ucp_worker_destroy) worker_destroy;
  decltype(&ucp_worker_get_address) worker_get_address;
  decltype(&ucp_worker_release_address) worker_release_address;
  decltype(&ucp_worker_progress) worker_progress;
  decltype(&ucp_worker_get_efd) worker_get_efd;
  decltype(&ucp_worker_arm) worker_arm;
  decltype(&ucp_ep_flush_nbx) ep_flush_nbx;
  decltype(&ucp_worker_set_am_recv_handler) worker_set_am_recv_handler;
  decltype(&ucp_ep_create) ep_create;
  decltype(&ucp_ep_close_nbx) ep_close_nbx;
  decltype(&ucp_am_send_nbx) am_send_nbx;
  decltype(&ucp_tag_send_nbx) tag_send_nbx;
  decltype(&ucp_tag_recv_nbx) tag_recv_nbx;
  decltype(&ucp_mem_map) mem_map;
  decltype(&ucp_mem_unmap) mem_unmap;
  decltype(&ucp_rkey_pack) rkey_pack;
  decltype(&ucp_rkey_buffer_release) rkey_buffer_release;
  decltype(&ucp_ep_rkey_unpack) ep_rkey_unpack;
  decltype(&ucp_rkey_destroy) rkey_destroy;
  decltype(&ucp_put_nbx) put_nbx;
  decltype(&ucp_get_nbx) get_nbx;
  decltype(&ucp_atomic_op_nbx) atomic_op_nbx;
  decltype(&ucp_worker_fence) worker_fence;
  decltype(&ucp_request_check_status) request_check_status;
  decltype(&ucp_request_cancel) request_cancel;
  decltype(&ucp_request_free) request_free;
  decltype(&ucs_status_string) status_string;
};

struct Library {
  Ucp ucp{};
  std::string file;  // where it was found
};

// `wanted` names the only file to try; if it is empty, the loader's library is tried, then those of Python environments and
// beside the plug-in. On failure it returns false, and `why` lists the files that were tried. The library is never unloaded,
// since its threads and hooks outlive us. A library that is loaded already keeps its settings.
bool load(const std::string& wanted, const Uses& uses, Library* out, std::string* why);

}  // namespace penstock::net
