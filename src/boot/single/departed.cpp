#include <cstdio>
#include <cstdlib>

#include <unistd.h>

#include "boot/boot.hpp"
#include "boot/key.hpp"

namespace penstock::boot {
namespace {

Status gone() {
  return Status::error(Code::kUnsupported,
                       "this process has left the job in MPI_Finalize and reaches no other rank; a session that is to have "
                       "communicators after MPI_Finalize has to be opened before it, on every rank");
}

class Departed final : public Boot {
 public:
  Departed(const Place& place, const JobKey& key, const Log& log)
      : place_(place), job_id_(fmt::format("departed-{}", getpid())), key_(key), log_(log) {}

  [[nodiscard]] int rank() const override { return place_.rank; }
  [[nodiscard]] int size() const override { return place_.size; }
  [[nodiscard]] int app_number() const override { return place_.app_number; }
  [[nodiscard]] std::string_view job_id() const override { return job_id_; }
  [[nodiscard]] std::string_view kind() const override { return "departed"; }

  Status put(std::string_view /*key*/, std::span<const std::byte> /*value*/) override { return Status::ok(); }
  Status fence() override { return gone(); }
  Status get(int /*rank*/, std::string_view /*key*/, std::vector<std::byte>* /*value*/) override { return gone(); }
  [[nodiscard]] bool can_await() const override { return true; }
  Status await(int /*rank*/, std::string_view /*key*/, std::vector<std::byte>* /*value*/) override { return gone(); }
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
  Place place_;
  std::string job_id_;
  JobKey key_;
  Log log_;
};

}  // namespace

Status make_departed(const Place& place, const Log& log, std::unique_ptr<Boot>* out) {
  JobKey key{};
  PENSTOCK_TRY(make_job_key(&key));
  *out = std::make_unique<Departed>(place, key, log);
  return Status::ok();
}

}  // namespace penstock::boot
