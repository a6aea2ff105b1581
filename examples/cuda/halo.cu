// Heat spreads over a square plate. The rows of the plate are shared out among the ranks, each of which has its part in the
// memory of a GPU. Before every step neighbours exchange the rows at their border, the halo, from GPU to GPU. Where there is no
// GPU the same program computes on the host.
//
// Run it: nvcc -ccbin mpicxx halo.cu -o halo && mpiexec -n 4 ./halo
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include <cuda_runtime.h>
#include <mpi.h>

constexpr int kSize = 1024, kPitch = kSize + 2, kSteps = 100;  // cells of a row or column, those with the border, steps
constexpr float kRate = 0.2F;

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(error));
  MPI_Abort(MPI_COMM_WORLD, 1);
}

// The new value of a cell from its own and those of its four neighbours.
__host__ __device__ inline float next(const float* cell) {
  return cell[0] + kRate * (cell[-1] + cell[1] + cell[-kPitch] + cell[kPitch] - 4 * cell[0]);
}

__global__ void step_kernel(const float* now, float* later, int rows) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x <= kSize && y <= rows) later[y * kPitch + x] = next(&now[y * kPitch + x]);
}

static void step(const float* now, float* later, int rows, bool on_gpu) {
  if (on_gpu) {
    const dim3 block(32, 8), grid((kSize + 31) / 32, (rows + 7) / 8);
    step_kernel<<<grid, block>>>(now, later, rows);
    check(cudaGetLastError());
    check(cudaStreamSynchronize(nullptr));  // MPI reads `later` next, and knows nothing of the stream
    return;
  }
  for (int y = 1; y <= rows; ++y) {
    for (int x = 1; x <= kSize; ++x) later[y * kPitch + x] = next(&now[y * kPitch + x]);
  }
}

// Rows 0 and rows + 1 are the halo: copies of the neighbours' nearest rows. MPI_PROC_NULL stands for the border of the plate.
static void exchange(float* plate, int rows, int above, int below) {
  MPI_Sendrecv(&plate[1 * kPitch], kPitch, MPI_FLOAT, above, 0,  //
               &plate[(rows + 1) * kPitch], kPitch, MPI_FLOAT, below, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(&plate[rows * kPitch], kPitch, MPI_FLOAT, below, 1,  //
               &plate[0], kPitch, MPI_FLOAT, above, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

// A wave that fits the plate keeps its shape and becomes smaller by this factor in each step, so the answer is known.
static double wave(int x, int y) {
  return std::sin(M_PI * x / (kSize + 1)) * std::sin(M_PI * y / (kSize + 1));
}
static double factor() {
  return 1 - 4 * kRate * (1 - std::cos(M_PI / (kSize + 1)));
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0, gpus = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const bool on_gpu = cudaGetDeviceCount(&gpus) == cudaSuccess && gpus > 0;
  if (on_gpu) check(cudaSetDevice(rank % gpus));

  const int first = kSize * rank / ranks + 1, rows = kSize * (rank + 1) / ranks - first + 1;  // rows of the plate count from 1
  const int above = rank > 0 ? rank - 1 : MPI_PROC_NULL, below = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  std::vector<float> start((rows + 2) * kPitch, 0.0F);
  for (int y = 1; y <= rows; ++y) {
    for (int x = 1; x <= kSize; ++x) start[y * kPitch + x] = static_cast<float>(wave(x, first + y - 1));
  }

  const size_t bytes = start.size() * sizeof(float);
  std::vector<float> other(start.size(), 0.0F);
  float *now = start.data(), *later = other.data();
  if (on_gpu) {
    check(cudaMalloc(reinterpret_cast<void**>(&now), bytes));
    check(cudaMalloc(reinterpret_cast<void**>(&later), bytes));
    check(cudaMemcpy(now, start.data(), bytes, cudaMemcpyHostToDevice));
    check(cudaMemset(later, 0, bytes));
    check(cudaStreamSynchronize(nullptr));
  }

  const double begin = MPI_Wtime();
  for (int i = 0; i < kSteps; ++i) {
    exchange(now, rows, above, below);
    step(now, later, rows, on_gpu);
    std::swap(now, later);
  }
  const double took = MPI_Wtime() - begin;

  std::vector<float> result(start.size());
  if (on_gpu) {
    check(cudaMemcpy(result.data(), now, bytes, cudaMemcpyDeviceToHost));
  } else {
    result.assign(now, now + result.size());
  }
  double wrong = 0, worst = 0;
  for (int y = 1; y <= rows; ++y) {
    for (int x = 1; x <= kSize; ++x) {
      wrong = std::fmax(wrong, std::fabs(result[y * kPitch + x] - wave(x, first + y - 1) * std::pow(factor(), kSteps)));
    }
  }
  MPI_Allreduce(&wrong, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0) {
    std::printf("%d ranks, %s memory: %d steps in %.1f ms, largest error %.0e\n", ranks, on_gpu ? "GPU" : "host", kSteps,
                took * 1e3, worst);
  }
  MPI_Finalize();
  return worst < 1e-4 ? 0 : 1;
}
