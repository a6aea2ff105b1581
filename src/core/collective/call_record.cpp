#include "core/collective/call_record.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <utility>

namespace penstock::core {
namespace {

// Texts are cut to fit, and end with 0.
template <std::size_t N>
void put(std::string_view text, char (&out)[N]) noexcept {
  const std::string_view fits = text.substr(0, N - 1);
  *std::ranges::copy(fits, out).out = '\0';
}

// Returns a name such as "MPI_Bcast", "MPI_Ibcast", "MPI_Bcast_init", "MPIX_Bcast_enqueue".
std::string name_of(std::string_view call, CallForm form) {
  if (form == CallForm::kPersistent) return fmt::format("MPI_{}_init", call);
  if (form == CallForm::kEnqueued) return fmt::format("MPIX_{}_enqueue", call);
  std::string name(call);
  if (form == CallForm::kBlocking) return "MPI_" + name;
  name.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(name.front())));
  return "MPI_I" + name;
}

}  // namespace

CallRecord::CallRecord(const CallShape& shape, CallForm form) {
  put(name_of(shape.name, form), header_.call);
  header_.flow = shape.flow;
  header_.rooted = shape.rooted ? 1 : 0;
  header_.in_place_everywhere = shape.in_place_everywhere ? 1 : 0;
}

void CallRecord::send(const Piece& piece) noexcept {
  header_.send = piece;
  header_.sends = Has::kOne;
}

void CallRecord::recv(const Piece& piece) noexcept {
  header_.recv = piece;
  header_.recvs = Has::kOne;
}

void CallRecord::sends(std::vector<Piece> pieces) {
  pieces_ = std::move(pieces);
  header_.sends = Has::kEach;
  header_.pieces = pieces_.size();
}

void CallRecord::recvs(std::vector<Piece> pieces) {
  pieces_.insert(pieces_.end(), pieces.begin(), pieces.end());
  header_.recvs = Has::kEach;
  header_.pieces = pieces_.size();
}

// Functions of the application have different addresses on different ranks, so only
// their properties that MPI knows are compared.
void CallRecord::operand(const Piece& piece, const Op& op) noexcept {
  send(piece);
  if (op.predefined()) return put(op.name(), header_.op);
  put(op.commutative() ? "a commutative operation of the program" : "a non-commutative operation of the program", header_.op);
}

void CallRecord::set_parts(std::span<const std::uint64_t> parts) {
  std::vector<Piece> pieces;
  for (const std::uint64_t elements : parts) {
    Piece piece;
    piece.elements = elements;
    pieces.push_back(piece);
  }
  recvs(std::move(pieces));
}

void CallRecord::fail(const Status& why) noexcept {
  header_.failed = why.code();
  put(why.message(), header_.failure);
}

// The root of a broadcast sends the data that the others receive; in place, the data
// that are sent are where the result will be.
const Piece* CallRecord::given(std::size_t peer) const noexcept {
  const bool from_result = header_.in_place != 0 || header_.sends == Has::kNothing;
  if (from_result) return expected(peer);
  if (header_.sends == Has::kOne) return &header_.send;
  return peer < pieces_.size() ? &pieces_[peer] : nullptr;
}

const Piece* CallRecord::expected(std::size_t peer) const noexcept {
  if (header_.recvs == Has::kNothing) return nullptr;
  if (header_.recvs == Has::kOne) return &header_.recv;
  const std::size_t index = header_.sends == Has::kEach ? pieces_.size() / 2 + peer : peer;
  return index < pieces_.size() ? &pieces_[index] : nullptr;
}

}  // namespace penstock::core
