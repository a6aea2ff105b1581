#include <mpi.h>

#include <algorithm>
#include <numeric>

#include "distribute.hpp"
#include "mpi_call.hpp"

namespace bench::hybrid {
namespace {

class Exchange {
 public:
  Exchange(const Plan& plan, Buckets* buckets)
      : plan_(plan),
        buckets_(buckets),
        ordered_(plan.piece()),
        sent_(all_buckets()),
        coming_(all_buckets()),
        out_(ranks()),
        out_at_(ranks()),
        in_(ranks()),
        in_at_(ranks()) {
    MPI_Type_contiguous(static_cast<int>(sizeof(Record)), MPI_BYTE, &record_);
    MPI_Type_commit(&record_);
  }
  ~Exchange() { MPI_Type_free(&record_); }
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  // Exchanges a piece, which may be empty. Collective.
  void run(std::span<const Record> piece) {
    plan_.deal(piece, ordered_, &first_);
    for (std::size_t bucket = 0; bucket < sent_.size(); ++bucket)
      sent_[bucket] = static_cast<int>(first_[bucket + 1] - first_[bucket]);
    MPI_Alltoall(sent_.data(), each(), MPI_INT, coming_.data(), each(), MPI_INT, MPI_COMM_WORLD);
    const std::size_t total = lay_out();
    if (total > plan_.largest_bucket()) {
      throw Failure(std::to_string(total) + " records come to a rank at once, for which there is no memory: raise --limit");
    }
    if (arrived_.size() < total) arrived_.resize(total);
    MPI_Alltoallv(ordered_.data(), out_.data(), out_at_.data(), record_, arrived_.data(), in_.data(), in_at_.data(), record_,
                  MPI_COMM_WORLD);
    write();
  }

 private:
  [[nodiscard]] std::size_t ranks() const { return static_cast<std::size_t>(plan_.ranks()); }
  [[nodiscard]] std::size_t all_buckets() const { return plan_.buckets() * ranks(); }
  [[nodiscard]] int each() const { return static_cast<int>(plan_.buckets()); }

  [[nodiscard]] std::size_t lay_out() {
    std::size_t total = 0;
    for (std::size_t rank = 0; rank < ranks(); ++rank) {
      const auto from = static_cast<std::ptrdiff_t>(rank * plan_.buckets()), to = from + each();
      out_[rank] = std::accumulate(sent_.begin() + from, sent_.begin() + to, 0);
      in_[rank] = std::accumulate(coming_.begin() + from, coming_.begin() + to, 0);
      out_at_[rank] = static_cast<int>(first_[static_cast<std::size_t>(from)]);
      in_at_[rank] = static_cast<int>(total);
      total += static_cast<std::size_t>(in_[rank]);
    }
    return total;
  }

  void write() {
    std::size_t at = 0;
    for (std::size_t i = 0; i < coming_.size(); ++i) {
      const auto records = static_cast<std::size_t>(coming_[i]);
      if (records != 0) buckets_->append(i % plan_.buckets(), std::span(arrived_).subspan(at, records));
      at += records;
    }
  }

  const Plan& plan_;
  Buckets* const buckets_;
  std::vector<Record> ordered_, arrived_;
  std::vector<std::size_t> first_;
  std::vector<int> sent_, coming_;              // by rank and bucket
  std::vector<int> out_, out_at_, in_, in_at_;  // by rank
  MPI_Datatype record_ = MPI_DATATYPE_NULL;
};

}  // namespace

void distribute_by_messages(const Plan& plan, const RecordFile& input, Buckets* buckets) {
  std::uint64_t pieces = (input.records() + plan.piece() - 1) / plan.piece();
  MPI_Allreduce(MPI_IN_PLACE, &pieces, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
  std::vector<Record> piece(plan.piece());
  Exchange exchange(plan, buckets);
  for (std::uint64_t i = 0; i < pieces; ++i) exchange.run(input.read(i * plan.piece(), piece));
}

}  // namespace bench::hybrid
