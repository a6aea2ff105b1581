// Child processes in which `penstock doctor` does things that may fail, wait or crash.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace penstock::tool::health {

// Runs this program again, with other words; stderr goes nowhere. The destructor ends it within a second, whatever it does.
class Child {
 public:
  explicit Child(const std::vector<std::string>& words);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Returns the next line that it prints, or its output before it ended; false after `seconds` without a line, or at its end.
  bool line(double seconds, std::string* out);
  // Returns all output until it ends; false if that takes longer.
  bool all(double seconds, std::string* out);
  // Called after it closed its output: returns its exit status, 128 + signal if a signal ended it; -1 if it still runs.
  int status(double seconds);
  // Closes its input: a child that waits for that ends.
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
