// Collectives that move data: every byte of both buffers is compared with the definition of the call.
#include <algorithm>

#include "coll_draw.hpp"
#include "coll_exercise.hpp"
#include "coll_units.hpp"

namespace penstock::test {
namespace {

// The parts of a buffer, one for each rank or a single one.
struct Parts {
  std::vector<int> counts, places, byte_places;  // places in units
  std::vector<MPI_Datatype> types;
  std::vector<const Unit*> units;
  std::size_t bytes = 0;

  void add(const Unit& unit, int count, std::size_t index, std::size_t gap) {
    counts[index] = count;
    byte_places[index] = static_cast<int>(bytes);
    places[index] = static_cast<int>(bytes / unit.extent);
    units[index] = &unit;
    types[index] = unit.type;
    bytes += (static_cast<std::size_t>(count) + gap) * unit.extent;
  }
  void resize(std::size_t parts) {
    counts.resize(parts);
    places.resize(parts);
    byte_places.resize(parts);
    units.resize(parts);
    types.resize(parts);
  }
};

class Movement : public Exercise {
 public:
  Movement(Store& store, const Place& place, const Case& what) : Exercise(store, place, what) {
    const bool all_to_all = is(Call::kAlltoall) || is(Call::kAlltoallv) || is(Call::kAlltoallw);
    const bool gathers = is(Call::kGather) || is(Call::kGatherv);
    const bool scatters = is(Call::kScatter) || is(Call::kScatterv);
    each_has_own_ = !is(Call::kBcast) && !gathers && !is(Call::kAllgather) && !is(Call::kAllgatherv);
    const bool here = case_.in_place && (!row_of(case_.call).rooted || at_root());
    const bool sends_parts = all_to_all || (scatters && at_root());
    const bool receives_parts = !scatters && !is(Call::kBcast);
    send_.there = scatters ? at_root() : !is(Call::kBcast) && !here;
    recv_.there = gathers ? at_root() : !scatters || !here;
    if (send_.there) lay_out(&sent_, 0, sends_parts);
    if (recv_.there) lay_out(&received_, 1, receives_parts);
    send_.bytes = sent_.bytes;
    recv_.bytes = received_.bytes;
    hand_over(here, scatters);
    allocate(send_.there ? sent_.units[0]->extent : 1, recv_.there ? received_.units[0]->extent : 1);
  }

 protected:
  void fill() override {
    if (send_.there) write(sent_, send_.before, [&](int part) { return key(place_.rank, part); });
    if (!recv_.there || arguments_.recv == MPI_IN_PLACE) return;
    if (is(Call::kBcast) && at_root()) write(received_, recv_.before, [&](int) { return key(case_.root, -1); });
    if (arguments_.send != MPI_IN_PLACE) return;
    const bool all = each_has_own_;  // all parts of an exchange in place; otherwise this rank's own part
    for (int part = 0; part < place_.size; ++part) {
      if (all || part == place_.rank) write_one(received_, recv_.before, part, key(place_.rank, part));
    }
  }

  std::string judge(const Bytes& got) override {
    if (!recv_.there) return "";
    Bytes expected(recv_.bytes, kPoison);
    write(received_, expected,
          [&](int part) { return received_.counts.size() == 1 ? key(case_.root, place_.rank) : key(part, place_.rank); });
    return first_difference(got, expected);
  }

 private:
  [[nodiscard]] bool is(Call call) const { return case_.call == call; }
  // Parts that all ranks get alike have one key.
  [[nodiscard]] std::uint64_t key(int from, int to) const { return Exercise::key(from, each_has_own_ ? to : -1); }

  // Returns the number of elements from this rank to rank `other`, or from that rank to this one.
  [[nodiscard]] int part_with(int other, int side) const {
    const int from = side == 0 ? place_.rank : other;
    const int to = side == 0 ? other : place_.rank;
    return part(from, each_has_own_ ? to : -1);
  }

  // Draws a unit of the group for each rank and each side, and for each part if parts may differ. In place there is one unit
  // for all ranks, because sent and received data share their place.
  [[nodiscard]] const Unit& unit_for(int side, int index) const {
    const std::vector<Unit>& units = units_of(case_.group);
    std::uint64_t which = static_cast<std::uint64_t>(place_.rank) * 2 + static_cast<std::uint64_t>(side);
    if (is(Call::kAlltoallw)) which += 100 * static_cast<std::uint64_t>(index + 1);
    if (case_.in_place) which = 0;
    return units[mixed(case_.key, which, 7) % units.size()];
  }

  // Parts with displacements of their own lie in descending order with gaps between them.
  void lay_out(Parts* parts, int side, bool several) {
    const auto ranks = static_cast<std::size_t>(several ? place_.size : 1);
    const bool spread = several && row_of(case_.call).spread;
    parts->resize(ranks);
    for (std::size_t i = 0; i < ranks; ++i) {
      const auto index = static_cast<int>(spread ? ranks - 1 - i : i);
      const int count = several ? part_with(index, side) : single(side);
      parts->add(unit_for(side, index), count, static_cast<std::size_t>(index), spread ? 1 : 0);
    }
  }
  // Returns the number of elements if there is one part: this rank's own, which in a scatter comes from the root.
  [[nodiscard]] int single(int side) const {
    if (is(Call::kBcast)) return static_cast<int>(case_.count);
    return part_with(side == 0 ? place_.rank : case_.root, side);
  }

  void hand_over(bool here, bool scatters) {
    if (send_.there) {
      arguments_.send_count = sent_.counts[0];
      arguments_.send_type = sent_.types[0];
    }
    if (recv_.there) {
      arguments_.recv_count = received_.counts[0];
      arguments_.recv_type = received_.types[0];
    }
    const bool bytes = is(Call::kAlltoallw);
    arguments_.send_counts = sent_.counts.data();
    arguments_.send_places = bytes ? sent_.byte_places.data() : sent_.places.data();
    arguments_.send_types = sent_.types.data();
    arguments_.recv_counts = received_.counts.data();
    arguments_.recv_places = bytes ? received_.byte_places.data() : received_.places.data();
    arguments_.recv_types = received_.types.data();
    if (here && scatters) arguments_.recv = MPI_IN_PLACE;
    if (here && !scatters && !is(Call::kBcast)) arguments_.send = MPI_IN_PLACE;
  }

  static void write_one(const Parts& parts, Bytes& to, int part, std::uint64_t key) {
    const auto i = static_cast<std::size_t>(part);
    if (parts.counts[i] == 0) return;
    parts.units[i]->write(key, static_cast<std::size_t>(parts.counts[i]), to.data() + parts.byte_places[i]);
  }
  template <typename Key>
  static void write(const Parts& parts, Bytes& to, Key&& key) {
    for (int part = 0; part < std::ssize(parts.counts); ++part) write_one(parts, to, part, key(part));
  }

  bool each_has_own_ = false;
  Parts sent_, received_;
};

}  // namespace

std::unique_ptr<Exercise> make_movement(Store& store, const Place& place, const Case& what) {
  return std::make_unique<Movement>(store, place, what);
}

}  // namespace penstock::test
