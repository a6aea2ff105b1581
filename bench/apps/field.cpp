#include "field.hpp"

#include <algorithm>
#include <cstdint>

#include "demo/stencil_arguments.hpp"

// The program's fat binary: the demo's kernels.
extern "C" const char penstock_program_kernels[] __attribute__((visibility("hidden")));

namespace bench::apps {
namespace {

template <typename T>
void upload_start(const demo::Block& block, Buffer& to) {
  std::vector<T> cells(block.cells());
  for (int i = 0; i < block.rows + 2; ++i) {
    T* row = cells.data() + static_cast<std::size_t>(i) * block.pitch();
    for (int j = 0; j < block.pitch(); ++j) row[j] = static_cast<T>(start_value(block.row + i - 1, block.column + j - 1));
  }
  to.write(cells.data(), cells.size() * sizeof(T));
}

}  // namespace

double start_value(int row, int column) {
  std::uint32_t bits = static_cast<std::uint32_t>(row) * 0x9e3779b1U + static_cast<std::uint32_t>(column) * 0x85ebca77U;
  bits = (bits ^ bits >> 15) * 0x2c1b3c6dU;
  bits = (bits ^ bits >> 12) * 0x297a2d39U;
  constexpr double kScale = 1.0 / (1 << 16);  // of 16 bits, which float holds exactly
  return (bits >> 16) * kScale;
}

Field::Field(const demo::Block& block, bool single, const Memory& memory)
    : block_(block), bytes_(block.cells() * (single ? sizeof(float) : sizeof(double))), memory_(memory) {
  start_ = std::make_unique<Buffer>(memory, bytes_);
  now_ = std::make_unique<Buffer>(memory, bytes_);
  next_ = std::make_unique<Buffer>(memory, bytes_);
  gpu(penstock_gpu_stream_create(&stream_), "making a stream");
  gpu(penstock_gpu_load(penstock_program_kernels, &module_), "loading the kernels");
  gpu(penstock_gpu_find(module_, single ? "demo_stencil_float" : "demo_stencil_double", &kernel_), "finding the kernel");
  single ? upload_start<float>(block, *start_) : upload_start<double>(block, *start_);
}

Field::~Field() {
  if (stream_ != nullptr && penstock_gpu_stream_destroy(stream_) != 0) report_gpu_failure("destroying a stream");
  if (module_ != nullptr && penstock_gpu_unload(module_) != 0) report_gpu_failure("unloading the kernels");
}

void Field::reset() {
  gpu(penstock_gpu_copy(now_->data(), start_->data(), bytes_), "filling the field");
  gpu(penstock_gpu_copy(next_->data(), start_->data(), bytes_), "filling the field");
  gpu(penstock_gpu_synchronize(), "filling the field");
}

void Field::step() {
  enqueue_step();
  gpu(penstock_gpu_stream_synchronize(stream_), "updating the field");
}

void Field::enqueue_step() {
  constexpr std::int64_t kThreads = 128, kMostBlocks = 8192;  // beyond that, threads take several cells
  const std::int64_t blocks = (static_cast<std::int64_t>(block_.rows) * block_.columns + kThreads - 1) / kThreads;
  const unsigned grid[3] = {static_cast<unsigned>(std::min(blocks, kMostBlocks)), 1, 1}, threads[3] = {kThreads, 1, 1};
  const demo::StencilArguments arguments{reinterpret_cast<std::uintptr_t>(now_->data()),
                                         reinterpret_cast<std::uintptr_t>(next_->data()), block_.rows, block_.columns};
  gpu(penstock_gpu_launch_on(stream_, kernel_, grid, threads, &arguments), "updating the field");
  turn();
}

void Field::run_together(const char* kernel, unsigned sharers, const void* arguments) {
  constexpr unsigned kThreads = 128;
  penstock_gpu_kernel found = nullptr;
  unsigned most = 0;
  gpu(penstock_gpu_find(module_, kernel, &found), "finding a kernel");
  gpu(penstock_gpu_most_together(found, kThreads, &most), "asking how many blocks run at once");
  const unsigned grid[3] = {std::max(1U, most / sharers), 1, 1}, threads[3] = {kThreads, 1, 1};
  gpu(penstock_gpu_launch_together(stream_, found, grid, threads, arguments), "updating the field");
  gpu(penstock_gpu_stream_synchronize(stream_), "updating the field");
}

void Field::spoil() {
  const std::size_t cell = bytes_ / block_.cells();
  char* const inner = array() + (static_cast<std::size_t>(block_.pitch()) + 1) * cell;
  gpu(penstock_gpu_copy(inner, array(), cell), "planting an error");
}

void Field::download(std::vector<std::byte>* out) const {
  out->resize(bytes_);
  now_->read(out->data(), out->size());
}

}  // namespace bench::apps
