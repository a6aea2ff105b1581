// The wrappers of libpenstock_shmem.so ask the runtime for these operations on teams, contexts and collectives. They are
// virtual, so that the runtime library exports none of them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/reduce/element.hpp"
#include "base/reduce/operation.hpp"
#include "shmem/context.hpp"

namespace penstock::shmem {

// A CollectiveCall is one collective call of a member.
struct CollectiveCall {
  enum class Kind : std::uint8_t { kSync, kBroadcast, kCollect, kFcollect, kAlltoall, kReduce, kInscan, kExscan };
  const char* routine;
  Kind kind = Kind::kSync;
  void* dest = nullptr;
  const void* source = nullptr;  // of reductions and scans it may be `dest`
  std::uint64_t count = 0;       // elements of this PE's part
  std::uint32_t size = 0;        // bytes of an element
  std::ptrdiff_t dest_stride = 1;
  std::ptrdiff_t source_stride = 1;
  int root = 0;
  bool fills_root = true;  // of a broadcast: the root's `dest` gets the data too
  base::Operation operation = base::Operation::kSum;
  base::Element element = base::Element::kNone;
};

// An active set has the PEs start, start + 2^log_stride, ... of all.
struct ActiveSet {
  int start;
  int log_stride;
  int size;
};

// A program asks this of a new team.
struct TeamRequest {
  bool known = true;  // it asks for nothing that does not exist
  int contexts = 0;
};

// One PE has these, and they are thread-safe. A call that cannot be done prints the routine with the cause and ends the job; so
// does a handle that is neither invalid nor alive. kInvalidHandle returns -1, unless a comment says otherwise.
class TeamOperations {
 public:
  TeamOperations() = default;
  TeamOperations(const TeamOperations&) = delete;
  TeamOperations& operator=(const TeamOperations&) = delete;
  virtual ~TeamOperations() = default;

  virtual int my_pe(TeamHandle team) = 0;
  virtual int n_pes(TeamHandle team) = 0;
  // It returns -1 also if the PE is in one of them only, or if `pe` is no member.
  virtual int translate(TeamHandle from, int pe, TeamHandle to) = 0;
  // Returns the number of contexts that the program asked for.
  virtual int contexts_of(TeamHandle team) = 0;

  // Collective over `parent`: all of its members return 0, or all return -1. *out is kInvalidHandle then, and on PEs that are
  // not in the new team.
  virtual int split_strided(TeamHandle parent, int start, int stride, int size, const TeamRequest& request,
                            TeamHandle* out) = 0;
  virtual int split_2d(TeamHandle parent, int width, const TeamRequest& x_request, TeamHandle* x_out,
                       const TeamRequest& y_request, TeamHandle* y_out) = 0;
  // Collective over the team: destroys it with its contexts. kInvalidHandle is ignored.
  virtual void destroy(TeamHandle team) = 0;

  // Returns 0, or -1 if there is no room, or if the options or the team are not known; *out is unchanged then.
  virtual int create_context(TeamHandle team, long options, ContextHandle* out) = 0;
  // kInvalidHandle is ignored.
  virtual void destroy_context(ContextHandle context) = 0;
  // It returns kInvalidHandle for kInvalidHandle.
  virtual TeamHandle team_of(ContextHandle context) = 0;
  // Reports why `routine` cannot name `pe` in that context.
  [[noreturn]] virtual void wrong_context(const char* routine, ContextHandle context, int pe) = 0;

  // The call is over a team, and returns 0 or -1, or over an active set, of which this PE is a member.
  virtual int collective(TeamHandle team, const CollectiveCall& call) = 0;
  virtual void collective(const ActiveSet& set, const CollectiveCall& call) = 0;
};

}  // namespace penstock::shmem
