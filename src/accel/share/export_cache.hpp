// ExportCache has the allocations that this process has exported, and checks if they still exist.
#pragma once

#include <unordered_map>
#include <vector>

#include "accel/driver/devices.hpp"
#include "accel/driver/driver.hpp"
#include "accel/memory/memory.hpp"
#include "accel/share/export.hpp"

namespace penstock::accel {

// The driver is asked once for the handle of an allocation, which is kept until the allocation is found to be freed.
class ExportCache {
 public:
  ExportCache(const Driver& driver, Devices& devices, const ProcessId& self)
      : driver_(driver), devices_(devices), self_(self) {}
  Status get(const Memory& memory, Export* out);
  [[nodiscard]] bool empty() const noexcept { return exports_.empty() && dropped_.empty(); }
  // Implements Exports::check_exports.
  Status check(std::vector<ExportName>* gone);

 private:
  static constexpr std::size_t kMost = 4096;  // the next allocation to check is dropped to make room for one more
  static constexpr std::size_t kLooks = 64;   // allocations that one call checks

  Status still_there(const Export& exported, bool* out) const;
  void drop(std::size_t at);

  const Driver& driver_;
  Devices& devices_;
  ProcessId self_;
  std::vector<Export> exports_;
  std::unordered_map<std::uint64_t, std::size_t> by_buffer_;  // index in exports_
  std::vector<ExportName> dropped_;                           // not yet reported
  std::size_t next_ = 0;                                      // the next allocation to check
};

}  // namespace penstock::accel
