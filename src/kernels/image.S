/* The fat binaries, aligned as the driver's loader expects. They are found in the include path. */
#define PENSTOCK_IMAGE(unit, file, ...) PENSTOCK_EMBED(penstock_image_##unit##_begin, penstock_image_##unit##_end, file)
#define PENSTOCK_EMBED(begin, end, file) \
    .balign 64; .globl begin; .hidden begin; begin: .incbin file; .globl end; .hidden end; end: .byte 0
    .section .rodata
#include "kernels/images.inc"
    .section .note.GNU-stack,"",@progbits
