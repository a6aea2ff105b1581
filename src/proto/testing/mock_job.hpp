// A whole job in one process, for tests of proto/ and of the layers above: one engine for each rank, over mock or real
// transports. Ranks run as threads, or the calling thread drives them all.
#pragma once

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "accel/accel.hpp"
#include "boot/threads/threads.hpp"
#include "observe/counters.hpp"
#include "proto/engine/create.hpp"
#include "transport/mock/mock.hpp"
#include "transport/testing/no_gpu.hpp"
#include "transport/transport.hpp"

namespace penstock::proto::testing {

struct JobOptions {
  int size = 2;
  bool mock = false;                                               // mock transports; else those of the build
  transport::MockOptions mock_options = {};                        // options of every rank
  std::vector<std::pair<std::string, std::string>> settings = {};  // tunables by name
  // Makes a rank's view of the GPU; default: none.
  std::function<Status(const Config&, Log&, std::unique_ptr<accel::Accel>*)> accel = {};
};

// The objects of one rank. Members are destroyed in the order that the engine needs.
class JobRank {
 public:
  [[nodiscard]] Engine& engine() { return *engine_; }
  [[nodiscard]] Config& config() { return config_; }
  [[nodiscard]] Log& log() { return log_; }
  [[nodiscard]] observe::Counters& counters() { return counters_; }
  [[nodiscard]] boot::Boot& boot() { return *boot_; }
  [[nodiscard]] std::vector<std::string>& warnings() { return warnings_; }

 private:
  friend class MockJob;
  Config config_;
  Log log_{base::Level::kWarn};
  std::vector<std::string> warnings_;  // warnings among the log lines
  observe::Counters counters_;
  std::unique_ptr<boot::Boot> boot_;
  std::unique_ptr<accel::Accel> accel_;
  std::unique_ptr<Engine> engine_;
};

struct Releases {
  void operator()(Operation* operation) const noexcept { operation->release(); }
};
// An operation that is released with its handle.
using Op = std::unique_ptr<Operation, Releases>;

class MockJob {
 public:
  explicit MockJob(JobOptions options)
      : options_(std::move(options)),
        fabric_(options_.size, options_.mock_options),
        ranks_(static_cast<std::size_t>(options_.size)) {
    auto boots = boot::make_thread_job(options_.size);
    for (int i = 0; i < options_.size; ++i) at(i).boot_ = std::move(boots[static_cast<std::size_t>(i)]);
    status_ = in_threads([this](int i) { return create(i); });
  }
  // Parts the ranks; a job that failed is only dropped.
  ~MockJob() {
    if (!status_.is_ok() || abandoned_) return;
    const Status parted = in_threads([this](int i) { return at(i).engine().membership().shut_down(); });
    if (!parted.is_ok()) fmt::print(stderr, "mock job: parting failed: {}\n", parted.message());
  }

  // Tells if the job could be made.
  [[nodiscard]] const Status& status() const { return status_; }
  [[nodiscard]] int size() const { return options_.size; }
  [[nodiscard]] JobRank& at(int rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] Engine& engine(int rank) { return at(rank).engine(); }
  [[nodiscard]] transport::MockFabric& fabric() { return fabric_; }
  // Called if the ranks do not part in good order, since a test broke them on purpose.
  void abandon() { abandoned_ = true; }

  // The following verbs of one rank must begin.
  Op send(int from, const Buffer& buffer, int to, int tag, Context context, SendMode mode = SendMode::kStandard) {
    return begun([&](Operation** out) { return engine(from).messages().send(buffer, to, tag, context, mode, out); });
  }
  Op recv(int at, const Buffer& buffer, int from, int tag, Context context) {
    return begun([&](Operation** out) { return engine(at).messages().recv(buffer, from, tag, context, out); });
  }
  Op copy(int rank, const Buffer& to, const Buffer& from) {
    return begun([&](Operation** out) { return engine(rank).messages().copy(to, from, out); });
  }

  // Runs one function for each rank, each in a thread of its own; returns the first failure.
  Status run(const std::function<Status(Engine& engine)>& body) {
    return in_threads([&](int i) { return body(engine(i)); });
  }
  // Makes the calling thread perform one round of every rank.
  bool progress_all() {
    bool moved = false;
    for (JobRank& rank : ranks_) moved |= rank.engine().progress().poll();
    return moved;
  }
  // Performs rounds of all ranks until the operation is done; returns false after `rounds` without an end.
  bool complete(const Operation& operation, long rounds = 1'000'000) {
    while (!operation.done() && rounds-- > 0) progress_all();
    return operation.done();
  }

 private:
  template <typename Begin>
  static Op begun(const Begin& begin) {
    Operation* out = nullptr;
    if (const Status status = begin(&out); !status.is_ok()) {
      fmt::print(stderr, "mock job: {}\n", status.message());
      std::abort();
    }
    return Op(out);
  }
  Status create(int i) {
    JobRank& rank = at(i);
    for (const auto& [name, value] : options_.settings) PENSTOCK_TRY(rank.config_.set(name, value));
    rank.log_.set_rank(i);
    rank.log_.set_level(base::level_of(rank.config_));
    rank.log_.set_sink([&rank](base::Level, std::string_view line) { rank.warnings_.emplace_back(line); });
    if (options_.accel) {
      PENSTOCK_TRY(options_.accel(rank.config_, rank.log_, &rank.accel_));
    } else {
      rank.accel_ = std::make_unique<transport::testing::NoGpu>();
    }
    TransportFactory make = transport::make_transports;
    if (options_.mock) {
      make = [this, i](const transport::Environment&, std::vector<std::unique_ptr<transport::Transport>>* out) {
        out->push_back(fabric_.endpoint(i));
        return Status::ok();
      };
    }
    return create_engine({rank.config_, rank.log_, *rank.boot_, *rank.accel_, rank.counters_}, make, &rank.engine_);
  }

  Status in_threads(const std::function<Status(int)>& body) {
    std::vector<Status> statuses(static_cast<std::size_t>(size()));
    std::vector<std::thread> threads;
    for (int i = 0; i < size(); ++i) {
      threads.emplace_back([&statuses, &body, i] { statuses[static_cast<std::size_t>(i)] = body(i); });
    }
    for (std::thread& thread : threads) thread.join();
    for (Status& status : statuses) PENSTOCK_TRY(std::move(status));
    return Status::ok();
  }

  JobOptions options_;
  transport::MockFabric fabric_;
  std::vector<JobRank> ranks_;
  Status status_;
  bool abandoned_ = false;
};

}  // namespace penstock::proto::testing
