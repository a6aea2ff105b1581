// Nccl loads NCCL at run time and never links it. It has the part of the C interface that collectives need, which has been
// stable since 2.7.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/status.hpp"

namespace penstock::accel {

// The values are NCCL's own.
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

// Nccl has NCCL's entry points. Streams are CUstream. Every failure names the call, NCCL's error and, if NCCL gives one, the
// reason.
class Nccl {
 public:
  static constexpr int kLeastVersion = 21000;  // the first version that has all the types

  // Loads `library` once per process and never unloads it, since its threads may outlive the caller. Returns Code::kUnsupported
  // if there is none or it is older than kLeastVersion.
  static Status load(const std::string& library, std::unique_ptr<Nccl>* out);

  [[nodiscard]] int version() const noexcept { return version_; }
  // Returns a text such as "2.28.3".
  [[nodiscard]] static std::string version_text(int version);

  Status get_unique_id(NcclUniqueId* out) const;
  // Blocks until all ranks have called it. Must be called in the context of this rank's device.
  Status init_rank(const NcclUniqueId& id, int rank, int size, NcclHandle* out) const;
  // May be called once all work is over.
  Status destroy(NcclHandle comm) const;
  // Ends all running work, unfinished.
  Status abort(NcclHandle comm) const;
  // Returns an asynchronous error that has occurred since.
  Status async_error(NcclHandle comm) const;

  // These calls enqueue work, and must be called in the context of the stream's device.
  struct On {
    NcclHandle comm;
    void* stream;
  };
  Status broadcast(const void* from, void* to, std::size_t count, NcclType type, int root, const On& on) const;
  Status reduce(const void* from, void* to, std::size_t count, NcclType type, NcclOp op, int root, const On& on) const;
  Status all_reduce(const void* from, void* to, std::size_t count, NcclType type, NcclOp op, const On& on) const;
  Status all_gather(const void* from, void* to, std::size_t count, NcclType type, const On& on) const;
  Status reduce_scatter(const void* from, void* to, std::size_t count, NcclType type, NcclOp op, const On& on) const;
  // send() and recv() are called between group_start() and group_end(), which enqueues them together. A group that was started
  // must be ended, whatever failed in it.
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
