// This part of a window has the access epoch of this rank, and decides which operations and flushes the epoch admits.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/status.hpp"
#include "core/window/core.hpp"
#include "core/window/members.hpp"

namespace penstock::core {

// The call that began the epoch names the kind. An epoch between two fences has kind kNone: it is an epoch only once it is
// used.
enum class Access : std::uint8_t { kNone, kStarted, kLocked, kLockedAll };

class AccessEpoch {
 public:
  AccessEpoch(WindowCore& core, WindowMembers& members) noexcept : core_(core), members_(members) {}

  [[nodiscard]] Access kind() const noexcept { return kind_; }
  [[nodiscard]] bool is_passive() const noexcept { return kind_ == Access::kLocked || kind_ == Access::kLockedAll; }
  // Operations were begun since the last fence, and no epoch of another kind has begun since.
  [[nodiscard]] bool fence_used() const noexcept { return fence_used_; }

  // Returns an error where another epoch has not ended. `call` is the name of the MPI call that would begin this one. set()
  // follows once the call has succeeded.
  Status check_begin(Access wanted, std::string_view call);
  void set(Access kind) noexcept;
  // A fence was called, after which operations may (`admits`) or must not come; or another epoch makes the last fence void.
  void pass_fence(bool admits) noexcept;

  // Returns an error where the epoch does not admit an operation to the member; `passive`: an operation with a request. After a
  // fence the operation makes it an epoch.
  Status check_access(int rank, bool passive);
  // Returns an error where the epoch does not admit a flush; MPI_PROC_NULL stands for all members.
  [[nodiscard]] Status check_passive(int rank) const;

  // ---- the fast path (window/at_once.hpp) ----
  // The epoch admits operations of this kind to the member.
  [[nodiscard]] bool admits(const DirectMember& member, std::uint8_t kind) const noexcept {
    return ((member.admits | admits_all_) & kind) != 0;
  }
  // An operation was begun.
  void note_use() noexcept { fence_used_ = admits_all_ == kAdmitsAccess; }

 private:
  WindowCore& core_;
  WindowMembers& members_;
  Access kind_ = Access::kNone;
  bool fenced_ = false;  // A fence admits operations, and no other epoch has begun since.
  bool fence_used_ = false;
  std::uint8_t admits_all_ = 0;  // An epoch of all members sets these bits (kAdmitsAccess, kAdmitsPassive).
};

}  // namespace penstock::core
