// Children that do for `penstock doctor` what may fail, wait or crash.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace penstock::tool::health {

// This program again, with other words; stderr goes nowhere. Ended by its destructor, within a second, whatever it does.
class Child {
 public:
  explicit Child(const std::vector<std::string>& words);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // The next line that it prints, or what it printed before it ended; false after `seconds` without one, or at its end.
  bool line(double seconds, std::string* out);
  // All that it prints until it ends; false if that takes longer.
  bool all(double seconds, std::string* out);
  // Once it closed its output: its exit status, 128 + signal if one ended it; -1 if it still runs.
  int status(double seconds);
  // Its input ends: a child that waits for that goes.
  void release();

 private:
  bool fill(double seconds);

  pid_t pid_ = -1;
  int input_ = -1;
  int output_ = -1;
  bool ended_ = false;
  std::string buffer_;
};

}  // namespace penstock::tool::health
