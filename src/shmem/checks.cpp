// These are the checks of each call under PENSTOCK_CHECK=1.
#include <algorithm>
#include <cstring>

#include "shmem/pe.hpp"

namespace penstock::shmem {
namespace {

// A PE describes its call to the others so.
struct CallOf {
  char routine[48] = {};
  std::uint64_t number = 0;
  std::uint64_t other = 0;

  bool operator==(const CallOf&) const = default;
};

std::string words_of(const CallOf& call) {
  if (std::strcmp(call.routine, "shmem_free") == 0) {
    return fmt::format("shmem_free of {} bytes at offset {}", call.number, call.other);
  }
  return fmt::format("{} of {} bytes ({})", call.routine, call.number, call.other);
}

}  // namespace

void Pe::check_transfer(const Transfer& transfer, std::uint64_t offset, std::uint64_t bytes, const Allocator* allocator) {
  if (transfer.blocks > 1 && (transfer.remote_step < 1 || transfer.local_step < 1)) {
    fail(transfer.routine,
         Status::error(Code::kArg, "a stride is less than 1: give how many elements later the next one lies"));
  }
  if (allocator != nullptr && !allocator->holder_of(offset, bytes)) {
    fail(transfer.routine,
         Status::error(Code::kArg,
                       "{} bytes at {} (offset {} of the symmetric heap) do not lie within one allocation: it was freed, or is "
                       "shorter; look at its shmem_malloc",
                       bytes, transfer.remote, offset));
  }
}

// The first PE whose call differs from that of PE 0 reports it and ends the job.
void Pe::compare_calls(const char* routine, std::uint64_t number, std::uint64_t other) {
  CallOf mine;
  std::strncpy(mine.routine, routine, sizeof mine.routine - 1);
  mine.number = number;
  mine.other = other;
  std::vector<CallOf> all;
  if (Status met = runtime::all_say(teams_.world().carrier(), mine, &all); !met.is_ok()) fail(routine, met);
  const auto differs = std::find_if(all.begin(), all.end(), [&](const CallOf& each) { return !(each == all.front()); });
  if (differs == all.end()) return;
  const auto pe = differs - all.begin();
  if (pe == job_.rank()) {
    fail(routine, Status::error(Code::kArg,
                                "PE {} calls {}, PE 0 {}: all PEs make the same calls on symmetric memory, in the same order",
                                pe, words_of(mine), words_of(all.front())));
  }
  // The others wait for the end of the job.
  if (Status met = barrier(); !met.is_ok()) fail(routine, met);
}

}  // namespace penstock::shmem
