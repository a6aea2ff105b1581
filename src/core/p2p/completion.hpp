// Waiting for requests and ending them.
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

// The requests of an array call, without an allocation for the usual lengths.
class RequestList {
 public:
  // Null where the handle is MPI_REQUEST_NULL or the request is not active; kRequest for a handle that is none.
  [[nodiscard]] Status find(Instance& instance, std::span<const MPI_Request> handles);
  [[nodiscard]] std::span<Request* const> all() const noexcept { return {data_, size_}; }
  // How many are not null.
  [[nodiscard]] std::size_t live() const noexcept { return live_; }

 private:
  static constexpr std::size_t kInline = 64;
  std::array<Request*, kInline> inline_;
  std::unique_ptr<Request*[]> heap_;
  Request** data_ = inline_.data();
  std::size_t size_ = 0;
  std::size_t live_ = 0;
};

// The request of a handle; null for MPI_REQUEST_NULL. kRequest for a handle that is none.
[[nodiscard]] Status find_request(Instance& instance, MPI_Request handle, Request** out);
// Block, progressing, until it is (all are, one is) done. Null requests count as done for all, as absent for any.
void wait(Instance& instance, const Request& request);
void wait_all(Instance& instance, std::span<Request* const> requests);
void wait_any(Instance& instance, std::span<Request* const> requests);

// Ends an active request that is done: its outcome to *outcome, its failure returned. A persistent one becomes inactive;
// of any other the handle is freed and set to null. May release the engine's lock meanwhile.
[[nodiscard]] Status complete(Instance& instance, Request& request, MPI_Request* handle, Outcome* outcome);
// MPI_Request_free. What is under way goes on and ends by itself.
[[nodiscard]] Status free_request(Instance& instance, Request& request);
// MPI_Cancel: a receive that no message has matched ends cancelled; anything else that one operation does goes on.
[[nodiscard]] Status cancel(Instance& instance, Request& request);

}  // namespace penstock::core
