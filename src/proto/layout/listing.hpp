// A plan as the pack kernels read it: tables in memory of the device, made here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/pack/list.hpp"
#include "proto/layout/layout.hpp"

namespace penstock::proto {

// What a kernel is told of a plan, whatever the buffer. `tables` hold offsets into `bytes`.
struct Listing {
  kernels::List list;
  std::vector<std::byte> bytes;  // to lie on the device, aligned to 16; empty where the kernel needs no tables
};
// `flat`: as equal blocks at places, whatever the plan's own form, where that takes few entries: the kernel for those is the
// fastest by far.
[[nodiscard]] Listing list_plan(const PlanView& plan, bool flat = true);

// The tables at `address`.
void place_tables(kernels::List* list, std::uint64_t address) noexcept;
// A buffer that lies by the plan.
void place_buffer(kernels::List* list, const Buffer& buffer) noexcept;

}  // namespace penstock::proto
