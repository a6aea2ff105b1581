// The code that calls which complete or test requests share.
#pragma once

#include <cstddef>
#include <span>

#include "api/call.hpp"
#include "core/object/ref.hpp"
#include "core/p2p/completion.hpp"

namespace penstock::api {

[[nodiscard]] inline MPI_Status* status_at(MPI_Status* statuses, std::size_t i) noexcept {
  return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + i;
}

// Returns kCount or kArg for an invalid array.
[[nodiscard]] Status check_requests(int count, const void* array);

// Returns an empty reference if the request belongs to no communicator.
[[nodiscard]] core::Ref<core::Comm> comm_of(const core::Request& request) noexcept;
// The request may hold the last reference to a communicator that the application has freed, or belong to none: its
// failures then go to the default handler.
void raise_on_live(Call& call, const core::Ref<core::Comm>& comm) noexcept;

// end_one() completes a request; look_at_one() tests it and leaves it. MPI_ERROR of the status is not changed, since calls that
// complete a single operation return the error.
[[nodiscard]] Status end_one(Call& call, core::Request& request, MPI_Request* handle, MPI_Status* status);
[[nodiscard]] Status look_at_one(Call& call, core::Request& request, MPI_Status* status);

// Completes several requests: each status has its own error, or MPI_SUCCESS; if any failed, the call returns MPI_ERR_IN_STATUS.
class Batch {
 public:
  Batch(Call& call, MPI_Status* statuses) noexcept : call_(call), statuses_(statuses) {}

  void end(core::Request& request, MPI_Request* handle);
  void look_at(core::Request& request);
  // Skips a request that the caller has completed with an empty result.
  void pass_over() noexcept { ++next_; }
  void empty() noexcept { core::write_empty_status(status_at(statuses_, next_++)); }

  [[nodiscard]] Status finish();

 private:
  void note(const core::Ref<core::Comm>& comm, const Status& ended, const core::Outcome& outcome);

  Call& call_;
  MPI_Status* statuses_;
  std::size_t next_ = 0;
  std::size_t failed_ = 0;
  Status first_;
};

}  // namespace penstock::api
