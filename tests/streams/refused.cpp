// Tests the error of a communicator with a stream on a device with too few hardware queues: mpiexec
// -n RANKS streams_refused WORDS.
#include <cstdio>

#include "stream_job.hpp"

namespace penstock::test {
namespace {

int run(int argc, char** argv) {
  StreamJob job;
  MUST(MPI_Init(&argc, &argv));
  MUST(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
  MUST(MPI_Comm_rank(MPI_COMM_WORLD, &job.rank));
  if (argc != 2) give_up("give the words that the refusal has in it");
  if (const std::string why = open_gpu(job.rank); !why.empty()) give_up(why);
  penstock_gpu_stream stream = nullptr;
  MPIX_Stream object = MPIX_STREAM_NULL;
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Info info = MPI_INFO_NULL;
  need(penstock_gpu_stream_create(&stream), "making a stream");
  MUST(MPI_Info_create(&info));
  MUST(MPI_Info_set(info, "type", "cudaStream_t"));
  MUST(MPIX_Info_set_hex(info, "value", &stream, sizeof stream));
  MUST(MPIX_Stream_create(info, &object));
  MUST(MPI_Info_free(&info));
  const int result = MPIX_Stream_comm_create(MPI_COMM_WORLD, object, &comm);
  check_error(job, result, MPI_ERR_UNSUPPORTED_OPERATION, argv[1], "MPIX_Stream_comm_create");
  // The members have synchronised all the same.
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  MUST(MPIX_Stream_free(&object));
  MUST(MPI_Finalize());
  need(penstock_gpu_stream_destroy(stream), "destroying a stream");
  return job.failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  return penstock::test::run(argc, argv);
}
