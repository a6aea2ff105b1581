// The tests check options of TCP sockets that another library opens: they are set when a socket is made, for that library only,
// and accepted sockets inherit them.
#include <gtest/gtest.h>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <array>
#include <string>

#include "base/fd.hpp"
#include "transport/net/ucx/imports.hpp"
#include "transport/net/ucx/sockets.hpp"

extern "C" int open_socket_now(int domain, int type);
extern "C" int open_socket_lazy(int domain, int type);

namespace penstock::net {
namespace {

using Open = int (*)(int domain, int type);

std::string congestion_of(const base::Fd& socket) {
  std::array<char, 64> name{};
  socklen_t size = name.size() - 1;
  EXPECT_EQ(getsockopt(socket.get(), IPPROTO_TCP, TCP_CONGESTION, name.data(), &size), 0);
  return name.data();
}

int silence_of(const base::Fd& socket) {
  int milliseconds = -1;
  socklen_t size = sizeof milliseconds;
  EXPECT_EQ(getsockopt(socket.get(), IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, &size), 0);
  return milliseconds;
}

// Makes a connection over the loopback device; the first of its two ends was accepted.
void connect_to(const base::Fd& listener, const base::Fd& caller, base::Fd* accepted) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(bind(listener.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(listener.get(), 1), 0);
  ASSERT_EQ(getsockname(listener.get(), reinterpret_cast<sockaddr*>(&address), &size), 0);
  ASSERT_EQ(connect(caller.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
  accepted->reset(accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
  ASSERT_GE(accepted->get(), 0);
}

// Every kernel has reno, and every user may select it.
void expect_equipped(Open open) {
  ASSERT_TRUE(equip_sockets_of(reinterpret_cast<const void*>(open), {"reno", 7}));
  const base::Fd listener(open(AF_INET, SOCK_STREAM | SOCK_CLOEXEC));
  const base::Fd caller(open(AF_INET, SOCK_STREAM | SOCK_CLOEXEC));
  ASSERT_GE(listener.get(), 0);
  ASSERT_GE(caller.get(), 0);
  base::Fd accepted;
  connect_to(listener, caller, &accepted);
  for (const base::Fd* socket : {&listener, &caller, &static_cast<const base::Fd&>(accepted)}) {
    EXPECT_EQ(congestion_of(*socket), "reno");
    EXPECT_EQ(silence_of(*socket), 7000);
  }
}

TEST(Sockets, OfALibraryWhoseImportsAreReadOnly) {
  expect_equipped(open_socket_now);
}

TEST(Sockets, OfALibraryWhoseImportsAreAmongItsData) {
  expect_equipped(open_socket_lazy);
}

TEST(Sockets, NobodyElsesChange) {
  const base::Fd before(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  ASSERT_TRUE(equip_sockets_of(reinterpret_cast<const void*>(open_socket_now), {"reno", 7}));
  const base::Fd ours(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  EXPECT_EQ(congestion_of(ours), congestion_of(before));
  EXPECT_EQ(silence_of(ours), 0);
}

TEST(Sockets, TheLastOptionsHold) {
  ASSERT_TRUE(equip_sockets_of(reinterpret_cast<const void*>(open_socket_now), {"reno", 7}));
  ASSERT_TRUE(equip_sockets_of(reinterpret_cast<const void*>(open_socket_now), {"", 3}));
  const base::Fd machines(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const base::Fd made(open_socket_now(AF_INET, SOCK_STREAM | SOCK_CLOEXEC));
  EXPECT_EQ(silence_of(made), 3000);
  EXPECT_EQ(congestion_of(made), congestion_of(machines));
}

TEST(Sockets, WhatIsNotTcpIsLeftAlone) {
  ASSERT_TRUE(equip_sockets_of(reinterpret_cast<const void*>(open_socket_now), {"reno", 7}));
  for (const auto& [domain, type] : {std::pair{AF_INET, SOCK_DGRAM}, std::pair{AF_UNIX, SOCK_STREAM}}) {
    const base::Fd made(open_socket_now(domain, type | SOCK_CLOEXEC));
    EXPECT_GE(made.get(), 0);
  }
  EXPECT_LT(open_socket_now(-1, SOCK_STREAM), 0);
}

TEST(Sockets, WhatImportsNoSocketsIsTold) {
  EXPECT_EQ(redirect_imports(reinterpret_cast<const void*>(open_socket_now), "no_such_function", nullptr), 0);
  EXPECT_EQ(redirect_imports(nullptr, "socket", nullptr), 0);
}

TEST(Sockets, WhatTheKernelDoesNotTakeIsTold) {
  const base::Fd tcp(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  EXPECT_TRUE(equip(tcp.get(), {"reno", 7}));
  EXPECT_FALSE(equip(tcp.get(), {"nagle", 0}));
  EXPECT_FALSE(equip(-1, {"", 7}));
  EXPECT_TRUE(equip(-1, {"", 0})) << "nothing was asked for";
}

TEST(Sockets, CongestionControlIsTheMachinesUnlessItPacesOrOneIsNamed) {
  const base::Fd tcp(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const std::string machines = congestion_of(tcp);
  std::string chosen = "?";
  std::string why;
  ASSERT_TRUE(choose_congestion("keep", &chosen, &why));
  EXPECT_EQ(chosen, "");
  ASSERT_TRUE(choose_congestion("auto", &chosen, &why));
  EXPECT_EQ(chosen.empty(), !machines.starts_with("bbr")) << machines << " " << chosen;
  ASSERT_TRUE(choose_congestion("reno", &chosen, &why));
  EXPECT_EQ(chosen, "reno");
  EXPECT_FALSE(choose_congestion("nagle", &chosen, &why));
  EXPECT_NE(why.find("PENSTOCK_NET_CONGESTION=nagle: No such file or directory; /proc/sys/net/ipv4/"), std::string::npos)
      << why;
}

}  // namespace
}  // namespace penstock::net
