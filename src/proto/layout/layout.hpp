// A datatype as the movers use it: a plan of strided bytes, without an MPI handle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/status.hpp"
#include "kernels/copy/strided.hpp"
#include "proto/layout/plan.hpp"

namespace penstock::proto {

// One element of a datatype. It is immutable once built; copies share the plan.
class Layout {
 public:
  // Makes a layout of `bytes` contiguous bytes.
  static Layout bytes(std::uint64_t bytes);
  // Makes count blocks of `blocklength` elements, `stride` bytes apart.
  static Status vector(const Layout& element, std::int64_t count, std::int64_t blocklength, std::int64_t stride_bytes,
                       Layout* out);
  // Makes blocks of `blocklength` elements at `offsets` bytes, in that order.
  static Status blocks(const Layout& element, std::int64_t blocklength, std::span<const std::int64_t> offsets, Layout* out);
  // Makes blocks, each with its own length.
  static Status indexed(const Layout& element, std::span<const std::int64_t> blocklengths,
                        std::span<const std::int64_t> offsets, Layout* out);
  // A structure has blocks of different elements, in that order. `alignment` rounds the extent up, unless a block's bounds were
  // set explicitly.
  struct Block {
    const Layout* element = nullptr;
    std::int64_t blocklength = 0;
    std::int64_t offset = 0;  // bytes
  };
  static Status structure(std::span<const Block> blocks, std::int64_t alignment, Layout* out);
  // Uses C order: sizes[0] is the slowest dimension. The caller reverses Fortran order.
  static Status subarray(const Layout& element, std::span<const std::int64_t> sizes, std::span<const std::int64_t> subsizes,
                         std::span<const std::int64_t> starts, Layout* out);
  static Layout resized(const Layout& element, std::int64_t lower_bound, std::int64_t extent);
  // A layout may have parts of any shapes, in packed order, with the lower bound 0.
  struct Part {
    std::int64_t offset = 0;
    kernels::Strided shape;  // base unused
  };
  static Layout of_parts(std::span<const Part> parts, std::int64_t extent);

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }  // packed bytes of one element
  [[nodiscard]] std::int64_t extent() const noexcept { return extent_; }
  [[nodiscard]] std::int64_t lower_bound() const noexcept { return lower_bound_; }
  // Return the bounds of the bytes alone; 0 if there are none.
  [[nodiscard]] std::int64_t true_lower_bound() const noexcept { return reach_.low; }
  [[nodiscard]] std::int64_t true_extent() const noexcept { return reach_.high - reach_.low; }
  // Returns the positions of the bytes; without runs if there are none.
  [[nodiscard]] PlanView plan() const noexcept {
    if (plan_) return plan_->view();
    return {{&only_, size_ == 0 ? std::size_t{0} : 1}, {}, {}, {}, size_};
  }
  // Returns the plan that all equal layouts share, as core found them; null if plan() is one strided shape.
  [[nodiscard]] const std::shared_ptr<const Plan>& shared_plan() const noexcept { return plan_; }
  // Returns the offset of the first byte in packed order; 0 if there is none.
  [[nodiscard]] std::int64_t first_offset() const noexcept { return size_ == 0 ? 0 : plan().first_offset(); }
  // Tells if `count` elements are one contiguous block that starts at the buffer address.
  [[nodiscard]] bool is_contiguous(std::uint64_t count) const noexcept {
    if (one_block_ && (count == 1 || extent_ == static_cast<std::int64_t>(size_))) [[likely]] {
      return true;
    }
    return size_ == 0 || count == 0;
  }
  // Describes `count` elements at `buffer` as one strided shape of at most kMaxDims
  // dimensions; returns false if that is impossible.
  [[nodiscard]] bool as_strided(std::uint64_t buffer, std::uint64_t count, kernels::Strided* out) const;

 private:
  friend class PlanCache;
  struct Bounds;
  void take(Plan plan);
  [[nodiscard]] Plan copy_of_plan() const;
  static Status repeat(Plan* plan, std::uint64_t count, std::int64_t stride);

  Run only_;                          // used without a plan: the only run, unless size_ is 0
  std::shared_ptr<const Plan> plan_;  // null if the layout is one strided shape
  std::uint64_t size_ = 0;
  std::int64_t extent_ = 0;
  std::int64_t lower_bound_ = 0;
  Reach reach_;
  bool one_block_ = false;   // contiguous from the buffer's address on
  bool bounds_set_ = false;  // set by resized() or subarray(): in a structure, only such bounds count
};

// A buffer and its layout: the argument of every call below core/.
struct Buffer {
  void* address = nullptr;
  std::uint64_t count = 0;
  const Layout* layout = nullptr;  // outlives the operation (core holds a reference)

  [[nodiscard]] std::uint64_t bytes() const noexcept { return count * layout->size(); }
};

// These copy packed bytes [first, first + bytes) of `buffer` to and from contiguous host memory, by the CPU.
void pack_host(const Buffer& buffer, std::uint64_t first, std::span<std::byte> out);
void unpack_host(const Buffer& buffer, std::uint64_t first, std::span<const std::byte> in);

}  // namespace penstock::proto
