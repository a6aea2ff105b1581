/* A program's fat binary, aligned as the driver's loader expects. PROGRAM_KERNELS is its path. */
    .section .rodata
    .balign 64
    .globl penstock_program_kernels
    .hidden penstock_program_kernels
penstock_program_kernels:
    .incbin PROGRAM_KERNELS
    .byte 0
    .section .note.GNU-stack,"",@progbits
