// A rank of the jobs that `penstock tune` starts: what measures. Rank 0 prints one JSON object on stdout.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "accel/accel.hpp"
#include "base/clock.hpp"
#include "base/config.hpp"
#include "base/log.hpp"
#include "boot/boot.hpp"
#include "observe/counters.hpp"
#include "proto/engine/engine.hpp"
#include "proto/layout/layout.hpp"

namespace penstock::tool {

using Json = nlohmann::ordered_json;

// Memory that messages of a measurement lie in.
class Space {
 public:
  Space() = default;
  Space(Space&& other) noexcept { swap(other); }
  Space& operator=(Space&& other) noexcept {
    swap(other);
    return *this;
  }
  Space(const Space&) = delete;
  Space& operator=(const Space&) = delete;
  ~Space();
  enum class Kind : std::uint8_t { kHost, kDevice, kPool };
  // Host memory is page-aligned and touched; device memory is of the device that was selected, and peers cannot map that of its
  // pool.
  static Status allocate(Kind kind, std::size_t bytes, Space* out);
  [[nodiscard]] std::byte* data() const noexcept { return data_; }

 private:
  void swap(Space& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(kind_, other.kind_);
  }
  std::byte* data_ = nullptr;
  Kind kind_ = Kind::kHost;
};

// This rank of the job, and few words to talk to the others.
class Worker {
 public:
  struct Ask {
    std::string measure;
    std::vector<std::uint64_t> sizes;
    double seconds = 1;  // for all of it
    bool device = false;
  };
  // With device memory it selects a GPU: rank modulo their number.
  static Status open(const Ask& ask, std::unique_ptr<Worker>* out);
  Status close();

  [[nodiscard]] const Ask& ask() const noexcept { return ask_; }
  [[nodiscard]] Space::Kind memory() const noexcept { return ask_.device ? Space::Kind::kDevice : Space::Kind::kHost; }
  [[nodiscard]] int rank() const noexcept { return engine_->rank(); }
  [[nodiscard]] int size() const noexcept { return engine_->size(); }
  [[nodiscard]] int gpus() const noexcept { return gpus_; }
  [[nodiscard]] const Config& config() const noexcept { return config_; }
  [[nodiscard]] proto::Engine& engine() noexcept { return *engine_; }
  [[nodiscard]] accel::Accel& accel() noexcept { return *accel_; }

  Status send(const void* data, std::size_t bytes, int peer);
  Status recv(void* data, std::size_t bytes, int peer);
  // `count` messages at once, one behind the other in memory.
  Status send_many(const std::byte* data, std::size_t bytes, int count, int peer);
  Status recv_many(std::byte* data, std::size_t bytes, int count, int peer);
  // Rank 0's value for all.
  Status share(std::uint64_t* value);
  // Whether rank 0's clock allows another block of what began at `begin_us` there and should take `seconds`. On a machine with
  // other work the count that was right a moment ago may take for ever. *out for all.
  Status may_go_on(double begin_us, double seconds, bool* out);
  // How often to repeat what takes `once_us`, so that a block of `blocks` takes its part of `seconds`. Rank 0's count for all.
  Status repetitions(double once_us, double seconds, int blocks, std::uint64_t* out);

 private:
  Worker() = default;
  Status finish(proto::Operation* operation);
  Status finish_all(std::span<proto::Operation* const> operations, Status begun);

  Ask ask_;
  int gpus_ = 0;
  Config config_;
  base::Log log_;
  observe::Counters counters_;
  std::unique_ptr<boot::Boot> boot_;
  std::unique_ptr<accel::Accel> accel_;
  std::unique_ptr<proto::Engine> engine_;
  const proto::Layout byte_ = proto::Layout::bytes(1);
};

[[nodiscard]] double now_us();
[[nodiscard]] double median(std::vector<double> values);

// Each is called by all ranks; rank 0 fills `out` with rows {"bytes", "us"}.
Status measure_pingpong(Worker& worker, Json* out);
Status measure_stream(Worker& worker, Json* out);  // per message of a window
Status measure_burst(Worker& worker, Json* out);   // per message of many at once
Status measure_slots(Worker& worker, Json* out);   // GPU memory that the peer maps, and that it cannot: {"what", "bytes", "us"}
Status measure_late(Worker& worker, Json* out);    // `sizes` are microseconds that the answer takes
Status measure_host(Worker& worker, Json* out);    // copies by the CPU, single copies
Status measure_device(Worker& worker, Json* out);  // copies of GPU memory
Status measure_coll(Worker& worker, Json* out);    // every algorithm

// The process of a rank; returns its exit status.
int tune_worker(const Worker::Ask& ask);

}  // namespace penstock::tool
