// A team whose members all have a GPU that reaches those of the others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "accel/accel.hpp"
#include "base/status.hpp"
#include "coll/device/card.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::coll {

// Mappings of peers' memory that one call uses.
class Mappings {
 public:
  explicit Mappings(accel::Accel& accel) noexcept : accel_(accel) {}
  Mappings(const Mappings&) = delete;
  Mappings& operator=(const Mappings&) = delete;
  ~Mappings() { release(); }
  void pin(const accel::Mapping& mapping);
  void release() noexcept;

 private:
  accel::Accel& accel_;
  std::vector<accel::Mapping> pinned_;
};

// A little memory of a process on its device, with which its teams find out whether they reach each other.
class DeviceProbe {
 public:
  static constexpr std::size_t kBytes = 4096;
  // The same for all teams; made when first asked for.
  Status get(accel::Accel& accel, int device, const void** out);

 private:
  accel::Memory memory_;  // goes with the Accel
};

// One rank's view. Used with the engine's lock held.
class DeviceTeam {
 public:
  // `world`: the members, this rank at place `rank`; outlives it. `device`: the one that this rank works on.
  DeviceTeam(proto::Engine& engine, int rank, std::span<const int> world, int device) noexcept
      : engine_(engine), rank_(rank), world_(world), device_(device) {}

  [[nodiscard]] int device() const noexcept { return device_; }
  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return static_cast<int>(world_.size()); }

  // The probe as this rank lends it.
  Status open(DeviceProbe& probe, DeviceCard* out);
  // Whether this rank's kernels reach that memory of every member.
  Status try_to_reach(std::span<const DeviceCard> cards);

  // Lets all members map `bytes` from `address` on. kElsewhere where they could not.
  [[nodiscard]] Status lend(const void* address, std::uint64_t bytes, Whereabouts* where, transport::RegionCard* out);
  // Whether this rank's kernels reach memory of its own.
  [[nodiscard]] Status find(const void* address, std::uint64_t bytes, Whereabouts* where);
  // Where a member's region is for this rank's kernels, until the mappings are released.
  [[nodiscard]] Status reach(int member, const transport::RegionCard& region, Mappings* mappings, std::uint64_t* address);

 private:
  Status lend_anew(const accel::Memory& memory, const void* address, std::uint64_t bytes, transport::RegionCard* out);

  proto::Engine& engine_;
  int rank_;
  std::span<const int> world_;
  int device_;
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
