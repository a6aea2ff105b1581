// These are the arguments of a launch of a folding kernel.
#pragma once

#include <cstdint>

#include "accel/queue/flag.hpp"

namespace penstock::kernels {

inline constexpr std::uint32_t kMostFolded = 64;

enum class FoldKind : std::uint32_t {
  kNone,
#define PENSTOCK_FOLD_KIND(kind, ...) of_##kind,
#include "kernels/fold/fold_kinds.inc"
#undef PENSTOCK_FOLD_KIND
};

// Folds are computed from left to right: (source[0] op source[1]) op ...
enum class FoldForm : std::uint32_t {
  kTotal,         // every target gets the fold of all sources
  kPrefix,        // target[i] gets the fold of source[0] to source[i]
  kPrefixBefore,  // target[i] gets the fold of source[0] to source[i - 1]; target[0] is left alone
};

// This is the parameter block of the "penstock_fold_" kernels. A target of address 0 is skipped.
struct FoldArguments {
  accel::Finish finish;
  std::uint64_t count = 0;  // number of the kernel's elements
  std::uint32_t sources = 0;
  std::uint32_t targets = 0;
  std::uint32_t operation = 0;      // base::Operation
  std::uint32_t form = 0;           // FoldForm
  std::uint32_t width = 0;          // 16: bytes per access, else element by element; a copy has 8, 4, 2 and 1 as well
  std::uint32_t lead = 0;           // elements before every address's first multiple of `width`
  FoldKind kind = FoldKind::kNone;  // for "penstock_fold_any"
  std::uint32_t reserved = 0;
  std::uint64_t source[kMostFolded] = {};
  std::uint64_t target[kMostFolded] = {};
};
static_assert(sizeof(FoldArguments) < 4096, "what a launch's parameters may take");

}  // namespace penstock::kernels
