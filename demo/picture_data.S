/* The picture shipped with the demo. DEMO_PICTURE is its path. */
    .section .rodata
    .globl demo_picture_begin
    .hidden demo_picture_begin
demo_picture_begin:
    .incbin DEMO_PICTURE
    .globl demo_picture_end
    .hidden demo_picture_end
demo_picture_end:
    .byte 0
    .section .note.GNU-stack,"",@progbits
