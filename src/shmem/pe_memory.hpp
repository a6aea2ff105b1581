// Memory of which each PE has a part, all parts of one size.
#pragma once

#include <memory>

#include "base/status.hpp"
#include "runtime/team_memory.hpp"
#include "shmem/team.hpp"

namespace penstock::shmem {

// Returns memory that has no parts yet. `world` is the team of all PEs.
[[nodiscard]] std::unique_ptr<runtime::TeamMemory> make_pe_memory(const Team& world);

// Collective over all PEs, each of which has its part: attaches the parts of the others. Code::kConfig: their sizes differ.
[[nodiscard]] Status attach_pe_memory(const Team& world, runtime::TeamMemory* memory);

}  // namespace penstock::shmem
