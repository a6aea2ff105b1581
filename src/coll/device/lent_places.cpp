#include "coll/device/lent_places.hpp"

namespace penstock::coll {
namespace {

// Parts that lie anywhere have addresses of their own.
std::uint64_t address_of(const Query& query, const Side& side) noexcept {
  return side.parts.empty() ? reinterpret_cast<std::uint64_t>(stretch_of(query, side).address) : 0;
}

}  // namespace

LentPlaces::LentPlaces(const Query& query, const Team& team, const Arguments& arguments, std::span<const DeviceCard> cards,
                       Mappings& mappings)
    : team_(team), cards_(cards), mappings_(mappings) {
  const Sides sides = sides_of(query, team, arguments);
  send_ = address_of(query, sides.send);
  recv_ = address_of(query, sides.recv);
}

Status LentPlaces::send_of(int member, std::uint64_t* address) {
  if (member == team_.rank) return *address = send_, Status::ok();
  return team_.devices->reach(member, cards_[static_cast<std::size_t>(member)].send, &mappings_, address);
}

Status LentPlaces::recv_of(int member, std::uint64_t* address) {
  if (member == team_.rank) return *address = recv_, Status::ok();
  return team_.devices->reach(member, cards_[static_cast<std::size_t>(member)].recv, &mappings_, address);
}

}  // namespace penstock::coll
