// Collectives on communicators: each call checks its arguments, lowers them to a schedule, and waits for it or makes a request
// for it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/status.hpp"
#include "coll/kept_arguments.hpp"
#include "coll/schedule/schedule.hpp"
#include "coll/select/preference.hpp"
#include "core/collective/call_form.hpp"
#include "core/comm/comm.hpp"
#include "core/object/count_array.hpp"
#include "core/type/datatype.hpp"
#include "core/type/op.hpp"
#include "mpi.h"
#include "runtime/team_setup.hpp"

namespace penstock::core {

class CallCheck;
struct CallCheckDeleter {
  void operator()(CallCheck* check) const noexcept;
};

// The work that a collective does on its own rank when its communication is over.
class Then {
 public:
  Then() = default;
  Then(const Then&) = delete;
  Then& operator=(const Then&) = delete;
  virtual ~Then() = default;
  // Called once, with the engine's lock held, when the schedule has completed without failure and before the collective counts
  // as done. A failure becomes the collective's. If the schedule failed, the object is destroyed without this call.
  virtual Status finish() = 0;
};

struct RecordedCall {
  runtime::Builder builder;
  coll::KeptArguments arguments;
};

// Options of a call besides its arguments.
struct CallOptions {
  CallForm form = CallForm::kBlocking;
  const Info* info = nullptr;  // info argument of the call; null for none
};

// A schedule, the objects that it uses while it runs, and the work that follows it.
class Collective {
 public:
  Collective() = default;
  explicit Collective(const CallOptions& called) noexcept : options(called) {}

  CallOptions options;
  std::unique_ptr<CallCheck, CallCheckDeleter> check;  // runs first under PENSTOCK_CHECK, else null
  std::unique_ptr<UserReduction> user_reduction;       // outlives the schedule that calls it
  std::unique_ptr<const coll::Preference> preference;  // algorithms that the call names; outlives the schedule
  std::unique_ptr<coll::Schedule> schedule;
  std::unique_ptr<Then> then;
  std::unique_ptr<const RecordedCall> recorded;  // set for CallForm::kCaptured, which has no schedule
  bool put_off = false;                          // the code that lists the schedule's steps starts it

  // Keeps a datatype alive whose layout the schedule reads.
  void keep(Datatype& type);

  // Starts the schedule immediately, or once all ranks agree. `waits` works as in Schedule::start().
  void begin(bool waits = false);
  // Tells if a started collective is over; `then` runs inside the call that first finds the schedule done.
  [[nodiscard]] bool done() { return schedule->done() && (!then || finish()); }
  // Valid once done.
  [[nodiscard]] Status status() const;

 private:
  bool finish();

  std::array<Ref<Datatype>, 2> types_;
  std::vector<Ref<Datatype>> more_types_;
  Status finished_;
};

// These begin a collective and wait for it, or leave it to a request.
[[nodiscard]] Status run(Comm& comm, Collective&& collective);
[[nodiscard]] Status start(Comm& comm, Collective&& collective, MPI_Request* request);
// Makes a persistent request, which begins the collective at every start; ranks may start several requests in
// different orders. The collective was made with CallForm::kPersistent. A start allocates nothing once each
// message of the schedule has been sent once.
[[nodiscard]] Status make_persistent(Comm& comm, Collective&& collective, MPI_Request* request);
// Ends a call whose maker failed with `why`, and returns `why`: under PENSTOCK_CHECK the other ranks are told, so that they do
// not wait for this one. Waits for them if the form is kBlocking or kPersistent.
[[nodiscard]] Status refuse(Comm& comm, Collective&& collective, Status&& why);

// Returns the schedule of the communicator's next collective with its steps, which are deferred until the members have set up
// their shared resources: all memory that `arguments` points to, except its lists, must live until the schedule is done.
// Nothing fails after that. It does not serve persistent collectives.
enum class Listed : std::uint8_t { kTeam, kEveryone };
void list(Comm& comm, runtime::Builder builder, const coll::Arguments& arguments, Collective* out,
          Listed members = Listed::kTeam);

// One side of a call as the application passed it. If this rank's call does not use it,
// it may hold anything and its type is null.
struct Data {
  const void* address;
  MPI_Count count;
  Datatype* type;
};
struct Parts {
  const void* address;
  CountArray counts;
  CountArray displacements;  // in extents
  Datatype* type;
};
struct TypedParts {
  const void* address;
  CountArray counts;
  CountArray displacements;  // in bytes
  const MPI_Datatype* types;
};
struct Operands {
  const void* send;
  void* recv;
  MPI_Count count;
  Datatype* type;
};

// Each checks its arguments (in the terms of the standard's chapter 6) and builds the collective. After a failure nothing has
// been communicated and the communicator is unchanged.
[[nodiscard]] Status make_barrier(Comm& comm, Collective* out);
[[nodiscard]] Status make_bcast(Comm& comm, const Data& data, int root, Collective* out);
[[nodiscard]] Status make_gather(Comm& comm, const Data& send, const Data& recv, int root, Collective* out);
[[nodiscard]] Status make_gatherv(Comm& comm, const Data& send, const Parts& recv, int root, Collective* out);
[[nodiscard]] Status make_scatter(Comm& comm, const Data& send, const Data& recv, int root, Collective* out);
[[nodiscard]] Status make_scatterv(Comm& comm, const Parts& send, const Data& recv, int root, Collective* out);
[[nodiscard]] Status make_allgather(Comm& comm, const Data& send, const Data& recv, Collective* out);
[[nodiscard]] Status make_allgatherv(Comm& comm, const Data& send, const Parts& recv, Collective* out);
[[nodiscard]] Status make_alltoall(Comm& comm, const Data& send, const Data& recv, Collective* out);
[[nodiscard]] Status make_alltoallv(Comm& comm, const Parts& send, const Parts& recv, Collective* out);
[[nodiscard]] Status make_alltoallw(Comm& comm, const TypedParts& send, const TypedParts& recv, Collective* out);
[[nodiscard]] Status make_reduce(Comm& comm, const Operands& operands, const Op& op, int root, Collective* out);
[[nodiscard]] Status make_allreduce(Comm& comm, const Operands& operands, const Op& op, Collective* out);
[[nodiscard]] Status make_reduce_scatter_block(Comm& comm, const Operands& operands, const Op& op, Collective* out);
// `operands.count` is ignored.
[[nodiscard]] Status make_reduce_scatter(Comm& comm, const Operands& operands, CountArray counts, const Op& op,
                                         Collective* out);
[[nodiscard]] Status make_scan(Comm& comm, const Operands& operands, const Op& op, Collective* out);
[[nodiscard]] Status make_exscan(Comm& comm, const Operands& operands, const Op& op, Collective* out);

// Computes recv = send op recv on this rank alone, in memory of any kind. The call blocks.
[[nodiscard]] Status reduce_local(Instance& instance, const Operands& operands, const Op& op);

}  // namespace penstock::core
