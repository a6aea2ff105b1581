// MPI_INFO_ENV: the description of this process that programs may read at any time.
#pragma once

#include <string>
#include <vector>

#include "core/machine/advice.hpp"
#include "core/object/info.hpp"
#include "core/object/instance.hpp"

namespace penstock::core {

// Made when it is first asked for, and again after the level of threads has changed. Lives as long as the process.
[[nodiscard]] Info& environment_of(Instance& instance);

// Describes this process as MPI_INFO_ENV and MPI_Info_create_env do: the command and its arguments (of `arguments`, or as the
// system has them where it is empty), host, architecture and working directory, and which GPU to use
// (penstock_cuda_support, penstock_stream_support, penstock_gpus_on_host, penstock_recommended_device); keys without a known
// value are left out.
[[nodiscard]] Ref<Info> describe_environment(std::vector<std::string> arguments, int processes, int thread_level,
                                             const DeviceAdvice& advice);
// The entries of such a description that are about GPUs; none where the machine has none.
[[nodiscard]] std::vector<Info::Entry> device_entries(const Info& environment);

}  // namespace penstock::core
