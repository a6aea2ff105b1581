#include "mpiexec/handover.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fd.hpp"
#include "base/topology_sys.hpp"
#include "mpiexec/mapping.hpp"
#include "mpiexec/on_path.hpp"
#include "mpiexec/stack_watch.hpp"
#include "mpiexec/take_placement.hpp"

namespace penstock::mpiexec {
namespace {

using Words = std::vector<std::string>;

constexpr std::string_view kRemedy =
    "install PRRTE (prterun), an MPICH (mpiexec.hydra) or run inside a Slurm allocation (srun), put it on PATH or name it by "
    "--launcher";

std::string_view name_of(LauncherKind kind) {
  constexpr std::array<std::string_view, 3> kNames = {"srun", "prterun", "mpiexec.hydra"};
  return kNames[static_cast<std::size_t>(kind)];
}

Status lacks(LauncherKind kind, std::string_view option) {
  return Status::error(Code::kUnsupported, "{} cannot be told {}: leave it out, or choose another --launcher", name_of(kind),
                       option);
}

// The number of ranks on a host: the host's own number, --ppn, or an equal part of all ranks.
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

std::string_view binding(const Options& options) {
  switch (options.bind_to) {
    case BindTo::kNone: return "none";
    case BindTo::kThread: return "hwthread";
    case BindTo::kCore: return "core";
    case BindTo::kL3: return "l3cache";
    case BindTo::kSocket: return "socket";
    case BindTo::kNuma: return "numa";
    case BindTo::kAuto:
    case BindTo::kGpu: break;
  }
  return {};
}

// Translates a pattern of ours into the launcher's letters. `rank` also stands for the rank with zeros in front.
std::string pattern_for(std::string pattern, const std::string& rank, const std::string& host) {
  for (const auto& [ours, theirs] : {std::pair{"%r", rank}, {"%R", rank}, {"%h", host}}) {
    for (std::size_t at = 0; (at = pattern.find(ours, at)) != std::string::npos; at += theirs.size()) {
      pattern.replace(at, 2, theirs);
    }
  }
  return pattern;
}

// Launchers do not create the folders of their patterns, so mpiexec does.
Status make_folders(const OutputFiles& files, int ranks) {
  for (const std::string& pattern : {files.out, files.err}) {
    for (int rank = 0; rank < ranks && pattern.find('/') != std::string::npos; ++rank) {
      const std::filesystem::path folder = std::filesystem::path(pattern_for(pattern, std::to_string(rank), "")).parent_path();
      std::error_code error;
      std::filesystem::create_directories(folder, error);
      if (error) return Status::system(error.value(), "the folder " + folder.string() + " for output");
    }
  }
  return Status::ok();
}

Status check_patterns(LauncherKind kind, const Options& options) {
  if (options.files.shown) return lacks(kind, "--output-filename FOLDER (but FOLDER:nocopy)");
  if (options.merge_output) return lacks(kind, "--merge-stderr-to-stdout");
  return make_folders(options.files, options.ranks());
}

void slurm_hosts(const Where& where, const Options& options, Words* words) {
  Words names;
  for (const Host& host : where.hosts) names.push_back(host.name);
  if (!where.allocated || where.part) {
    append(words, {fmt::format("--nodelist={}", fmt::join(names, ",")), fmt::format("--nodes={}", names.size())});
  }
  append(words, {"-n", std::to_string(options.ranks())});
  if (options.ranks_per_host != 0) words->push_back(fmt::format("--ntasks-per-node={}", options.ranks_per_host));
  if (options.mapping.by_host) words->emplace_back("--distribution=cyclic");
}

void slurm_output(const Options& options, Words* words) {
  if (options.tag_output) words->emplace_back("--label");
  for (const auto& [pattern, option] : {std::pair{&options.files.out, "--output="}, {&options.files.err, "--error="}}) {
    if (!pattern->empty()) words->push_back(option + pattern_for(*pattern, "%t", "%N"));
  }
  if (options.stdin_rank == kStdinAll) words->emplace_back("--input=all");
  if (options.stdin_rank == kStdinNone) words->emplace_back("--input=none");
  if (options.stdin_rank >= 0) words->push_back(fmt::format("--input={}", options.stdin_rank));
}

void slurm_binding(const Options& options, bool placements, Words* words) {
  if (options.mapping.cores > 0) words->push_back(fmt::format("--cpus-per-task={}", options.mapping.cores));
  if (placements) return words->emplace_back("--cpu-bind=none"), void();
  if (options.gpus_per_rank != 0) words->push_back(fmt::format("--gpus-per-task={}", options.gpus_per_rank));
  constexpr std::array<std::pair<BindTo, const char*>, 6> kBindings = {{{BindTo::kNone, "none"},
                                                                        {BindTo::kThread, "threads"},
                                                                        {BindTo::kCore, "cores"},
                                                                        {BindTo::kL3, "ldoms"},
                                                                        {BindTo::kSocket, "sockets"},
                                                                        {BindTo::kNuma, "ldoms"}}};
  for (const auto& [bind_to, text] : kBindings) {
    if (options.bind_to == bind_to) words->push_back(std::string("--cpu-bind=") + text);
  }
}

Status slurm(const Launcher& launcher, const Where& where, const Options& options, bool placements, Handover* out) {
  Words& words = out->command;
  const Part& part = options.parts.front();
  if (options.parts.size() > 1) return lacks(launcher.kind, "of several programs (':')");
  if (!where.allocated && std::ranges::any_of(where.hosts, [](const Host& host) { return host.ranks != 0; })) {
    return lacks(launcher.kind, "how many ranks each single host gets");
  }
  PENSTOCK_TRY(check_patterns(launcher.kind, options));
  append(&words, {launcher.file, launcher.pmix ? "--mpi=pmix" : "--mpi=pmi2"});
  slurm_hosts(where, options, &words);
  if (!part.directory.empty()) words.push_back("--chdir=" + part.directory);
  if (options.timeout_seconds > 0) words.push_back("--time=0:" + seconds_text(options.timeout_seconds));
  if (options.recovery) append(&words, {"--no-kill", "--kill-on-bad-exit=0"});
  slurm_output(options, &words);
  slurm_binding(options, placements, &words);
  out->environment = part.environment;  // srun passes on all of its own environment
  words.insert(words.end(), part.command.begin(), part.command.end());
  return Status::ok();
}

void add_parts(const Options& options, const std::function<void(const Part&)>& add_options, Words* words) {
  for (const Part& part : options.parts) {
    if (&part != &options.parts.front()) words->emplace_back(":");
    append(words, {"-n", std::to_string(part.ranks)});
    add_options(part);
    words->insert(words->end(), part.command.begin(), part.command.end());
  }
}

void prrte_placement(const Options& options, bool placements, Words* words) {
  Mapping mapping = placements ? Mapping{.by_host = options.mapping.by_host} : options.mapping;
  if (options.ranks_per_host != 0 && mapping.over == BindTo::kNone) mapping.per = options.ranks_per_host;
  if (const std::string text = write_mapping(mapping, "package"); !text.empty()) append(words, {"--map-by", text});
}

void prrte_output(const Options& options, Words* words) {
  Words what;
  if (options.tag_output) what.emplace_back("tag");
  if (options.merge_output) what.emplace_back("merge");
  if (!options.files.folder.empty()) what.push_back("dir=" + options.files.folder + (options.files.shown ? "" : ":nocopy"));
  if (!what.empty()) append(words, {"--output", fmt::format("{}", fmt::join(what, ","))});
  const int rank = options.stdin_rank;
  if (rank != 0) append(words, {"--stdin", rank == kStdinAll ? "all" : rank == kStdinNone ? "none" : std::to_string(rank)});
}

Status prrte(const Launcher& launcher, const Where& where, const Options& options, bool root, bool placements, Handover* out) {
  Words& words = out->command;
  if (options.files.folder.empty() && !(options.files.out + options.files.err).empty()) {
    return lacks(launcher.kind, "--outfile-pattern and --errfile-pattern (but --output-filename)");
  }
  if (options.recovery) return lacks(launcher.kind, "--enable-recovery");
  append(&words, {launcher.file});
  if (root) words.emplace_back("--allow-run-as-root");
  if (placements) append(&words, {"--personality", "ompi"});  // prterun then sets each rank's number on its host
  append(&words, {"--host", host_list(where.hosts, options)});
  prrte_placement(options, placements, &words);
  if (options.timeout_seconds > 0) append(&words, {"--timeout", seconds_text(options.timeout_seconds)});
  prrte_output(options, &words);
  if (const std::string_view to = placements ? "none" : binding(options); !to.empty()) {
    append(&words, {"--bind-to", to == "socket" ? "package" : std::string(to)});
  }
  const auto add_options = [&words](const Part& part) {
    if (!part.directory.empty()) append(&words, {"--wdir", part.directory});
    for (const auto& [name, value] : part.environment) append(&words, {"-x", name + "=" + value});
  };
  add_parts(options, add_options, &words);
  return Status::ok();
}

Status hydra(const Launcher& launcher, const Where& where, const Options& options, bool placements, Handover* out) {
  Words& words = out->command;
  if (options.stdin_rank != 0) return lacks(launcher.kind, "--stdin");
  PENSTOCK_TRY(check_patterns(launcher.kind, options));
  append(&words, {launcher.file, "-hosts", host_list(where.hosts, options)});
  const int per_host = options.ranks_per_host != 0 ? options.ranks_per_host : options.mapping.by_host ? 1 : 0;
  if (per_host != 0) append(&words, {"-ppn", std::to_string(per_host)});
  if (options.timeout_seconds > 0) out->environment.emplace_back("MPIEXEC_TIMEOUT", seconds_text(options.timeout_seconds));
  if (options.recovery) words.emplace_back("-disable-auto-cleanup");
  if (options.tag_output) words.emplace_back("-l");
  for (const auto& [pattern, option] :
       {std::pair{&options.files.out, "-outfile-pattern"}, {&options.files.err, "-errfile-pattern"}}) {
    if (!pattern->empty()) append(&words, {option, pattern_for(*pattern, "%r", "%h")});
  }
  const std::string_view to = binding(options);
  if (!to.empty() && !placements) append(&words, {"-bind-to", std::string(to)});
  const auto add_options = [&words](const Part& part) {
    if (!part.directory.empty()) append(&words, {"-wdir", part.directory});
    for (const auto& [name, value] : part.environment) append(&words, {"-env", name, value});
  };
  add_parts(options, add_options, &words);
  return Status::ok();
}

// True if each rank has to find its own placement: the request is beyond the launcher's options, or there are GPUs and no
// binding was asked for, so that ranks are bound near their GPUs.
bool needs_placements(LauncherKind kind, const Options& options) {
  const bool mapped = options.mapping.over != BindTo::kNone || options.mapping.cores > 0;
  if (options.show_placement || options.bind_to == BindTo::kGpu) return true;
  if (kind != LauncherKind::kSrun && options.gpus_per_rank > 0) return true;
  if (kind != LauncherKind::kPrterun && mapped) return true;
  const char* root = std::getenv("PENSTOCK_MACHINE_ROOT");
  return options.bind_to == BindTo::kAuto && !mapped && base::count_gpus(std::string(root == nullptr ? "" : root) + "/dev") > 0;
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

// Slurm's own launcher is taken inside of its allocations, since no other may start processes there.
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

}  // namespace

Status translate_for(const Launcher& launcher, const Where& where, const Options& asked, bool root, Handover* out) {
  const bool placements = needs_placements(launcher.kind, asked);
  Options options = asked;
  if (placements || options.timeout_seconds > 0) PENSTOCK_TRY(put_in_front(placements, &options));
  if (options.timeout_seconds > 0) options.timeout_seconds += kStackLeadSeconds;
  switch (launcher.kind) {
    case LauncherKind::kSrun: return slurm(launcher, where, options, placements, out);
    case LauncherKind::kPrterun: return prrte(launcher, where, options, root, placements, out);
    case LauncherKind::kHydra: return hydra(launcher, where, options, placements, out);
  }
  return Status::error(Code::kInternal, "an unknown launcher");
}

namespace {

Status prepare(const Where& where, const Options& options, Launcher* launcher, Handover* handover) {
  PENSTOCK_TRY(find_launcher(options.launcher, launcher));
  if (launcher->kind == LauncherKind::kSrun) launcher->pmix = knows_pmix(launcher->file);
  PENSTOCK_TRY(translate_for(*launcher, where, options, ::geteuid() == 0, handover));
  // These variables belong to the job that this process may be a rank of, and ranks would take them for their own. The time
  // limit is on the command line by now.
  for (const char* name :
       {"MPI_LOCALRANKID", "MPI_LOCALNRANKS", "OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE", "MPIEXEC_TIMEOUT"}) {
    if (::unsetenv(name) != 0) return Status::system(errno, fmt::format("unsetting {}", name));
  }
  for (const auto& [name, value] : handover->environment) {
    if (::setenv(name.c_str(), value.c_str(), 1) != 0) return Status::system(errno, fmt::format("setting {}", name));
  }
  return Status::ok();
}

std::vector<char*> pointers(Words* words) {
  std::vector<char*> out;
  for (std::string& word : *words) out.push_back(word.data());
  out.push_back(nullptr);
  return out;
}

// Runs the launcher to its end and reads its output.
Status ask(Handover* handover, std::string* said) {
  std::array<int, 2> fds{};
  if (::pipe2(fds.data(), O_CLOEXEC) != 0) return Status::system(errno, "pipe2");
  const base::Fd output(fds[0]);
  base::Fd theirs(fds[1]);
  posix_spawn_file_actions_t actions{};
  const std::vector<char*> words = pointers(&handover->command);
  pid_t pid = -1;
  int error = ::posix_spawn_file_actions_init(&actions);
  if (error == 0) error = ::posix_spawn_file_actions_adddup2(&actions, theirs.get(), STDOUT_FILENO);
  if (error == 0) error = ::posix_spawn(&pid, words[0], &actions, nullptr, words.data(), environ);
  static_cast<void>(::posix_spawn_file_actions_destroy(&actions));
  if (error != 0) return Status::system(error, fmt::format("starting {}", handover->command.front()));
  theirs.reset();
  std::array<char, 4096> bytes;
  for (ssize_t n = 0; (n = ::read(output.get(), bytes.data(), bytes.size())) > 0 || (n < 0 && errno == EINTR);) {
    if (n > 0) said->append(bytes.data(), static_cast<std::size_t>(n));
  }
  int how = 0;
  while (::waitpid(pid, &how, 0) < 0 && errno == EINTR) {
  }
  if (how == 0) return Status::ok();
  return Status::error(Code::kSystem, "asking the hosts for their placement: {} failed", handover->command.front());
}

}  // namespace

Status show_elsewhere(const Options& asked, const Where& where, std::string* table) {
  Options options = asked;
  options.tag_output = options.merge_output = false;
  options.files = {};
  options.stdin_rank = 0;
  for (Part& part : options.parts) part.command.clear();
  Launcher launcher;
  Handover handover;
  std::string said;
  PENSTOCK_TRY(prepare(where, options, &launcher, &handover));
  PENSTOCK_TRY(ask(&handover, &said));
  return read_placements(said, table);
}

Status hand_over(const Options& asked, const Where& where) {
  Options options = asked;
  options.show_placement = false;  // the placement has been shown
  Launcher launcher;
  Handover handover;
  PENSTOCK_TRY(prepare(where, options, &launcher, &handover));
  if (!options.quiet) {
    fmt::print(stderr, "mpiexec: handing over to {}: {}\n", name_of(launcher.kind), fmt::join(handover.command, " "));
  }
  const std::vector<char*> words = pointers(&handover.command);
  ::execv(launcher.file.c_str(), words.data());
  return Status::system(errno, fmt::format("starting {}", launcher.file));
}

}  // namespace penstock::mpiexec
