// NCCL, loaded at run time and never linked: as much of its C interface as collectives need, which has been stable since 2.7.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/status.hpp"

namespace penstock::accel {

// As NCCL numbers them.
enum class NcclType : std::uint8_t {
  kInt8 = 0,
  kUint8 = 1,
  kInt32 = 2,
  kUint32 = 3,
  kInt64 = 4,
  kUint64 = 5,
  kFloat16 = 6,
  kFloat32 = 7,
  kFloat64 = 8,
  kBfloat16 = 9,
};
enum class NcclOp : std::uint8_t { kSum = 0, kProd = 1, kMax = 2, kMin = 3 };

struct NcclUniqueId {
  char bytes[128] = {};
};
using NcclHandle = struct ncclComm*;

// Its entry points. Streams are CUstream. Every failure names the call, what NCCL says of it and, where it says that, why.
class Nccl {
 public:
  static constexpr int kLeastVersion = 21000;  // has all the types

  // The process loads `library` once and never unloads it: its threads may outlive whoever asked. Code::kUnsupported: there is
  // none, or it is older than kLeastVersion.
  static Status load(const std::string& library, std::unique_ptr<Nccl>* out);

  [[nodiscard]] int version() const noexcept { return version_; }
  // "2.28.3"
  [[nodiscard]] static std::string version_text(int version);

  Status get_unique_id(NcclUniqueId* out) const;
  // Blocks until all ranks have called it, in the context of this rank's device.
  Status init_rank(const NcclUniqueId& id, int rank, int size, NcclHandle* out) const;
  // Once all work is over.
  Status destroy(NcclHandle comm) const;
  // Whatever is under way ends, unfinished.
  Status abort(NcclHandle comm) const;
  // What went wrong since.
  Status async_error(NcclHandle comm) const;

  // Each enqueues. In the context of the stream's device.
  struct On {
    NcclHandle comm;
    void* stream;
  };
  Status broadcast(const void* from, void* to, std::size_t count, NcclType type, int root, const On& on) const;
  Status reduce(const void* from, void* to, std::size_t count, NcclType type, NcclOp op, int root, const On& on) const;
  Status all_reduce(const void* from, void* to, std::size_t count, NcclType type, NcclOp op, const On& on) const;
  Status all_gather(const void* from, void* to, std::size_t count, NcclType type, const On& on) const;
  Status reduce_scatter(const void* from, void* to, std::size_t count, NcclType type, NcclOp op, const On& on) const;
  // Between group_start() and group_end(), which enqueues them together. A group that has begun is ended, whatever failed in
  // it.
  Status send(const void* from, std::size_t count, NcclType type, int peer, const On& on) const;
  Status recv(void* to, std::size_t count, NcclType type, int peer, const On& on) const;
  Status group_start() const;
  Status group_end() const;

 private:
  using Result = int;
  Nccl() = default;
  Status check(Result result, const char* call, NcclHandle comm = nullptr) const;

  int version_ = 0;
  Result (*get_version_)(int*) = nullptr;
  const char* (*get_error_string_)(Result) = nullptr;
  const char* (*get_last_error_)(NcclHandle) = nullptr;
  Result (*get_unique_id_)(NcclUniqueId*) = nullptr;
  Result (*comm_init_rank_)(NcclHandle*, int, NcclUniqueId, int) = nullptr;
  Result (*comm_destroy_)(NcclHandle) = nullptr;
  Result (*comm_abort_)(NcclHandle) = nullptr;
  Result (*comm_get_async_error_)(NcclHandle, Result*) = nullptr;
  Result (*broadcast_)(const void*, void*, std::size_t, int, int, NcclHandle, void*) = nullptr;
  Result (*reduce_)(const void*, void*, std::size_t, int, int, int, NcclHandle, void*) = nullptr;
  Result (*all_reduce_)(const void*, void*, std::size_t, int, int, NcclHandle, void*) = nullptr;
  Result (*all_gather_)(const void*, void*, std::size_t, int, NcclHandle, void*) = nullptr;
  Result (*reduce_scatter_)(const void*, void*, std::size_t, int, int, NcclHandle, void*) = nullptr;
  Result (*send_)(const void*, std::size_t, int, int, NcclHandle, void*) = nullptr;
  Result (*recv_)(void*, std::size_t, int, int, NcclHandle, void*) = nullptr;
  Result (*group_start_)() = nullptr;
  Result (*group_end_)() = nullptr;
};

}  // namespace penstock::accel
