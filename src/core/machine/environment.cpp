#include "core/machine/environment.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/machine/memory_kinds.hpp"
#include "core/object/thread_level.hpp"
#include "core/type/datatype.hpp"

namespace penstock::core {
namespace {

constexpr std::string_view kGpusOnHost = "penstock_gpus_on_host";
constexpr std::string_view kRecommendedDevice = "penstock_recommended_device";

// Returns the command line with which the process was started; nothing if the system does not tell it.
std::vector<std::string> command_line() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen("/proc/self/cmdline", "re"), &std::fclose);
  std::vector<std::string> arguments;
  if (file == nullptr) return arguments;
  std::string one;
  for (int next = std::fgetc(file.get()); next != EOF; next = std::fgetc(file.get())) {
    if (next != '\0') {
      one.push_back(static_cast<char>(next));
      continue;
    }
    arguments.push_back(std::move(one));
    one.clear();
  }
  return arguments;
}

struct Environment final : public Module {
  static constexpr ModuleId kModule = ModuleId::kEnvironment;
  Ref<Info> info;
  int thread_level = 0;  // the level in `info`
};

}  // namespace

Info& environment_of(Instance& instance) {
  auto& environment = instance.modules().need<Environment>();
  if (!environment.info || environment.thread_level != instance.thread_level()) {
    environment.thread_level = instance.thread_level();
    environment.info = describe_environment({}, instance.size(), instance.thread_level(),
                                            advise_device(instance.config(), instance.rank(), instance.size()));
    environment.info->handle = MPI_INFO_ENV;
    static_cast<void>(environment.info->set(kMemoryKindsKey, memory_kinds(instance)));  // the value fits
  }
  return *environment.info;
}

Ref<Info> describe_environment(std::vector<std::string> arguments, int processes, int thread_level,
                               const DeviceAdvice& advice) {
  if (arguments.empty()) arguments = command_line();
  auto info = Ref<Info>::adopt(new Info());
  // A text that is too long for a value is cut.
  const auto put = [&](std::string_view key, std::string_view value) {
    if (!value.empty()) static_cast<void>(info->set(key, value.substr(0, MPI_MAX_INFO_VAL - 1)));
  };
  if (!arguments.empty()) {
    put("command", arguments.front());
    std::string rest;
    for (std::size_t i = 1; i < arguments.size(); ++i) rest += (i > 1 ? " " : "") + arguments[i];
    put("argv", rest);
  }
  put("maxprocs", std::to_string(processes));
  put("soft", std::to_string(processes));
  utsname host{};
  if (uname(&host) == 0) {
    put("host", host.nodename);
    put("arch", host.machine);
  }
  std::error_code missing;
  put("wdir", std::filesystem::current_path(missing).string());
  put("thread_level", name_of_level(thread_level));
  put("penstock_cuda_support", advice.buffers ? "1" : "0");
  put("penstock_stream_support", advice.buffers ? "1" : "0");
  for (const PredefinedType& type : predefined_types()) {
    const auto number = reinterpret_cast<std::uintptr_t>(type.handle);
    if (number >= kBeyondStandard) put(std::string("penstock_") + std::string(type.name), std::to_string(number));
  }
  put(kGpusOnHost, std::to_string(advice.on_host));
  if (advice.device >= 0) put(kRecommendedDevice, std::to_string(advice.device));
  return info;
}

std::vector<Info::Entry> device_entries(const Info& environment) {
  std::vector<Info::Entry> out;
  if (environment.get(kGpusOnHost).value_or("0") == "0") return out;
  for (const std::string_view key : {kGpusOnHost, kRecommendedDevice}) {
    if (const auto value = environment.get(key)) out.emplace_back(key, *value);
  }
  return out;
}

}  // namespace penstock::core
