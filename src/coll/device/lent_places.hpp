// Where members' data are for this rank's kernels, once all have told.
#pragma once

#include <cstdint>
#include <span>

#include "coll/device/device_team.hpp"
#include "coll/device/plan.hpp"

namespace penstock::coll {

// The other members' where they lent them, mapped when first asked for; this rank's where its own `arguments` say, whatever it
// lent: others may know a copy of them.
class LentPlaces final : public Places {
 public:
  // All outlive it; of a team with devices.
  LentPlaces(const Query& query, const Team& team, const Arguments& arguments, std::span<const DeviceCard> cards,
             Mappings& mappings);
  Status send_of(int member, std::uint64_t* address) override;
  Status recv_of(int member, std::uint64_t* address) override;

 private:
  const Team& team_;
  std::span<const DeviceCard> cards_;
  Mappings& mappings_;
  std::uint64_t send_;
  std::uint64_t recv_;
};

}  // namespace penstock::coll
