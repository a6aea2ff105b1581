#include "script.hpp"

#include <algorithm>
#include <iterator>

namespace stress {
namespace {

constexpr int kOrderedTag = 7, kFirstTag = 100;
constexpr std::size_t kBufferedBytes = 8192;
constexpr std::size_t kSizes[] = {0,    1,    7,    8,    40,    48,     49,     64,     1000,    4096,
                                  8191, 8192, 8193, 8704, 65536, 262143, 262144, 262145, 1500000, 3000008};

int pick(std::mt19937& random, const std::vector<int>& from) {
  return from[random() % from.size()];
}

void draw_ends(std::mt19937& random, const Places& places, Message& m) {
  m.place = m.way == Way::kWild ? Places::kWild : static_cast<int>(random() % Places::kWild);
  m.source = static_cast<int>(random() % static_cast<unsigned>(places.size()));
  Place seen = places.seen_by(m.place, m.source);
  if (rank_in(seen.group, m.source) < 0) {
    m.source = pick(random, seen.group);
    seen = places.seen_by(m.place, m.source);
  }
  m.target = pick(random, seen.peers());
}

std::size_t draw_block(std::mt19937& random, std::size_t bytes) {
  const std::size_t block = bytes % 8 == 0 && random() % 3 == 0 ? 8U << (random() % 3) : 0;
  return block != 0 && bytes % block != 0 ? 0 : block;
}

// It is unknown which wild message arrives, so they are short, contiguous, in host memory.
void make_wild(std::mt19937& random, std::size_t index, Message& m) {
  m.tag = static_cast<int>(index);
  m.bytes = random() % (kBufferedBytes + 1);
  m.source_memory = m.target_memory = "host";
  m.source_block = m.target_block = 0;
}

}  // namespace

std::vector<Message> make_script(unsigned seed, std::mt19937& random, const Places& places, const Options& options) {
  std::vector<Message> script(10 + random() % 30);
  for (std::size_t i = 0; i < script.size(); ++i) {
    Message& m = script[i];
    m.mode = static_cast<Mode>(random() % static_cast<unsigned>(Mode::kModes));
    m.way = random() % 2 == 0 ? Way::kReceive : static_cast<Way>(random() % static_cast<unsigned>(Way::kWays));
    m.ordered = m.way == Way::kReceive && random() % 3 == 0;
    if (m.mode == Mode::kReady && (m.way != Way::kReceive || m.ordered)) m.mode = Mode::kSynchronous;
    draw_ends(random, places, m);
    m.tag = m.ordered ? kOrderedTag : kFirstTag + static_cast<int>(seed % 4096 * 64 + i);
    m.bytes = kSizes[random() % std::size(kSizes)];
    if (m.mode == Mode::kBuffered) m.bytes = std::min(m.bytes, kBufferedBytes);
    m.source_block = draw_block(random, m.bytes);
    m.target_block = draw_block(random, m.bytes);
    m.source_memory = options.memory[random() % options.memory.size()];
    m.target_memory = options.memory[random() % options.memory.size()];
    m.any_source = m.way != Way::kWild && !m.ordered && random() % 4 == 0;
    m.source_keeps = random() % 4 == 0;
    m.target_keeps = m.way == Way::kReceive && random() % 4 == 0;
    m.pattern = static_cast<unsigned>(random());
    if (m.way == Way::kWild) make_wild(random, i, m);
  }
  return script;
}

}  // namespace stress
