// Under PENSTOCK_CHECK this unit notes which memory the operations of an epoch touch, and warns of operations that exclude each
// other.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "core/window/hints.hpp"
#include "mpi.h"
#include "proto/layout/layout.hpp"

namespace penstock::core {

// WindowChecks belongs to one window and writes each warning once. The calls are still correct: the standard only leaves the
// bytes undefined. The caller holds the engine's lock.
class WindowChecks {
 public:
  // Both belong to the window and outlive this object.
  WindowChecks(Comm& comm, const WindowHints& hints) noexcept : comm_(comm), hints_(hints) {}
  ~WindowChecks() { forget_sent(true); }
  WindowChecks(const WindowChecks&) = delete;
  WindowChecks& operator=(const WindowChecks&) = delete;

  enum class Kind : std::uint8_t { kPut, kGet, kAccumulate };
  // Operations are compared where their memory has no gaps.
  struct Target {
    int rank = 0;
    std::int64_t first = 0;  // It is a byte of the window, or an address of a dynamic window.
    const proto::Buffer elements;
  };
  // The operation reads `origin` and writes `result`, which are memory of this rank; either may be null. With `is_request` the
  // operation may be over before the epoch ends.
  void add(Kind kind, MPI_Op op, const Target& target, const proto::Buffer* origin, const proto::Buffer* result,
           bool is_request);
  // Operations to the member, or to all members (kAll), are over here, or also at the target.
  static constexpr int kAll = -1;
  void completed(int rank, bool at_target);
  // All members call this at a fence that ends an epoch. It compares the operations of different members on the memory of each,
  // and forgets them.
  Status compare_origins();
  // MPI_Win_complete calls this. It sends each target the accesses of this rank to its memory, at most kMostReported of them.
  // The sends do not block, so a target may come late.
  Status report(const std::vector<int>& targets);
  // The end of an exposure epoch calls this, when all origins have completed their epochs. It compares their reports.
  Status compare_reports(const std::vector<int>& origins);

 private:
  // Accesses are sent in this form.
  struct Access {
    std::int64_t first = 0;
    std::uint64_t bytes = 0;
    std::uintptr_t op = 0;
    std::int32_t target = 0;
    Kind kind = Kind::kPut;
    char call[27] = {};
    [[nodiscard]] bool overlaps(const Access& other) const noexcept {
      return first < other.first + static_cast<std::int64_t>(other.bytes) &&
             other.first < first + static_cast<std::int64_t>(bytes);
    }
  };
  static constexpr std::size_t kMostReported = 32;
  struct Report {
    std::uint64_t count = 0;
    Access accesses[kMostReported];
  };
  struct Local {
    std::uintptr_t start = 0;
    std::uint64_t bytes = 0;
    int target = 0;
    bool written = false;
    std::string_view call;
  };
  template <typename T>
  using Spans = std::multimap<std::int64_t, T>;  // The keys are first bytes.

  // Returns true where the two accesses, which overlap in one epoch, exclude each other; `apart` says that their origins
  // differ.
  [[nodiscard]] bool exclude(const Access& a, const Access& b, bool apart) const noexcept;
  void add_local(const proto::Buffer* buffer, int target, bool written);
  // `remedy` names the calls that would separate the accesses.
  void compare(const std::vector<std::vector<Access>>& of_origins, std::string_view remedy);
  Status exchange(std::vector<std::vector<Access>>* of_origins);
  void say(std::string&& sentence);

  Comm& comm_;
  const WindowHints& hints_;
  std::map<int, Spans<Access>> accesses_;  // The keys are targets.
  std::map<int, std::uint64_t> longest_;
  Spans<Local> locals_;
  std::uint64_t longest_local_ = 0;
  std::vector<std::string> said_;
  struct SentReport {
    std::unique_ptr<Report> report;
    proto::Operation* operation = nullptr;
  };
  void forget_sent(bool wait);
  std::vector<SentReport> sent_;
};

}  // namespace penstock::core
