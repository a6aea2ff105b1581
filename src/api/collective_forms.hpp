// The three forms of a collective call. They have one maker in core, which checks the arguments and builds the schedule.
#pragma once

#include <utility>

#include "core/collective/collective.hpp"
#include "core/collective/fast_path.hpp"

namespace penstock::api {

template <auto kMake, typename... Arguments>
Status run(core::Comm& comm, const Arguments&... arguments) {
  core::Collective made;
  Status status = kMake(comm, arguments..., &made);
  return status.is_ok() ? core::run(comm, std::move(made)) : core::refuse(comm, std::move(made), std::move(status));
}

// Runs a call that completes immediately if its arguments allow it.
template <auto kMake, auto kAtOnce, typename... Arguments>
Status run_short(core::Comm& comm, const Arguments&... arguments) {
  Status status;
  if (kAtOnce(comm, arguments..., &status)) return status;
  return run<kMake>(comm, arguments...);
}

template <auto kMake, typename... Arguments>
Status start(core::Comm& comm, MPI_Request* request, const Arguments&... arguments) {
  core::Collective made({core::CallForm::kStarted, nullptr});
  Status status = kMake(comm, arguments..., &made);
  if (!status.is_ok()) return core::refuse(comm, std::move(made), std::move(status));
  return core::start(comm, std::move(made), request);
}

template <auto kMake, typename... Arguments>
Status init(core::Comm& comm, core::Info* info, MPI_Request* request, const Arguments&... arguments) {
  core::Collective made({core::CallForm::kPersistent, info});
  Status status = kMake(comm, arguments..., &made);
  if (!status.is_ok()) return core::refuse(comm, std::move(made), std::move(status));
  return core::make_persistent(comm, std::move(made), request);
}

}  // namespace penstock::api
