// One-sided: rank 0 reads and writes the memory of rank 1, in an epoch of MPI_Win_lock_all; rank 1 waits in MPI meanwhile.
#include <algorithm>
#include <cstring>

#include "mpi_call.hpp"
#include "scene.hpp"

namespace bench {
namespace {

constexpr int kOrigin = 0, kTarget = 1;

enum class Verb { kPut, kGet, kAccumulate };

Verb verb_of(const Case& which) {
  return which.name.starts_with("put") ? Verb::kPut : which.name.starts_with("get") ? Verb::kGet : Verb::kAccumulate;
}

// One item on each rank. Host memory comes from MPI_Win_allocate, as libraries like it best; other memory is the program's own.
class Window {
 public:
  // Collective. So is close(), which is not for failures: the program ends then.
  explicit Window(Scene& scene) : scene_(scene) {
    const auto bytes = static_cast<MPI_Aint>(scene.layout().slot());
    if (scene.memory.gpu() || any_gpu()) {
      check(MPI_Win_create(scene.recv().data(), bytes, 1, MPI_INFO_NULL, scene.team.comm, &win_), "MPI_Win_create");
    } else {
      check(MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, scene.team.comm, &host_, &win_), "MPI_Win_allocate");
    }
    check(MPI_Win_set_errhandler(win_, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
    check(MPI_Win_lock_all(0, win_), "MPI_Win_lock_all");
  }
  void close() {
    check(MPI_Win_unlock_all(win_), "MPI_Win_unlock_all");
    check(MPI_Win_free(&win_), "MPI_Win_free");
  }

  void issue(Verb verb) {
    const Layout& layout = scene_.layout();
    void* const mine = scene_.send_at(0);
    const int count = layout.count();
    const MPI_Datatype type = layout.type();
    switch (verb) {
      case Verb::kPut: return check(MPI_Put(mine, count, type, kTarget, 0, count, type, win_), "MPI_Put");
      case Verb::kGet: return check(MPI_Get(mine, count, type, kTarget, 0, count, type, win_), "MPI_Get");
      case Verb::kAccumulate:
        return check(MPI_Accumulate(mine, count, type, kTarget, 0, count, type, MPI_SUM, win_), "MPI_Accumulate");
    }
  }
  void flush() { check(MPI_Win_flush(kTarget, win_), "MPI_Win_flush"); }
  void sync() { check(MPI_Win_sync(win_), "MPI_Win_sync"); }

  // This rank's memory of the window, seen as a buffer.
  [[nodiscard]] Buffer view() const {
    return {scene_.memory, scene_.layout().slot(), host_ != nullptr ? host_ : scene_.recv().data()};
  }

 private:
  // MPI_Win_allocate is collective: both sides take the same call.
  [[nodiscard]] bool any_gpu() const { return scene_.options.memory[0] != "host" || scene_.options.memory[1] != "host"; }

  Scene& scene_;
  void* host_ = nullptr;
  MPI_Win win_ = MPI_WIN_NULL;
};

// Once, with fresh data; every byte of the side that receives is checked. Collective.
bool right(Scene& scene, Window& window, Verb verb) {
  const Layout& layout = scene.layout();
  const std::uint32_t seed = scene.next_seed();
  const bool origin = scene.team.rank == kOrigin;
  Picture sent(layout, 1), wanted(layout, 1);
  Buffer memory = window.view();
  Buffer& source = verb == Verb::kGet ? memory : scene.send();
  Buffer& sink = verb == Verb::kGet ? scene.send() : memory;
  const bool gives = verb == Verb::kGet ? !origin : origin, takes = !gives;
  if (verb == Verb::kAccumulate) {
    std::vector<float> terms(layout.payload() / sizeof(float)), sum(terms);
    add_terms(&terms, seed, scene.team.rank, 0);
    add_terms(&sum, seed, kOrigin, 0);
    add_terms(&sum, seed, kTarget, 0);
    sent.set(0, bytes_of(terms));
    wanted.set(0, bytes_of(sum));
    sent.put(gives ? source : sink);
  } else {
    const Payload payload = pattern(layout.payload(), seed, 0, 0);
    sent.set(0, payload);
    wanted.set(0, payload);
    if (gives) sent.put(source);
    if (takes) wanted.poison(sink);
  }
  window.sync();
  scene.barrier();
  if (origin) {
    window.issue(verb);
    window.flush();
  }
  scene.barrier();
  window.sync();
  return scene.agree(!takes || wanted.found_in(sink, scene.options.plant_error));
}

Row measure(Scene& scene, int operations, double scale, bool rate) {
  const Verb verb = verb_of(scene.which);
  const bool origin = scene.team.rank == kOrigin;
  std::optional<Window> window(scene);
  const bool good = right(scene, *window, verb);
  Samples samples;
  const auto prepare = [&] {
    if (scene.options.fresh) {
      window->close();
      scene.renew();
      window.emplace(scene);
    }
    if (scene.restless()) scene.barrier();
    if (origin) scene.idle();
  };
  const auto once = [&] {
    if (!origin) return;
    for (int i = 0; i < operations; ++i) window->issue(verb);
    window->flush();
  };
  repeat(scene, true, origin, &samples, prepare, once);
  window->close();
  Row row = summarise(scene, samples, scale, rate, Combine::kMean);
  row.checked = good;
  return row;
}

}  // namespace

Row one_sided_latency(Scene& scene) {
  return measure(scene, 1, 1e6, false);
}

Row one_sided_bandwidth(Scene& scene) {
  const int operations = scene.options.window;
  return measure(scene, operations, static_cast<double>(scene.layout().payload()) * operations / 1e6, true);
}

}  // namespace bench
