// Random filetypes for tests of views, each with the list of its bytes by which a test checks the view.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "io/view/view.hpp"
#include "proto/layout/testing/model.hpp"

namespace penstock::io::testing {

// A filetype and its definition: the displacement of each packed byte.
struct Filetype {
  proto::Layout layout;
  std::vector<std::int64_t> bytes;
  std::int64_t extent = 0;
};

// Returns true if the standard allows the filetype in a file that is open for writing: no displacement is negative, and each is
// greater than the one before it.
inline bool is_writable(const Filetype& type) {
  std::int64_t last = -1;
  for (int tile = 0; tile < 2; ++tile) {
    for (const std::int64_t byte : type.bytes) {
      const std::int64_t place = byte + tile * type.extent;
      if (place <= last) return false;
      last = place;
    }
  }
  return true;
}

// Returns a random datatype, which a view need not accept.
inline Filetype any_filetype(proto::testing::TypeMaker& make) {
  const proto::testing::Pair pair = make.make(3);
  return {pair.layout, pair.model.bytes, pair.model.extent};
}

// Returns blocks with increasing displacements, with gaps between some of them, and with an extent that contains all blocks.
inline Filetype sorted_filetype(proto::testing::TypeMaker& make) {
  std::vector<std::int64_t> lengths;
  std::vector<std::int64_t> offsets;
  std::int64_t at = make.upto(0, 1) * make.upto(0, 9);
  Filetype out;
  for (std::int64_t blocks = make.upto(1, 6); blocks > 0; --blocks) {
    lengths.push_back(make.upto(0, 3) == 0 ? make.upto(1, 300) : make.upto(1, 9));
    offsets.push_back(at);
    for (std::int64_t i = 0; i < lengths.back(); ++i) out.bytes.push_back(at + i);
    at += lengths.back() + (make.upto(0, 2) == 0 ? make.upto(0, 400) : make.upto(0, 9));
  }
  proto::Layout blocks;
  EXPECT_TRUE(proto::Layout::indexed(proto::Layout::bytes(1), lengths, offsets, &blocks).is_ok());
  out.extent = at;
  out.layout = proto::Layout::resized(blocks, 0, at);
  return out;
}

// Returns the file offset of a byte of the view's stream.
inline std::uint64_t place_of(const Filetype& type, std::uint64_t displacement, std::uint64_t stream) {
  const std::uint64_t size = type.bytes.size();
  return displacement + stream / size * static_cast<std::uint64_t>(type.extent) +
         static_cast<std::uint64_t>(type.bytes[stream % size]);
}

}  // namespace penstock::io::testing
