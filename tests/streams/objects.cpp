// Streams and communicators as objects: arguments, deferred failures, and the order of their ends.
#include <cstring>
#include <string>

#include "scenarios.hpp"

namespace penstock::test {
namespace {

MPI_Info info_with(const char* type, const char* value) {
  MPI_Info info = MPI_INFO_NULL;
  MUST(MPI_Info_create(&info));
  if (type != nullptr) MUST(MPI_Info_set(info, "type", type));
  if (value != nullptr) MUST(MPI_Info_set(info, "value", value));
  return info;
}

void check_create(StreamJob& job, const char* type, const char* value, const std::string& words) {
  MPI_Info info = info_with(type, value);
  MPIX_Stream stream = MPIX_STREAM_NULL;
  check_error(job, MPIX_Stream_create(info, &stream), MPI_ERR_INFO_VALUE, words, std::string("a stream of ") + type);
  MUST(MPI_Info_free(&info));
}

void hexadecimal(StreamJob& job) {
  const unsigned char bytes[] = {0x1a, 0, 0xB2, 0, 0, 0, 7, 0};
  MPI_Info info = MPI_INFO_NULL;
  MUST(MPI_Info_create(&info));
  MUST(MPIX_Info_set_hex(info, "value", bytes, static_cast<int>(sizeof bytes)));
  char text[64] = "";
  int length = static_cast<int>(sizeof text);
  int found = 0;
  MUST(MPI_Info_get_string(info, "value", &length, text, &found));
  check(job, found != 0 && std::strcmp(text, "1A00B2[3]0700") == 0, std::string("bytes as text: ") + text);
  MUST(MPI_Info_free(&info));
  check_create(job, "cudaStream_t", nullptr, "under the key \"value\"");
  check_create(job, "cudaStream_t", "12", "is not the 8 bytes");
  check_create(job, "cudaStream_t", "00[7", "is not the 8 bytes");
  check_create(job, "cudaStream_t", "[9]", "is not the 8 bytes");
  check_create(job, "cudaStream_t", "0011223344556677aabb", "is not the 8 bytes");
  check_create(job, "hipStream_t", "[8]", "no streams of type \"hipStream_t\"");
}

// Default streams are named by their numbers: digits of either case, leading zeros or not.
void default_streams(StreamJob& job) {
  for (const char* value : {"[8]", "0000000000000000", "01[7]", "02[7]", "0200000000000000"}) {
    MPI_Info info = info_with("cudaStream_t", value);
    MPIX_Stream stream = MPIX_STREAM_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    MUST(MPIX_Stream_create(info, &stream));
    MUST(MPI_Info_free(&info));
    MUST(MPIX_Stream_comm_create(MPI_COMM_WORLD, stream, &comm));
    const Numbers numbers(64);
    numbers.fill(job.rank);
    need(penstock_gpu_copy(numbers.device(), numbers.host(), numbers.bytes()), "copying");
    MUST(MPIX_Allreduce_enqueue(MPI_IN_PLACE, numbers.device(), numbers.count(), MPI_INT, MPI_MAX, comm));
    need(penstock_gpu_synchronize(), "synchronising");
    need(penstock_gpu_copy(numbers.host(), numbers.device(), numbers.bytes()), "copying");
    check(job, numbers.holds(job.size - 1), std::string("default stream ") + value + ": wrong data");
    MUST(MPI_Comm_free(&comm));
    MUST(MPIX_Stream_free(&stream));
    check(job, stream == MPIX_STREAM_NULL, "MPIX_Stream_free leaves the handle");
  }
}

void general_streams(StreamJob& job) {
  MPIX_Stream streams[2] = {MPIX_STREAM_NULL, MPIX_STREAM_NULL};
  MUST(MPIX_Stream_create(MPI_INFO_NULL, &streams[0]));
  MPI_Comm comm = MPI_COMM_NULL;
  MUST(MPIX_Stream_comm_create(MPI_COMM_WORLD, streams[0], &comm));
  MUST(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
  check_error(job, MPIX_Barrier_enqueue(comm), MPI_ERR_COMM, "of no device", "a stream of no device");
  MUST(MPI_Barrier(comm));
  MPIX_Stream got = MPIX_STREAM_NULL;
  MUST(MPIX_Comm_get_stream(comm, 0, &got));
  check(job, got == streams[0], "MPIX_Comm_get_stream");
  check_error(job, MPIX_Comm_get_stream(comm, 1, &got), MPI_ERR_ARG, "that has 1", "a stream beyond the last");
  MUST(MPI_Comm_free(&comm));
  MUST(MPIX_Stream_comm_create_multiplex(MPI_COMM_WORLD, 2, streams, &comm));
  MUST(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
  check_error(job, MPIX_Barrier_enqueue(comm), MPI_ERR_COMM, "has several streams", "several streams");
  MUST(MPIX_Comm_get_stream(comm, 1, &got));
  check(job, got == MPIX_STREAM_NULL, "MPIX_Comm_get_stream of a null stream");
  MUST(MPI_Comm_free(&comm));
  MUST(MPIX_Stream_progress(streams[0]));
  MUST(MPIX_Start_progress_thread(MPIX_STREAM_NULL));
  MUST(MPIX_Stop_progress_thread(streams[0]));
  got = streams[0];
  MUST(MPIX_Stream_free(&streams[0]));
  check_error(job, MPIX_Stream_progress(got), MPI_ERR_ARG, "has been freed", "a freed stream");
}

}  // namespace

void arguments(StreamJob& job) {
  hexadecimal(job);
  default_streams(job);
  general_streams(job);
  const OnStream on;
  int word = 0;
  const auto send = [&](const void* buffer, int dest, int tag, MPI_Comm comm) {
    return MPIX_Send_enqueue(buffer, 1, MPI_INT, dest, tag, comm);
  };
  check_error(job, send(&word, 0, 0, MPI_COMM_WORLD), MPI_ERR_COMM, "has no stream", "a communicator without a stream");
  check_error(job, send(&word, job.size, 0, on.comm()), MPI_ERR_RANK, "the destination", "a rank that there is not");
  check_error(job, send(&word, 0, -5, on.comm()), MPI_ERR_TAG, "tag", "a negative tag");
  check_error(job, send(nullptr, 0, 0, on.comm()), MPI_ERR_BUFFER, "null pointer", "no buffer");
  check_error(job, MPIX_Bcast_enqueue(&word, 1, MPI_INT, job.size, on.comm()), MPI_ERR_ROOT, "", "a root that there is not");
  check_error(job, MPIX_Recv_enqueue(&word, -1, MPI_INT, 0, 0, on.comm(), MPI_STATUS_IGNORE), MPI_ERR_COUNT, "count",
              "a count");
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Status status;
  MUST(MPIX_Wait_enqueue(&request, &status));
  check(job, status.MPI_SOURCE == MPI_ANY_SOURCE, "the status of a null request");
  MUST(MPI_Irecv(&word, 1, MPI_INT, job.rank, 4, MPI_COMM_WORLD, &request));
  check_error(job, MPIX_Wait_enqueue(&request, MPI_STATUS_IGNORE), MPI_ERR_REQUEST, "of no operation on a stream",
              "MPI_Irecv's");
  MUST(MPI_Cancel(&request));
  MUST(MPI_Wait(&request, MPI_STATUS_IGNORE));
  const OnStream other;
  MPI_Request two[2];
  int words[2] = {1, 2};
  MUST(MPIX_Irecv_enqueue(&words[0], 1, MPI_INT, job.rank, 4, on.comm(), &two[0]));
  MUST(MPIX_Irecv_enqueue(&words[1], 1, MPI_INT, job.rank, 4, other.comm(), &two[1]));
  check_error(job, MPIX_Waitall_enqueue(2, two, MPI_STATUSES_IGNORE), MPI_ERR_REQUEST, "of another stream", "two streams");
  MUST(MPI_Send(&word, 1, MPI_INT, job.rank, 4, on.comm()));
  MUST(MPI_Send(&word, 1, MPI_INT, job.rank, 4, other.comm()));
  MUST(MPI_Waitall(2, two, MPI_STATUSES_IGNORE));
}

// A message is too long: the stream continues, and the next call returns the error, once.
void late_failure(StreamJob& job) {
  const OnStream on;
  const Numbers in(4);
  const Numbers out(8);
  out.fill(0);
  MPI_Request request = MPI_REQUEST_NULL;
  MUST(MPIX_Isend_enqueue(out.host(), out.count(), MPI_INT, job.next(), 1, on.comm(), &request));
  MUST(MPIX_Recv_enqueue(in.device(), in.count(), MPI_INT, job.before(), 1, on.comm(), MPI_STATUS_IGNORE));
  MUST(MPIX_Wait_enqueue(&request, MPI_STATUS_IGNORE));
  on.wait();
  check_error(job, MPIX_Barrier_enqueue(on.comm()), MPI_ERR_TRUNCATE, "has 32 bytes, the receive has room for 16",
              "a message that was too long");
  MUST(MPIX_Barrier_enqueue(on.comm()));
  // A request that the host waits for returns its own error, which appears nowhere else.
  MUST(MPIX_Irecv_enqueue(in.device(), in.count(), MPI_INT, job.before(), 1, on.comm(), &request));
  MUST(MPIX_Send_enqueue(out.host(), out.count(), MPI_INT, job.next(), 1, on.comm()));
  check_error(job, MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_TRUNCATE, "has room for 16", "MPI_Wait");
  MUST(MPIX_Barrier_enqueue(on.comm()));
  on.wait();
}

// Communicator, stream and requests are freed before the stream has executed its work.
void freed_early(StreamJob& job) {
  OnStream on;
  const Numbers in(3000);
  const Numbers out(3000);
  out.fill(job.rank);
  MPI_Request requests[2];
  on.close_gate();
  out.to_device(on);
  MUST(MPIX_Isend_enqueue(out.device(), out.count(), MPI_INT, job.next(), 1, on.comm(), &requests[0]));
  MUST(MPIX_Irecv_enqueue(in.device(), in.count(), MPI_INT, job.before(), 1, on.comm(), &requests[1]));
  MUST(MPIX_Waitall_enqueue(2, requests, MPI_STATUSES_IGNORE));
  MUST(MPIX_Allreduce_enqueue(MPI_IN_PLACE, in.device(), in.count(), MPI_INT, MPI_MAX, on.comm()));
  in.to_host(on);
  MUST(MPI_Barrier(MPI_COMM_WORLD));
  on.open_gate();
  on.free_objects();
  on.wait();
  check(job, in.holds(job.size - 1), "a communicator that was freed early: wrong data");
}

// MPI_Comm_disconnect waits for what is on the stream.
void disconnected(StreamJob& job) {
  const OnStream on;
  const Numbers in(3000);
  const Numbers out(3000);
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Request request = MPI_REQUEST_NULL;
  out.fill(job.rank);
  MUST(MPIX_Stream_comm_create(MPI_COMM_WORLD, on.object(), &comm));
  MUST(MPIX_Isend_enqueue(out.host(), out.count(), MPI_INT, job.next(), 1, comm, &request));
  MUST(MPIX_Recv_enqueue(in.host(), in.count(), MPI_INT, job.before(), 1, comm, MPI_STATUS_IGNORE));
  MUST(MPIX_Wait_enqueue(&request, MPI_STATUS_IGNORE));
  MUST(MPI_Comm_disconnect(&comm));
  check(job, in.holds(job.before()), "what was on a stream at MPI_Comm_disconnect: wrong data");
}

Leftover::Leftover(StreamJob& job) {
  MPIX_Stream object = MPIX_STREAM_NULL;
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Info info = MPI_INFO_NULL;
  need(penstock_gpu_stream_create(&stream_), "making a stream");
  MUST(MPI_Info_create(&info));
  MUST(MPI_Info_set(info, "type", "cudaStream_t"));
  MUST(MPIX_Info_set_hex(info, "value", &stream_, sizeof stream_));
  MUST(MPIX_Stream_create(info, &object));
  MUST(MPI_Info_free(&info));
  MUST(MPIX_Stream_comm_create(MPI_COMM_WORLD, object, &comm));
  out_.fill(job.rank);
  in_.fill(-1);
  MPI_Request request = MPI_REQUEST_NULL;
  MUST(MPIX_Isend_enqueue(out_.host(), out_.count(), MPI_INT, job.next(), 1, comm, &request));
  MUST(MPIX_Recv_enqueue(in_.host(), in_.count(), MPI_INT, job.before(), 1, comm, MPI_STATUS_IGNORE));
  MUST(MPIX_Wait_enqueue(&request, MPI_STATUS_IGNORE));
  MUST(MPIX_Stream_free(&object));
}

void Leftover::look(StreamJob& job) const {
  check(job, in_.holds(job.before()), "what was on a stream at MPI_Finalize: wrong data");
  need(penstock_gpu_stream_synchronize(stream_), "synchronising a stream");
  need(penstock_gpu_stream_destroy(stream_), "destroying a stream");
}

}  // namespace penstock::test
