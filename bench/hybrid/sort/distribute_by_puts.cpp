#include <algorithm>
#include <atomic>

#include "distribute.hpp"
#include "hybrid/symmetric_queue.hpp"
#include "mpi_call.hpp"

namespace bench::hybrid {
namespace {

constexpr std::size_t kBlocksOfAQueue = 16, kLeastBlock = 4096, kMostBlock = std::size_t{256} << 10;

std::size_t block_bytes(const Plan& plan) {
  return std::clamp(plan.queue_bytes() / kBlocksOfAQueue, kLeastBlock, kMostBlock) / sizeof(Record) * sizeof(Record);
}

class Delivery {
  auto taker() {
    return [this](const Block& block) {
      buckets_->append(block.tag, {reinterpret_cast<const Record*>(block.bytes.data()), block.bytes.size() / sizeof(Record)});
    };
  }

 public:
  // With one thread, that thread reads, and takes received records between its puts.
  Delivery(const Plan& plan, const RecordFile& input, int threads, Buckets* buckets)
      : plan_(plan),
        input_(input),
        alone_(threads == 1),
        readers_(alone_ ? 1 : threads - 1),
        reading_(readers_),
        buckets_(buckets),
        queue_(std::max<std::size_t>(1, plan.queue_bytes() / block_bytes(plan)), block_bytes(plan)) {}

  void work(int thread) { thread < readers_ ? read() : write(); }

  // Collective.
  void finish() { queue_.finish(taker()); }

 private:
  // A reading thread runs this: it reads one piece after another until the input ends.
  void read() {
    const std::size_t size = plan_.piece() / static_cast<std::size_t>(readers_);
    std::vector<Record> piece(size), ordered(size);
    std::vector<std::size_t> first;
    for (std::uint64_t at = next_.fetch_add(size); at < input_.records(); at = next_.fetch_add(size)) {
      plan_.deal(input_.read(at, piece), ordered, &first);
      put(ordered, first);
    }
    reading_.fetch_sub(1);
  }

  // The writing thread runs this.
  void write() {
    while (reading_.load() != 0) {
      if (!take_ready()) std::this_thread::yield();
    }
  }

  bool take_ready() { return queue_.take_ready(taker()); }

  // The puts begin with this rank's own buckets, so that the ranks do not all put to the same target.
  void put(std::span<const Record> ordered, const std::vector<std::size_t>& first) {
    const std::size_t all = first.size() - 1, own = static_cast<std::size_t>(plan_.rank()) * plan_.buckets();
    for (std::size_t i = 0; i < all; ++i) {
      const std::size_t bucket = (own + i) % all;
      send(bucket, ordered.subspan(first[bucket], first[bucket + 1] - first[bucket]));
      if (alone_) take_ready();
    }
  }

  void send(std::size_t bucket, std::span<const Record> records) {
    const int pe = static_cast<int>(bucket / plan_.buckets());
    const std::size_t each = queue_.block_bytes() / sizeof(Record);
    for (; !records.empty(); records = records.subspan(std::min(each, records.size()))) {
      queue_.put(pe, static_cast<unsigned>(bucket % plan_.buckets()),
                 std::as_bytes(records.first(std::min(each, records.size()))), taker());
    }
  }

  const Plan& plan_;
  const RecordFile& input_;
  const bool alone_;
  const int readers_;
  std::atomic<int> reading_;
  std::atomic<std::uint64_t> next_{0};
  Buckets* const buckets_;
  SymmetricQueue queue_;
};

}  // namespace

void distribute_by_puts(const Plan& plan, const RecordFile& input, int threads, Buckets* buckets) {
  if (plan.buckets() >= SymmetricQueue::kMostTags) throw Failure("there are too many buckets: raise --limit");
  Delivery delivery(plan, input, threads, buckets);
  on_threads(threads, [&](int thread) { delivery.work(thread); });
  delivery.finish();
}

}  // namespace bench::hybrid
