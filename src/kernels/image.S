/* The fat binary, aligned as the driver's loader expects. PENSTOCK_KERNEL_IMAGE is its path. */
    .section .rodata
    .balign 64
    .globl penstock_kernel_image_begin
    .hidden penstock_kernel_image_begin
penstock_kernel_image_begin:
    .incbin PENSTOCK_KERNEL_IMAGE
    .globl penstock_kernel_image_end
    .hidden penstock_kernel_image_end
penstock_kernel_image_end:
    .byte 0
    .section .note.GNU-stack,"",@progbits
