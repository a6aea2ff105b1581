// Memory on the GPUs of two processes that both GPUs can access, and the failure of one process, which fails both.
// mpiexec -n 2 team_memory_test [GoogleTest options]; on the stand-in driver, or on real GPUs without the failures.
#include "runtime/team_memory.hpp"

#include <array>

#include "common/standin.hpp"
#include "process_rank.hpp"
#include "runtime/start_carriers.hpp"

namespace penstock::runtime {
namespace {

constexpr std::size_t kBytes = std::size_t{1} << 20;
constexpr int kRefused = 2;  // CUDA_ERROR_OUT_OF_MEMORY
test::ProcessRank* rank = nullptr;

void expect_ok(const Status& status) {
  EXPECT_TRUE(status.is_ok()) << status.message();
}

struct Opened {
  Opened() : carrier(*rank->engine), memory({*rank->engine, {0, 1}, rank->self(), "make its part of the test"}) {
    status = memory.open(carrier, Status::ok(), rank->engine->accel().working_device(), kBytes);
  }
  ~Opened() {
    memory.detach();
    rank->meet();
    expect_ok(memory.close());
  }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  EngineCarrier carrier;
  TeamMemory memory;
  Status status;
};

// If a call of rank 1's driver fails, rank 0 gets the code and the rank, and rank 1 has the driver's message.
void expect_that_both_fail(const char* entry) {
  if (!test::standin::is_there()) GTEST_SKIP() << "a GPU's driver fails on nobody's request";
  if (rank->self() == 1) {
    ASSERT_TRUE(test::standin::fail(entry, 0, kRefused));
  }
  const Opened opened;
  EXPECT_FALSE(opened.status.is_ok());
  const bool is_told = opened.status.message().starts_with("rank 1 could not make its part of the test");
  EXPECT_EQ(is_told, rank->self() == 0) << opened.status.message();
  std::array<std::int32_t, 2> codes{};
  EngineCarrier again(*rank->engine);
  const std::int32_t mine = code_of(opened.status);
  expect_ok(again.gather(&mine, codes.data(), sizeof mine));
  EXPECT_EQ(codes[0], codes[1]);
  test::standin::fail(entry, 0, 0);
}

TEST(DeviceTeamMemory, IsZeroAndReachedByTheOther) {
  const Opened opened;
  ASSERT_TRUE(opened.status.is_ok()) << opened.status.message();
  const auto other = static_cast<std::size_t>(1 - rank->self());
  const std::size_t last = kBytes - sizeof(std::uint64_t);
  std::uint64_t word = 1;
  test::need(penstock_gpu_copy(&word, reinterpret_cast<void*>(opened.memory.at(1 - other) + last), sizeof word), "reading");
  EXPECT_EQ(word, 0U);
  rank->meet();
  word = 100 + other;
  test::need(penstock_gpu_copy(reinterpret_cast<void*>(opened.memory.at(other) + last), &word, sizeof word), "writing");
  rank->meet();
  test::need(penstock_gpu_copy(&word, reinterpret_cast<void*>(opened.memory.at(1 - other) + last), sizeof word), "reading");
  EXPECT_EQ(word, 101 - other);
  EXPECT_EQ(opened.memory.bytes(other), kBytes);
}

TEST(DeviceTeamMemory, FailsOnBothWhereOneHasNoRoom) {
  expect_that_both_fail("cuMemAlloc");
}

TEST(DeviceTeamMemory, FailsOnBothWhereOneCannotMap) {
  expect_that_both_fail("cuIpcOpenMemHandle");
}

}  // namespace
}  // namespace penstock::runtime

int main(int argc, char** argv) {
  penstock::test::ProcessRank self;
  penstock::runtime::rank = &self;
  return penstock::test::run_tests_as(self, argc, argv);
}
