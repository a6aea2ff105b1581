// Measures the cost of a call through the face of another ABI, beside the same call through the standard ABI,
// in one process over one runtime.
//
//   faces_cost_ABI STANDARD_LIBRARY LIBRARY [ROUNDS [CALLS]]
//
// Both take turns, ROUNDS times (25), CALLS calls (20000) each time. For each call: the median of either in ns, and the median
// of the differences of neighbours, as a line of JSON.
#include "cost.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <dlfcn.h>

namespace penstock::faces_cost {
namespace {

double time_of(const Case& one, int calls) {
  const int rounds = std::max(1, calls / one.calls);
  const auto begin = std::chrono::steady_clock::now();
  one.body(rounds);
  const std::chrono::duration<double, std::nano> passed = std::chrono::steady_clock::now() - begin;
  return passed.count() / (static_cast<double>(rounds) * one.calls);
}

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

void compare(const Case& standard, const Case& other, int rounds, int calls) {
  std::vector<double> first;
  std::vector<double> second;
  std::vector<double> more;
  for (const Case* one : {&standard, &other}) static_cast<void>(time_of(*one, calls));  // warm
  for (int i = 0; i < rounds; ++i) {
    const double before = time_of(standard, calls);
    const double between = time_of(other, calls);
    const double after = time_of(standard, calls);
    first.push_back((before + after) / 2);
    second.push_back(between);
    more.push_back(between - (before + after) / 2);
  }
  std::printf("{\"call\": \"%s\", \"standard_ns\": %.1f, \"face_ns\": %.1f, \"more_ns\": %.1f}\n", standard.name.c_str(),
              median(first), median(second), median(more));
}

int run(void* standard, void* face, int rounds, int calls) {
  const auto init = reinterpret_cast<int (*)(int*, char***)>(::dlsym(standard, "MPI_Init"));
  const auto finalize = reinterpret_cast<int (*)()>(::dlsym(face, "MPI_Finalize"));
  if (init == nullptr || finalize == nullptr || init(nullptr, nullptr) != 0) return 1;
  const std::vector<Case> ours = standard_cases(standard);
  const std::vector<Case> theirs = other_cases(face);
  if (ours.empty() || ours.size() != theirs.size()) return 1;
  for (std::size_t i = 0; i < ours.size(); ++i) compare(ours[i], theirs[i], rounds, calls);
  return finalize();
}

}  // namespace
}  // namespace penstock::faces_cost

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: faces_cost_ABI STANDARD_LIBRARY LIBRARY [ROUNDS [CALLS]]\n");
    return 2;
  }
  void* const standard = ::dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  void* const face = ::dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
  if (standard == nullptr || face == nullptr) {
    std::fprintf(stderr, "faces_cost: %s\n", ::dlerror());
    return 1;
  }
  const int rounds = argc > 3 ? std::atoi(argv[3]) : 25;
  const int calls = argc > 4 ? std::atoi(argv[4]) : 20000;
  if (rounds < 1 || calls < 1) return 2;
  return penstock::faces_cost::run(standard, face, rounds, calls);
}
