// Put, get and accumulate between random layouts, by every path to a peer's host memory, compared with the result of packing.
#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "proto/layout/testing/model.hpp"
#include "proto/rma/testing/ways.hpp"

namespace penstock::proto::rma {
namespace {

using namespace testing;
using proto::testing::Model;
using proto::testing::TypeMaker;

class EachLayout : public ::testing::TestWithParam<std::size_t> {
 protected:
  [[nodiscard]] const Way& way() const { return ways()[GetParam()]; }
};
INSTANTIATE_TEST_SUITE_P(All, EachLayout, ::testing::Range<std::size_t>(0, ways().size()),
                         [](const auto& of) { return ways()[of.param].name; });

// Elements of a random type, and the positions of their bytes.
struct Side {
  Layout layout = Layout::bytes(0);
  std::uint64_t count = 0;
  std::vector<std::int64_t> bytes;
  std::int64_t low = 0;
  std::int64_t high = 0;
};

// Returns false if the layout has no bytes, too many, or covers some twice.
bool lay(const proto::testing::Pair& pair, std::uint64_t count, Side* out) {
  out->layout = pair.layout;
  out->count = count;
  for (std::uint64_t i = 0; i < count; ++i) {
    for (const std::int64_t byte : pair.model.bytes)
      out->bytes.push_back(byte + static_cast<std::int64_t>(i) * pair.model.extent);
  }
  if (out->bytes.empty()) return false;
  const std::set<std::int64_t> once(out->bytes.begin(), out->bytes.end());
  out->low = *once.begin();
  out->high = *once.rbegin() + 1;
  return once.size() == out->bytes.size() && out->high - out->low < 100'000;
}

// Makes two sides with equally many bytes.
bool make(TypeMaker* maker, Side* here, Side* there) {
  const proto::testing::Pair one = maker->make(3);
  const proto::testing::Pair other = maker->make(3);
  const std::size_t a = one.model.bytes.size();
  const std::size_t b = other.model.bytes.size();
  if (a == 0 || b == 0 || std::lcm(a, b) > 20'000) return false;
  return lay(one, std::lcm(a, b) / a, here) && lay(other, std::lcm(a, b) / b, there);
}

struct Memory {
  explicit Memory(const Side& side, int seed)
      : bytes(pattern(static_cast<std::size_t>(side.high - side.low), seed)), low(side.low) {}
  Buffer buffer(const Side& side) { return {bytes.data() - low, side.count, &side.layout}; }
  std::byte& at(std::int64_t offset) { return bytes[static_cast<std::size_t>(offset - low)]; }

  std::vector<std::byte> bytes;
  std::int64_t low;
};

bool one_round(RmaRank& me, Target& target, const Side& here, const Side& there, std::byte* mirror, int seed) {
  Memory mine(here, seed);
  const std::int64_t offset = 1000 + seed % 16 - there.low;
  const RemoteBuffer remote{offset, there.count, &there.layout};
  Call put;
  me.rma.put(target, mine.buffer(here), remote, &put);
  PENSTOCK_DEMAND(me.over(put) && me.flushed());
  for (std::size_t i = 0; i < here.bytes.size(); ++i) mirror[offset + there.bytes[i]] = mine.at(here.bytes[i]);
  Memory old(here, seed + 1);
  const Buffer result = old.buffer(here);
  Call add;
  me.rma.accumulate(target, {AccumulateOp::kSum, base::Element::kUint8, 1}, mine.buffer(here), &result, remote, &add);
  PENSTOCK_DEMAND(me.over(add) && me.flushed());
  Memory untouched(here, seed + 1);
  for (std::size_t i = 0; i < here.bytes.size(); ++i) {
    std::byte& there_byte = mirror[offset + there.bytes[i]];
    untouched.at(here.bytes[i]) = there_byte;
    there_byte = static_cast<std::byte>(static_cast<unsigned>(there_byte) + static_cast<unsigned>(mine.at(here.bytes[i])));
  }
  PENSTOCK_DEMAND(old.bytes == untouched.bytes);
  Memory back(here, seed + 2);
  Call get;
  me.rma.get(target, back.buffer(here), remote, &get);
  PENSTOCK_DEMAND(me.over(get));
  Memory expected(here, seed + 2);
  for (std::size_t i = 0; i < here.bytes.size(); ++i) expected.at(here.bytes[i]) = mirror[offset + there.bytes[i]];
  return back.bytes == expected.bytes;
}

TEST_P(EachLayout, RandomTypesOnBothSides) {
  constexpr int kRounds = 60;
  EXPECT_TRUE(run(way(), [&](RmaRank& me) {
    Shared memory;
    PENSTOCK_DEMAND(memory.open(me, way().ours));
    std::vector<std::byte> mirror(kBytes);
    TypeMaker maker(static_cast<unsigned>(me.rank()) + 5);
    for (int done = 0; done < kRounds;) {
      Side here;
      Side there;
      if (!make(&maker, &here, &there)) continue;
      if (!one_round(me, memory.theirs, here, there, mirror.data(), done)) {
        fmt::print(stderr, "round {}\n", done);
        return false;
      }
      ++done;
    }
    PENSTOCK_DEMAND(me.meet());
    // Bytes that no operation named are unchanged.
    std::vector<std::byte> whole(kBytes);
    Call get;
    me.rma.get(memory.theirs, transport::contiguous(0, whole.data(), kBytes), &get);
    PENSTOCK_DEMAND(me.over(get) && whole == mirror);
    return memory.close(me);
  }));
}

}  // namespace
}  // namespace penstock::proto::rma
