// Tests requests without completing them (section 3.7.6).
#include <span>

#include "api/completed.hpp"
#include "api/gen/bodies.hpp"

namespace penstock::api::body {
namespace {

std::span<const MPI_Request> span_of(int count, const MPI_Request* requests) noexcept {
  return {requests, static_cast<std::size_t>(count)};
}

bool all_done(std::span<core::Request* const> requests) {
  for (const core::Request* request : requests) {
    if (request != nullptr && !request->done()) return false;
  }
  return true;
}

}  // namespace

Status Request_get_status(Call& call, MPI_Request request, int* flag, MPI_Status* status) {
  core::Request* found = nullptr;
  PENSTOCK_TRY(core::find_request(call.instance(), request, &found));
  *flag = 1;
  if (found == nullptr || !found->active()) {
    core::write_empty_status(status);
    return Status::ok();
  }
  if (!found->done()) call.instance().engine().progress().poll();
  if (found->done()) return look_at_one(call, *found, status);
  *flag = 0;
  return Status::ok();
}

Status Request_get_status_all(Call& call, int count, const MPI_Request array_of_requests[], int* flag,
                              MPI_Status array_of_statuses[]) {
  PENSTOCK_TRY(check_requests(count, array_of_requests));
  core::RequestList list;
  PENSTOCK_TRY(list.find(call.instance(), span_of(count, array_of_requests)));
  if (!all_done(list.all())) call.instance().engine().progress().poll();
  *flag = all_done(list.all()) ? 1 : 0;
  if (*flag == 0) return Status::ok();
  Batch batch(call, array_of_statuses);
  for (core::Request* request : list.all()) {
    if (request == nullptr) {
      batch.empty();
    } else {
      batch.look_at(*request);
    }
  }
  return batch.finish();
}

Status Request_get_status_any(Call& call, int count, const MPI_Request array_of_requests[], int* index, int* flag,
                              MPI_Status* status) {
  PENSTOCK_TRY(check_requests(count, array_of_requests));
  core::RequestList list;
  PENSTOCK_TRY(list.find(call.instance(), span_of(count, array_of_requests)));
  *index = MPI_UNDEFINED;
  *flag = 1;
  if (list.live() == 0) {
    core::write_empty_status(status);
    return Status::ok();
  }
  call.instance().engine().progress().poll();
  const auto requests = list.all();
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (requests[i] == nullptr || !requests[i]->done()) continue;
    *index = static_cast<int>(i);
    return look_at_one(call, *requests[i], status);
  }
  *flag = 0;
  return Status::ok();
}

Status Request_get_status_some(Call& call, int incount, const MPI_Request array_of_requests[], int* outcount,
                               int array_of_indices[], MPI_Status array_of_statuses[]) {
  PENSTOCK_TRY(check_requests(incount, array_of_requests));
  core::RequestList list;
  PENSTOCK_TRY(list.find(call.instance(), span_of(incount, array_of_requests)));
  *outcount = MPI_UNDEFINED;
  if (list.live() == 0) return Status::ok();
  if (array_of_indices == nullptr) return Status::error(Code::kArg, "array_of_indices is a null pointer");
  call.instance().engine().progress().poll();
  Batch batch(call, array_of_statuses);
  const auto requests = list.all();
  int seen = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (requests[i] == nullptr || !requests[i]->done()) continue;
    batch.look_at(*requests[i]);
    array_of_indices[seen++] = static_cast<int>(i);
  }
  *outcount = seen;
  return batch.finish();
}

}  // namespace penstock::api::body
