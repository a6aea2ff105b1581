// Blocking collectives of little data straight in a shared buffer: what the builders of the shared buffer algorithms list, in
// the same order and with the same lengths, without a schedule. Each rank may take either way, call by call.
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

// Buffers are contiguous host memory and do not overlap unless they are said to be in place. Verbs wait, with progress, and
// return once this rank's part is over. Failures: kTransport where another rank failed or has another length.
class ShmFastPath {
 public:
  // Shared buffer and engine outlive it. It takes what those of the compiled-in rows take that go through shared buffers.
  ShmFastPath(ShmBuffer& shm, proto::Engine& engine);

  // `bytes` as in Query, but of one block for reduce_scatter_block. False also while others of the shared buffer's operations
  // are under way.
  [[nodiscard]] bool takes(Collective collective, std::uint64_t bytes) const noexcept {
    return bytes <= most_[static_cast<std::size_t>(collective)] && bytes != 0 && shm_.is_idle();
  }
  [[nodiscard]] bool takes_barrier() const noexcept { return shm_.is_idle(); }

  Status barrier();
  Status bcast(std::byte* data, std::uint64_t bytes, int root);
  // `bytes`: of one part. `to` is looked at on the root alone; its own part lies in place where `from` is null.
  Status gather(const std::byte* from, std::byte* to, std::uint64_t bytes, int root);
  Status scatter(const std::byte* from, std::byte* to, std::uint64_t bytes, int root);
  Status allgather(const std::byte* from, std::byte* to, std::uint64_t bytes);
  Status alltoall(const std::byte* from, std::byte* to, std::uint64_t bytes);

  // One member's part in a collective whose parts have any lengths: takes_part() of gatherv, scatterv and alltoallv takes such
  // parts. `own` has no address where it is in place.
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
  // Memory for parts until the next call; two lists.
  [[nodiscard]] std::span<Part> parts(int list) noexcept {
    return std::span(parts_).subspan(static_cast<std::size_t>(list) * static_cast<std::size_t>(size_),
                                     static_cast<std::size_t>(size_));
  }
  // `parts` on the root alone.
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
  // The operand is that of one part.
  Status reduce_scatter_block(const Operand& operand);
  // The operand is the whole; of it, this rank has the result of `count` elements from `offset` bytes on.
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
  std::uint64_t cell_ = 0;                          // the longest, where they do not know each other's lengths (cells.hpp)
  std::vector<const void*> operands_;               // of members
  std::vector<Part> parts_;                         // two lists
};

}  // namespace penstock::coll
