// Checks the choice among the paths to a target.
#include "proto/rma/ways.hpp"

#include <gtest/gtest.h>

namespace penstock::proto::rma {
namespace {

using transport::Attachment;
using transport::Remote;

constexpr std::uint32_t kBoth = transport::kRemotePut | transport::kRemoteGet | transport::kHostLocal;

Remote way(std::uint32_t bits, double latency_us) {
  Remote out;
  out.bits = bits;
  out.put_cost.latency_us = out.get_cost.latency_us = out.atomic_cost.latency_us = latency_us;
  return out;
}

int index_of(const Attachment& attached, const Remote* chosen) {
  return chosen == nullptr ? -1 : static_cast<int>(chosen - attached.ways.data());
}

class Ways : public ::testing::Test {
 protected:
  [[nodiscard]] int move(bool puts, std::uint32_t refused = 0) const {
    return index_of(attached_, choose_move(attached_, puts, move_, refused));
  }
  [[nodiscard]] int atomic(std::uint32_t refused = 0) const {
    return index_of(attached_, choose_atomic(attached_, {.op = transport::AtomicOp::kAdd, .width = 8}, refused));
  }

  Attachment attached_;
  std::byte here_[64] = {};
  transport::Move move_ = transport::contiguous(0, here_, sizeof here_);
};

TEST_F(Ways, TheCheapestIsFirst) {
  attached_.ways = {way(kBoth, 3), way(kBoth, 1), way(kBoth, 2)};
  EXPECT_EQ(move(true), 1);
  EXPECT_EQ(move(false, 0b010), 2);
  EXPECT_EQ(move(false, 0b110), 0);
  EXPECT_EQ(move(true, 0b111), -1);
}

TEST_F(Ways, OnlyThoseThatCan) {
  attached_.ways = {way(transport::kRemoteGet | transport::kHostLocal, 1), way(kBoth | transport::kStridedMoves, 5),
                    way(kBoth, 2)};
  EXPECT_EQ(move(false), 0);
  EXPECT_EQ(move(true), 2);
  move_.local.dims = 1;
  move_.local.count[0] = 8;
  move_.local.stride[0] = 8;
  move_.local.block = 4;
  EXPECT_EQ(move(true), 1) << "this side has gaps";
  move_.memory.kind = accel::MemoryKind::kDevice;
  EXPECT_EQ(move(true), -1) << "none takes memory of a GPU";
}

TEST_F(Ways, AtomicsAreThoseOfTheCpu) {
  attached_.ways = {way(0, 1), way(transport::kAtomicsByCpu, 4), way(transport::kAtomicsByCpu, 6)};
  EXPECT_EQ(atomic(), -1) << "none has the operation";
  for (Remote& each : attached_.ways) each.atomics = transport::cpu_atomics();
  EXPECT_EQ(atomic(), 1);
  EXPECT_EQ(atomic(0b010), 2);
}

TEST_F(Ways, PiecesNeedNothingOfTheTarget) {
  attached_.ways = {way(kBoth, 1), way(kBoth | transport::kNeedsNoTarget, 9)};
  EXPECT_EQ(index_of(attached_, find_way_for_pieces(attached_, true)), 1);
  attached_.ways.pop_back();
  EXPECT_EQ(find_way_for_pieces(attached_, false), nullptr);
}

}  // namespace
}  // namespace penstock::proto::rma
