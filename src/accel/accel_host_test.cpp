// Accel is tested in a process without CUDA. The test needs neither a GPU nor the emulated driver.
#include "accel/accel.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "accel/host_accel.hpp"

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

// No contract has a refusal of its own.
TEST(HostAccel, EveryContractRefusesWithTheReason) {
  HostAccel accel("this test has none");
  Memory memory;
  Export exported;
  Mapping mapping;
  Queue* queue = nullptr;
  std::uint64_t mapped = 0;
  std::size_t total = 0;
  std::vector<ChunkDescriptor> chunks;
  std::unique_ptr<Graph> graph;
  std::unique_ptr<Beside> beside;
  std::unique_ptr<ProgramStream> stream;
  std::unique_ptr<ProgramQueue> program_queue;
  KernelPlace place;
  const Status refusals[] = {accel.allocations().allocate(0, 64, &memory),
                             accel.allocations().allocate_managed(0, 64, &memory),
                             accel.allocations().allocate_chunk(0, 64, &memory),
                             accel.allocations().release(memory),
                             accel.allocations().reserve_heap(0, 0, &memory),
                             accel.allocations().grow_heap(0, 64, &mapped),
                             accel.allocations().shrink_heap(0, 0),
                             accel.exports().export_memory(memory, &exported),
                             accel.exports().export_range(memory, 0, 64, &exported),
                             accel.exports().descriptors(exported.name(), 0, 1, &chunks, &total),
                             accel.imports().import_memory(exported, 0, &mapping),
                             accel.imports().accept_descriptors(exported, {}),
                             accel.queues().queue(0, 0, &queue),
                             accel.queues().find_kernel(0, "penstock_flag"),
                             accel.queues().make_graph(0, &graph),
                             accel.queues().run_beside(
                                 0, [] { return Status::ok(); }, &beside),
                             accel.program_streams().adopt_stream(nullptr, &stream),
                             accel.program_streams().open_program_queue(nullptr, &program_queue),
                             accel.program_streams().find_kernel_place(0, &place)};
  for (const Status& refusal : refusals) {
    EXPECT_EQ(refusal.code(), Code::kUnsupported);
    EXPECT_EQ(refusal.message(), "no GPU here: this test has none");
  }
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
