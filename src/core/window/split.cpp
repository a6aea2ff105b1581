#include "core/window/split.hpp"

#include <algorithm>

#include "proto/layout/walk.hpp"

namespace penstock::core {
namespace {

void append(std::vector<Stretch>* to, std::int64_t offset, std::uint64_t bytes) {
  const auto more = static_cast<std::int64_t>(bytes);
  if (!to->empty() && to->back().offset + to->back().bytes == offset) {
    to->back().bytes += more;
  } else {
    to->push_back({offset, more});
  }
}

class Splitter {
 public:
  Splitter(PeerTable& table, int rank, std::uint64_t element, std::vector<WindowPart>* out) noexcept
      : table_(table), rank_(rank), element_(element), out_(*out) {}

  // Takes the next bytes of the member's memory, in packed order.
  Status take(std::uint64_t address, std::uint64_t bytes) {
    while (bytes > 0) {
      if (address < begin_ || address >= end_) PENSTOCK_TRY(enter(address));
      const std::uint64_t piece = std::min(bytes, end_ - address);
      append(&out_.back().there, static_cast<std::int64_t>(address - begin_), piece);
      out_.back().bytes += piece;
      taken_ += piece;
      address += piece;
      bytes -= piece;
    }
    return Status::ok();
  }

 private:
  Status enter(std::uint64_t address) {
    if (taken_ % element_ != 0) {
      return Status::error(Code::kRmaRange,
                           "an element of {} bytes at rank {} lies in two regions that are attached to the window, the second "
                           "from {:#x} on: attach them as one",
                           element_, rank_, address);
    }
    rma::Target* region = nullptr;
    std::int64_t offset = 0;
    PENSTOCK_TRY(table_.find(address, 1, &region, &offset));
    if (region == nullptr) {
      return Status::error(Code::kRmaRange,
                           "the byte at {:#x}, the access's {}th, is in no memory of rank {} that is attached to "
                           "the window: attach it, or correct the displacement",
                           address, taken_, rank_);
    }
    begin_ = address - static_cast<std::uint64_t>(offset);
    end_ = begin_ + region->head().bytes;
    out_.push_back({region, {}, taken_, 0});
    return Status::ok();
  }

  PeerTable& table_;
  int rank_;
  std::uint64_t element_;
  std::vector<WindowPart>& out_;
  std::uint64_t begin_ = 0;  // The last stretch was in the region [begin_, end_).
  std::uint64_t end_ = 0;
  std::uint64_t taken_ = 0;
};

}  // namespace

// A table that changes meanwhile may lose regions that were found, so the split begins again.
Status split_by_regions(PeerTable& table, int rank, const proto::Buffer& target, std::uint64_t bytes, std::uint64_t element,
                        std::vector<WindowPart>* out) {
  std::uint64_t generation = 0;
  do {
    generation = table.generation();
    out->clear();
    Splitter splitter(table, rank, element, out);
    Status taken;
    proto::for_each_piece(target, 0, bytes, [&](std::uint64_t address, std::uint64_t piece) {
      if (taken.is_ok()) taken = splitter.take(address, piece);
    });
    PENSTOCK_TRY(std::move(taken));
  } while (table.generation() != generation);
  return Status::ok();
}

Status layout_of(const std::vector<Stretch>& stretches, proto::Layout* out) {
  std::vector<std::int64_t> lengths;
  std::vector<std::int64_t> offsets;
  for (const Stretch& stretch : stretches) {
    lengths.push_back(stretch.bytes);
    offsets.push_back(stretch.offset);
  }
  return proto::Layout::indexed(proto::Layout::bytes(1), lengths, offsets, out);
}

Status part_of(const proto::Buffer& whole, std::uint64_t first, std::uint64_t bytes, proto::Layout* layout,
               proto::Buffer* part) {
  std::vector<Stretch> stretches;
  std::uint64_t base = 0;
  proto::for_each_piece(whole, first, bytes, [&](std::uint64_t address, std::uint64_t piece) {
    if (stretches.empty()) base = address;
    append(&stretches, static_cast<std::int64_t>(address - base), piece);
  });
  *part = {reinterpret_cast<void*>(base), 1, layout};
  return layout_of(stretches, layout);
}

}  // namespace penstock::core
