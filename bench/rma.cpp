// One-sided: the lower rank of a pair reads and writes memory of the upper one, or (put_bibw) each writes the other's.
#include <algorithm>
#include <cstring>

#include "mpi_call.hpp"
#include "pairs.hpp"
#include "window.hpp"

namespace bench {
namespace {

// The roles of the two ranks of a pair.
struct Roles {
  Roles(const Scene& scene, bool both) : pair(scene.team), origin(both || pair.lower), target(both || !pair.lower) {}
  Pair pair;
  bool origin, target;
};

std::uint64_t word_of(const Payload& payload) {
  std::uint64_t word = 0;
  std::memcpy(&word, payload.data(), std::min(payload.size(), sizeof word));
  return word;
}

Payload payload_of(std::uint64_t word) {
  Payload out(sizeof word);
  std::memcpy(out.data(), &word, sizeof word);
  return out;
}

Payload terms(std::size_t bytes, std::uint32_t seed, std::initializer_list<int> ranks) {
  std::vector<float> sum(bytes / sizeof(float));
  for (const int rank : ranks) add_terms(&sum, seed, rank, 0);
  return bytes_of(sum);
}

// The contents of a window before and after an operation, the bytes that its origin sends, and those that it gets back.
struct Story {
  Payload given, there, after;  // sent by the origin; in the window before; and after
  bool finds_old = false;       // the origin gets `there` in item 1
};

Story story_of(Scene& scene, Verb verb, int origin, int target, std::uint32_t seed) {
  const std::size_t bytes = scene.layout().payload();
  Story out;
  out.given = pattern(bytes, seed, origin, 0);
  out.there = pattern(bytes, seed, target, 1);
  out.after = out.given;
  if (verb == Verb::kAccumulate || verb == Verb::kGetAccumulate) {
    out.given = terms(bytes, seed, {origin});
    out.there = terms(bytes, seed, {target});
    out.after = terms(bytes, seed, {origin, target});
  }
  if (verb == Verb::kGet) out.after = out.there;
  if (verb == Verb::kFetchAndOp) out.after = payload_of(word_of(out.given) + word_of(out.there));
  out.finds_old = verb == Verb::kGetAccumulate || verb == Verb::kFetchAndOp || verb == Verb::kCompareAndSwap;
  return out;
}

Payload inverted(Payload payload) {
  for (unsigned char& byte : payload) byte = static_cast<unsigned char>(~byte);
  return payload;
}

// Fills the send buffer of an origin before the operation.
void fill_origin(Scene& scene, Verb verb, const Story& story) {
  Picture picture(scene.layout(), items_of(verb));
  picture.set(0, verb == Verb::kGet ? inverted(story.there) : story.given);
  if (story.finds_old) picture.set(1, inverted(story.there));
  if (verb == Verb::kCompareAndSwap) picture.set(2, story.there);
  picture.put(scene.send());
}

bool origin_is_right(Scene& scene, Verb verb, const Story& story) {
  Picture picture(scene.layout(), items_of(verb));
  picture.set(0, verb == Verb::kGet ? story.there : story.given);
  if (story.finds_old) picture.set(1, story.there);
  if (verb == Verb::kCompareAndSwap) picture.set(2, story.there);
  return picture.found_in(scene.send(), scene.options.plant_error && verb == Verb::kGet);
}

bool window_is(Scene& scene, const Buffer& memory, const Payload& wanted, bool plant) {
  Picture picture(scene.layout(), 1);
  picture.set(0, wanted);
  return picture.found_in(memory, plant && scene.options.plant_error);
}

// Runs the operation once, with fresh data; every byte on both sides is checked. Collective.
bool right(Scene& scene, Window& window, Verb verb, const Roles& roles) {
  const std::uint32_t seed = scene.next_seed();
  const int self = scene.team.rank;
  const Story sent = story_of(scene, verb, self, roles.pair.peer, seed);
  const Story got = story_of(scene, verb, roles.pair.peer, self, seed);
  Buffer memory = window.view();
  if (roles.origin) fill_origin(scene, verb, sent);
  if (roles.target) {
    Picture picture(scene.layout(), 1);
    picture.set(0, verb == Verb::kPut ? inverted(got.after) : got.there);
    picture.put(memory);
  }
  window.settle();
  scene.barrier();
  window.epoch(verb, 1);
  if (roles.origin && verb == Verb::kCompareAndSwap) window.settle();
  scene.barrier();
  window.settle();
  scene.barrier();
  bool good = true;
  if (roles.origin) good = origin_is_right(scene, verb, sent);
  if (roles.target) good = window_is(scene, memory, got.after, verb != Verb::kGet) && good;
  if (verb != Verb::kCompareAndSwap) return scene.agree(good);
  // The comparison now fails, so this operation changes nothing.
  window.epoch(verb, 1);
  scene.barrier();
  window.settle();
  return scene.agree((!roles.target || window_is(scene, memory, got.after, false)) && good);
}

Row measure(Scene& scene, int operations, double scale, bool rate, bool both = false) {
  const Verb verb = verb_of(scene.which);
  const Roles roles(scene, both);
  std::optional<ByHand> by_hand;
  std::optional<Window> window;
  const auto open = [&] {
    if (scene.options.staged) by_hand.emplace(scene, verb, roles.pair.peer, roles.origin, roles.target);
    window.emplace(scene, sync_of(scene.options), roles.pair.peer, roles.origin, roles.target, by_hand ? &*by_hand : nullptr);
  };
  open();
  const bool good = right(scene, *window, verb, roles);
  Samples samples;
  const auto prepare = [&] {
    if (scene.options.fresh) {
      window->close();
      scene.renew();
      open();
    }
    if (scene.restless()) scene.barrier();
    if (roles.origin) scene.idle();
  };
  repeat(scene, true, roles.origin, &samples, prepare, [&] { window->epoch(verb, operations); });
  window->close();
  Row row = summarise(scene, samples, scale, rate, rate ? Combine::kSum : Combine::kMean);
  row.checked = good;
  return row;
}

}  // namespace

Needs one_sided_needs(const Scene& scene, const Layout&) {
  return {items_of(verb_of(scene.which)), 1};
}

Row one_sided_latency(Scene& scene) {
  return measure(scene, 1, 1e6, false);
}

Row one_sided_bandwidth(Scene& scene) {
  const int operations = scene.options.window;
  return measure(scene, operations, static_cast<double>(scene.layout().payload()) * operations / 1e6, true);
}

Row one_sided_both_ways(Scene& scene) {
  const int operations = scene.options.window;
  return measure(scene, operations, static_cast<double>(scene.layout().payload()) * operations / 1e6, true, true);
}

Row one_sided_rate(Scene& scene) {
  Row row = measure(scene, scene.options.window, scene.options.window, true);
  row.extras.push_back({"per_pair", "per pair", row.value / (scene.team.size / 2)});
  return row;
}

}  // namespace bench
