// A communicator: one or two groups, an identity, an error handler.
#pragma once

#include <cstdint>
#include <vector>

#include "coll/team.hpp"
#include "core/errhandler.hpp"
#include "core/group.hpp"
#include "core/ref.hpp"
#include "mpi.h"
#include "proto/engine/engine.hpp"

namespace penstock::core {

class Process;

// The same on all members, different from every other communicator that ever lives in the job: the world rank of the
// member that handed it out, and that member's count.
struct CommId {
  std::uint32_t leader = 0;
  std::uint32_t count = 0;
  friend bool operator==(const CommId&, const CommId&) = default;
};

class Comm final : public Object {
 public:
  // `group` contains this process. The process outlives it.
  Comm(Process& process, Ref<Group> group, CommId id, Ref<Errhandler> errhandler) noexcept
      : process_(process), group_(std::move(group)), errhandler_(std::move(errhandler)), id_(id) {}
  // An inter-communicator: `group` contains this process, `remote` does not.
  Comm(Process& process, Ref<Group> group, Ref<Group> remote, CommId id, Ref<Errhandler> errhandler)
      : process_(process),
        group_(std::move(group)),
        remote_(std::move(remote)),
        errhandler_(std::move(errhandler)),
        both_(group_->world().begin(), group_->world().end()),
        id_(id) {
    both_.insert(both_.end(), remote_->world().begin(), remote_->world().end());
  }

  [[nodiscard]] Process& process() const noexcept { return process_; }
  [[nodiscard]] Group& group() const noexcept { return *group_; }
  [[nodiscard]] Ref<Group> share_group() const noexcept { return group_; }
  [[nodiscard]] bool is_inter() const noexcept { return static_cast<bool>(remote_); }
  // Inter-communicators only.
  [[nodiscard]] Group& remote_group() const noexcept { return *remote_; }
  // Whose ranks a destination or source names: the group, or the remote one.
  [[nodiscard]] Group& peers() const noexcept { return remote_ ? *remote_ : *group_; }
  [[nodiscard]] int rank() const noexcept { return group_->rank(); }
  [[nodiscard]] int size() const noexcept { return group_->size(); }
  [[nodiscard]] CommId id() const noexcept { return id_; }
  [[nodiscard]] Errhandler& errhandler() const noexcept { return *errhandler_; }
  void set_errhandler(Ref<Errhandler> errhandler) noexcept { errhandler_ = std::move(errhandler); }

  [[nodiscard]] proto::Context context() const noexcept { return base_context(); }
  // Collectives never meet point-to-point messages.
  [[nodiscard]] coll::Team team() const noexcept {
    if (remote_) return {rank(), size(), both_, base_context() | 1U, remote_->size()};
    return {rank(), size(), group_->world(), base_context() | 1U};
  }
  // Collectives are called in the same order by all members: the number names one.
  [[nodiscard]] std::uint32_t next_collective() noexcept { return collectives_++; }

  MPI_Comm handle = MPI_COMM_NULL;

 private:
  ~Comm() override = default;
  [[nodiscard]] proto::Context base_context() const noexcept {
    return std::uint64_t{id_.leader} << 33 | std::uint64_t{id_.count} << 1;
  }

  Process& process_;
  Ref<Group> group_;
  Ref<Group> remote_;  // null: an intra-communicator
  Ref<Errhandler> errhandler_;
  std::vector<int> both_;  // inter: world ranks of both groups, this one first
  CommId id_;
  std::uint32_t collectives_ = 0;
};

// Collective over `comm`; each blocks. The new communicator has `comm`'s error handler and its own handle.
[[nodiscard]] Status dup_comm(Comm& comm, Comm** out);
// Members of equal `color` come together, ordered by key, then by rank in `comm`. *out is null where `member` is false.
[[nodiscard]] Status split_comm(Comm& comm, bool member, std::uint64_t color, int key, Comm** out);
// MPI_COMM_TYPE_SHARED: ranks of one host. Hardware-guided types find nothing smaller: *out is null.
[[nodiscard]] Status split_comm_by_type(Comm& comm, int split_type, int key, Comm** out);
// Gives the handle back; the object lives on while operations use it. Predefined communicators are refused.
[[nodiscard]] Status free_comm(Comm& comm);

}  // namespace penstock::core
