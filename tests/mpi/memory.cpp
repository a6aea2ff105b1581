#include "memory.hpp"

#include <cstdio>

namespace penstock::test {
namespace {

MemoryKind chosen = kHostMemory;
bool everywhere_host = true;

}  // namespace

void choose_memory(const std::string& option, int rank) {
  const std::size_t comma = option.find(',');
  const MemoryKind even = kind_named(option.substr(0, comma));
  const MemoryKind odd = comma == std::string::npos ? even : kind_named(option.substr(comma + 1));
  everywhere_host = even.where == Where::kHost && odd.where == Where::kHost;
  chosen = rank % 2 == 0 ? even : odd;
  if (chosen.where == Where::kHost) return;
  if (const std::string why = open_gpu(rank); !why.empty()) give_up("no GPU to allocate memory on: " + why);
  if (rank == 0) std::printf("memory %s on %s\n", option.c_str(), penstock_gpu_is_standin() ? "the stand-in driver" : "GPUs");
}

const MemoryKind& memory_kind() {
  return chosen;
}

bool all_on_host() {
  return everywhere_host;
}

}  // namespace penstock::test
