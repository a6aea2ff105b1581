// Calls of MPI through one ABI, to be timed. cost_calls.cpp is compiled once for each.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace penstock::faces_cost {

struct Case {
  std::string name;
  int calls;                      // of MPI, in one round of the body
  std::function<void(int)> body;  // so many rounds
};

// Of the library that dlopen gave; empty, and a line on standard error, where it lacks a function.
[[nodiscard]] std::vector<Case> standard_cases(void* library);
[[nodiscard]] std::vector<Case> other_cases(void* library);

}  // namespace penstock::faces_cost
