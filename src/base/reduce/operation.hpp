// Operation lists MPI's predefined operations. GPU kernels include this header, so it includes little.
#pragma once

#include <cstdint>

namespace penstock::base {

enum class Operation : std::uint8_t {
  kSum,
  kMin,
  kMax,
  kProd,
  kBand,
  kBor,
  kBxor,
  kLand,
  kLor,
  kLxor,
  kMinloc,
  kMaxloc,
};
inline constexpr int kOperations = static_cast<int>(Operation::kMaxloc) + 1;

}  // namespace penstock::base
