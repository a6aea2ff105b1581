#include "core/p2p/completion.hpp"

#include "core/p2p/requests.hpp"

#include <utility>

namespace penstock::core {
namespace {

bool any_done(std::span<Request* const> requests) {
  for (const Request* request : requests) {
    if (request != nullptr && request->done()) return true;
  }
  return false;
}

// Explains why the handle at that index is invalid.
[[gnu::cold, gnu::noinline]] Status unknown(Instance& instance, MPI_Request handle, std::size_t place) {
  Request* none = nullptr;
  return find_request(instance, handle, &none).within(fmt::format("array_of_requests[{}]", place));
}

}  // namespace

Status find_request(Instance& instance, MPI_Request handle, Request** out) {
  if (handle == MPI_REQUEST_NULL) {
    *out = nullptr;
    return Status::ok();
  }
  *out = instance.table<Request>().find(number_of(handle));
  if (*out == nullptr) return instance.table<Request>().explain(number_of(handle));
  if ((*out)->freed) return Status::error(Code::kRequest, "the request handle {:#x} has been freed", number_of(handle));
  return Status::ok();
}

Status RequestList::find(Instance& instance, std::span<const MPI_Request> handles) {
  size_ = handles.size();
  if (size_ > kInline) {
    heap_ = std::make_unique<Request*[]>(size_);
    data_ = heap_.get();
  }
  const HandleTable<Request>& table = instance.table<Request>();
  for (std::size_t i = 0; i < size_; ++i) {
    Request* found = nullptr;
    if (handles[i] != MPI_REQUEST_NULL) {
      found = table.find(number_of(handles[i]));
      if (found == nullptr || found->freed) [[unlikely]] {
        return unknown(instance, handles[i], i);
      }
      if (!found->active()) found = nullptr;
    }
    data_[i] = found;
    live_ += found != nullptr ? 1 : 0;
  }
  return Status::ok();
}

void wait(Instance& instance, const Request& request) {
  if (request.done()) return;
  if (const proto::Operation* operation = request.operation(); operation != nullptr) {
    instance.engine().progress().wait(*operation);
  } else {
    instance.engine().progress().wait_until([&] { return request.done(); });
  }
}

void wait_all(Instance& instance, std::span<Request* const> requests) {
  for (const Request* request : requests) {
    if (request != nullptr && !request->done()) wait(instance, *request);
  }
}

void wait_any(Instance& instance, std::span<Request* const> requests) {
  if (!any_done(requests)) instance.engine().progress().wait_until([&] { return any_done(requests); });
}

Status complete(Instance& instance, Request& request, MPI_Request* handle, Outcome* outcome) {
  Status status = request.tell(outcome);
  if (Work* work = request.work(); work != nullptr) {
    // If both callback functions of a generalized request fail, MPI_Wait returns the error of the function that was called last
    // (MPI-5.0, section 13.2).
    if (Status closed = work->close(); !closed.is_ok()) status = std::move(closed);
  }
  if (request.persistent()) {
    request.rest();
    return status;
  }
  requests_of(instance).end(request);
  *handle = MPI_REQUEST_NULL;
  return status;
}

Status free_request(Instance& instance, Request& request) {
  Work* work = request.work();
  if (!request.done()) {
    if (work != nullptr && work->needs_handle()) {
      request.freed = true;
    } else {
      requests_of(instance).orphan(request);
    }
    return Status::ok();
  }
  Status closed = request.active() && work != nullptr ? work->close() : Status::ok();
  requests_of(instance).end(request);
  return closed;
}

Status cancel(Instance& instance, Request& request) {
  if (!request.active()) {
    return Status::error(Code::kRequest, "the persistent request is not active: there is nothing to cancel");
  }
  if (request.work() != nullptr) return request.work()->cancel();
  proto::Operation* operation = request.operation();
  if (operation == nullptr || operation->done()) return Status::ok();
  if (request.direction() == Direction::kRecv) {
    instance.engine().messages().cancel_recv(operation);
  } else {
    instance.engine().messages().cancel_send(operation);
  }
  return Status::ok();
}

}  // namespace penstock::core
