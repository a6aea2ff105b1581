// What a member says of a call's data before anything moves.
#pragma once

#include <cstdint>
#include <type_traits>

#include "transport/transport.hpp"

namespace penstock::coll {

enum class Whereabouts : std::uint32_t {
  kNothing,    // it has no bytes in this call
  kElsewhere,  // not in memory that every member's kernels could reach as it lies: the call goes over the host
  kDevice,
};

// The parts that the others may touch: what they read, and what they write. No export: nobody does.
struct DeviceCard {
  Whereabouts where = Whereabouts::kNothing;
  std::uint32_t reserved = 0;
  transport::RegionCard send;
  transport::RegionCard recv;
};
static_assert(std::is_trivially_copyable_v<DeviceCard>);

}  // namespace penstock::coll
