// A face of another build: the runtime must refuse it by name.
#include "api/face/stamp.hpp"

int main() {
  penstock::api::check_stamp("a stale face", 1);
  return 0;
}
