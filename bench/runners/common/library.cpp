#include "library.hpp"

#include <cstdlib>

#include <dlfcn.h>
#include <link.h>
#include <mpi.h>

#include "mpi_call.hpp"

namespace bench {
namespace {

std::string loader_said() {
  const char* text = dlerror();
  return text != nullptr ? text : "no reason given";
}

int run_action(MPI_Comm, int, void* action, void*) {
  reinterpret_cast<void (*)()>(action)();
  return MPI_SUCCESS;
}

}  // namespace

// MPI deletes the attributes of MPI_COMM_SELF before anything else ends.
void at_end(void (*action)()) {
  int key = MPI_KEYVAL_INVALID;
  check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, run_action, &key, nullptr), "MPI_Comm_create_keyval");
  check(MPI_Comm_set_attr(MPI_COMM_SELF, key, reinterpret_cast<void*>(action)), "MPI_Comm_set_attr");
  check(MPI_Comm_free_keyval(&key), "MPI_Comm_free_keyval");
}

SharedLibrary::SharedLibrary(const char* variable, const char* soname) {
  const char* told = variable != nullptr ? std::getenv(variable) : nullptr;
  name_ = told != nullptr && *told != '\0' ? told : soname;
  handle_ = dlopen(name_.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ != nullptr) return;
  const std::string remedy =
      variable != nullptr ? std::string("; install it, or name the file with ") + variable + "=/path/to/" + soname : "";
  throw Failure("cannot load " + name_ + ": " + loader_said() + remedy);
}

std::string SharedLibrary::path() const {
  link_map* map = nullptr;
  return dlinfo(handle_, RTLD_DI_LINKMAP, &map) == 0 && map->l_name != nullptr ? map->l_name : name_;
}

void* SharedLibrary::look_up(const char* symbol) const {
  return dlsym(handle_, symbol);
}

void* SharedLibrary::must_find(const char* symbol) const {
  void* found = look_up(symbol);
  if (found == nullptr) throw Failure(path() + " has no " + symbol + ": this version of the library does not fit");
  return found;
}

Stream::Stream() : driver_(nullptr, "libcuda.so.1") {
  constexpr unsigned kNonBlocking = 1;
  int (*create)(void**, unsigned) = nullptr;
  driver_.find("cuStreamCreate", &create);
  driver_.find("cuStreamSynchronize", &synchronize_);
  const int result = create(&handle_, kNonBlocking);
  if (result != 0) throw Failure("cuStreamCreate: CUDA error " + std::to_string(result));
}

void Stream::wait() const {
  const int result = synchronize_(handle_);
  if (result != 0)
    throw Failure("cuStreamSynchronize: CUDA error " + std::to_string(result) + ": the work on the stream failed");
}

}  // namespace bench
