// Translates the arguments of a collective call from the terms of MPI to those of a schedule.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "coll/team.hpp"
#include "core/collective/call_record.hpp"
#include "core/collective/collective.hpp"

namespace penstock::core {

// Checks and collects the arguments one by one, then builds the schedule. `comm` and `out` outlive this object.
class CollectiveCall {
 public:
  // Without a shape the arguments are never compared with those of other ranks, even under PENSTOCK_CHECK, and info keys select
  // no algorithm. A shape outlives this object.
  CollectiveCall(Comm& comm, Collective* out) noexcept : comm_(comm), out_(out) {}
  CollectiveCall(Comm& comm, Collective* out, const CallShape& shape);

  // Sets the root of a rooted collective; called before its buffers are set. Returns kRoot if `root` is no valid rank.
  [[nodiscard]] Status set_root(int root);
  // Tells if this rank's call describes the data at the root, and (has_part) if this rank contributes or receives a part of its
  // own. Within one group the root has both, as has every rank of a collective without a root. Between groups the root has only
  // the first, the other ranks of its group have neither, and the ranks of the other group have only the second.
  [[nodiscard]] bool at_root() const noexcept { return at_root_; }
  [[nodiscard]] bool has_part() const noexcept { return has_part_; }

  // Selects a neighbourhood collective, whose buffers have one part for each edge; called before its buffers are set. Returns
  // kTopology if the communicator has no suitable topology.
  [[nodiscard]] Status set_neighbors();

  // Each sets one buffer, or one part for each rank of the group that this rank exchanges with. They fail with kBuffer for an
  // invalid address, kType, kCount, or kArg for invalid arrays. If `may_be_in_place`, and within one group, MPI_IN_PLACE stands
  // for this rank's part, which is then in the other buffer.
  [[nodiscard]] Status send(const Data& data, bool may_be_in_place = false);
  [[nodiscard]] Status recv(const Data& data, bool may_be_in_place = false);
  [[nodiscard]] Status sends(const Data& data, bool may_be_in_place = false);
  [[nodiscard]] Status recvs(const Data& data);
  [[nodiscard]] Status sends(const Parts& parts, bool may_be_in_place = false);
  [[nodiscard]] Status recvs(const Parts& parts);
  [[nodiscard]] Status sends(const TypedParts& parts, bool may_be_in_place = false);
  [[nodiscard]] Status recvs(const TypedParts& parts);
  // Sets the operands of a reduction: `send_count` elements in, `recv_count` out. In place, `recv` holds `send_count` elements.
  [[nodiscard]] Status operands(const Operands& operands, MPI_Count send_count, MPI_Count recv_count, const Op& op);
  // Sets the number of elements of each rank's part of a reduction's result, one entry for each rank of this group.
  [[nodiscard]] Status set_counts(CountArray counts);
  [[nodiscard]] MPI_Count all_counts() const noexcept;
  [[nodiscard]] MPI_Count own_count() const noexcept;

  [[nodiscard]] coll::Arguments& arguments() noexcept { return arguments_; }

  // Builds the schedule once all buffers are known. The part that this rank sends to itself must have the same length as the
  // part that it receives, and must not overlap it; the algorithms that the call's info names must exist (kInfoValue). The call
  // takes sequence numbers for collectives in call order: nothing fails after that.
  [[nodiscard]] Status build(runtime::Builder builder);

 private:
  [[nodiscard]] Status check_in_place(const void* address, bool allowed, std::string_view name);
  [[nodiscard]] Status check_own_part() const;
  [[nodiscard]] Status check_not_same(const proto::Buffer& sent, const proto::Buffer& received) const;
  [[nodiscard]] Status check_loops() const;
  [[nodiscard]] Status find_algorithms();
  [[nodiscard]] Status one(const Data& data, std::string_view name, proto::Buffer* out);
  [[nodiscard]] Status several(const Data& data, std::string_view name, std::vector<proto::Buffer>* out);
  [[nodiscard]] Status several(const Parts& parts, std::string_view name, std::vector<proto::Buffer>* out);
  [[nodiscard]] Status several(const TypedParts& parts, std::string_view name, std::vector<proto::Buffer>* out);
  // Returns the number of parts of a side.
  [[nodiscard]] std::size_t parts_of(const std::vector<proto::Buffer>* side) const noexcept;
  template <typename Given>
  [[nodiscard]] std::vector<Piece> pieces_of(const Given& parts);
  [[nodiscard]] Status part_type(MPI_Datatype handle, std::string_view name, std::size_t i, Datatype** out);
  // Returns this rank's part among those of a group; an empty buffer in a neighbourhood collective.
  [[nodiscard]] proto::Buffer mine(const std::vector<proto::Buffer>& parts) const noexcept;

  Comm& comm_;
  Collective* out_;
  coll::Arguments arguments_;
  const CallShape* shape_ = nullptr;
  CallRecord* record_ = nullptr;  // under PENSTOCK_CHECK
  std::vector<proto::Buffer> sends_;
  std::vector<proto::Buffer> recvs_;
  std::vector<std::uint64_t> counts_;
  // The data that this rank sends to itself; without a layout if there are none that could be compared.
  proto::Buffer sent_;
  proto::Buffer received_;
  bool at_root_ = true;
  bool has_part_ = true;
};

}  // namespace penstock::core
