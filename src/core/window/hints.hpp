// This unit reads the hints that an application gives for a window in an info object.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.hpp"
#include "core/object/info.hpp"

namespace penstock::core {

class Instance;

// WindowHints holds the values in use of the hints that the standard defines. A value that cannot be used is ignored, as hints
// are.
class WindowHints {
 public:
  // `hints` may be null.
  void take(const Info* hints);
  // MPI_Win_get_info returns *out.
  [[nodiscard]] Status report(Instance& instance, Info* out) const;

  // The window has allocated its memory as this kind.
  void set_memory_kind(std::string_view kind) { memory_kind_ = kind; }

  [[nodiscard]] bool no_locks() const noexcept { return no_locks_; }
  [[nodiscard]] bool noncontiguous() const noexcept { return noncontiguous_; }
  // Accumulates of one origin to one location are written in the order of its calls.
  [[nodiscard]] bool orders_writes() const noexcept { return ordering_.find("waw") != std::string::npos; }
  // Accumulates of several origins to one location have one operation, and MPI_NO_OP is not among them.
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
  std::string asserted_kinds_;  // It is empty where none were asserted.
  std::string memory_kind_;     // It is empty where the memory is the application's.
};

}  // namespace penstock::core
