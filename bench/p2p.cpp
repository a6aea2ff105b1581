// Messages between pairs of ranks by MPI's calls.
#include <vector>

#include "mpi_call.hpp"
#include "pairs.hpp"

namespace bench {
namespace {

constexpr int kData = 1, kReply = 2, kFirst = 3;

class MpiTraffic final : public Traffic {
 public:
  MpiTraffic(Scene& scene, const Pair& pair) : scene_(scene), pair_(pair) {}

  void ping_pong() override {
    if (pair_.lower) {
      send();
      receive();
    } else {
      receive();
      send();
    }
  }

  void window(int count, bool both, bool apart) override {
    const Layout& layout = scene_.layout();
    requests_.clear();
    for (int i = 0; i < count && (both || !pair_.lower); ++i) {
      check(MPI_Irecv(scene_.recv_at(apart ? static_cast<std::size_t>(i) : 0), layout.count(), layout.type(), pair_.peer,
                      tag_of(i), scene_.team.comm, &requests_.emplace_back()),
            "MPI_Irecv");
    }
    for (int sent = 0; sent < count && (both || pair_.lower); ++sent) {
      const int i = scene_.options.reversed ? count - 1 - sent : sent;
      check(MPI_Isend(scene_.send_at(apart ? static_cast<std::size_t>(i) : 0), layout.count(), layout.type(), pair_.peer,
                      tag_of(i), scene_.team.comm, &requests_.emplace_back()),
            "MPI_Isend");
    }
    check(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    int word = 0;
    if (pair_.lower) {
      check(MPI_Recv(&word, 1, MPI_INT, pair_.peer, kReply, scene_.team.comm, MPI_STATUS_IGNORE), "MPI_Recv");
    } else {
      check(MPI_Send(&word, 1, MPI_INT, pair_.peer, kReply, scene_.team.comm), "MPI_Send");
    }
  }

 private:
  // The tag of message i of a window.
  [[nodiscard]] int tag_of(int i) const { return scene_.options.reversed ? kFirst + i : kData; }
  void send() {
    const Layout& layout = scene_.layout();
    check(MPI_Send(scene_.send_at(0), layout.count(), layout.type(), pair_.peer, kData, scene_.team.comm), "MPI_Send");
  }
  void receive() {
    const Layout& layout = scene_.layout();
    check(MPI_Recv(scene_.recv_at(0), layout.count(), layout.type(), pair_.peer, kData, scene_.team.comm, MPI_STATUS_IGNORE),
          "MPI_Recv");
  }

  Scene& scene_;
  Pair pair_;
  std::vector<MPI_Request> requests_;
};

}  // namespace

std::unique_ptr<Traffic> make_traffic(Scene& scene, const Pair& pair) {
  return std::make_unique<MpiTraffic>(scene, pair);
}

}  // namespace bench
