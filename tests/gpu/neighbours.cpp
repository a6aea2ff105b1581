// Ranks 0 and 2 use one device and send each other no GPU memory; rank 1 has another device to itself, and exchanges small
// messages with rank 0. No kernel may stay on the device of rank 0, where it would delay the work of rank 2; one may stay on
// that of rank 1. mpiexec -n 3 gpu_neighbours, on the stand-in driver with two devices, which counts calls.
#include <mpi.h>

#include <cstdio>
#include <cstring>
#include <vector>

#include "common/standin.hpp"
#include "gpu_job.hpp"

namespace penstock::test {
namespace {

constexpr int kMessages = 400;
constexpr int kBytes = 512;

long calls(const char* entry) {
  if (!standin::is_there()) give_up("a GPU's driver does not count its calls: run this on the stand-in driver");
  return standin::calls(entry);
}

// Sends host memory that only the driver can tell from a GPU's: the library then looks at the GPU, and so at its users.
void tell_host_memory(int rank) {
  std::vector<char> word(std::size_t{1} << 20, static_cast<char>(rank));
  if (rank != 1) {
    MPI_Send(word.data(), static_cast<int>(word.size()), MPI_CHAR, 1, 1, MPI_COMM_WORLD);
  } else {
    for (int i = 0; i < 2; ++i) {
      MPI_Recv(word.data(), static_cast<int>(word.size()), MPI_CHAR, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

// Ranks 0 and 1 exchange messages; returns how many copies each gave to the driver.
long ping_pong(int rank, Memory& memory) {
  const long before = calls("cuMemcpyAsync");
  std::vector<unsigned char> got(kBytes);
  for (int i = 0; i < kMessages; ++i) {
    const auto value = static_cast<unsigned char>(i + 1);
    if (rank == i % 2) {
      memory.fill(0, value, kBytes);
      MPI_Send(memory.at(0), kBytes, MPI_BYTE, 1 - rank, 2, MPI_COMM_WORLD);
    } else {
      MPI_Recv(memory.at(0), kBytes, MPI_BYTE, 1 - rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      memory.get(0, got.data(), kBytes);
      if (got != std::vector<unsigned char>(kBytes, value)) give_up("message " + std::to_string(i) + " is wrong");
    }
  }
  return calls("cuMemcpyAsync") - before - kMessages / 2;  // without those of get()
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  using namespace penstock::test;
  int rank = 0, size = 0;
  if (MPI_Init(&argc, &argv) != MPI_SUCCESS) return 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 3) give_up("run this with 3 ranks");
  if (const std::string none = open_gpu(rank); !none.empty()) give_up(none);
  std::string why;
  const std::unique_ptr<Memory> memory = make_memory(kDeviceMemory, kBytes, &why);
  if (memory == nullptr) give_up(why);
  tell_host_memory(rank);
  if (rank < 2) {
    const long copies = ping_pong(rank, *memory);
    std::printf("rank %d gave %ld copies to the driver for the %d messages that it received\n", rank, copies, kMessages / 2);
    if (rank == 0 && copies < kMessages / 2) give_up("a kernel made copies on a device that another rank works on");
    if (rank == 1 && copies >= kMessages / 2) give_up("no kernel made copies on a device that one rank has to itself");
  }
  return MPI_Finalize() == MPI_SUCCESS ? 0 : 1;
}
