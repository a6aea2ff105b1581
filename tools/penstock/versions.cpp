#include "penstock/versions.hpp"

#include <gnu/libc-version.h>
#include <hwloc.h>

#include <cstdio>

#include <fmt/format.h>

#include "base/tuning.hpp"
#include "penstock/doctor.hpp"
#include "penstock/doctor_child.hpp"
#include "transport/net/load.hpp"
#ifdef PENSTOCK_HAVE_PMIX
#include "boot/pmix/library.hpp"
#endif

namespace penstock::tool {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kLibrarySeconds = 15;

// Cuts a text at the end of its first line, and before a library's hint how to install it.
std::string first_sentence(std::string text) {
  text = text.substr(0, text.find('\n'));
  return text.substr(0, text.find("; install"));
}

// Opens the network plug-in for a job of one rank, in the same way as a job on several hosts.
std::string ask_ucx(const Config& config) {
  const penstock_net_plugin* plugin = nullptr;
  if (Status loaded = transport::load_network_plugin(config.net_lib, &plugin); !loaded.is_ok()) {
    return fmt::format("not used: {}", loaded.message());
  }
  const penstock_net_options options{.rank = 0,
                                     .size = 1,
                                     .max_message = config.net_message,
                                     .window = static_cast<int>(config.net_window),
                                     .library = config.ucx_lib.c_str(),
                                     .allow_shared_memory = 0,
                                     .devices = config.net_devices.c_str(),
                                     .one_device = 0,
                                     .rails = static_cast<int>(config.net_rails),
                                     .silence_seconds = static_cast<int>(config.net_silence),
                                     .congestion = config.net_congestion.c_str(),
                                     .gpu = 0};
  penstock_net* net = nullptr;
  penstock_net_why why{};
  if (plugin->open(&options, &net, &why) != PENSTOCK_NET_DONE) return fmt::format("not found: {}", why.text);
  std::string said = plugin->description(net);
  plugin->close(net);
  return said.starts_with("UCX ") ? said.substr(4) : said;
}

#ifdef PENSTOCK_HAVE_PMIX
std::string ask_pmix(const Config& config) {
  boot::pmix::Library library;
  if (!boot::pmix::load(config.pmix_lib, &library).is_ok()) {
    return "not found; launchers that speak PMIx (srun --mpi=pmix, prterun) need it, or bring it along";
  }
  return fmt::format("{} from {}", library.get_version(), library.file);
}
#else
std::string ask_pmix(const Config&) {
  return "left out of this build";
}
#endif

std::string cuda_text() {
  health::Patient patient("");
  const nlohmann::json& gpu = patient.gpu();
  const nlohmann::json& cuda = gpu["cuda"];
  if (cuda.contains("error")) return fmt::format("none: {}", first_sentence(cuda["error"]));
  const int version = cuda["version"];
  const std::string driver =
      gpu["nvml"].contains("driver") ? fmt::format("{}, ", gpu["nvml"]["driver"].get<std::string>()) : "";
  return fmt::format("{}CUDA {}.{}{}", driver, version / 1000, version % 1000 / 10,
                     cuda.value("standin", false) ? " (a stand-in for tests)" : "");
}

// The hwloc that the tool was compiled with and the one that it runs with may differ.
std::string hwloc_text() {
  const auto version = [](unsigned number) { return fmt::format("{}.{}.{}", number >> 16, number >> 8 & 0xff, number & 0xff); };
  const unsigned running = hwloc_get_api_version();
  return running == HWLOC_API_VERSION ? fmt::format("API {}", version(running))
                                      : fmt::format("API {}, compiled with {}", version(running), version(HWLOC_API_VERSION));
}

std::string file_line(const Json& file) {
  const auto path = file["path"].get<std::string>();
  if (!file["read"].get<bool>()) return fmt::format("{} (not there)", path);
  return fmt::format("{} ({} in force)", path, file["in_force"].get<int>());
}

}  // namespace

std::string version_text() {
  const std::string revision = PENSTOCK_REVISION;
  return revision.empty() ? PENSTOCK_VERSION : fmt::format("{} ({})", PENSTOCK_VERSION, revision);
}

nlohmann::json ask_libraries() {
  Config config;
  if (!Config::from_environment(&config).is_ok()) config = {};
  return {{"ucx", first_sentence(ask_ucx(config))}, {"pmix", first_sentence(ask_pmix(config))}};
}

Json versions() {
  health::Child child({"doctor", "--probe", "versions"});
  std::string said;
  nlohmann::json libraries;
  if (child.all(kLibrarySeconds, &said)) libraries = nlohmann::json::parse(said, nullptr, false);
  const auto of = [&libraries](const char* name) {
    return libraries.is_object() ? libraries.value(name, "not known") : std::string("not known: the library does not answer");
  };
  return {{"Penstock", version_text()},
          {"CUDA driver", cuda_text()},
          {"CUDA toolkit", std::string_view(PENSTOCK_CUDA_TOOLKIT).empty() ? "none: built without GPU support"
                                                                           : PENSTOCK_CUDA_TOOLKIT " (compiled the kernels)"},
          {"UCX", of("ucx")},
          {"PMIx", of("pmix")},
          {"hwloc", hwloc_text()},
          {"glibc", gnu_get_libc_version()},
          {"compiler", PENSTOCK_COMPILER}};
}

Json settings_in_force(const base::Settings& settings) {
  Json files = Json::array();
  for (const base::SettingsFile& file : settings.files) {
    files.push_back({{"path", file.path}, {"whose", file.whose}, {"read", file.read}, {"in_force", file.used}});
  }
  Json set = Json::array();
  for (std::size_t i = 0; i < settings.origins.size(); ++i) {
    if (settings.origins[i] == base::kDefaultOrigin) continue;
    const std::string_view name = base::tunables()[i].name;
    set.push_back({{"name", name}, {"value", settings.config.get(name)}, {"origin", settings.origins[i]}});
  }
  return {{"files", std::move(files)}, {"set", std::move(set)}, {"warnings", settings.warnings}};
}

void print_versions(const Json& versions) {
  for (const auto& [name, version] : versions.items()) fmt::print("{:<12} {}\n", name, version.get<std::string>());
}

void print_settings(const Json& settings) {
  for (const Json& file : settings["files"]) fmt::print("{:<12} {}\n", "settings", file_line(file));
  if (settings["files"].empty()) fmt::print("{:<12} no files (PENSTOCK_CONF=none)\n", "settings");
  int built_in = 0;
  for (const Json& one : settings["set"]) {
    const auto origin = one["origin"].get<std::string>();
    if (origin.ends_with(base::kBuiltInMark)) {
      ++built_in;
      continue;
    }
    fmt::print("{:<12} {}={}   by {}\n", "set", one["name"].get<std::string>(), one["value"].get<std::string>(), origin);
  }
  if (built_in > 0)
    fmt::print("{:<12} {} tunables by the built-in table of this hardware: penstock info --tunables\n", "set", built_in);
  for (const Json& warning : settings["warnings"]) fmt::print("{:<12} {}\n", "warning", warning.get<std::string>());
}

}  // namespace penstock::tool
