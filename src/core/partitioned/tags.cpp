#include "core/partitioned/tags.hpp"

#include <iterator>

namespace penstock::core {

Status PartitionTags::take(int count, int* first) {
  for (auto range = free_.begin(); range != free_.end(); ++range) {
    const auto [begin, length] = *range;
    if (length < count) continue;
    free_.erase(range);
    if (length > count) free_.emplace(begin + count, length - count);
    *first = begin;
    return Status::ok();
  }
  return Status::error(Code::kNoMemory, "no {} tags in a row are left for partitioned requests; free some of them", count);
}

void PartitionTags::give(int first, int count) {
  if (count == 0) return;
  const auto here = free_.emplace(first, count).first;
  if (const auto next = std::next(here); next != free_.end() && next->first == here->first + here->second) {
    here->second += next->second;
    free_.erase(next);
  }
  if (here == free_.begin()) return;
  const auto before = std::prev(here);
  if (before->first + before->second != here->first) return;
  before->second += here->second;
  free_.erase(here);
}

}  // namespace penstock::core
