// Injected failures and call counts.
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "control.hpp"
#include "entry.hpp"
#include "options.hpp"

namespace penstock::fakecuda {
namespace {

constexpr int kEntries = static_cast<int>(Entry::count);

struct Rule {
  std::atomic<long> calls{0};
  std::atomic<long> fail_at{-1};  // number of the call that fails; 0: every one; -1: none
  std::atomic<int> result{0};
};

Rule& rule(int index) {
  static Rule rules[kEntries];
  return rules[index];
}

std::atomic<Phase> current_phase{Phase::kFresh};
thread_local long calls_here = 0;

int index_of(const char* name) {
  for (int index = 0; index < kEntries; ++index) {
    if (std::strcmp(entry_name(index), name) == 0) return index;
  }
  return -1;
}

int set_rule(const char* name, int nth, int result) {
  const int index = index_of(name);
  if (index < 0 || nth < 0) return -1;
  Rule& entry = rule(index);
  entry.fail_at = -1;
  entry.result = result;
  if (result != 0) entry.fail_at = nth == 0 ? 0 : entry.calls + nth;
  return 0;
}

int result_named(const std::string& name) {
  return name == "SIGKILL" ? PENSTOCK_FAKECUDA_KILL : static_cast<int>(error_named(name.c_str()));
}

// Parses "name[:nth[:result]]", separated by commas.
void read_environment() {
  for (const std::string& part : split(options().faults, ',')) {
    const std::vector<std::string> fields = split(part, ':');
    const int nth = fields.size() > 1 ? std::atoi(fields[1].c_str()) : 1;
    const int result = fields.size() > 2 ? result_named(fields[2]) : static_cast<int>(CUDA_ERROR_UNKNOWN);
    if (set_rule(fields[0].c_str(), nth, result) != 0) {
      std::fprintf(stderr, "stand-in CUDA driver: PENSTOCK_FAKECUDA_FAIL: there is no entry point '%s'\n", part.c_str());
    }
  }
}

CUresult count(int index) noexcept {
  static std::once_flag once;
  std::call_once(once, read_environment);
  Rule& entry = rule(index);
  const long call = ++entry.calls;
  const long fail_at = entry.fail_at;
  if (fail_at != 0 && fail_at != call) return CUDA_SUCCESS;
  if (entry.result == PENSTOCK_FAKECUDA_KILL) std::raise(SIGKILL);
  return static_cast<CUresult>(entry.result.load());
}

bool needs_init(int index) {
  constexpr bool kInit = true;
  constexpr bool kNothing = false;
  static constexpr bool kNeeds[] = {
#define PENSTOCK_FAKECUDA_ENTRY(name, version, needs) needs,
#include "entries.inc"
#undef PENSTOCK_FAKECUDA_ENTRY
  };
  (void)kNothing;
  return kNeeds[index];
}

}  // namespace

Phase phase() noexcept {
  return current_phase;
}
void set_phase(Phase next) noexcept {
  current_phase = next;
}

CUresult begin(Entry entry) noexcept {
  const int index = static_cast<int>(entry);
  ++calls_here;
  if (const CUresult injected = count(index); injected != CUDA_SUCCESS) return injected;
  if (!needs_init(index)) return CUDA_SUCCESS;
  switch (phase()) {
    case Phase::kLive: return CUDA_SUCCESS;
    case Phase::kTornDown: return CUDA_ERROR_DEINITIALIZED;
    case Phase::kFresh:
    case Phase::kForked: break;
  }
  return CUDA_ERROR_NOT_INITIALIZED;
}

CUresult begin_async() noexcept {
  return count(static_cast<int>(Entry::async));
}

const char* entry_name(int index) noexcept {
  static constexpr const char* kNames[] = {
#define PENSTOCK_FAKECUDA_ENTRY(name, version, needs) #name,
#include "entries.inc"
#undef PENSTOCK_FAKECUDA_ENTRY
      "async",
  };
  return index >= 0 && index < kEntries ? kNames[index] : nullptr;
}

}  // namespace penstock::fakecuda

using namespace penstock::fakecuda;

extern "C" {

int penstock_fakecuda_is_standin(void) {
  return 1;
}

int penstock_fakecuda_fail(const char* entry, int nth, int result) {
  if (entry != nullptr) return set_rule(entry, nth, result);
  for (int index = 0; index < kEntries; ++index) rule(index).fail_at = -1;
  return 0;
}

long penstock_fakecuda_calls(const char* entry) {
  const int index = entry == nullptr ? -1 : index_of(entry);
  return index < 0 ? -1 : rule(index).calls.load();
}

long penstock_fakecuda_calls_here(void) {
  return calls_here;
}

const char* penstock_fakecuda_entry(int index) {
  return index < static_cast<int>(Entry::async) ? entry_name(index) : nullptr;
}
}
