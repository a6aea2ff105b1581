// One failing driver call, counted over the library's calls alone: what the test itself asks of the driver is left out.
#pragma once

#include <string>
#include <vector>

namespace penstock::test {

inline constexpr int kUnknownError = 999;  // CUDA_ERROR_UNKNOWN

// Begins paused. Needs the stand-in driver; ends the program where there is another.
class Fault {
 public:
  Fault();
  // The nth call of `entry` ("async": the nth operation of a stream) while not paused returns `result`; 0: every one.
  void arm(const std::string& entry, long nth, int result);
  void resume();
  void pause();
  // What was called while not paused, at least once; and how often one of them was.
  [[nodiscard]] std::vector<std::string> called() const;
  [[nodiscard]] long calls_of(const std::string& entry) const;
  // Lines "calls|RANK|ENTRY|COUNT" of what was called while not paused.
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
