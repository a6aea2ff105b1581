// What this process has exported to others, and whether it is still there.
#pragma once

#include <unordered_map>
#include <vector>

#include "accel/accel.hpp"
#include "accel/devices.hpp"
#include "accel/driver.hpp"

namespace penstock::accel {

// Handles of own allocations, asked of the driver once each, kept until the allocation is found to be freed.
class ExportCache {
 public:
  ExportCache(const Driver& driver, Devices& devices, const ProcessId& self)
      : driver_(driver), devices_(devices), self_(self) {}
  Status get(const Memory& memory, Export* out);
  [[nodiscard]] bool empty() const noexcept { return exports_.empty() && dropped_.empty(); }
  // As Accel::check_exports.
  Status check(std::vector<ExportName>* gone);

 private:
  static constexpr std::size_t kMost = 4096;  // one more makes room: the next in turn to be looked at goes
  static constexpr std::size_t kLooks = 64;   // of one check

  Status still_there(const Export& exported, bool* out) const;
  void drop(std::size_t at);

  const Driver& driver_;
  Devices& devices_;
  ProcessId self_;
  std::vector<Export> exports_;
  std::unordered_map<std::uint64_t, std::size_t> by_buffer_;  // place in exports_
  std::vector<ExportName> dropped_;                           // not yet told
  std::size_t next_ = 0;                                      // to be looked at
};

}  // namespace penstock::accel
