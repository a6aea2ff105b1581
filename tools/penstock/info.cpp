// penstock info describes this installation; this file selects the page that was asked for.
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "accel/accel.hpp"
#include "accel/driver/multicast.hpp"
#include "base/reduce/reduce.hpp"
#include "boot/single/single.hpp"
#include "kernels/image.hpp"
#include "mpi.h"
#ifdef PENSTOCK_HAVE_GPU_HELPER
#include "penstock_gpu.h"
#endif
#include "penstock/command.hpp"
#include "penstock/info.hpp"
#include "penstock/info_paths.hpp"
#include "penstock/info_topology.hpp"
#include "penstock/place.hpp"
#include "penstock/refuse.hpp"
#include "penstock/versions.hpp"
#include "transport/transport.hpp"

namespace penstock::tool {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kExamples =
    "Examples:\n"
    "  penstock info                        versions, build, transports, GPU driver, and what set which value\n"
    "  penstock info --tunables EAGER       tunables whose name or meaning holds a word, and where values came from\n"
    "  penstock info --tunables --level 1   the ten that users set\n"
    "  penstock info --coll allreduce --ranks 8 --bytes 65536\n"
    "  penstock info --paths --ranks 4      how messages between 4 ranks move, for each kind of memory and size\n"
    "  penstock info --paths --measure --sizes 8,1M   also what such messages take\n"
    "  penstock info --paths --kinds all --measure --sizes 8,64M --markdown   kinds x kinds, for a document\n"
    "  penstock info --paths --kinds all --measure --namespaces both --markdown   also as between containers\n"
    "  penstock info --topology --svg node.svg\n"
    "  penstock info --topology --record node.json    then, anywhere: penstock info --topology --from node.json\n";

// Gives the transports no addresses, since there are no peers.
class NoAddresses final : public transport::AddressSource {
 public:
  Status address(int peer, const transport::WorkerAddress**) override {
    return Status::error(Code::kInternal, "there is no rank {} outside a job", peer);
  }
};

std::size_t kernel_bytes() {
  std::size_t bytes = 0;
  for (const accel::Image& image : kernels::images()) bytes += image.bytes.size();
  return bytes;
}

Json transport_of(const transport::Transport& transport) {
  const transport::Capabilities& can = transport.capabilities();
  Json does = Json::array();
  if ((can.flags & transport::kCanSend) != 0) does.push_back("messages");
  if ((can.flags & transport::kCanGet) != 0) does.push_back("get");
  if ((can.flags & transport::kCanPut) != 0) does.push_back("put");
  if ((can.flags & transport::kHasStaging) != 0) does.push_back("staging");
  return {{"name", transport.name()}, {"can", does}, {"max_message", can.max_send}};
}

Json look_at_multicast() {
  accel::Multicast multicast;
  if (Status asked = accel::ask_multicast(&multicast); !asked.is_ok()) return {{"used", false}, {"error", asked.message()}};
  const std::string forbidden_by = accel::multicast_forbidden_by([](const char* name) { return std::getenv(name); });
  return {{"devices", multicast.devices},
          {"supported", multicast.able},
          {"used", false},
          {"why", accel::why_no_multicast(multicast, forbidden_by)}};
}

Status look(Json* out) {
  Settings settings;
  PENSTOCK_TRY(Settings::load(&settings));
  const Config& config = settings.config;
  (*out)["settings"] = settings_in_force(settings);
  Log log(base::level_of(config));
  base::Simd simd = base::Simd::kNone;
  PENSTOCK_TRY(base::choose_simd(config, &simd));
  (*out)["reductions"] = {{"instructions", base::simd_name(simd)}, {"PENSTOCK_SIMD", config.get("PENSTOCK_SIMD")}};
#ifdef PENSTOCK_HAVE_GPU_HELPER
  // The library never initialises CUDA, so this program has to.
  if (config.cuda) static_cast<void>(penstock_gpu_open());
#endif
  std::unique_ptr<accel::Accel> accel;
  PENSTOCK_TRY(accel::Accel::create(config, log, kernels::images(), &accel));
  NoAddresses nobody;
  std::vector<std::unique_ptr<transport::Transport>> transports;
  PENSTOCK_TRY(transport::make_transports({config, log, *accel, nobody, 0, 1}, &transports));
  Json list = Json::array();
  for (const auto& transport : transports) list.push_back(transport_of(*transport));
  (*out)["transports"] = std::move(list);
  const bool live = accel->live();
  (*out)["gpu"] = {{"driver", accel->describe()}, {"kernel_image_bytes", kernel_bytes()}};
  if (live) (*out)["gpu"]["multicast"] = look_at_multicast();
  const accel::ProcessId self = accel::this_process(config);
  (*out)["host"] = {{"id", fmt::format("{:016x}", self.host)}, {"pid_namespace", self.pid_namespace}};
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) == 0) (*out)["host"]["name"] = name.data();
  return Status::ok();
}

Json describe() {
  const std::string face = program_folder() + "/../lib/libmpi_abi.so.1";
  return {{"schema", "penstock-info/1"},
          {"version", PENSTOCK_VERSION},
          {"versions", versions()},
          {"build",
           {{"compiler", PENSTOCK_COMPILER},
            {"type", PENSTOCK_BUILD_TYPE},
            {"revision", PENSTOCK_REVISION},
            {"cuda_archs", PENSTOCK_ARCHS},
            {"sanitizer", PENSTOCK_SANITIZER}}},
          {"faces", Json::array({{{"library", "libmpi_abi.so.1"},
                                  {"interface", fmt::format("MPI-{}.{}", MPI_VERSION, MPI_SUBVERSION)},
                                  {"abi", fmt::format("{}.{}", MPI_ABI_VERSION, MPI_ABI_SUBVERSION)},
                                  {"extensions", {"mpi-ext.h", "mpix_stream.h", "mpix_device.h"}},
                                  {"path", face},
                                  {"present", access(face.c_str(), R_OK) == 0}}})}};
}

std::string joined(const Json& words) {
  std::string out;
  for (const Json& word : words) out += (out.empty() ? "" : ", ") + word.get<std::string>();
  return out;
}

std::string or_none(const Json& text) {
  return text.get<std::string>().empty() ? "none" : text.get<std::string>();
}

void print_multicast(const Json& multicast) {
  if (multicast.contains("error")) return fmt::print("multicast    not known: {}\n", multicast["error"].get<std::string>());
  fmt::print("multicast    supported by {} of {} GPUs, not used: {}\n", multicast["supported"].get<int>(),
             multicast["devices"].get<int>(), multicast["why"].get<std::string>());
}

void print(const Json& info) {
  const Json& build = info["build"];
  const auto sanitizer = build["sanitizer"].get<std::string>();
  print_versions(info["versions"]);
  fmt::print("{:<12} {}, kernels for {}{}\n", "build", build["type"].get<std::string>(), or_none(build["cuda_archs"]),
             sanitizer.empty() ? "" : fmt::format(", sanitizer {}", sanitizer));
  for (const Json& face : info["faces"]) {
    fmt::print("face         {}: {}, standard ABI {}, beside it {}{}\n", face["library"].get<std::string>(),
               face["interface"].get<std::string>(), face["abi"].get<std::string>(), joined(face["extensions"]),
               face["present"].get<bool>() ? "" : ": NOT FOUND beside this program");
  }
  for (const Json& transport : info["transports"]) {
    const auto most = transport["max_message"].get<std::size_t>();
    fmt::print("transport    {:<5} {}{}\n", transport["name"].get<std::string>(), joined(transport["can"]),
               most == 0 ? "" : fmt::format("; at most {} B a message", most));
  }
  fmt::print("reductions   {} (PENSTOCK_SIMD={})\n", info["reductions"]["instructions"].get<std::string>(),
             info["reductions"]["PENSTOCK_SIMD"].get<std::string>());
  fmt::print("GPU          {}\n", info["gpu"]["driver"].get<std::string>());
  if (info["gpu"].contains("multicast")) print_multicast(info["gpu"]["multicast"]);
  fmt::print("host         {}, id {}\n", info["host"].value("name", "?"), info["host"]["id"].get<std::string>());
  print_settings(info["settings"]);
  fmt::print("\nMore: penstock info --tunables | --coll | --paths | --topology   (each also with --json; examples: --help)\n");
}

int info_front(bool json) {
  Json info = describe();
  if (Status status = look(&info); !status.is_ok()) {
    fmt::print(stderr, "penstock info: {}\n", status.message());
    return 1;
  }
  if (json) {
    fmt::print("{}\n", info.dump(2));
  } else {
    print(info);
  }
  return 0;
}

struct Asked {
  bool json = false;
  bool tunables = false;
  bool coll = false;
  bool paths = false;
  bool topology = false;
  bool measure = false;
  bool markdown = false;
  std::string filter;
  int level = kAllLevels;
  CollQuery query;
  std::uint64_t bytes = 0;
  int ranks = 0;
  std::vector<std::string> sizes;
  std::vector<std::string> kinds;
  std::string namespaces = "one";
  TopologyRequest request;
};

void declare(CLI::App& app, Asked& asked) {
  app.footer(kExamples);
  app.add_flag("--json", asked.json, "One JSON object instead of text");
  auto* tunables = app.add_option("--tunables", asked.filter, "Every tunable, or those that hold WORD")->expected(0, 1);
  app.add_option("--level", asked.level, "With --tunables: up to 1 (for users), 2 (for tuning) or 3 (for development: all)")
      ->check(CLI::Range(1, kAllLevels))
      ->needs(tunables);
  auto* coll = app.add_option("--coll", asked.query.collective, "Which algorithm serves a collective, or all")->expected(0, 1);
  auto* bytes = app.add_option("--bytes", asked.bytes, "With --coll: for this size alone")->needs(coll);
  app.add_flag("--crowded", asked.query.crowded, "With --coll: as where ranks share cores")->needs(coll);
  auto* paths = app.add_flag("--paths", asked.paths,
                             "How messages between ranks move and operations on windows go, what is expected of it, and why");
  app.add_option("--ranks", asked.ranks, "Ranks of --paths, --coll or --topology")->check(CLI::Range(1, 4096));
  app.add_flag("--measure", asked.measure, "With --paths: also send messages, and say what they and the first one took")
      ->needs(paths);
  app.add_option("--sizes", asked.sizes, "With --paths: sizes such as 8,64K,1M")->delimiter(',')->needs(paths);
  app.add_option("--kinds", asked.kinds, "With --paths: kinds of memory such as device,vmm,pool, or all")
      ->delimiter(',')
      ->needs(paths);
  app.add_option("--namespaces", asked.namespaces,
                 "With --paths: ranks in one PID namespace, split over several as in containers, or both after each other")
      ->check(CLI::IsMember({"one", "split", "both"}))
      ->needs(paths);
  app.add_flag("--markdown", asked.markdown, "With --paths: kinds x kinds as a table for a document")->needs(paths);
  auto* topology = app.add_flag("--topology", asked.topology, "Cores, GPUs, links and adapters, and which ranks belong where");
  app.add_option("--svg", asked.request.svg, "With --topology: also draw it")->needs(topology);
  app.add_option("--record", asked.request.record, "With --topology: also write it, for --from")->needs(topology);
  app.add_option("--from", asked.request.from, "With --topology: of a recorded machine")->needs(topology);
  app.callback([&asked, tunables, coll, bytes] {
    asked.tunables = tunables->count() > 0;
    asked.coll = coll->count() > 0;
    if (bytes->count() > 0) asked.query.bytes = asked.bytes;
    if (asked.json && asked.namespaces == "both") {
      throw CLI::ValidationError("--json is one object: ask for --namespaces one or split");
    }
    if (asked.tunables + asked.coll + asked.paths + asked.topology > 1) {
      throw CLI::ValidationError("--tunables, --coll, --paths and --topology are pages: ask for one at a time");
    }
  });
}

}  // namespace

int info(std::span<const std::string> words) {
  CLI::App app("What this Penstock is, and what it does on this machine", "penstock info");
  Asked asked;
  declare(app, asked);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    return refuse(app, error);
  }
  if (asked.tunables) return info_tunables(asked.json, asked.filter, asked.level);
  if (asked.coll) {
    asked.query.ranks = asked.ranks;
    return info_coll(asked.query, asked.json);
  }
  if (asked.paths) {
    return info_paths({asked.ranks, asked.sizes, asked.kinds, asked.measure, asked.json, asked.markdown, asked.namespaces});
  }
  if (asked.topology) {
    asked.request.ranks = asked.ranks;
    asked.request.json = asked.json;
    return info_topology(asked.request);
  }
  return info_front(asked.json);
}

}  // namespace penstock::tool
