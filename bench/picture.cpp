#include "picture.hpp"

#include <cstring>

namespace bench {
namespace {

constexpr unsigned char kGap = 0xa5;

}  // namespace

Payload pattern(std::size_t bytes, std::uint32_t seed, int rank, int item) {
  Payload out(bytes);
  std::uint32_t state =
      seed * 2654435761U + static_cast<std::uint32_t>(rank) * 40503U + static_cast<std::uint32_t>(item) * 69069U + 1;
  for (std::size_t i = 0; i < bytes; ++i) {
    if (i % 2 == 0) state = state * 1664525U + 1013904223U;
    out[i] = static_cast<unsigned char>(state >> (16 + 8 * (i % 2)));
  }
  return out;
}

void add_terms(std::vector<float>* sum, std::uint32_t seed, int rank, std::size_t first) {
  for (std::size_t i = 0; i < sum->size(); ++i) {
    (*sum)[i] += static_cast<float>(((first + i) * 7 + static_cast<std::size_t>(rank) * 13 + seed) % 97);
  }
}

Payload bytes_of(const std::vector<float>& numbers) {
  Payload out(numbers.size() * sizeof(float));
  if (!out.empty()) std::memcpy(out.data(), numbers.data(), out.size());
  return out;
}

Picture::Picture(const Layout& layout, std::size_t items)
    : layout_(layout), wanted_(items * layout.slot(), kGap), poisoned_(wanted_) {}

void Picture::set(std::size_t item, const Payload& payload) {
  layout_.place(payload, item, wanted_);
  Payload inverted(payload);
  for (unsigned char& byte : inverted) byte = static_cast<unsigned char>(~byte);
  layout_.place(inverted, item, poisoned_);
}

void Picture::put(Buffer& buffer) const {
  buffer.write(wanted_.data(), wanted_.size());
}
void Picture::poison(Buffer& buffer) const {
  buffer.write(poisoned_.data(), poisoned_.size());
}

bool Picture::found_in(const Buffer& buffer, bool plant) const {
  std::vector<unsigned char> found(wanted_.size());
  buffer.read(found.data(), found.size());
  if (plant && !found.empty()) found[found.size() / 2] ^= 1U;
  return found == wanted_;
}

}  // namespace bench
