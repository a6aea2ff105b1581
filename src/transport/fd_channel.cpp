#include "transport/fd_channel.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/random.hpp"
#include "boot/inherited.hpp"

namespace penstock::transport {
namespace {

constexpr std::uint64_t kMagic = 0x314c5253544b5350;  // "PSKTSRL1"
constexpr int kMostAtOnce = 64;                       // parts that one collect() receives
constexpr std::size_t kMostRights = 253;              // descriptors that one datagram can carry

// Head is the head of a datagram; `count` labels follow.
struct Head {
  std::uint64_t magic = kMagic;
  std::array<std::uint64_t, 2> key{};
  std::uint64_t token = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  std::uint32_t total = 0;
  std::uint32_t reserved = 0;
};
static_assert(sizeof(Head) == 48 && std::is_trivially_copyable_v<Head>);

socklen_t address_of(const FdChannel::Address& address, sockaddr_un* out) {
  *out = {};
  out->sun_family = AF_UNIX;
  const std::size_t length = strnlen(address.name.data(), address.name.size());
  std::memcpy(out->sun_path + 1, address.name.data(), length);
  return static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + length);
}

// Makes an abstract name that cannot be guessed.
Status make_name(FdChannel::Address* out) {
  constexpr char kPrefix[] = "penstock-";
  constexpr std::size_t kPrefixLength = sizeof kPrefix - 1;
  std::array<std::byte, 11> random;
  static_assert(kPrefixLength + 2 * random.size() <= std::tuple_size_v<decltype(out->name)>);
  PENSTOCK_TRY(base::random_bytes(random));
  std::memcpy(out->name.data(), kPrefix, kPrefixLength);
  for (std::size_t i = 0; i < random.size(); ++i) {
    constexpr char kDigits[] = "0123456789abcdef";
    const auto value = static_cast<unsigned>(random[i]);
    out->name[kPrefixLength + 2 * i] = kDigits[value >> 4U];
    out->name[kPrefixLength + 2 * i + 1] = kDigits[value & 15U];
  }
  return Status::ok();
}

Status bind_name(int socket, FdChannel::Address* out) {
  PENSTOCK_TRY(make_name(out));
  sockaddr_un name;
  const socklen_t length = address_of(*out, &name);
  return bind(socket, reinterpret_cast<const sockaddr*>(&name), length) == 0
             ? Status::ok()
             : Status::system(errno, "naming the socket that descriptors come through");
}

// Reads the name of a socket: when a process rejoins its job, the socket serves a second time and keeps its name.
Status name_of(int socket, FdChannel::Address* out) {
  sockaddr_un name{};
  socklen_t length = sizeof name;
  if (getsockname(socket, reinterpret_cast<sockaddr*>(&name), &length) != 0) {
    return Status::system(errno, "asking the name of the socket that descriptors come through");
  }
  if (length == sizeof name.sun_family && name.sun_family == AF_UNIX) return bind_name(socket, out);
  constexpr std::size_t kBefore = offsetof(sockaddr_un, sun_path) + 1;
  const std::size_t letters = length > kBefore ? length - kBefore : 0;
  if (name.sun_family != AF_UNIX || name.sun_path[0] != '\0' || letters == 0 || letters > out->name.size()) {
    return Status::error(Code::kProtocol, "the launcher's socket to pass descriptors has a name that others cannot be told");
  }
  std::memcpy(out->name.data(), name.sun_path + 1, letters);
  return Status::ok();
}

}  // namespace

// Part is one received datagram: its descriptors are owned from the first moment, whatever the datagram contains.
struct FdChannel::Part {
  Head head;
  std::array<std::uint64_t, kMostOfPart> labels{};
  std::vector<base::Fd> fds;
  std::size_t bytes = 0;
  bool cut = false;
  bool same_user = false;

  void take_control(msghdr* message) {
    for (cmsghdr* each = CMSG_FIRSTHDR(message); each != nullptr; each = CMSG_NXTHDR(message, each)) {
      if (each->cmsg_level != SOL_SOCKET) continue;
      if (each->cmsg_type == SCM_RIGHTS) take_rights(*each);
      if (each->cmsg_type == SCM_CREDENTIALS) {
        ucred sender{};
        std::memcpy(&sender, CMSG_DATA(each), sizeof sender);
        same_user = sender.uid == geteuid();
      }
    }
  }
  void take_rights(cmsghdr& rights) {
    const std::size_t count = (rights.cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(&rights) + i * sizeof fd, sizeof fd);
      fds.emplace_back(fd);
    }
  }
  [[nodiscard]] bool is_genuine(const Address& me) const {
    return same_user && !cut && bytes >= sizeof head && head.magic == kMagic && head.key == me.key && head.count > 0 &&
           head.count <= kMostOfPart && head.total <= kMostOfLot && head.first <= head.total &&
           head.count <= head.total - head.first && fds.size() == head.count &&
           bytes == sizeof head + head.count * sizeof(std::uint64_t);
  }
};

Status FdChannel::open(int inherited) {
  Address address;
  base::Fd made(inherited < 0 ? -1 : fcntl(inherited, F_DUPFD_CLOEXEC, 0));
  if (inherited < 0) {
    PENSTOCK_TRY(boot::make_fd_channel(&made));
  } else if (!made.valid()) {
    return Status::system(errno, "keeping the launcher's socket to pass descriptors");
  }
  PENSTOCK_TRY(name_of(made.get(), &address));
  PENSTOCK_TRY(base::random_bytes(std::as_writable_bytes(std::span(address.key))));
  const int on = 1;
  if (setsockopt(made.get(), SOL_SOCKET, SO_PASSCRED, &on, sizeof on) != 0) {
    return Status::system(errno, "asking for the credentials of who passes descriptors");
  }
  socket_ = std::move(made);
  address_ = address;
  return Status::ok();
}

Status FdChannel::send(const Address& to, std::uint64_t token, std::size_t first, std::size_t total,
                       std::span<const Item> items) {
  if (!socket_.valid() || to.name[0] == '\0') {
    return Status::error(Code::kTransport, "descriptors cannot be passed: {} has no socket for them",
                         socket_.valid() ? "the receiver" : "this process");
  }
  if (items.empty() || items.size() > kMostOfPart || total > kMostOfLot || first + items.size() > total) {
    return Status::error(Code::kInternal, "{} descriptors from {} on of a lot of {}", items.size(), first, total);
  }
  Head head;
  head.key = to.key;
  head.token = token;
  head.first = static_cast<std::uint32_t>(first);
  head.count = static_cast<std::uint32_t>(items.size());
  head.total = static_cast<std::uint32_t>(total);
  std::array<std::uint64_t, kMostOfPart> labels;
  alignas(cmsghdr) std::array<std::byte, CMSG_SPACE(kMostOfPart * sizeof(int))> control{};
  auto* rights = reinterpret_cast<cmsghdr*>(control.data());
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(items.size() * sizeof(int));
  for (std::size_t i = 0; i < items.size(); ++i) {
    labels[i] = items[i].label;
    std::memcpy(CMSG_DATA(rights) + i * sizeof(int), &items[i].fd, sizeof(int));
  }
  sockaddr_un name;
  iovec pieces[] = {{&head, sizeof head}, {labels.data(), items.size() * sizeof labels[0]}};
  msghdr message{};
  message.msg_name = &name;
  message.msg_namelen = address_of(to, &name);
  message.msg_iov = pieces;
  message.msg_iovlen = std::size(pieces);
  message.msg_control = control.data();
  message.msg_controllen = CMSG_SPACE(items.size() * sizeof(int));
  while (sendmsg(socket_.get(), &message, MSG_DONTWAIT | MSG_NOSIGNAL) < 0) {
    if (errno == EINTR) continue;
    return Status::error(Code::kTransport, "passing {} descriptors to another process: {}", items.size(), std::strerror(errno));
  }
  return Status::ok();
}

// Returns false if no more datagrams have come.
bool FdChannel::receive(Part* part) {
  alignas(cmsghdr) std::array<std::byte, CMSG_SPACE(kMostRights * sizeof(int)) + CMSG_SPACE(sizeof(ucred))> control;
  iovec pieces[] = {{&part->head, sizeof part->head}, {part->labels.data(), sizeof part->labels}};
  msghdr message{};
  message.msg_iov = pieces;
  message.msg_iovlen = std::size(pieces);
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  ssize_t got = -1;
  do {
    got = recvmsg(socket_.get(), &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (got < 0) return false;
  part->bytes = static_cast<std::size_t>(got);
  part->cut = (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0;
  part->take_control(&message);
  return true;
}

void FdChannel::make_room() {
  std::size_t items = 0;
  for (const Lot& lot : lots_) items += lot.items.size();
  while (lots_.size() > 1 && (items > kMostOfLot || lots_.size() > kMostLots)) {
    items -= lots_.front().items.size();
    lots_.pop_front();
  }
}

// Parts come in order; a part that does not fit ends its lot.
void FdChannel::keep(Part& part) {
  auto lot = std::find_if(lots_.begin(), lots_.end(), [&](const Lot& each) { return each.token == part.head.token; });
  if (lot == lots_.end()) {
    if (part.head.first != 0) return;
    lots_.push_back({part.head.token, part.head.total, {}});
    lot = std::prev(lots_.end());
  } else if (part.head.first != lot->items.size() || part.head.total != lot->total) {
    lots_.erase(lot);
    return;
  }
  lots_.splice(lots_.end(), lots_, lot);
  for (std::size_t i = 0; i < part.fds.size(); ++i) lot->items.push_back({std::move(part.fds[i]), part.labels[i]});
  make_room();
}

void FdChannel::collect() {
  if (!socket_.valid()) return;
  for (int i = 0; i < kMostAtOnce; ++i) {
    Part part;
    if (!receive(&part)) return;
    if (part.is_genuine(address_)) keep(part);
  }
}

bool FdChannel::take(std::uint64_t token, std::vector<Received>* out) {
  const auto lot = std::find_if(lots_.begin(), lots_.end(), [&](const Lot& each) { return each.token == token; });
  if (lot == lots_.end() || lot->items.size() != lot->total) return false;
  *out = std::move(lot->items);
  lots_.erase(lot);
  return true;
}

}  // namespace penstock::transport
