#include "boot/single/single.hpp"

#include <cstdio>
#include <cstdlib>
#include <map>

#include <unistd.h>

#include "base/random.hpp"
#include "boot/key.hpp"

namespace penstock::boot {
namespace {

class Single final : public Boot {
 public:
  Single(std::string job_id, const JobKey& key, const Log& log) : job_id_(std::move(job_id)), key_(key), log_(log) {}

  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int size() const override { return 1; }
  [[nodiscard]] std::string_view job_id() const override { return job_id_; }
  [[nodiscard]] std::string_view kind() const override { return "single"; }

  Status put(std::string_view key, std::span<const std::byte> value) override {
    pending_[std::string(key)].assign(value.begin(), value.end());
    return Status::ok();
  }
  Status fence() override {
    for (auto& [key, value] : pending_) visible_[key] = std::move(value);
    pending_.clear();
    return Status::ok();
  }
  Status get(int rank, std::string_view key, std::vector<std::byte>* value) override {
    const auto found = visible_.find(std::string(key));
    if (rank != 0 || found == visible_.end()) {
      return Status::error(Code::kProtocol, "rank {} published nothing under '{}' before the last fence", rank, key);
    }
    *value = found->second;
    return Status::ok();
  }
  [[nodiscard]] bool can_await() const override { return true; }
  Status await(int rank, std::string_view key, std::vector<std::byte>* value) override {
    PENSTOCK_TRY(fence());
    return get(rank, key, value);
  }
  Status job_key(JobKey* out) override {
    *out = key_;
    return Status::ok();
  }
  Status finalize() override { return Status::ok(); }
  void abort(int exit_code, std::string_view why) override {
    log_.error("aborting: {}", why);
    std::fflush(nullptr);
    std::_Exit(exit_code);
  }

 private:
  std::string job_id_;
  JobKey key_;
  Log log_;
  std::map<std::string, std::vector<std::byte>> pending_;
  std::map<std::string, std::vector<std::byte>> visible_;
};

}  // namespace

Status make_single(const Log& log, std::unique_ptr<Boot>* out) {
  std::uint64_t unique = 0;
  JobKey key{};
  PENSTOCK_TRY(base::random_u64(&unique));
  PENSTOCK_TRY(make_job_key(&key));
  *out = std::make_unique<Single>(fmt::format("single-{}-{:016x}", getpid(), unique), key, log);
  return Status::ok();
}

}  // namespace penstock::boot
