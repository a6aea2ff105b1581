#include "common/standin.hpp"

#include <dlfcn.h>

namespace penstock::test::standin {
namespace {

// The driver is loaded but not used: there is no cuInit.
template <typename Function>
Function* find(const char* symbol) {
  void* library = dlopen("libcuda.so.1", RTLD_LAZY);
  return library == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(library, symbol));
}

}  // namespace

bool is_there() {
  return find<void>("penstock_fakecuda_is_standin") != nullptr;
}

long calls(const char* entry) {
  static auto* const found = find<long(const char*)>("penstock_fakecuda_calls");
  return found == nullptr ? 0 : found(entry);
}

long calls_here() {
  static auto* const found = find<long()>("penstock_fakecuda_calls_here");
  return found == nullptr ? 0 : found();
}

const char* entry(int i) {
  static auto* const found = find<const char*(int)>("penstock_fakecuda_entry");
  return found == nullptr ? nullptr : found(i);
}

bool fail(const char* entry, int nth, int result) {
  static auto* const found = find<int(const char*, int, int)>("penstock_fakecuda_fail");
  return found != nullptr && found(entry, nth, result) == 0;
}

}  // namespace penstock::test::standin
