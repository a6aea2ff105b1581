// The kinds of memory that buffers may have: MPI-4.1 section 12.4.3 and its side document for CUDA.
#pragma once

#include <string>
#include <string_view>

#include "accel/accel.hpp"
#include "base/status.hpp"

namespace penstock::core {

class Info;
class Instance;

inline constexpr std::string_view kMemoryKindsKey = "mpi_memory_alloc_kinds";

// Returns the value of that key in every info object that reports support: "mpi,system", and CUDA's kinds if this process could
// have such memory. It always lists every supported kind, requested or not, which the standard allows.
[[nodiscard]] std::string memory_kinds(Instance& instance);

// Tells if a list of kinds with their restrictors ("system,cuda:device") is not empty and has only kinds that the standard and
// its side document for CUDA define.
[[nodiscard]] bool is_list_of_kinds(std::string_view text) noexcept;

// This info key selects the kind of memory that MPI_Alloc_mem and MPI_Win_allocate return: host, device, managed or pinned.
inline constexpr std::string_view kWantedKindKey = "penstock_memory_kind";
// Sets host memory if `info` is null or lacks the key. Returns kInfoValue for an unknown kind.
[[nodiscard]] Status wanted_kind(const Info* info, accel::MemoryKind* out);

}  // namespace penstock::core
