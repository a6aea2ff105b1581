// What a program says of a window in its info object.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.hpp"
#include "core/object/info.hpp"

namespace penstock::core {

class Instance;

// The hints that the standard defines, with the values in use. A value that cannot be used is ignored, as hints are.
class WindowHints {
 public:
  // `hints` may be null.
  void take(const Info* hints);
  // What MPI_Win_get_info tells.
  [[nodiscard]] Status tell(Instance& instance, Info* out) const;

  // Of memory that the window has made.
  void set_memory_kind(std::string_view kind) { memory_kind_ = kind; }

  [[nodiscard]] bool no_locks() const noexcept { return no_locks_; }
  [[nodiscard]] bool noncontiguous() const noexcept { return noncontiguous_; }
  // Accumulates of one origin to one place are written in the order of its calls.
  [[nodiscard]] bool orders_writes() const noexcept { return ordering_.find("waw") != std::string::npos; }
  // Accumulates of several origins to one place have one operation, without MPI_NO_OP among them.
  [[nodiscard]] bool same_op() const noexcept { return ops_ == "same_op"; }
  [[nodiscard]] std::size_t alignment() const noexcept { return alignment_; }

 private:
  bool no_locks_ = false;
  bool noncontiguous_ = false;
  bool same_size_ = false;
  bool same_unit_ = false;
  std::size_t alignment_ = 64;
  std::string ordering_ = "rar,raw,war,waw";
  std::string ops_ = "same_op_no_op";
  std::string granularity_ = "0";
  std::string asserted_kinds_;  // empty: none were
  std::string memory_kind_;     // empty: the memory is the program's
};

}  // namespace penstock::core
