// Each driver entry point fails once, and the caller's error names it. The test needs the stand-in driver: a GPU's driver does
// not fail on request. Each entry point has a process of its own: this program again, run with --tour NAME.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "accel/accel.hpp"
#include "accel/driver/driver.hpp"
#include "accel/program/captured_stream.hpp"
#include "accel/program/program_streams.hpp"
#include "accel/queue/flag.hpp"
#include "common/standin.hpp"
#include "exporter.hpp"
#include "kernels/image.hpp"
#include "penstock_gpu_graph.h"

namespace penstock::accel {
namespace {

enum By { kRuntime, kHelper };
struct Row {
  std::string_view name;
  By by;
};
constexpr Row kRows[] = {
#define PENSTOCK_DRIVER_ENTRY(name, type, version, by, optional) {#name, by},
#include "accel/gen/driver_entries.inc"
#undef PENSTOCK_DRIVER_ENTRY
};

constexpr std::size_t kBytes = 65536;
constexpr int kToldOfFailure = 0, kNotTold = 3, kBroken = 4;

namespace standin = test::standin;

// Collects every error that a caller got, with its code.
class Told {
 public:
  void add(const Status& status) {
    if (status.is_ok()) return;
    text_ += std::string(status.message()) + "\n";
    if (status.code() == Code::kDriver) driver_ = true;
  }
  void add_helper(int result) {
    if (result == 0) return;
    text_ += std::string(penstock_gpu_error()) + "\n";
    driver_ = true;
  }
  void add_line(std::string_view line) {
    text_ += std::string(line) + "\n";
    driver_ = true;
  }
  [[nodiscard]] bool names(std::string_view entry) const {
    return driver_ && text_.find(std::string(entry) + " failed") != std::string::npos;
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  bool driver_ = false;
};

// Maps chunks of this process again as if they belonged to another.
void tour_chunks(Accel& accel, Told* told) {
  void* chunks = nullptr;
  told->add_helper(penstock_gpu_allocate(PENSTOCK_GPU_VMM_CHUNKS, 2 * kBytes, &chunks));
  if (chunks == nullptr) return;
  const auto low = reinterpret_cast<std::uint64_t>(chunks);
  Memory memory;
  Export range;
  std::vector<ChunkDescriptor> descriptors;
  std::size_t total = 0;
  Mapping mapping;
  told->add(accel.query(chunks, &memory));
  told->add(accel.exports().export_range(memory, low, low + 2 * kBytes, &range));
  if (range.token != 0) told->add(accel.exports().descriptors(range.name(), 0, kMostChunks, &descriptors, &total));
  range.owner.pid ^= 1;
  if (total != 0 && descriptors.size() == total) {
    told->add(accel.imports().accept_descriptors(range, std::move(descriptors)));
    told->add(accel.imports().import_memory(range, 0, &mapping));
  }
  told->add(accel.imports().forget_import(range.owner, range.name()));
  told->add_helper(penstock_gpu_free(PENSTOCK_GPU_VMM_CHUNKS, chunks));
}

// Reserves as many addresses as the device has memory, and one chunk behind them.
void tour_heap(Accel& accel, Told* told) {
  Memory heap;
  std::uint64_t mapped = 0;
  const Status reserved = accel.allocations().reserve_heap(0, 0, &heap);
  told->add(reserved);
  if (!reserved.is_ok()) return;
  told->add(accel.allocations().grow_heap(heap.base, kBytes, &mapped));
  told->add(accel.allocations().shrink_heap(heap.base, 0));
  told->add(accel.allocations().release(heap));
}

// Builds a graph: a kernel without anything to copy, a copy behind it, and another copy beside both.
void tour_graph(Accel& accel, const Memory& memory, Told* told) {
  const std::byte nothing[512] = {};
  auto* const first = reinterpret_cast<std::byte*>(memory.base);
  std::unique_ptr<Graph> graph;
  Ticket ticket;
  Status done = accel.queues().make_graph(0, &graph);
  if (!done.is_ok()) return told->add(done);
  Queue& branch = graph->add_branch();
  done = branch.launch("penstock_copy_strided_1", {}, {}, nothing, sizeof nothing);
  if (done.is_ok()) done = branch.copy_and_mark(first, first + kBytes / 2, 64, accel::By::kEngine, &ticket);
  if (done.is_ok()) done = graph->add_branch().copy_and_mark(first + 64, first + kBytes / 2, 64, accel::By::kEngine, &ticket);
  if (done.is_ok()) done = graph->close();
  if (done.is_ok()) done = accel.queues().launch_graph(0, 0, *graph, &ticket);
  if (done.is_ok()) done = accel.queues().wait(ticket);
  told->add(done);
}

// Uses an application's stream that reports its progress, and waits.
void tour_program_stream(Accel& accel, Told* told) {
  std::unique_ptr<ProgramStream> stream;
  std::uint32_t number = 0;
  told->add(accel.program_streams().adopt_stream(nullptr, &stream));
  if (!stream) return;
  told->add(stream->tell(&number));
  number = stream->next_hold();
  told->add(stream->hold(number));
  stream->release(number);
  told->add_helper(penstock_gpu_synchronize());
}

// Makes the calls of tour_program_stream() in a graph.
void tour_capture(Accel& accel, Told* told) {
  penstock_gpu_stream on = nullptr;
  penstock_gpu_graph graph = nullptr;
  std::unique_ptr<ProgramStream> stream;
  std::unique_ptr<CapturedStream> captured;
  std::uint64_t capture = 0;
  std::size_t call = 0;
  told->add_helper(penstock_gpu_stream_create(&on));
  if (on == nullptr) return;
  told->add(accel.program_streams().adopt_stream(on, &stream));
  const int began = penstock_gpu_capture_begin(on, PENSTOCK_GPU_CAPTURE_GLOBAL);
  told->add_helper(began);
  if (!stream || began != 0) return;
  told->add(stream->find_capture(&capture));
  told->add(stream->open_capture(&captured));
  if (captured) {
    told->add(captured->add_call(&call));
    told->add(captured->tell(call));
    told->add(captured->hold(call));
  }
  told->add_helper(penstock_gpu_capture_end(on, &graph));
  if (graph == nullptr) told->add_helper(penstock_gpu_capture_end(on, &graph));  // inside of a capture no other call is allowed
  if (graph != nullptr) told->add_helper(penstock_gpu_graph_destroy(graph));
  told->add_helper(penstock_gpu_stream_destroy(on));
}

// Uses an application's stream that writes a word and waits for it.
void tour_program_queue(Accel& accel, const Memory& memory, Told* told) {
  std::unique_ptr<ProgramQueue> queue;
  told->add(accel.program_streams().open_program_queue(nullptr, &queue));
  if (!queue) return;
  bool capturing = false;
  told->add(queue->capturing(&capturing));
  const WordOperation operations[] = {{WordOperation::Verb::kWrite, 8, memory.base, 5},
                                      {WordOperation::Verb::kEqual, 8, memory.base, 5},
                                      {WordOperation::Verb::kAtLeast, 4, memory.base, 4}};
  told->add(queue->operate(operations));
  told->add_helper(penstock_gpu_synchronize());
}

// Uses all of Accel on two devices. `peer` is an export of another process.
void tour_runtime(const Export& peer, Told* told) {
  Config config;
  config.sync_stream = Config::SyncStream::kLegacy;
  Log log;
  log.set_sink([told](base::Level, std::string_view line) { told->add_line(line); });
  std::unique_ptr<Accel> accel;
  told->add(Accel::create(config, log, kernels::images(), &accel));
  told->add_line(accel->describe());
  Memory mine, other, chunk;
  Export exported;
  Mapping mapping;
  told->add(accel->allocations().allocate(0, kBytes, &mine));
  told->add(accel->allocations().allocate(1, kBytes, &other));
  told->add(accel->allocations().allocate_chunk(0, kBytes, &chunk));
  if (other.exportable) told->add(accel->exports().export_memory(other, &exported));
  if (accel->imports().importable(exported, 0)) told->add(accel->imports().import_memory(exported, 0, &mapping));
  static_cast<void>(accel->imports().atomics_reach(exported, 0));
  if (accel->imports().importable(peer, 0)) told->add(accel->imports().import_memory(peer, 0, &mapping));
  std::vector<ExportName> gone;
  told->add(accel->exports().check_exports(&gone));
  told->add(accel->imports().forget_import(peer.owner, peer.name()));
  tour_chunks(*accel, told);
  tour_heap(*accel, told);
  static_cast<void>(accel->working_device());
  Memory managed;
  told->add(accel->allocations().allocate_managed(0, kBytes, &managed));
  told->add(accel->queues().bring(reinterpret_cast<void*>(managed.base), kBytes, 0));
  if (managed.base != 0) told->add(accel->allocations().release(managed));
  void* area = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  told->add(accel->allocations().register_host(area, kBytes));
  Queue* queue = nullptr;
  told->add(accel->queues().queue(0, 0, &queue));
  told->add(accel->queues().order_after_application(0));
  if (queue != nullptr) {
    // The launch has one thread and nothing to copy.
    const std::byte nothing[512] = {};
    told->add(queue->launch("penstock_copy_strided_1", {}, {}, nothing, sizeof nothing));
    if (mine.base != 0) told->add(queue->copy(reinterpret_cast<void*>(mine.base), area, kBytes));
    Ticket ticket;
    told->add(queue->mark(&ticket));
    Progress progress = Progress::kPending;
    for (int i = 0; i < 200 && progress == Progress::kPending; ++i) told->add(accel->queues().test(ticket, &progress));
    told->add(accel->queues().wait(ticket));
    if (mine.base != 0) tour_graph(*accel, mine, told);
  }
  tour_program_stream(*accel, told);
  tour_capture(*accel, told);
  if (mine.base != 0) tour_program_queue(*accel, mine, told);
  told->add(accel->allocations().unregister_host(area));
  if (mine.base != 0) told->add(accel->allocations().release(mine));
  accel.reset();
  munmap(area, kBytes);
}

void tour_rows(Told* told, void* memory) {
  char rows[64] = "";
  penstock_gpu_stream stream = nullptr;
  told->add_helper(penstock_gpu_copy_rows(rows, 4, memory, 16, 4, 4));
  told->add_helper(penstock_gpu_stream_create(&stream));
  if (stream == nullptr) return;
  told->add_helper(penstock_gpu_copy_rows_on(stream, memory, 16, rows, 4, 4, 4));
  told->add_helper(penstock_gpu_stream_synchronize(stream));
  told->add_helper(penstock_gpu_stream_idle(stream) == 1 ? 0 : -1);
  told->add_helper(penstock_gpu_stream_destroy(stream));
}

// Launches a kernel whose blocks could wait for each other; it writes a word.
void tour_together(Told* told) {
  penstock_gpu_module module = nullptr;
  penstock_gpu_kernel kernel = nullptr;
  void* word = nullptr;
  unsigned most = 0;
  for (const Image& image : kernels::images()) {
    if (std::ranges::find(image.prefixes, "penstock_flag") == image.prefixes.end()) continue;
    told->add_helper(penstock_gpu_load(image.bytes.data(), &module));
  }
  if (module == nullptr) return;
  told->add_helper(penstock_gpu_find(module, "penstock_flag", &kernel));
  told->add_helper(penstock_gpu_allocate(PENSTOCK_GPU_DEVICE, kBytes, &word));
  const FlagArguments arguments{reinterpret_cast<std::uint64_t>(word), 1};
  const unsigned one[3] = {1, 1, 1};
  penstock_gpu_stream stream = nullptr;
  told->add_helper(penstock_gpu_stream_create(&stream));
  told->add_helper(penstock_gpu_most_together(kernel, 1, &most));
  told->add_helper(penstock_gpu_launch_together(stream, kernel, one, one, &arguments));
  told->add_helper(penstock_gpu_stream_synchronize(stream));
  told->add_helper(penstock_gpu_stream_destroy(stream));
  told->add_helper(penstock_gpu_free(PENSTOCK_GPU_DEVICE, word));
  told->add_helper(penstock_gpu_unload(module));
}

void tour_captures(Told* told) {
  penstock_gpu_stream stream = nullptr;
  penstock_gpu_graph graph = nullptr;
  told->add_helper(penstock_gpu_stream_create(&stream));
  if (stream == nullptr) return;
  const int began = penstock_gpu_capture_begin(stream, PENSTOCK_GPU_CAPTURE_RELAXED);
  told->add_helper(began);
  if (began == 0) told->add_helper(penstock_gpu_capture_end(stream, &graph));
  if (graph != nullptr) told->add_helper(penstock_gpu_graph_destroy(graph));
}

void tour_helper(Told* told) {
  told->add_helper(penstock_gpu_open() > 0 ? 0 : -1);
  told->add_helper(penstock_gpu_select(0));
  for (int i = 0; i < PENSTOCK_GPU_KINDS; ++i) {
    const auto kind = static_cast<penstock_gpu_kind>(i);
    void* memory = nullptr;
    told->add_helper(penstock_gpu_allocate(kind, kBytes, &memory));
    if (memory != nullptr && kind != PENSTOCK_GPU_READ_ONLY) told->add_helper(penstock_gpu_fill(memory, 1, kBytes));
    if (memory != nullptr && kind == PENSTOCK_GPU_DEVICE) tour_rows(told, memory);
    told->add_helper(penstock_gpu_free(kind, memory));
  }
  tour_together(told);
  tour_captures(told);
  told->add_helper(penstock_gpu_synchronize());
}

// The functions that name errors are entry points too: they are called after another has failed.
bool names_errors(std::string_view entry) {
  return entry == "cuGetErrorName" || entry == "cuGetErrorString";
}

int tour(const Row& row, const Export& peer) {
  if (!standin::is_there()) return kBroken;
  if (row.by == kRuntime && (penstock_gpu_open() < 2 || penstock_gpu_select(1) != 0 || penstock_gpu_select(0) != 0))
    return kBroken;
  if (!standin::fail(std::string(row.name).c_str(), row.name == "cuStreamQuery" ? 0 : 1, CUDA_ERROR_UNKNOWN)) return kBroken;
  if (names_errors(row.name)) standin::fail("cuMemAlloc", 1, CUDA_ERROR_OUT_OF_MEMORY);
  Told told;
  if (row.by == kHelper) {
    tour_helper(&told);
  } else {
    tour_runtime(peer, &told);
  }
  if (told.names(row.name)) return kToldOfFailure;
  std::fprintf(stderr, "%s failed and nobody was told; told was: %s\n", std::string(row.name).c_str(), told.text().c_str());
  return kNotTold;
}

int tour_by_name(std::string_view name) {
  Export peer;
  if (read(0, &peer, sizeof peer) != static_cast<ssize_t>(sizeof peer)) return kBroken;
  for (const Row& row : kRows) {
    if (row.name == name) return tour(row, peer);
  }
  return kBroken;
}

int run_tour(const Row& row, const Export& peer) {
  int pipe_ends[2];
  if (pipe2(pipe_ends, O_CLOEXEC) != 0) return kBroken;
  const pid_t child = fork();
  if (child == 0) {
    const std::string name(row.name);
    if (dup2(pipe_ends[0], 0) == 0) execl("/proc/self/exe", "tour", "--tour", name.c_str(), nullptr);
    _exit(127);
  }
  close(pipe_ends[0]);
  const bool sent = child > 0 && write(pipe_ends[1], &peer, sizeof peer) == static_cast<ssize_t>(sizeof peer);
  close(pipe_ends[1]);
  int status = 0;
  if (!sent || waitpid(child, &status, 0) != child) return kBroken;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

TEST(Faults, EachEntryPointFailsOnceAndIsNamed) {
  if (!standin::is_there()) GTEST_SKIP() << "a GPU's driver does not fail on request: run this on the stand-in driver";
  Exporter exporter;
  Export peer;
  ASSERT_TRUE(exporter.start().is_ok());
  const Status exported = exporter.next(0, kBytes, &peer);
  ASSERT_TRUE(exported.is_ok()) << exported.message();
  int good = 0;
  for (const Row& row : kRows) {
    const int result = run_tour(row, peer);
    EXPECT_EQ(result, kToldOfFailure) << row.name;
    if (result == kToldOfFailure) ++good;
  }
  std::printf("%d entry points, %zu skipped\n", good, std::size(kRows) - static_cast<std::size_t>(good));
}

// Without stream memory operations a kernel writes the completion words.
int tour_without_write_value() {
  if (!standin::is_there() || penstock_gpu_open() < 1 || penstock_gpu_select(0) != 0) return kBroken;
  standin::fail("cuStreamWriteValue32", 0, CUDA_ERROR_NOT_SUPPORTED);
  Config config;
  Log log;
  std::unique_ptr<Accel> accel;
  Queue* queue = nullptr;
  Ticket ticket;
  Status done = Accel::create(config, log, kernels::images(), &accel);
  if (done.is_ok()) done = accel->queues().queue(0, 0, &queue);
  for (int i = 0; i < 5 && done.is_ok(); ++i) {
    done = queue->mark(&ticket);
    if (done.is_ok()) done = accel->queues().wait(ticket);
  }
  if (!done.is_ok()) std::fprintf(stderr, "%s\n", std::string(done.message()).c_str());
  return done.is_ok() && ticket.sequence == 5 ? 0 : kNotTold;
}

// An operation that fails on the device must end the wait with its error.
int tour_asynchronous() {
  if (!standin::is_there() || penstock_gpu_open() < 1 || penstock_gpu_select(0) != 0) return kBroken;
  Config config;
  Log log;
  log.set_level(base::Level::kError);
  std::unique_ptr<Accel> accel;
  Queue* queue = nullptr;
  Memory memory;
  Ticket ticket;
  Told told;
  told.add(Accel::create(config, log, kernels::images(), &accel));
  told.add(accel->allocations().allocate(0, kBytes, &memory));
  told.add(accel->queues().queue(0, 0, &queue));
  if (!told.text().empty()) return kBroken;
  standin::fail("async", 1, CUDA_ERROR_ILLEGAL_ADDRESS);
  told.add(queue->copy(reinterpret_cast<void*>(memory.base), reinterpret_cast<void*>(memory.base + kBytes / 2), 64));
  told.add(queue->mark(&ticket));
  told.add(accel->queues().wait(ticket));
  const bool good = told.text().find("CUDA_ERROR_ILLEGAL_ADDRESS") != std::string::npos;
  if (!good) std::fprintf(stderr, "told was: %s\n", told.text().c_str());
  return good ? 0 : kNotTold;
}

// Copies are held back to be executed together: if the kernel for them fails, every test of one of them returns the error, and
// no copy counts as done. The queue continues to work.
int tour_of_lost_copies() {
  if (!standin::is_there() || penstock_gpu_open() < 1 || penstock_gpu_select(0) != 0) return kBroken;
  Config config;
  config.resident_limit = 0;
  Log log;
  std::unique_ptr<Accel> accel;
  Queue* queue = nullptr;
  Memory memory;
  if (!Accel::create(config, log, kernels::images(), &accel).is_ok() ||
      !accel->allocations().allocate(0, kBytes, &memory).is_ok() || !accel->queues().queue(0, 0, &queue).is_ok()) {
    return kBroken;
  }
  const auto copy = [&](std::size_t at, Ticket* ticket) {
    return queue->copy_and_mark(reinterpret_cast<void*>(memory.base + at), reinterpret_cast<void*>(memory.base + kBytes / 2), 8,
                                accel::By::kEngineOrKernel, ticket);
  };
  Ticket before, after, lost[3];
  if (!copy(0, &before).is_ok() || !accel->queues().wait(before).is_ok()) return kBroken;
  standin::fail("cuLaunchKernel", 1, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
  for (Ticket& ticket : lost) {
    if (!copy(static_cast<std::size_t>(&ticket - lost) * 64, &ticket).is_ok()) return kBroken;
  }
  for (const Ticket& ticket : lost) {
    Progress progress = Progress::kPending;
    if (accel->queues().test(ticket, &progress).message().find("cuLaunchKernel failed") == std::string_view::npos)
      return kNotTold;
  }
  Progress progress = Progress::kPending;
  if (!accel->queues().test(before, &progress).is_ok() || progress != Progress::kDone) return kNotTold;
  return copy(0, &after).is_ok() && accel->queues().wait(after).is_ok() ? 0 : kNotTold;
}

class FaultDeathTest : public testing::Test {};

TEST_F(FaultDeathTest, CompletionWithoutStreamMemoryOperations) {
  if (!standin::is_there()) GTEST_SKIP() << "run this on the stand-in driver";
  EXPECT_EXIT(_exit(tour_without_write_value()), testing::ExitedWithCode(0), "");
}

TEST_F(FaultDeathTest, AnAsynchronousFailureEndsTheWait) {
  if (!standin::is_there()) GTEST_SKIP() << "run this on the stand-in driver";
  EXPECT_EXIT(_exit(tour_asynchronous()), testing::ExitedWithCode(0), "");
}

TEST_F(FaultDeathTest, CopiesThatWereKeptBackAreNotLostInSilence) {
  if (!standin::is_there()) GTEST_SKIP() << "run this on the stand-in driver";
  EXPECT_EXIT(_exit(tour_of_lost_copies()), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace penstock::accel

int main(int argc, char** argv) {
  const std::string_view role = argc > 1 ? argv[1] : "";
  if (role == "--exporter") return penstock::accel::Exporter::run();
  if (role == "--tour" && argc > 2) return penstock::accel::tour_by_name(argv[2]);
  testing::InitGoogleTest(&argc, argv);
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  return RUN_ALL_TESTS();
}
