#include "fault.hpp"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace penstock::test {
namespace {

using Fail = int (*)(const char* entry, int nth, int result);
using Calls = long (*)(const char* entry);
using Name = const char* (*)(int index);

template <typename Function>
Function find(const char* symbol) {
  // The library alone, without cuInit: loading it is not yet using it.
  void* library = dlopen("libcuda.so.1", RTLD_LAZY);
  void* found = library == nullptr ? nullptr : dlsym(library, symbol);
  if (found == nullptr) {
    std::fprintf(stderr, "mpi_fault: no %s: put the stand-in driver's folder first in LD_LIBRARY_PATH\n", symbol);
    std::_Exit(3);
  }
  return reinterpret_cast<Function>(found);
}

Calls calls() {
  static const Calls found = find<Calls>("penstock_fakecuda_calls");
  return found;
}

// The names of errors are asked for when another call has failed.
bool names_errors(const std::string& entry) {
  return entry == "cuGetErrorName" || entry == "cuGetErrorString";
}

}  // namespace

Fault::Fault() {
  const auto name = find<Name>("penstock_fakecuda_entry");
  for (int i = 0; name(i) != nullptr; ++i) counts_.push_back({name(i)});
  counts_.push_back({"async"});  // an operation that a stream executes
}

Fault::Count& Fault::of(const std::string& entry) {
  for (Count& count : counts_) {
    if (count.entry == entry) return count;
  }
  std::fprintf(stderr, "mpi_fault: the stand-in has no entry point %s\n", entry.c_str());
  std::_Exit(3);
}

void Fault::set(const std::string& entry, long nth, int result) const {
  static const auto fail = find<Fail>("penstock_fakecuda_fail");
  if (fail(entry.c_str(), static_cast<int>(nth), result) != 0) std::_Exit(3);
}

void Fault::arm(const std::string& entry, long nth, int result) {
  static_cast<void>(of(entry));
  entry_ = entry;
  nth_ = nth;
  result_ = result;
}

void Fault::resume() {
  for (Count& count : counts_) count.at_resume = calls()(count.entry.c_str());
  if (entry_.empty()) return;
  const long left = nth_ == 0 ? 0 : nth_ - of(entry_).total;
  if (left > 0 || nth_ == 0) set(entry_, left, result_);
  if (names_errors(entry_)) set("cuPointerGetAttributes", 0, kUnknownError);
}

void Fault::pause() {
  for (Count& count : counts_) count.total += calls()(count.entry.c_str()) - count.at_resume;
  if (entry_.empty()) return;
  set(entry_, 0, 0);
  if (names_errors(entry_)) set("cuPointerGetAttributes", 0, 0);
}

std::vector<std::string> Fault::called() const {
  std::vector<std::string> names;
  for (const Count& count : counts_) {
    if (count.total != 0) names.push_back(count.entry);
  }
  return names;
}

long Fault::calls_of(const std::string& entry) const {
  for (const Count& count : counts_) {
    if (count.entry == entry) return count.total;
  }
  return 0;
}

void Fault::print(int rank) const {
  for (const Count& count : counts_) {
    if (count.total != 0) std::printf("calls|%d|%s|%ld\n", rank, count.entry.c_str(), count.total);
  }
}

}  // namespace penstock::test
