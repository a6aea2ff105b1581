// One round's messages, the same on every rank.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "places.hpp"
#include "stress.hpp"

namespace stress {

enum class Mode { kStandard, kSynchronous, kReady, kBuffered, kModes };

// How the receiver gets a message. A race is a receive that is cancelled as soon as it is posted: if that came in time, the
// message is received once more. Wild: any source and any tag, and the status tells which message came.
enum class Way { kReceive, kProbe, kIprobe, kMprobe, kImprobe, kRace, kWild, kWays };

// Blocks of 0 bytes: contiguous; otherwise a vector or the left half of a two-dimensional array.
struct Message {
  int source = 0, target = 0, tag = 0, place = 0;
  std::size_t bytes = 0, source_block = 0, target_block = 0;
  std::string source_memory, target_memory;
  Mode mode = Mode::kStandard;
  Way way = Way::kReceive;
  bool any_source = false;
  bool ordered = false;                             // shares its tag with others: both sides start it in the script's order
  bool source_keeps = false, target_keeps = false;  // by a persistent request
  unsigned pattern = 0;

  // True if both sides are persistent: the same requests send the message a second time.
  [[nodiscard]] bool twice() const { return source_keeps && target_keeps && !ordered; }
};

// Tags differ from round to round: messages of a rank that is ahead must not match the wildcards of a rank that is behind.
std::vector<Message> make_script(unsigned seed, std::mt19937& random, const Places& places, const Options& options);

}  // namespace stress
