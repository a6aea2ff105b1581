// Puts, gets and signals: the lower PE of a pair works on memory of the upper one, which waits meanwhile.
#include "moves.hpp"

#include <shmem.h>

#include "mpi_call.hpp"
#include "pairs.hpp"
#include "session.hpp"

namespace bench::pe {
namespace {

void put_word(void* dest, const void* source, std::size_t /*bytes*/, int pe) {
  shmem_long_p(static_cast<long*>(dest), *static_cast<const long*>(source), pe);
}
void get_word(void* dest, const void* source, std::size_t /*bytes*/, int pe) {
  *static_cast<long*>(dest) = shmem_long_g(static_cast<const long*>(source), pe);
}

constexpr Move kMoves[] = {
    {"put", false, shmem_putmem},        {"get", true, shmem_getmem}, {"put_nbi", false, shmem_putmem_nbi},
    {"get_nbi", true, shmem_getmem_nbi}, {"p", false, put_word},      {"g", true, get_word},
};

const Move& move_of(const Case& which) {
  const std::size_t front = std::string_view("shmem_").size();
  const std::string name = which.name.substr(front, which.name.rfind('_') - front);
  for (const Move& move : kMoves) {
    if (name == move.name) return move;
  }
  throw Failure("there is no move " + name);
}

// A move between buffers. In an operation on one element the own side is a value, which GPU memory supplies
// and receives only in the check.
class Mover {
 public:
  Mover(Scene& scene, const Move& move, int pe)
      : move_(move),
        word_(is_word(move)),
        pe_(pe),
        bytes_(scene.layout().payload()),
        dest_(word_ && move.gets ? &value_ : scene.recv().data()),
        source_(word_ && !move.gets ? &value_ : scene.send().data()) {}
  Mover(const Mover&) = delete;
  Mover& operator=(const Mover&) = delete;

  void once() { move_.call(dest_, source_, bytes_, pe_); }
  // Moves from the send buffer to the receive buffer, complete on return.
  void checked(Scene& scene) {
    if (word_ && !move_.gets) scene.send().read(&value_, sizeof value_);
    once();
    shmem_quiet();
    if (word_ && move_.gets) scene.recv().write(&value_, sizeof value_);
  }

 private:
  const Move& move_;
  const bool word_;
  const int pe_;
  const std::size_t bytes_;
  long value_ = 0;
  void* const dest_;
  const void* const source_;
};

// Checks both directions with fresh data; every byte is compared. Collective.
template <typename Exchange>
bool right(Scene& scene, const Pair& pair, Exchange&& exchange) {
  const std::uint32_t seed = scene.next_seed();
  const Layout& layout = scene.layout();
  Picture sent(layout, 1), wanted(layout, 1);
  sent.set(0, pattern(layout.payload(), seed, scene.team.rank, 0));
  wanted.set(0, pattern(layout.payload(), seed, pair.peer, 0));
  sent.put(scene.send());
  wanted.poison(scene.recv());
  shmem_quiet();
  scene.barrier();
  exchange();
  shmem_quiet();
  scene.barrier();
  return scene.agree(wanted.found_in(scene.recv(), scene.options.plant_error));
}

Row measure(Scene& scene, int operations, double scale, bool rate) {
  must_be_plain(scene);
  const Move& move = move_of(scene.which);
  if (is_word(move) && scene.layout().payload() != sizeof(long)) {
    throw Unsupported(scene.which.name + " has one element of 8 bytes: choose --sizes 8");
  }
  const Pair pair(scene.team);
  Mover mover(scene, move, pair.peer);
  const bool good = right(scene, pair, [&] { mover.checked(scene); });
  Samples samples;
  const auto prepare = [&] {
    if (scene.restless()) scene.barrier();
    if (pair.lower) scene.idle();
  };
  repeat(scene, true, pair.lower, &samples, prepare, [&] {
    if (!pair.lower) return;
    for (int i = 0; i < operations; ++i) mover.once();
    shmem_quiet();
  });
  Row row = summarise(scene, samples, scale, rate, rate ? Combine::kSum : Combine::kMean);
  row.checked = good;
  return row;
}

#if SHMEM_MAJOR_VERSION > 1 || SHMEM_MINOR_VERSION >= 5
// Round trips are counted up from 1 on both sides.
class Signals {
 public:
  explicit Signals(const Scene& scene) : scene_(scene), pair_(scene.team) {
    *word_ = 0;
    shmem_quiet();
    scene.barrier();
  }
  void there_and_back() {
    ++turn_;
    if (pair_.lower) send();
    shmem_signal_wait_until(word_, SHMEM_CMP_GE, turn_);
    if (!pair_.lower) send();
  }

 private:
  void send() { shmem_putmem_signal(recv_, send_, scene_.layout().payload(), word_, turn_, SHMEM_SIGNAL_SET, pair_.peer); }

  const Scene& scene_;
  const Pair pair_;
  std::uint64_t* const word_ = Session::get().heap(false).word();
  void* const recv_ = scene_.recv_at(0);
  const void* const send_ = scene_.send_at(0);
  std::uint64_t turn_ = 0;
};
#endif

}  // namespace

void must_be_plain(const Scene& scene) {
  if (scene.datatype != "contiguous") throw Unsupported(scene.which.name + ": OpenSHMEM has no datatypes");
  if (scene.options.fresh) throw Unsupported(scene.which.name + ": there are no fresh buffers in a symmetric heap");
}

Row move_latency(Scene& scene) {
  return measure(scene, 1, 1e6, false);
}

Row move_bandwidth(Scene& scene) {
  const int operations = scene.options.window;
  return measure(scene, operations, static_cast<double>(scene.layout().payload()) * operations / 1e6, true);
}

Row move_rate(Scene& scene) {
  Row row = measure(scene, scene.options.window, scene.options.window, true);
  row.extras.push_back({"per_pair", "per pair", row.value / (scene.team.size / 2)});
  return row;
}

Row signal_latency(Scene& scene) {
  must_be_plain(scene);
#if SHMEM_MAJOR_VERSION > 1 || SHMEM_MINOR_VERSION >= 5
  Signals signals(scene);
  const bool good = right(scene, Pair(scene.team), [&] { signals.there_and_back(); });
  Samples samples;
  const auto prepare = [&] {
    if (scene.restless()) scene.barrier();
    scene.idle();
  };
  repeat(scene, true, Pair(scene.team).lower, &samples, prepare, [&] { signals.there_and_back(); });
  Row row = summarise(scene, samples, 1e6 / 2, false, Combine::kMean);
  row.checked = good;
  return row;
#else
  throw Unsupported(scene.which.name + ": signals are of OpenSHMEM 1.5");
#endif
}

std::span<const Move> moves() {
  return kMoves;
}

bool is_word(const Move& move) {
  return move.call == put_word || move.call == get_word;
}

}  // namespace bench::pe
