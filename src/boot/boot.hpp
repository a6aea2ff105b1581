// Boot is the way in which the ranks of a job find each other before any transport exists.
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

// JobKey has 128 bits that only the processes of this job know.
using JobKey = std::array<std::byte, 16>;

// Boot gives a rank its place in the job and the job's key-value store. It is used by one thread at a time.
class Boot {
 public:
  virtual ~Boot() = default;

  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;
  // Returns which of the job's programs this rank runs (MPI_APPNUM); it is negative if the launcher does not say.
  [[nodiscard]] virtual int app_number() const { return -1; }
  [[nodiscard]] virtual std::string_view job_id() const = 0;
  // Returns true if the launcher says that the job's ranks are on more than one host, if it says nothing, or if the ranks may
  // be in containers that share no PID namespace (the launcher is not ours and is in none of this rank's namespaces).
  [[nodiscard]] virtual bool spans_hosts() const { return false; }
  [[nodiscard]] virtual std::string_view kind() const = 0;  // "pmi", "pmix", "single", "threads"

  // Returns the objects that our launcher hands over. Under other launchers it is empty.
  [[nodiscard]] virtual Inherited inherited() const { return {}; }

  // Publishes bytes under (this rank, key). Other ranks can get them after the next fence.
  virtual Status put(std::string_view key, std::span<const std::byte> value) = 0;
  // Is collective over the job: it returns when every rank has called it.
  virtual Status fence() = 0;
  // Gets the bytes that `rank` published before the last fence. Returns Code::kProtocol if there are none.
  virtual Status get(int rank, std::string_view key, std::vector<std::byte>* value) = 0;
  // Returns true if await() is supported.
  [[nodiscard]] virtual bool can_await() const { return false; }
  // Works as get() does for bytes published at any time, without a fence: it blocks until they are published.
  virtual Status await(int /*rank*/, std::string_view /*key*/, std::vector<std::byte>* /*value*/) {
    return Status::error(Code::kUnsupported, "this launcher shows what ranks publish after a fence alone");
  }
  // Returns the key of the job, which is equal on all ranks. The first call is collective (under a launcher that is not ours it
  // calls fence()).
  virtual Status job_key(JobKey* out) = 0;
  // Tells the launcher that this rank exits regularly. No member may be called afterwards.
  virtual Status finalize() = 0;
  // Ends the whole job with this exit code; the user sees `why`. It does not return if ranks are processes.
  virtual void abort(int exit_code, std::string_view why) = 0;
};

// Place is the state of a rank after it has told the launcher that it exits: it knows its rank and the size, but reaches no
// other rank.
struct Place {
  int rank = 0;
  int size = 1;
  int app_number = -1;
};
Status make_departed(const Place& place, const Log& log, std::unique_ptr<Boot>* out);

// Chooses PMI-1 if a launcher set its variables (PMI_FD, or PMI_PORT with PMI_ID), otherwise PMIx (PMIX_NAMESPACE and
// PMIX_RANK), otherwise a job of one rank. The log is copied.
Status connect(const Config& config, const Log& log, std::unique_ptr<Boot>* out);

}  // namespace penstock::boot
