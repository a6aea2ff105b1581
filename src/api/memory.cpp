// Memory for messages (section 9.2).
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <string_view>

#include "api/gen/bodies.hpp"
#include "core/machine/memory_kinds.hpp"
#include "core/memory/program_memory.hpp"
#include "core/object/instance.hpp"

namespace penstock::api::body {
namespace {

constexpr std::string_view kAlignmentKey = "mpi_minimum_memory_alignment";
// The default is a cache line, which suits copies and reductions best.
constexpr std::size_t kAlignment = 64;
constexpr std::size_t kMostAlignment = std::size_t{1} << 30;

Status alignment_of(const core::Info* info, std::size_t* out) {
  *out = kAlignment;
  const auto text = info != nullptr ? info->get(kAlignmentKey) : std::nullopt;
  if (!text) return Status::ok();
  std::size_t wanted = 0;
  const auto [rest, failure] = std::from_chars(text->data(), text->data() + text->size(), wanted);
  const bool number = failure == std::errc() && rest == text->data() + text->size();
  if (!number || !std::has_single_bit(wanted) || wanted > kMostAlignment) {
    return Status::error(Code::kInfoValue, "info key {} is {}; it must be a power of 2 up to {}", kAlignmentKey, *text,
                         kMostAlignment);
  }
  *out = std::max(wanted, kAlignment);
  return Status::ok();
}

}  // namespace

// `baseptr` is the address of a pointer, passed as void*.
Status Alloc_mem(Call& call, MPI_Aint size, core::Info* info, void* baseptr) {
  if (size < 0) return Status::error(Code::kArg, "size is {}; it must be at least 0", size);
  std::size_t alignment = 0;
  PENSTOCK_TRY(alignment_of(info, &alignment));
  accel::MemoryKind kind = accel::MemoryKind::kHost;
  PENSTOCK_TRY(core::wanted_kind(info, &kind));
  void* made = nullptr;
  PENSTOCK_TRY(core::memory_of(call.instance()).allocate(kind, static_cast<std::size_t>(size), alignment, &made));
  std::memcpy(baseptr, static_cast<const void*>(&made), sizeof(made));
  return Status::ok();
}

Status Free_mem(Call& call, void* base) {
  if (base == nullptr) return Status::ok();
  return core::memory_of(call.instance()).deallocate(base);
}

}  // namespace penstock::api::body
