// Scatter, then allgather (Barnett, Gupta, Payne, Shuler, van de Geijn, Watts 1994): a binomial tree deals out one block a
// rank, then blocks go round a ring (log2 n + n - 1 rounds) or by recursive doubling (2 log2 n rounds, a power of two of
// ranks). About twice the data through every rank, whatever n. Ranks keep what passed through them on the way down the tree,
// and are not sent it again.
#include <algorithm>
#include <vector>

#include "coll/bcast/bcast.hpp"
#include "coll/pieces/pieces.hpp"
#include "coll/tree/tree.hpp"

namespace penstock::coll {
namespace {

// Divides the data into blocks by bytes, in the order of the ranks counted from the root: [i * total / n, (i + 1) * total / n).
class Dealt {
 public:
  Dealt(Schedule& schedule, const Arguments& arguments)
      : tree_(tree_of(schedule.team(), arguments.root, 2)),
        schedule_(schedule),
        data_(schedule, arguments.recv, tree_.parent < 0),
        total_(arguments.recv.bytes()),
        there_(static_cast<std::size_t>(tree_.ranks), kNoStep) {}

  [[nodiscard]] const Tree& tree() const noexcept { return tree_; }

  void scatter() {
    Step ready = data_.loaded();
    if (tree_.parent >= 0) ready = recv(tree_.relative, tree_.subtree, tree_.parent, 0);
    const auto first = there_.begin() + tree_.relative;
    std::fill(first, first + tree_.subtree, ready);
    for_children_largest_first(tree_, [&](int child, int subtree) { send(child, subtree, child, 0); });
  }
  // Blocks without bytes are no messages. Blocks that are sent in one message have come in one, or
  // this rank has them from the tree.
  void send(int first, int count, int to, std::uint32_t message) {
    const proto::Buffer blocks = at(first, count);
    if (blocks.bytes() == 0) return;
    const Step sent = schedule_.send(blocks, tree_.rank_of(to), message);
    Step last = kNoStep;
    for (int i = first; i < first + count; ++i) {
      const Step there = there_[static_cast<std::size_t>(i)];
      if (there != last) schedule_.order(there, sent);
      last = there;
    }
  }
  Step recv(int first, int count, int from, std::uint32_t message) {
    const proto::Buffer blocks = at(first, count);
    if (blocks.bytes() == 0) return kNoStep;
    const Step received = schedule_.recv(blocks, tree_.rank_of(from), message);
    data_.arrived(received);
    for (int i = first; i < first + count; ++i) there_[static_cast<std::size_t>(i)] = received;
    return received;
  }

 private:
  [[nodiscard]] std::uint64_t edge(int i) const noexcept {
    const auto n = static_cast<std::uint64_t>(tree_.ranks);
    const auto block = static_cast<std::uint64_t>(i);
    return block * (total_ / n) + std::min(block, total_ % n);
  }
  [[nodiscard]] proto::Buffer at(int first, int count) const noexcept {
    return data_.at(edge(first), edge(first + count) - edge(first));
  }

  const Tree tree_;
  Schedule& schedule_;
  PackedData data_;
  std::uint64_t total_;
  std::vector<Step> there_;  // the step after which this rank has the block
};

// Tells if the tree left the block with that rank.
bool has_block(int relative, int n, int block) {
  const int subtree = relative == 0 ? n : relative & -relative;
  return block >= relative && block - relative < subtree;
}

}  // namespace

void bcast_scatter_ring(Schedule& schedule, const Arguments& arguments) {
  const int n = schedule.team().size;
  if (n == 1 || arguments.recv.bytes() == 0) return;
  Dealt dealt(schedule, arguments);
  dealt.scatter();
  const int me = dealt.tree().relative;
  const int right = (me + 1) % n;
  const int left = (me - 1 + n) % n;
  for (int s = 0; s < n - 1; ++s) {
    const auto message = static_cast<std::uint32_t>(s) + 1;
    const int passed = (me - s + n) % n;
    const int incoming = (me - s - 1 + n) % n;
    if (!has_block(right, n, passed)) dealt.send(passed, 1, right, message);
    if (!has_block(me, n, incoming)) dealt.recv(incoming, 1, left, message);
  }
}

// Partners hold neighbouring groups of as many blocks as they are apart. A group's first rank may have both from the tree.
void bcast_scatter_doubling(Schedule& schedule, const Arguments& arguments) {
  const int n = schedule.team().size;
  if (n == 1 || arguments.recv.bytes() == 0) return;
  Dealt dealt(schedule, arguments);
  dealt.scatter();
  const int me = dealt.tree().relative;
  std::uint32_t message = 1;
  for (int bit = 1; bit < n; bit *= 2, ++message) {
    const int partner = me ^ bit;
    const int mine = me & -bit;
    const int theirs = partner & -bit;
    if (!has_block(partner, n, mine)) dealt.send(mine, bit, partner, message);
    if (!has_block(me, n, theirs)) dealt.recv(theirs, bit, partner, message);
  }
}

}  // namespace penstock::coll
