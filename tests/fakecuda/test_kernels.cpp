// Kernels for the stand-in's own tests, as libpenstock_fake_kernels.so has the library's.
#include "test_kernels.hpp"

#include "kernels/sync/global.hpp"
#include "kernels/sync/kernel.hpp"
#include "kernels/sync/standin_library.hpp"

namespace penstock::fakecuda {
namespace {

using kernels::standin::Frame;
using kernels::standin::Kernel;
using kernels::sync::GlobalPtr;
using kernels::sync::GpuThread;

std::int64_t global_index(const GpuThread& self) {
  return std::int64_t{self.block()} * self.threads() + self.thread();
}

void add(const AddArguments& arguments, const GpuThread& self) {
  const std::int64_t step = std::int64_t{self.blocks()} * self.threads();
  for (std::int64_t i = global_index(self); i < arguments.count; i += step) {
    const GlobalPtr<std::uint32_t> word = GlobalPtr<std::uint32_t>(arguments.words) + i;
    word.store(word.load() + arguments.value);
  }
}

// In each round every thread passes its word on to its right neighbour; barriers separate reads and writes.
void rotate(const RotateArguments& arguments, const GpuThread& self) {
  const GlobalPtr<std::uint32_t> words(arguments.words + std::uint64_t{self.block()} * self.threads() * sizeof(std::uint32_t));
  for (std::uint32_t round = 0; round < arguments.rounds; ++round) {
    const std::uint32_t value = (words + self.thread()).load();
    self.barrier();
    (words + (self.thread() + 1) % self.threads()).store(value);
    self.barrier();
  }
}

void sum_warp(const SumArguments& arguments, const GpuThread& self) {
  std::uint32_t sum = self.thread();
  for (unsigned distance = 16; distance > 0; distance /= 2) sum += self.shuffle(sum, (self.thread() % 32) ^ distance);
  (GlobalPtr<std::uint32_t>(arguments.words) + global_index(self)).store(sum);
}

void wait_word(const WaitArguments& arguments, const GpuThread& self) {
  const GlobalPtr<std::uint32_t> word(arguments.word);
  const bool came = wait_equal_or_abort(self, word, arguments.value, GlobalPtr<std::uint32_t>(arguments.abort));
  (GlobalPtr<std::uint32_t>(arguments.result) + global_index(self)).store(came ? 1 : 2);
}

// All blocks wait for the last, so they must run at the same time.
void meet_blocks(const AddArguments& arguments, const GpuThread& self) {
  const GlobalPtr<std::uint32_t> word(arguments.words);
  if (self.thread() == 0) __atomic_add_fetch(word.raw(), 1, __ATOMIC_ACQ_REL);
  while (load_acquire_system(word) != self.blocks()) self.pause();
}

// Half of every warp waits for the block, the other half for the warp.
void split_barrier(const AddArguments&, const GpuThread& self) {
  if (self.thread() % 2 == 0) {
    self.barrier();
  } else {
    (void)self.shuffle(0, 0);
  }
}

const Kernel kKernels[] = {PENSTOCK_KERNEL(test_add, AddArguments, add) PENSTOCK_KERNEL(test_rotate, RotateArguments, rotate)
                               PENSTOCK_KERNEL(test_sum_warp, SumArguments, sum_warp)
                                   PENSTOCK_KERNEL(test_wait_word, WaitArguments, wait_word)
                                       PENSTOCK_KERNEL(test_meet_blocks, AddArguments, meet_blocks)
                                           PENSTOCK_KERNEL(test_split_barrier, AddArguments, split_barrier)};

}  // namespace
}  // namespace penstock::fakecuda

PENSTOCK_STANDIN_LIBRARY(penstock::fakecuda::kKernels)
