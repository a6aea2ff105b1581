#include <penstock_gpu.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "engines.hpp"
#include "stencil_arguments.hpp"

// The program's fat binary.
extern "C" const char penstock_program_kernels[] __attribute__((visibility("hidden")));

namespace demo {
namespace {

bool report_gpu_failure(const char* doing) {
  std::fprintf(stderr, "stencil2d: %s: %s\n", doing, penstock_gpu_error());
  return false;
}

// The device stays selected when the engine is destroyed: MPI_Finalize comes later and may still use it.
class GpuEngine final : public Engine {
 public:
  GpuEngine(penstock_gpu_kind kind, std::string description) : kind_(kind), description_(std::move(description)) {}
  GpuEngine(const GpuEngine&) = delete;
  GpuEngine& operator=(const GpuEngine&) = delete;
  ~GpuEngine() override {
    for (void* array : arrays_) {
      if (penstock_gpu_free(kind_, array) != 0) report_gpu_failure("freeing an array");
    }
    if (module_ != nullptr && penstock_gpu_unload(module_) != 0) report_gpu_failure("unloading the kernels");
  }

  [[nodiscard]] bool load(bool single) {
    return penstock_gpu_load(penstock_program_kernels, &module_) == 0 &&
           penstock_gpu_find(module_, single ? "demo_stencil_float" : "demo_stencil_double", &kernel_) == 0;
  }

  [[nodiscard]] std::string describe() const override { return description_; }

  [[nodiscard]] void* allocate(std::size_t bytes) override {
    void* array = nullptr;
    if (penstock_gpu_allocate(kind_, bytes, &array) != 0) {
      report_gpu_failure("allocating an array");
      return nullptr;
    }
    arrays_.push_back(array);
    if (penstock_gpu_fill(array, 0, bytes) == 0) return array;
    report_gpu_failure("clearing an array");
    return nullptr;
  }

  [[nodiscard]] bool upload(void* array, const void* host, std::size_t bytes) override {
    return penstock_gpu_copy(array, host, bytes) == 0 || report_gpu_failure("copying to an array");
  }

  [[nodiscard]] bool step(const void* from, void* to, int rows, int columns) override {
    constexpr unsigned kThreads = 64;
    constexpr std::int64_t kMostBlocks = 4096;  // beyond that, threads take several cells
    const std::int64_t blocks = (static_cast<std::int64_t>(rows) * columns + kThreads - 1) / kThreads;
    const unsigned grid[3] = {static_cast<unsigned>(std::min(blocks, kMostBlocks)), 1, 1}, block[3] = {kThreads, 1, 1};
    const StencilArguments arguments{reinterpret_cast<std::uintptr_t>(from), reinterpret_cast<std::uintptr_t>(to), rows,
                                     columns};
    return (penstock_gpu_launch(kernel_, grid, block, &arguments) == 0 && penstock_gpu_synchronize() == 0) ||
           report_gpu_failure("updating the field");
  }

 private:
  penstock_gpu_kind kind_;
  std::string description_;
  penstock_gpu_module module_ = nullptr;
  penstock_gpu_kernel kernel_ = nullptr;
  std::vector<void*> arrays_;
};

std::string describe(bool managed, int device, int devices) {
  char name[128] = "";
  if (penstock_gpu_device_name(device, name, sizeof name) != 0) report_gpu_failure("asking for the device's name");
  std::string text = managed ? "managed memory, " : "device memory, ";
  if (penstock_gpu_is_standin()) text += "STAND-IN DRIVER (tests only, not a GPU), ";
  return text + std::to_string(devices) + " x " + name;
}

}  // namespace

std::unique_ptr<Engine> make_gpu_engine(const Options& options, int local_rank, std::string* complaint) {
  const int devices = penstock_gpu_open();
  const int device = devices > 0 ? local_rank % devices : 0;
  if (devices == 0 || penstock_gpu_select(device) != 0) {
    *complaint = std::string("no usable GPU: ") + penstock_gpu_error();
    return nullptr;
  }
  const bool managed = options.memory == MemoryChoice::kManaged;
  auto engine =
      std::make_unique<GpuEngine>(managed ? PENSTOCK_GPU_MANAGED : PENSTOCK_GPU_DEVICE, describe(managed, device, devices));
  if (!engine->load(options.single)) {
    *complaint = std::string("cannot load the demo's kernels: ") + penstock_gpu_error();
    return nullptr;
  }
  return engine;
}

}  // namespace demo
