// Completion of non-blocking operations (section 3.7).
#include <span>

#include "api/completed.hpp"
#include "api/gen/bodies.hpp"
#include "core/p2p/requests.hpp"

namespace penstock::api::body {
namespace {

std::span<MPI_Request> span_of(int count, MPI_Request* requests) noexcept {
  return {requests, static_cast<std::size_t>(count)};
}

// Sends that completed immediately need no further work if the statuses are ignored.
void forget_over(const Call& call, std::span<MPI_Request> handles) noexcept {
  const MPI_Request over = core::requests_of(call.instance()).over();
  for (MPI_Request& handle : handles) {
    if (handle == over) handle = MPI_REQUEST_NULL;
  }
}

// Completes the requests that are done; their indices are stored in `indices`.
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
    } else if (statuses == MPI_STATUSES_IGNORE && requests[i]->has_nothing_to_tell()) {
      core::requests_of(call.instance()).end(*requests[i]);
      handles[i] = MPI_REQUEST_NULL;
      batch.pass_over();
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
    return end_one(call, *requests[i], &handles[i], status);
  }
  *found = false;
  return Status::ok();
}

}  // namespace

Status Wait(Call& call, MPI_Request* request, MPI_Status* status) {
  core::Request* found = nullptr;
  PENSTOCK_TRY(core::find_request(call.instance(), *request, &found));
  if (found == nullptr || !found->active()) {
    core::write_empty_status(status);
    return Status::ok();
  }
  core::wait(call.instance(), *found);
  return end_one(call, *found, request, status);
}

Status Test(Call& call, MPI_Request* request, int* flag, MPI_Status* status) {
  core::Request* found = nullptr;
  PENSTOCK_TRY(core::find_request(call.instance(), *request, &found));
  *flag = 1;
  if (found == nullptr || !found->active()) {
    core::write_empty_status(status);
    return Status::ok();
  }
  if (!found->done()) call.instance().engine().progress().poll();
  if (found->done()) return end_one(call, *found, request, status);
  *flag = 0;
  return Status::ok();
}

Status Waitall(Call& call, int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]) {
  PENSTOCK_TRY(check_requests(count, array_of_requests));
  const auto handles = span_of(count, array_of_requests);
  if (array_of_statuses == MPI_STATUSES_IGNORE) forget_over(call, handles);
  core::RequestList list;
  PENSTOCK_TRY(list.find(call.instance(), handles));
  core::wait_all(call.instance(), list.all());
  return end_all(call, handles, list.all(), array_of_statuses);
}

Status Testall(Call& call, int count, MPI_Request array_of_requests[], int* flag, MPI_Status array_of_statuses[]) {
  PENSTOCK_TRY(check_requests(count, array_of_requests));
  const auto handles = span_of(count, array_of_requests);
  core::RequestList list;
  PENSTOCK_TRY(list.find(call.instance(), handles));
  if (list.live() != 0) call.instance().engine().progress().poll();
  *flag = 0;
  for (const core::Request* request : list.all()) {
    if (request != nullptr && !request->done()) return Status::ok();
  }
  *flag = 1;
  return end_all(call, handles, list.all(), array_of_statuses);
}

Status Waitany(Call& call, int count, MPI_Request array_of_requests[], int* index, MPI_Status* status) {
  PENSTOCK_TRY(check_requests(count, array_of_requests));
  const auto handles = span_of(count, array_of_requests);
  core::RequestList list;
  PENSTOCK_TRY(list.find(call.instance(), handles));
  if (list.live() == 0) {
    *index = MPI_UNDEFINED;
    core::write_empty_status(status);
    return Status::ok();
  }
  core::wait_any(call.instance(), list.all());
  bool found = false;
  return end_first(call, handles, list.all(), index, &found, status);
}

Status Testany(Call& call, int count, MPI_Request array_of_requests[], int* index, int* flag, MPI_Status* status) {
  PENSTOCK_TRY(check_requests(count, array_of_requests));
  const auto handles = span_of(count, array_of_requests);
  core::RequestList list;
  PENSTOCK_TRY(list.find(call.instance(), handles));
  *index = MPI_UNDEFINED;
  *flag = 1;
  if (list.live() == 0) {
    core::write_empty_status(status);
    return Status::ok();
  }
  call.instance().engine().progress().poll();
  bool found = false;
  Status ended = end_first(call, handles, list.all(), index, &found, status);
  *flag = found ? 1 : 0;
  return ended;
}

Status Waitsome(Call& call, int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[],
                MPI_Status array_of_statuses[]) {
  PENSTOCK_TRY(check_requests(incount, array_of_requests));
  const auto handles = span_of(incount, array_of_requests);
  core::RequestList list;
  PENSTOCK_TRY(list.find(call.instance(), handles));
  *outcount = MPI_UNDEFINED;
  if (list.live() == 0) return Status::ok();
  if (array_of_indices == nullptr) return Status::error(Code::kArg, "array_of_indices is a null pointer");
  core::wait_any(call.instance(), list.all());
  return end_done(call, handles, list.all(), outcount, array_of_indices, array_of_statuses);
}

Status Testsome(Call& call, int incount, MPI_Request array_of_requests[], int* outcount, int array_of_indices[],
                MPI_Status array_of_statuses[]) {
  PENSTOCK_TRY(check_requests(incount, array_of_requests));
  const auto handles = span_of(incount, array_of_requests);
  core::RequestList list;
  PENSTOCK_TRY(list.find(call.instance(), handles));
  *outcount = MPI_UNDEFINED;
  if (list.live() == 0) return Status::ok();
  if (array_of_indices == nullptr) return Status::error(Code::kArg, "array_of_indices is a null pointer");
  call.instance().engine().progress().poll();
  return end_done(call, handles, list.all(), outcount, array_of_indices, array_of_statuses);
}

Status Request_free(Call& call, MPI_Request* request) {
  core::Request* found = nullptr;
  PENSTOCK_TRY(core::find_request(call.instance(), *request, &found));
  if (found == nullptr) return Status::error(Code::kRequest, "the request is MPI_REQUEST_NULL");
  raise_on_live(call, comm_of(*found));
  *request = MPI_REQUEST_NULL;
  return core::free_request(call.instance(), *found);
}

Status Cancel(Call& call, MPI_Request* request) {
  core::Request* found = nullptr;
  PENSTOCK_TRY(core::find_request(call.instance(), *request, &found));
  if (found == nullptr) return Status::error(Code::kRequest, "the request is MPI_REQUEST_NULL");
  raise_on_live(call, comm_of(*found));
  return core::cancel(call.instance(), *found);
}

}  // namespace penstock::api::body
