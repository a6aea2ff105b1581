// Functions that glibc moved into libc.so.6, or gave another version, after 2.28. A reference to one of them here takes its first
// version, which every later glibc has as well. The stub is a jump, so that dlopen and dlsym see the true caller.
#if defined(__x86_64__)
.macro older name, version, arm
  .globl \name
  .hidden \name
  .type \name, %function
\name:
  endbr64
  jmp *older_\name@GOTPCREL(%rip)
  .size \name, . - \name
  .symver older_\name, \name@GLIBC_\version
.endm
#elif defined(__aarch64__)
.macro older name, version, arm
  .globl \name
  .hidden \name
  .type \name, %function
\name:
  hint 34
  adrp x16, :got:older_\name
  ldr x16, [x16, :got_lo12:older_\name]
  br x16
  .size \name, . - \name
  .symver older_\name, \name@GLIBC_\arm
.endm
#else
#error "older_glibc.S knows x86-64 and aarch64"
#endif

  .text
  // from libdl.so.2, by 2.34
  older dladdr, 2.2.5, 2.17
  older dladdr1, 2.3.3, 2.17
  older dlclose, 2.2.5, 2.17
  older dlerror, 2.2.5, 2.17
  older dlinfo, 2.3.3, 2.17
  older dlopen, 2.2.5, 2.17
  older dlsym, 2.2.5, 2.17
  // from libpthread.so.0, by 2.32 and 2.34
  older __pthread_key_create, 2.2.5, 2.17
  older pthread_attr_getstack, 2.2.5, 2.17
  older pthread_create, 2.2.5, 2.17
  older pthread_detach, 2.2.5, 2.17
  older pthread_getaffinity_np, 2.3.4, 2.17
  older pthread_getattr_np, 2.2.5, 2.17
  older pthread_getspecific, 2.2.5, 2.17
  older pthread_join, 2.2.5, 2.17
  older pthread_key_create, 2.2.5, 2.17
  older pthread_key_delete, 2.2.5, 2.17
  older pthread_mutex_trylock, 2.2.5, 2.17
  older pthread_once, 2.2.5, 2.17
  older pthread_rwlock_rdlock, 2.2.5, 2.17
  older pthread_rwlock_unlock, 2.2.5, 2.17
  older pthread_rwlock_wrlock, 2.2.5, 2.17
  older pthread_setaffinity_np, 2.3.4, 2.17
  older pthread_setname_np, 2.12, 2.17
  older pthread_setspecific, 2.2.5, 2.17
  older pthread_sigmask, 2.2.5, 2.17
  // of libm.so.6, which set errno in another way since 2.29
  older exp, 2.2.5, 2.17
  older log, 2.2.5, 2.17
  older pow, 2.2.5, 2.17

  .section .note.GNU-stack, "", %progbits
