#include "kernels/copy/strided.hpp"

#include <algorithm>
#include <bit>
#include <string_view>

#include "kernels/copy/launch_shape.hpp"
#include "kernels/copy/strided_plan.hpp"

namespace penstock::kernels {
namespace {

constexpr unsigned kElementsPerThread = 4;  // kStridedUnroll of the body
constexpr unsigned kThreadsPerProcessor = 2048;
constexpr std::string_view kNames[] = {"penstock_copy_strided_1", "penstock_copy_strided_2", "penstock_copy_strided_4",
                                       "penstock_copy_strided_8", "penstock_copy_strided_16"};

}  // namespace

LaunchShape launch_shape(const Config& config, const accel::DeviceLimits& limits, std::uint32_t elements) noexcept {
  const unsigned most = std::min(static_cast<unsigned>(config.kernel_block), static_cast<unsigned>(limits.block_threads));
  const unsigned threads = std::min(most, (elements + 31U) / 32U * 32U);
  const unsigned tile = threads * kElementsPerThread;
  const unsigned resident = static_cast<unsigned>(limits.multiprocessors) * std::max(1U, kThreadsPerProcessor / threads);
  const unsigned grid = config.kernel_grid > 0 ? static_cast<unsigned>(config.kernel_grid) : resident;
  return {threads, std::min(grid, (elements + tile - 1) / tile)};
}

std::uint64_t Strided::packed_bytes() const noexcept {
  std::uint64_t bytes = block;
  for (int d = 0; d < dims; ++d) bytes *= count[d];
  return bytes;
}

Status copy_strided(const Config& config, accel::Queue& queue, const Strided& destination, const Strided& source,
                    std::uint64_t first, std::uint64_t bytes, accel::By by, accel::Ticket* out) {
  if (bytes == 0) return queue.mark(out);
  if (first + bytes > std::min(destination.packed_bytes(), source.packed_bytes())) {
    return Status::error(Code::kInternal, "bytes {} to {} of shapes of {} and {} bytes", first, first + bytes,
                         destination.packed_bytes(), source.packed_bytes());
  }
  const Strided to = simplified(destination);
  const Strided from = simplified(source);
  if (to.dims == 0 && from.dims == 0) {
    return queue.copy_and_mark(reinterpret_cast<void*>(to.base + first), reinterpret_cast<const void*>(from.base + first),
                               bytes, by, out);
  }
  const unsigned element = element_bytes(to, from, first, bytes);
  std::uint64_t left = bytes / element;
  for (std::uint64_t at = first / element; left > 0;) {
    StridedArguments piece = make_piece(to, from, element, at, left);
    const auto [threads, blocks] = launch_shape(config, queue.limits(), piece.elements);
    const std::string_view kernel = kNames[std::countr_zero(element)];
    at += piece.elements;
    left -= piece.elements;
    if (left == 0) {
      return queue.launch_and_mark(kernel, {blocks, 1, 1}, {threads, 1, 1}, &piece, sizeof piece, &piece.finish, out);
    }
    PENSTOCK_TRY(queue.launch(kernel, {blocks, 1, 1}, {threads, 1, 1}, &piece, sizeof piece));
  }
  return {};
}

}  // namespace penstock::kernels
