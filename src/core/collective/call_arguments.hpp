// The arguments of one collective call on their way from the terms of MPI to those of a schedule.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "coll/team.hpp"
#include "core/collective/call_record.hpp"
#include "core/collective/collective.hpp"

namespace penstock::core {

// Checks and collects them one by one, then builds. Both objects outlive it.
class CollectiveCall {
 public:
  // Without a shape its arguments are compared with those of no other rank, PENSTOCK_CHECK or not, and info names nothing. A
  // shape outlives it.
  CollectiveCall(Comm& comm, Collective* out) noexcept : comm_(comm), out_(out) {}
  CollectiveCall(Comm& comm, Collective* out, const CallShape& shape);

  // Of a rooted collective, before its buffers: kRoot where `root` names nobody.
  [[nodiscard]] Status set_root(int root);
  // Whether this rank's call describes what lies at the root, and a part of its own. A root within one group has both, as
  // every rank of a collective without root; between groups the root has the first, ranks beside it neither, and those of
  // the other group the second.
  [[nodiscard]] bool at_root() const noexcept { return at_root_; }
  [[nodiscard]] bool has_part() const noexcept { return has_part_; }

  // Of a neighbourhood collective, before its buffers: these have a part for each edge instead. kTopology.
  [[nodiscard]] Status set_neighbors();

  // One buffer, or a part for each rank of the group that this one exchanges with. Failures: kBuffer for an address that
  // cannot be one, kType, kCount, kArg for arrays.
  // MPI_IN_PLACE stands for this rank's part where `may_be_in_place`, within one group, where the rest of the part lies.
  [[nodiscard]] Status send(const Data& data, bool may_be_in_place = false);
  [[nodiscard]] Status recv(const Data& data, bool may_be_in_place = false);
  [[nodiscard]] Status sends(const Data& data, bool may_be_in_place = false);
  [[nodiscard]] Status recvs(const Data& data);
  [[nodiscard]] Status sends(const Parts& parts, bool may_be_in_place = false);
  [[nodiscard]] Status recvs(const Parts& parts);
  [[nodiscard]] Status sends(const TypedParts& parts, bool may_be_in_place = false);
  [[nodiscard]] Status recvs(const TypedParts& parts);
  // Of a reduction: `send_count` elements in, `recv_count` out. In place `recv` holds `send_count`.
  [[nodiscard]] Status operands(const Operands& operands, MPI_Count send_count, MPI_Count recv_count, const Op& op);
  // Elements of each rank's part of a reduction's result, one for each rank of this group.
  [[nodiscard]] Status set_counts(CountArray counts);
  [[nodiscard]] MPI_Count all_counts() const noexcept;
  [[nodiscard]] MPI_Count own_count() const noexcept;

  [[nodiscard]] coll::Arguments& arguments() noexcept { return arguments_; }

  // Once all buffers are known. Whatever this rank sends itself must be as long as what it receives, and lie elsewhere;
  // algorithms that the call's info names must be there (kInfoValue). Numbers are taken for collectives in the order of the
  // calls: nothing fails from there on.
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
  // How many parts a side has.
  [[nodiscard]] std::size_t parts_of(const std::vector<proto::Buffer>* side) const noexcept;
  template <typename Given>
  [[nodiscard]] std::vector<Piece> pieces_of(const Given& parts);
  [[nodiscard]] Status part_type(MPI_Datatype handle, std::string_view name, std::size_t i, Datatype** out);
  // This rank's part, among those of a group; none in a neighbourhood.
  [[nodiscard]] proto::Buffer mine(const std::vector<proto::Buffer>& parts) const noexcept;

  Comm& comm_;
  Collective* out_;
  coll::Arguments arguments_;
  const CallShape* shape_ = nullptr;
  CallRecord* record_ = nullptr;  // under PENSTOCK_CHECK
  std::vector<proto::Buffer> sends_;
  std::vector<proto::Buffer> recvs_;
  std::vector<std::uint64_t> counts_;
  // What this rank sends itself; no layout where it sends itself nothing that could be compared.
  proto::Buffer sent_;
  proto::Buffer received_;
  bool at_root_ = true;
  bool has_part_ = true;
};

}  // namespace penstock::core
