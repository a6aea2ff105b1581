// The variables of the OpenSHMEM standard, read when shmem_init is called.
#pragma once

#include <cstdint>

#include "base/status.hpp"

namespace penstock::shmem {

// SHMEM_SYMMETRIC_SIZE: a number, with K, M, G or T behind it. A bound on addresses: pages are taken as they are touched.
// Code::kConfig: it is no such number.
[[nodiscard]] Status symmetric_size(std::uint64_t* out);

}  // namespace penstock::shmem
