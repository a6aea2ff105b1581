// Passive target where others reach this rank's memory by messages: its progress thread serves them.
#include <algorithm>
#include <span>
#include <string_view>

#include "core/object/instance.hpp"
#include "core/window/window.hpp"

namespace penstock::core {
namespace {

constexpr std::uint64_t kKeyOfService = (std::uint64_t{1} << 62) - 1;  // of Routes::explain()

// Empty: they need nothing of this process. One member of the host stands for all.
std::string_view why_needed(Comm& comm, const transport::MemoryRegistry& registry, const transport::Region* memory) {
  if (comm.size() == 1) return {};
  const std::span<const int> near = comm.resources().sharers().world;
  if (near.size() < comm.group().world().size()) return "members of other hosts ask it for locks and accumulates";
  if (memory == nullptr) return {};
  if (!memory->memory.on_host()) return "others ask it for some operations on memory of a GPU";
  const auto other = std::ranges::find_if(near, [&](int world) { return world != comm.instance().rank(); });
  if (other == near.end() || registry.reached_alone(*memory, *other)) return {};
  return "other ranks of the host cannot copy its memory";
}

}  // namespace

void Window::serve(const transport::Region* memory) {
  if (serves_ || core_.hints().no_locks()) return;
  proto::Engine& engine = instance().engine();
  const std::string_view why = why_needed(core_.comm(), engine.memory_registry(), memory);
  if (why.empty()) return;
  serves_ = true;
  const bool by_thread = engine.progress_thread().begin_serving();
  if (!engine.config().explain) return;
  engine.routes().explain(kKeyOfService,
                          fmt::format("rank {} serves operations on its windows {}: {}", instance().rank(),
                                      by_thread ? "in its progress thread (PENSTOCK_PROGRESS_THREAD=0 does without)"
                                                : "in its calls of MPI (PENSTOCK_PROGRESS_THREAD=1 starts a thread for it)",
                                      why));
}

}  // namespace penstock::core
