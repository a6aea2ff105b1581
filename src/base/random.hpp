// Random bytes serve nonces, job keys and names that must not collide.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/status.hpp"

namespace penstock::base {

// Fills `out` from the kernel's random generator. Returns Code::kSystem if the kernel refuses.
Status random_bytes(std::span<std::byte> out);
Status random_u64(std::uint64_t* out);

}  // namespace penstock::base
