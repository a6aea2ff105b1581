// Makes the form of a plan that the pack kernels read: tables in device memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/pack/list.hpp"
#include "proto/layout/layout.hpp"

namespace penstock::proto {

// The description of a plan that a kernel gets, for any buffer. `tables` hold offsets into `bytes`.
struct Listing {
  kernels::List list;
  std::vector<std::byte> bytes;  // to be copied to the device, aligned to 16; empty where the kernel needs no tables
};
// With `flat` the plan is listed as equal blocks at places where that takes few entries, whatever its own form: the kernel for
// those is by far the fastest.
[[nodiscard]] Listing list_plan(const PlanView& plan, bool flat = true);

// Sets the tables' address.
void place_tables(kernels::List* list, std::uint64_t address) noexcept;
// Sets a buffer whose layout the plan is.
void place_buffer(kernels::List* list, const Buffer& buffer) noexcept;

}  // namespace penstock::proto
