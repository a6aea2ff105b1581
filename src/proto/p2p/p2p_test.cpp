// Messages between ranks of one process, over mock and shared-memory transports.
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <random>

#include "proto/testing/mock_job.hpp"

namespace penstock::proto {
namespace {

using testing::JobOptions;
using testing::MockJob;

const Layout kByte = Layout::bytes(1);

Buffer bytes_of(std::vector<std::byte>& memory) { return {memory.data(), memory.size(), &kByte}; }

std::vector<std::byte> pattern(std::size_t bytes, unsigned seed) {
  std::vector<std::byte> out(bytes);
  for (std::size_t i = 0; i < bytes; ++i) out[i] = static_cast<std::byte>(i * 31 + (i >> 9) + seed * 97);
  return out;
}

// A way to move messages: transports and settings.
struct Way {
  const char* name;
  bool mock;
  std::uint32_t flags;
  std::vector<std::pair<std::string, std::string>> settings;
};

JobOptions options_of(const Way& way, int size) {
  JobOptions options;
  options.size = size;
  options.mock = way.mock;
  options.mock_options.flags = way.flags;
  options.settings = way.settings;
  return options;
}

using transport::kCanGet;
using transport::kCanPut;
using transport::kCanSend;
using transport::kHasStaging;

const Way kWays[] = {
    {"mock_get", true, kCanSend | kCanGet | kCanPut | kHasStaging, {}},
    {"mock_put", true, kCanSend | kCanPut, {}},
    {"mock_staged", true, kCanSend | kHasStaging, {}},
    {"mock_fragments", true, kCanSend, {}},
    {"shm", false, 0, {}},
    {"shm_without_cma", false, 0, {{"PENSTOCK_CMA", "0"}, {"PENSTOCK_STAGING_SLOT_SIZE", "16K"}}},
    {"shm_no_eager", false, 0, {{"PENSTOCK_EAGER_LIMIT", "0"}}},
};

class EveryWay : public ::testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(P2p, EveryWay, ::testing::ValuesIn(kWays),
                         [](const auto& info) { return std::string(info.param.name); });

constexpr std::size_t kSizes[] = {0, 1, 7, 8, 100, 4000, 8191, 8192, 8193, 16384, 100'000, 1'000'003};

TEST_P(EveryWay, EverySizeArrivesWhole) {
  MockJob job(options_of(GetParam(), 2));
  ASSERT_TRUE(job.status().is_ok()) << job.status().message();
  for (const bool posted_first : {true, false}) {
    for (const auto mode : {SendMode::kStandard, SendMode::kSynchronous}) {
      for (const std::size_t size : kSizes) {
        std::vector<std::byte> source = pattern(size, 3);
        std::vector<std::byte> target(size + 8, std::byte{0xee});
        const Buffer room{target.data(), size, &kByte};
        Operation* send = nullptr;
        Operation* receive = nullptr;
        if (posted_first) ASSERT_TRUE(job.engine(1).recv(room, 0, 5, 9, &receive).is_ok());
        ASSERT_TRUE(job.engine(0).send(bytes_of(source), 1, 5, 9, mode, &send).is_ok());
        if (!posted_first) {
          for (int i = 0; i < 10; ++i) job.progress_all();
          if (mode == SendMode::kSynchronous) EXPECT_FALSE(send->done()) << "no receive was there";
          ASSERT_TRUE(job.engine(1).recv(room, 0, 5, 9, &receive).is_ok());
        }
        ASSERT_TRUE(job.complete(*send)) << size;
        ASSERT_TRUE(job.complete(*receive)) << size;
        EXPECT_TRUE(send->status().is_ok()) << send->status().message();
        EXPECT_TRUE(receive->status().is_ok()) << receive->status().message();
        EXPECT_EQ(receive->result().bytes, size);
        EXPECT_EQ(receive->result().source, 0);
        EXPECT_EQ(receive->result().tag, 5);
        EXPECT_TRUE(size == 0 || std::memcmp(source.data(), target.data(), size) == 0) << size;
        EXPECT_EQ(target[size], std::byte{0xee}) << "written past the end";
        send->release();
        receive->release();
      }
    }
  }
  EXPECT_TRUE(job.engine(0).take_failure().is_ok());
  EXPECT_TRUE(job.engine(1).take_failure().is_ok());
}

}  // namespace
}  // namespace penstock::proto
