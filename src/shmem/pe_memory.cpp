#include "shmem/pe_memory.hpp"

#include <cstddef>
#include <span>

namespace penstock::shmem {

std::unique_ptr<runtime::TeamMemory> make_pe_memory(const Team& world) {
  const std::span<const int> pes = world.world();
  return std::make_unique<runtime::TeamMemory>(runtime::TeamMemory::Parts{
      world.job().engine(), {pes.begin(), pes.end()}, world.rank(), "make its part of the symmetric memory"});
}

Status attach_pe_memory(const Team& world, runtime::TeamMemory* memory) {
  PENSTOCK_TRY(memory->attach());
  const auto me = static_cast<std::size_t>(world.rank());
  for (std::size_t pe = 0; pe < memory->size(); ++pe) {
    if (memory->bytes(pe) == memory->bytes(me)) continue;
    return Status::error(Code::kConfig,
                         "PE {} has symmetric memory of {} bytes, PE {} of {}: give all the same SHMEM_SYMMETRIC_SIZE, and "
                         "the same size in each call",
                         pe, memory->bytes(pe), me, memory->bytes(me));
  }
  return Status::ok();
}

}  // namespace penstock::shmem
