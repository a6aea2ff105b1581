// One failing driver call, counted over the library's calls alone: the test's own driver calls are left out.
#pragma once

#include <string>
#include <vector>

namespace penstock::test {

inline constexpr int kUnknownError = 999;  // CUDA_ERROR_UNKNOWN

// The count is paused at first. It needs the stand-in driver, and ends the program if there is another.
class Fault {
 public:
  Fault();
  // Makes the nth call of `entry` ("async": the nth operation of a stream) return `result`, counted
  // while not paused; 0: every call.
  void arm(const std::string& entry, long nth, int result);
  void resume();
  void pause();
  // Return the entry points that were called while not paused, and how often one of them was.
  [[nodiscard]] std::vector<std::string> called() const;
  [[nodiscard]] long calls_of(const std::string& entry) const;
  // Prints lines "calls|RANK|ENTRY|COUNT" of the calls while not paused.
  void print(int rank) const;

 private:
  struct Count {
    std::string entry;
    long at_resume = 0;
    long total = 0;
  };
  Count& of(const std::string& entry);

  std::vector<Count> counts_;
  std::string entry_;
  long nth_ = 0;
  int result_ = 0;
};

}  // namespace penstock::test
