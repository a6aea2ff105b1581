// Made by spec/gen/generate.py from spec/. Do not edit.
// clang-format off
// A second face for the tests: a few functions of the same description under names of its own.
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "api/face/stamp.hpp"
#include "api/gen/entry.hpp"

namespace api = penstock::api;

[[gnu::constructor]] static void check_runtime() { api::check_stamp("the dummy face", api::kStamp); }

extern "C" {

int DUMMY_Get_version(int *version, int *subversion) {
  return api::Get_version(version, subversion);
}

int DUMMY_Initialized(int *flag) {
  return api::Initialized(flag);
}

int DUMMY_Comm_rank(MPI_Comm comm, int *rank) {
  return api::Comm_rank(comm, rank);
}

int DUMMY_Comm_size(MPI_Comm comm, int *size) {
  return api::Comm_size(comm, size);
}

int DUMMY_Close_port(const char *port_name) {
  return api::unsupported(api::Function::kClose_port, MPI_COMM_NULL);
}

}  // extern "C"
