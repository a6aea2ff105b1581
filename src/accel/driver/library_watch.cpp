#include "accel/driver/library_watch.hpp"

#include <dlfcn.h>

#include <climits>
#include <cstring>

namespace penstock::accel {
namespace {

struct Youngest {
  const link_map* entry = nullptr;
  char name[PATH_MAX] = "";
};

// This runs within the loader's lock, which dl_iterate_phdr holds, so entries cannot leave the list meanwhile.
int find_youngest(dl_phdr_info* /*first*/, std::size_t /*bytes*/, void* out) {
  auto* found = static_cast<Youngest*>(out);
  const link_map* entry = _r_debug.r_map;
  if (entry == nullptr) return 1;
  while (entry->l_next != nullptr) entry = entry->l_next;
  if (std::strlen(entry->l_name) >= sizeof found->name) return 1;
  std::strcpy(found->name, entry->l_name);
  found->entry = entry;
  return 1;
}

}  // namespace

void LibraryWatch::renew() noexcept {
  let_go();
  Youngest youngest;
  dl_iterate_phdr(&find_youngest, &youngest);
  if (youngest.entry == nullptr || youngest.name[0] == '\0') return;
  // A reference keeps the entry in the list. If it was unloaded, or replaced by another of its name in between, the state is
  // unknown.
  void* handle = dlopen(youngest.name, RTLD_LAZY | RTLD_NOLOAD);
  link_map* entry = nullptr;
  if (handle == nullptr) return;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &entry) == 0 && entry == youngest.entry) {
    youngest_ = entry;
    handle_ = handle;
  } else {
    dlclose(handle);
  }
}

void LibraryWatch::let_go() noexcept {
  youngest_ = nullptr;
  if (handle_ != nullptr) dlclose(handle_);
  handle_ = nullptr;
}

}  // namespace penstock::accel
