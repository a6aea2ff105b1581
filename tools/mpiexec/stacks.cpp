#include "mpiexec/stacks.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "mpiexec/on_path.hpp"

namespace penstock::mpiexec {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> command_of(const StackTool& tool, pid_t process) {
  const std::string pid = std::to_string(process);
  if (tool.kind == StackTool::Kind::kEuStack) return {tool.file, "-p", pid};
  return {tool.file,
          "-nx",
          "-batch",
          "-iex",
          "set debuginfod enabled off",
          "-iex",
          "set pagination off",
          "-p",
          pid,
          "-ex",
          "thread apply all backtrace"};
}

// Runs between fork and exec, so it makes only async-signal-safe calls.
[[noreturn]] void become(char* const* words, int output, int null, pid_t launcher) {
  sigset_t none;
  sigemptyset(&none);
  const bool ready = ::setpgid(0, 0) == 0 && ::prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && ::getppid() == launcher &&
                     ::dup2(null, STDIN_FILENO) >= 0 && ::dup2(output, STDOUT_FILENO) >= 0 &&
                     ::dup2(output, STDERR_FILENO) >= 0 && ::sigprocmask(SIG_SETMASK, &none, nullptr) == 0;
  if (ready) ::execv(words[0], words);
  ::_exit(127);
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

// Returns the letter behind the name, which may contain any characters.
std::string_view state_of(const std::string& stat) {
  const std::size_t end = stat.rfind(')');
  const char letter = end == std::string::npos || end + 2 >= stat.size() ? '?' : stat[end + 2];
  switch (letter) {
    case 'R': return "runs";
    case 'S': return "sleeps";
    case 'D': return "waits for a device";
    case 'T':
    case 't': return "is stopped";
    case 'Z': return "has ended";
    default: return "is in an unknown state";
  }
}

}  // namespace

StackTool find_stack_tool() {
  if (std::string gdb = on_path("gdb"); !gdb.empty()) return {StackTool::Kind::kGdb, std::move(gdb)};
  if (std::string eu_stack = on_path("eu-stack"); !eu_stack.empty()) return {StackTool::Kind::kEuStack, std::move(eu_stack)};
  return {};
}

Status start_stack_tool(const StackTool& tool, pid_t process, StackRun* out) {
  std::array<int, 2> fds{};
  if (::pipe2(fds.data(), O_CLOEXEC) != 0) return Status::system(errno, "pipe2");
  out->output.reset(fds[0]);
  const base::Fd child_output(fds[1]);
  if (::fcntl(fds[0], F_SETFL, O_NONBLOCK) != 0) return Status::system(errno, "O_NONBLOCK");
  const base::Fd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!null.valid()) return Status::system(errno, "/dev/null");
  std::vector<std::string> words = command_of(tool, process);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t launcher = ::getpid();
  out->pid = ::fork();
  if (out->pid < 0) return Status::system(errno, "fork");
  if (out->pid == 0) become(pointers.data(), child_output.get(), null.get(), launcher);
  return Status::ok();
}

std::string stack_lines(std::string_view said) {
  std::string out;
  bool frames = false;
  while (!said.empty()) {
    const std::size_t end = std::min(said.find('\n'), said.size());
    const std::string_view line = said.substr(0, end);
    said.remove_prefix(std::min(end + 1, said.size()));
    const bool frame = line.starts_with('#');
    if (!frame && !line.starts_with("Thread ") && !line.starts_with("TID ")) continue;
    frames = frames || frame;
    out += fmt::format("  {}\n", line);
  }
  return frames ? out : std::string();
}

std::string thread_states(pid_t process) {
  std::string out;
  std::error_code ignored;
  const fs::path tasks = fs::path("/proc") / std::to_string(process) / "task";
  for (fs::directory_iterator at(tasks, ignored), end; at != end; at.increment(ignored)) {
    const std::string where = text_of(at->path() / "wchan");
    out += fmt::format("  thread {} ({}) {}{}\n", at->path().filename().string(), text_of(at->path() / "comm"),
                       state_of(text_of(at->path() / "stat")), where.empty() || where == "0" ? "" : " in " + where);
  }
  return out;
}

}  // namespace penstock::mpiexec
