#include "kernel_job.hpp"

#include <cstdio>

// The program's fat binary.
extern "C" const char penstock_program_kernels[] __attribute__((visibility("hidden")));

namespace penstock::test {

void must(int result, const char* what) {
  if (result == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(result, text, &length);
  give_up(std::string(what) + ": " + text);
}

KernelJob::KernelJob() {
  MUST(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  MUST(MPI_Comm_size(MPI_COMM_WORLD, &size));
  if (const std::string why = open_gpu(rank); !why.empty()) give_up(why);
  need(penstock_gpu_stream_create(&stream_), "making a stream");
  need(penstock_gpu_load(penstock_program_kernels, &module_), "loading the kernels");
}

KernelJob::~KernelJob() {
  need(penstock_gpu_stream_destroy(stream_), "destroying a stream");
  need(penstock_gpu_unload(module_), "unloading the kernels");
}

void KernelJob::check(bool good, const std::string& what) {
  ++checks;
  if (good) return;
  ++failures;
  std::printf("rank %d: %s\n", rank, what.c_str());
}

void KernelJob::check_error(int result, int error_class, const std::string& words, const std::string& what) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  int found = MPI_SUCCESS;
  if (result != MPI_SUCCESS) MPI_Error_class(result, &found);
  if (result != MPI_SUCCESS) MPI_Error_string(result, text, &length);
  check(found == error_class && std::string(text).find(words) != std::string::npos,
        what + ": class " + std::to_string(found) + ", \"" + text + "\"");
}

void KernelJob::launch(const char* kernel, unsigned blocks, unsigned threads, const KernelArguments& arguments) {
  penstock_gpu_kernel& found = kernels_[kernel];
  if (found == nullptr) need(penstock_gpu_find(module_, kernel, &found), kernel);
  const unsigned grid[3] = {blocks, 1, 1};
  const unsigned block[3] = {threads, 1, 1};
  need(penstock_gpu_launch_on(stream_, found, grid, block, &arguments), kernel);
}

double KernelJob::run(const char* kernel, unsigned blocks, unsigned threads, const KernelArguments& arguments) {
  const double begin = MPI_Wtime();
  launch(kernel, blocks, threads, arguments);
  wait();
  return MPI_Wtime() - begin;
}

DeviceWindow::DeviceWindow(std::size_t bytes) : memory(bytes) {
  MUST(MPI_Win_create(memory.data(), static_cast<MPI_Aint>(bytes), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window_));
  MUST(MPI_Win_set_errhandler(window_, MPI_ERRORS_RETURN));
  MUST(MPIX_Win_get_device_handle(window_, &handle));
}

DeviceWindow::~DeviceWindow() {
  MUST(MPI_Win_free(&window_));
}

std::vector<std::uint8_t> pattern(int rank, int seed, std::size_t bytes) {
  std::vector<std::uint8_t> out(bytes);
  std::uint32_t bits = static_cast<std::uint32_t>(rank) * 2654435761U + static_cast<std::uint32_t>(seed) * 40503U + 1;
  for (std::uint8_t& byte : out) {
    bits = bits * 1664525U + 1013904223U;
    byte = static_cast<std::uint8_t>(bits >> 24);
  }
  return out;
}

}  // namespace penstock::test
