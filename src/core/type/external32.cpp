#include "core/type/external32.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/quad.hpp"

namespace penstock::core {
namespace {

using base::Quad;

// Describes how the numbers of a predefined type change; one element has `parts` of them.
struct Conversion {
  enum class Kind : std::uint8_t { kSwap, kShrinkSigned, kShrinkUnsigned, kLongDouble };
  Kind kind = Kind::kSwap;
  std::uint32_t parts = 1;
  std::uint32_t native = 0;
  std::uint32_t external = 0;
};

Conversion conversion_of(const Datatype& basic) {
  using Kind = Conversion::Kind;
  const auto size = static_cast<std::uint32_t>(basic.layout().size());
  if (basic.handle == MPI_LONG) return {Kind::kShrinkSigned, 1, 8, 4};
  if (basic.handle == MPI_UNSIGNED_LONG) return {Kind::kShrinkUnsigned, 1, 8, 4};
  if (basic.handle == MPI_WCHAR) return {Kind::kShrinkUnsigned, 1, 4, 2};
  switch (basic.element()) {
    case Element::kLongDouble: return {Kind::kLongDouble, 1, 16, 16};
    case Element::kComplexLongDouble: return {Kind::kLongDouble, 2, 16, 16};
    case Element::kComplexHalf:
    case Element::kComplexFloat:
    case Element::kComplexDouble:
    case Element::kComplexQuad: return {Kind::kSwap, 2, size / 2, size / 2};
    default: return {Kind::kSwap, 1, size, size};
  }
}

// Converts numbers that are longer here than in external32; returns false if the value does not fit.
bool shrink(const Conversion& c, const std::byte* native, std::byte* external) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, native, c.native);
  const unsigned kept = c.external * 8;
  const bool is_signed = c.kind == Conversion::Kind::kShrinkSigned;
  const auto high = static_cast<std::int64_t>(bits) >> (is_signed ? kept - 1 : kept);
  if (high != 0 && !(is_signed && high == -1)) return false;
  for (unsigned i = 0; i < c.external; ++i) external[i] = static_cast<std::byte>(bits >> (kept - 8 - i * 8));
  return true;
}

void widen(const Conversion& c, const std::byte* external, std::byte* native) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < c.external; ++i) bits = bits << 8 | static_cast<std::uint64_t>(external[i]);
  const unsigned shift = 64 - c.external * 8;
  if (c.kind == Conversion::Kind::kShrinkSigned) {
    bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << shift) >> shift);
  }
  std::memcpy(native, &bits, c.native);
}

template <std::size_t width>
void swap_all(const std::byte* from, std::uint64_t count, std::byte* to) {
  for (std::uint64_t i = 0; i < count; ++i, from += width, to += width) {
    for (std::size_t b = 0; b < width; ++b) to[b] = from[width - 1 - b];
  }
}

void swap_all(std::uint32_t width, const std::byte* from, std::uint64_t count, std::byte* to) {
  switch (width) {
    case 1: std::memcpy(to, from, count); return;
    case 2: return swap_all<2>(from, count, to);
    case 4: return swap_all<4>(from, count, to);
    case 8: return swap_all<8>(from, count, to);
    default: return swap_all<16>(from, count, to);
  }
}

// Uses that binary128 has the exponents of the 80 bits of x86 and more digits; in the other direction, the number is
// rounded. ARM's long double is binary128.
void to_quad(const std::byte* native, std::byte* external) {
  long double value = 0;
  std::memcpy(&value, native, sizeof(value));
  const auto wide = static_cast<Quad>(value);
  swap_all<16>(reinterpret_cast<const std::byte*>(&wide), 1, external);
}

void from_quad(const std::byte* external, std::byte* native) {
  Quad wide = 0;
  swap_all<16>(external, 1, reinterpret_cast<std::byte*>(&wide));
  const auto value = static_cast<long double>(wide);
  std::memset(native, 0, sizeof(value));
  std::memcpy(native, &value, base::kLongDoubleBytes);
}

Status no_room(const Datatype& basic) {
  return Status::error(Code::kArg, "a value of {} does not fit the {} bytes that it has in external32; send such data as {}",
                       basic.name(), conversion_of(basic).external,
                       basic.handle == MPI_WCHAR ? "MPI_UINT32_T" : "MPI_INT64_T or MPI_UINT64_T");
}

static_assert(std::endian::native == std::endian::little);

}  // namespace

std::uint64_t external_size(const Datatype& type) {
  if (type.parts().empty()) {
    const Conversion c = conversion_of(type);
    return type.layout().size() == 0 ? 0 : std::uint64_t{c.parts} * c.external;
  }
  std::uint64_t sum = 0;
  for (const Datatype::Part& part : type.parts()) sum += part.repeats * external_size(*part.type);
  return sum;
}

Status to_external(const Datatype& type, std::uint64_t count, const std::byte* native, std::byte* external) {
  Status status;
  for_each_basic(type, count, [&](const Datatype& basic, std::uint64_t elements) {
    const Conversion c = conversion_of(basic);
    const std::uint64_t numbers = elements * c.parts;
    if (!status.is_ok()) return;
    if (c.kind == Conversion::Kind::kSwap) swap_all(c.native, native, numbers, external);
    for (std::uint64_t i = 0; i < numbers && c.kind != Conversion::Kind::kSwap; ++i) {
      if (c.kind == Conversion::Kind::kLongDouble) {
        to_quad(native + i * c.native, external + i * c.external);
      } else if (!shrink(c, native + i * c.native, external + i * c.external)) {
        status = no_room(basic);
        return;
      }
    }
    native += numbers * c.native;
    external += numbers * c.external;
  });
  return status;
}

void from_external(const Datatype& type, std::uint64_t count, const std::byte* external, std::byte* native) {
  for_each_basic(type, count, [&](const Datatype& basic, std::uint64_t elements) {
    const Conversion c = conversion_of(basic);
    const std::uint64_t numbers = elements * c.parts;
    if (c.kind == Conversion::Kind::kSwap) swap_all(c.native, external, numbers, native);
    for (std::uint64_t i = 0; i < numbers && c.kind != Conversion::Kind::kSwap; ++i) {
      if (c.kind == Conversion::Kind::kLongDouble) {
        from_quad(external + i * c.external, native + i * c.native);
      } else {
        widen(c, external + i * c.external, native + i * c.native);
      }
    }
    native += numbers * c.native;
    external += numbers * c.external;
  });
}

}  // namespace penstock::core
