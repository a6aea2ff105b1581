// The jobs that streams hand over.
#pragma once

#include <cstdint>
#include <memory>

#include "proto/rma/rma.hpp"
#include "shmem/stream_handoff.hpp"
#include "shmem/stream_operations.hpp"
#include "shmem/team.hpp"
#include "shmem/teams.hpp"

namespace penstock::shmem {

// A place in the memory of a PE.
struct RemotePlace {
  proto::rma::Target* target = nullptr;
  std::uint64_t offset = 0;
};

// Blocks to or from a PE, and a signal behind them; either may be missing.
struct RemoteWork {
  Transfer transfer{};  // a block of 0 bytes: nothing is moved
  RemotePlace remote{};
  bool puts = true;
  StreamSignal signal{};
  RemotePlace word{};  // no target: no signal
};
[[nodiscard]] std::unique_ptr<StreamJob> make_remote_job(runtime::Job& job, Failure& failure, const RemoteWork& work);

// A value of at most 16 bytes, which is read now.
[[nodiscard]] std::unique_ptr<StreamJob> make_value_job(runtime::Job& job, Failure& failure, const char* routine,
                                                        const RemotePlace& remote, const void* value, unsigned bytes, int pe);

// Looks at a word of the PE itself until the condition holds.
[[nodiscard]] std::unique_ptr<StreamJob> make_wait_job(runtime::Job& job, Failure& failure, const StreamCondition& condition,
                                                       const RemotePlace& word);

// Has its number among the collectives of `team`, which nothing but streams uses, from now on; `call` is one that
// StreamOperations has.
Status make_collective_job(Team& team, Failure& failure, const CollectiveCall& call, std::unique_ptr<StreamJob>* out);

}  // namespace penstock::shmem
