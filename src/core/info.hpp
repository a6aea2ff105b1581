// Info objects: an ordered list of keys and values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.hpp"
#include "core/advice.hpp"
#include "core/ref.hpp"
#include "mpi.h"

namespace penstock::core {

class Info final : public Object {
 public:
  using Entry = std::pair<std::string, std::string>;

  Info() = default;
  explicit Info(std::vector<Entry> entries) : entries_(std::move(entries)) {}

  [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return entries_; }
  // Valid until the object changes.
  [[nodiscard]] std::optional<std::string_view> get(std::string_view key) const noexcept;
  // kInfoKey, kInfoValue: empty keys, and what does not fit MPI_MAX_INFO_KEY or MPI_MAX_INFO_VAL with its final 0.
  [[nodiscard]] Status set(std::string_view key, std::string_view value);
  // kInfoNoKey where there is none.
  [[nodiscard]] Status remove(std::string_view key);

  MPI_Info handle = MPI_INFO_NULL;

 private:
  ~Info() override = default;

  std::vector<Entry> entries_;
};

// kInfoKey: no key of any info object can be this.
[[nodiscard]] Status check_info_key(std::string_view key);

// As the key thread_level has it.
[[nodiscard]] std::string_view name_of_level(int thread_level) noexcept;

// What MPI_INFO_ENV and MPI_Info_create_env tell of this process: the command and its arguments (of `arguments`, or as the
// system has them where it is empty), host, architecture and working directory, and which GPU to use
// (penstock_cuda_support, penstock_stream_support, penstock_gpus_on_host, penstock_recommended_device); what cannot be found
// out is left out.
[[nodiscard]] Ref<Info> describe_environment(std::vector<std::string> arguments, int processes, int thread_level,
                                             const DeviceAdvice& advice);
// The entries of such a description that are about GPUs; none where the machine has none.
[[nodiscard]] std::vector<Info::Entry> device_entries(const Info& environment);

}  // namespace penstock::core
