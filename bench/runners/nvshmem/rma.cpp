// One-sided operations: rank 0 reads and writes the memory of rank 1, which waits meanwhile. The host issues them.
#include "mpi_call.hpp"
#include "nvshmem.hpp"
#include "scene.hpp"

namespace bench {
namespace {

constexpr int kOrigin = 0, kTarget = 1;

using nvshmem::api;

bool puts(const Scene& scene) {
  return scene.which.name.starts_with("put");
}

// Makes one transfer, complete on return.
void transfer(Scene& scene) {
  const std::size_t bytes = scene.layout().payload();
  if (puts(scene)) {
    api().put(scene.recv().data(), scene.send().data(), bytes, kTarget);
    api().quiet();
  } else {
    api().get(scene.send().data(), scene.recv().data(), bytes, kTarget);
  }
}

// Makes many transfers, complete on return.
void window(Scene& scene) {
  const std::size_t bytes = scene.layout().payload();
  for (int i = 0; i < scene.options.window; ++i) {
    if (puts(scene)) {
      api().put_nbi(scene.recv().data(), scene.send().data(), bytes, kTarget);
    } else {
      api().get_nbi(scene.send().data(), scene.recv().data(), bytes, kTarget);
    }
  }
  api().quiet();
}

// Runs the operation once, with fresh data; every byte of the receiving side is checked. Collective.
template <typename Operation>
bool right(Scene& scene, Operation&& operation) {
  const Layout& layout = scene.layout();
  const bool origin = scene.team.rank == kOrigin, gives = puts(scene) == origin;
  Buffer& source = puts(scene) ? scene.send() : scene.recv();
  Buffer& sink = puts(scene) ? scene.recv() : scene.send();
  Picture picture(layout, 1);
  picture.set(0, pattern(layout.payload(), scene.next_seed(), 0, 0));
  if (gives) {
    picture.put(source);
  } else {
    picture.poison(sink);
  }
  scene.barrier();
  if (origin) operation(scene);
  scene.barrier();
  return scene.agree(gives || picture.found_in(sink, scene.options.plant_error));
}

template <typename Operation>
Row measure(Scene& scene, Operation&& operation, double scale, bool rate) {
  if (scene.options.fresh) throw Unsupported(scene.which.name + ": there are no fresh buffers in a symmetric heap");
  const bool origin = scene.team.rank == kOrigin;
  const bool good = right(scene, operation);
  Samples samples;
  const auto prepare = [&] {
    if (scene.restless()) scene.barrier();
    if (origin) scene.idle();
  };
  repeat(scene, true, origin, &samples, prepare, [&] {
    if (origin) operation(scene);
  });
  Row row = summarise(scene, samples, scale, rate, Combine::kMean);
  row.checked = good;
  return row;
}

// A rank has one round trip for each of --window; they are counted up from 1 on both sides.
class Turns {
 public:
  Turns(Scene& scene, bool first) : scene_(scene), first_(first) {
    const std::uint64_t zero = 0;
    Buffer word(scene.memory, sizeof zero, nvshmem::Session::get().word());
    word.write(&zero, sizeof zero);
    scene.barrier();
  }
  void run(int turns) {
    for (int i = 0; i < turns; ++i) {
      ++turn_;
      if (first_) send();
      api().wait_signal(nvshmem::Session::get().word(), turn_, stream());
      if (!first_) send();
    }
    nvshmem::Session::get().stream().wait();
  }

 private:
  static void* stream() { return nvshmem::Session::get().stream().handle(); }
  void send() {
    api().put_signal(scene_.recv().data(), scene_.send().data(), scene_.layout().payload(), nvshmem::Session::get().word(),
                     turn_, first_ ? kTarget : kOrigin, stream());
  }

  Scene& scene_;
  bool first_;
  std::uint64_t turn_ = 0;
};

// Checks both directions with fresh data; every byte is compared. Collective.
bool turns_right(Scene& scene, Turns* turns) {
  const Layout& layout = scene.layout();
  const std::uint32_t seed = scene.next_seed();
  Picture sent(layout, 1), wanted(layout, 1);
  sent.set(0, pattern(layout.payload(), seed, scene.team.rank, 0));
  wanted.set(0, pattern(layout.payload(), seed, 1 - scene.team.rank, 0));
  sent.put(scene.send());
  wanted.poison(scene.recv());
  scene.barrier();
  turns->run(1);
  scene.barrier();
  return scene.agree(wanted.found_in(scene.recv(), scene.options.plant_error));
}

}  // namespace

Row nvshmem::signal_latency(Scene& scene) {
  if (api().put_signal == nullptr) throw Unsupported(scene.which.name + ": this library has no signals on streams");
  if (scene.options.fresh) throw Unsupported(scene.which.name + ": there are no fresh buffers in a symmetric heap");
  const bool origin = scene.team.rank == kOrigin;
  Turns turns(scene, origin);
  const bool good = turns_right(scene, &turns);
  Samples samples;
  const auto prepare = [&] {
    if (scene.restless()) scene.barrier();
    scene.idle();
  };
  repeat(scene, false, origin, &samples, prepare, [&] { turns.run(scene.options.window); });
  Row row = summarise(scene, samples, 1e6 / 2 / scene.options.window, false, Combine::kMean);
  row.checked = good;
  return row;
}

Needs one_each(const Scene&, const Layout&) {
  return {1, 1};
}

Row one_sided_latency(Scene& scene) {
  return measure(scene, transfer, 1e6, false);
}

Row one_sided_bandwidth(Scene& scene) {
  return measure(scene, window, static_cast<double>(scene.layout().payload()) * scene.options.window / 1e6, true);
}

}  // namespace bench
