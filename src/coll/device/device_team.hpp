// A team whose members all have a GPU that reaches those of the others.
#pragma once

#include <cstdint>
#include <memory>
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

// One rank's view. Used with the engine's lock held.
class DeviceTeam {
 public:
  // `world`: the members, this rank at place `rank`; outlives it. `device`: the one that this rank works on.
  DeviceTeam(proto::Engine& engine, int rank, std::span<const int> world, int device) noexcept
      : engine_(engine), rank_(rank), world_(world), device_(device) {}
  DeviceTeam(const DeviceTeam&) = delete;
  DeviceTeam& operator=(const DeviceTeam&) = delete;
  ~DeviceTeam();

  [[nodiscard]] int device() const noexcept { return device_; }
  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return static_cast<int>(world_.size()); }

  // Memory of this rank's on the device that all members can map, to find out whether they do.
  Status open(DeviceCard* out);
  // Whether this rank's kernels reach that memory of every member.
  Status try_to_reach(std::span<const DeviceCard> cards);

  // Lets all members map `bytes` from `address` on. kElsewhere where they could not.
  [[nodiscard]] Status lend(const void* address, std::uint64_t bytes, Whereabouts* where, transport::RegionCard* out);
  // Whether this rank's kernels reach memory of its own.
  [[nodiscard]] Status find(const void* address, std::uint64_t bytes, Whereabouts* where);
  // Where a member's region is for this rank's kernels, until the mappings are released.
  [[nodiscard]] Status reach(int member, const transport::RegionCard& region, Mappings* mappings, std::uint64_t* address);

 private:
  proto::Engine& engine_;
  int rank_;
  std::span<const int> world_;
  int device_;
  accel::Memory probe_;
};

}  // namespace penstock::coll
