// Starts a program like a rank in a container: pid_namespaces [--proc] [--net] [--pretend] PROGRAM [ARGUMENT...]
// Every rank but the first gets a PID namespace of its own, with --proc also a /proc that shows no others, with --net a network
// namespace without them. If the system allows none of that, or with --pretend, PENSTOCK_PID_NAMESPACE says so to the library.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include "penstock/pid_namespace.hpp"

namespace {

struct Wish {
  int flags = CLONE_NEWPID;
  bool pretend = false;
};

// Takes the options off the front of the words.
char** read_wish(char** words, Wish* out) {
  for (; *words != nullptr && std::strncmp(*words, "--", 2) == 0; ++words) {
    const std::string_view word = *words;
    if (word == "--proc") out->flags |= CLONE_NEWNS;
    if (word == "--net") out->flags |= CLONE_NEWNET;
    if (word == "--pretend") out->pretend = true;
  }
  return words;
}

penstock::Status take_place(const Wish& wish) {
  if (!penstock::tool::should_enter_own_namespace()) return penstock::Status::ok();
  if (!wish.pretend) {
    const penstock::Status moved = penstock::tool::enter_own_namespace(wish.flags);
    fmt::print(stderr, "pid_namespaces: rank {} {}\n", std::getenv("PMI_RANK"),
               moved.is_ok() ? "has a PID namespace of its own" : fmt::format("pretends: {}", moved.message()));
    if (moved.is_ok()) return penstock::Status::ok();
  }
  return penstock::tool::pretend_own_namespace();
}

}  // namespace

int main(int, char** argv) {
  Wish wish;
  char** const command = read_wish(argv + 1, &wish);
  const penstock::Status placed = take_place(wish);
  if (!placed.is_ok() || *command == nullptr) {
    fmt::print(stderr, "pid_namespaces: {}\n", placed.is_ok() ? "no program is named" : placed.message());
    return 2;
  }
  execvp(*command, command);
  fmt::print(stderr, "pid_namespaces: {}: {}\n", *command, std::strerror(errno));
  return 127;
}
