// Which kinds of memory buffers may be of: MPI-4.1 section 12.4.3, and its side document for CUDA.
#pragma once

#include <string>
#include <string_view>

#include "accel/accel.hpp"
#include "base/status.hpp"

namespace penstock::core {

class Info;
class Instance;

inline constexpr std::string_view kMemoryKindsKey = "mpi_memory_alloc_kinds";

// The value of that key in every info object that tells of support: "mpi,system", and the kinds of CUDA's where this process
// could have them. All that is supported is always given, asked for or not, which the standard allows.
[[nodiscard]] std::string memory_kinds(Instance& instance);

// Whether a list of kinds with their restrictors ("system,cuda:device") names only such as the standard and its side document
// for CUDA define. No kind at all is none.
[[nodiscard]] bool is_list_of_kinds(std::string_view text) noexcept;

// Which memory MPI_Alloc_mem and MPI_Win_allocate are to give: host, device, managed or pinned.
inline constexpr std::string_view kWantedKindKey = "penstock_memory_kind";
// Host memory where `info` is null or does not say. Code::kInfoValue: there is no such kind.
[[nodiscard]] Status wanted_kind(const Info* info, accel::MemoryKind* out);

}  // namespace penstock::core
