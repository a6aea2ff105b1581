#include "core/stream/stream.hpp"

#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include "accel/program/program_streams.hpp"
#include "core/object/instance.hpp"
#include "core/stream/queue.hpp"
#include "core/stream/team.hpp"

namespace penstock::core {
namespace {

constexpr std::string_view kTypeKey = "type";
constexpr std::string_view kValueKey = "value";
constexpr std::string_view kCudaStream = "cudaStream_t";
constexpr std::string_view kDigits = "0123456789ABCDEF";

int digit_of(char letter) noexcept {
  const char upper = letter >= 'a' && letter <= 'f' ? static_cast<char>(letter - 'a' + 'A') : letter;
  const std::size_t place = kDigits.find(upper);
  return place == std::string_view::npos ? -1 : static_cast<int>(place);
}

// The number of zeros that "[n]" at the front of `text` stands for, which is taken off; 0 for anything else.
std::size_t take_zeros(std::string_view* text) noexcept {
  std::size_t zeros = 0;
  std::size_t at = 1;
  for (; at < text->size() && (*text)[at] >= '0' && (*text)[at] <= '9' && zeros < 1U << 20; ++at) {
    zeros = zeros * 10 + static_cast<std::size_t>((*text)[at] - '0');
  }
  if (at == text->size() || (*text)[at] != ']') return 0;
  text->remove_prefix(at + 1);
  return zeros;
}

Status find_handle(const Info& info, void** out) {
  const auto value = info.get(kValueKey);
  if (!value) return Status::error(Code::kInfoValue, "a stream of type cudaStream_t needs its handle under the key \"value\"");
  std::uintptr_t handle = 0;
  if (!from_hex(*value, std::as_writable_bytes(std::span(&handle, 1)))) {
    return Status::error(Code::kInfoValue, "\"{}\" is not the {} bytes of a handle; MPIX_Info_set_hex writes them", *value,
                         sizeof handle);
  }
  std::memcpy(out, &handle, sizeof handle);
  return Status::ok();
}

// Work of the library that waited for a default stream would wait for itself.
Status adopt(Instance& instance, void* handle, std::shared_ptr<StreamQueue>* out) {
  if (instance.config().sync_stream != Config::SyncStream::kNone) {
    return Status::error(
        Code::kUnsupported,
        "PENSTOCK_SYNC_STREAM makes transfers wait for a default stream, which may itself wait for a transfer; "
        "unset it to put communication on streams");
  }
  std::unique_ptr<accel::ProgramStream> stream;
  PENSTOCK_TRY(instance.job().accel().program_streams().adopt_stream(handle, &stream));
  std::unique_ptr<accel::ProgramQueue> work;
  PENSTOCK_TRY(instance.job().accel().program_streams().open_program_queue(handle, &work));
  *out = std::make_shared<StreamQueue>(std::move(stream), std::move(work));
  return Status::ok();
}

Status make_queue(Instance& instance, const Info* info, std::shared_ptr<StreamQueue>* out) {
  const auto type = info != nullptr ? info->get(kTypeKey) : std::nullopt;
  if (!type) return Status::ok();
  if (*type != kCudaStream) {
    return Status::error(Code::kInfoValue, "there are no streams of type \"{}\" here, only \"{}\"", *type, kCudaStream);
  }
  void* handle = nullptr;
  PENSTOCK_TRY(find_handle(*info, &handle));
  return adopt(instance, handle, out);
}

}  // namespace

StreamBinding::StreamBinding(Instance& instance, std::vector<Ref<Stream>> streams, bool multiplex, Ref<Comm> collectives,
                             Ref<Comm> captured, std::unique_ptr<StreamTeam> team) noexcept
    : instance_(instance),
      streams_(std::move(streams)),
      multiplex_(multiplex),
      collectives_(std::move(collectives)),
      captured_(std::move(captured)),
      team_(std::move(team)) {}

StreamBinding::~StreamBinding() {
  if (!failure_.is_ok())
    instance_.log().error("an operation on a stream failed, and no call was made since: {}", failure_.message());
}

Status StreamBinding::queue(std::shared_ptr<StreamQueue>* out) const {
  if (multiplex_) {
    return Status::error(Code::kComm, "the communicator has several streams: work is put on a communicator of one");
  }
  const Ref<Stream>& stream = streams_.front();
  if (!stream || !stream->queue()) {
    return Status::error(Code::kComm, "the communicator's stream is of no device: nothing can be put on it");
  }
  *out = stream->queue();
  return Status::ok();
}

void StreamBinding::record(Status&& failure) noexcept {
  if (failure_.is_ok()) failure_ = std::move(failure);
}

Status StreamBinding::take_failure() noexcept {
  return std::exchange(failure_, Status());
}

std::string to_hex(std::span<const std::byte> bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size();) {
    std::size_t zeros = 0;
    while (i + zeros < bytes.size() && bytes[i + zeros] == std::byte{0}) ++zeros;
    if (zeros > 1) {
      text += fmt::format("[{}]", zeros);
      i += zeros;
      continue;
    }
    const auto value = std::to_integer<unsigned>(bytes[i++]);
    text += {kDigits[value / 16], kDigits[value % 16]};
  }
  return text;
}

bool from_hex(std::string_view text, std::span<std::byte> out) {
  std::size_t filled = 0;
  while (!text.empty()) {
    if (text.front() == '[') {
      const std::size_t zeros = take_zeros(&text);
      if (zeros == 0 || zeros > out.size() - filled) return false;
      std::memset(out.data() + filled, 0, zeros);
      filled += zeros;
      continue;
    }
    if (text.size() < 2 || filled == out.size()) return false;
    const int high = digit_of(text[0]);
    const int low = digit_of(text[1]);
    if (high < 0 || low < 0) return false;
    out[filled++] = static_cast<std::byte>(high * 16 + low);
    text.remove_prefix(2);
  }
  return filled == out.size();
}

Status create_stream(Instance& instance, const Info* info, MPIX_Stream* out) {
  Streams* streams = nullptr;
  PENSTOCK_TRY(need_streams(instance, &streams));
  std::shared_ptr<StreamQueue> queue;
  PENSTOCK_TRY(make_queue(instance, info, &queue));
  auto made = Ref<Stream>::adopt(new Stream(std::move(queue)));
  std::uintptr_t number = 0;
  PENSTOCK_TRY(streams->table().add(made.get(), &number));
  made->retain();  // the handle's
  *out = made->handle = static_cast<MPIX_Stream>(number);
  return Status::ok();
}

Status free_stream(Instance& instance, MPIX_Stream* stream) {
  Stream* found = nullptr;
  PENSTOCK_TRY(find_stream(instance, *stream, &found));
  streams_of(instance)->table().remove(static_cast<std::uintptr_t>(*stream));
  found->handle = MPIX_STREAM_NULL;
  found->release();
  *stream = MPIX_STREAM_NULL;
  return Status::ok();
}

Status find_stream(Instance& instance, MPIX_Stream handle, Stream** out) {
  Streams* streams = nullptr;
  PENSTOCK_TRY(need_streams(instance, &streams));
  const auto number = static_cast<std::uintptr_t>(static_cast<unsigned>(handle));
  *out = streams->table().find(number);
  return *out != nullptr ? Status::ok() : streams->table().explain(number);
}

Status get_stream(const Comm& comm, int index, MPIX_Stream* out) {
  *out = MPIX_STREAM_NULL;
  if (!comm.streams) return Status::ok();
  const auto& streams = comm.streams->streams();
  if (index < 0 || static_cast<std::size_t>(index) >= streams.size()) {
    return Status::error(Code::kArg, "stream {} of a communicator that has {}", index, streams.size());
  }
  if (const Ref<Stream>& stream = streams[static_cast<std::size_t>(index)]) *out = stream->handle;
  return Status::ok();
}

}  // namespace penstock::core
