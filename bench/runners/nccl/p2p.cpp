// Messages between pairs of ranks by ncclSend and ncclRecv.
#include "mpi_call.hpp"
#include "nccl.hpp"
#include "pairs.hpp"

namespace bench {
namespace {

using nccl::api;
using nccl::must;

class NcclTraffic final : public Traffic {
 public:
  NcclTraffic(Scene& scene, const Pair& pair) : scene_(scene), comm_(nccl::communicator(scene.team.comm)), pair_(pair) {}

  void ping_pong() override {
    if (pair_.lower) send(0);
    if (pair_.lower) comm_.stream.wait();
    receive(0);
    comm_.stream.wait();
    if (pair_.lower) return;
    send(0);
    comm_.stream.wait();
  }

  // The messages are one group; the upper rank then confirms them by MPI.
  void window(int count, bool both, bool apart) override {
    must(api().group_start(), "ncclGroupStart");
    for (int i = 0; i < count; ++i) {
      const std::size_t item = apart ? static_cast<std::size_t>(i) : 0;
      if (both || pair_.lower) send(item);
      if (both || !pair_.lower) receive(item);
    }
    must(api().group_end(), "ncclGroupEnd");
    comm_.stream.wait();
    int word = 0;
    if (pair_.lower) {
      check(MPI_Recv(&word, 1, MPI_INT, pair_.peer, 0, scene_.team.control, MPI_STATUS_IGNORE), "MPI_Recv");
    } else {
      check(MPI_Send(&word, 1, MPI_INT, pair_.peer, 0, scene_.team.control), "MPI_Send");
    }
  }

 private:
  void send(std::size_t item) {
    must(api().send(scene_.send_at(item), scene_.layout().payload(), nccl::kInt8, pair_.peer, comm_.handle,
                    comm_.stream.handle()),
         "ncclSend");
  }
  void receive(std::size_t item) {
    must(api().recv(scene_.recv_at(item), scene_.layout().payload(), nccl::kInt8, pair_.peer, comm_.handle,
                    comm_.stream.handle()),
         "ncclRecv");
  }

  Scene& scene_;
  const nccl::Communicator& comm_;
  Pair pair_;
};

}  // namespace

std::unique_ptr<Traffic> make_traffic(Scene& scene, const Pair& pair) {
  return std::make_unique<NcclTraffic>(scene, pair);
}

}  // namespace bench
