// Recursive halving and doubling over a power of two of places: the two phases of Rabenseifner's algorithms.
#pragma once

#include <vector>

#include "coll/blocks/blocks.hpp"
#include "coll/operand/operand.hpp"
#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// The largest power of two of the ranks takes part. Where there are more ranks, those of the first pairs share a place: one of
// each pair, the odd one unless the other is `kept`, works for both.
class Places {
 public:
  explicit Places(const Team& team, int kept = -1) noexcept;

  [[nodiscard]] int count() const noexcept { return count_; }
  [[nodiscard]] int pairs() const noexcept { return pairs_; }
  // Returns this rank's place; -1: it leaves the work to its partner.
  [[nodiscard]] int mine() const noexcept { return mine_; }
  // The other rank of this one's pair; -1 outside the pairs.
  [[nodiscard]] int partner() const noexcept { return partner_; }
  [[nodiscard]] int rank_of(int place) const noexcept;
  // Returns the place of a rank, or of the partner that works for it.
  [[nodiscard]] int place_of(int rank) const noexcept { return rank < 2 * pairs_ ? rank / 2 : rank - pairs_; }

 private:
  int kept_;
  int count_ = 1;
  int pairs_;
  int mine_;
  int partner_;
};

// How halves are dealt out. kRankOrder: partners are 1, 2, 4 ... places apart, so operands meet in rank order; the block that a
// place ends with has its number with the bits in reverse. kOwnBlock: 4, 2, 1 apart, commutative reductions alone; a place
// ends with its own block.
enum class Halves : std::uint8_t { kRankOrder, kOwnBlock };

// Messages of the phases; a caller's own may have lower numbers.
inline constexpr std::uint32_t kHalvingMessages = 8;

// One rank of a place, with a block for each place in host memory: its operand at first, there once `ready` is over.
class Halving {
 public:
  Halving(Schedule& schedule, const Reduction& reduction, const Places& places, const Blocks& blocks, Halves halves,
          Step ready);

  // log2 n exchanges of 1/2, 1/4 ... of the blocks: then block first() is reduced over all places.
  void reduce();
  // Runs the exchanges backwards: every place gets all blocks.
  void gather_all();
  // log2 n levels of a tree: `root` gets all blocks.
  void gather_to(int root);

  [[nodiscard]] int first() const noexcept { return first_; }
  // After which the blocks that this rank holds are complete, and those that it sent may be written.
  [[nodiscard]] Step ready() const noexcept { return ready_; }

 private:
  // Bits of places in the order of the exchanges.
  [[nodiscard]] std::vector<int> bits() const;
  void halve(std::size_t level, int bit);
  Step fold(const proto::Buffer& kept, const proto::Buffer& operand, Step received, bool from_below);
  // The half beside this one, which the level's partner has.
  [[nodiscard]] proto::Buffer other_half(int bit) const;

  Schedule& schedule_;
  const Reduction reduction_;
  const Places& places_;
  const Blocks& blocks_;
  const Halves halves_;
  Step ready_;
  int first_ = 0;
  int held_;  // blocks from first_ on
  std::vector<Step> sent_;
  proto::Buffer operands_[2];
  Step freed_[2] = {kNoStep, kNoStep};
};

}  // namespace penstock::coll
