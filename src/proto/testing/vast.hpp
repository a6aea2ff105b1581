// A launcher and a transport that know peers of every number, for tests of jobs that are too large to be run.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "boot/boot.hpp"
#include "transport/transport.hpp"

namespace penstock::proto::testing {

// Plays rank 0 of a job of that size; every lookup returns the data that this rank published.
class Vast final : public boot::Boot {
 public:
  explicit Vast(int size) : size_(size) {}
  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int size() const override { return size_; }
  [[nodiscard]] std::string_view job_id() const override { return "vast"; }
  [[nodiscard]] bool spans_hosts() const override { return true; }
  [[nodiscard]] std::string_view kind() const override { return "vast"; }
  Status put(std::string_view key, std::span<const std::byte> value) override {
    said_[std::string(key)].assign(value.begin(), value.end());
    return Status::ok();
  }
  Status fence() override { return Status::ok(); }
  Status get(int, std::string_view key, std::vector<std::byte>* value) override {
    ++lookups;
    *value = said_[std::string(key)];
    return Status::ok();
  }
  Status job_key(boot::JobKey* out) override {
    *out = {};
    return Status::ok();
  }
  Status finalize() override { return Status::ok(); }
  void abort(int, std::string_view) override { std::abort(); }

  [[nodiscard]] std::size_t said() const {
    std::size_t bytes = 0;
    for (const auto& [key, value] : said_) bytes += value.size();
    return bytes;
  }

  int lookups = 0;

 private:
  int size_;
  std::map<std::string, std::vector<std::byte>> said_;
};

// A transport that reaches every peer, and counts the bytes sent to each.
class Anywhere final : public transport::Transport {
 public:
  [[nodiscard]] std::string_view name() const override { return "anywhere"; }
  [[nodiscard]] const transport::Capabilities& capabilities() const override { return can_; }
  Status publish(transport::WorkerAddress* /*address*/) override { return Status::ok(); }
  Status reaches(int /*peer*/, bool* out) override {
    *out = true;
    return Status::ok();
  }
  transport::Outcome send(int peer, std::span<const std::byte> /*header*/, std::span<const std::byte> /*payload*/,
                          Status* /*why*/) override {
    if (full) return transport::Outcome::kFull;
    ++sent[peer];
    return transport::Outcome::kDone;
  }
  Status progress(transport::Sink& /*sink*/, int* /*delivered*/) override { return Status::ok(); }
  bool can_get(int /*peer*/, const transport::Bulk& /*bulk*/, transport::Cost* /*cost*/) override { return false; }
  bool can_put(int /*peer*/, const transport::Bulk& /*bulk*/, transport::Cost* /*cost*/) override { return false; }
  Status get(int /*peer*/, const transport::Bulk& /*bulk*/, transport::BulkHandle* /*out*/) override {
    return Status::error(Code::kInternal, "no get");
  }
  Status put(int /*peer*/, const transport::Bulk& /*bulk*/, transport::BulkHandle* /*out*/) override {
    return Status::error(Code::kInternal, "no put");
  }

  bool full = false;
  std::map<int, int> sent;

 private:
  transport::Capabilities can_{.flags = transport::kCanSend, .max_send = 4096, .max_header = 256};
};

}  // namespace penstock::proto::testing
