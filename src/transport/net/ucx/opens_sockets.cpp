// This library opens sockets, for tests of the redirection.
#include <sys/socket.h>

extern "C" int OPEN_SOCKET(int domain, int type) {
  return socket(domain, type, 0);
}
