// Messages of every kind between two ranks while one driver call fails; fault_test.py runs it and judges what it prints.
//   mpi_fault count [lists]                       no fault: how often the library calls each entry point
//   mpi_fault fail RANK ENTRY NTH RESULT [lists]  the library's NTH call of ENTRY on RANK (0: every one) returns RESULT
//   mpi_fault device RANK NTH [lists]             the NTH operation that a stream of RANK executes fails
//   mpi_fault helper ENTRY                        the public GPU helper's first call of ENTRY fails
//   mpi_fault stray                               rank 1 reads device memory on the host
// With `lists` the messages are of indexed and struct types.
#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "common/memory.hpp"
#include "fault.hpp"
#include "penstock_gpu.h"
#include "steps.hpp"

namespace penstock::test {
namespace {

int world_rank = 0;
int world_size = 0;

// Writes bytes of one kind, allocated and read outside the fault's count.
void put(Memory& memory, const std::vector<unsigned char>& bytes) {
  memory.put(0, bytes.data(), bytes.size());
}
std::vector<unsigned char> get(const Memory& memory) {
  std::vector<unsigned char> bytes(kArea);
  memory.get(0, bytes.data(), kArea);
  return bytes;
}

// Prints one line for a failure; returns true if `code` was one.
bool told(const Step& step, const char* side, int code) {
  if (code == MPI_SUCCESS) return false;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0, error_class = -1;
  MPI_Error_string(code, text, &length);
  MPI_Error_class(code, &error_class);
  std::printf("error|%d|%s|%s|%d|%s\n", world_rank, step.name, side, error_class == MPI_ERR_OTHER ? 1 : 0, text);
  return true;
}

// Sends a message between the ranks' stacks, which must always succeed.
int host_message(int mine) {
  int theirs = -1;
  const int peer = world_size - 1 - world_rank;
  const int code =
      MPI_Sendrecv(&mine, 1, MPI_INT, peer, 900, &theirs, 1, MPI_INT, peer, 900, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (code != MPI_SUCCESS) std::printf("lost|%d|a host message failed\n", world_rank);
  return theirs;
}

class Exchange {
 public:
  Exchange(const Step& step, int number, Fault* fault)
      : step_(step),
        number_(number),
        fault_(*fault),
        from_type_(make_type(step.from_shape, step.rows)),
        to_type_(make_type(step.to_shape, step.rows)) {}
  ~Exchange() {
    MPI_Type_free(&from_type_);
    MPI_Type_free(&to_type_);
  }
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  void run(int source, int destination) {
    const int seed = number_ * 2 + source;
    Memory from(kind_named(step_.from), kArea), to(kind_named(step_.to), kArea);
    if (world_rank == source) put(from, image(step_.from_shape, step_.rows, seed, true));
    if (world_rank == destination) put(to, image(step_.to_shape, step_.rows, seed, false));
    fault_.resume();
    const int failed = move(from, to, source, destination);
    fault_.pause();
    if (world_rank == destination && failed == 0 && get(to) != image(step_.to_shape, step_.rows, seed, true)) {
      std::printf("wrong|%d|%s: the receive succeeded with wrong bytes\n", world_rank, step_.name);
    }
    const int other = host_message(failed);
    // A sender may have finished before the receiver fails; a receiver gets no message that its sender could not send.
    if (step_.by == By::kMessage && world_rank == source && failed == 1 && other == 0) {
      std::printf("untold|%d|%s: the send failed and the receive did not\n", world_rank, step_.name);
    }
  }

 private:
  int move(const Memory& from, const Memory& to, int source, int destination) {
    if (step_.by == By::kSelf) return to_itself(from, to);
    if (step_.by == By::kPack) return pack(from, to);
    if (world_rank == source) {
      return told(step_, "send", MPI_Send(from.data(), 1, from_type_, destination, number_, MPI_COMM_WORLD)) ? 1 : 0;
    }
    const int code = MPI_Recv(to.data(), 1, to_type_, source, number_, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return told(step_, "recv", code) ? 1 : 0;
  }
  int to_itself(const Memory& from, const Memory& to) {
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int code = MPI_Irecv(to.data(), 1, to_type_, world_rank, number_, MPI_COMM_WORLD, &requests[0]);
    int failed = told(step_, "irecv", code) ? 1 : 0;
    code = MPI_Isend(from.data(), 1, from_type_, world_rank, number_, MPI_COMM_WORLD, &requests[1]);
    failed |= told(step_, "isend", code) ? 1 : 0;
    for (MPI_Request& request : requests) failed |= told(step_, "wait", MPI_Wait(&request, MPI_STATUS_IGNORE)) ? 1 : 0;
    return failed;
  }
  int pack(const Memory& from, const Memory& to) {
    constexpr int kAll = static_cast<int>(kArea);
    int position = 0;
    const bool packs = step_.from_shape != Shape::kFlat;
    const int code = packs ? MPI_Pack(from.data(), 1, from_type_, to.data(), kAll, &position, MPI_COMM_WORLD)
                           : MPI_Unpack(from.data(), kAll, &position, to.data(), 1, to_type_, MPI_COMM_WORLD);
    return told(step_, packs ? "pack" : "unpack", code) ? 1 : 0;
  }

  const Step& step_;
  int number_;
  Fault& fault_;
  MPI_Datatype from_type_;
  MPI_Datatype to_type_;
};

void open_gpus() {
  if (penstock_gpu_open() < 2) give_up("two devices are needed");
  need(penstock_gpu_select(1 - world_rank % 2), "selecting a GPU");
  if (const std::string why = open_gpu(world_rank); !why.empty()) give_up(why);
}

int run_messages(std::span<const Step> steps, Fault* fault) {
  open_gpus();
  for (const Step& step : steps) {
    Exchange exchange(step, static_cast<int>(&step - steps.data()), fault);
    if (step.by != By::kMessage) {
      exchange.run(world_rank, world_rank);
    } else {
      exchange.run(0, 1);
      exchange.run(1, 0);
    }
  }
  // A collective on device memory gives an error on both ranks, or on none.
  Memory area(kDeviceMemory, kArea);
  area.fill(0, world_rank == 0 ? 7 : 0, kArea);
  fault->resume();
  constexpr Step kBcast{"bcast", "device", "device", Shape::kFlat, Shape::kFlat, 0};
  const bool failed = told(kBcast, "bcast", MPI_Bcast(area.data(), static_cast<int>(kArea), MPI_BYTE, 0, MPI_COMM_WORLD));
  fault->pause();
  if (!failed && get(area) != std::vector<unsigned char>(kArea, 7)) std::printf("wrong|%d|bcast\n", world_rank);
  host_message(0);
  return 0;
}

int end_job(Fault* fault) {
  fault->resume();
  const int code = MPI_Finalize();
  fault->pause();
  if (code != MPI_SUCCESS) std::printf("lost|%d|MPI_Finalize failed\n", world_rank);
  fault->print(world_rank);
  std::printf("end|%d\n", world_rank);
  return 0;
}

// A module for the stand-in driver, which reads its header alone and gives the library's kernels for any module.
struct Image {
  std::uint32_t magic = 0xba55ed50;
  std::uint16_t version = 1;
  std::uint16_t head_bytes = 16;
  std::uint64_t bytes = 1;
};

// Launches a kernel that writes a word, by a cooperative launch; returns the first failure.
const char* launch_together(penstock_gpu_stream stream) {
  static const Image image;
  struct {
    std::uint64_t address = 0;
    std::uint32_t value = 1;
  } arguments;
  const unsigned one[3] = {1, 1, 1};
  penstock_gpu_module module = nullptr;
  penstock_gpu_kernel kernel = nullptr;
  void* word = nullptr;
  unsigned most = 0;
  if (penstock_gpu_load(&image, &module) != 0) return penstock_gpu_error();
  if (penstock_gpu_find(module, "penstock_flag", &kernel) != 0) return penstock_gpu_error();
  if (penstock_gpu_allocate(PENSTOCK_GPU_DEVICE, kArea, &word) != 0) return penstock_gpu_error();
  arguments.address = reinterpret_cast<std::uint64_t>(word);
  if (penstock_gpu_most_together(kernel, 1, &most) != 0) return penstock_gpu_error();
  if (penstock_gpu_launch_together(stream, kernel, one, one, &arguments) != 0) return penstock_gpu_error();
  if (penstock_gpu_stream_synchronize(stream) != 0) return penstock_gpu_error();
  if (penstock_gpu_free(PENSTOCK_GPU_DEVICE, word) != 0) return penstock_gpu_error();
  return penstock_gpu_unload(module) != 0 ? penstock_gpu_error() : "";
}

// Calls every function of the helper; returns the first failure.
const char* use_helper() {
  if (penstock_gpu_open() < 1) return penstock_gpu_error();
  if (penstock_gpu_select(0) != 0) return penstock_gpu_error();
  for (const auto kind :
       {PENSTOCK_GPU_DEVICE, PENSTOCK_GPU_MANAGED, PENSTOCK_GPU_PINNED, PENSTOCK_GPU_POOL, PENSTOCK_GPU_VMM}) {
    void* memory = nullptr;
    if (penstock_gpu_allocate(kind, kArea, &memory) != 0) return penstock_gpu_error();
    if (penstock_gpu_fill(memory, 1, kArea) != 0) return penstock_gpu_error();
    void* const half = static_cast<char*>(memory) + kArea / 2;
    if (penstock_gpu_copy_rows(half, kStride, memory, kStride, kBlock, kRows / 2) != 0) return penstock_gpu_error();
    if (penstock_gpu_free(kind, memory) != 0) return penstock_gpu_error();
  }
  penstock_gpu_stream stream = nullptr;
  if (penstock_gpu_stream_create(&stream) != 0) return penstock_gpu_error();
  if (const char* const failed = launch_together(stream); *failed != '\0') return failed;
  if (penstock_gpu_stream_destroy(stream) != 0) return penstock_gpu_error();
  return penstock_gpu_synchronize() != 0 ? penstock_gpu_error() : "";
}

int run_helper(const std::string& entry, Fault* fault) {
  fault->arm(entry, 1, kUnknownError);
  fault->resume();
  std::printf("helper|%d|%s\n", world_rank, use_helper());
  fault->pause();
  if (host_message(5) != 5) std::printf("lost|%d|a message of this rank to itself\n", world_rank);
  return end_job(fault);
}

// A failed operation ends the context: the memory can neither be compared nor freed afterwards.
int run_device(int rank, long nth, bool lists, Fault* fault) {
  open_gpus();
  static auto* const from = new Memory(kDeviceMemory, kArea);
  static auto* const to = new Memory(kDeviceMemory, kArea);
  constexpr int kIllegalAddress = 700;
  const Step step = lists ? list_steps().front() : plain_steps().front();
  MPI_Datatype type = make_type(step.from_shape, step.rows);
  if (rank == world_rank) fault->arm("async", nth, kIllegalAddress);
  fault->resume();
  for (int source : {0, 1}) {
    const int code = world_rank == source ? MPI_Send(from->data(), 1, type, 1 - source, 1, MPI_COMM_WORLD)
                                          : MPI_Recv(to->data(), 1, type, source, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const int failed = told(step, world_rank == source ? "send" : "recv", code) ? 1 : 0;
    const int other = host_message(failed);
    if (world_rank == source && failed == 1 && other == 0) {
      std::printf("untold|%d|%s: the send failed and the receive did not\n", world_rank, step.name);
    }
  }
  fault->pause();
  MPI_Type_free(&type);
  return end_job(fault);
}

int run_stray() {
  open_gpus();
  Memory area(kDeviceMemory, kArea);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank == 1) std::printf("read|%d\n", *static_cast<volatile unsigned char*>(area.data()));
  MPI_Barrier(MPI_COMM_WORLD);
  return end_job(std::make_unique<Fault>().get());
}

int run(std::vector<std::string> words) {
  Fault fault;
  const bool lists = words.back() == "lists";
  if (lists) words.pop_back();
  if (words.empty()) give_up("unknown arguments");
  if (words[0] == "stray") return run_stray();
  if (words[0] == "helper" && words.size() == 2) return run_helper(words[1], &fault);
  if (words[0] == "device" && words.size() == 3) {
    return run_device(std::atoi(words[1].c_str()), std::atol(words[2].c_str()), lists, &fault);
  }
  if (words[0] == "fail" && words.size() == 5) {
    const int result = std::atoi(words[4].c_str());
    if (std::atoi(words[1].c_str()) == world_rank) fault.arm(words[2], std::atol(words[3].c_str()), result);
  } else if (words[0] != "count") {
    give_up("unknown arguments");
  }
  run_messages(lists ? list_steps() : plain_steps(), &fault);
  return end_job(&fault);
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  using namespace penstock::test;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  if (argc < 2 || MPI_Init(&argc, &argv) != MPI_SUCCESS) return 3;
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world_size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  return run({argv + 1, argv + argc});
}
