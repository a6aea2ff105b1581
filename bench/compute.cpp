#include "compute.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>

#include "mpi_call.hpp"

namespace bench {
namespace {

// Makes rounds over a small matrix.
class HostCompute final : public Compute {
 public:
  explicit HostCompute(double seconds);
  void run() override { rounds(rounds_); }

 private:
  void rounds(std::uint64_t count);

  static constexpr std::size_t kSide = 8;
  std::array<float, kSide * kSide> matrix_{};
  std::array<float, kSide> vector_{};
  std::uint64_t rounds_ = 0;
};

HostCompute::HostCompute(double seconds) {
  using Clock = std::chrono::steady_clock;
  matrix_.fill(0.125F);
  vector_.fill(1.0F);
  double best = 1;
  constexpr std::uint64_t kProbe = 2000;
  for (int i = 0; i < 10; ++i) {  // the fastest, because others may have been interrupted
    const auto begin = Clock::now();
    rounds(kProbe);
    best = std::min(best, std::chrono::duration<double>(Clock::now() - begin).count());
  }
  rounds_ = static_cast<std::uint64_t>(std::llround(seconds / (best / kProbe)));
}

void HostCompute::rounds(std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    std::array<float, kSide> next{};
    for (std::size_t row = 0; row < kSide; ++row) {
      for (std::size_t column = 0; column < kSide; ++column) next[row] += matrix_[row * kSide + column] * vector_[column];
    }
    vector_ = next;
    asm volatile("" : : "g"(vector_.data()) : "memory");  // the compiler has to assume that the result is used
  }
}

}  // namespace

std::unique_ptr<Compute> make_compute(const std::string& where, const Memory& memory, double seconds) {
  if (where == "host") return std::make_unique<HostCompute>(seconds);
  if (!memory.gpu()) throw Failure("--compute gpu needs buffers on a GPU: name a kind with --memory");
#ifdef PENSTOCK_BENCH_BUSY
  return make_gpu_compute(seconds);
#else
  static_cast<void>(seconds);
  throw Failure("--compute gpu: this program was built without the kernel");
#endif
}

}  // namespace bench
