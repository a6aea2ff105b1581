// How the ranks of a job find each other before any transport exists.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/config.hpp"
#include "base/log.hpp"
#include "base/status.hpp"
#include "boot/inherited.hpp"

namespace penstock::boot {

// 128 bits that only this job's processes know.
using JobKey = std::array<std::byte, 16>;

// One rank's place in its job and the job's key-value store. Used by one thread at a time.
class Boot {
 public:
  virtual ~Boot() = default;

  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;
  // Which of the job's programs this rank runs (MPI_APPNUM); negative: the launcher does not say.
  [[nodiscard]] virtual int app_number() const { return -1; }
  [[nodiscard]] virtual std::string_view job_id() const = 0;
  // Whether the job's ranks are on more than one host, as the launcher says, or may be in containers that share no PID
  // namespace (a launcher that is not ours and in none of this rank's); true where it does not say.
  [[nodiscard]] virtual bool spans_hosts() const { return false; }
  [[nodiscard]] virtual std::string_view kind() const = 0;  // "pmi", "pmix", "single", "threads"

  // What our launcher handed over; nothing under others.
  [[nodiscard]] virtual Inherited inherited() const { return {}; }

  // Publishes bytes under (this rank, key); visible to others after the next fence.
  virtual Status put(std::string_view key, std::span<const std::byte> value) = 0;
  // Collective over the job: returns when every rank has called it.
  virtual Status fence() = 0;
  // Bytes that `rank` published before the last fence. Code::kProtocol if there are none.
  virtual Status get(int rank, std::string_view key, std::vector<std::byte>* value) = 0;
  // Whether await() is there.
  [[nodiscard]] virtual bool can_await() const { return false; }
  // As get(), of bytes published at any time, with no fence between: blocks until they are.
  virtual Status await(int /*rank*/, std::string_view /*key*/, std::vector<std::byte>* /*value*/) {
    return Status::error(Code::kUnsupported, "this launcher shows what ranks publish after a fence alone");
  }
  // The job's key, the same on every rank. The first call is collective (under a launcher that is not ours it fences).
  virtual Status job_key(JobKey* out) = 0;
  // Tells the launcher that this rank leaves in good order. Nothing may be called afterwards.
  virtual Status finalize() = 0;
  // Ends the whole job with this exit code; `why` reaches the user. Does not return where ranks are processes.
  virtual void abort(int exit_code, std::string_view why) = 0;
};

// What is left of a rank that has told the launcher that it leaves: it knows its place, and reaches nobody.
struct Place {
  int rank = 0;
  int size = 1;
  int app_number = -1;
};
Status make_departed(const Place& place, const Log& log, std::unique_ptr<Boot>* out);

// PMI-1 where a launcher left its environment (PMI_FD, or PMI_PORT with PMI_ID), else PMIx (PMIX_NAMESPACE and PMIX_RANK), else
// a job of one. The log is copied.
Status connect(const Config& config, const Log& log, std::unique_ptr<Boot>* out);

}  // namespace penstock::boot
