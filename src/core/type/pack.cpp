#include "core/type/pack.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "core/type/buffer.hpp"
#include "core/type/external32.hpp"
#include "core/type/packed_copy.hpp"

namespace penstock::core {
namespace {

Status total(MPI_Count count, std::uint64_t each, MPI_Count* bytes) {
  if (count < 0) return Status::error(Code::kCount, "the count is {}, it must not be negative", count);
  if (!__builtin_mul_overflow(count, each, bytes)) return Status::ok();
  return Status::error(Code::kArg, "{} elements of {} bytes are more than 2^63 bytes", count, each);
}

// Returns the next `bytes` of the string as a buffer.
Status next(const PackedString& string, MPI_Count bytes, std::string_view size_call, proto::Buffer* out) {
  if (string.size < 0)
    return Status::error(Code::kArg, "the packed buffer has a size of {}, it must not be negative", string.size);
  if (string.position < 0 || string.position > string.size) {
    return Status::error(Code::kArg, "position is {}, outside 0..{}", string.position, string.size);
  }
  if (bytes > string.size - string.position) {
    return Status::error(Code::kTruncate,
                         "the packed buffer has {} bytes from position {} on, {} are needed; {} tells how many",
                         string.size - string.position, string.position, bytes, size_call);
  }
  if (string.address == nullptr && bytes > 0) return Status::error(Code::kBuffer, "the packed buffer is a null pointer");
  *out = {static_cast<std::byte*>(string.address) + string.position, static_cast<std::uint64_t>(bytes), &byte_layout()};
  return Status::ok();
}

// Calls move(part of the buffer) for few elements at a time, so that the intermediate host memory stays small.
template <typename Move>
Status in_pieces(const proto::Buffer& buffer, Move&& move) {
  constexpr std::uint64_t kPiece = std::uint64_t{1} << 20;
  const std::uint64_t most = std::max<std::uint64_t>(kPiece / std::max<std::uint64_t>(buffer.layout->size(), 1), 1);
  auto* address = static_cast<std::byte*>(buffer.address);
  for (std::uint64_t done = 0; done < buffer.count;) {
    const std::uint64_t piece = std::min(most, buffer.count - done);
    PENSTOCK_TRY(
        move(proto::Buffer{address + static_cast<std::int64_t>(done) * buffer.layout->extent(), piece, buffer.layout}));
    done += piece;
  }
  return Status::ok();
}

proto::Buffer bytes_of(std::vector<std::byte>& bytes) {
  return {bytes.data(), bytes.size(), &byte_layout()};
}

// The arguments that both external calls check: their buffer, their part of the string, and the length of the two.
struct External {
  proto::Buffer buffer;
  proto::Buffer string;
  std::uint64_t each = 0;
};
Status prepare(const void* address, MPI_Count count, const Datatype& datatype, const PackedString& string, External* out) {
  MPI_Count bytes = 0;
  PENSTOCK_TRY(external_packed_size(count, datatype, &bytes));
  PENSTOCK_TRY(make_buffer(address, count, datatype, &out->buffer));
  out->each = external_size(datatype);
  return next(string, bytes, "MPI_Pack_external_size", &out->string);
}

}  // namespace

const proto::Layout& byte_layout() {
  static const proto::Layout layout = proto::Layout::bytes(1);
  return layout;
}

Status packed_size(MPI_Count count, const Datatype& datatype, MPI_Count* bytes) {
  return total(count, datatype.layout().size(), bytes);
}

Status external_packed_size(MPI_Count count, const Datatype& datatype, MPI_Count* bytes) {
  return total(count, external_size(datatype), bytes);
}

Status pack(proto::Engine& engine, const void* address, MPI_Count count, const Datatype& datatype, PackedString* out) {
  MPI_Count bytes = 0;
  proto::Buffer source;
  proto::Buffer string;
  PENSTOCK_TRY(packed_size(count, datatype, &bytes));
  PENSTOCK_TRY(make_buffer(address, count, datatype, &source));
  PENSTOCK_TRY(next(*out, bytes, "MPI_Pack_size", &string));
  PENSTOCK_TRY(copy_now(engine, string, source));
  out->position += bytes;
  return Status::ok();
}

Status unpack(proto::Engine& engine, PackedString* in, void* address, MPI_Count count, const Datatype& datatype) {
  MPI_Count bytes = 0;
  proto::Buffer destination;
  proto::Buffer string;
  PENSTOCK_TRY(packed_size(count, datatype, &bytes));
  PENSTOCK_TRY(make_buffer(address, count, datatype, &destination));
  PENSTOCK_TRY(next(*in, bytes, "MPI_Pack_size", &string));
  PENSTOCK_TRY(copy_now(engine, destination, string));
  in->position += bytes;
  return Status::ok();
}

Status pack_external(proto::Engine& engine, const void* address, MPI_Count count, const Datatype& datatype, PackedString* out) {
  External external;
  PENSTOCK_TRY(prepare(address, count, datatype, *out, &external));
  auto* to = static_cast<std::byte*>(external.string.address);
  const auto move = [&](const proto::Buffer& piece) -> Status {
    std::vector<std::byte> native(piece.bytes());
    std::vector<std::byte> converted(piece.count * external.each);
    PENSTOCK_TRY(copy_now(engine, bytes_of(native), piece));
    PENSTOCK_TRY(to_external(datatype, piece.count, native.data(), converted.data()));
    PENSTOCK_TRY(copy_now(engine, {to, converted.size(), &byte_layout()}, bytes_of(converted)));
    to += converted.size();
    return Status::ok();
  };
  PENSTOCK_TRY(in_pieces(external.buffer, move));
  out->position += static_cast<MPI_Count>(external.string.count);
  return Status::ok();
}

Status unpack_external(proto::Engine& engine, PackedString* in, void* address, MPI_Count count, const Datatype& datatype) {
  External external;
  PENSTOCK_TRY(prepare(address, count, datatype, *in, &external));
  auto* from = static_cast<std::byte*>(external.string.address);
  const auto move = [&](const proto::Buffer& piece) -> Status {
    std::vector<std::byte> converted(piece.count * external.each);
    std::vector<std::byte> native(piece.bytes());
    PENSTOCK_TRY(copy_now(engine, bytes_of(converted), {from, converted.size(), &byte_layout()}));
    from_external(datatype, piece.count, converted.data(), native.data());
    PENSTOCK_TRY(copy_now(engine, piece, bytes_of(native)));
    from += converted.size();
    return Status::ok();
  };
  PENSTOCK_TRY(in_pieces(external.buffer, move));
  in->position += static_cast<MPI_Count>(external.string.count);
  return Status::ok();
}

}  // namespace penstock::core
