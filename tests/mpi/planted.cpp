// planted CASE... runs each case in turn on two ranks. On standard error each rank marks where a case begins and says how it
// ended:
//   planted[RANK] begin NAME
//   planted[RANK] end NAME CLASS SENTENCE
#include "planted.hpp"

#include <cstdio>
#include <cstring>
#include <string_view>

namespace {

const planted::Case* find(std::string_view name) {
  for (const auto& list :
       {planted::collectives(), planted::messages(), planted::objects(), planted::windows(), planted::alone()}) {
    for (const planted::Case& one : list) {
      if (one.name == name) return &one;
    }
  }
  return nullptr;
}

void run(const planted::Case& one, const char* name, int rank) {
  std::fprintf(stderr, "planted[%d] begin %s\n", rank, name);
  const int code = one.body(rank);
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  int error_class = MPI_SUCCESS;
  MPI_Error_class(code, &error_class);
  if (code != MPI_SUCCESS) MPI_Error_string(code, text, &length);
  std::fprintf(stderr, "planted[%d] end %s %d %s\n", rank, name, error_class, text);
  MPI_Barrier(MPI_COMM_WORLD);
}

}  // namespace

int main(int argc, char** argv) {
  // Cases about levels of threads and the time before MPI_Init say so in their name.
  const bool early = argc > 1 && std::strncmp(argv[1], "init_", 5) == 0;
  if (early) {
    const planted::Case* const one = find(argv[1]);
    return one == nullptr ? 3 : one->body(0);
  }
  if (MPI_Init(&argc, &argv) != MPI_SUCCESS) return 2;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 1; i < argc; ++i) {
    const planted::Case* const one = find(argv[i]);
    if (one == nullptr) {
      std::fprintf(stderr, "planted: there is no case %s\n", argv[i]);
      return 3;
    }
    run(*one, argv[i], rank);
  }
  return MPI_Finalize() == MPI_SUCCESS ? 0 : 1;
}
