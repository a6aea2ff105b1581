// A communicator: one or two groups, an identity, and the attributes, hints and topology that are attached to it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "coll/team.hpp"
#include "core/comm/group.hpp"
#include "core/comm/topology.hpp"
#include "core/memory/send_buffer.hpp"
#include "core/object/attribute.hpp"
#include "core/object/errhandler.hpp"
#include "core/object/info.hpp"
#include "core/object/ref.hpp"
#include "mpi.h"
#include "proto/engine/engine.hpp"
#include "runtime/team_resources.hpp"
#include "runtime/team_setup.hpp"

namespace penstock::core {

class Instance;
class StreamBinding;  // stream/stream.hpp
using runtime::Traffic;

class Comm final : public Object {
 public:
  // `group` contains this process. The process object outlives the communicator.
  Comm(Instance& instance, Ref<Group> group, runtime::TeamId id, Ref<Errhandler> errhandler);
  // Makes an inter-communicator: `group` contains this process, `remote` does not. Neither is empty.
  Comm(Instance& instance, Ref<Group> group, Ref<Group> remote, runtime::TeamId id, Ref<Errhandler> errhandler);

  [[nodiscard]] Instance& instance() const noexcept { return instance_; }
  [[nodiscard]] Group& group() const noexcept { return *group_; }
  [[nodiscard]] Ref<Group> share_group() const noexcept { return group_; }
  [[nodiscard]] bool is_inter() const noexcept { return static_cast<bool>(remote_); }
  // Valid only for inter-communicators.
  [[nodiscard]] Group& remote_group() const noexcept { return *remote_; }
  // Null unless it is an inter-communicator.
  [[nodiscard]] Ref<Group> share_remote_group() const noexcept { return remote_; }
  // Returns the group whose ranks a destination or source names: the local one, or the remote one of an inter-communicator.
  [[nodiscard]] Group& peers() const noexcept { return remote_ ? *remote_ : *group_; }
  [[nodiscard]] int rank() const noexcept { return group_->rank(); }
  [[nodiscard]] int size() const noexcept { return group_->size(); }
  [[nodiscard]] runtime::TeamId id() const noexcept { return resources_.id(); }
  [[nodiscard]] Errhandler& errhandler() const noexcept { return *errhandler_; }
  void set_errhandler(Ref<Errhandler> errhandler) noexcept { errhandler_ = std::move(errhandler); }

  [[nodiscard]] proto::Context context(Traffic traffic = Traffic::kPointToPoint) const noexcept {
    return resources_.context(traffic);
  }
  // The resources that the members share, and the sequence numbers of their collectives.
  [[nodiscard]] runtime::TeamResources& resources() noexcept { return resources_; }
  [[nodiscard]] const runtime::TeamResources& resources() const noexcept { return resources_; }
  // The rounds in which the members find out what they share, and the collectives that wait for them.
  [[nodiscard]] runtime::TeamSetup& setup() noexcept { return setup_; }
  [[nodiscard]] coll::Team team() const noexcept { return resources_.team(); }
  [[nodiscard]] coll::Team everyone() const noexcept { return resources_.everyone(); }

  // The application's hints that the standard defines, and algorithms of collectives by name (coll::kAlgorithmKey); other hints
  // are dropped.
  [[nodiscard]] const std::vector<Info::Entry>& hints() const noexcept { return hints_; }
  // Fails only as check_hints() does, and then changes nothing. Algorithms that are named here replace those named before.
  [[nodiscard]] Status add_hints(const Info* hints);

  // The topology whose nodes are the communicator's ranks; null: none. It is set once, by the call that makes the communicator.
  [[nodiscard]] const Ref<Topology>& topology() const noexcept { return topology_; }
  void set_topology(Ref<Topology> topology) noexcept { topology_ = std::move(topology); }

  MPI_Comm handle = MPI_COMM_NULL;
  // MPI_Comm_attach_buffer; null while none is attached.
  std::unique_ptr<SendBuffer> send_buffer;
  std::string name;
  Attributes attributes;
  // Null for a communicator without streams.
  std::shared_ptr<StreamBinding> streams;

 private:
  ~Comm() override = default;

  Instance& instance_;
  Ref<Group> group_;
  Ref<Group> remote_;  // null: an intra-communicator
  Ref<Errhandler> errhandler_;
  std::vector<Info::Entry> hints_;
  runtime::TeamResources resources_;
  runtime::TeamSetup setup_{resources_};
  Ref<Topology> topology_;
};

// Returns kInfoValue for an algorithm that does not exist. `hints` may be null.
[[nodiscard]] Status check_hints(const Info* hints);

// Returns MPI_IDENT, MPI_CONGRUENT, MPI_SIMILAR or MPI_UNEQUAL.
[[nodiscard]] int compare(const Comm& a, const Comm& b) noexcept;

// Frees the handle, once the attributes' delete functions have run; the object lives on while operations use it. Predefined
// communicators are refused.
[[nodiscard]] Status free_comm(Comm& comm);
// Frees the communicator as free_comm() does, after all operations on it are over; blocks until then.
[[nodiscard]] Status disconnect_comm(Comm& comm);

}  // namespace penstock::core
