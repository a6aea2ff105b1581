// This client serves a rank that a PMIx launcher started: PRRTE's prterun and prun, Open MPI's mpirun, Slurm's srun --mpi=pmix.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.hpp"
#include "boot/boot.hpp"
#include "boot/pmix/library.hpp"

namespace penstock::boot::pmix {

// PMIx runs threads of its own in this process.
class Client final : public Boot {
 public:
  // Connects as connect() of connect.hpp does.
  static Status connect(const std::string& library, const Log& log, std::unique_ptr<Boot>* out);

  [[nodiscard]] int rank() const override { return static_cast<int>(self_.rank); }
  [[nodiscard]] int size() const override { return size_; }
  [[nodiscard]] int app_number() const override { return app_number_; }
  [[nodiscard]] std::string_view job_id() const override { return self_.nspace; }
  [[nodiscard]] bool spans_hosts() const override { return on_this_host_ != size_ || launcher_in_other_namespace_; }
  [[nodiscard]] std::string_view kind() const override { return "pmix"; }
  Status put(std::string_view key, std::span<const std::byte> value) override;
  Status fence() override;
  Status get(int rank, std::string_view key, std::vector<std::byte>* value) override;
  Status job_key(JobKey* out) override;
  Status finalize() override;
  void abort(int exit_code, std::string_view why) override;

 private:
  explicit Client(const Log& log) : log_(log) {}
  Status handshake();
  // Gets a value that the launcher holds for the job (PMIX_RANK_WILDCARD) or for a rank. If there is none, *out is left
  // unchanged.
  Status learn(pmix_rank_t of, const char* key, std::optional<int>* out);
  [[nodiscard]] Status failed(std::string_view what, pmix_status_t status) const;

  Log log_;
  Library pmix_;
  pmix_proc_t self_{};
  int size_ = 1;
  int app_number_ = -1;
  int on_this_host_ = 0;                      // 0: the launcher does not say
  bool launcher_in_other_namespace_ = false;  // the other ranks may be in other namespaces too
  std::optional<JobKey> job_key_;
};

}  // namespace penstock::boot::pmix
