#include "mpiexec/handover.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

namespace penstock::mpiexec {
namespace {

constexpr std::string_view kRemedy =
    "install PRRTE (prterun), an MPICH (mpiexec.hydra) or run inside a Slurm allocation (srun), put it on PATH or name it by "
    "--launcher";

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlank);
  return first == std::string_view::npos ? std::string_view() : text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

Status count_of(std::string_view text, std::string_view where, int* out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  if (error == std::errc() && end == text.data() + text.size() && *out >= 1) return Status::ok();
  return Status::error(Code::kArg, "'{}': '{}' is no number of ranks from 1", where, text);
}

// "a" or "a:4".
Status add_host(std::string_view text, std::vector<Host>* out) {
  const std::size_t colon = text.find(':');
  Host host;
  host.name = trimmed(text.substr(0, colon));
  if (host.name.empty()) return Status::error(Code::kArg, "'{}' names no host", text);
  if (colon != std::string_view::npos) PENSTOCK_TRY(count_of(trimmed(text.substr(colon + 1)), text, &host.ranks));
  out->push_back(std::move(host));
  return Status::ok();
}

Status add_line(std::string_view line, std::vector<Host>* out) {
  line = trimmed(line.substr(0, line.find('#')));
  if (line.empty()) return Status::ok();
  const std::size_t blank = line.find_first_of(" \t");
  PENSTOCK_TRY(add_host(line.substr(0, blank), out));
  if (blank == std::string_view::npos) return Status::ok();
  const std::string_view more = trimmed(line.substr(blank));
  constexpr std::string_view kSlots = "slots=";
  if (!more.starts_with(kSlots)) {
    return Status::error(Code::kArg, "'{}': after the host there may be slots=N, not '{}'", line, more);
  }
  return count_of(more.substr(kSlots.size()), line, &out->back().ranks);
}

std::string_view name_of(LauncherKind kind) {
  constexpr std::array<std::string_view, 3> kNames = {"srun", "prterun", "mpiexec.hydra"};
  return kNames[static_cast<std::size_t>(kind)];
}

Status lacks(LauncherKind kind, std::string_view option) {
  return Status::error(Code::kUnsupported, "{} cannot be told {}: leave it out, or choose another --launcher", name_of(kind),
                       option);
}

// So many ranks on each host: as said for it, by --ppn, or all ranks in equal parts.
int ranks_on(const Host& host, std::size_t hosts, const Options& options) {
  if (host.ranks != 0) return host.ranks;
  if (options.ranks_per_host != 0) return options.ranks_per_host;
  const auto ranks = static_cast<std::size_t>(options.ranks());
  return static_cast<int>(std::max<std::size_t>(1, (ranks + hosts - 1) / hosts));
}

std::string host_list(const std::vector<Host>& hosts, const Options& options) {
  std::vector<std::string> words;
  for (const Host& host : hosts) words.push_back(fmt::format("{}:{}", host.name, ranks_on(host, hosts.size(), options)));
  return fmt::format("{}", fmt::join(words, ","));
}

std::string seconds_text(double seconds) {
  return std::to_string(static_cast<long>(std::ceil(seconds)));
}

void append(std::vector<std::string>* words, std::initializer_list<std::string> more) {
  words->insert(words->end(), more);
}

std::string_view binding(BindTo bind_to) {
  switch (bind_to) {
    case BindTo::kNone: return "none";
    case BindTo::kCore: return "core";
    case BindTo::kSocket: return "socket";
    case BindTo::kNuma: return "numa";
    case BindTo::kAuto:
    case BindTo::kGpu: break;
  }
  return {};
}

Status slurm(const Launcher& launcher, const std::vector<Host>& hosts, const Options& options, Handover* out) {
  std::vector<std::string>& words = out->command;
  const Part& part = options.parts.front();
  if (options.parts.size() > 1) return lacks(launcher.kind, "of several programs (':')");
  if (std::ranges::any_of(hosts, [](const Host& host) { return host.ranks != 0; })) {
    return lacks(launcher.kind, "how many ranks each single host gets");
  }
  append(&words, {launcher.file, launcher.pmix ? "--mpi=pmix" : "--mpi=pmi2"});
  std::vector<std::string> names;
  for (const Host& host : hosts) names.push_back(host.name);
  append(&words, {fmt::format("--nodelist={}", fmt::join(names, ",")), fmt::format("--nodes={}", hosts.size()), "-n",
                  std::to_string(part.ranks)});
  if (options.ranks_per_host != 0) words.push_back(fmt::format("--ntasks-per-node={}", options.ranks_per_host));
  if (!part.directory.empty()) words.push_back("--chdir=" + part.directory);
  if (options.timeout_seconds > 0) words.push_back("--time=0:" + seconds_text(options.timeout_seconds));
  if (options.tag_output) words.emplace_back("--label");
  if (options.gpus_per_rank != 0) words.push_back(fmt::format("--gpus-per-task={}", options.gpus_per_rank));
  if (options.stdin_rank == kStdinAll) words.emplace_back("--input=all");
  if (options.stdin_rank == kStdinNone) words.emplace_back("--input=none");
  if (options.stdin_rank >= 0) words.push_back(fmt::format("--input={}", options.stdin_rank));
  constexpr std::array<std::pair<BindTo, const char*>, 4> kBindings = {
      {{BindTo::kNone, "none"}, {BindTo::kCore, "cores"}, {BindTo::kSocket, "sockets"}, {BindTo::kNuma, "ldoms"}}};
  for (const auto& [bind_to, text] : kBindings) {
    if (options.bind_to == bind_to) words.push_back(std::string("--cpu-bind=") + text);
  }
  out->environment = part.environment;  // srun hands all of its own on
  words.insert(words.end(), part.command.begin(), part.command.end());
  return Status::ok();
}

void add_parts(const Options& options, const std::function<void(const Part&)>& add_options, std::vector<std::string>* words) {
  for (const Part& part : options.parts) {
    if (&part != &options.parts.front()) words->emplace_back(":");
    append(words, {"-n", std::to_string(part.ranks)});
    add_options(part);
    words->insert(words->end(), part.command.begin(), part.command.end());
  }
}

Status prrte(const Launcher& launcher, const std::vector<Host>& hosts, const Options& options, bool root, Handover* out) {
  std::vector<std::string>& words = out->command;
  if (options.gpus_per_rank != 0) return lacks(launcher.kind, "--gpus-per-rank");
  append(&words, {launcher.file});
  if (root) words.emplace_back("--allow-run-as-root");
  append(&words, {"--host", host_list(hosts, options)});
  if (options.ranks_per_host != 0) append(&words, {"--map-by", fmt::format("ppr:{}:node", options.ranks_per_host)});
  if (options.timeout_seconds > 0) append(&words, {"--timeout", seconds_text(options.timeout_seconds)});
  if (options.tag_output) append(&words, {"--output", "tag"});
  if (options.stdin_rank != 0) {
    const int rank = options.stdin_rank;
    append(&words, {"--stdin", rank == kStdinAll ? "all" : rank == kStdinNone ? "none" : std::to_string(rank)});
  }
  if (const std::string_view to = binding(options.bind_to); !to.empty()) {
    append(&words, {"--bind-to", to == "socket" ? "package" : std::string(to)});
  }
  const auto add_options = [&words](const Part& part) {
    if (!part.directory.empty()) append(&words, {"--wdir", part.directory});
    for (const auto& [name, value] : part.environment) append(&words, {"-x", name + "=" + value});
  };
  add_parts(options, add_options, &words);
  return Status::ok();
}

Status hydra(const Launcher& launcher, const std::vector<Host>& hosts, const Options& options, Handover* out) {
  std::vector<std::string>& words = out->command;
  if (options.stdin_rank != 0) return lacks(launcher.kind, "--stdin");
  append(&words, {launcher.file, "-hosts", host_list(hosts, options)});
  if (options.ranks_per_host != 0) append(&words, {"-ppn", std::to_string(options.ranks_per_host)});
  if (options.timeout_seconds > 0) out->environment.emplace_back("MPIEXEC_TIMEOUT", seconds_text(options.timeout_seconds));
  if (options.tag_output) words.emplace_back("-l");
  if (options.gpus_per_rank != 0) append(&words, {"-gpus-per-proc", std::to_string(options.gpus_per_rank)});
  if (const std::string_view to = binding(options.bind_to); !to.empty()) append(&words, {"-bind-to", std::string(to)});
  const auto add_options = [&words](const Part& part) {
    if (!part.directory.empty()) append(&words, {"-wdir", part.directory});
    for (const auto& [name, value] : part.environment) append(&words, {"-env", name, value});
  };
  add_parts(options, add_options, &words);
  return Status::ok();
}

bool is_this_program(const std::filesystem::path& file) {
  std::error_code error;
  return std::filesystem::equivalent(file, "/proc/self/exe", error);
}

// Empty: PATH has none.
std::string on_path(std::string_view name) {
  const char* const path = std::getenv("PATH");
  std::string_view left = path == nullptr ? std::string_view() : std::string_view(path);
  while (!left.empty()) {
    const std::size_t end = std::min(left.find(':'), left.size());
    const std::filesystem::path file = std::filesystem::path(left.substr(0, end)) / name;
    if (::access(file.c_str(), X_OK) == 0 && !is_this_program(file)) return file;
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return {};
}

bool knows_pmix(const std::string& srun) {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> asked(::popen(("'" + srun + "' --mpi=list 2>&1").c_str(), "r"), ::pclose);
  if (!asked) return false;
  std::string said;
  std::array<char, 512> bytes;
  for (std::size_t n = 0; (n = std::fread(bytes.data(), 1, bytes.size(), asked.get())) > 0;) said.append(bytes.data(), n);
  return said.find("pmix") != std::string::npos;
}

Status launcher_named(const std::string& wanted, Launcher* out) {
  const std::string name = std::filesystem::path(wanted).filename();
  if (name == "srun") {
    out->kind = LauncherKind::kSrun;
  } else if (name == "prterun" || name == "prrte") {
    out->kind = LauncherKind::kPrterun;
  } else if (name == "hydra" || name == "mpiexec.hydra") {
    out->kind = LauncherKind::kHydra;
  } else {
    return Status::error(Code::kArg, "--launcher {}: it is srun, prterun, hydra, or the path of one of them", wanted);
  }
  out->file = wanted.find('/') != std::string::npos ? wanted : on_path(name_of(out->kind));
  if (out->file.empty() || ::access(out->file.c_str(), X_OK) != 0) {
    return Status::error(Code::kArg, "--launcher {}: there is no such program on PATH; {}", wanted, kRemedy);
  }
  return Status::ok();
}

// Slurm's own inside of its allocations, since only that may start processes there.
Status find_launcher(const std::string& wanted, Launcher* out) {
  if (!wanted.empty()) return launcher_named(wanted, out);
  std::vector<LauncherKind> kinds = {LauncherKind::kHydra, LauncherKind::kPrterun};
  if (std::getenv("SLURM_JOB_ID") != nullptr) kinds.insert(kinds.begin(), LauncherKind::kSrun);
  for (const LauncherKind kind : kinds) {
    out->kind = kind;
    out->file = on_path(name_of(kind));
    if (!out->file.empty()) return Status::ok();
  }
  return Status::error(Code::kUnsupported,
                       "this mpiexec starts ranks on its own machine, and finds nobody to start them elsewhere: {}", kRemedy);
}

std::string short_name(std::string_view name) {
  return std::string(name.substr(0, name.find('.')));
}

}  // namespace

Status read_hosts(std::string_view list, std::vector<Host>* out) {
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    PENSTOCK_TRY(add_host(list.substr(at, end - at), out));
    at = end + 1;
  }
  return Status::ok();
}

Status read_hostfile(std::string_view text, std::vector<Host>* out) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    PENSTOCK_TRY(add_line(text.substr(0, end), out));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (out->empty()) return Status::error(Code::kArg, "the file of hosts names none");
  return Status::ok();
}

bool all_here(const std::vector<Host>& hosts, std::string_view own) {
  return std::ranges::all_of(hosts, [&](const Host& host) {
    return host.name == "localhost" || host.name == "127.0.0.1" || host.name == own || host.name == short_name(own);
  });
}

Status hosts_of(const Options& options, std::vector<Host>* out) {
  if (!options.hosts.empty()) PENSTOCK_TRY(read_hosts(options.hosts, out));
  if (options.hostfile.empty()) return Status::ok();
  std::ifstream file(options.hostfile);
  if (!file) return Status::error(Code::kArg, "--hostfile {}: the file cannot be read", options.hostfile);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return read_hostfile(text, out).within("--hostfile " + options.hostfile);
}

Status translate_for(const Launcher& launcher, const std::vector<Host>& hosts, const Options& options, bool root,
                     Handover* out) {
  if (options.show_placement) return lacks(launcher.kind, "--show-placement");
  if (options.bind_to == BindTo::kGpu) return lacks(launcher.kind, "--bind-to gpu");
  switch (launcher.kind) {
    case LauncherKind::kSrun: return slurm(launcher, hosts, options, out);
    case LauncherKind::kPrterun: return prrte(launcher, hosts, options, root, out);
    case LauncherKind::kHydra: return hydra(launcher, hosts, options, out);
  }
  return Status::error(Code::kInternal, "an unknown launcher");
}

Status hand_over(const Options& options, const std::vector<Host>& hosts) {
  Launcher launcher;
  Handover handover;
  PENSTOCK_TRY(find_launcher(options.launcher, &launcher));
  if (launcher.kind == LauncherKind::kSrun) launcher.pmix = knows_pmix(launcher.file);
  PENSTOCK_TRY(translate_for(launcher, hosts, options, ::geteuid() == 0, &handover));
  for (const auto& [name, value] : handover.environment) {
    if (::setenv(name.c_str(), value.c_str(), 1) != 0) return Status::system(errno, fmt::format("setting {}", name));
  }
  fmt::print(stderr, "mpiexec: handing over to {}: {}\n", name_of(launcher.kind), fmt::join(handover.command, " "));
  std::vector<char*> words;
  for (std::string& word : handover.command) words.push_back(word.data());
  words.push_back(nullptr);
  ::execv(launcher.file.c_str(), words.data());
  return Status::system(errno, fmt::format("starting {}", launcher.file));
}

}  // namespace penstock::mpiexec
