// Which kinds of memory buffers may be of: MPI-4.1 section 12.4.3, and its side document for CUDA.
#pragma once

#include <string>
#include <string_view>

namespace penstock::core {

class Process;

inline constexpr std::string_view kMemoryKindsKey = "mpi_memory_alloc_kinds";

// The value of that key in every info object that tells of support: "mpi,system", and the kinds of CUDA's where this process
// could have them. All that is supported is always given, asked for or not, which the standard allows.
[[nodiscard]] std::string memory_kinds(Process& process);

}  // namespace penstock::core
