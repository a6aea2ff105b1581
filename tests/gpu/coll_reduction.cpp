// Collectives that compute: results are compared with operands reduced anew, everything else must be
// unchanged, and all ranks get one result.
#include <cstring>

#include "coll_draw.hpp"
#include "coll_exercise.hpp"

namespace penstock::test {
namespace {

class Reduction : public Exercise {
 public:
  Reduction(Store& store, const Place& place, const Case& what)
      : Exercise(store, place, what), type_(element_types()[what.type]) {
    const bool scatters = is(Call::kReduceScatterBlock) || is(Call::kReduceScatter);
    for (int r = 0; r < place.size; ++r) {
      counts_.push_back(part(r, -1));
      if (r < place.rank) first_ += scatters ? static_cast<std::size_t>(counts_.back()) : 0;
      operands_ += scatters || r == 0 ? static_cast<std::size_t>(counts_.back()) : 0;
    }
    const bool rooted = is(Call::kReduce);
    here_ = what.in_place && (!rooted || at_root());
    results_ = scatters ? static_cast<std::size_t>(counts_[static_cast<std::size_t>(place.rank)]) : operands_;
    send_.there = !here_;
    recv_.there = !rooted || at_root();
    send_.bytes = operands_ * type_.extent;
    recv_.bytes = (here_ ? operands_ : results_) * type_.extent;
    if (here_) arguments_.send = MPI_IN_PLACE;
    arguments_.recv_count = static_cast<int>(what.count);
    arguments_.recv_counts = counts_.data();
    arguments_.recv_type = type_.handle;
    arguments_.op = handle_of(what.op);
    allocate(type_.extent, type_.extent);
  }

 protected:
  void fill() override {
    Side& side = here_ ? recv_ : send_;
    type_.operands(case_.op, key(place_.rank, -1), 0, operands_, side.before.data());
  }

  std::string judge(const Bytes& got) override {
    std::string wrong = recv_.there ? judge_results(got) : "";
    if (!is(Call::kAllreduce)) return wrong;
    if (!same_everywhere(got) && wrong.empty()) return "the result differs from another rank's";
    return wrong;
  }

 private:
  [[nodiscard]] bool is(Call call) const { return case_.call == call; }

  // Returns the keys of the ranks whose operands are in this rank's result. In MPI_Exscan the first rank has
  // none: its buffer is unchanged.
  [[nodiscard]] std::vector<std::uint64_t> keys() const {
    std::vector<std::uint64_t> made;
    const int last = is(Call::kExscan) ? place_.rank : is(Call::kScan) ? place_.rank + 1 : place_.size;
    for (int r = 0; r < last; ++r) made.push_back(key(r, -1));
    return made;
  }

  // Behind the results of MPI_Reduce_scatter in place MPI may leave any bytes.
  std::string judge_results(const Bytes& got) {
    const std::vector<std::uint64_t> of = keys();
    if (of.empty()) return first_difference(got, recv_.before);
    std::string why;
    const std::size_t wrong = type_.first_wrong(case_.op, of, first_, results_, got.data(), &why);
    return wrong == results_ ? "" : "element " + std::to_string(wrong) + " is " + why;
  }

  // Compares the bytes of digests, so that the verdict does not depend on the library's arithmetic.
  bool same_everywhere(const Bytes& got) {
    const std::uint64_t mine = type_.digest(results_, got.data());
    std::uint64_t common[2] = {};
    MPI_Allreduce(&mine, &common[0], sizeof mine, MPI_BYTE, MPI_BAND, place_.judging);
    MPI_Allreduce(&mine, &common[1], sizeof mine, MPI_BYTE, MPI_BOR, place_.judging);
    return common[0] == common[1];
  }

  const ElementType& type_;
  std::vector<int> counts_;
  std::size_t operands_ = 0, results_ = 0, first_ = 0;
  bool here_ = false;
};

}  // namespace

std::unique_ptr<Exercise> make_reduction(Store& store, const Place& place, const Case& what) {
  return std::make_unique<Reduction>(store, place, what);
}

}  // namespace penstock::test
