// The representation "external32" of packed data (standard, section 15.5.2): big-endian, IEEE, without gaps.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.hpp"
#include "core/type/datatype.hpp"

namespace penstock::core {

// Bytes of one of `type`. kArg for a type of more than 2^63.
[[nodiscard]] std::uint64_t external_size(const Datatype& type);

// `count` of `type`, packed as they lie in memory, to and from external32. A value that the other side has no room for is
// refused with kArg: MPI_LONG has 4 bytes there, MPI_WCHAR 2.
[[nodiscard]] Status to_external(const Datatype& type, std::uint64_t count, const std::byte* native, std::byte* external);
void from_external(const Datatype& type, std::uint64_t count, const std::byte* external, std::byte* native);

}  // namespace penstock::core
