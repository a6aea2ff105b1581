// What the wrappers of libpenstock_shmem.so ask of teams, contexts and collectives. Virtual, so that the runtime library shows
// none of it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/reduce/element.hpp"
#include "base/reduce/operation.hpp"
#include "shmem/context.hpp"

namespace penstock::shmem {

// One collective call of a member.
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

// PEs start, start + 2^log_stride, ... of all.
struct ActiveSet {
  int start;
  int log_stride;
  int size;
};

// What a program asks of a new team.
struct TeamRequest {
  bool known = true;  // it asks for nothing that does not exist
  int contexts = 0;
};

// Of one PE; thread-safe. A handle that is neither invalid nor alive prints the routine with the cause and ends the job, as
// what cannot be done does. kInvalidHandle is answered: -1, unless said otherwise.
class TeamOperations {
 public:
  TeamOperations() = default;
  TeamOperations(const TeamOperations&) = delete;
  TeamOperations& operator=(const TeamOperations&) = delete;
  virtual ~TeamOperations() = default;

  virtual int my_pe(TeamHandle team) = 0;
  virtual int n_pes(TeamHandle team) = 0;
  // -1 also where the PE is in one of them only, or `pe` is no member.
  virtual int translate(TeamHandle from, int pe, TeamHandle to) = 0;
  // The contexts that were asked for.
  virtual int contexts_of(TeamHandle team) = 0;

  // Collective over `parent`. 0, or -1 on all members of `parent`; *out is kInvalidHandle then, and on those who are not in the
  // new team.
  virtual int split_strided(TeamHandle parent, int start, int stride, int size, const TeamRequest& request,
                            TeamHandle* out) = 0;
  virtual int split_2d(TeamHandle parent, int width, const TeamRequest& x_request, TeamHandle* x_out,
                       const TeamRequest& y_request, TeamHandle* y_out) = 0;
  // Collective over the team; its contexts go too. Nothing for kInvalidHandle.
  virtual void destroy(TeamHandle team) = 0;

  // 0, or -1 where there is no room, or such options or such a team are not known; *out is then as it was.
  virtual int create_context(TeamHandle team, long options, ContextHandle* out) = 0;
  // Nothing for kInvalidHandle.
  virtual void destroy_context(ContextHandle context) = 0;
  // kInvalidHandle for kInvalidHandle.
  virtual TeamHandle team_of(ContextHandle context) = 0;
  // Why `routine` cannot name `pe` in that context.
  [[noreturn]] virtual void wrong_context(const char* routine, ContextHandle context, int pe) = 0;

  // Over a team, 0 or -1; over an active set, of which this PE is a member.
  virtual int collective(TeamHandle team, const CollectiveCall& call) = 0;
  virtual void collective(const ActiveSet& set, const CollectiveCall& call) = 0;
};

}  // namespace penstock::shmem
