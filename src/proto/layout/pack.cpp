#include "proto/layout/pack.hpp"

#include <cstring>

#include "proto/layout/shape.hpp"

namespace penstock::proto {
namespace {

std::byte* pointer(std::uint64_t address) {
  return reinterpret_cast<std::byte*>(address);
}

}  // namespace

void pack_host(const Buffer& buffer, std::uint64_t first, std::span<std::byte> out) {
  if (buffer.layout->is_contiguous(buffer.count)) {
    if (!out.empty()) std::memcpy(out.data(), static_cast<const std::byte*>(buffer.address) + first, out.size());
    return;
  }
  std::byte* to = out.data();
  for_each_run(buffer, first, out.size(),
               [&to](const kernels::Strided& shape, std::uint64_t base, std::uint64_t from, std::uint64_t bytes) {
                 pack_shape(shape, pointer(base), from, to, bytes);
                 to += bytes;
               });
}

void unpack_host(const Buffer& buffer, std::uint64_t first, std::span<const std::byte> in) {
  if (buffer.layout->is_contiguous(buffer.count)) {
    if (!in.empty()) std::memcpy(static_cast<std::byte*>(buffer.address) + first, in.data(), in.size());
    return;
  }
  const std::byte* at = in.data();
  for_each_run(buffer, first, in.size(),
               [&at](const kernels::Strided& shape, std::uint64_t base, std::uint64_t from, std::uint64_t bytes) {
                 unpack_shape(shape, pointer(base), from, at, bytes);
                 at += bytes;
               });
}

void copy_host(const Buffer& destination, const Buffer& source, std::uint64_t first, std::uint64_t bytes) {
  const bool from_one = source.layout->is_contiguous(source.count);
  const bool to_one = destination.layout->is_contiguous(destination.count);
  auto* to = static_cast<std::byte*>(destination.address) + first;
  const auto* from = static_cast<const std::byte*>(source.address) + first;
  if (bytes == 0) return;
  // memmove: a program may copy a buffer onto itself.
  if (from_one && to_one) return static_cast<void>(std::memmove(to, from, bytes));
  if (from_one) return unpack_host(destination, first, {from, bytes});
  if (to_one) return pack_host(source, first, {to, bytes});
  std::byte bounce[8192];
  for (std::uint64_t done = 0; done < bytes;) {
    const std::uint64_t piece = std::min<std::uint64_t>(sizeof(bounce), bytes - done);
    pack_host(source, first + done, {bounce, piece});
    unpack_host(destination, first + done, {bounce, piece});
    done += piece;
  }
}

}  // namespace penstock::proto
