// This part of a window checks one-sided operations, finds where their target lies, and hands them to the engine.
#pragma once

#include <cstdint>

#include "base/status.hpp"
#include "core/type/datatype.hpp"
#include "core/type/op.hpp"
#include "core/window/access_epoch.hpp"
#include "core/window/active_target.hpp"
#include "core/window/completion.hpp"
#include "core/window/core.hpp"
#include "core/window/members.hpp"
#include "mpi.h"

namespace penstock::core {

// OriginData describes a buffer of this rank. An operation reads it, or writes its result there.
struct OriginData {
  const void* address = nullptr;
  MPI_Count count = 0;
  Datatype* type = nullptr;
};
struct TargetData {
  int rank = MPI_PROC_NULL;
  MPI_Aint displacement = 0;
  MPI_Count count = 0;
  Datatype* type = nullptr;

  // The displacements of a dynamic window are addresses in the member's process.
  [[nodiscard]] proto::Buffer at_address() const noexcept {
    const auto address = static_cast<std::uint64_t>(displacement);
    return {reinterpret_cast<void*>(address), static_cast<std::uint64_t>(count), &type->layout()};
  }
};

// A CheckedFold is a predefined operation on a predefined type that the general way has checked. The fast path takes no other.
struct CheckedFold {
  MPI_Op op = MPI_OP_NULL;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  rma::Fold fold;
};

class WindowOperations {
 public:
  WindowOperations(WindowCore& core, WindowMembers& members, WindowCompletion& completion, AccessEpoch& access,
                   ActiveTarget& active) noexcept
      : core_(core), members_(members), completion_(completion), access_(access), active_(active) {}

  // `request` is null for the plain form. The form with a request needs a passive epoch.
  Status put(const OriginData& origin, const TargetData& target, MPI_Request* request);
  Status get(const OriginData& origin, const TargetData& target, MPI_Request* request);
  // `result` is null for the plain accumulate.
  Status accumulate(const OriginData& origin, const OriginData* result, const TargetData& target, const Op& op,
                    MPI_Request* request);
  Status compare_and_swap(const void* origin, const void* compare, void* result, Datatype& type, int rank,
                          MPI_Aint displacement);

  // ---- the fast path (window/at_once.hpp) ----
  [[nodiscard]] const CheckedFold& accumulate_fold() const noexcept { return accumulate_fold_; }
  [[nodiscard]] const CheckedFold& swap_fold() const noexcept { return swap_fold_; }
  // The fast path has done so many elements of an accumulate; accumulate(), which the same MPI call calls next, does the
  // others.
  void set_done_ahead(std::uint64_t elements) noexcept { done_ahead_ = elements; }

 private:
  // A location is an offset in a region of a member.
  struct Location {
    rma::Target* region = nullptr;
    std::int64_t offset = 0;
  };
  struct AccumulateSides;  // It is defined in accumulate.cpp.

  // Checks rank and epoch; *out gets the member, or null for MPI_PROC_NULL.
  Status begin(int rank, bool with_request, WindowPeer** out);
  // out->region is null where no single region of a dynamic window holds the whole target.
  Status locate(WindowPeer& peer, const TargetData& target, Location* out);
  Status locate_attached(WindowPeer& peer, std::uint64_t first, std::uint64_t bytes, Location* out);
  [[nodiscard]] WindowChecks::Target checked(const TargetData& target) const noexcept;
  Status move(bool puts, const OriginData& origin, const TargetData& target, MPI_Request* request);
  Status move_in_parts(WindowPeer& peer, bool puts, const proto::Buffer& local, const TargetData& target, MPI_Request* request);
  Status accumulate_in_parts(WindowPeer& peer, const AccumulateSides& sides, MPI_Request* request);
  // The first `done` elements are done already.
  Status accumulate_at(WindowPeer& peer, const Location& location, const AccumulateSides& sides, std::uint64_t done,
                       MPI_Request* request);

  WindowCore& core_;
  WindowMembers& members_;
  WindowCompletion& completion_;
  AccessEpoch& access_;
  ActiveTarget& active_;
  std::uint64_t done_ahead_ = 0;
  CheckedFold accumulate_fold_;
  CheckedFold swap_fold_;
};

}  // namespace penstock::core
