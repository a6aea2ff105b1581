// Arguments that outlive their call.
#pragma once

#include <cstdint>
#include <vector>

#include "coll/team.hpp"

namespace penstock::coll {

// They have lists of their own, in place of those that are read only while the schedule is built.
class KeptArguments {
 public:
  explicit KeptArguments(const Arguments& given)
      : sends_(given.sends.begin(), given.sends.end()),
        recvs_(given.recvs.begin(), given.recvs.end()),
        counts_(given.counts.begin(), given.counts.end()),
        arguments_(given) {
    arguments_.sends = sends_;
    arguments_.recvs = recvs_;
    arguments_.counts = counts_;
  }
  // A move does not move the lists' elements.
  KeptArguments(KeptArguments&&) = default;
  KeptArguments& operator=(KeptArguments&&) = default;
  KeptArguments(const KeptArguments&) = delete;
  KeptArguments& operator=(const KeptArguments&) = delete;
  ~KeptArguments() = default;

  [[nodiscard]] const Arguments& get() const noexcept { return arguments_; }

 private:
  std::vector<proto::Buffer> sends_;
  std::vector<proto::Buffer> recvs_;
  std::vector<std::uint64_t> counts_;
  Arguments arguments_;
};

}  // namespace penstock::coll
