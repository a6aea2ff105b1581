// What an operation that moves bytes is expected to take.
#pragma once

#include <cstdint>
#include <string>

namespace penstock::base {

// Time of one operation: latency_us + bytes / bytes_per_us. Bytes a microsecond are megabytes (10^6) a second.
struct Cost {
  double latency_us = 0;
  double bytes_per_us = 1;
  [[nodiscard]] double of(std::uint64_t bytes) const noexcept { return latency_us + static_cast<double>(bytes) / bytes_per_us; }
  // At a part of the rate.
  [[nodiscard]] Cost slowed(double share) const noexcept { return {latency_us, bytes_per_us * share}; }
  friend bool operator==(const Cost&, const Cost&) = default;
};

// As the tunables of this type are written: "8.8us 380000MB/s". No exponents, six digits behind the point at most.
[[nodiscard]] std::string cost_text(const Cost& cost);

}  // namespace penstock::base
