#include "transport/net/ucx/library.hpp"

#include <dlfcn.h>
#include <glob.h>
#include <link.h>

#include <cstdlib>
#include <utility>
#include <vector>

#include "transport/net/ucx/defaults.hpp"

namespace penstock::net {
namespace {

constexpr const char* kName = "libucp.so.0";
constexpr const char* kRemedy =
    "install UCX (Debian and Ubuntu: libucx0; pip: libucx-cu13 or libucx-cu12) or name its libucp.so.0 by PENSTOCK_UCX_LIB";

// UCX reads these variables as it is loaded; the user's values take precedence. Signal handlers are the application's business,
// and UCX's modules for CUDA are only for users who ask for them. UCX would also replace libc's mmap and related functions in
// the whole process, too late for some memory, and would crash under ThreadSanitizer: only registrations for RDMA justify that.
// UCX is always told the kind of memory, so it need not remember it.
std::vector<std::pair<const char*, std::string>> while_loading(const Uses& uses) {
  std::vector<std::pair<const char*, std::string>> values = {{"UCX_HANDLE_ERRORS", "none"}, {"UCX_MEMTYPE_CACHE", "n"}};
  if (!uses.gpu_memory) values.emplace_back("UCX_MODULES", "^cuda");
  if (!uses.rdma) values.emplace_back("UCX_MEM_EVENTS", "n");
  return values;
}

void add_matches(const std::string& pattern, std::vector<std::string>* files) {
  glob_t found{};
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0) {
    for (std::size_t i = 0; i < found.gl_pathc; ++i) files->emplace_back(found.gl_pathv[i]);
  }
  globfree(&found);
}

std::string own_folder() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&load), &info) == 0 || info.dli_fname == nullptr) return {};
  const std::string file = info.dli_fname;
  const std::size_t slash = file.rfind('/');
  return slash == std::string::npos ? std::string() : file.substr(0, slash);
}

// A wheel is unpacked to site-packages/libucx/lib.
std::vector<std::string> candidates() {
  std::vector<std::string> files{kName};
  for (const char* variable : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    const char* const prefix = std::getenv(variable);
    if (prefix == nullptr || *prefix == '\0') continue;
    add_matches(std::string(prefix) + "/lib/" + kName, &files);
    add_matches(std::string(prefix) + "/lib/python3*/site-packages/libucx/lib/" + kName, &files);
  }
  if (const std::string folder = own_folder(); !folder.empty()) {
    for (const char* up : {"/../..", "/.."}) add_matches(folder + up + "/libucx/lib/" + kName, &files);
  }
  return files;
}

template <typename Function>
void find(void* library, const char* name, Function* out, const char** missing) {
  *out = reinterpret_cast<Function>(dlsym(library, name));
  if (*out == nullptr) *missing = name;
}

const char* find_all(void* library, Ucp* ucp) {
  const char* missing = nullptr;
  find(library, "ucp_get_version", &ucp->get_version, &missing);
  find(library, "ucp_get_version_string", &ucp->get_version_string, &missing);
  find(library, "ucp_config_read", &ucp->config_read, &missing);
  find(library, "ucp_config_modify", &ucp->config_modify, &missing);
  find(library, "ucp_config_release", &ucp->config_release, &missing);
  find(library, "ucp_init_version", &ucp->init_version, &missing);
  find(library, "ucp_cleanup", &ucp->cleanup, &missing);
  find(library, "ucp_context_query", &ucp->context_query, &missing);
  find(library, "ucp_worker_create", &ucp->worker_create, &missing);
  find(library, "ucp_worker_destroy", &ucp->worker_destroy, &missing);
  find(library, "ucp_worker_get_address", &ucp->worker_get_address, &missing);
  find(library, "ucp_worker_release_address", &ucp->worker_release_address, &missing);
  find(library, "ucp_worker_progress", &ucp->worker_progress, &missing);
  find(library, "ucp_worker_get_efd", &ucp->worker_get_efd, &missing);
  find(library, "ucp_worker_arm", &ucp->worker_arm, &missing);
  find(library, "ucp_ep_flush_nbx", &ucp->ep_flush_nbx, &missing);
  find(library, "ucp_worker_set_am_recv_handler", &ucp->worker_set_am_recv_handler, &missing);
  find(library, "ucp_ep_create", &ucp->ep_create, &missing);
  find(library, "ucp_ep_close_nbx", &ucp->ep_close_nbx, &missing);
  find(library, "ucp_am_send_nbx", &ucp->am_send_nbx, &missing);
  find(library, "ucp_tag_send_nbx", &ucp->tag_send_nbx, &missing);
  find(library, "ucp_tag_recv_nbx", &ucp->tag_recv_nbx, &missing);
  find(library, "ucp_mem_map", &ucp->mem_map, &missing);
  find(library, "ucp_mem_unmap", &ucp->mem_unmap, &missing);
  find(library, "ucp_rkey_pack", &ucp->rkey_pack, &missing);
  find(library, "ucp_rkey_buffer_release", &ucp->rkey_buffer_release, &missing);
  find(library, "ucp_ep_rkey_unpack", &ucp->ep_rkey_unpack, &missing);
  find(library, "ucp_rkey_destroy", &ucp->rkey_destroy, &missing);
  find(library, "ucp_put_nbx", &ucp->put_nbx, &missing);
  find(library, "ucp_get_nbx", &ucp->get_nbx, &missing);
  find(library, "ucp_atomic_op_nbx", &ucp->atomic_op_nbx, &missing);
  find(library, "ucp_worker_fence", &ucp->worker_fence, &missing);
  find(library, "ucp_request_check_status", &ucp->request_check_status, &missing);
  find(library, "ucp_request_cancel", &ucp->request_cancel, &missing);
  find(library, "ucp_request_free", &ucp->request_free, &missing);
  find(library, "ucs_status_string", &ucp->status_string, &missing);
  return missing;
}

std::string file_of(void* library, const std::string& asked) {
  link_map* map = nullptr;
  const bool known = dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map != nullptr && map->l_name != nullptr;
  return known && *map->l_name != '\0' ? map->l_name : asked;
}

bool load_one(const std::string& file, Library* out, std::string* why) {
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) {
    const char* const said = dlerror();
    *why += std::string(why->empty() ? "" : "; ") + (said == nullptr ? file + " cannot be loaded" : said);
    return false;
  }
  if (const char* missing = find_all(library, &out->ucp); missing != nullptr) {
    *why += std::string(why->empty() ? "" : "; ") + file + " has no " + missing + ", UCX 1.12 or newer is needed";
    return false;
  }
  out->file = file_of(library, file);
  return true;
}

}  // namespace

bool load(const std::string& wanted, const Uses& uses, Library* out, std::string* why) {
  const Defaults meanwhile(while_loading(uses));
  why->clear();
  const std::vector<std::string> files = wanted.empty() ? candidates() : std::vector<std::string>{wanted};
  for (const std::string& file : files) {
    if (load_one(file, out, why)) return true;
  }
  *why = "no UCX (" + *why + "): " + kRemedy;
  return false;
}

}  // namespace penstock::net
