#include "transport/net/load.hpp"

#include <dlfcn.h>
#include <unistd.h>

namespace penstock::transport {
namespace {

// Returns an empty string if the loader does not give the path of this library.
std::string beside_this_library(const std::string& file) {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&load_network_plugin), &info) == 0 || info.dli_fname == nullptr) return {};
  const std::string own = info.dli_fname;
  const std::size_t slash = own.rfind('/');
  return slash == std::string::npos ? std::string() : own.substr(0, slash + 1) + file;
}

}  // namespace

Status load_network_plugin(const std::string& file, const penstock_net_plugin** out) {
  std::string path = file;
  if (file.find('/') == std::string::npos) {
    const std::string near = beside_this_library(file);
    if (!near.empty() && access(near.c_str(), R_OK) == 0) path = near;
  }
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) {
    const char* const why = dlerror();
    return Status::error(Code::kUnsupported,
                         "the network plug-in cannot be loaded: {}; install it beside libpenstock.so, or "
                         "name its file by PENSTOCK_NET_LIB",
                         why == nullptr ? path : why);
  }
  const auto entry = reinterpret_cast<penstock_net_entry>(dlsym(library, kPenstockNetEntry));
  const penstock_net_plugin* const plugin = entry == nullptr ? nullptr : entry();
  if (plugin == nullptr)
    return Status::error(Code::kUnsupported, "{} is no network plug-in: it has no {}", path, kPenstockNetEntry);
  if (plugin->version != kPenstockNetVersion) {
    return Status::error(Code::kUnsupported,
                         "{} is a plug-in of version {}, this library needs {}; install both from one release", path,
                         plugin->version, kPenstockNetVersion);
  }
  *out = plugin;
  return Status::ok();
}

}  // namespace penstock::transport
