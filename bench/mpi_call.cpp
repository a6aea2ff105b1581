#include "mpi_call.hpp"

namespace bench {

void raise(int code, const char* call) {
  int error_class = code;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  if (MPI_Error_class(code, &error_class) != MPI_SUCCESS) error_class = code;
  if (MPI_Error_string(code, text, &length) != MPI_SUCCESS) text[0] = '\0';
  const std::string said = std::string(text).find(call) != std::string::npos ? text : std::string(call) + ": " + text;
  if (error_class == MPI_ERR_UNSUPPORTED_OPERATION) throw Unsupported(said);
  char name[MPI_MAX_ERROR_STRING] = "";
  if (MPI_Error_string(error_class, name, &length) != MPI_SUCCESS) name[0] = '\0';
  throw Failure(said + " (error class " + std::to_string(error_class) + ", " + name +
                "); repeat the case alone, with --memory host to see whether the memory matters");
}

}  // namespace bench
