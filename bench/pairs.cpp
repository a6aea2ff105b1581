#include "pairs.hpp"

#include <algorithm>

#include "mpi_call.hpp"

namespace bench {
namespace {

constexpr int kMeeting = 2;
constexpr std::size_t kWindowBytes = std::size_t{1} << 20;  // the bytes of messages that are checked in one window
constexpr std::size_t kApartBytes = std::size_t{1} << 30;   // the bytes of messages that are timed in separate buffers

// Synchronises the two ranks of a pair; the options may ask for fresh buffers or an idle peer.
void meet(Scene& scene, const Pair& pair) {
  if (!scene.restless()) return;
  scene.renew();
  check(MPI_Sendrecv(nullptr, 0, MPI_BYTE, pair.peer, kMeeting, nullptr, 0, MPI_BYTE, pair.peer, kMeeting, scene.team.control,
                     MPI_STATUS_IGNORE),
        "MPI_Sendrecv");
  if (pair.lower) scene.idle();  // the other rank waits in its call
}

// Checks `items` messages in each direction, sent by `exchange`; all ranks agree on the verdict.
template <typename Exchange>
bool right(Scene& scene, const Pair& pair, std::size_t items, Exchange&& exchange) {
  const std::uint32_t seed = scene.next_seed();
  const Layout& layout = scene.layout();
  Picture sent(layout, items), wanted(layout, items);
  for (std::size_t i = 0; i < items; ++i) {
    sent.set(i, pattern(layout.payload(), seed, scene.team.rank, static_cast<int>(i)));
    wanted.set(i, pattern(layout.payload(), seed, pair.peer, static_cast<int>(i)));
  }
  sent.put(scene.send());
  wanted.poison(scene.recv());
  scene.barrier();
  exchange();
  return scene.agree(wanted.found_in(scene.recv(), scene.options.plant_error));
}

std::size_t items_of_window(const Scene& scene, const Layout& layout) {
  // The limit is the same on both ranks: a slot of any datatype is at most three times as long as its payload.
  const std::size_t most = scene.options.apart ? kApartBytes : kWindowBytes;
  return std::clamp<std::size_t>(most / 3 / layout.payload(), 1, static_cast<std::size_t>(scene.options.window));
}

Row windows(Scene& scene, bool both, bool messages) {
  const Pair pair(scene.team);
  const std::unique_ptr<Traffic> traffic = make_traffic(scene, pair);
  const std::size_t items = items_of_window(scene, scene.layout());
  const bool good = right(scene, pair, items, [&] { traffic->window(static_cast<int>(items), true, true); });
  const int in_flight = scene.options.apart ? static_cast<int>(items) : scene.options.window;
  Samples samples;
  repeat(
      scene, false, pair.lower, &samples, [&] { meet(scene, pair); },
      [&] { traffic->window(in_flight, both, scene.options.apart); });
  const double count = in_flight * (both ? 2.0 : 1.0), bytes = static_cast<double>(scene.layout().payload());
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
  const Pair pair(scene.team);
  const std::unique_ptr<Traffic> traffic = make_traffic(scene, pair);
  const bool good = right(scene, pair, 1, [&] { traffic->ping_pong(); });
  Samples samples;
  repeat(scene, true, pair.lower, &samples, [&] { meet(scene, pair); }, [&] { traffic->ping_pong(); });
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
