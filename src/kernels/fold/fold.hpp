// Reductions on a GPU: any number of arrays in its reach, in rank order, by one kernel in one pass over memory.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "accel/accel.hpp"
#include "base/reduce/element.hpp"
#include "base/reduce/operation.hpp"
#include "kernels/fold/fold_arguments.hpp"

namespace penstock::kernels {

// Which kernel folds, and how. An element of the datatype is `elements_per` of the kernel's, of `element_bytes` each and of
// this kind.
struct Folding {
  std::string_view kernel;
  std::uint32_t operation = 0;
  std::uint32_t elements_per = 1;
  std::uint32_t element_bytes = 1;
  FoldKind kind = FoldKind::kNone;
};

// The results are those of base/reduce bit for bit, but for which NaN comes of a sum or product. False, `*out` left alone: no
// kernel has it, since MPI defines no such operation or GPUs have no such arithmetic (long double, __float128, 128-bit
// integers).
[[nodiscard]] bool find_folding(base::Operation operation, base::Element element, Folding* out) noexcept;
// Bytes as they are, from one source to all targets; for FoldForm::kTotal.
[[nodiscard]] Folding copying() noexcept;

// `count` elements of the datatype (bytes, of a copy) at every address. Addresses are multiples of what the element's members
// are aligned to, and the queue's device reaches them. At most kMostFolded of each; prefixes have as many targets as sources.
// A target of address 0 is skipped. Targets do not overlap each other. A target is in no source, or is just one of them: of a
// total any, of a prefix the source of its own number or a lower one.
struct FoldTask {
  Folding folding;
  FoldForm form = FoldForm::kTotal;
  std::uint64_t count = 0;
  std::span<const std::uint64_t> sources;
  std::span<const std::uint64_t> targets;
};

// By at most `most_blocks` blocks, and PENSTOCK_KERNEL_GRID. `task` and its addresses are read now; `*out` is done when all
// targets are there, for whoever then looks, on this device or another. Code::kInternal for a task that is none.
Status fold(const Config& config, accel::Queue& queue, const FoldTask& task, unsigned most_blocks, accel::Ticket* out);

}  // namespace penstock::kernels
