#include "calls.hpp"

#include <penstock_gpu.h>

#include <algorithm>
#include <cstdint>

#include "common/library.hpp"
#include "meet_arguments.hpp"
#include "mpi_call.hpp"
#include "nccl/nccl.hpp"

// The fat binary with the kernels of this program.
extern "C" const char penstock_program_kernels[] __attribute__((visibility("hidden")));

namespace bench::interference {
namespace {

void must(int result, const char* doing) {
  if (result != 0) throw Failure(std::string(doing) + ": " + penstock_gpu_error());
}

class Synchronize final : public Call {
 public:
  void run() override { must(penstock_gpu_synchronize(), "synchronising"); }
};

class Allocate final : public Call {
 public:
  void run() override {
    constexpr std::size_t kBytes = std::size_t{1} << 20;
    void* memory = nullptr;
    must(penstock_gpu_allocate(PENSTOCK_GPU_DEVICE, kBytes, &memory), "allocating");
    must(penstock_gpu_free(PENSTOCK_GPU_DEVICE, memory), "freeing");
  }
};

// The selected device; its properties come from the driver itself.
class Device {
 public:
  Device() : driver_(nullptr, "libcuda.so.1") {
    int (*which)(int*) = nullptr;
    driver_.find("cuCtxGetDevice", &which);
    driver_.find("cuDeviceGetAttribute", &attribute_);
    if (which(&device_) != 0) throw Failure("cuCtxGetDevice: no GPU is selected");
  }
  [[nodiscard]] unsigned multiprocessors() const { return attribute(16); }
  [[nodiscard]] unsigned threads_of_multiprocessor() const { return attribute(39); }
  [[nodiscard]] unsigned threads_of_block() const { return attribute(1); }

 private:
  [[nodiscard]] unsigned attribute(int number) const {
    int value = 0;
    const int result = attribute_(&value, number, device_);
    if (result != 0 || value <= 0) {
      throw Failure("cuDeviceGetAttribute " + std::to_string(number) + ": CUDA error " + std::to_string(result));
    }
    return static_cast<unsigned>(value);
  }

  SharedLibrary driver_;
  int (*attribute_)(int*, int, int) = nullptr;
  int device_ = 0;
};

class Launch final : public Call {
 public:
  explicit Launch(const Memory& memory) : counters_(memory, 2 * sizeof(std::uint32_t)) {
    constexpr std::uint32_t kNone[2] = {0, 0};
    constexpr unsigned kBlocksOfMultiprocessor = 2;
    const Device device;
    grid_[0] = kBlocksOfMultiprocessor * device.multiprocessors();
    block_[0] = std::min(device.threads_of_multiprocessor() / kBlocksOfMultiprocessor, device.threads_of_block());
    counters_.write(kNone, sizeof kNone);
    arguments_.arrived = reinterpret_cast<std::uintptr_t>(counters_.data());
    arguments_.vain = arguments_.arrived + sizeof(std::uint32_t);
    arguments_.looks = kLooks;
    must(penstock_gpu_load(penstock_program_kernels, &module_), "loading the kernel");
    must(penstock_gpu_find(module_, "interference_meet", &kernel_), "finding the kernel");
  }
  ~Launch() override {
    if (penstock_gpu_unload(module_) != 0) {
      std::fprintf(stderr, "penstock-interference: unloading the kernel: %s\n", penstock_gpu_error());
    }
  }

  void run() override {
    arguments_.goal += grid_[0];
    must(penstock_gpu_launch(kernel_, grid_, block_, &arguments_), "launching");
    must(penstock_gpu_synchronize(), "waiting for the kernel");
  }

  void check_result() override {
    std::uint32_t counters[2] = {0, 0};
    counters_.read(counters, sizeof counters);
    if (counters[0] == arguments_.goal && counters[1] == 0) return;
    throw Failure("blocks that fill the GPU did not meet: " + std::to_string(counters[1]) +
                  " waited in vain; does another process use this GPU?");
  }

 private:
  static constexpr std::uint32_t kLooks = 1U << 22U;  // seconds

  Buffer counters_;
  MeetArguments arguments_;
  unsigned grid_[3] = {1, 1, 1}, block_[3] = {1, 1, 1};
  penstock_gpu_module module_ = nullptr;
  penstock_gpu_kernel kernel_ = nullptr;
};

// Two floats: the number of ranks that want to stop, and a 1 of each rank.
class Nccl final : public Call {
 public:
  Nccl(const nccl::Communicator& ranks, const Memory& memory)
      : ranks_(ranks), mine_(memory, sizeof(float[2])), sum_(memory, sizeof(float[2])) {
    offer(0);
  }

  void run() override {
    nccl::must(
        nccl::api().all_reduce(mine_.data(), sum_.data(), 2, nccl::kFloat32, nccl::kSum, ranks_.handle, ranks_.stream.handle()),
        "ncclAllReduce");
    ranks_.stream.wait();
  }

  // Makes an untimed call in front, so that the ranks begin the timed call together.
  bool enough(bool mine) override {
    if (mine) offer(1);
    run();
    float sum[2] = {0, 0};
    sum_.read(sum, sizeof sum);
    if (sum[1] != static_cast<float>(ranks_.size)) throw Failure("WRONG DATA from ncclAllReduce");
    return sum[0] > 0;
  }

 private:
  void offer(float enough) {
    const float values[2] = {enough, 1};
    mine_.write(values, sizeof values);
  }

  const nccl::Communicator& ranks_;
  Buffer mine_, sum_;
};

// Returns true if `mine` is true on all ranks.
bool agree(MPI_Comm ranks, bool mine) {
  int all = 0;
  const int own = mine ? 1 : 0;
  check(MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MIN, ranks), "MPI_Allreduce");
  return all == 1;
}

}  // namespace

std::unique_ptr<Call> make_synchronize() {
  return std::make_unique<Synchronize>();
}

std::unique_ptr<Call> make_allocate() {
  return std::make_unique<Allocate>();
}

std::unique_ptr<Call> make_launch(const Memory& memory) {
  return std::make_unique<Launch>(memory);
}

std::unique_ptr<Call> make_nccl(MPI_Comm ranks, const Memory& memory, std::string* why) {
  *why = "another rank cannot use NCCL";
  const auto tried = [&](auto&& step) {
    bool worked = true;
    try {
      step();
    } catch (const Failure& failure) {
      *why = failure.what();
      worked = false;
    }
    return agree(ranks, worked);
  };
  const nccl::Communicator* joined = nullptr;
  if (!tried([] { static_cast<void>(nccl::api()); })) return nullptr;
  if (!tried([&] { joined = &nccl::communicator(ranks); })) return nullptr;
  return std::make_unique<Nccl>(*joined, memory);
}

}  // namespace bench::interference
