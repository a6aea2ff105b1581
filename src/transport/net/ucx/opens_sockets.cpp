// A library that opens sockets, for tests of what is redirected in it.
#include <sys/socket.h>

extern "C" int OPEN_SOCKET(int domain, int type) {
  return socket(domain, type, 0);
}
