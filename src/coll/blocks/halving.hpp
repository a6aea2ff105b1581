// Recursive halving and doubling over a power of two of places: the two phases of Rabenseifner's algorithms.
#pragma once

#include <vector>

#include "coll/blocks/blocks.hpp"
#include "coll/operand/operand.hpp"
#include "coll/schedule/schedule.hpp"

namespace penstock::coll {

// The largest power of two of the ranks takes part. If there are more ranks, those of the first pairs share a place: one rank
// of each pair, the odd one unless the other is `kept`, works for both.
class Places {
 public:
  explicit Places(const Team& team, int kept = -1) noexcept;

  [[nodiscard]] int count() const noexcept { return count_; }
  [[nodiscard]] int pairs() const noexcept { return pairs_; }
  // Returns this rank's place; -1: it leaves the work to its partner.
  [[nodiscard]] int mine() const noexcept { return mine_; }
  // Returns the other rank of this rank's pair; -1 outside the pairs.
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

// The way in which halves are distributed. kRankOrder: partners are 1, 2, 4 ... places apart, so operands are combined in rank
// order; a place ends with the block whose number has the bits of the place in reverse. kOwnBlock: partners are 4, 2, 1 apart,
// for commutative reductions alone; a place ends with its own block.
enum class Halves : std::uint8_t { kRankOrder, kOwnBlock };

// The phases use these messages; a caller's own messages may have lower numbers.
inline constexpr std::uint32_t kHalvingMessages = 8;

// One rank of a place, with a block for each place in host memory: at first its operand, which is complete after `ready`.
class Halving {
 public:
  Halving(Schedule& schedule, const Reduction& reduction, const Places& places, const Blocks& blocks, Halves halves,
          Step ready);

  // Makes log2 n exchanges of 1/2, 1/4 ... of the blocks: then block first() is reduced over all places.
  void reduce();
  // Runs the exchanges backwards: every place gets all blocks.
  void gather_all();
  // Gathers along log2 n levels of a tree: `root` gets all blocks.
  void gather_to(int root);

  [[nodiscard]] int first() const noexcept { return first_; }
  // Returns the step after which the blocks of this rank are complete, and the blocks that it sent may be overwritten.
  [[nodiscard]] Step ready() const noexcept { return ready_; }

 private:
  // Returns the bits of places in the order of the exchanges.
  [[nodiscard]] std::vector<int> bits() const;
  void halve(std::size_t level, int bit);
  Step fold(const proto::Buffer& kept, const proto::Buffer& operand, Step received, bool from_below);
  // Returns the half beside this one, which the level's partner has.
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
