#include "io/device/memory.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace penstock::io {
namespace {

// lock() and unlock() do nothing: the tests that use this device call from one thread at a time, or expect no order.
class Memory final : public Device {
 public:
  explicit Memory(std::shared_ptr<MemoryFile> file) : file_(std::move(file)) {}

  [[nodiscard]] const std::string& name() const noexcept override { return name_; }
  Attempt read(std::span<const iovec> pieces, std::uint64_t offset) override {
    const std::scoped_lock lock(file_->mutex);
    Attempt made;
    for (const iovec& piece : pieces) {
      const std::uint64_t at = offset + made.bytes;
      if (at >= file_->bytes.size()) break;
      const std::uint64_t bytes = std::min<std::uint64_t>(piece.iov_len, file_->bytes.size() - at);
      std::memcpy(piece.iov_base, file_->bytes.data() + at, bytes);
      made.bytes += bytes;
    }
    return made;
  }
  Attempt write(std::span<const iovec> pieces, std::uint64_t offset) override {
    const std::scoped_lock lock(file_->mutex);
    Attempt made;
    for (const iovec& piece : pieces) {
      const std::uint64_t at = offset + made.bytes;
      if (at + piece.iov_len > file_->bytes.size()) file_->bytes.resize(at + piece.iov_len);
      std::memcpy(file_->bytes.data() + at, piece.iov_base, piece.iov_len);
      made.bytes += piece.iov_len;
    }
    return made;
  }
  int sync() override { return 0; }
  int size(std::uint64_t* out) override {
    const std::scoped_lock lock(file_->mutex);
    *out = file_->bytes.size();
    return 0;
  }
  int set_size(std::uint64_t size) override {
    const std::scoped_lock lock(file_->mutex);
    file_->bytes.resize(size);
    return 0;
  }
  int preallocate(std::uint64_t size) override {
    const std::scoped_lock lock(file_->mutex);
    if (file_->bytes.size() < size) file_->bytes.resize(size);
    return 0;
  }
  int lock(const Range& /*range*/, bool /*exclusive*/) override { return 0; }
  int unlock(const Range& /*range*/) override { return 0; }
  int close() override { return 0; }

 private:
  std::string name_ = "(memory)";
  std::shared_ptr<MemoryFile> file_;
};

}  // namespace

std::unique_ptr<Device> open_memory(std::shared_ptr<MemoryFile> file) {
  return std::make_unique<Memory>(std::move(file));
}

}  // namespace penstock::io
