#include "coll/device/touched.hpp"

#include <algorithm>

#include "coll/device/plan.hpp"

namespace penstock::coll {
namespace {

// In place of addresses: a number of each member's sides, and below it the offset there. None is 0.
constexpr unsigned kOffsetBits = 48;

std::uint64_t symbol_of_send(int member) noexcept {
  return (2 * static_cast<std::uint64_t>(member) + 1) << kOffsetBits;
}
std::uint64_t symbol_of_recv(int member) noexcept {
  return (2 * static_cast<std::uint64_t>(member) + 2) << kOffsetBits;
}

class Symbols final : public Places {
 public:
  Status send_of(int member, std::uint64_t* address) override { return *address = symbol_of_send(member), Status::ok(); }
  Status recv_of(int member, std::uint64_t* address) override { return *address = symbol_of_recv(member), Status::ok(); }
};

void add(std::vector<Range>* ranges, std::uint64_t address, std::uint64_t bytes, std::uint64_t symbol) {
  if (bytes != 0 && (address >> kOffsetBits) << kOffsetBits == symbol) ranges->push_back({address - symbol, bytes});
}

void add(Touched* touched, const DeviceWork& work, int rank) {
  const std::uint64_t send = symbol_of_send(rank);
  const std::uint64_t recv = symbol_of_recv(rank);
  for (const FoldWork& fold : work.folds) {
    const std::uint64_t bytes = fold.count * fold.folding.elements_per * fold.folding.element_bytes;
    for (const std::uint64_t from : fold.sources) add(&touched->read, from, bytes, send);
    for (const std::uint64_t to : fold.targets) add(&touched->written, to, bytes, recv);
  }
  for (const CopyWork& copy : work.copies) {
    add(&touched->read, copy.from, copy.bytes, send);
    add(&touched->written, copy.to, copy.bytes, recv);
  }
}

void join(std::vector<Range>* ranges) {
  std::ranges::sort(*ranges, {}, &Range::first);
  std::vector<Range> joined;
  for (const Range& range : *ranges) {
    const std::uint64_t end = joined.empty() ? 0 : joined.back().first + joined.back().bytes;
    if (joined.empty() || range.first > end) {
      joined.push_back(range);
    } else {
      joined.back().bytes = std::max(end, range.first + range.bytes) - joined.back().first;
    }
  }
  *ranges = std::move(joined);
}

std::vector<Range> all_of(const Query& query, const CallBuffer& side) {
  const std::uint64_t bytes = side.own || !side.parts.empty() ? 0 : range_of(query, side).bytes;
  if (bytes == 0) return {};
  return {{0, bytes}};
}

}  // namespace

// What another has in place is its own part alone.
Touched touched_by_others(const Query& query, const Team& team, const Arguments& arguments) {
  Touched touched;
  // Where parts differ, the rank alone whose parts they are can plan.
  if (movement_of(query.collective).has_lists()) {
    const CallBuffers sides = call_buffers_of(query, team, arguments);
    return {all_of(query, sides.send), all_of(query, sides.recv)};
  }
  Symbols symbols;
  Team other = team;
  for (other.rank = 0; other.rank < team.size; ++other.rank) {
    if (other.rank == team.rank) continue;
    DeviceWork work;
    if (!DevicePlanner(query, other, arguments, {}, symbols).plan(&work).is_ok()) continue;
    add(&touched, work, team.rank);
  }
  join(&touched.read);
  join(&touched.written);
  return touched;
}

}  // namespace penstock::coll
