// Support for tests of messages between kinds of memory, which need a CUDA driver: a GPU's, or the stand-in's.
#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

#include "common/memory.hpp"
#include "kernels/image.hpp"
#include "proto/layout/pack.hpp"
#include "proto/testing/mock_job.hpp"

namespace penstock::proto::testing {

enum class Kind { kHost, kPinned, kManaged, kDevice, kPool };
inline constexpr Kind kKinds[] = {Kind::kHost, Kind::kPinned, Kind::kManaged, Kind::kDevice, Kind::kPool};
inline const char* name_of(Kind kind) {
  constexpr const char* kNames[] = {"host", "pinned", "managed", "device", "pool"};
  return kNames[static_cast<int>(kind)];
}

class Area {
 public:
  Area(Kind kind, std::size_t bytes) : memory_(test::kind_named(name_of(kind)), bytes), bytes_(bytes) {}

  [[nodiscard]] void* address() const { return memory_.data(); }
  void put(const std::vector<std::byte>& bytes) { memory_.put(0, bytes.data(), bytes.size()); }
  [[nodiscard]] std::vector<std::byte> get() const {
    std::vector<std::byte> out(bytes_);
    memory_.get(0, out.data(), out.size());
    return out;
  }

 private:
  test::Memory memory_;
  std::size_t bytes_;
};

class Device : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_GT(penstock_gpu_open(), 0) << "this test needs a GPU or the stand-in driver (LD_LIBRARY_PATH): "
                                      << penstock_gpu_error();
    ASSERT_EQ(penstock_gpu_select(0), 0) << penstock_gpu_error();
  }
  static JobOptions options() {
    JobOptions out;
    out.accel = [](const Config& config, Log& log, std::unique_ptr<accel::Accel>* accel) {
      return accel::Accel::create(config, log, kernels::images(), accel);
    };
    return out;
  }
};

inline std::vector<std::byte> noise(std::size_t bytes, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::byte> out(bytes);
  for (std::byte& byte : out) byte = static_cast<std::byte>(random());
  return out;
}

inline std::vector<std::byte> packed(std::vector<std::byte> memory, const Buffer& like) {
  std::vector<std::byte> out(like.bytes());
  pack_host({memory.data(), like.count, like.layout}, 0, out);
  return out;
}

// The number of rounds depends on the device's speed; a hang ends at the test's time limit.
inline constexpr long kUntilDone = std::numeric_limits<long>::max();

// Sends one message from `from` to `to`, from rank 0 to rank `peer`.
inline void exchange(MockJob& job, int peer, Kind from, const Layout& source_layout, Kind to, const Layout& target_layout,
                     std::uint64_t count) {
  SCOPED_TRACE(fmt::format("{} -> {}, {} elements of {} bytes to rank {}", name_of(from), name_of(to), count,
                           source_layout.size(), peer));
  const auto span = [count](const Layout& layout) { return static_cast<std::size_t>(layout.extent()) * count; };
  Area source(from, span(source_layout));
  Area target(to, span(target_layout));
  const std::vector<std::byte> sent = noise(span(source_layout), 11);
  source.put(sent);
  target.put(noise(span(target_layout), 12));
  const Buffer out{source.address(), count, &source_layout};
  const Buffer in{target.address(), count, &target_layout};
  Operation* send = nullptr;
  Operation* receive = nullptr;
  Status status = job.engine(0).messages().send(out, peer, 1, 1, SendMode::kStandard, &send);
  ASSERT_TRUE(status.is_ok()) << status.message();
  status = job.engine(peer).messages().recv(in, 0, 1, 1, &receive);
  ASSERT_TRUE(status.is_ok()) << status.message();
  ASSERT_TRUE(job.complete(*send, kUntilDone));
  ASSERT_TRUE(job.complete(*receive, kUntilDone));
  EXPECT_TRUE(send->status().is_ok()) << send->status().message();
  EXPECT_TRUE(receive->status().is_ok()) << receive->status().message();
  EXPECT_EQ(receive->result().bytes, out.bytes());
  EXPECT_EQ(packed(sent, out), packed(target.get(), in));
  send->release();
  receive->release();
}

}  // namespace penstock::proto::testing
