// This file serves a library whose symmetric memory is host memory.
#include "gpus.hpp"
#include "mpi_call.hpp"

namespace bench::pe {
namespace {

[[noreturn]] void refuse() {
  throw BadWords("this OpenSHMEM has symmetric memory of the host alone: leave out --memory");
}

}  // namespace

std::string select_gpu(int /*local_rank*/) {
  refuse();
}
void* allocate_on_gpus(std::size_t /*bytes*/) {
  refuse();
}
void copy_gpu(void* /*to*/, const void* /*from*/, std::size_t /*bytes*/) {
  refuse();
}
void fill_gpu(void* /*memory*/, unsigned char /*value*/, std::size_t /*bytes*/) {
  refuse();
}

}  // namespace bench::pe
