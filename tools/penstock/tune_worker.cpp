#include "penstock/tune_worker.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "base/page.hpp"
#include "kernels/image.hpp"
#ifdef PENSTOCK_HAVE_GPU_HELPER
#include "penstock_gpu.h"
#endif

namespace penstock::tool {
namespace {

constexpr proto::Context kContext = 1;
constexpr int kTag = 0;

struct Measure {
  std::string_view name;
  Status (*run)(Worker& worker, Json* out);
};
constexpr Measure kMeasures[] = {
    {"pingpong", measure_pingpong}, {"stream", measure_stream}, {"burst", measure_burst},   {"slots", measure_slots},
    {"late", measure_late},         {"host", measure_host},     {"device", measure_device}, {"coll", measure_coll},
};

#ifdef PENSTOCK_HAVE_GPU_HELPER
penstock_gpu_kind gpu_kind(Space::Kind kind) {
  return kind == Space::Kind::kPool ? PENSTOCK_GPU_POOL : PENSTOCK_GPU_DEVICE;
}
#endif

Status select_gpu(int rank, int* gpus) {
#ifdef PENSTOCK_HAVE_GPU_HELPER
  *gpus = penstock_gpu_open();
  if (*gpus <= 0) return Status::error(Code::kDriver, "no GPU: {}", penstock_gpu_error());
  if (penstock_gpu_select(rank % *gpus) != 0) return Status::error(Code::kDriver, "{}", penstock_gpu_error());
  return Status::ok();
#else
  static_cast<void>(rank);
  *gpus = 0;
  return Status::error(Code::kUnsupported, "this Penstock was built without the CUDA headers");
#endif
}

}  // namespace

double now_us() {
  return static_cast<double>(base::now_ns()) / 1000;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 != 0 ? values[half] : (values[half - 1] + values[half]) / 2;
}

Space::~Space() {
#ifdef PENSTOCK_HAVE_GPU_HELPER
  if (kind_ != Kind::kHost) {
    static_cast<void>(penstock_gpu_free(gpu_kind(kind_), data_));  // the process is about to end
    return;
  }
#endif
  std::free(data_);
}

Status Space::allocate(Kind kind, std::size_t bytes, Space* out) {
  Space made;
  void* memory = nullptr;
  bytes = std::max<std::size_t>(bytes, 1);
  if (kind != Kind::kHost) {
#ifdef PENSTOCK_HAVE_GPU_HELPER
    if (penstock_gpu_allocate(gpu_kind(kind), bytes, &memory) != 0) {
      return Status::error(Code::kNoMemory, "{} bytes of GPU memory: {}", bytes, penstock_gpu_error());
    }
#endif
  } else {
    memory = std::aligned_alloc(base::page_bytes(), base::whole_pages(bytes));
    if (memory != nullptr) std::memset(memory, 1, bytes);
  }
  if (memory == nullptr) return Status::error(Code::kNoMemory, "{} bytes to measure with", bytes);
  made.data_ = static_cast<std::byte*>(memory);
  made.kind_ = kind;
  *out = std::move(made);
  return Status::ok();
}

Status Worker::open(const Ask& ask, std::unique_ptr<Worker>* out) {
  std::unique_ptr<Worker> made(new Worker);
  made->ask_ = ask;
  PENSTOCK_TRY(Config::from_environment(&made->config_));
  made->log_.set_level(base::level_of(made->config_));
  PENSTOCK_TRY(boot::connect(made->config_, made->log_, &made->boot_));
  made->log_.set_rank(made->boot_->rank());
  if (ask.device) PENSTOCK_TRY(select_gpu(made->boot_->rank(), &made->gpus_));
  PENSTOCK_TRY(accel::Accel::create(made->config_, made->log_, kernels::images(), &made->accel_));
  PENSTOCK_TRY(
      proto::Engine::create({made->config_, made->log_, *made->boot_, *made->accel_, made->counters_}, &made->engine_));
  *out = std::move(made);
  return Status::ok();
}

Status Worker::close() {
  PENSTOCK_TRY(engine_->membership().shut_down());
  return boot_->finalize();
}

Status Worker::finish(proto::Operation* operation) {
  engine_->progress().wait(*operation);
  Status status = operation->status().clone();
  operation->release();
  return status;
}

Status Worker::send(const void* data, std::size_t bytes, int peer) {
  proto::Operation* operation = nullptr;
  const proto::Buffer buffer{const_cast<void*>(data), bytes, &byte_};
  PENSTOCK_TRY(engine_->messages().send(buffer, peer, kTag, kContext, proto::SendMode::kStandard, &operation));
  return finish(operation);
}

Status Worker::recv(void* data, std::size_t bytes, int peer) {
  proto::Operation* operation = nullptr;
  PENSTOCK_TRY(engine_->messages().recv({data, bytes, &byte_}, peer, kTag, kContext, &operation));
  return finish(operation);
}

// Waits for all operations that have begun, even if the next could not begin.
Status Worker::finish_all(std::span<proto::Operation* const> operations, Status begun) {
  for (proto::Operation* operation : operations) {
    Status ended = finish(operation);
    if (begun.is_ok()) begun = std::move(ended);
  }
  return begun;
}

Status Worker::send_many(const std::byte* data, std::size_t bytes, int count, int peer) {
  std::vector<proto::Operation*> operations;
  Status begun;
  for (int i = 0; i < count && begun.is_ok(); ++i) {
    proto::Operation* operation = nullptr;
    const proto::Buffer buffer{const_cast<std::byte*>(data) + static_cast<std::size_t>(i) * bytes, bytes, &byte_};
    begun = engine_->messages().send(buffer, peer, kTag, kContext, proto::SendMode::kStandard, &operation);
    if (begun.is_ok()) operations.push_back(operation);
  }
  return finish_all(operations, std::move(begun));
}

Status Worker::recv_many(std::byte* data, std::size_t bytes, int count, int peer) {
  std::vector<proto::Operation*> operations;
  Status begun;
  for (int i = 0; i < count && begun.is_ok(); ++i) {
    proto::Operation* operation = nullptr;
    begun =
        engine_->messages().recv({data + static_cast<std::size_t>(i) * bytes, bytes, &byte_}, peer, kTag, kContext, &operation);
    if (begun.is_ok()) operations.push_back(operation);
  }
  return finish_all(operations, std::move(begun));
}

Status Worker::share(std::uint64_t* value) {
  if (rank() != 0) return recv(value, sizeof *value, 0);
  for (int peer = 1; peer < size(); ++peer) PENSTOCK_TRY(send(value, sizeof *value, peer));
  return Status::ok();
}

Status Worker::repetitions(double once_us, double seconds, int blocks, std::uint64_t* out) {
  constexpr double kMost = 1e6;
  const double wanted = seconds * 1e6 / std::max(1, blocks) / std::max(once_us, 0.01);
  *out = static_cast<std::uint64_t>(std::clamp(wanted, 1.0, kMost));
  return share(out);
}

Status Worker::may_go_on(double begin_us, double seconds, bool* out) {
  constexpr double kPatience = 2;
  std::uint64_t yes = now_us() - begin_us < kPatience * 1e6 * seconds ? 1 : 0;
  PENSTOCK_TRY(share(&yes));
  *out = yes != 0;
  return Status::ok();
}

int tune_worker(const Worker::Ask& ask) {
  const auto* measure = std::ranges::find_if(kMeasures, [&](const Measure& one) { return one.name == ask.measure; });
  std::unique_ptr<Worker> worker;
  Json rows = Json::array();
  Status status = measure == std::end(kMeasures)
                      ? Status::error(Code::kArg, "there is nothing called '{}' to measure", ask.measure)
                      : Worker::open(ask, &worker);
  if (status.is_ok()) status = measure->run(*worker, &rows);
  if (status.is_ok()) {
    if (worker->rank() == 0) {
      const Json said = {{"ranks", worker->size()},
                         {"crowded", worker->engine().membership().oversubscribed()},
                         {"gpus", worker->gpus()},
                         {"rows", rows}};
      fmt::print("{}\n", said.dump());
      std::fflush(stdout);
    }
    status = worker->close();
  }
  if (status.is_ok()) return 0;
  fmt::print(stderr, "penstock tune: measuring {}: {}\n", ask.measure, status.message());
  return 1;
}

}  // namespace penstock::tool
