#include "gpu_rank.hpp"

#include <cstdio>
#include <cstdlib>

#include "busy/busy_arguments.hpp"

// The program's fat binary.
extern "C" const char penstock_program_kernels[] __attribute__((visibility("hidden")));

namespace bench::enqueue {
namespace {

constexpr unsigned kBlocksAside = 4;
constexpr unsigned kThreadsAside = 64;
constexpr std::uint64_t kRoundsAside = 42'000;

}  // namespace

void give_up(const char* what, const char* why) {
  std::fprintf(stderr, "penstock-enqueue: %s: %s\n", what, why);
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

void must(int mpi_result, const char* what) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  if (mpi_result == MPI_SUCCESS) return;
  MPI_Error_string(mpi_result, text, &length);
  give_up(what, text);
}

void gpu(int result, const char* what) {
  if (result < 0) give_up(what, penstock_gpu_error());
}

GpuRank::GpuRank() {
  must(MPI_Comm_rank(MPI_COMM_WORLD, &rank_), "finding the rank");
  const int devices = penstock_gpu_open();
  if (devices < 1) give_up("opening a GPU", penstock_gpu_error());
  gpu(penstock_gpu_select(rank_ % devices), "selecting a GPU");
  gpu(penstock_gpu_stream_create(&stream_), "making a stream");
  gpu(penstock_gpu_stream_create(&aside_), "making a stream");
  gpu(penstock_gpu_load(penstock_program_kernels, &module_), "loading the kernel");
  gpu(penstock_gpu_find(module_, "bench_busy", &kernel_), "finding the kernel");
  void* memory = nullptr;
  gpu(penstock_gpu_allocate(PENSTOCK_GPU_DEVICE, kWords * sizeof(std::uint64_t), &memory), "allocating");
  words_ = static_cast<std::uint64_t*>(memory);
  launch();  // loads the kernel before any stream waits
  synchronize();
  MPI_Info info = MPI_INFO_NULL;
  must(MPI_Info_create(&info), "an info object");
  must(MPI_Info_set(info, "type", "cudaStream_t"), "an info object");
  must(MPIX_Info_set_hex(info, "value", &stream_, sizeof stream_), "an info object");
  must(MPIX_Stream_create(info, &object_), "MPIX_Stream_create");
  must(MPI_Info_free(&info), "an info object");
  must(MPIX_Stream_comm_create(MPI_COMM_WORLD, object_, &comm_), "MPIX_Stream_comm_create");
}

GpuRank::~GpuRank() {
  synchronize();
  for (const penstock_gpu_graph graph : graphs_) gpu(penstock_gpu_graph_destroy(graph), "destroying a graph");
  must(MPI_Comm_free(&comm_), "MPI_Comm_free");
  must(MPIX_Stream_free(&object_), "MPIX_Stream_free");
  gpu(penstock_gpu_free(PENSTOCK_GPU_DEVICE, words_), "freeing");
  gpu(penstock_gpu_unload(module_), "unloading the kernel");
  gpu(penstock_gpu_stream_destroy(aside_), "destroying a stream");
  gpu(penstock_gpu_stream_destroy(stream_), "destroying a stream");
}

void GpuRank::set_word(std::uint64_t value) {
  gpu(penstock_gpu_copy(words_, &value, sizeof value), "copying");
}

std::uint64_t GpuRank::word() const {
  std::uint64_t value = 0;
  gpu(penstock_gpu_copy(&value, words_, sizeof value), "copying");
  return value;
}

void GpuRank::launch_on(penstock_gpu_stream stream, unsigned blocks, unsigned threads, std::uint64_t rounds) {
  const unsigned grid[3] = {blocks, 1, 1};
  const unsigned block[3] = {threads, 1, 1};
  const busy::BusyArguments arguments{.sink = 0, .rounds = rounds};
  gpu(penstock_gpu_launch_on(stream, kernel_, grid, block, &arguments), "launching");
}

void GpuRank::launch() {
  launch_on(stream_, 1, 32, 1);
}

void GpuRank::launch_aside() {
  launch_on(aside_, kBlocksAside, kThreadsAside, kRoundsAside);
}

void GpuRank::synchronize_aside() {
  gpu(penstock_gpu_stream_synchronize(aside_), "synchronising");
}

void GpuRank::synchronize() {
  last_call_ = std::chrono::steady_clock::now();
  gpu(penstock_gpu_stream_synchronize(stream_), "synchronising");
}

penstock_gpu_graph GpuRank::capture(const std::function<void()>& calls) {
  gpu(penstock_gpu_capture_begin(stream_, PENSTOCK_GPU_CAPTURE_GLOBAL), "beginning a capture");
  calls();
  gpu(penstock_gpu_capture_end(stream_, &graphs_.emplace_back()), "ending a capture");
  return graphs_.back();
}

void GpuRank::launch(penstock_gpu_graph graph) {
  gpu(penstock_gpu_graph_launch(graph, stream_), "launching a graph");
}

}  // namespace bench::enqueue
