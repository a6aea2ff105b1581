// Collectives on communicators: checks, the schedule, waiting for it or a request for it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/status.hpp"
#include "coll/schedule/schedule.hpp"
#include "coll/team.hpp"
#include "core/comm.hpp"
#include "core/datatype.hpp"
#include "core/op.hpp"
#include "mpi.h"

namespace penstock::core {

// What a collective does on its own rank when its messages are over.
class Then {
 public:
  Then() = default;
  Then(const Then&) = delete;
  Then& operator=(const Then&) = delete;
  virtual ~Then() = default;
  // Once, with the engine's lock held, when the schedule is over and has not failed, before the collective counts as done.
  // A failure is the collective's. Where the schedule failed the object is destroyed without it.
  virtual Status finish() = 0;
};

// A schedule, what it uses while it runs, and what follows it.
class Collective {
 public:
  std::unique_ptr<coll::Schedule> schedule;
  std::unique_ptr<Then> then;

  // Holds a datatype whose layout the schedule looks at.
  void keep(Datatype& type);

  // Whether a started collective is over; `then` runs in the call that finds the schedule so.
  [[nodiscard]] bool done() { return schedule->done() && (!then || finish()); }
  // Once done.
  [[nodiscard]] Status status() const;

 private:
  bool finish();

  std::array<Ref<Datatype>, 2> types_;
  std::vector<Ref<Datatype>> more_types_;
  Status finished_;
};

// Each checks its arguments and builds. Nothing has been communicated when it fails.
[[nodiscard]] Status make_barrier(Comm& comm, Collective* out);
[[nodiscard]] Status make_bcast(Comm& comm, void* address, MPI_Count count, Datatype& datatype, int root, Collective* out);
[[nodiscard]] Status make_allreduce(Comm& comm, const void* send, void* recv, MPI_Count count, Datatype& datatype, Op& op,
                                    Collective* out);
// Arguments that the standard calls not significant on this rank may be anything; their datatype may be null.
[[nodiscard]] Status make_gather(Comm& comm, const void* send, MPI_Count send_count, Datatype* send_type, void* recv,
                                 MPI_Count recv_count, Datatype* recv_type, int root, Collective* out);
// Host memory, `bytes` from each rank: for the library's own exchanges.
[[nodiscard]] Status make_exchange(Comm& comm, const void* send, void* recv, std::uint64_t bytes, Collective* out);

// Begin it and wait for it, or leave it to a request.
[[nodiscard]] Status run(Comm& comm, Collective&& collective);
[[nodiscard]] Status start(Comm& comm, Collective&& collective, MPI_Request* request);

}  // namespace penstock::core
