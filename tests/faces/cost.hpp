// The calls of MPI through one ABI that are timed. cost_calls.cpp is compiled once for each ABI.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace penstock::faces_cost {

struct Case {
  std::string name;
  int calls;                      // the calls of MPI in one round of the body
  std::function<void(int)> body;  // runs that many rounds
};

// Return the cases for the library that dlopen gave; empty, with a line on standard error, if it lacks a function.
[[nodiscard]] std::vector<Case> standard_cases(void* library);
[[nodiscard]] std::vector<Case> other_cases(void* library);

}  // namespace penstock::faces_cost
