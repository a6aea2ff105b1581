// Info objects (chapter 10).
#include "core/object/info.hpp"

#include <string>
#include <utility>
#include <vector>

#include "api/gen/bodies.hpp"
#include "api/text.hpp"
#include "core/machine/environment.hpp"
#include "core/object/instance.hpp"

namespace penstock::api::body {
namespace {

Status need(const core::Info* info) {
  if (info != nullptr) return Status::ok();
  return Status::error(Code::kInfo, "info is MPI_INFO_NULL; make one with MPI_Info_create");
}

Status need_own(const core::Info* info) {
  PENSTOCK_TRY(need(info));
  if (info->handle != MPI_INFO_ENV) return Status::ok();
  return Status::error(Code::kInfo, "MPI_INFO_ENV cannot be changed or freed; change a duplicate of it");
}

Status hand_out(core::Instance& instance, core::Ref<core::Info> made, MPI_Info* handle) {
  core::Info* published = nullptr;
  PENSTOCK_TRY(instance.publish(std::move(made), &published));
  *handle = published->handle;
  return Status::ok();
}

}  // namespace

Status Info_create(Call& call, MPI_Info* info) {
  return hand_out(call.instance(), core::Ref<core::Info>::adopt(new core::Info()), info);
}

Status Info_create_env(Call& call, int argc, char* argv[], MPI_Info* info) {
  std::vector<std::string> arguments;
  for (int i = 0; argv != nullptr && i < argc && argv[i] != nullptr; ++i) arguments.emplace_back(argv[i]);
  core::Instance& instance = call.instance();
  const core::DeviceAdvice advice = core::advise_device(instance.config(), instance.rank(), instance.size());
  return hand_out(instance, core::describe_environment(std::move(arguments), instance.size(), instance.thread_level(), advice),
                  info);
}

Status Info_dup(Call& call, core::Info* info, MPI_Info* newinfo) {
  PENSTOCK_TRY(need(info));
  return hand_out(call.instance(), core::Ref<core::Info>::adopt(new core::Info(info->entries())), newinfo);
}

Status Info_free(Call& call, MPI_Info* info) {
  core::Info* found = nullptr;
  PENSTOCK_TRY(core::find_info(call.instance(), *info, &found));
  PENSTOCK_TRY(need_own(found));
  call.instance().withdraw(*found);
  *info = MPI_INFO_NULL;
  return Status::ok();
}

Status Info_set(Call& /*call*/, core::Info* info, const char* key, const char* value) {
  PENSTOCK_TRY(need_own(info));
  return info->set(key, value);
}

Status Info_delete(Call& /*call*/, core::Info* info, const char* key) {
  PENSTOCK_TRY(need_own(info));
  return info->remove(key);
}

Status Info_get_nkeys(Call& /*call*/, core::Info* info, int* nkeys) {
  PENSTOCK_TRY(need(info));
  *nkeys = static_cast<int>(info->entries().size());
  return Status::ok();
}

Status Info_get_nthkey(Call& /*call*/, core::Info* info, int n, char* key) {
  PENSTOCK_TRY(need(info));
  const auto& entries = info->entries();
  if (n < 0 || static_cast<std::size_t>(n) >= entries.size()) {
    return Status::error(Code::kArg, "n is {}, outside an info object of {} keys", n, entries.size());
  }
  copy_text(entries[static_cast<std::size_t>(n)].first, key, MPI_MAX_INFO_KEY);
  return Status::ok();
}

Status Info_get_string(Call& /*call*/, core::Info* info, const char* key, int* buflen, char* value, int* flag) {
  PENSTOCK_TRY(need(info));
  PENSTOCK_TRY(core::check_info_key(key));
  const auto found = info->get(key);
  *flag = found ? 1 : 0;
  if (!found) return Status::ok();
  if (*buflen > 0 && value == nullptr) return Status::error(Code::kArg, "value is a null pointer, with buflen {}", *buflen);
  if (*buflen > 0) copy_text(*found, value, static_cast<std::size_t>(*buflen));
  *buflen = static_cast<int>(found->size()) + 1;
  return Status::ok();
}

Status Info_get(Call& /*call*/, core::Info* info, const char* key, int valuelen, char* value, int* flag) {
  PENSTOCK_TRY(need(info));
  PENSTOCK_TRY(core::check_info_key(key));
  if (valuelen < 0) return Status::error(Code::kArg, "valuelen is {}; it must be at least 0", valuelen);
  const auto found = info->get(key);
  *flag = found ? 1 : 0;
  if (found) copy_text(*found, value, static_cast<std::size_t>(valuelen) + 1);
  return Status::ok();
}

Status Info_get_valuelen(Call& /*call*/, core::Info* info, const char* key, int* valuelen, int* flag) {
  PENSTOCK_TRY(need(info));
  PENSTOCK_TRY(core::check_info_key(key));
  const auto found = info->get(key);
  *flag = found ? 1 : 0;
  if (found) *valuelen = static_cast<int>(found->size());
  return Status::ok();
}

}  // namespace penstock::api::body
