// Messages between the two ranks of a pair, one pair or all of them at once.
#include <algorithm>
#include <vector>

#include "mpi_call.hpp"
#include "scene.hpp"

namespace bench {
namespace {

constexpr int kData = 1, kReply = 2;
constexpr std::size_t kWindowBytes = std::size_t{1} << 20;  // of messages that are checked side by side

struct Pair {
  explicit Pair(const Team& team) : lower(team.rank < team.size / 2), peer(team.rank + (lower ? 1 : -1) * (team.size / 2)) {}
  bool lower;  // begins
  int peer;
};

// The two of a pair are where the other knows them to be, fresh or idle if so asked.
void meet(Scene& scene, const Pair& pair) {
  if (!scene.restless()) return;
  scene.renew();
  check(MPI_Sendrecv(nullptr, 0, MPI_BYTE, pair.peer, kReply, nullptr, 0, MPI_BYTE, pair.peer, kReply, scene.team.control,
                     MPI_STATUS_IGNORE),
        "MPI_Sendrecv");
  if (pair.lower) scene.idle();  // the other waits in its call
}

class Traffic {
 public:
  explicit Traffic(Scene& scene) : scene_(scene), pair_(scene.team) {}

  [[nodiscard]] const Pair& pair() const { return pair_; }

  void send() {
    const Layout& layout = scene_.layout();
    check(MPI_Send(scene_.send_at(0), layout.count(), layout.type(), pair_.peer, kData, scene_.team.comm), "MPI_Send");
  }
  void receive() {
    const Layout& layout = scene_.layout();
    check(MPI_Recv(scene_.recv_at(0), layout.count(), layout.type(), pair_.peer, kData, scene_.team.comm, MPI_STATUS_IGNORE),
          "MPI_Recv");
  }

  // `count` messages from the lower rank (or each way), answered by a small one. `apart`: each has an item of the buffers.
  void window(int count, bool both, bool apart) {
    const Layout& layout = scene_.layout();
    requests_.clear();
    for (int i = 0; i < count && (both || !pair_.lower); ++i) {
      check(MPI_Irecv(scene_.recv_at(apart ? static_cast<std::size_t>(i) : 0), layout.count(), layout.type(), pair_.peer, kData,
                      scene_.team.comm, &requests_.emplace_back()),
            "MPI_Irecv");
    }
    for (int i = 0; i < count && (both || pair_.lower); ++i) {
      check(MPI_Isend(scene_.send_at(apart ? static_cast<std::size_t>(i) : 0), layout.count(), layout.type(), pair_.peer, kData,
                      scene_.team.comm, &requests_.emplace_back()),
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

  // Both ways, `items` messages each, by `exchange`; all ranks agree on the verdict.
  template <typename Exchange>
  [[nodiscard]] bool right(std::size_t items, Exchange&& exchange) {
    const std::uint32_t seed = scene_.next_seed();
    const Layout& layout = scene_.layout();
    Picture sent(layout, items), wanted(layout, items);
    for (std::size_t i = 0; i < items; ++i) {
      sent.set(i, pattern(layout.payload(), seed, scene_.team.rank, static_cast<int>(i)));
      wanted.set(i, pattern(layout.payload(), seed, pair_.peer, static_cast<int>(i)));
    }
    sent.put(scene_.send());
    wanted.poison(scene_.recv());
    scene_.barrier();
    exchange();
    return scene_.agree(wanted.found_in(scene_.recv(), scene_.options.plant_error));
  }

 private:
  Scene& scene_;
  Pair pair_;
  std::vector<MPI_Request> requests_;
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
      scene, false, traffic.pair().lower, &samples, [&] { meet(scene, traffic.pair()); },
      [&] { traffic.window(scene.options.window, both, false); });
  const double count = scene.options.window * (both ? 2.0 : 1.0), bytes = static_cast<double>(scene.layout().payload());
  Row row = summarise(scene, samples, messages ? count : count * bytes / 1e6, true, Combine::kSum);
  row.checked = good;
  const double pairs = scene.team.size / 2;
  if (messages) row.extras.push_back({"per_pair", "per pair", row.value / pairs});
  if (!messages && scene.which.team == Case::Team::kPairs) {
    row.extras.push_back({"messages_per_s", "Messages/s", row.value * 1e6 / bytes});
  }
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
  const auto once = [&] {
    if (traffic.pair().lower) {
      traffic.send();
      traffic.receive();
    } else {
      traffic.receive();
      traffic.send();
    }
  };
  const bool good = traffic.right(1, once);
  Samples samples;
  repeat(scene, true, traffic.pair().lower, &samples, [&] { meet(scene, traffic.pair()); }, once);
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
