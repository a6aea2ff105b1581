// A rank of the jobs that `penstock tune` starts, which measures. Rank 0 prints one JSON object on stdout.
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

// Memory for the messages of a measurement.
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
  // Host memory is page-aligned and touched; device memory is on the selected device, and peers cannot map memory of its pool.
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

// This rank of the job, and short functions for its communication with the others.
class Worker {
 public:
  struct Ask {
    std::string measure;
    std::vector<std::uint64_t> sizes;
    double seconds = 1;  // for all of the measurement
    bool device = false;
  };
  // With device memory it selects a GPU: rank modulo the number of GPUs.
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
  // These keep `count` messages in flight, one behind the other in memory.
  Status send_many(const std::byte* data, std::size_t bytes, int count, int peer);
  Status recv_many(std::byte* data, std::size_t bytes, int count, int peer);
  // Gives rank 0's value to all ranks.
  Status share(std::uint64_t* value);
  // Sets *out on all ranks: true if rank 0's clock allows another block of a measurement that began at `begin_us` and should
  // take `seconds`. On a machine with other work, a count that was right a moment ago may take for ever.
  Status may_go_on(double begin_us, double seconds, bool* out);
  // Computes how often to repeat an operation of `once_us`, so that each of `blocks` blocks takes its part of `seconds`. All
  // ranks get rank 0's count.
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

// All ranks call each of these; rank 0 fills `out` with rows {"bytes", "us"}.
Status measure_pingpong(Worker& worker, Json* out);
Status measure_stream(Worker& worker, Json* out);  // time for each message of a window
Status measure_burst(Worker& worker, Json* out);   // time for each message of many in flight
Status measure_slots(Worker& worker, Json* out);   // GPU memory that the peer can and cannot map: {"what", "bytes", "us"}
Status measure_late(Worker& worker, Json* out);    // `sizes` are microseconds until the answer comes
Status measure_host(Worker& worker, Json* out);    // copies by the CPU, single copies
Status measure_device(Worker& worker, Json* out);  // copies of GPU memory
Status measure_coll(Worker& worker, Json* out);    // every algorithm

// The main function of a rank; returns its exit status.
int tune_worker(const Worker::Ask& ask);

}  // namespace penstock::tool
