#include "core/machine/memory_kinds.hpp"

#include <algorithm>
#include <array>

#include "core/machine/environment.hpp"
#include "core/object/info.hpp"
#include "core/object/instance.hpp"

namespace penstock::core {
namespace {

struct Restrictor {
  std::string_view kind;
  std::string_view name;
};
constexpr std::array kRestrictors = {
    Restrictor{"mpi", "alloc_mem"}, Restrictor{"mpi", "win_allocate"}, Restrictor{"mpi", "win_allocate_shared"},
    Restrictor{"cuda", "host"},     Restrictor{"cuda", "device"},      Restrictor{"cuda", "managed"}};

// Returns the part of a text before the first `end`, and removes it from the text.
std::string_view take(std::string_view* text, char end) noexcept {
  const std::size_t length = std::min(text->find(end), text->size());
  const std::string_view part = text->substr(0, length);
  text->remove_prefix(std::min(length + 1, text->size()));
  return part;
}

bool is_kind(std::string_view text) noexcept {
  const std::string_view kind = take(&text, ':');
  if (kind != "system" && kind != "mpi" && kind != "cuda") return false;
  while (!text.empty()) {
    const std::string_view name = take(&text, ':');
    const bool known =
        std::ranges::any_of(kRestrictors, [&](const Restrictor& each) { return each.kind == kind && each.name == name; });
    if (!known) return false;
  }
  return true;
}

}  // namespace

// An application may load the driver later, on a machine that has GPUs; elsewhere only a driver that is loaded already counts.
std::string memory_kinds(Instance& instance) {
  const Info& environment = environment_of(instance);
  const bool accepted = environment.get("penstock_cuda_support") == "1";
  const auto gpus = environment.get("penstock_gpus_on_host");
  const bool there = (gpus && *gpus != "0") || instance.engine().accel().live();
  return accepted && there ? "mpi,system,cuda,cuda:host,cuda:device,cuda:managed" : "mpi,system";
}

bool is_list_of_kinds(std::string_view text) noexcept {
  if (text.empty()) return false;
  while (!text.empty()) {
    if (!is_kind(take(&text, ','))) return false;
  }
  return true;
}

Status wanted_kind(const Info* info, accel::MemoryKind* out) {
  *out = accel::MemoryKind::kHost;
  const auto text = info != nullptr ? info->get(kWantedKindKey) : std::nullopt;
  if (!text) return Status::ok();
  using accel::MemoryKind;
  for (const MemoryKind kind : {MemoryKind::kHost, MemoryKind::kPinned, MemoryKind::kManaged, MemoryKind::kDevice}) {
    if (*text == accel::kind_name(kind)) return *out = kind, Status::ok();
  }
  return Status::error(Code::kInfoValue, "info key {} is {}; it must be host, device, managed or pinned", kWantedKindKey,
                       *text);
}

}  // namespace penstock::core
