// The fixture of this folder's tests: a selected device, an Accel, memory of every kind, known bytes.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "accel/accel.hpp"
#include "common/memory.hpp"
#include "exporter.hpp"
#include "kernels/image.hpp"
#include "penstock_gpu.h"

namespace penstock::accel {

inline constexpr std::size_t kBytes = 1 << 20;

#define ASSERT_OK(expression)                                          \
  do {                                                                 \
    const Status penstock_result = (expression);                       \
    ASSERT_TRUE(penstock_result.is_ok()) << penstock_result.message(); \
  } while (false)

// Memory of one kind, which is freed at the end of its scope.
class Block {
 public:
  Block(penstock_gpu_kind kind, std::size_t bytes) : memory_(test::helper_kind(kind), bytes) {}
  [[nodiscard]] char* at(std::size_t offset = 0) const { return static_cast<char*>(memory_.at(offset)); }

 private:
  test::Memory memory_;
};

inline std::vector<unsigned char> pattern(std::size_t bytes, unsigned seed) {
  std::vector<unsigned char> out(bytes);
  for (std::size_t i = 0; i < bytes; ++i) out[i] = exported_byte(i, seed);
  return out;
}

class AccelTest : public testing::Test {
 protected:
  void SetUp() override {
    devices_ = penstock_gpu_open();
    ASSERT_GT(devices_, 0) << "no GPU: " << penstock_gpu_error()
                           << " (the test suite sets LD_LIBRARY_PATH to the stand-in driver)";
    ASSERT_EQ(penstock_gpu_select(0), 0) << penstock_gpu_error();
    log_.set_sink([this](base::Level, std::string_view line) { lines_ += std::string(line) + "\n"; });
    create();
  }
  void TearDown() override {
    accel_.reset();
    EXPECT_EQ(lines_, "") << "nothing was to be logged";
  }
  void create() { ASSERT_OK(Accel::create(config_, log_, kernels::images(), &accel_)); }
  Memory what(const void* pointer) {
    Memory memory;
    const Status asked = accel_->query(pointer, &memory);
    EXPECT_TRUE(asked.is_ok()) << asked.message();
    return memory;
  }
  void finish(Queue* queue) {
    Ticket ticket;
    ASSERT_OK(queue->mark(&ticket));
    ASSERT_OK(accel_->queues().wait(ticket));
  }

  int devices_ = 0;
  Config config_;
  std::string lines_;
  Log log_;
  std::unique_ptr<Accel> accel_;
};

}  // namespace penstock::accel
