// Completion of non-blocking operations (section 3.7).
#include <span>

#include "api/gen/bodies.hpp"
#include "core/completion.hpp"

namespace penstock::api::body {
namespace {

MPI_Status* at(MPI_Status* statuses, std::size_t i) noexcept {
  return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + i;
}

Status check_array(int count, const void* array) {
  if (count < 0) return Status::error(Code::kCount, "count is {}; it must be at least 0", count);
  if (count > 0 && array == nullptr) return Status::error(Code::kArg, "array_of_requests is a null pointer");
  return Status::ok();
}

// The request may have held the last reference of a communicator that the program has freed: its failures go to the default
// handler.
void raise_on(Call& call, const core::Ref<core::Comm>& comm) noexcept {
  const bool live = call.process().comms().find(core::number_of(comm->handle)) == comm.get();
  call.raise_on(live ? comm.get() : nullptr);
}

// Ends one request. MPI_ERROR of the status stays as it is: calls that end a single operation return the error.
Status end(Call& call, core::Request& request, MPI_Request* handle, MPI_Status* status) {
  raise_on(call, core::Ref<core::Comm>::share(request.comm()));
  core::Outcome outcome;
  Status ended = core::complete(call.process(), request, handle, &outcome);
  core::write_status(outcome, status);
  return ended;
}

// Ends several: if any failed, each status tells its own error and the call returns MPI_ERR_IN_STATUS.
class Batch {
 public:
  Batch(Call& call, MPI_Status* statuses) noexcept : call_(call), statuses_(statuses) {}

  void end(core::Request& request, MPI_Request* handle) {
    const core::Ref<core::Comm> comm = core::Ref<core::Comm>::share(request.comm());
    core::Outcome outcome;
    const Status ended = core::complete(call_.process(), request, handle, &outcome);
    if (!ended.is_ok()) note(comm, ended);
    record(outcome, make_code(ended));
  }
  void empty() { record(core::kEmptyOutcome, MPI_SUCCESS); }

  Status finish() {
    if (failed_ == 0) return Status::ok();
    return Status::error(Code::kInStatus, "{} of {} operations failed; the statuses say which. The first: {}", failed_, next_,
                         first_.message());
  }

 private:
  // From the first failure on every status carries its own error, and so do those before it.
  void note(const core::Ref<core::Comm>& comm, const Status& failure) {
    if (failed_++ != 0) return;
    raise_on(call_, comm);
    first_ = failure.clone();
    for (std::size_t i = 0; i < next_; ++i) set_error(i, MPI_SUCCESS);
  }
  void record(const core::Outcome& outcome, int code) {
    core::write_status(outcome, at(statuses_, next_));
    if (failed_ != 0) set_error(next_, code);
    ++next_;
  }
  void set_error(std::size_t i, int code) noexcept {
    if (MPI_Status* status = at(statuses_, i); status != MPI_STATUS_IGNORE) status->MPI_ERROR = code;
  }

  Call& call_;
  MPI_Status* statuses_;
  std::size_t next_ = 0;
  std::size_t failed_ = 0;
  Status first_;
};

std::span<MPI_Request> span_of(int count, MPI_Request* requests) noexcept {
  return {requests, static_cast<std::size_t>(count)};
}

// Ends those that are done; their places go to `indices`.
Status end_done(Call& call, std::span<MPI_Request> handles, std::span<core::Request* const> requests, int* outcount,
                int* indices, MPI_Status* statuses) {
  Batch batch(call, statuses);
  int ended = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (requests[i] == nullptr || !requests[i]->done()) continue;
    batch.end(*requests[i], &handles[i]);
    indices[ended++] = static_cast<int>(i);
  }
  *outcount = ended;
  return batch.finish();
}

Status end_all(Call& call, std::span<MPI_Request> handles, std::span<core::Request* const> requests, MPI_Status* statuses) {
  Batch batch(call, statuses);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (requests[i] == nullptr) {
      batch.empty();
    } else {
      batch.end(*requests[i], &handles[i]);
    }
  }
  return batch.finish();
}

Status end_first(Call& call, std::span<MPI_Request> handles, std::span<core::Request* const> requests, int* index, bool* found,
                 MPI_Status* status) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (requests[i] == nullptr || !requests[i]->done()) continue;
    *index = static_cast<int>(i);
    *found = true;
    return end(call, *requests[i], &handles[i], status);
  }
  *found = false;
  return Status::ok();
}

}  // namespace

Status Wait(Call& call, MPI_Request* request, MPI_Status* status) {
  core::Request* found = nullptr;
  PENSTOCK_TRY(core::find_request(call.process(), *request, &found));
  if (found == nullptr) {
    core::write_status(core::kEmptyOutcome, status);
    return Status::ok();
  }
  core::wait(call.process(), *found);
  return end(call, *found, request, status);
}

Status Test(Call& call, MPI_Request* request, int* flag, MPI_Status* status) {
  core::Request* found = nullptr;
  PENSTOCK_TRY(core::find_request(call.process(), *request, &found));
  *flag = 1;
  if (found == nullptr) {
    core::write_status(core::kEmptyOutcome, status);
    return Status::ok();
  }
  if (!found->done()) call.process().engine().progress();
  if (found->done()) return end(call, *found, request, status);
  *flag = 0;
  return Status::ok();
}

Status Waitall(Call& call, int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]) {
  PENSTOCK_TRY(check_array(count, array_of_requests));
  const auto handles = span_of(count, array_of_requests);
  core::RequestList list;
  PENSTOCK_TRY(list.find(call.process(), handles));
  core::wait_all(call.process(), list.all());
  return end_all(call, handles, list.all(), array_of_statuses);
}

Status Testall(Call& call, int count, MPI_Request array_of_requests[], int* flag, MPI_Status array_of_statuses[]) {
  PENSTOCK_TRY(check_array(count, array_of_requests));
  const auto handles = span_of(count, array_of_requests);
  core::RequestList list;
  PENSTOCK_TRY(list.find(call.process(), handles));
  if (list.live() != 0) call.process().engine().progress();
  *flag = 0;
  for (const core::Request* request : list.all()) {
    if (request != nullptr && !request->done()) return Status::ok();
  }
  *flag = 1;
  return end_all(call, handles, list.all(), array_of_statuses);
}

Status Waitany(Call& call, int count, MPI_Request array_of_requests[], int* index, MPI_Status* status) {
  PENSTOCK_TRY(check_array(count, array_of_requests));
  const auto handles = span_of(count, array_of_requests);
  core::RequestList list;
  PENSTOCK_TRY(list.find(call.process(), handles));
  if (list.live() == 0) {
    *index = MPI_UNDEFINED;
    core::write_status(core::kEmptyOutcome, status);
    return Status::ok();
  }
  core::wait_any(call.process(), list.all());
  bool found = false;
  return end_first(call, handles, list.all(), index, &found, status);
}

Status Testany(Call& call, int count, MPI_Request array_of_requests[], int* index, int* flag, MPI_Status* status) {
  PENSTOCK_TRY(check_array(count, array_of_requests));
  const auto handles = span_of(count, array_of_requests);
  core::RequestList list;
  PENSTOCK_TRY(list.find(call.process(), handles));
  *index = MPI_UNDEFINED;
  *flag = 1;
  if (list.live() == 0) {
    core::write_status(core::kEmptyOutcome, status);
    return Status::ok();
  }
  call.process().engine().progress();
  bool found = false;
  Status ended = end_first(call, handles, list.all(), index, &found, status);
  *flag = found ? 1 : 0;
  return ended;
}

Status Waitsome(Call& call, int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[],
                MPI_Status array_of_statuses[]) {
  PENSTOCK_TRY(check_array(incount, array_of_requests));
  const auto handles = span_of(incount, array_of_requests);
  core::RequestList list;
  PENSTOCK_TRY(list.find(call.process(), handles));
  *outcount = MPI_UNDEFINED;
  if (list.live() == 0) return Status::ok();
  if (array_of_indices == nullptr) return Status::error(Code::kArg, "array_of_indices is a null pointer");
  core::wait_any(call.process(), list.all());
  return end_done(call, handles, list.all(), outcount, array_of_indices, array_of_statuses);
}

Status Testsome(Call& call, int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[],
                MPI_Status array_of_statuses[]) {
  PENSTOCK_TRY(check_array(incount, array_of_requests));
  const auto handles = span_of(incount, array_of_requests);
  core::RequestList list;
  PENSTOCK_TRY(list.find(call.process(), handles));
  *outcount = MPI_UNDEFINED;
  if (list.live() == 0) return Status::ok();
  if (array_of_indices == nullptr) return Status::error(Code::kArg, "array_of_indices is a null pointer");
  call.process().engine().progress();
  return end_done(call, handles, list.all(), outcount, array_of_indices, array_of_statuses);
}

Status Request_free(Call& call, MPI_Request* request) {
  core::Request* found = nullptr;
  PENSTOCK_TRY(core::find_request(call.process(), *request, &found));
  if (found == nullptr) return Status::error(Code::kRequest, "the request is MPI_REQUEST_NULL");
  call.raise_on(&found->comm());
  call.process().orphan_request(*found);
  *request = MPI_REQUEST_NULL;
  return Status::ok();
}

}  // namespace penstock::api::body
