// Accel is tested in a process without CUDA. The test needs neither a GPU nor the emulated driver.
#include "accel/accel.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace penstock::accel {
namespace {

TEST(AccelWithoutCuda, EverythingIsHostMemoryAndNoDriverIsLoaded) {
  Config config;
  Log log;
  std::unique_ptr<Accel> accel;
  ASSERT_TRUE(Accel::create(config, log, {}, &accel).is_ok());
  int on_stack = 0;
  static int fixed = 0;
  auto small = std::make_unique<int>();
  std::vector<char> large(32 << 20);
  for (const void* pointer :
       {static_cast<const void*>(&on_stack), static_cast<const void*>(&fixed), static_cast<const void*>(small.get()),
        static_cast<const void*>(large.data()), static_cast<const void*>(nullptr)}) {
    Memory memory;
    memory.device = 5;
    ASSERT_TRUE(accel->query(pointer, &memory).is_ok());
    EXPECT_EQ(memory.kind, MemoryKind::kHost);
    EXPECT_EQ(memory.device, -1);
    EXPECT_FALSE(memory.exportable);
  }
  EXPECT_FALSE(accel->live());
  EXPECT_EQ(accel->describe(), "no CUDA");
  EXPECT_EQ(accel->working_device(), -1);
  EXPECT_EQ(dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD), nullptr) << "the library loaded a driver by itself";
}

TEST(AccelWithoutCuda, CopiesHostMemoryAndRefusesTheRest) {
  Config config;
  Log log;
  std::unique_ptr<Accel> accel;
  ASSERT_TRUE(Accel::create(config, log, {}, &accel).is_ok());
  int from = 42, to = 0;
  ASSERT_TRUE(accel->queues().copy_now(&to, &from, sizeof to).is_ok());
  EXPECT_EQ(to, 42);
  Queue* queue = nullptr;
  EXPECT_FALSE(accel->queues().queue(0, 0, &queue).is_ok());
  Export exported;
  EXPECT_FALSE(accel->imports().importable(exported, 0));
  EXPECT_TRUE(accel->allocations().register_host(&from, sizeof from).is_ok());
  Progress progress = Progress::kPending;
  EXPECT_TRUE(accel->queues().test(Ticket{}, &progress).is_ok());
  EXPECT_EQ(progress, Progress::kDone);
}

TEST(AccelSwitchedOff, SaysSo) {
  Config config;
  Log log;
  config.cuda = false;
  std::unique_ptr<Accel> accel;
  ASSERT_TRUE(Accel::create(config, log, {}, &accel).is_ok());
  EXPECT_EQ(accel->describe(), "no CUDA: PENSTOCK_CUDA=0");
  Memory memory;
  const Status refused = accel->allocations().allocate(0, 64, &memory);
  EXPECT_EQ(refused.code(), Code::kUnsupported);
  EXPECT_NE(refused.message().find("PENSTOCK_CUDA=0"), std::string_view::npos);
}

TEST(ProcessId, TellsProcessesAndHostsApart) {
  Config config;
  const ProcessId self = this_process(config);
  EXPECT_EQ(self, this_process(config));
  EXPECT_NE(self.host, 0U);
  EXPECT_NE(self.pid, 0U);
  config.host_id = "another";
  EXPECT_NE(this_process(config).host, self.host);
}

}  // namespace
}  // namespace penstock::accel
