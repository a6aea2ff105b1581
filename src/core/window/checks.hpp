// Under PENSTOCK_CHECK: which memory the operations of an epoch touch, and which of them exclude each other.
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

// Of one window. What it finds it warns of, each sentence once: the standard leaves the bytes undefined, and the calls right.
// Used with the engine's lock held.
class WindowChecks {
 public:
  // Both are the window's own and outlive it.
  WindowChecks(Comm& comm, const WindowHints& hints) noexcept : comm_(comm), hints_(hints) {}
  ~WindowChecks() { forget_told(true); }
  WindowChecks(const WindowChecks&) = delete;
  WindowChecks& operator=(const WindowChecks&) = delete;

  enum class Kind : std::uint8_t { kPut, kGet, kAccumulate };
  // An operation on memory of one block; those on memory with gaps are not compared.
  struct Target {
    int rank = 0;
    std::int64_t first = 0;  // byte of the window, or address of a dynamic one
    const proto::Buffer elements;
  };
  // `origin` and `result` (either may be null): memory of this rank that the operation reads, and writes. `is_request`: it may
  // be over before the epoch.
  void add(Kind kind, MPI_Op op, const Target& target, const proto::Buffer* origin, const proto::Buffer* result,
           bool is_request);
  // Operations to the member, or (kAll) to all, are over here, or at the target as well.
  static constexpr int kAll = -1;
  void completed(int rank, bool at_target);
  // Collective over the window, at a fence that ends an epoch: compares what different members did to each one's memory.
  // Forgets.
  Status compare_origins();
  // At the end of an epoch that MPI_Win_start began: tells each target what this rank did to its memory. Non-blocking, so that
  // a target may come late; of more than kMostReported accesses the first are told.
  Status report(const std::vector<int>& targets);
  // At the end of the epoch that MPI_Win_post began, when all origins have completed theirs: compares their reports.
  Status compare_reports(const std::vector<int>& origins);

 private:
  // As it travels.
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
  using Spans = std::multimap<std::int64_t, T>;  // by their first byte

  // Overlapping accesses of one origin in one epoch, or of two (`apart`).
  [[nodiscard]] bool exclude(const Access& a, const Access& b, bool apart) const noexcept;
  void add_local(const proto::Buffer* buffer, int target, bool written);
  // `remedy`: the calls that would separate them.
  void compare(const std::vector<std::vector<Access>>& of_origins, std::string_view remedy);
  Status exchange(std::vector<std::vector<Access>>* of_origins);
  void say(std::string&& sentence);

  Comm& comm_;
  const WindowHints& hints_;
  std::map<int, Spans<Access>> accesses_;  // by their target
  std::map<int, std::uint64_t> longest_;
  Spans<Local> locals_;
  std::uint64_t longest_local_ = 0;
  std::vector<std::string> said_;
  struct Telling {
    std::unique_ptr<Report> report;
    proto::Operation* operation = nullptr;
  };
  void forget_told(bool wait);
  std::vector<Telling> telling_;
};

}  // namespace penstock::core
