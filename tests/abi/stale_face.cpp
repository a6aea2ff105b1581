// A face of another build, which the runtime must refuse by name.
#include "api/face/stamp.hpp"

int main() {
  penstock::api::check_stamp("a stale face", 1);
  return 0;
}
