/* The demo's fat binary, aligned as the driver's loader expects. DEMO_KERNEL_IMAGE is its path. */
    .section .rodata
    .balign 64
    .globl demo_kernel_image
    .hidden demo_kernel_image
demo_kernel_image:
    .incbin DEMO_KERNEL_IMAGE
    .byte 0
    .section .note.GNU-stack,"",@progbits
