// GPU threads run one after the other on one fibre as long as none waits; a thread that waits keeps its fibre, and the others
// continue with another. A kernel without barriers therefore costs a function call per thread.
#include "grid.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <list>

#include "back_off.hpp"
#include "device.hpp"
#include "fibre.hpp"

namespace penstock::fakecuda {
namespace {

using kernels::standin::Frame;
using kernels::standin::Runner;
using kernels::standin::Shape;

constexpr std::size_t kResidentBlocks = static_cast<std::size_t>(kMultiprocessors) * kBlocksPerMultiprocessor;

std::size_t volume(const Shape& shape) {
  return std::size_t{shape.x} * shape.y * shape.z;
}

Shape index_in(const Shape& shape, std::size_t number) {
  return {static_cast<unsigned>(number % shape.x), static_cast<unsigned>(number / shape.x % shape.y),
          static_cast<unsigned>(number / shape.x / shape.y)};
}

// Threads that synchronise repeatedly. The two halves of `values` alternate: no thread is more than one barrier ahead.
struct Meeting {
  std::size_t members = 0;  // threads that have not returned
  std::size_t arrived = 0;
  std::uint64_t held = 0;  // number of barriers so far
  std::array<std::array<std::uint64_t, kWarp>, 2> values{};

  void check() {
    if (arrived == 0 || arrived < members) return;
    arrived = 0;
    ++held;
  }
};

class Grid;

struct Thread {
  Grid* grid = nullptr;
  Meeting* block = nullptr;
  Meeting* warp = nullptr;
  std::size_t lane = 0;
  Frame frame;
  Fibre* fibre = nullptr;
  const Meeting* awaited = nullptr;  // null while waiting: paused
  std::uint64_t until = 0;
};

struct Block {
  std::vector<Thread> threads;
  std::size_t begun = 0;
  Meeting all;
  std::vector<Meeting> warps;
  std::vector<std::byte> shared;
  alignas(64) std::array<std::byte, kernels::standin::kBroadcastBytes + kernels::standin::kBlockBytes> broadcast{};
};

class Grid {
 public:
  Grid(const Launch& launch, Worker& worker) : launch_(launch), worker_(worker), blocks_(volume(launch.grid)) {}

  CUresult run();
  // It is called on a fibre.
  void meet(Thread& thread, Meeting& meeting);
  void pause(Thread& thread);

 private:
  using Waiting = std::pair<Thread*, std::unique_ptr<Fibre>>;

  static void fibre_body(void* grid) { static_cast<Grid*>(grid)->run_fresh(); }
  void run_fresh();
  Thread* next_fresh();
  void admit();
  void wait(Thread& thread);
  void drive(std::unique_ptr<Fibre> fibre);
  bool resume_waiting(bool* any_paused);

  const Launch& launch_;
  Worker& worker_;
  std::size_t blocks_;
  std::size_t admitted_ = 0;
  std::size_t begun_ = 0;  // threads
  std::list<Block> resident_;
  std::vector<Waiting> waiting_;
  Fibre* driven_ = nullptr;      // the fibre that runs now
  Thread* suspended_ = nullptr;  // the thread that made it yield
  BackOff off_;
};

void barrier(void* thread) {
  auto& self = *static_cast<Thread*>(thread);
  self.grid->meet(self, *self.block);
}

std::uint64_t shuffle(void* thread, std::uint64_t value, unsigned source) {
  auto& self = *static_cast<Thread*>(thread);
  auto& values = self.warp->values[self.warp->held % 2];
  values[self.lane] = value;
  self.grid->meet(self, *self.warp);
  return values[source % kWarp];
}

void pause_thread(void* thread) {
  auto& self = *static_cast<Thread*>(thread);
  self.grid->pause(self);
}

// The clock has one cycle a nanosecond, as the devices report.
std::uint64_t cycles() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

constexpr Runner kRunner{barrier, shuffle, pause_thread, cycles};

void prepare(Grid& grid, const Launch& launch, std::size_t number, Block& block) {
  const std::size_t threads = volume(launch.block);
  block.threads.resize(threads);
  block.shared.resize(launch.shared_bytes);
  block.all.members = threads;
  block.warps.resize((threads + kWarp - 1) / kWarp);
  for (std::size_t i = 0; i < threads; ++i) {
    Thread& thread = block.threads[i];
    thread.grid = &grid;
    thread.block = &block.all;
    thread.warp = &block.warps[i / kWarp];
    thread.lane = i % kWarp;
    ++thread.warp->members;
    thread.frame = {launch.grid, launch.block, index_in(launch.grid, number), index_in(launch.block, i),
                    &kRunner,    &thread,      block.shared.data(),           block.broadcast.data()};
  }
}

void Grid::admit() {
  resident_.remove_if([](const Block& block) { return block.all.members == 0; });
  while (resident_.size() < kResidentBlocks && admitted_ < blocks_) {
    prepare(*this, launch_, admitted_++, resident_.emplace_back());
  }
}

Thread* Grid::next_fresh() {
  if (worker_.stop) return nullptr;
  for (int attempt = 0; attempt < 2; ++attempt) {
    for (Block& block : resident_) {
      if (block.begun == block.threads.size()) continue;
      ++begun_;
      return &block.threads[block.begun++];
    }
    admit();
  }
  return nullptr;
}

void Grid::run_fresh() {
  while (Thread* thread = next_fresh()) {
    launch_.kernel->body(launch_.arguments.data(), thread->frame);
    --thread->block->members;
    --thread->warp->members;
    thread->block->check();
    thread->warp->check();
  }
}

void Grid::meet(Thread& thread, Meeting& meeting) {
  thread.awaited = &meeting;
  thread.until = meeting.held + 1;
  ++meeting.arrived;
  meeting.check();
  if (meeting.held < thread.until) wait(thread);
}

void Grid::pause(Thread& thread) {
  thread.awaited = nullptr;
  wait(thread);
}

void Grid::wait(Thread& thread) {
  suspended_ = &thread;
  driven_->yield();
}

void Grid::drive(std::unique_ptr<Fibre> fibre) {
  driven_ = fibre.get();
  suspended_ = nullptr;
  fibre->resume();
  if (fibre->idle()) {
    worker_.fibres.put(std::move(fibre));
  } else {
    waiting_.emplace_back(suspended_, std::move(fibre));
  }
}

// Makes one round over the waiting threads. True if a thread continued that was not merely paused.
bool Grid::resume_waiting(bool* any_paused) {
  bool moved = false;
  std::vector<Waiting> round;
  round.swap(waiting_);
  for (Waiting& entry : round) {
    const Thread& thread = *entry.first;
    const bool paused = thread.awaited == nullptr;
    if (!paused && thread.awaited->held < thread.until) {
      waiting_.push_back(std::move(entry));
      continue;
    }
    *any_paused |= paused;
    moved |= !paused;
    drive(std::move(entry.second));
  }
  return moved;
}

CUresult Grid::run() {
  for (;;) {
    if (worker_.stop) return CUDA_SUCCESS;  // the suspended threads are abandoned with their fibres
    const std::size_t begun = begun_;
    std::unique_ptr<Fibre> fibre = worker_.fibres.get();
    fibre->begin(fibre_body, this);
    drive(std::move(fibre));
    if (waiting_.empty()) return CUDA_SUCCESS;  // the fibre ended because nothing is left to begin
    bool paused = false;
    const bool moved = resume_waiting(&paused) || begun != begun_;
    if (moved) off_.reset();
    if (!moved && paused) off_.pause();  // only spinning threads are left
    if (!moved && !paused) {
      std::fprintf(stderr, "stand-in CUDA driver: kernel %s: its threads wait for each other at different places\n",
                   launch_.kernel->name);
      return CUDA_ERROR_LAUNCH_FAILED;
    }
  }
}

}  // namespace

CUresult run_grid(const Launch& launch, Worker& worker) {
  return Grid(launch, worker).run();
}

}  // namespace penstock::fakecuda
