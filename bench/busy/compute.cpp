// Computes on a GPU.
#include "compute.hpp"

#include <penstock_gpu.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>

#include "busy_arguments.hpp"
#include "mpi_call.hpp"

// The program's fat binary.
extern "C" const char penstock_program_kernels[] __attribute__((visibility("hidden")));

namespace bench {
namespace {

void must(int result, const char* doing) {
  if (result < 0) throw Failure(std::string(doing) + ": " + penstock_gpu_error());
}

// The grid has as many short blocks as the time needs, far more than a GPU runs at a time: work that takes multiprocessors away
// takes time, and gets the first ones soon.
class GpuCompute final : public Compute {
 public:
  explicit GpuCompute(double seconds);
  ~GpuCompute() override;
  void run() override { run(blocks_); }

 private:
  static constexpr std::uint64_t kRounds = 200;  // some microseconds on a full multiprocessor

  void run(unsigned blocks);
  [[nodiscard]] double seconds_of(unsigned blocks);

  const unsigned threads_ = penstock_gpu_is_standin() != 0 ? 32 : 256;
  penstock_gpu_stream stream_ = nullptr;
  penstock_gpu_module module_ = nullptr;
  penstock_gpu_kernel kernel_ = nullptr;
  unsigned blocks_ = 1;
};

GpuCompute::GpuCompute(double seconds) {
  must(penstock_gpu_stream_create(&stream_), "making a stream");
  must(penstock_gpu_load(penstock_program_kernels, &module_), "loading the kernel");
  must(penstock_gpu_find(module_, "bench_busy", &kernel_), "finding the kernel");
  const unsigned few = penstock_gpu_is_standin() != 0 ? 1 : 2048, many = 10 * few;
  const double least = seconds_of(few);
  const double each = std::max((seconds_of(many) - least) / (many - few), 1e-12);
  const double launch = least - each * few;
  blocks_ = static_cast<unsigned>(std::clamp((seconds - launch) / each, 1.0, 2e9));
}

GpuCompute::~GpuCompute() {
  if (penstock_gpu_unload(module_) != 0) std::fprintf(stderr, "unloading the kernel: %s\n", penstock_gpu_error());
  if (penstock_gpu_stream_destroy(stream_) != 0) std::fprintf(stderr, "ending the stream: %s\n", penstock_gpu_error());
}

void GpuCompute::run(unsigned blocks) {
  const unsigned grid[3] = {blocks, 1, 1}, block[3] = {threads_, 1, 1};
  const busy::BusyArguments arguments{.rounds = kRounds};
  must(penstock_gpu_launch_on(stream_, kernel_, grid, block, &arguments), "launching");
  must(penstock_gpu_stream_synchronize(stream_), "waiting for the kernel");
}

// Returns the fastest of some runs, because others may have been interrupted.
double GpuCompute::seconds_of(unsigned blocks) {
  double best = 1;
  for (int i = 0; i < 10; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    run(blocks);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return best;
}

}  // namespace

std::unique_ptr<Compute> make_gpu_compute(double seconds) {
  return std::make_unique<GpuCompute>(seconds);
}

}  // namespace bench
