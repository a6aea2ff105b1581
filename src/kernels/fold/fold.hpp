// A fold is a reduction on a GPU: one kernel reduces any number of arrays that it can access, in rank order, in one pass over
// memory.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "accel/accel.hpp"
#include "base/reduce/element.hpp"
#include "base/reduce/operation.hpp"
#include "kernels/fold/fold_arguments.hpp"

namespace penstock::kernels {

// Folding selects the kernel and its operation. An element of the datatype consists of `elements_per` elements of the kernel,
// of `element_bytes` each and of this kind.
struct Folding {
  std::string_view kernel;
  std::uint32_t operation = 0;
  std::uint32_t elements_per = 1;
  std::uint32_t element_bytes = 1;
  FoldKind kind = FoldKind::kNone;
};

// Finds the kernel. The results are those of base/reduce bit for bit, except for the choice of the NaN that a sum or product
// returns. Returns false, and leaves `*out` unchanged, if there is no kernel, since MPI defines no such operation or GPUs have
// no such arithmetic (long double, __float128, 128-bit integers).
[[nodiscard]] bool find_folding(base::Operation operation, base::Element element, Folding* out) noexcept;
// Copies bytes unchanged from one source to all targets; for FoldForm::kTotal.
[[nodiscard]] Folding copying() noexcept;

// Each address has `count` elements of the datatype (bytes for a copy). Addresses are multiples of the alignment of the
// element's members, and the queue's device can access them. There are at most kMostFolded of each; prefixes have as many
// targets as sources. A target of address 0 is skipped. Targets do not overlap each other. A target overlaps no source, or is
// exactly one of them: for a total any source, for a prefix the source of its own number or a lower one.
struct FoldTask {
  Folding folding;
  FoldForm form = FoldForm::kTotal;
  std::uint64_t count = 0;
  std::span<const std::uint64_t> sources;
  std::span<const std::uint64_t> targets;
};

// Launches the fold with at most `most_blocks` blocks, and at most PENSTOCK_KERNEL_GRID. `task` and its addresses are read in
// the call; `*out` is done when all targets are visible, on this device and others. Returns Code::kInternal for an invalid
// task.
Status fold(const Config& config, accel::Queue& queue, const FoldTask& task, unsigned most_blocks, accel::Ticket* out);

}  // namespace penstock::kernels
