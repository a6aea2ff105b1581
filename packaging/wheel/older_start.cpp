// How a program starts. Since 2.34 glibc itself runs the constructors of a program, and its start files say so by a null
// pointer; before, the program did it.
extern "C" {

using Constructor = void (*)(int, char**, char**);
using Main = int (*)(int, char**, char**);

extern Constructor __init_array_start[];
extern Constructor __init_array_end[];
void _init();

int older_start(Main main, int argc, char** argv, Constructor init, void (*fini)(), void (*loader_fini)(), void* stack_end);
#if defined(__x86_64__)
__asm__(".symver older_start, __libc_start_main@GLIBC_2.2.5");
#else
__asm__(".symver older_start, __libc_start_main@GLIBC_2.17");
#endif

static void construct(int argc, char** argv, char** environment) {
  _init();
  for (Constructor* one = __init_array_start; one != __init_array_end; ++one) (*one)(argc, argv, environment);
}

[[gnu::visibility("hidden"), gnu::used]] int __libc_start_main(Main main, int argc, char** argv, Constructor init,
                                                               void (*fini)(), void (*loader_fini)(), void* stack_end) {
  return older_start(main, argc, argv, init != nullptr ? init : construct, fini, loader_fini, stack_end);
}

}  // extern "C"
