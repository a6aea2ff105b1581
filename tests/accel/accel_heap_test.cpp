// Heaps on a device: memory is added behind the existing memory, and behind the part that peers have mapped.
#include "fixture.hpp"

namespace penstock::accel {
namespace {

// A heap of this process, mapped here again as if it belonged to another.
class Heap : public AccelTest {
 protected:
  static constexpr std::uint64_t kChunk = std::uint64_t{2} << 20;
  void SetUp() override {
    AccelTest::SetUp();
    ASSERT_OK(accel_->allocations().reserve_heap(0, std::uint64_t{1} << 30, &heap_));
    EXPECT_EQ(heap_.size, std::uint64_t{1} << 30);
  }
  // Returns the export of all mapped memory.
  Export all() {
    Export out;
    const Memory memory = what(reinterpret_cast<void*>(heap_.base));
    EXPECT_EQ(memory.base, heap_.base);
    EXPECT_EQ(memory.size, mapped_);
    const Status exported = accel_->exports().export_range(memory, heap_.base, heap_.base + mapped_, &out);
    EXPECT_TRUE(exported.is_ok()) << exported.message();
    EXPECT_EQ(out.size, mapped_);
    out.owner.pid ^= 1;
    return out;
  }
  Status accept(const Export& exported, std::uint64_t from) {
    std::vector<ChunkDescriptor> descriptors;
    std::size_t total = 0;
    PENSTOCK_TRY(accel_->exports().descriptors(exported.name(), from, kMostChunks, &descriptors, &total));
    EXPECT_EQ(descriptors.size(), total);
    return accel_->imports().accept_descriptors(exported, std::move(descriptors));
  }
  Status grow(std::uint64_t bytes) { return accel_->allocations().grow_heap(heap_.base, bytes, &mapped_); }

  Memory heap_;
  std::uint64_t mapped_ = 0;
};

TEST_F(Heap, IsMappedBehindWhatPeersHaveOfIt) {
  ASSERT_OK(grow(kChunk));
  ASSERT_OK(grow(kChunk + 1));
  EXPECT_EQ(mapped_, 3 * kChunk);
  const Export before = all();
  ASSERT_OK(accept(before, 0));
  Mapping first, second;
  ASSERT_OK(accel_->imports().import_memory(before, 0, &first));

  ASSERT_OK(grow(kChunk));
  Export same;
  ASSERT_OK(accel_->exports().export_range(heap_, heap_.base + kChunk, heap_.base + 2 * kChunk, &same));
  EXPECT_EQ(same.size, before.size) << "what nobody has asked for is exported";
  const Export after = all();
  EXPECT_EQ(after.name(), before.name());
  EXPECT_TRUE(accel_->imports().mapped(before, 0));
  EXPECT_FALSE(accel_->imports().mapped(after, 0) || accel_->imports().importable(after, 0))
      << "without descriptors of what was added";
  ASSERT_OK(accept(after, before.size));
  ASSERT_TRUE(accel_->imports().importable(after, 0));
  ASSERT_OK(accel_->imports().import_memory(after, 0, &second));
  EXPECT_EQ(second.address, first.address);
  EXPECT_EQ(second.id, first.id);

  const std::vector<unsigned char> bytes = pattern(kChunk, 7);
  std::vector<unsigned char> got(kChunk);
  const std::uint64_t border = 3 * kChunk - kChunk / 2;  // half of the bytes lie before it
  ASSERT_OK(accel_->queues().copy_now(reinterpret_cast<void*>(heap_.base + border), bytes.data(), kChunk));
  ASSERT_OK(accel_->queues().copy_now(got.data(), reinterpret_cast<void*>(second.address + border), kChunk));
  EXPECT_EQ(got, bytes);
  ASSERT_OK(accel_->imports().forget_import(after.owner, after.name()));
  EXPECT_FALSE(accel_->imports().importable(after, 0));
}

TEST_F(Heap, DescriptorsOfItMayComeInSeveralLotsAndTwice) {
  ASSERT_OK(grow(kChunk));
  const Export one = all();
  ASSERT_OK(accept(one, 0));
  ASSERT_OK(grow(kChunk));
  const Export two = all();
  ASSERT_OK(accept(two, kChunk));
  ASSERT_OK(grow(kChunk));
  const Export three = all();
  EXPECT_EQ(accept(three, 3 * kChunk).code(), Code::kProtocol) << "none";
  ASSERT_OK(accept(three, 0));
  Mapping mapping;
  ASSERT_OK(accel_->imports().import_memory(two, 0, &mapping));
  EXPECT_TRUE(accel_->imports().mapped(three, 0)) << "all that was known is mapped at once";
  ASSERT_OK(grow(kChunk));
  const Export four = all();
  ASSERT_OK(accept(four, 0));
  ASSERT_OK(accel_->imports().import_memory(four, 0, &mapping));
  EXPECT_TRUE(accel_->imports().mapped(four, 0));
  ASSERT_OK(accel_->imports().forget_import(four.owner, four.name()));
}

TEST_F(Heap, DescriptorsThatLeaveAHoleAreRefused) {
  ASSERT_OK(grow(kChunk));
  ASSERT_OK(grow(kChunk));
  const Export exported = all();
  EXPECT_EQ(accept(exported, kChunk).code(), Code::kProtocol);
  Export small = exported;
  small.reserved = kChunk;
  EXPECT_EQ(accept(small, 0).code(), Code::kProtocol) << "more than its addresses";
  EXPECT_FALSE(accel_->imports().importable(exported, 0));
}

TEST_F(Heap, EndsWhereItsAddressesDo) {
  EXPECT_EQ(grow((std::uint64_t{1} << 30) + 1).code(), Code::kNoMemory);
  ASSERT_OK(grow(kChunk));
  ASSERT_OK(grow(2 * kChunk));
  ASSERT_OK(accel_->allocations().shrink_heap(heap_.base, kChunk));
  mapped_ = kChunk;
  static_cast<void>(all());
  std::vector<ExportName> gone;
  ASSERT_OK(accel_->allocations().release(heap_));
  ASSERT_OK(accel_->exports().check_exports(&gone));
  EXPECT_EQ(gone.size(), 1U);
  EXPECT_EQ(grow(kChunk).code(), Code::kInternal);
}

}  // namespace
}  // namespace penstock::accel

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
