#include "core/window/split.hpp"

#include <algorithm>

#include "core/object/instance.hpp"
#include "core/p2p/requests.hpp"
#include "core/window/request.hpp"
#include "core/window/window.hpp"
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
  Splitter(Window& window, WindowPeer& peer, std::uint64_t element, std::vector<WindowPart>* out) noexcept
      : window_(window), peer_(peer), element_(element), out_(*out) {}

  // Stretches of the member's memory, in packed order.
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
                           element_, peer_.rank, address);
    }
    rma::Target* region = nullptr;
    std::int64_t offset = 0;
    PENSTOCK_TRY(peer_.table->find(window_, peer_, address, 1, &region, &offset));
    if (region == nullptr) {
      return Status::error(Code::kRmaRange,
                           "the byte at {:#x}, the access's {}th, is in no memory of rank {} that is attached to "
                           "the window: attach it, or correct the displacement",
                           address, taken_, peer_.rank);
    }
    begin_ = address - static_cast<std::uint64_t>(offset);
    end_ = begin_ + region->head().bytes;
    out_.push_back({region, {}, taken_, 0});
    return Status::ok();
  }

  Window& window_;
  WindowPeer& peer_;
  std::uint64_t element_;
  std::vector<WindowPart>& out_;
  std::uint64_t begin_ = 0;  // of the region that the last stretch was in
  std::uint64_t end_ = 0;
  std::uint64_t taken_ = 0;
};

}  // namespace

// A table that has changed meanwhile may have lost regions that were found.
Status split_by_regions(Window& window, WindowPeer& peer, const proto::Buffer& target, std::uint64_t bytes,
                        std::uint64_t element, std::vector<WindowPart>* out) {
  std::uint64_t generation = 0;
  do {
    generation = peer.table->generation();
    out->clear();
    Splitter splitter(window, peer, element, out);
    Status taken;
    proto::for_each_piece(target, 0, bytes, [&](std::uint64_t address, std::uint64_t piece) {
      if (taken.is_ok()) taken = splitter.take(address, piece);
    });
    PENSTOCK_TRY(std::move(taken));
  } while (peer.table->generation() != generation);
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

// Nothing has begun where some byte lies in no region.
Status Window::operate_in_parts(WindowPeer& peer, const SplitOperation& operation, MPI_Request* request) {
  const auto address = static_cast<std::uint64_t>(operation.target.displacement);
  const proto::Buffer there{reinterpret_cast<void*>(address), static_cast<std::uint64_t>(operation.target.count),
                            &operation.target.type->layout()};
  std::vector<WindowPart> parts;
  PENSTOCK_TRY(split_by_regions(*this, peer, there, operation.bytes, operation.element, &parts));
  Ref<WindowCall> begun;
  for (const WindowPart& part : parts) {
    WindowCall& call = next_call();
    call.parts = std::make_unique<PartLayouts>();
    PartLayouts& layouts = *call.parts;
    proto::Buffer origin;
    proto::Buffer result;
    if (operation.origin.layout != nullptr) {
      PENSTOCK_TRY(part_of(operation.origin, part.first, part.bytes, &layouts.origin, &origin));
    }
    if (operation.result.layout != nullptr) {
      PENSTOCK_TRY(part_of(operation.result, part.first, part.bytes, &layouts.result, &result));
    }
    PENSTOCK_TRY(layout_of(part.there, &layouts.target));
    operation.start(*part.region, origin, result, {0, 1, &layouts.target}, &call.call);
    PENSTOCK_TRY(settle(peer, nullptr));
    if (peer.pending.empty() || peer.pending.back().get() != &call) continue;
    call.also = std::exchange(begun, peer.pending.back());
  }
  if (request == nullptr) return Status::ok();
  if (!begun) return over_at_once(request);
  return requests_of(instance()).add(request, nullptr, make_window_work(*this, std::move(begun)));
}

}  // namespace penstock::core
