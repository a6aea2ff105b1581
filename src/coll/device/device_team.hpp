// A team whose members all have a GPU that reaches those of the others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "accel/accel.hpp"
#include "base/status.hpp"
#include "coll/device/card.hpp"
#include "coll/device/first_uses.hpp"
#include "coll/device/inboxes.hpp"
#include "coll/device/joint_turn.hpp"
#include "coll/device/mappings.hpp"
#include "coll/device/nccl_team.hpp"
#include "coll/device/rings.hpp"
#include "coll/device/scratch.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::coll {

// Memory of a process on its device that its teams share: a little, with which they find out whether they reach each other, and
// room for data of calls; and what it knows of its allocations, whichever team used them.
class DeviceProbe {
 public:
  // Both outlive it.
  DeviceProbe(const Config& config, Log& log) noexcept : log_(log), scratch_(config, log), first_uses_(config) {}
  static constexpr std::size_t kBytes = 4096;
  // The same for all teams; made when first asked for.
  Status get(accel::Accel& accel, int device, const void** out);
  [[nodiscard]] Log& log() noexcept { return log_; }
  [[nodiscard]] Scratch& scratch() noexcept { return scratch_; }
  [[nodiscard]] FirstUses& first_uses() noexcept { return first_uses_; }
  [[nodiscard]] NcclLibrary& nccl() noexcept { return nccl_; }
  [[nodiscard]] JointTurns& joint_turns() noexcept { return joint_turns_; }

 private:
  Log& log_;
  accel::Memory memory_;  // goes with the Accel
  Scratch scratch_;
  FirstUses first_uses_;
  NcclLibrary nccl_;
  JointTurns joint_turns_;
};

// Whether an allocation that the members have not been told of is lent to them before it has been used enough to repay their
// mappings: what goes through areas until then, or flows. kNever: nor one that they have.
enum class Lending : std::uint8_t { kAtOnce, kWhenWorth, kWhenWorthFlow, kNever };

// One rank's view. Used with the engine's lock held.
class DeviceTeam {
 public:
  // `world`: the members, this rank at place `rank`; outlives it. `device`: the one that this rank works on.
  DeviceTeam(proto::Engine& engine, int rank, std::span<const int> world, int device) noexcept
      : engine_(engine), rank_(rank), world_(world), device_(device) {}

  [[nodiscard]] int device() const noexcept { return device_; }
  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return static_cast<int>(world_.size()); }

  // The probe, which outlives the team, as this rank lends it, and an inbox, unless there is no room. Before all else.
  Status open(DeviceProbe& probe, DeviceCard* out);
  // Once open.
  [[nodiscard]] Log& log() noexcept { return probe_->log(); }
  // Whether this rank's kernels reach that memory of every member.
  Status try_to_reach(std::span<const DeviceCard> cards);
  // Then, whether they reach the inboxes of all members, each of whom works on a device of its own.
  [[nodiscard]] Status try_to_reach_inboxes(std::span<const DeviceCard> cards);
  // Once all members have said so, or one has not.
  void use_inboxes(bool all_reach) noexcept { all_reach ? static_cast<void>(inboxes_used_ = true) : inboxes_.reset(); }
  // Null on all members or on none.
  [[nodiscard]] Inboxes* inboxes() const noexcept { return inboxes_used_ ? inboxes_.get() : nullptr; }

  // Rings, for calls whose data peers do not map. None are made before one of the members had use for them in a call that all
  // learn of: in front of the next collective all offer theirs.
  [[nodiscard]] bool may_have_rings() const noexcept { return rings_stage_ != Stage::kNever && inboxes() != nullptr; }
  void want_rings() noexcept;
  [[nodiscard]] bool wants_rings() const noexcept { return rings_stage_ == Stage::kWanted; }
  [[nodiscard]] Status offer_rings(RingsCard* out);
  [[nodiscard]] Status try_to_reach_rings(std::span<const RingsCard> cards);
  void use_rings(bool all_reach) noexcept;
  // Null on all members or on none.
  [[nodiscard]] Rings* rings() const noexcept { return rings_stage_ == Stage::kUsed ? rings_.get() : nullptr; }

  // A communicator of NCCL's, which wants a device for each member: as rings, once a row wants it (build_nccl()).
  [[nodiscard]] bool may_have_nccl() const noexcept { return nccl_stage_ != Stage::kNever && own_devices_; }
  void want_nccl() noexcept;
  [[nodiscard]] bool wants_nccl() const noexcept { return nccl_stage_ == Stage::kWanted; }
  [[nodiscard]] Status offer_nccl(NcclCard* out);
  // A failure before anybody begins is known to all.
  [[nodiscard]] Status begin_nccl(std::span<const NcclCard> cards);
  [[nodiscard]] Status test_nccl(bool* over) { return nccl_->test_begun(over); }
  void use_nccl(bool all_have) noexcept;
  // Null on all members or on none.
  [[nodiscard]] NcclTeam* nccl() const noexcept { return nccl_stage_ == Stage::kUsed ? nccl_.get() : nullptr; }
  [[nodiscard]] JointTurns& joint_turns() noexcept { return probe_->joint_turns(); }
  // Members meet once more.
  [[nodiscard]] bool wants_meeting() const noexcept { return wants_rings() || wants_nccl(); }

  // Lets all members map `bytes` from `address` on, where they can. kApart: they cannot, or it is not worth it yet.
  [[nodiscard]] Status lend(const void* address, std::uint64_t bytes, Lending how, Whereabouts* where,
                            transport::RegionCard* out);
  // Whether this rank's kernels reach memory of its own as it lies.
  [[nodiscard]] Status find(const void* address, std::uint64_t bytes, Whereabouts* where);
  // Memory of this rank's device that can be lent; none where there is no room.
  [[nodiscard]] Scratch::Area take(std::uint64_t bytes) { return probe_->scratch().take(engine_.accel(), device_, bytes); }
  // Takes what came with the regions of such cards, of those too that this rank does not map: what nobody takes is dropped to
  // make room, though whoever lends believes it here.
  void borrow(std::span<const DeviceCard> cards);
  // Where a member's borrowed region is for this rank's kernels, until the mappings are released.
  [[nodiscard]] Status reach(int member, const transport::RegionCard& region, Mappings* mappings, std::uint64_t* address);

 private:
  [[nodiscard]] bool worth_lending(const accel::Memory& memory, std::uint64_t bytes, Lending how);
  Status lend_anew(const accel::Memory& memory, const void* address, std::uint64_t bytes, transport::RegionCard* out);

  proto::Engine& engine_;
  int rank_;
  std::span<const int> world_;
  int device_;
  DeviceProbe* probe_ = nullptr;
  std::unique_ptr<Inboxes> inboxes_;
  bool inboxes_used_ = false;
  enum class Stage : std::uint8_t { kNotYet, kWanted, kUsed, kNever };
  Stage rings_stage_ = Stage::kNotYet;
  std::unique_ptr<Rings> rings_;
  bool own_devices_ = false;  // each member has one of its own
  Stage nccl_stage_ = Stage::kNotYet;
  std::unique_ptr<NcclTeam> nccl_;
  // What all members were told of lately.
  struct Loan {
    std::uint64_t buffer_id = 0;
    transport::RegionCard region;
  };
  static constexpr std::size_t kLoans = 8;
  std::array<Loan, kLoans> loans_;
  std::size_t next_loan_ = 0;
  std::uint64_t regions_ended_ = 0;
};

}  // namespace penstock::coll
