// Decides if the calls of all ranks fit together. One rank checks all calls, so that every rank reports the same sentence.
#include <algorithm>

#include "core/collective/call_record.hpp"

namespace penstock::core {
namespace {

constexpr std::size_t kNamed = 8;  // ranks that a sentence lists; the others are counted

class Judge {
 public:
  Judge(std::span<const CallRecord> records, std::size_t first) noexcept : records_(records), first_(first) {}

  Status judge() {
    PENSTOCK_TRY(failures());
    PENSTOCK_TRY(same([](const CallRecord& record) { return record.call(); }, Code::kArg, ""));
    PENSTOCK_TRY(roots());
    PENSTOCK_TRY(same([](const CallRecord& record) { return std::string_view(record.header().op); }, Code::kOp, "with "));
    PENSTOCK_TRY(in_place());
    if (one().flow == Flow::kReduction) return operands();
    return data();
  }

 private:
  [[nodiscard]] const CallRecord::Header& one() const noexcept { return records_.front().header(); }
  [[nodiscard]] bool inter() const noexcept { return first_ != records_.size(); }
  [[nodiscard]] bool in_first(std::size_t i) const noexcept { return i < first_; }
  // Each returns the name of rank i, or its rank in its group.
  [[nodiscard]] std::size_t rank_of(std::size_t i) const noexcept { return in_first(i) ? i : i - first_; }
  [[nodiscard]] std::string name(std::size_t i) const {
    if (!inter()) return fmt::format("rank {}", i);
    return fmt::format("rank {} of the {} group", rank_of(i), in_first(i) ? "first" : "second");
  }
  // Returns a text such as "ranks 1, 4 and 7" or "rank 2".
  [[nodiscard]] std::string names(const std::vector<std::size_t>& ranks) const {
    if (ranks.size() == 1) return name(ranks.front());
    std::string text = inter() ? "" : "ranks ";
    const std::size_t named = std::min(ranks.size(), kNamed);
    for (std::size_t i = 0; i < named; ++i) {
      const bool last = i + 1 == ranks.size();
      text += i == 0 ? "" : last ? " and " : ", ";
      text += inter() ? name(ranks[i]) : fmt::format("{}", ranks[i]);
    }
    return named == ranks.size() ? text : text + fmt::format(" and {} more", ranks.size() - named);
  }
  [[nodiscard]] static std::string_view verb(const std::vector<std::size_t>& ranks, bool calls) {
    if (calls) return ranks.size() == 1 ? "calls" : "call";
    return ranks.size() == 1 ? "expects" : "expect";
  }

  Status failures() {
    std::vector<std::size_t> failed;
    for (std::size_t i = 0; i < records_.size(); ++i) {
      if (records_[i].header().failed != Code::kOk) failed.push_back(i);
    }
    if (failed.empty()) return Status::ok();
    const CallRecord::Header& first = records_[failed.front()].header();
    return Status::error(first.failed, "the call of {} to {} failed before anything was moved: {}", names(failed), first.call,
                         first.failure);
  }

  // Compares a text of all records that have one; ranks whose text differs from the first one
  // are named with the first of their texts.
  template <typename Text>
  Status same(Text&& text, Code code, std::string_view how) {
    std::size_t first = 0;
    while (first < records_.size() && text(records_[first]).empty()) ++first;
    std::vector<std::size_t> others;
    for (std::size_t i = first + 1; i < records_.size(); ++i) {
      const std::string_view said = text(records_[i]);
      if (said.empty() || said == text(records_[first])) continue;
      if (others.empty() || said == text(records_[others.front()])) others.push_back(i);
    }
    if (others.empty()) return Status::ok();
    const auto says = [&](std::size_t i) {
      if (code == Code::kArg) return std::string(text(records_[i]));
      return fmt::format("{} {}{}", records_[i].call(), how, text(records_[i]));
    };
    return Status::error(code, "{} {} {}, {} {}", names(others), verb(others, true), says(others.front()), name(first),
                         says(first));
  }

  Status roots() {
    if (one().rooted == 0) return Status::ok();
    if (inter()) return roots_between_groups();
    std::vector<std::size_t> others;
    for (std::size_t i = 1; i < records_.size(); ++i) {
      const int root = records_[i].header().root;
      if (root == one().root) continue;
      if (others.empty() || root == records_[others.front()].header().root) others.push_back(i);
    }
    if (others.empty()) return Status::ok();
    return Status::error(Code::kRoot, "{} {} {} with root {}, {} with root {}", names(others), verb(others, true), one().call,
                         records_[others.front()].header().root, name(0), one().root);
  }

  // One rank passes MPI_ROOT, the others of its group MPI_PROC_NULL, and the other group passes its rank.
  Status roots_between_groups() {
    std::vector<std::size_t> roots;
    for (std::size_t i = 0; i < records_.size(); ++i) {
      if (records_[i].header().root == MPI_ROOT) roots.push_back(i);
    }
    if (roots.empty()) return Status::error(Code::kRoot, "no rank calls {} with MPI_ROOT", one().call);
    if (roots.size() > 1) {
      return Status::error(Code::kRoot, "{} call {} with MPI_ROOT; one rank of the two groups may", names(roots), one().call);
    }
    const std::size_t root = roots.front();
    for (std::size_t i = 0; i < records_.size(); ++i) {
      const bool beside = in_first(i) == in_first(root);
      const int wanted = beside ? MPI_PROC_NULL : static_cast<int>(rank_of(root));
      if (i == root || records_[i].header().root == wanted) continue;
      return Status::error(Code::kRoot, "{} calls {} with root {}, where {} is the root and {} is meant", name(i), one().call,
                           records_[i].header().root, name(root), beside ? "MPI_PROC_NULL" : fmt::format("{}", wanted));
    }
    return Status::ok();
  }

  Status in_place() {
    if (one().in_place_everywhere == 0) return Status::ok();
    std::vector<std::size_t> others;
    for (std::size_t i = 1; i < records_.size(); ++i) {
      if (records_[i].header().in_place != one().in_place) others.push_back(i);
    }
    if (others.empty()) return Status::ok();
    const bool first = one().in_place != 0;
    return Status::error(Code::kBuffer, "{} {} {} with {}, {} with {}: all ranks pass MPI_IN_PLACE or none", names(others),
                         verb(others, true), one().call, first ? "a buffer to send" : "MPI_IN_PLACE", name(0),
                         first ? "MPI_IN_PLACE" : "a buffer to send");
  }

  static bool fit(const Piece& a, const Piece& b) noexcept {
    if (a.bytes != b.bytes) return false;
    if (a.packed != 0 || b.packed != 0) return true;
    return a.elements == b.elements && a.signature == b.signature;
  }

  Status operands() {
    std::size_t reference = 0;
    while (reference < records_.size() && records_[reference].header().sends == CallRecord::Has::kNothing) ++reference;
    std::vector<std::size_t> others;
    for (std::size_t i = reference + 1; i < records_.size(); ++i) {
      const CallRecord::Header& header = records_[i].header();
      if (header.sends == CallRecord::Has::kNothing || fit(header.send, records_[reference].header().send)) continue;
      if (others.empty() || fit(header.send, records_[others.front()].header().send)) others.push_back(i);
    }
    if (!others.empty()) {
      const Piece& theirs = records_[others.front()].header().send;
      const Piece& first = records_[reference].header().send;
      return Status::error(theirs.elements == first.elements ? Code::kType : Code::kCount, "{} {} {} with {}, {} with {}",
                           names(others), verb(others, true), one().call, text_of(theirs), name(reference), text_of(first));
    }
    return parts();
  }

  // Compares the parts of a reduction within each group.
  Status parts() {
    for (std::size_t i = 0; i < records_.size(); ++i) {
      const std::size_t leader = in_first(i) ? 0 : first_;
      const auto& mine = records_[i].pieces();
      const auto& first = records_[leader].pieces();
      for (std::size_t k = 0; k < std::min(mine.size(), first.size()); ++k) {
        if (mine[k].elements == first[k].elements) continue;
        return Status::error(Code::kCount, "{} calls {} with {} elements for rank {}, {} with {}", name(i), one().call,
                             mine[k].elements, k, name(leader), first[k].elements);
      }
    }
    return Status::ok();
  }

  // Tells if rank `from` sends data to rank `to` in this collective.
  [[nodiscard]] bool flows(std::size_t from, std::size_t to) const noexcept {
    if (inter() ? in_first(from) == in_first(to) : from == to) return false;
    switch (one().flow) {
      case Flow::kNothing:
      case Flow::kReduction: return false;
      case Flow::kFromRoot: return is_root(from);
      case Flow::kToRoot: return is_root(to);
      case Flow::kToAll:
      case Flow::kAllToAll: return true;
    }
    return false;
  }
  [[nodiscard]] bool is_root(std::size_t i) const noexcept {
    const int root = records_[i].header().root;
    return inter() ? root == MPI_ROOT : static_cast<std::size_t>(root) == i;
  }
  // Returns the data that `from` sends to `to`; if each rank sends the same to every rank, that is its own part.
  [[nodiscard]] const Piece* given(std::size_t from, std::size_t to) const noexcept {
    const bool own_part = one().flow == Flow::kToAll && !inter();
    return records_[from].given(rank_of(own_part ? from : to));
  }

  Status data() {
    for (std::size_t from = 0; from < records_.size(); ++from) {
      for (std::size_t to = 0; to < records_.size(); ++to) {
        if (flows(from, to) && !pair_fits(from, to)) return mismatch(from, to);
      }
    }
    return Status::ok();
  }
  [[nodiscard]] bool pair_fits(std::size_t from, std::size_t to) const noexcept {
    const Piece* sent = given(from, to);
    const Piece* wanted = records_[to].expected(rank_of(from));
    return sent == nullptr || wanted == nullptr || fit(*sent, *wanted);
  }

  // All ranks that expect the same data of `from` are named together.
  Status mismatch(std::size_t from, std::size_t to) {
    const Piece& sent = *given(from, to);
    const Piece& wanted = *records_[to].expected(rank_of(from));
    std::vector<std::size_t> receivers;
    for (std::size_t i = to; i < records_.size(); ++i) {
      if (!flows(from, i) || pair_fits(from, i)) continue;
      if (fit(*given(from, i), sent) && fit(*records_[i].expected(rank_of(from)), wanted)) receivers.push_back(i);
    }
    Code code = Code::kType;
    if (sent.elements != wanted.elements) code = sent.bytes > wanted.bytes ? Code::kTruncate : Code::kCount;
    return Status::error(code, "{} calls {} with {} for {}, which {} {}", name(from), one().call, text_of(sent),
                         names(receivers), verb(receivers, false), text_of(wanted));
  }

  std::span<const CallRecord> records_;
  std::size_t first_;
};

}  // namespace

Status judge(std::span<const CallRecord> records, std::size_t first) {
  return Judge(records, first).judge();
}

}  // namespace penstock::core
