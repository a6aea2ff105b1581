// Maps memory of another process.
#include "fixture.hpp"

namespace penstock::accel {
namespace {

TEST_F(AccelTest, OwnExportsMapToThemselves) {
  Block device(PENSTOCK_GPU_DEVICE, kBytes);
  Export exported, again;
  ASSERT_OK(accel_->exports().export_memory(what(device.at(5)), &exported));
  ASSERT_OK(accel_->exports().export_memory(what(device.at(500)), &again));
  EXPECT_EQ(exported.handle, again.handle);
  EXPECT_EQ(exported.owner, this_process(config_));
  ASSERT_TRUE(accel_->imports().importable(exported, 0));
  Mapping mapping;
  ASSERT_OK(accel_->imports().import_memory(exported, 0, &mapping));
  EXPECT_EQ(mapping.address, reinterpret_cast<std::uintptr_t>(device.at()));
}

TEST_F(AccelTest, ReadsAndWritesAPeersMemoryThroughAMapping) {
  Exporter peer;
  Export exported;
  ASSERT_OK(peer.start());
  ASSERT_OK(peer.next(0, kBytes, &exported));
  ASSERT_TRUE(accel_->imports().importable(exported, 0));
  Mapping mapping, again;
  ASSERT_OK(accel_->imports().import_memory(exported, 0, &mapping));
  ASSERT_OK(accel_->imports().import_memory(exported, 0, &again));
  EXPECT_EQ(mapping.id, again.id);
  accel_->imports().pin_mapping(mapping);
  std::vector<unsigned char> got(kBytes);
  ASSERT_OK(accel_->queues().copy_now(got.data(), reinterpret_cast<void*>(mapping.address), kBytes));
  EXPECT_EQ(got, pattern(kBytes, 1));
  const unsigned char mine = 0xab;
  unsigned char theirs = 0;
  ASSERT_OK(accel_->queues().copy_now(reinterpret_cast<void*>(mapping.address + 777), &mine, 1));
  ASSERT_OK(peer.read_byte(777, &theirs));
  EXPECT_EQ(theirs, mine);
  accel_->imports().unpin_mapping(mapping);
}

TEST_F(AccelTest, AStaleMappingIsReplaced) {
  Exporter peer;
  ASSERT_OK(peer.start());
  for (unsigned generation = 1; generation <= 5; ++generation) {
    Export exported;
    Mapping mapping;
    ASSERT_OK(peer.next(0, kBytes, &exported));
    ASSERT_OK(accel_->imports().import_memory(exported, 0, &mapping));
    std::vector<unsigned char> got(kBytes);
    ASSERT_OK(accel_->queues().copy_now(got.data(), reinterpret_cast<void*>(mapping.address), kBytes));
    ASSERT_EQ(got, pattern(kBytes, generation)) << "generation " << generation;
  }
}

TEST_F(AccelTest, MappingsStayWithinTheirBytesUnlessPinned) {
  accel_.reset();
  config_.ipc_cache_bytes = 3 * kBytes / 2;
  create();
  Exporter peers[3];
  Export exported[3];
  Mapping mapping[3], again;
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(peers[i].start());
    ASSERT_OK(peers[i].next(0, kBytes, &exported[i]));
    ASSERT_OK(accel_->imports().import_memory(exported[i], 0, &mapping[i]));
    if (i == 0) accel_->imports().pin_mapping(mapping[0]);
  }
  ASSERT_OK(accel_->imports().import_memory(exported[0], 0, &again));
  EXPECT_EQ(again.id, mapping[0].id) << "a pinned mapping was closed";
  ASSERT_OK(accel_->imports().import_memory(exported[1], 0, &again));
  EXPECT_NE(again.id, mapping[1].id) << "mappings grow beyond PENSTOCK_IPC_CACHE_BYTES";
  accel_->imports().unpin_mapping(mapping[0]);
}

TEST_F(AccelTest, ExportsOfFreedMemoryAreFoundOnce) {
  std::vector<ExportName> gone;
  EXPECT_FALSE(accel_->exports().any_exported());
  Export kept, freed, anew;
  Block stays(PENSTOCK_GPU_DEVICE, kBytes);
  ASSERT_OK(accel_->exports().export_memory(what(stays.at()), &kept));
  {
    Block goes(PENSTOCK_GPU_DEVICE, kBytes);
    ASSERT_OK(accel_->exports().export_memory(what(goes.at()), &freed));
    EXPECT_TRUE(accel_->exports().any_exported());
    ASSERT_OK(accel_->exports().check_exports(&gone));
    EXPECT_TRUE(gone.empty());
  }
  Block again(PENSTOCK_GPU_DEVICE, kBytes);  // it is usually at the place of the freed one
  ASSERT_OK(accel_->exports().check_exports(&gone));
  ASSERT_EQ(gone.size(), 1U);
  EXPECT_EQ(gone[0], freed.name());
  ASSERT_OK(accel_->exports().export_memory(what(again.at()), &anew));
  EXPECT_FALSE(anew.name() == freed.name());
  gone.clear();
  ASSERT_OK(accel_->exports().check_exports(&gone));
  EXPECT_TRUE(gone.empty());
}

TEST_F(AccelTest, EveryExportIsLookedAtInItsTurn) {
  constexpr std::size_t kMany = 300;
  std::vector<std::unique_ptr<Block>> blocks;
  for (std::size_t i = 0; i < kMany; ++i) {
    Export exported;
    blocks.push_back(std::make_unique<Block>(PENSTOCK_GPU_DEVICE, 4096));
    ASSERT_OK(accel_->exports().export_memory(what(blocks.back()->at()), &exported));
  }
  blocks.erase(blocks.begin() + kMany / 3, blocks.end());
  std::vector<ExportName> gone;
  for (int rounds = 0; rounds < 10; ++rounds) ASSERT_OK(accel_->exports().check_exports(&gone));
  // Several small allocations may share one of the driver's, which lives as long as the last of them.
  const bool standin = penstock_gpu_is_standin() != 0;
  EXPECT_LE(gone.size(), kMany - kMany / 3);
  if (standin) {
    EXPECT_EQ(gone.size(), kMany - kMany / 3);
  }
}

TEST_F(AccelTest, AForgottenMappingClosesUnlessPinned) {
  Exporter peer;
  Export exported;
  ASSERT_OK(peer.start());
  ASSERT_OK(peer.next(0, kBytes, &exported));
  Mapping mapping, again;
  ASSERT_OK(accel_->imports().import_memory(exported, 0, &mapping));
  ExportName other = exported.name();
  other.buffer_id ^= 1;
  ASSERT_OK(accel_->imports().forget_import(exported.owner, other));
  ProcessId stranger = exported.owner;
  ++stranger.pid;
  ASSERT_OK(accel_->imports().forget_import(stranger, exported.name()));
  EXPECT_TRUE(accel_->imports().mapped(exported, 0)) << "another's word closed it";
  accel_->imports().pin_mapping(mapping);
  ASSERT_OK(accel_->imports().forget_import(exported.owner, exported.name()));
  EXPECT_FALSE(accel_->imports().mapped(exported, 0));
  std::vector<unsigned char> got(kBytes);
  ASSERT_OK(accel_->queues().copy_now(got.data(), reinterpret_cast<void*>(mapping.address), kBytes));
  EXPECT_EQ(got, pattern(kBytes, 1)) << "a pinned mapping was closed";
  accel_->imports().unpin_mapping(mapping);
  ASSERT_OK(accel_->imports().import_memory(exported, 0, &again));
  EXPECT_NE(again.id, mapping.id);
  ASSERT_OK(accel_->imports().forget_import(exported.owner, exported.name()));
  EXPECT_FALSE(accel_->imports().mapped(exported, 0));
}

// A range of chunks is mapped by its descriptors: here in this process again, under another's name.
class Chunks : public AccelTest {
 protected:
  static constexpr std::size_t kChunk = std::size_t{2} << 20;
  Status share(const Block& block, std::size_t at, std::size_t bytes, Export* out, std::vector<ChunkDescriptor>* descriptors) {
    std::size_t total = 0;
    const auto low = reinterpret_cast<std::uint64_t>(block.at(at));
    PENSTOCK_TRY(accel_->exports().export_range(what(block.at(at)), low, low + bytes, out));
    PENSTOCK_TRY(accel_->exports().descriptors(out->name(), 0, kMostChunks, descriptors, &total));
    out->owner.pid ^= 1;
    return descriptors->size() == total ? Status::ok() : Status::error(Code::kInternal, "{} of {}", descriptors->size(), total);
  }
};

TEST_F(Chunks, AreMappedByTheirDescriptors) {
  Block block(PENSTOCK_GPU_VMM_CHUNKS, 4 * kChunk);
  EXPECT_TRUE(what(block.at()).exportable && what(block.at()).by_descriptors);
  const std::vector<unsigned char> bytes = pattern(4 * kChunk, 3);
  ASSERT_OK(accel_->queues().copy_now(block.at(), bytes.data(), bytes.size()));
  Export range, again;
  std::vector<ChunkDescriptor> descriptors, part;
  ASSERT_OK(share(block, kChunk + 5, 2 * kChunk, &range, &descriptors));
  ASSERT_EQ(descriptors.size(), 3U);
  EXPECT_EQ(range.base, reinterpret_cast<std::uint64_t>(block.at(kChunk)));
  EXPECT_EQ(range.size, 3 * kChunk);
  ASSERT_OK(accel_->exports().export_range(what(block.at(2 * kChunk)), range.base + kChunk, range.base + kChunk + 1, &again));
  EXPECT_EQ(again.name(), range.name()) << "a part of it is another export";
  EXPECT_FALSE(accel_->imports().importable(range, 0)) << "without descriptors";
  ASSERT_OK(accel_->imports().accept_descriptors(range, std::move(descriptors)));
  ASSERT_TRUE(accel_->imports().importable(range, 0));
  Mapping mapping;
  ASSERT_OK(accel_->imports().import_memory(range, 0, &mapping));
  std::vector<unsigned char> got(3 * kChunk);
  ASSERT_OK(accel_->queues().copy_now(got.data(), reinterpret_cast<void*>(mapping.address), got.size()));
  EXPECT_TRUE(std::equal(got.begin(), got.end(), bytes.begin() + static_cast<std::ptrdiff_t>(kChunk)));
  if (devices_ > 1 && penstock_gpu_select(1) == 0 && penstock_gpu_select(0) == 0 && accel_->imports().importable(range, 1)) {
    Mapping elsewhere;
    ASSERT_OK(accel_->imports().import_memory(range, 1, &elsewhere));
    EXPECT_EQ(elsewhere.address, mapping.address);
  }
  ASSERT_OK(accel_->imports().forget_import(range.owner, range.name()));
  EXPECT_FALSE(accel_->imports().importable(range, 0));
}

TEST_F(Chunks, ThatDoNotMakeUpWhatWasExportedAreRefused) {
  Block block(PENSTOCK_GPU_VMM_CHUNKS, 3 * kChunk);
  const auto expect_refused = [&](auto&& spoil) {
    Export range;
    std::vector<ChunkDescriptor> descriptors;
    ASSERT_OK(share(block, 0, 3 * kChunk, &range, &descriptors));
    spoil(&range, &descriptors);
    EXPECT_EQ(accel_->imports().accept_descriptors(range, std::move(descriptors)).code(), Code::kProtocol);
    EXPECT_FALSE(accel_->imports().importable(range, 0));
  };
  expect_refused([](Export*, auto* chunks) { chunks->pop_back(); });
  expect_refused([](Export*, auto* chunks) { chunks->clear(); });
  expect_refused([](Export*, auto* chunks) { chunks->front().bytes *= 2; });
  expect_refused([](Export*, auto* chunks) { chunks->front().bytes = 0; });
  expect_refused([](Export*, auto* chunks) { chunks->front().bytes = ~std::uint64_t{0}; });
  expect_refused([](Export* range, auto*) { range->size *= 2; });
}

// The library's own memory is mapped by a process in another PID namespace.
TEST_F(Chunks, OfOursAreMappedInAnotherNamespace) {
  Memory memory;
  ASSERT_OK(accel_->allocations().allocate_chunk(0, kBytes, &memory));
  EXPECT_GE(memory.size, kBytes);
  EXPECT_TRUE(memory.by_descriptors);
  const std::vector<unsigned char> bytes = pattern(kBytes, 5);
  ASSERT_OK(accel_->queues().copy_now(reinterpret_cast<void*>(memory.base), bytes.data(), kBytes));
  Export exported;
  std::vector<ChunkDescriptor> descriptors;
  std::size_t total = 0;
  ASSERT_OK(accel_->exports().export_range(memory, memory.base, memory.base + memory.size, &exported));
  ASSERT_OK(accel_->exports().descriptors(exported.name(), 0, kMostChunks, &descriptors, &total));
  EXPECT_EQ(total, 1U);
  EXPECT_EQ(exported.size, memory.size);
  exported.owner.pid_namespace ^= 1;
  ASSERT_OK(accel_->imports().accept_descriptors(exported, std::move(descriptors)));
  ASSERT_TRUE(accel_->imports().importable(exported, 0));
  Mapping mapping;
  ASSERT_OK(accel_->imports().import_memory(exported, 0, &mapping));
  EXPECT_NE(mapping.address, memory.base);
  std::vector<unsigned char> got(kBytes);
  ASSERT_OK(accel_->queues().copy_now(got.data(), reinterpret_cast<void*>(mapping.address), kBytes));
  EXPECT_EQ(got, bytes);
  ASSERT_OK(accel_->imports().forget_import(exported.owner, exported.name()));
  ASSERT_OK(accel_->allocations().release(memory));
  std::vector<ExportName> gone;
  ASSERT_OK(accel_->exports().check_exports(&gone));
  EXPECT_EQ(gone.size(), 1U);
}

TEST_F(Chunks, OfAFreedRangeAreFound) {
  std::vector<ExportName> gone;
  Export range;
  std::vector<ChunkDescriptor> descriptors;
  {
    Block block(PENSTOCK_GPU_VMM_CHUNKS, 4 * kChunk);
    ASSERT_OK(share(block, 0, 4 * kChunk, &range, &descriptors));
    ASSERT_OK(accel_->exports().check_exports(&gone));
    EXPECT_TRUE(gone.empty());
  }
  ASSERT_OK(accel_->exports().check_exports(&gone));
  ASSERT_EQ(gone.size(), 1U);
  EXPECT_EQ(gone[0], range.name());
  EXPECT_FALSE(accel_->exports().any_exported());
}

TEST_F(AccelTest, WhatCannotBeMappedIsNotImportable) {
  Exporter peer;
  Export exported;
  ASSERT_OK(peer.start());
  ASSERT_OK(peer.next(0, kBytes, &exported));
  Export elsewhere = exported;
  elsewhere.owner.host ^= 1;
  EXPECT_FALSE(accel_->imports().importable(elsewhere, 0));
  elsewhere = exported;
  elsewhere.owner.pid_namespace ^= 1;
  EXPECT_FALSE(accel_->imports().importable(elsewhere, 0)) << "a legacy handle of another PID namespace";
  elsewhere = exported;
  elsewhere.gpu[3] ^= std::byte{1};
  EXPECT_FALSE(accel_->imports().importable(elsewhere, 0));
  accel_.reset();
  config_.cuda_ipc = false;
  create();
  EXPECT_FALSE(accel_->imports().importable(exported, 0));
}

TEST_F(AccelTest, MapsAcrossDevices) {
  if (devices_ < 2) GTEST_SKIP() << "one device only";
  ASSERT_EQ(penstock_gpu_select(1), 0) << penstock_gpu_error();
  ASSERT_EQ(penstock_gpu_select(0), 0) << penstock_gpu_error();
  Exporter peer;
  Export exported;
  ASSERT_OK(peer.start());
  ASSERT_OK(peer.next(1, kBytes, &exported));
  if (!accel_->imports().importable(exported, 0)) GTEST_SKIP() << "devices 0 and 1 cannot reach each other";
  Mapping mapping;
  ASSERT_OK(accel_->imports().import_memory(exported, 0, &mapping));
  std::vector<unsigned char> got(kBytes);
  ASSERT_OK(accel_->queues().copy_now(got.data(), reinterpret_cast<void*>(mapping.address), kBytes));
  EXPECT_EQ(got, pattern(kBytes, 1));
}

}  // namespace
}  // namespace penstock::accel

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "--exporter") return penstock::accel::Exporter::run();
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
