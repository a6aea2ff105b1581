#include "accel/libraries/nccl.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <string_view>

namespace penstock::accel {
namespace {

template <typename Function>
Status find(void* library, const std::string& file, const char* name, Function** out) {
  *out = reinterpret_cast<Function*>(dlsym(library, name));
  if (*out != nullptr) return Status::ok();
  return Status::error(Code::kUnsupported, "{} has no {}: PENSTOCK_NCCL_LIB names NCCL's library", file, name);
}

}  // namespace

Status Nccl::load(const std::string& library, std::unique_ptr<Nccl>* out) {
  void* const opened = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (opened == nullptr) {
    return Status::error(Code::kUnsupported, "no NCCL: {}; PENSTOCK_NCCL_LIB names its library", dlerror());
  }
  std::unique_ptr<Nccl> made(new Nccl);
  const auto entry = [&](const char* name, auto* function) { return find(opened, library, name, function); };
  PENSTOCK_TRY(entry("ncclGetVersion", &made->get_version_));
  PENSTOCK_TRY(entry("ncclGetErrorString", &made->get_error_string_));
  PENSTOCK_TRY(entry("ncclGetUniqueId", &made->get_unique_id_));
  PENSTOCK_TRY(entry("ncclCommInitRank", &made->comm_init_rank_));
  PENSTOCK_TRY(entry("ncclCommDestroy", &made->comm_destroy_));
  PENSTOCK_TRY(entry("ncclCommAbort", &made->comm_abort_));
  PENSTOCK_TRY(entry("ncclCommGetAsyncError", &made->comm_get_async_error_));
  PENSTOCK_TRY(entry("ncclBroadcast", &made->broadcast_));
  PENSTOCK_TRY(entry("ncclReduce", &made->reduce_));
  PENSTOCK_TRY(entry("ncclAllReduce", &made->all_reduce_));
  PENSTOCK_TRY(entry("ncclAllGather", &made->all_gather_));
  PENSTOCK_TRY(entry("ncclReduceScatter", &made->reduce_scatter_));
  PENSTOCK_TRY(entry("ncclSend", &made->send_));
  PENSTOCK_TRY(entry("ncclRecv", &made->recv_));
  PENSTOCK_TRY(entry("ncclGroupStart", &made->group_start_));
  PENSTOCK_TRY(entry("ncclGroupEnd", &made->group_end_));
  made->get_last_error_ = reinterpret_cast<const char* (*)(NcclHandle)>(dlsym(opened, "ncclGetLastError"));  // since 2.13
  PENSTOCK_TRY(made->check(made->get_version_(&made->version_), "ncclGetVersion"));
  if (made->version_ < kLeastVersion) {
    return Status::error(Code::kUnsupported, "NCCL {} is older than {}", version_text(made->version_),
                         version_text(kLeastVersion));
  }
  *out = std::move(made);
  return Status::ok();
}

std::string Nccl::version_text(int version) {
  return fmt::format("{}.{}.{}", version / 10000, version / 100 % 100, version % 100);
}

Status Nccl::check(Result result, const char* call, NcclHandle comm) const {
  if (result == 0) return Status::ok();
  const char* said = get_error_string_(result);
  const char* why = get_last_error_ == nullptr ? nullptr : get_last_error_(comm);
  const bool tells = why != nullptr && *why != '\0';
  return Status::error(Code::kDriver, "{} failed: {}{}{}; NCCL_DEBUG=WARN tells more", call,
                       said == nullptr ? "no reason given" : said, tells ? ": " : "", tells ? why : "");
}

Status Nccl::get_unique_id(NcclUniqueId* out) const {
  return check(get_unique_id_(out), "ncclGetUniqueId");
}

Status Nccl::init_rank(const NcclUniqueId& id, int rank, int size, NcclHandle* out) const {
  return check(comm_init_rank_(out, size, id, rank), "ncclCommInitRank");
}

Status Nccl::destroy(NcclHandle comm) const {
  return check(comm_destroy_(comm), "ncclCommDestroy");
}

Status Nccl::abort(NcclHandle comm) const {
  return check(comm_abort_(comm), "ncclCommAbort");
}

Status Nccl::async_error(NcclHandle comm) const {
  Result since = 0;
  PENSTOCK_TRY(check(comm_get_async_error_(comm, &since), "ncclCommGetAsyncError", comm));
  return check(since, "NCCL's work", comm);
}

Status Nccl::broadcast(const void* from, void* to, std::size_t count, NcclType type, int root, const On& on) const {
  return check(broadcast_(from, to, count, static_cast<int>(type), root, on.comm, on.stream), "ncclBroadcast", on.comm);
}

Status Nccl::reduce(const void* from, void* to, std::size_t count, NcclType type, NcclOp op, int root, const On& on) const {
  return check(reduce_(from, to, count, static_cast<int>(type), static_cast<int>(op), root, on.comm, on.stream), "ncclReduce",
               on.comm);
}

Status Nccl::all_reduce(const void* from, void* to, std::size_t count, NcclType type, NcclOp op, const On& on) const {
  return check(all_reduce_(from, to, count, static_cast<int>(type), static_cast<int>(op), on.comm, on.stream), "ncclAllReduce",
               on.comm);
}

Status Nccl::all_gather(const void* from, void* to, std::size_t count, NcclType type, const On& on) const {
  return check(all_gather_(from, to, count, static_cast<int>(type), on.comm, on.stream), "ncclAllGather", on.comm);
}

Status Nccl::reduce_scatter(const void* from, void* to, std::size_t count, NcclType type, NcclOp op, const On& on) const {
  return check(reduce_scatter_(from, to, count, static_cast<int>(type), static_cast<int>(op), on.comm, on.stream),
               "ncclReduceScatter", on.comm);
}

Status Nccl::send(const void* from, std::size_t count, NcclType type, int peer, const On& on) const {
  return check(send_(from, count, static_cast<int>(type), peer, on.comm, on.stream), "ncclSend", on.comm);
}

Status Nccl::recv(void* to, std::size_t count, NcclType type, int peer, const On& on) const {
  return check(recv_(to, count, static_cast<int>(type), peer, on.comm, on.stream), "ncclRecv", on.comm);
}

Status Nccl::group_start() const {
  return check(group_start_(), "ncclGroupStart");
}

Status Nccl::group_end() const {
  return check(group_end_(), "ncclGroupEnd");
}

}  // namespace penstock::accel
