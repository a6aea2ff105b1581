// A cost is the time that an operation which moves bytes is expected to take.
#pragma once

#include <cstdint>
#include <string>

namespace penstock::base {

// The time of one operation is latency_us + bytes / bytes_per_us. Bytes per microsecond are megabytes (10^6 bytes) per second.
struct Cost {
  double latency_us = 0;
  double bytes_per_us = 1;
  [[nodiscard]] double of(std::uint64_t bytes) const noexcept { return latency_us + static_cast<double>(bytes) / bytes_per_us; }
  // Returns the cost at that share of the rate.
  [[nodiscard]] Cost slowed(double share) const noexcept { return {latency_us, bytes_per_us * share}; }
  friend bool operator==(const Cost&, const Cost&) = default;
};

// Formats a cost as tunables of this type are written: "8.8us 380000MB/s", without exponents and with at most six decimal
// places.
[[nodiscard]] std::string cost_text(const Cost& cost);

}  // namespace penstock::base
