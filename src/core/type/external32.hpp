// The representation "external32" of packed data (standard, section 15.5.2): big-endian, IEEE, without gaps.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.hpp"
#include "core/type/datatype.hpp"

namespace penstock::core {

// Returns the bytes of one element of `type` in external32.
[[nodiscard]] std::uint64_t external_size(const Datatype& type);

// Convert `count` elements of `type`, packed as in memory, to and from external32. A value that does not fit the other side is
// refused with kArg: MPI_LONG has 4 bytes there, MPI_WCHAR 2.
[[nodiscard]] Status to_external(const Datatype& type, std::uint64_t count, const std::byte* native, std::byte* external);
void from_external(const Datatype& type, std::uint64_t count, const std::byte* external, std::byte* native);

}  // namespace penstock::core
