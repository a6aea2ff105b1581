// What the calls that end or look at requests share.
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

// kCount and kArg for an array that cannot be one.
[[nodiscard]] Status check_requests(int count, const void* array);

// Empty where the request belongs to no communicator.
[[nodiscard]] core::Ref<core::Comm> comm_of(const core::Request& request) noexcept;
// The request may hold the last reference of a communicator that the program has freed, or belong to none: its failures then
// go to the default handler.
void raise_on_live(Call& call, const core::Ref<core::Comm>& comm) noexcept;

// Ends one request, or looks at it and leaves it. MPI_ERROR of the status stays as it is: calls that end a single operation
// return the error.
[[nodiscard]] Status end_one(Call& call, core::Request& request, MPI_Request* handle, MPI_Status* status);
[[nodiscard]] Status look_at_one(Call& call, core::Request& request, MPI_Status* status);

// Several: each status tells its own error, MPI_SUCCESS among them; if any failed the call returns MPI_ERR_IN_STATUS.
class Batch {
 public:
  Batch(Call& call, MPI_Status* statuses) noexcept : call_(call), statuses_(statuses) {}

  void end(core::Request& request, MPI_Request* handle);
  void look_at(core::Request& request);
  // One that the caller has ended, with nothing to tell.
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
