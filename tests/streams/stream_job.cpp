#include "stream_job.hpp"

#include <cstdio>
#include <numeric>

namespace penstock::test {

void must(int result, const char* what) {
  if (result == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(result, text, &length);
  give_up(std::string(what) + ": " + text);
}

void check(StreamJob& job, bool good, const std::string& what) {
  ++job.checks;
  if (good) return;
  ++job.failures;
  std::printf("rank %d: %s\n", job.rank, what.c_str());
}

void check_error(StreamJob& job, int result, int error_class, const std::string& words, const std::string& what) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  int found = MPI_SUCCESS;
  if (result != MPI_SUCCESS) MPI_Error_class(result, &found);
  if (result != MPI_SUCCESS) MPI_Error_string(result, text, &length);
  check(job, found == error_class && std::string(text).find(words) != std::string::npos,
        what + ": class " + std::to_string(found) + ", \"" + text + "\"");
}

OnStream::OnStream() {
  need(penstock_gpu_stream_create(&stream_), "making a stream");
  MPI_Info info = MPI_INFO_NULL;
  MUST(MPI_Info_create(&info));
  MUST(MPI_Info_set(info, "type", "cudaStream_t"));
  MUST(MPIX_Info_set_hex(info, "value", &stream_, sizeof stream_));
  MUST(MPIX_Stream_create(info, &object_));
  MUST(MPI_Info_free(&info));
  MUST(MPIX_Stream_comm_create(MPI_COMM_WORLD, object_, &comm_));
  MUST(MPIX_Stream_comm_create(MPI_COMM_SELF, object_, &gate_));
  MUST(MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN));
}

void OnStream::free_objects() {
  if (comm_ == MPI_COMM_NULL) return;
  MUST(MPI_Comm_free(&comm_));
  MUST(MPI_Comm_free(&gate_));
  MUST(MPIX_Stream_free(&object_));
}

OnStream::~OnStream() {
  wait();
  free_objects();
  need(penstock_gpu_stream_destroy(stream_), "destroying a stream");
}

void OnStream::copy(void* to, const void* from, std::size_t bytes) const {
  if (bytes != 0) need(penstock_gpu_copy_rows_on(stream_, to, bytes, from, bytes, bytes, 1), "copying on a stream");
}

void OnStream::close_gate() {
  MUST(MPIX_Recv_enqueue(&token_, 1, MPI_CHAR, 0, 0, gate_, MPI_STATUS_IGNORE));
}

void OnStream::open_gate() {
  MUST(MPI_Send(&token_, 1, MPI_CHAR, 0, 0, gate_));
}

Numbers::Numbers(std::size_t count)
    : count_(count),
      host_(helper_kind(PENSTOCK_GPU_PINNED), count * sizeof(int) + 1),
      device_(kDeviceMemory, count * sizeof(int) + 1) {}

void Numbers::fill(int first) const {
  std::iota(host(), host() + count_, first);
}

bool Numbers::holds(int first) const {
  for (std::size_t i = 0; i < count_; ++i) {
    if (host()[i] != first + static_cast<int>(i)) return false;
  }
  return true;
}

}  // namespace penstock::test
