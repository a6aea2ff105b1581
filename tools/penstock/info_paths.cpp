// penstock info --paths: each rank asks its engine, by the offers that rendezvous makes, which path
// it would choose; rank 0 prints.
#include "penstock/info_paths.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "accel/accel.hpp"
#include "boot/boot.hpp"
#include "kernels/image.hpp"
#include "observe/counters.hpp"
#include "penstock/info_paths_measure.hpp"
#include "penstock/info_paths_table.hpp"
#include "penstock/info_paths_windows.hpp"
#include "penstock/pid_namespace.hpp"
#include "penstock/place.hpp"
#include "proto/engine/engine.hpp"
#ifdef PENSTOCK_HAVE_GPU_HELPER
#include "penstock_gpu.h"
#endif

namespace penstock::tool {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kKindsKey = "paths.kinds";
constexpr std::string_view kOfferKey = "paths.offer.";
constexpr std::string_view kAnswerKey = "paths.answer";

int gpus() {
#ifdef PENSTOCK_HAVE_GPU_HELPER
  return std::max(0, penstock_gpu_open());
#else
  return 0;
#endif
}

int default_ranks() {
  if (const int devices = gpus(); devices > 1) return devices;
  return std::clamp(usable_cpus(), 2, 4);
}

// Memory of one kind, as long as the longest size in question. Untouched parts cost address space alone.
class Area {
 public:
  Area() = default;
  Area(const Area&) = delete;
  Area& operator=(const Area&) = delete;
  ~Area() {
#ifdef PENSTOCK_HAVE_GPU_HELPER
    if (own_ == nullptr && address != nullptr) static_cast<void>(penstock_gpu_free(helper_kind_, address));
#endif
  }
  Status allocate(int wanted, std::uint64_t bytes) {
    kind = wanted;
    if (kind == 0) {
      own_.reset(new std::byte[bytes]);
      address = own_.get();
      return Status::ok();
    }
#ifdef PENSTOCK_HAVE_GPU_HELPER
    const bool known = penstock_gpu_kind_named(name().c_str(), &helper_kind_) == 0;
    if (known && penstock_gpu_allocate(helper_kind_, bytes, &address) == 0) return Status::ok();
    return Status::error(Code::kNoMemory, "{} bytes of {} memory: {}; ask for smaller sizes (--sizes)", bytes, name(),
                         penstock_gpu_error());
#else
    return Status::error(Code::kUnsupported, "this build has no GPU");
#endif
  }

  [[nodiscard]] std::string name() const { return std::string(kPathKinds[kind]); }

  int kind = 0;
  void* address = nullptr;

 private:
  std::unique_ptr<std::byte[]> own_;
#ifdef PENSTOCK_HAVE_GPU_HELPER
  penstock_gpu_kind helper_kind_ = PENSTOCK_GPU_DEVICE;
#endif
};

// One rank of the job.
class Asker {
 public:
  Asker(const std::vector<std::uint64_t>& sizes, const std::vector<int>& kinds, bool measure)
      : sizes_(sizes), kinds_(kinds), measure_(measure) {}

  Status open() {
    PENSTOCK_TRY(Config::from_environment(&config_));
    log_.set_level(base::level_of(config_));
    PENSTOCK_TRY(boot::connect(config_, log_, &boot_));
    log_.set_rank(boot_->rank());
    const int devices = config_.cuda ? gpus() : 0;
    const bool gpu = devices > 0 && select(boot_->rank() % devices);
    PENSTOCK_TRY(accel::Accel::create(config_, log_, kernels::images(), &accel_));
    PENSTOCK_TRY(proto::Engine::create({config_, log_, *boot_, *accel_, counters_}, &engine_));
    const std::uint64_t longest = *std::max_element(sizes_.begin(), sizes_.end());
    for (const int kind : kinds_) {
      if (kind != 0 && !gpu) continue;
      areas_.push_back(std::make_unique<Area>());
      PENSTOCK_TRY(areas_.back()->allocate(kind, longest));
    }
    windows_.emplace(*engine_, *boot_);
    std::vector<WindowAsker::Memory> memories;
    for (const auto& area : areas_) memories.push_back({area->name(), area->address});
    PENSTOCK_TRY(windows_->publish(memories));
    return publish(longest);
  }

  // Collects every rank's answers at rank 0; other ranks get nothing. `place` describes where this rank
  // is, for the head of the table.
  Status ask(std::string_view place, PathTable* table) {
    Answers mine;
    mine.place = place;
    for (int peer = 0; peer < boot_->size(); ++peer) {
      if (peer != boot_->rank()) PENSTOCK_TRY(ask_about(peer, &mine));
    }
    PENSTOCK_TRY(windows_->ask(&mine.windows));
    if (measure_) PENSTOCK_TRY(measure(&mine));
    const std::string text = mine.pack().dump();
    PENSTOCK_TRY(boot_->put(kAnswerKey, std::as_bytes(std::span(text))));
    PENSTOCK_TRY(boot_->fence());
    for (int rank = 0; boot_->rank() == 0 && rank < boot_->size(); ++rank) {
      std::vector<std::byte> bytes;
      PENSTOCK_TRY(boot_->get(rank, kAnswerKey, &bytes));
      table->add(Json::parse(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size())));
    }
    table->ranks = boot_->size();
    table->gpu = accel_->describe();
    table->windows.facts = mine.windows.facts;
    return Status::ok();
  }

  Status close() {
    PENSTOCK_TRY(engine_->membership().synchronize());
    windows_->close();
    PENSTOCK_TRY(engine_->membership().shut_down());
    windows_.reset();
    engine_.reset();
    areas_.clear();
    return boot_->finalize();
  }
  void abort(const Status& why) {
    if (boot_) boot_->abort(1, why.message());
  }
  [[nodiscard]] int rank() const { return boot_->rank(); }

 private:
  static bool select(int device) {
#ifdef PENSTOCK_HAVE_GPU_HELPER
    return penstock_gpu_select(device) == 0;
#else
    return device < 0;
#endif
  }
  Status publish(std::uint64_t longest) {
    const std::string kinds = std::to_string(areas_.size());
    PENSTOCK_TRY(boot_->put(kKindsKey, std::as_bytes(std::span(kinds))));
    for (int peer = 0; peer < boot_->size(); ++peer) {
      for (const auto& area : areas_) {
        std::vector<std::byte> offer;
        PENSTOCK_TRY(engine_->routes().offer({area->address, longest, &byte_}, peer, &offer));
        PENSTOCK_TRY(boot_->put(fmt::format("{}{}-{}", kOfferKey, peer, area->name()), offer));
      }
    }
    return boot_->fence();
  }
  // Every rank of this host has the same kinds of memory, or the job reports the difference.
  Status ask_about(int peer, Answers* answers) {
    std::vector<std::byte> kinds;
    PENSTOCK_TRY(boot_->get(peer, kKindsKey, &kinds));
    if (std::string_view(reinterpret_cast<const char*>(kinds.data()), kinds.size()) != std::to_string(areas_.size())) {
      return Status::error(Code::kUnsupported, "rank {} or rank {} cannot use a GPU, the other can; `penstock doctor` says why",
                           peer, boot_->rank());
    }
    for (const auto& theirs : areas_) {
      std::vector<std::byte> offer;
      PENSTOCK_TRY(boot_->get(peer, fmt::format("{}{}-{}", kOfferKey, boot_->rank(), theirs->name()), &offer));
      for (const auto& mine : areas_) {
        for (const std::uint64_t bytes : sizes_) {
          const proto::Buffer buffer{mine->address, bytes, &byte_};
          for (const proto::Role role : {proto::Role::kSender, proto::Role::kReceiver}) {
            proto::Route route;
            PENSTOCK_TRY(engine_->routes().ask(role, buffer, peer, offer, &route));
            const bool sends = role == proto::Role::kSender;
            answers->add({sends ? boot_->rank() : peer, sends ? peer : boot_->rank(), sends ? mine->kind : theirs->kind,
                          sends ? theirs->kind : mine->kind, bytes},
                         sends, route);
          }
        }
      }
    }
    return Status::ok();
  }

  // All ranks go through all messages in one order, so no two ranks wait for each other.
  Status measure(Answers* answers) {
    const int self = boot_->rank();
    for (int source = 0; source < boot_->size(); ++source) {
      for (int destination = 0; destination < boot_->size(); ++destination) {
        if (source == destination || (self != source && self != destination)) continue;
        for (const auto& from : areas_) {
          for (const auto& to : areas_) {
            for (const std::uint64_t bytes : sizes_) {
              Measured took;
              const proto::Buffer mine{self == source ? from->address : to->address, bytes, &byte_};
              PENSTOCK_TRY(self == source ? measure_sender(*engine_, mine, destination, &took)
                                          : measure_receiver(*engine_, mine, source));
              if (self == source) answers->took({source, destination, from->kind, to->kind, bytes}, took);
            }
          }
        }
      }
    }
    return Status::ok();
  }

  const std::vector<std::uint64_t>& sizes_;
  const std::vector<int>& kinds_;
  const bool measure_;
  const proto::Layout byte_ = proto::Layout::bytes(1);
  Config config_;
  Log log_{base::Level::kWarn};
  observe::Counters counters_;
  std::unique_ptr<boot::Boot> boot_;
  std::unique_ptr<accel::Accel> accel_;
  std::unique_ptr<proto::Engine> engine_;
  std::vector<std::unique_ptr<Area>> areas_;
  std::optional<WindowAsker> windows_;
};

// Called before anything else runs in the process. If the system allows no namespaces, this is reported and its ranks pretend.
Status take_place(const PathsRequest& request, std::string* place) {
  *place = "one PID namespace";
  if (request.namespaces != "split") return Status::ok();
  *place = "PID namespaces split";
  if (!should_enter_own_namespace()) return Status::ok();
  // A GPU driver looks for its process in /proc.
  const Status moved = enter_own_namespace(CLONE_NEWPID | CLONE_NEWNS);
  if (moved.is_ok()) return Status::ok();
  *place = fmt::format(
      "PID namespaces split as far as the ranks know (PENSTOCK_PID_NAMESPACE), since the system refuses real "
      "ones: {}",
      moved.message());
  return pretend_own_namespace();
}

void print(const PathTable& table, const PathsRequest& request) {
  if (request.json) {
    fmt::print("{}\n", table.json().dump(1));
  } else {
    fmt::print("{}", request.markdown ? table.markdown() : table.text());
  }
  std::fflush(stdout);
}

Status run(const std::vector<std::uint64_t>& sizes, const std::vector<int>& kinds, const PathsRequest& request) {
  std::string place;
  PENSTOCK_TRY(take_place(request, &place));
  Asker asker(sizes, kinds, request.measure);
  PathTable table;
  Status status = asker.open();
  if (status.is_ok()) status = asker.ask(place, &table);
  if (status.is_ok() && asker.rank() == 0) print(table, request);
  if (status.is_ok()) return asker.close();
  asker.abort(status);
  return status;
}

std::vector<std::string> words_of(const PathsRequest& request) {
  std::vector<std::string> words = {"info", "--paths"};
  if (request.json) words.emplace_back("--json");
  if (request.markdown) words.emplace_back("--markdown");
  if (request.measure) words.emplace_back("--measure");
  words.insert(words.end(), {"--namespaces", request.namespaces});
  for (const std::string& kind : request.kinds) {
    words.emplace_back("--kinds");
    words.push_back(kind);
  }
  for (const std::string& size : request.sizes) {
    words.emplace_back("--sizes");
    words.push_back(size);
  }
  return words;
}

int become_paths_job(const PathsRequest& request) {
  const int ranks = request.ranks > 0 ? request.ranks : default_ranks();
  return become_job(ranks, program_folder() + "/penstock", words_of(request));
}

// Returns only with a failure, or after a first job that failed. The number of GPUs must not be queried before a fork.
int start_jobs(PathsRequest request) {
  if (request.namespaces != "both") return become_paths_job(request);
  request.namespaces = "one";
  const pid_t child = fork();
  if (child == 0) _exit(become_paths_job(request));
  int ended = 0;
  if (child < 0 || waitpid(child, &ended, 0) != child) {
    fmt::print(stderr, "penstock info --paths: cannot start a job: {}\n", std::strerror(errno));
    return 1;
  }
  if (ended != 0) return WIFEXITED(ended) ? WEXITSTATUS(ended) : 1;
  fmt::print("\n");
  std::fflush(stdout);
  request.namespaces = "split";
  return become_paths_job(request);
}

// Returns the numbers of the named kinds, or of all kinds; -1 among them for an unknown name.
std::vector<int> kinds_of(const PathsRequest& request) {
  const std::vector<std::string> usual = {"host", "pinned", "managed", "device"};
  std::vector<int> kinds;
  for (const std::string& name : request.kinds.empty() ? usual : request.kinds) {
    for (int i = 0; name == "all" && i < static_cast<int>(std::size(kPathKinds)); ++i) kinds.push_back(i);
    if (name != "all") kinds.push_back(path_kind(name));
  }
  return kinds;
}

}  // namespace

int info_paths(const PathsRequest& request) {
  std::vector<std::uint64_t> sizes = {8, 8 << 10, 64 << 10, 1 << 20, 64 << 20};
  if (!request.sizes.empty()) sizes.clear();
  for (const std::string& word : request.sizes) {
    std::uint64_t bytes = 0;
    if (!parse_size(word, &bytes)) {
      fmt::print(stderr, "penstock info: '{}' is no size; write 8, 64K, 1M, at most 4G\n", word);
      return 2;
    }
    sizes.push_back(bytes);
  }
  const std::vector<int> kinds = kinds_of(request);
  if (std::ranges::find(kinds, -1) != kinds.end()) {
    fmt::print(stderr, "penstock info: --kinds knows all, {}\n", fmt::join(kPathKinds, ", "));
    return 2;
  }
  if (!in_job()) return start_jobs(request);
  const Status status = run(sizes, kinds, request);
  if (status.is_ok()) return 0;
  fmt::print(stderr, "penstock info --paths: {}\n", status.message());
  return 1;
}

}  // namespace penstock::tool
