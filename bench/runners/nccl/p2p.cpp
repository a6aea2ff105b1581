// Messages between pairs of ranks by ncclSend and ncclRecv. The shape is that of penstock-bench's own cases.
#include <algorithm>

#include "mpi_call.hpp"
#include "nccl.hpp"
#include "scene.hpp"

namespace bench {
namespace {

constexpr std::size_t kWindowBytes = std::size_t{1} << 20;  // of messages that are checked side by side

using nccl::api;
using nccl::must;

class Traffic {
 public:
  explicit Traffic(Scene& scene)
      : scene_(scene),
        comm_(nccl::communicator(scene.team.comm)),
        lower_(scene.team.rank < scene.team.size / 2),
        peer_(scene.team.rank + (lower_ ? 1 : -1) * (scene.team.size / 2)) {}

  [[nodiscard]] bool lower() const { return lower_; }

  void ping_pong() {
    if (lower_) send(0);
    if (lower_) comm_.stream.wait();
    receive(0);
    comm_.stream.wait();
    if (lower_) return;
    send(0);
    comm_.stream.wait();
  }

  // `count` messages from the lower rank (or each way) as one group; then the upper rank says that it has them.
  void window(int count, bool both, bool apart) {
    must(api().group_start(), "ncclGroupStart");
    for (int i = 0; i < count; ++i) {
      const std::size_t item = apart ? static_cast<std::size_t>(i) : 0;
      if (both || lower_) send(item);
      if (both || !lower_) receive(item);
    }
    must(api().group_end(), "ncclGroupEnd");
    comm_.stream.wait();
    int word = 0;
    if (lower_) {
      check(MPI_Recv(&word, 1, MPI_INT, peer_, 0, scene_.team.control, MPI_STATUS_IGNORE), "MPI_Recv");
    } else {
      check(MPI_Send(&word, 1, MPI_INT, peer_, 0, scene_.team.control), "MPI_Send");
    }
  }

  // Both ways, `items` messages each, by `exchange`; all ranks agree on the verdict.
  template <typename Exchange>
  [[nodiscard]] bool right(std::size_t items, Exchange&& exchange) {
    const std::uint32_t seed = scene_.next_seed();
    const Layout& layout = scene_.layout();
    Picture sent(layout, items), wanted(layout, items);
    for (std::size_t i = 0; i < items; ++i) {
      sent.set(i, pattern(layout.payload(), seed, scene_.team.rank, static_cast<int>(i)));
      wanted.set(i, pattern(layout.payload(), seed, peer_, static_cast<int>(i)));
    }
    sent.put(scene_.send());
    wanted.poison(scene_.recv());
    scene_.barrier();
    exchange();
    return scene_.agree(wanted.found_in(scene_.recv(), scene_.options.plant_error));
  }

  // The two are where the other knows them to be, fresh or idle if so asked.
  void meet() {
    if (!scene_.restless()) return;
    scene_.renew();
    check(MPI_Sendrecv(nullptr, 0, MPI_BYTE, peer_, 1, nullptr, 0, MPI_BYTE, peer_, 1, scene_.team.control, MPI_STATUS_IGNORE),
          "MPI_Sendrecv");
    if (lower_) scene_.idle();
  }

 private:
  void send(std::size_t item) {
    must(api().send(scene_.send_at(item), scene_.layout().payload(), nccl::kInt8, peer_, comm_.handle, comm_.stream.handle()),
         "ncclSend");
  }
  void receive(std::size_t item) {
    must(api().recv(scene_.recv_at(item), scene_.layout().payload(), nccl::kInt8, peer_, comm_.handle, comm_.stream.handle()),
         "ncclRecv");
  }

  Scene& scene_;
  const nccl::Communicator& comm_;
  bool lower_;
  int peer_;
};

std::size_t items_of_window(const Scene& scene, const Layout& layout) {
  return std::clamp<std::size_t>(kWindowBytes / layout.slot(), 1, static_cast<std::size_t>(scene.options.window));
}

Row windows(Scene& scene, bool both, bool messages) {
  Traffic traffic(scene);
  const std::size_t items = items_of_window(scene, scene.layout());
  const bool good = traffic.right(items, [&] { traffic.window(static_cast<int>(items), true, true); });
  Samples samples;
  repeat(
      scene, false, traffic.lower(), &samples, [&] { traffic.meet(); },
      [&] { traffic.window(scene.options.window, both, false); });
  const double count = scene.options.window * (both ? 2.0 : 1.0), bytes = static_cast<double>(scene.layout().payload());
  Row row = summarise(scene, samples, messages ? count : count * bytes / 1e6, true, Combine::kSum);
  row.checked = good;
  return row;
}

}  // namespace

Needs one_each(const Scene&, const Layout&) {
  return {1, 1};
}

Needs window_needs(const Scene& scene, const Layout& layout) {
  const std::size_t items = items_of_window(scene, layout);
  return {items, items};
}

Row ping_pong(Scene& scene) {
  Traffic traffic(scene);
  const bool good = traffic.right(1, [&] { traffic.ping_pong(); });
  Samples samples;
  repeat(scene, true, traffic.lower(), &samples, [&] { traffic.meet(); }, [&] { traffic.ping_pong(); });
  Row row = summarise(scene, samples, 1e6 / 2, false, Combine::kMean);
  row.checked = good;
  return row;
}

Row windows_of_bytes(Scene& scene) {
  return windows(scene, false, false);
}
Row windows_both_ways(Scene& scene) {
  return windows(scene, true, false);
}
Row windows_of_messages(Scene& scene) {
  return windows(scene, false, true);
}

}  // namespace bench
