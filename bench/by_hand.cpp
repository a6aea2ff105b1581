#include "by_hand.hpp"

#include "mpi_call.hpp"

namespace bench {
namespace {

constexpr int kTag = 9;

}  // namespace

ByHand::ByHand(Scene& scene, Verb verb, int peer, bool origin, bool target)
    : scene_(scene),
      verb_(verb),
      peer_(peer),
      origin_(origin),
      target_(target),
      slot_(scene.layout().slot()),
      memory_(scene.memory.pinned()),
      items_(memory_, items_of(verb) * slot_),
      window_(memory_, slot_) {}

void ByHand::tell() {
  check(MPI_Send(nullptr, 0, MPI_BYTE, peer_, kTag, scene_.team.comm), "MPI_Send");
}
void ByHand::hear() {
  check(MPI_Recv(nullptr, 0, MPI_BYTE, peer_, kTag, scene_.team.comm, MPI_STATUS_IGNORE), "MPI_Recv");
}

// The origin sends a request; the target copies and answers.
template <typename Copy>
void ByHand::meet(Copy&& copy) {
  if (origin_) tell();
  if (target_) {
    hear();
    copy();
    tell();
  }
  if (origin_) hear();
}

// Every operation has its own copies: in an application they have different data.
void ByHand::before(int operations, void* host) {
  const std::size_t read = verb_ == Verb::kGet ? 0 : verb_ == Verb::kCompareAndSwap ? items_of(verb_) : 1;
  for (int i = 0; origin_ && read != 0 && i < operations; ++i) scene_.send().read(items_.data(), read * slot_);
  if (verb_ == Verb::kPut) return;
  meet([&] {
    for (int i = 0; i < operations; ++i) scene_.recv().read(host, slot_);
  });
}

void ByHand::after(int operations, void* host) {
  if (verb_ != Verb::kGet) {
    meet([&] {
      for (int i = 0; i < operations; ++i) scene_.recv().write(host, slot_);
    });
  }
  if (!origin_ || verb_ == Verb::kPut || verb_ == Verb::kAccumulate) return;
  const std::size_t filled = verb_ == Verb::kGet ? 0 : 1;
  Buffer into(scene_.memory, slot_, scene_.send_at(filled));
  for (int i = 0; i < operations; ++i) into.write(item(filled), slot_);
}

}  // namespace bench
