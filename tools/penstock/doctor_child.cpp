#include "penstock/doctor_child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>

#include "base/clock.hpp"
#include "penstock/place.hpp"

namespace penstock::tool::health {
namespace {

constexpr std::uint64_t kNs = 1'000'000'000;

int left_ms(std::uint64_t deadline) {
  const std::uint64_t now = base::now_ns();
  return now >= deadline ? 0 : static_cast<int>((deadline - now) / 1'000'000 + 1);
}

std::uint64_t deadline_in(double seconds) {
  return base::now_ns() + static_cast<std::uint64_t>(seconds * static_cast<double>(kNs));
}

[[noreturn]] void become_child(const std::string& program, std::vector<char*>& argv, int input, int output) {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
  execv(program.c_str(), argv.data());
  _exit(127);
}

}  // namespace

Child::Child(const std::vector<std::string>& words) {
  const std::string program = program_folder() + "/penstock";
  std::vector<char*> argv = {const_cast<char*>(program.c_str())};
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  int down[2] = {-1, -1};
  int up[2] = {-1, -1};
  if (pipe2(down, O_CLOEXEC) != 0 || pipe2(up, O_CLOEXEC) != 0) {
    if (down[0] >= 0) close(down[0]), close(down[1]);
    return;
  }
  pid_ = fork();
  if (pid_ == 0) become_child(program, argv, down[0], up[1]);
  close(down[0]);
  close(up[1]);
  input_ = down[1];
  output_ = up[0];
}

Child::~Child() {
  release();
  if (output_ >= 0) close(output_);
  if (pid_ <= 0 || ended_) return;
  // A child that is inside a driver in the kernel may not die at once; then init has to reap it.
  if (status(0.2) >= 0) return;
  kill(pid_, SIGKILL);
  static_cast<void>(status(0.8));
}

void Child::release() {
  if (input_ >= 0) close(input_);
  input_ = -1;
}

bool Child::fill(double seconds) {
  if (output_ < 0) return false;
  pollfd at{output_, POLLIN, 0};
  const int ready = poll(&at, 1, static_cast<int>(seconds * 1000));
  if (ready < 0 && errno == EINTR) return true;
  if (ready <= 0) return false;
  char bytes[4096];
  const ssize_t count = read(output_, bytes, sizeof bytes);
  if (count <= 0) {
    close(output_);
    output_ = -1;
    return false;
  }
  buffer_.append(bytes, static_cast<std::size_t>(count));
  return true;
}

bool Child::line(double seconds, std::string* out) {
  const std::uint64_t deadline = deadline_in(seconds);
  std::size_t end = 0;
  while ((end = buffer_.find('\n')) == std::string::npos) {
    if (!fill(left_ms(deadline) / 1000.0)) return false;
  }
  *out = buffer_.substr(0, end);
  buffer_.erase(0, end + 1);
  return true;
}

bool Child::all(double seconds, std::string* out) {
  const std::uint64_t deadline = deadline_in(seconds);
  while (fill(left_ms(deadline) / 1000.0)) {
  }
  *out = std::move(buffer_);
  return output_ < 0;
}

int Child::status(double seconds) {
  if (pid_ <= 0) return 127;
  const std::uint64_t deadline = deadline_in(seconds);
  do {
    int raw = 0;
    const pid_t gone = waitpid(pid_, &raw, WNOHANG);
    if (gone == pid_) {
      ended_ = true;
      pid_ = -1;
      return WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
    }
    if (gone < 0 && errno != EINTR) return 127;
    poll(nullptr, 0, 5);
  } while (left_ms(deadline) > 0);
  return -1;
}

}  // namespace penstock::tool::health
