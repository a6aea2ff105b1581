// shmem_init reads the variables of the OpenSHMEM standard here. Each has a deprecated name, SMA_ in place of SHMEM_, which
// counts if the other is not set.
#pragma once

#include <cstdint>
#include <string>

#include "base/status.hpp"

namespace penstock::shmem {

// SHMEM_SYMMETRIC_SIZE is a number, with K, M, G or T behind it. It bounds addresses: the system provides pages as they are
// touched. Code::kConfig: it is no such number.
[[nodiscard]] Status symmetric_size(std::uint64_t* out);
// Returns the lines that SHMEM_VERSION and SHMEM_INFO ask one PE of the job for; empty: neither is set.
[[nodiscard]] std::string start_text();
// Tells if SHMEM_DEBUG is set.
[[nodiscard]] bool wants_debugging();

}  // namespace penstock::shmem
