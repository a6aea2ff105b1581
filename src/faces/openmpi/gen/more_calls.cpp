// Made by spec/gen/faces.py from spec/. Do not edit.
// clang-format off
// The functions of the Open MPI ABI that other faces have not or convert in another way.
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "api/gen/entry.hpp"
#include "faces/common/convert.hpp"
#include "faces/common/gen/calls.hpp"

namespace api = penstock::api;

namespace penstock::faces::openmpi {

int File_close(File *fh) noexcept {
  return code_out(api::File_close(HandleInOut(fh)));
}
WEAK_NAME(File_close);

int File_open(Comm comm, const char *filename, int amode, Info info, File *fh) noexcept {
  return code_out(api::File_open(in(comm), filename, mode_in(amode), in(info), HandleOut(fh)));
}
WEAK_NAME(File_open);

}  // namespace penstock::faces::openmpi
