// What a member says of a call's data before anything moves.
#pragma once

#include <cstdint>
#include <type_traits>

#include "transport/transport.hpp"

namespace penstock::coll {

// Of several data the last of these counts.
enum class Whereabouts : std::uint32_t {
  kNothing,  // it has no bytes in this call
  kDevice,
  kNotExportable,  // in GPU memory, but not as others need it; on no descriptor: the data go through memory that is
  kElsewhere,      // on the host, or there is no room for them on the device: the call goes over the host
};

// Whether some of a member's data go through memory of the library's own.
enum class Staged : std::uint32_t {
  kNot,
  kIn,     // what it sends
  kInOut,  // what it receives too, which it copies to where that belongs at the end
};

// Whether a member's data can go by a co-scheduled kernel, in one shot or through FIFOs, for which nothing is exported.
enum class Pipelined : std::uint32_t {
  kCannot,
  kCan,
  kWants,  // and nothing else is ready, where members have what such a kernel needs
};

// Whether a member may fail to map what others export.
enum class Reach : std::uint32_t {
  kSure,
  kMayFail,  // and whether it does all ask before anything moves
};

// The parts that the others may touch: what they read, and what they write. No export: nobody does.
struct CallDescriptor {
  Whereabouts where = Whereabouts::kNothing;
  Staged staged = Staged::kNot;
  Pipelined pipelined = Pipelined::kCannot;
  Reach reach = Reach::kSure;
  std::uint64_t number = 0;  // of the call, where they have
  std::uint64_t bytes = 0;   // Query's: peers would wait for what does not come
  transport::BufferDescriptor send;
  transport::BufferDescriptor recv;
};
static_assert(std::is_trivially_copyable_v<CallDescriptor>);

}  // namespace penstock::coll
