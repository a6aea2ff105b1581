// Runs blocking collectives of little data directly in a shared buffer: the steps of the shared buffer algorithms' builders, in
// the same order and with the same lengths, without a schedule. Each rank may take either path, call by call.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/reduce/reduce.hpp"
#include "base/status.hpp"
#include "coll/select/select.hpp"
#include "coll/shm/buffer.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::coll {

// Buffers are contiguous host memory and do not overlap unless they are said to be in place. Functions wait, with progress, and
// return when this rank's part is complete. Failures: kTransport if another rank failed or has another length.
class ShmFastPath {
 public:
  // The shared buffer and the engine outlive it. It accepts the calls of those compiled-in rows that use shared buffers.
  ShmFastPath(ShmBuffer& shm, proto::Engine& engine);

  // `bytes` is as in Query, but of one block for reduce_scatter_block. False also while other operations in
  // the shared buffer are under way.
  [[nodiscard]] bool takes(Collective collective, std::uint64_t bytes) const noexcept {
    return bytes <= most_[static_cast<std::size_t>(collective)] && bytes != 0 && shm_.is_idle();
  }
  [[nodiscard]] bool takes_barrier() const noexcept { return shm_.is_idle(); }

  Status barrier();
  Status bcast(std::byte* data, std::uint64_t bytes, int root);
  // `bytes` is the length of one part. `to` is used on the root alone; the root's own part lies in place if `from` is null.
  Status gather(const std::byte* from, std::byte* to, std::uint64_t bytes, int root);
  Status scatter(const std::byte* from, std::byte* to, std::uint64_t bytes, int root);
  Status allgather(const std::byte* from, std::byte* to, std::uint64_t bytes);
  Status alltoall(const std::byte* from, std::byte* to, std::uint64_t bytes);

  // One member's part in a collective whose parts have any lengths: takes_part() of gatherv, scatterv and alltoallv accepts
  // such parts. `own` has no address if it is in place.
  struct Part {
    std::byte* address;
    std::uint64_t bytes;
  };
  [[nodiscard]] bool takes_part(Collective collective, std::uint64_t bytes) const noexcept {
    return bytes <= most_[static_cast<std::size_t>(collective)];
  }
  [[nodiscard]] bool takes_parts(Collective collective) const noexcept {
    return most_[static_cast<std::size_t>(collective)] != 0 && shm_.is_idle();
  }
  // Returns memory for parts until the next call; there are two lists.
  [[nodiscard]] std::span<Part> parts(int list) noexcept {
    return std::span(parts_).subspan(static_cast<std::size_t>(list) * static_cast<std::size_t>(size_),
                                     static_cast<std::size_t>(size_));
  }
  // `parts` is used on the root alone.
  Status gatherv(const Part& own, std::span<const Part> parts, int root);
  Status scatterv(std::span<const Part> parts, const Part& own, int root);
  // All ranks have the same lengths; `bytes` as in Query.
  Status allgatherv(const Part& own, std::span<const Part> parts);
  Status alltoallv(std::span<const Part> sent, std::span<const Part> received);

  // The operand of a reduction.
  struct Operand {
    const base::ReduceKernel& kernel;
    const std::byte* from;
    std::byte* to;  // may be `from`
    std::uint64_t bytes;
    std::uint64_t count;  // elements
  };
  Status reduce(const Operand& operand, int root);
  Status allreduce(const Operand& operand);
  Status scan(const Operand& operand);
  Status exscan(const Operand& operand);
  // The operand is that of one block.
  Status reduce_scatter_block(const Operand& operand);
  // The operand is the whole; this rank gets the result of `count` elements from `offset` bytes on.
  Status reduce_scatter(const Operand& operand, std::uint64_t offset, std::uint64_t count);

 private:
  class Turn;
  Status fold_up_to(const Operand& operand, int last);
  void put_cells(Turn& turn, std::span<const Part> parts) const;

  ShmBuffer& shm_;
  proto::Engine& engine_;
  int rank_;
  int size_;
  std::array<std::uint64_t, kCollectives> most_{};  // bytes
  std::uint64_t cell_ = 0;                          // the longest part, if ranks do not know each other's lengths (cells.hpp)
  std::vector<const void*> operands_;               // of all members
  std::vector<Part> parts_;                         // two lists
};

}  // namespace penstock::coll
