#include "channels.hpp"

#include <numeric>
#include <utility>

namespace bench::hybrid {
namespace {

constexpr int kTag = 1;

}  // namespace

MessageChannel::MessageChannel(int threads, std::size_t block_bytes) : threads_(threads), each_(block_bytes / sizeof(Found)) {
  MPI_Comm_dup(MPI_COMM_WORLD, &all_);
  MPI_Comm_size(all_, &ranks_);
  lanes_.resize(static_cast<std::size_t>(threads_ * ranks_));
  for (Lane& lane : lanes_) {
    for (std::vector<Found>& block : lane.blocks) block.reserve(each_);
  }
  sent_.resize(static_cast<std::size_t>(ranks_));
  coming_.resize(static_cast<std::size_t>(ranks_));
  for (std::size_t i = 0; i < kReceives; ++i) {
    buffers_[i].resize(each_);
    post_receive(i);
  }
}

MessageChannel::~MessageChannel() {
  for (Lane& lane : lanes_) MPI_Waitall(2, lane.requests.data(), MPI_STATUSES_IGNORE);
  for (MPI_Request& receive : receives_) MPI_Cancel(&receive);
  MPI_Waitall(static_cast<int>(kReceives), receives_.data(), MPI_STATUSES_IGNORE);
  MPI_Comm_free(&all_);
}

void MessageChannel::start(Lane& lane, int owner) {
  const std::vector<Found>& block = lane.block();
  MPI_Isend(block.data(), static_cast<int>(block.size() * sizeof(Found)), MPI_BYTE, owner, kTag, all_,
            &lane.requests[lane.current]);
  ++lane.sent;
}

void MessageChannel::post_receive(std::size_t which) {
  MPI_Irecv(buffers_[which].data(), static_cast<int>(each_ * sizeof(Found)), MPI_BYTE, MPI_ANY_SOURCE, kTag, all_,
            &receives_[which]);
}

int MessageChannel::test_some() {
  int ready = 0;
  MPI_Testsome(static_cast<int>(kReceives), receives_.data(), &ready, indices_.data(), statuses_.data());
  return ready;
}

std::span<const Found> MessageChannel::received(int which) const {
  int bytes = 0;
  MPI_Get_count(&statuses_[static_cast<std::size_t>(which)], MPI_BYTE, &bytes);
  const auto index = static_cast<std::size_t>(indices_[static_cast<std::size_t>(which)]);
  return {buffers_[index].data(), static_cast<std::size_t>(bytes) / sizeof(Found)};
}

void MessageChannel::gather_counts() {
  for (int owner = 0; owner < ranks_; ++owner) {
    std::uint64_t& sent = sent_[static_cast<std::size_t>(owner)];
    sent = 0;
    for (int thread = 0; thread < threads_; ++thread) sent += std::exchange(lane_of(thread, owner).sent, 0);
  }
}

std::uint64_t MessageChannel::sum_coming() const {
  return std::accumulate(coming_.begin(), coming_.end(), std::uint64_t{0});
}

QueueChannel::QueueChannel(int threads, std::size_t block_bytes, std::size_t blocks)
    : each_(block_bytes / sizeof(Found)), pes_(shmem_n_pes()), queue_(blocks, each_ * sizeof(Found)) {
  blocks_.resize(static_cast<std::size_t>(threads * pes_));
  for (std::vector<Found>& block : blocks_) block.reserve(each_);
}

}  // namespace bench::hybrid
