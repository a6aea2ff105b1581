// MPI_INFO_ENV: the description of this process that applications may read at any time.
#pragma once

#include <string>
#include <vector>

#include "core/machine/advice.hpp"
#include "core/object/info.hpp"
#include "core/object/instance.hpp"

namespace penstock::core {

// The object is made at the first request, and again after the thread level has changed. It lives as long as the process.
[[nodiscard]] Info& environment_of(Instance& instance);

// Describes this process as MPI_INFO_ENV and MPI_Info_create_env do: the command and its arguments (from `arguments`, or from
// the system if it is empty), host, architecture and working directory, and the GPU to use (penstock_cuda_support,
// penstock_stream_support, penstock_gpus_on_host, penstock_recommended_device); keys without a known value are left out.
[[nodiscard]] Ref<Info> describe_environment(std::vector<std::string> arguments, int processes, int thread_level,
                                             const DeviceAdvice& advice);
// Returns the entries of such a description that concern GPUs; none if the machine has no GPU.
[[nodiscard]] std::vector<Info::Entry> device_entries(const Info& environment);

}  // namespace penstock::core
