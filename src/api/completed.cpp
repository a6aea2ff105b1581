#include "api/completed.hpp"

#include <utility>
#include "core/file/file.hpp"
#include "core/window/window.hpp"

namespace penstock::api {

core::Ref<core::Comm> comm_of(const core::Request& request) noexcept {
  return request.comm() != nullptr ? core::Ref<core::Comm>::share(*request.comm()) : core::Ref<core::Comm>();
}

Status check_requests(int count, const void* array) {
  if (count < 0) return Status::error(Code::kCount, "count is {}; it must be at least 0", count);
  if (count > 0 && array == nullptr) return Status::error(Code::kArg, "array_of_requests is a null pointer");
  return Status::ok();
}

void raise_on_live(Call& call, const core::Ref<core::Comm>& comm) noexcept {
  const bool live = comm && call.instance().table<core::Comm>().find(core::number_of(comm->handle)) == comm.get();
  call.raise_on(live ? comm.get() : nullptr);
}

namespace {

// Returns the window of a one-sided operation, unless the application has freed it.
core::Window* window_of(Call& call, const core::Request& request) noexcept {
  core::Window* const window = request.work() != nullptr ? request.work()->window() : nullptr;
  if (window == nullptr) return nullptr;
  return call.instance().table<core::Window>().find(core::number_of(window->handle)) == window ? window : nullptr;
}

// As long as the program has it open; else that of MPI_FILE_NULL.
void raise_on_file(Call& call, core::File& file) noexcept {
  const bool live = call.instance().table<core::File>().find(core::number_of(file.handle)) == &file;
  live ? call.raise_on(&file) : call.raise_on(OfNoFile{});
}

void raise_for(Call& call, const core::Request& request) noexcept {
  core::Window* const window = window_of(call, request);
  if (window != nullptr) return call.raise_on(window);
  core::File* const file = request.work() != nullptr ? request.work()->file() : nullptr;
  if (file != nullptr) return raise_on_file(call, *file);
  raise_on_live(call, comm_of(request));
}

}  // namespace

Status end_one(Call& call, core::Request& request, MPI_Request* handle, MPI_Status* status) {
  raise_for(call, request);
  core::Outcome outcome;
  Status ended = core::complete(call.instance(), request, handle, &outcome);
  core::write_status(outcome, status);
  return ended;
}

Status look_at_one(Call& call, core::Request& request, MPI_Status* status) {
  raise_for(call, request);
  core::Outcome outcome;
  Status told = request.tell(&outcome);
  core::write_status(outcome, status);
  return told;
}

void Batch::end(core::Request& request, MPI_Request* handle) {
  const core::Ref<core::Comm> comm = comm_of(request);
  core::Outcome outcome;
  const Status ended = core::complete(call_.instance(), request, handle, &outcome);
  note(comm, ended, outcome);
}

void Batch::look_at(core::Request& request) {
  core::Outcome outcome;
  const Status told = request.tell(&outcome);
  note(comm_of(request), told, outcome);
}

// The standard requires MPI_ERROR only if an operation failed; applications for other libraries always read it.
void Batch::note(const core::Ref<core::Comm>& comm, const Status& ended, const core::Outcome& outcome) {
  if (!ended.is_ok() && failed_++ == 0) {
    raise_on_live(call_, comm);
    first_ = ended.clone();
  }
  MPI_Status* status = status_at(statuses_, next_++);
  core::write_status(outcome, status);
  if (status != MPI_STATUS_IGNORE) status->MPI_ERROR = make_code(ended);
}

Status Batch::finish() {
  if (failed_ == 0) return Status::ok();
  return Status::error(Code::kInStatus, "{} of {} operations failed; the statuses say which. The first: {}", failed_, next_,
                       first_.message());
}

}  // namespace penstock::api
