// Starts a job that measures, and reads its results.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/fd.hpp"
#include "penstock/place.hpp"
#include "penstock/tune.hpp"

namespace penstock::tool {
namespace {

// The job writes to files without a name, because they never fill up as a pipe without a reader does.
std::string all_of(const base::Fd& file) {
  struct stat about{};
  if (fstat(file.get(), &about) != 0) return {};
  std::string text(static_cast<std::size_t>(about.st_size), '\0');
  const ssize_t got = pread(file.get(), text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, got)));
  return text;
}

constexpr std::string_view kRanks = "{ranks}";
constexpr double kPatience = 20;  // a machine with other work needs time

// Another launcher may pass on nothing of this environment, and have no time limit.
std::vector<std::string> start_elsewhere(const Job& job, const std::string& limit) {
  std::vector<std::string> words = {"timeout", limit};
  std::istringstream launch(job.launch);
  for (std::string word; launch >> word;) {
    if (const std::size_t at = word.find(kRanks); at != std::string::npos) {
      word.replace(at, kRanks.size(), std::to_string(job.ranks));
    }
    words.push_back(word);
  }
  words.emplace_back("env");
  for (const Setting& one : job.environment) words.push_back(one.name + "=" + one.value);
  return words;
}

std::vector<std::string> command_of(const Job& job) {
  const std::string folder = program_folder();
  const std::string limit = fmt::format("{:.0f}", 60 + kPatience * job.seconds);
  std::vector<std::string> words = {folder + "/mpiexec", "--timeout", limit, "-n", std::to_string(job.ranks)};
  if (!job.launch.empty()) words = start_elsewhere(job, limit);
  words.insert(words.end(), {folder + "/penstock", "tune", "--worker", job.measure, "--sizes",
                             fmt::format("{}", fmt::join(job.sizes, ",")), "--seconds", fmt::format("{:.4f}", job.seconds)});
  if (job.device) words.emplace_back("--device");
  return words;
}

[[noreturn]] void become_child(const std::vector<Setting>& environment, std::vector<std::string> words, int out, int err) {
  for (const Setting& one : environment) setenv(one.name.c_str(), one.value.c_str(), 1);
  prctl(PR_SET_PDEATHSIG, SIGTERM);  // an interrupted tune leaves no job behind
  const int nothing = open("/dev/null", O_RDONLY);
  if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) _exit(126);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  execvp(argv[0], argv.data());
  _exit(127);
}

std::string last_lines(const std::string& text) {
  constexpr std::size_t kMost = 600;
  std::string tail = text.size() <= kMost ? text : "..." + text.substr(text.size() - kMost);
  while (!tail.empty() && tail.back() == '\n') tail.pop_back();
  return tail.empty() ? "it said nothing" : tail;
}

struct Said {
  std::string out, err;
};

// `what` appears in messages.
Status run_words(const std::string& what, int ranks, const std::vector<std::string>& words,
                 const std::vector<Setting>& environment, Said* said) {
  const base::Fd out(memfd_create("penstock-tune-out", MFD_CLOEXEC));
  const base::Fd err(memfd_create("penstock-tune-err", MFD_CLOEXEC));
  if (!out || !err) return Status::system(errno, "memfd_create");
  const pid_t child = fork();
  if (child < 0) return Status::system(errno, "fork");
  if (child == 0) become_child(environment, words, out.get(), err.get());
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return Status::system(errno, "waitpid");
  }
  *said = {all_of(out), all_of(err)};
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return Status::ok();
  return Status::error(Code::kSystem, "measuring '{}' on {} ranks failed (exit status {}): {}", what, ranks,
                       WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), last_lines(said->err));
}

Status parse(const std::string& what, const std::string& text, const char* key, Json* said) {
  *said = Json::parse(text, nullptr, false);
  if (!said->is_discarded() && said->contains(key)) return Status::ok();
  return Status::error(Code::kSystem, "measuring '{}': the job's answer is no JSON: {}", what, last_lines(text));
}

}  // namespace

Status run_job(const Job& job, Json* said) {
  Said text;
  PENSTOCK_TRY(run_words(job.measure, job.ranks, command_of(job), job.environment, &text));
  return parse(job.measure, text.out, "rows", said);
}

Status run_bench(int ranks, const std::vector<std::string>& words, double seconds, Json* said) {
  const std::string folder = program_folder();
  const base::Fd file(memfd_create("penstock-tune-json", MFD_CLOEXEC));
  if (!file) return Status::system(errno, "memfd_create");
  std::vector<std::string> all = {
      folder + "/mpiexec",       "--timeout", fmt::format("{:.0f}", 60 + kPatience * seconds), "-n", std::to_string(ranks),
      folder + "/penstock-bench"};
  all.insert(all.end(), words.begin(), words.end());
  all.insert(all.end(), {"--json", fmt::format("/proc/{}/fd/{}", getpid(), file.get())});
  Said text;
  PENSTOCK_TRY(run_words(words.front(), ranks, all, {}, &text));
  return parse(words.front(), all_of(file), "cases", said);
}

}  // namespace penstock::tool
