// Measures MPI_Pack and MPI_Unpack: a datatype to and from contiguous bytes. The lower rank works, the other waits.
#include "mpi_call.hpp"
#include "scene.hpp"

namespace bench {
namespace {

enum class Way { kPack, kUnpack };

// One side has the datatype, the other as many bytes without gaps.
class Packing {
 public:
  Packing(Scene& scene, Way way)
      : scene_(scene),
        way_(way),
        string_("contiguous", scene.layout().payload(), scene.layout().element(), scene.options.block) {}

  [[nodiscard]] bool right() {
    const Layout& typed = scene_.layout();
    const bool packs = way_ == Way::kPack;
    const Payload payload = pattern(typed.payload(), scene_.next_seed(), scene_.team.rank, 0);
    Picture from(packs ? typed : string_, 1), to(packs ? string_ : typed, 1);
    from.set(0, payload);
    to.set(0, payload);
    from.put(scene_.send());
    to.poison(scene_.recv());
    move();
    return scene_.agree(to.found_in(scene_.recv(), scene_.options.plant_error));
  }

  void move() {
    const Layout& typed = scene_.layout();
    const int bytes = static_cast<int>(typed.payload());
    int position = 0;
    if (way_ == Way::kPack) {
      return check(
          MPI_Pack(scene_.send_at(0), typed.count(), typed.type(), scene_.recv_at(0), bytes, &position, scene_.team.comm),
          "MPI_Pack");
    }
    check(MPI_Unpack(scene_.send_at(0), bytes, &position, scene_.recv_at(0), typed.count(), typed.type(), scene_.team.comm),
          "MPI_Unpack");
  }

 private:
  Scene& scene_;
  Way way_;
  Layout string_;
};

Row measured(Scene& scene, Way way) {
  Packing packing(scene, way);
  const bool good = packing.right();
  const bool works = scene.team.rank == 0;
  Samples samples;
  repeat(
      scene, true, works, &samples, [&] { scene.restless() ? scene.renew() : void(); },
      [&] {
        if (works) packing.move();
      });
  Row row = summarise(scene, samples, static_cast<double>(scene.layout().payload()) / 1e6, true, Combine::kMean);
  row.checked = good;
  return row;
}

}  // namespace

Row packing(Scene& scene) {
  return measured(scene, Way::kPack);
}

Row unpacking(Scene& scene) {
  return measured(scene, Way::kUnpack);
}

}  // namespace bench
