#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "transport/transport.hpp"

namespace penstock::transport {
namespace {

std::vector<std::byte> bytes_of(std::initializer_list<int> values) {
  std::vector<std::byte> out;
  for (const int value : values) out.push_back(static_cast<std::byte>(value));
  return out;
}

WorkerAddress sample() {
  WorkerAddress address;
  address.add("shm", bytes_of({1, 2, 3}));
  address.add("ipc", {});
  address.add("net", std::vector<std::byte>(1000, std::byte{7}));
  return address;
}

TEST(WorkerAddress, ComesBackAsItWas) {
  WorkerAddress back;
  ASSERT_TRUE(WorkerAddress::unpack(sample().pack(), &back).is_ok());
  const auto shm = back.find("shm");
  EXPECT_THAT(std::vector<std::byte>(shm.begin(), shm.end()), ::testing::ElementsAre(std::byte{1}, std::byte{2}, std::byte{3}));
  EXPECT_EQ(back.find("net").size(), 1000U);
  EXPECT_TRUE(back.find("ipc").empty());
  EXPECT_TRUE(back.find("other").empty());
}

TEST(WorkerAddress, EveryCutIsRefused) {
  const std::vector<std::byte> whole = sample().pack();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    WorkerAddress back;
    const Status status = WorkerAddress::unpack(std::span(whole).first(length), &back);
    EXPECT_EQ(status.code(), Code::kProtocol) << length;
  }
}

TEST(WorkerAddress, RefusesWhatIsLeftOverOrTwice) {
  std::vector<std::byte> longer = sample().pack();
  longer.push_back(std::byte{0});
  WorkerAddress back;
  EXPECT_EQ(WorkerAddress::unpack(longer, &back).code(), Code::kProtocol);
  WorkerAddress twice = sample();
  twice.add("shm", {});
  EXPECT_EQ(WorkerAddress::unpack(twice.pack(), &back).code(), Code::kProtocol);
}

TEST(WorkerAddress, RefusesTooMuch) {
  WorkerAddress many;
  for (int i = 0; i < 33; ++i) many.add(fmt::format("t{}", i), {});
  WorkerAddress back;
  EXPECT_EQ(WorkerAddress::unpack(many.pack(), &back).code(), Code::kProtocol);
  WorkerAddress large;
  large.add("shm", std::vector<std::byte>(8193));
  EXPECT_EQ(WorkerAddress::unpack(large.pack(), &back).code(), Code::kProtocol);
}

// For any bytes, unpack returns an address or kProtocol, and an accepted address is packed again into equal bytes.
TEST(WorkerAddress, SurvivesAnyBytes) {
  std::mt19937 random(7);
  const std::vector<std::byte> whole = sample().pack();
  int taken = 0;
  for (int round = 0; round < 20000; ++round) {
    std::vector<std::byte> bytes = whole;
    const int changes = static_cast<int>(random() % 4);
    for (int i = 0; i < changes; ++i) bytes[random() % bytes.size()] = static_cast<std::byte>(random());
    if (random() % 4 == 0) bytes.resize(random() % (bytes.size() + 8));
    WorkerAddress back;
    const Status status = WorkerAddress::unpack(bytes, &back);
    if (status.is_ok()) {
      ++taken;
      EXPECT_EQ(back.pack(), bytes);
    } else {
      EXPECT_EQ(status.code(), Code::kProtocol);
    }
  }
  EXPECT_GT(taken, 0);
}

}  // namespace
}  // namespace penstock::transport
