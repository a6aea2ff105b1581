#include "core/completion.hpp"

#include <utility>

namespace penstock::core {
namespace {

bool any_done(std::span<Request* const> requests) {
  for (const Request* request : requests) {
    if (request != nullptr && request->done()) return true;
  }
  return false;
}

}  // namespace

Status find_request(Process& process, MPI_Request handle, Request** out) {
  if (handle == MPI_REQUEST_NULL) {
    *out = nullptr;
    return Status::ok();
  }
  *out = process.requests().find(number_of(handle));
  return *out != nullptr ? Status::ok() : process.requests().explain(number_of(handle));
}

Status RequestList::find(Process& process, std::span<const MPI_Request> handles) {
  size_ = handles.size();
  if (size_ > kInline) {
    heap_ = std::make_unique<Request*[]>(size_);
    data_ = heap_.get();
  }
  for (std::size_t i = 0; i < size_; ++i) {
    if (Status found = find_request(process, handles[i], &data_[i]); !found.is_ok()) {
      return std::move(found).within(fmt::format("array_of_requests[{}]", i));
    }
    if (data_[i] != nullptr) ++live_;
  }
  return Status::ok();
}

void wait(Process& process, const Request& request) {
  if (request.done()) return;
  if (const proto::Operation* operation = request.operation(); operation != nullptr) {
    process.engine().wait(*operation);
  } else {
    process.engine().wait_until([&] { return request.done(); });
  }
}

void wait_all(Process& process, std::span<Request* const> requests) {
  for (const Request* request : requests) {
    if (request != nullptr) wait(process, *request);
  }
}

void wait_any(Process& process, std::span<Request* const> requests) {
  if (!any_done(requests)) process.engine().wait_until([&] { return any_done(requests); });
}

Status complete(Process& process, Request& request, MPI_Request* handle, Outcome* outcome) {
  *outcome = request.outcome();
  Status status = request.status();
  process.end_request(request);
  *handle = MPI_REQUEST_NULL;
  return status;
}

}  // namespace penstock::core
