// This header serves tests of kernels: its queue runs them, host-compiled.
#pragma once

#include <algorithm>
#include <iterator>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "accel/accel.hpp"
#include "accel/queue/flag.hpp"
#include "kernels/sync/standin.hpp"

namespace penstock::kernels::test {

using Random = std::mt19937_64;

inline const standin::Kernel* find(std::span<const standin::Kernel> kernels, std::string_view name) {
  const auto found = std::ranges::find_if(kernels, [&](const standin::Kernel& kernel) { return name == kernel.name; });
  return found == kernels.end() ? nullptr : &*found;
}

// TestQueue runs a kernel immediately: blocks and threads in any order, but thread 0 of a block last, as a barrier before its
// last action would order it.
class TestQueue final : public accel::Queue {
 public:
  TestQueue(Random& random, std::span<const standin::Kernel> kernels) : random_(random), kernels_(kernels) {}

  [[nodiscard]] int device() const override { return 0; }
  [[nodiscard]] const accel::DeviceLimits& limits() const override { return limits_; }
  Status copy(void* /*destination*/, const void* /*source*/, std::size_t /*bytes*/) override { return unexpected(); }
  Status launch(std::string_view name, accel::Extent3 grid, accel::Extent3 block, const void* arguments,
                std::size_t bytes) override {
    const standin::Kernel* const kernel = find(kernels_, name);
    if (kernel == nullptr || kernel->argument_bytes != bytes) return Status::error(Code::kInternal, "no kernel {}", name);
    ++launches_;
    blocks_ = grid.x;
    threads_ = block.x;
    run(*kernel, arguments);
    return Status::ok();
  }
  Status mark(accel::Ticket* /*out*/) override {
    ++marks_;
    return Status::ok();
  }
  Status copy_and_mark(void* /*destination*/, const void* /*source*/, std::size_t /*bytes*/, accel::By /*by*/,
                       accel::Ticket* /*out*/) override {
    return unexpected();
  }
  Status launch_and_mark(std::string_view name, accel::Extent3 grid, accel::Extent3 block, void* arguments, std::size_t bytes,
                         accel::Finish* finish, accel::Ticket* /*out*/) override {
    std::uint32_t word = 0, counter = 0;
    *finish = {reinterpret_cast<std::uint64_t>(&word), reinterpret_cast<std::uint64_t>(&counter), 77, 0};
    PENSTOCK_TRY(launch(name, grid, block, arguments, bytes));
    if (word != 77 || counter != 0) return Status::error(Code::kInternal, "{} does not tell its end", name);
    return Status::ok();
  }

  // From now on blocks have a random number of threads.
  void draw_block_threads() {
    constexpr int kThreads[] = {1, 5, 32, 64, 1024};
    limits_.block_threads = kThreads[random_() % std::size(kThreads)];
  }

  accel::DeviceLimits limits_;
  standin::Runner runner_{[](void*) {}, nullptr, nullptr, nullptr};
  unsigned launches_ = 0, marks_ = 0;
  unsigned blocks_ = 0, threads_ = 0;  // those of the last launch

 private:
  static Status unexpected() { return Status::error(Code::kInternal, "a call that no such kernel makes"); }
  void run(const standin::Kernel& kernel, const void* arguments) {
    standin::Frame frame;
    frame.grid.x = blocks_;
    frame.block.x = threads_;
    frame.runner = &runner_;
    for (const unsigned block : shuffled(0, blocks_)) {
      frame.block_index.x = block;
      for (const unsigned thread : shuffled(1, threads_)) {
        frame.thread_index.x = thread;
        kernel.body(arguments, frame);
      }
      frame.thread_index.x = 0;
      kernel.body(arguments, frame);
    }
  }
  std::vector<unsigned> shuffled(unsigned first, unsigned end) {
    std::vector<unsigned> order;
    for (unsigned i = first; i < end; ++i) order.push_back(i);
    std::shuffle(order.begin(), order.end(), random_);
    return order;
  }

  Random& random_;
  std::span<const standin::Kernel> kernels_;
};

}  // namespace penstock::kernels::test
