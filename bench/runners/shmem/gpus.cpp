#include "gpus.hpp"

#include <penstock_gpu.h>
#include <shmem.h>
#include <shmemx.h>

#include "mpi_call.hpp"

namespace bench::pe {
namespace {

void must(int result) {
  if (result != 0) throw Failure(std::string("GPU: ") + penstock_gpu_error());
}

}  // namespace

std::string select_gpu(int local_rank) {
  const int devices = penstock_gpu_open();
  if (devices == 0) throw Failure(std::string("device memory needs a GPU and its driver: ") + penstock_gpu_error());
  const int device = local_rank % devices;
  char name[64] = "";
  must(penstock_gpu_select(device));
  must(penstock_gpu_device_name(device, name, sizeof name));
  return std::string(penstock_gpu_is_standin() != 0 ? "stand-in driver, not a GPU: " : "") + name;
}

void* allocate_on_gpus(std::size_t bytes) {
  return shmemx_malloc_device(bytes);
}

void copy_gpu(void* to, const void* from, std::size_t bytes) {
  must(penstock_gpu_copy(to, from, bytes));
}
void fill_gpu(void* memory, unsigned char value, std::size_t bytes) {
  must(penstock_gpu_fill(memory, value, bytes));
}

}  // namespace bench::pe
