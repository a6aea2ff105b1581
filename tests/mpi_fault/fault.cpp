#include "fault.hpp"

#include <cstdio>

#include "common/memory.hpp"
#include "common/standin.hpp"

namespace penstock::test {
namespace {

void fail(const std::string& entry, long nth, int result) {
  if (!standin::fail(entry.c_str(), static_cast<int>(nth), result)) give_up("the stand-in cannot fail " + entry);
}

// The functions that name errors are called when another call has failed.
bool names_errors(const std::string& entry) {
  return entry == "cuGetErrorName" || entry == "cuGetErrorString";
}

}  // namespace

Fault::Fault() {
  if (!standin::is_there()) give_up("put the stand-in driver's folder first in LD_LIBRARY_PATH");
  for (int i = 0; standin::entry(i) != nullptr; ++i) counts_.push_back({standin::entry(i)});
  counts_.push_back({"async"});  // an operation that a stream executes
}

Fault::Count& Fault::of(const std::string& entry) {
  for (Count& count : counts_) {
    if (count.entry == entry) return count;
  }
  give_up("the stand-in has no entry point " + entry);
}

void Fault::arm(const std::string& entry, long nth, int result) {
  static_cast<void>(of(entry));
  entry_ = entry;
  nth_ = nth;
  result_ = result;
}

void Fault::resume() {
  for (Count& count : counts_) count.at_resume = standin::calls(count.entry.c_str());
  if (entry_.empty()) return;
  const long left = nth_ == 0 ? 0 : nth_ - of(entry_).total;
  if (left > 0 || nth_ == 0) fail(entry_, left, result_);
  if (names_errors(entry_)) fail("cuPointerGetAttributes", 0, kUnknownError);
}

void Fault::pause() {
  for (Count& count : counts_) count.total += standin::calls(count.entry.c_str()) - count.at_resume;
  if (entry_.empty()) return;
  fail(entry_, 0, 0);
  if (names_errors(entry_)) fail("cuPointerGetAttributes", 0, 0);
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
