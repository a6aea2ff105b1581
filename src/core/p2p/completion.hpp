// Waits for requests and completes them.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>

#include "base/status.hpp"
#include "core/object/instance.hpp"
#include "core/p2p/request.hpp"
#include "mpi.h"

namespace penstock::core {

// The requests of an array call, without heap allocation for the usual lengths.
class RequestList {
 public:
  // An entry is null if the handle is MPI_REQUEST_NULL or the request is inactive; kRequest for an invalid handle.
  [[nodiscard]] Status find(Instance& instance, std::span<const MPI_Request> handles);
  [[nodiscard]] std::span<Request* const> all() const noexcept { return {data_, size_}; }
  // Returns the number of entries that are not null.
  [[nodiscard]] std::size_t live() const noexcept { return live_; }

 private:
  static constexpr std::size_t kInline = 64;
  std::array<Request*, kInline> inline_;
  std::unique_ptr<Request*[]> heap_;
  Request** data_ = inline_.data();
  std::size_t size_ = 0;
  std::size_t live_ = 0;
};

// Finds the request of a handle; null for MPI_REQUEST_NULL. kRequest for an invalid handle.
[[nodiscard]] Status find_request(Instance& instance, MPI_Request handle, Request** out);
// These block and make progress until the request is done, until all are, or until one is. Null requests count as
// done for "all" and are ignored for "one".
void wait(Instance& instance, const Request& request);
void wait_all(Instance& instance, std::span<Request* const> requests);
void wait_any(Instance& instance, std::span<Request* const> requests);

// Completes an active request that is done: writes its result to *outcome and returns its failure. A persistent request becomes
// inactive; any other is freed and its handle set to null. The engine's lock may be released meanwhile.
[[nodiscard]] Status complete(Instance& instance, Request& request, MPI_Request* handle, Outcome* outcome);
// MPI_Request_free: an operation under way continues and completes without the handle.
[[nodiscard]] Status free_request(Instance& instance, Request& request);
// MPI_Cancel: a posted receive that is not matched completes as cancelled; any other single operation continues.
[[nodiscard]] Status cancel(Instance& instance, Request& request);

}  // namespace penstock::core
