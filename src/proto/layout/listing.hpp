// Makes the form of a plan that the pack kernels read: tables in device memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/pack/list.hpp"
#include "proto/layout/layout.hpp"

namespace penstock::proto {

// The description of a plan for a kernel, valid for any buffer. `tables` hold offsets into `bytes`.
struct Listing {
  kernels::List list;
  std::vector<std::byte> bytes;  // to be copied to the device, aligned to 16; empty if the kernel needs no tables
};
// With `flat` the plan is listed as equal blocks at places if that takes few entries, whatever its own form, since the
// kernel for such blocks is by far the fastest.
[[nodiscard]] Listing list_plan(const PlanView& plan, bool flat = true);

// Sets the address of the tables.
void place_tables(kernels::List* list, std::uint64_t address) noexcept;
// Sets the buffer; its layout has this plan.
void place_buffer(kernels::List* list, const Buffer& buffer) noexcept;

}  // namespace penstock::proto
