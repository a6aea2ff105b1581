// Computing on a GPU.
#include "compute.hpp"

#include <penstock_gpu.h>

#include <algorithm>
#include <chrono>
#include <cmath>
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

// Several times as many blocks as a GPU runs at once: whoever takes multiprocessors away takes time, and gets them soon.
class GpuCompute final : public Compute {
 public:
  explicit GpuCompute(double seconds);
  ~GpuCompute() override;
  void run() override { run(rounds_); }

 private:
  void run(std::uint64_t rounds);
  [[nodiscard]] double seconds_of(std::uint64_t rounds);

  const unsigned blocks_ = penstock_gpu_is_standin() != 0 ? 4 : 16384;
  const unsigned threads_ = penstock_gpu_is_standin() != 0 ? 32 : 256;
  penstock_gpu_stream stream_ = nullptr;
  penstock_gpu_module module_ = nullptr;
  penstock_gpu_kernel kernel_ = nullptr;
  std::uint64_t rounds_ = 0;
};

GpuCompute::GpuCompute(double seconds) {
  must(penstock_gpu_stream_create(&stream_), "making a stream");
  must(penstock_gpu_load(penstock_program_kernels, &module_), "loading the kernel");
  must(penstock_gpu_find(module_, "bench_busy", &kernel_), "finding the kernel");
  constexpr std::uint64_t kFew = 100, kMany = 2100;
  const double few = seconds_of(kFew);
  const double each = std::max((seconds_of(kMany) - few) / static_cast<double>(kMany - kFew), 1e-12);
  const double launch = few - each * static_cast<double>(kFew);
  rounds_ = static_cast<std::uint64_t>(std::llround(std::max(seconds - launch, 0.0) / each));
}

GpuCompute::~GpuCompute() {
  if (penstock_gpu_unload(module_) != 0) std::fprintf(stderr, "unloading the kernel: %s\n", penstock_gpu_error());
  if (penstock_gpu_stream_destroy(stream_) != 0) std::fprintf(stderr, "ending the stream: %s\n", penstock_gpu_error());
}

void GpuCompute::run(std::uint64_t rounds) {
  const unsigned grid[3] = {blocks_, 1, 1}, block[3] = {threads_, 1, 1};
  const busy::BusyArguments arguments{.rounds = rounds};
  must(penstock_gpu_launch_on(stream_, kernel_, grid, block, &arguments), "launching");
  must(penstock_gpu_stream_synchronize(stream_), "waiting for the kernel");
}

// The fastest of some: others may have been interrupted.
double GpuCompute::seconds_of(std::uint64_t rounds) {
  double best = 1;
  for (int i = 0; i < 10; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    run(rounds);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return best;
}

}  // namespace

std::unique_ptr<Compute> make_gpu_compute(double seconds) {
  return std::make_unique<GpuCompute>(seconds);
}

}  // namespace bench
