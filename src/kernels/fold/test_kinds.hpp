// This header serves tests of folds: it has elements of every type, and operands of them.
#pragma once

#include <cstddef>
#include <cstring>
#include <random>
#include <type_traits>
#include <vector>

#include "base/reduce/element.hpp"
#include "base/reduce/reduce.hpp"
#include "base/reduce/reduce_reference.hpp"
#include "kernels/fold/fold.hpp"

namespace penstock::kernels::test {

namespace r = base::reference;
using base::Element;
using base::Operation;
using Bytes = std::vector<std::byte>;
using Random = std::mt19937_64;

// Kind is the description of an element's type for tests.
struct Kind {
  Element element;
  std::size_t bytes;
  std::size_t alignment;
  void (*fill)(Random& random, std::byte* out);
  void (*unify_nans)(std::byte* at, std::size_t bytes);  // makes all NaNs equal
};
// Real is the type that may be a NaN; void means that there is none.
template <typename Real>
void unify(std::byte* at, std::size_t bytes) {
  if constexpr (!std::is_void_v<Real>) {
    for (std::size_t i = 0; i < bytes; i += sizeof(Real)) {
      Real value;
      std::memcpy(&value, at + i, sizeof value);
      if (r::is_nan(value)) std::memset(at + i, 0xff, sizeof value);
    }
  }
}
template <typename T, typename Real = void>
Kind kind(Element element) {
  return {element, sizeof(T), alignof(T),
          [](Random& random, std::byte* out) {
            T value;
            r::fill(random, &value);
            std::memcpy(out, static_cast<const void*>(&value), sizeof value);
          },
          unify<Real>};
}

inline const Kind kKinds[] = {
    kind<std::int8_t>(Element::kInt8),
    kind<std::int16_t>(Element::kInt16),
    kind<std::int32_t>(Element::kInt32),
    kind<std::int64_t>(Element::kInt64),
    kind<std::int8_t>(Element::kPlainInt8),
    kind<std::int16_t>(Element::kPlainInt16),
    kind<std::int32_t>(Element::kPlainInt32),
    kind<std::int64_t>(Element::kPlainInt64),
    kind<std::uint8_t>(Element::kUint8),
    kind<std::uint16_t>(Element::kUint16),
    kind<std::uint32_t>(Element::kUint32),
    kind<std::uint64_t>(Element::kUint64),
    kind<r::Half, r::Half>(Element::kHalf),
    kind<r::Bfloat16, r::Bfloat16>(Element::kBfloat16),
    kind<r::Float8E4M3, r::Float8E4M3>(Element::kFloat8E4M3),
    kind<r::Float8E5M2, r::Float8E5M2>(Element::kFloat8E5M2),
    kind<float, float>(Element::kFloat),
    kind<double, double>(Element::kDouble),
    kind<r::Complex<r::Half>, r::Half>(Element::kComplexHalf),
    kind<r::Complex<float>, float>(Element::kComplexFloat),
    kind<r::Complex<double>, double>(Element::kComplexDouble),
    kind<std::uint8_t>(Element::kLogical8),
    kind<std::uint16_t>(Element::kLogical16),
    kind<std::uint32_t>(Element::kLogical32),
    kind<std::uint64_t>(Element::kLogical64),
    kind<std::uint8_t>(Element::kByte),
    kind<r::Pair<float, int>>(Element::kFloatInt),
    kind<r::Pair<double, int>>(Element::kDoubleInt),
    kind<r::Pair<long, int>>(Element::kLongInt),
    kind<r::Pair<int, int>>(Element::kTwoInt),
    kind<r::Pair<short, int>>(Element::kShortInt),
    kind<r::Pair<float, float>>(Element::kTwoReal),
    kind<r::Pair<double, double>>(Element::kTwoDouble),
    kind<r::Pair<int, int>>(Element::kTwoInteger),
};
// Returns true for operations that compute NaNs; the others return one of their operands.
inline bool makes_nans(Operation operation) {
  return operation == Operation::kSum || operation == Operation::kProd;
}

inline Bytes random_bytes(Random& random, std::size_t bytes) {
  Bytes made(bytes);
  for (std::byte& byte : made) byte = static_cast<std::byte>(random());
  return made;
}
inline Bytes random_elements(Random& random, const Kind& kind, std::size_t count) {
  Bytes made(count * kind.bytes);
  for (std::size_t i = 0; i < count; ++i) kind.fill(random, &made[i * kind.bytes]);
  return made;
}

// Calls visit(kind, operation, folding) for every supported operation on every element, until it returns false. Returns the
// number of calls.
template <typename Visit>
int for_foldings(const Visit& visit) {
  int combinations = 0;
  for (const Kind& kind : kKinds) {
    for (int i = 0; i < base::kOperations; ++i) {
      Folding folding;
      if (!find_folding(static_cast<Operation>(i), kind.element, &folding)) continue;
      ++combinations;
      if (!visit(kind, static_cast<Operation>(i), folding)) return combinations;
    }
  }
  return combinations;
}

}  // namespace penstock::kernels::test
