// The variables of the OpenSHMEM standard, read when shmem_init is called. Each has a deprecated name, SMA_ in place of SHMEM_,
// which counts where the other is not set.
#pragma once

#include <cstdint>
#include <string>

#include "base/status.hpp"

namespace penstock::shmem {

// SHMEM_SYMMETRIC_SIZE: a number, with K, M, G or T behind it. A bound on addresses: pages are taken as they are touched.
// Code::kConfig: it is no such number.
[[nodiscard]] Status symmetric_size(std::uint64_t* out);
// The lines that SHMEM_VERSION and SHMEM_INFO ask for, of one PE of the job; empty: neither is set.
[[nodiscard]] std::string start_text();
// SHMEM_DEBUG is set.
[[nodiscard]] bool wants_debugging();

}  // namespace penstock::shmem
