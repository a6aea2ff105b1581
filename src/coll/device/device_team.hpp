// A team whose members all have a GPU that reaches those of the others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "accel/accel.hpp"
#include "base/status.hpp"
#include "coll/device/coscheduled_turn.hpp"
#include "coll/device/descriptor.hpp"
#include "coll/device/fifos.hpp"
#include "coll/device/first_uses.hpp"
#include "coll/device/ll_buffers.hpp"
#include "coll/device/mappings.hpp"
#include "coll/device/nccl_team.hpp"
#include "coll/device/workspace.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::coll {

// Memory of a process on its device that its teams share: a little, with which they find out whether they reach each other, and
// room for data of calls; and what it knows of its allocations, whichever team used them.
class DeviceProbe {
 public:
  // Both outlive it.
  DeviceProbe(const Config& config, Log& log) noexcept : log_(log), workspace_(config, log), first_uses_(config) {}
  static constexpr std::size_t kBytes = 4096;
  // The same for all teams; made when first asked for.
  Status get(accel::Accel& accel, int device, const void** out);
  [[nodiscard]] Log& log() noexcept { return log_; }
  [[nodiscard]] Workspace& workspace() noexcept { return workspace_; }
  [[nodiscard]] FirstUses& first_uses() noexcept { return first_uses_; }
  [[nodiscard]] NcclLibrary& nccl() noexcept { return nccl_; }
  [[nodiscard]] CoscheduledTurns& coscheduled_turns() noexcept { return coscheduled_turns_; }

 private:
  Log& log_;
  accel::Memory memory_;  // goes with the Accel
  Workspace workspace_;
  FirstUses first_uses_;
  NcclLibrary nccl_;
  CoscheduledTurns coscheduled_turns_;
};

// Whether an allocation that the members have not been told of is exported to them before it has been used enough to repay
// their mappings: what goes through workspace until then, or is pipelined. kNever: nor one that they have.
enum class ExportWhen : std::uint8_t { kAtOnce, kWhenWorth, kWhenWorthPipeline, kNever };

// One rank's view. Used with the engine's lock held.
class DeviceTeam {
 public:
  // `world`: the members, this rank at place `rank`; outlives it. `device`: the one that this rank works on.
  DeviceTeam(proto::Engine& engine, int rank, std::span<const int> world, int device) noexcept
      : engine_(engine), rank_(rank), world_(world), device_(device) {}

  [[nodiscard]] int device() const noexcept { return device_; }
  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return static_cast<int>(world_.size()); }

  // The probe, which outlives the team, as this rank exports it, and an LL buffer, unless there is no room. Before all else.
  Status open(DeviceProbe& probe, CallDescriptor* out);
  // Once open.
  [[nodiscard]] Log& log() noexcept { return probe_->log(); }
  // Whether this rank's kernels reach that memory of every member.
  Status try_to_reach(std::span<const CallDescriptor> descriptors);
  // Then, whether they reach the LL buffers of all members, each of whom works on a device of its own.
  [[nodiscard]] Status try_to_reach_ll_buffers(std::span<const CallDescriptor> descriptors);
  // Once all members have said so, or one has not.
  void use_ll_buffers(bool all_reach) noexcept { all_reach ? static_cast<void>(ll_buffers_used_ = true) : ll_buffers_.reset(); }
  // Null on all members or on none.
  [[nodiscard]] LlBuffers* ll_buffers() const noexcept { return ll_buffers_used_ ? ll_buffers_.get() : nullptr; }

  // FIFOs, for calls whose data peers do not map. None are made before one of the members had use for them in a call that all
  // learn of: in front of the next collective all offer theirs.
  [[nodiscard]] bool may_have_fifos() const noexcept { return fifos_stage_ != Stage::kNever && ll_buffers() != nullptr; }
  void want_fifos() noexcept;
  [[nodiscard]] bool wants_fifos() const noexcept { return fifos_stage_ == Stage::kWanted; }
  [[nodiscard]] Status offer_fifos(FifosDescriptor* out);
  [[nodiscard]] Status try_to_reach_fifos(std::span<const FifosDescriptor> descriptors);
  void use_fifos(bool all_reach) noexcept;
  // Null on all members or on none.
  [[nodiscard]] Fifos* fifos() const noexcept { return fifos_stage_ == Stage::kUsed ? fifos_.get() : nullptr; }

  // A communicator of NCCL's, which wants a device for each member: as FIFOs, once a row wants it (build_nccl()).
  [[nodiscard]] bool may_have_nccl() const noexcept { return nccl_stage_ != Stage::kNever && own_devices_; }
  void want_nccl() noexcept;
  [[nodiscard]] bool wants_nccl() const noexcept { return nccl_stage_ == Stage::kWanted; }
  [[nodiscard]] Status offer_nccl(NcclDescriptor* out);
  // A failure before anybody begins is known to all.
  [[nodiscard]] Status begin_nccl(std::span<const NcclDescriptor> descriptors);
  [[nodiscard]] Status test_nccl(bool* over) { return nccl_->test_begun(over); }
  void use_nccl(bool all_have) noexcept;
  // Null on all members or on none.
  [[nodiscard]] NcclTeam* nccl() const noexcept { return nccl_stage_ == Stage::kUsed ? nccl_.get() : nullptr; }
  [[nodiscard]] CoscheduledTurns& coscheduled_turns() noexcept { return probe_->coscheduled_turns(); }
  // Members meet once more.
  [[nodiscard]] bool wants_meeting() const noexcept { return wants_fifos() || wants_nccl(); }

  // Lets all members map `bytes` from `address` on, where they can. kNotExportable: they cannot, or it is not worth it yet.
  [[nodiscard]] Status export_buffer(const void* address, std::uint64_t bytes, ExportWhen how, Whereabouts* where,
                                     transport::BufferDescriptor* out);
  // Whether this rank's kernels reach memory of its own as it lies.
  [[nodiscard]] Status find(const void* address, std::uint64_t bytes, Whereabouts* where);
  // Memory of this rank's device that can be exported; none where there is no room.
  [[nodiscard]] Workspace::Slice take(std::uint64_t bytes) {
    return probe_->workspace().take(engine_.accel().allocations(), device_, bytes);
  }
  // Takes what came with the regions of such descriptors, of those too that this rank does not map: what nobody takes is
  // dropped to make room, though whoever exports believes it here.
  void accept_regions(std::span<const CallDescriptor> descriptors);
  // Where a member's exported region is for this rank's kernels, until the mappings are released.
  [[nodiscard]] Status reach(int member, const transport::BufferDescriptor& region, Mappings* mappings, std::uint64_t* address);

 private:
  [[nodiscard]] bool worth_exporting(const accel::Memory& memory, std::uint64_t bytes, ExportWhen how);
  Status export_anew(const accel::Memory& memory, const void* address, std::uint64_t bytes, transport::BufferDescriptor* out);

  proto::Engine& engine_;
  int rank_;
  std::span<const int> world_;
  int device_;
  DeviceProbe* probe_ = nullptr;
  std::unique_ptr<LlBuffers> ll_buffers_;
  bool ll_buffers_used_ = false;
  enum class Stage : std::uint8_t { kNotYet, kWanted, kUsed, kNever };
  Stage fifos_stage_ = Stage::kNotYet;
  std::unique_ptr<Fifos> fifos_;
  bool own_devices_ = false;  // each member has one of its own
  Stage nccl_stage_ = Stage::kNotYet;
  std::unique_ptr<NcclTeam> nccl_;
  // What all members were told of lately.
  struct Told {
    std::uint64_t buffer_id = 0;
    transport::BufferDescriptor region;
  };
  static constexpr std::size_t kTold = 8;
  std::array<Told, kTold> told_;
  std::size_t next_told_ = 0;
  std::uint64_t regions_ended_ = 0;
};

}  // namespace penstock::coll
