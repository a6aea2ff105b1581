// The symmetric memory of all PEs, as one PE addresses it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "proto/rma/rma.hpp"
#include "shmem/failure.hpp"
#include "shmem/remote.hpp"

namespace penstock::shmem {

// Used with the engine's lock held, but for find().
class SymmetricMemory : public Failure {
 public:
  struct RemotePlace {
    proto::rma::Target* target;
    std::uint64_t offset;
  };
  // Returns where the transfer's remote side lies. It ends the job unless all of it is symmetric memory of an existing PE.
  [[nodiscard]] virtual RemotePlace locate(const Transfer& transfer) = 0;
  // Remote::find().
  [[nodiscard]] virtual std::byte* find(const void* address, std::uint64_t bytes, int pe) const noexcept = 0;
};

}  // namespace penstock::shmem
