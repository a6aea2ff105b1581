/* Extensions of OpenSHMEM: symmetric memory on GPUs, and routines on CUDA streams. Made by spec/gen/shmem.py from
   spec/shmemx.yaml. Do not edit. */
/* clang-format off */
#ifndef SHMEMX_H_INCLUDED
#define SHMEMX_H_INCLUDED

#include <penstock_device.h>
#include <shmem.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Collective, as shmem_malloc: memory on the GPU that each PE works on. Its address on this PE names it in puts, gets, atomics
   and signals, whose local memory may be on a GPU too. NULL on all PEs where one of them has none. shmem_free frees it. */
void* shmemx_malloc_device(size_t size);

/* Collective: what kernels are told of an allocation of shmemx_malloc_device, the same each time, until it is freed
   (penstock_device.cuh). Not 0, with a line that says why, where the GPU of some PE does not reach the memory of another. */
int shmemx_get_device_handle(void* memory, penstock_device_window* handle);

/* Domains of shmalloc(size, domain), which is collective too. */
#define SHMEMX_DOMAIN_HOST 0
#define SHMEMX_DOMAIN_DEVICE 1
void* shmemx_malloc_domain(size_t size, int domain);

/* shmalloc(size), of the standard, and shmalloc(size, domain). */
#define PENSTOCK_SHMALLOC_OF(first, second, name, ...) name
#define shmalloc(...) PENSTOCK_SHMALLOC_OF(__VA_ARGS__, shmemx_malloc_domain, shmalloc, 0)(__VA_ARGS__)

/* Routines on streams have the meaning of NVSHMEM's of the same name (nvshmemx_...): the call returns at once, and what it
   says happens when the stream comes to it. Symmetric memory is that of shmemx_malloc_device. A stream is a CUstream or a
   cudaStream_t; one that is captured takes them into its graph. */
typedef struct CUstream_st *shmemx_stream_t;

/* ---- Put and get on streams ---- */
void shmemx_float_put_on_stream(float *dest, const float *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_double_put_on_stream(double *dest, const double *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_longdouble_put_on_stream(long double *dest, const long double *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_char_put_on_stream(char *dest, const char *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_schar_put_on_stream(signed char *dest, const signed char *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_short_put_on_stream(short *dest, const short *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_int_put_on_stream(int *dest, const int *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_long_put_on_stream(long *dest, const long *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_longlong_put_on_stream(long long *dest, const long long *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_uchar_put_on_stream(unsigned char *dest, const unsigned char *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_ushort_put_on_stream(unsigned short *dest, const unsigned short *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_uint_put_on_stream(unsigned int *dest, const unsigned int *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_ulong_put_on_stream(unsigned long *dest, const unsigned long *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_ulonglong_put_on_stream(unsigned long long *dest, const unsigned long long *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_int8_put_on_stream(int8_t *dest, const int8_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_int16_put_on_stream(int16_t *dest, const int16_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_int32_put_on_stream(int32_t *dest, const int32_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_int64_put_on_stream(int64_t *dest, const int64_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_uint8_put_on_stream(uint8_t *dest, const uint8_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_uint16_put_on_stream(uint16_t *dest, const uint16_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_uint32_put_on_stream(uint32_t *dest, const uint32_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_uint64_put_on_stream(uint64_t *dest, const uint64_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_size_put_on_stream(size_t *dest, const size_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_ptrdiff_put_on_stream(ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_put8_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_put16_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_put32_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_put64_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_put128_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_putmem_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_float_put_nbi_on_stream(float *dest, const float *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_double_put_nbi_on_stream(double *dest, const double *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_longdouble_put_nbi_on_stream(long double *dest, const long double *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_char_put_nbi_on_stream(char *dest, const char *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_schar_put_nbi_on_stream(signed char *dest, const signed char *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_short_put_nbi_on_stream(short *dest, const short *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_int_put_nbi_on_stream(int *dest, const int *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_long_put_nbi_on_stream(long *dest, const long *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_longlong_put_nbi_on_stream(long long *dest, const long long *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_uchar_put_nbi_on_stream(unsigned char *dest, const unsigned char *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_ushort_put_nbi_on_stream(unsigned short *dest, const unsigned short *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_uint_put_nbi_on_stream(unsigned int *dest, const unsigned int *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_ulong_put_nbi_on_stream(unsigned long *dest, const unsigned long *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_ulonglong_put_nbi_on_stream(unsigned long long *dest, const unsigned long long *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_int8_put_nbi_on_stream(int8_t *dest, const int8_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_int16_put_nbi_on_stream(int16_t *dest, const int16_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_int32_put_nbi_on_stream(int32_t *dest, const int32_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_int64_put_nbi_on_stream(int64_t *dest, const int64_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_uint8_put_nbi_on_stream(uint8_t *dest, const uint8_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_uint16_put_nbi_on_stream(uint16_t *dest, const uint16_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_uint32_put_nbi_on_stream(uint32_t *dest, const uint32_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_uint64_put_nbi_on_stream(uint64_t *dest, const uint64_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_size_put_nbi_on_stream(size_t *dest, const size_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_ptrdiff_put_nbi_on_stream(ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_put8_nbi_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_put16_nbi_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_put32_nbi_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_put64_nbi_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_put128_nbi_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_putmem_nbi_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_float_get_on_stream(float *dest, const float *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_double_get_on_stream(double *dest, const double *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_longdouble_get_on_stream(long double *dest, const long double *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_char_get_on_stream(char *dest, const char *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_schar_get_on_stream(signed char *dest, const signed char *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_short_get_on_stream(short *dest, const short *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_int_get_on_stream(int *dest, const int *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_long_get_on_stream(long *dest, const long *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_longlong_get_on_stream(long long *dest, const long long *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_uchar_get_on_stream(unsigned char *dest, const unsigned char *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_ushort_get_on_stream(unsigned short *dest, const unsigned short *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_uint_get_on_stream(unsigned int *dest, const unsigned int *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_ulong_get_on_stream(unsigned long *dest, const unsigned long *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_ulonglong_get_on_stream(unsigned long long *dest, const unsigned long long *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_int8_get_on_stream(int8_t *dest, const int8_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_int16_get_on_stream(int16_t *dest, const int16_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_int32_get_on_stream(int32_t *dest, const int32_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_int64_get_on_stream(int64_t *dest, const int64_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_uint8_get_on_stream(uint8_t *dest, const uint8_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_uint16_get_on_stream(uint16_t *dest, const uint16_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_uint32_get_on_stream(uint32_t *dest, const uint32_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_uint64_get_on_stream(uint64_t *dest, const uint64_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_size_get_on_stream(size_t *dest, const size_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_ptrdiff_get_on_stream(ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_get8_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_get16_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_get32_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_get64_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_get128_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_getmem_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_float_get_nbi_on_stream(float *dest, const float *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_double_get_nbi_on_stream(double *dest, const double *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_longdouble_get_nbi_on_stream(long double *dest, const long double *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_char_get_nbi_on_stream(char *dest, const char *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_schar_get_nbi_on_stream(signed char *dest, const signed char *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_short_get_nbi_on_stream(short *dest, const short *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_int_get_nbi_on_stream(int *dest, const int *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_long_get_nbi_on_stream(long *dest, const long *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_longlong_get_nbi_on_stream(long long *dest, const long long *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_uchar_get_nbi_on_stream(unsigned char *dest, const unsigned char *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_ushort_get_nbi_on_stream(unsigned short *dest, const unsigned short *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_uint_get_nbi_on_stream(unsigned int *dest, const unsigned int *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_ulong_get_nbi_on_stream(unsigned long *dest, const unsigned long *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_ulonglong_get_nbi_on_stream(unsigned long long *dest, const unsigned long long *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_int8_get_nbi_on_stream(int8_t *dest, const int8_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_int16_get_nbi_on_stream(int16_t *dest, const int16_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_int32_get_nbi_on_stream(int32_t *dest, const int32_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_int64_get_nbi_on_stream(int64_t *dest, const int64_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_uint8_get_nbi_on_stream(uint8_t *dest, const uint8_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_uint16_get_nbi_on_stream(uint16_t *dest, const uint16_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_uint32_get_nbi_on_stream(uint32_t *dest, const uint32_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_uint64_get_nbi_on_stream(uint64_t *dest, const uint64_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_size_get_nbi_on_stream(size_t *dest, const size_t *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_ptrdiff_get_nbi_on_stream(ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_get8_nbi_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_get16_nbi_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_get32_nbi_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_get64_nbi_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_get128_nbi_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_getmem_nbi_on_stream(void *dest, const void *source, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_float_p_on_stream(float *dest, float value, int pe, shmemx_stream_t stream);
void shmemx_double_p_on_stream(double *dest, double value, int pe, shmemx_stream_t stream);
void shmemx_longdouble_p_on_stream(long double *dest, long double value, int pe, shmemx_stream_t stream);
void shmemx_char_p_on_stream(char *dest, char value, int pe, shmemx_stream_t stream);
void shmemx_schar_p_on_stream(signed char *dest, signed char value, int pe, shmemx_stream_t stream);
void shmemx_short_p_on_stream(short *dest, short value, int pe, shmemx_stream_t stream);
void shmemx_int_p_on_stream(int *dest, int value, int pe, shmemx_stream_t stream);
void shmemx_long_p_on_stream(long *dest, long value, int pe, shmemx_stream_t stream);
void shmemx_longlong_p_on_stream(long long *dest, long long value, int pe, shmemx_stream_t stream);
void shmemx_uchar_p_on_stream(unsigned char *dest, unsigned char value, int pe, shmemx_stream_t stream);
void shmemx_ushort_p_on_stream(unsigned short *dest, unsigned short value, int pe, shmemx_stream_t stream);
void shmemx_uint_p_on_stream(unsigned int *dest, unsigned int value, int pe, shmemx_stream_t stream);
void shmemx_ulong_p_on_stream(unsigned long *dest, unsigned long value, int pe, shmemx_stream_t stream);
void shmemx_ulonglong_p_on_stream(unsigned long long *dest, unsigned long long value, int pe, shmemx_stream_t stream);
void shmemx_int8_p_on_stream(int8_t *dest, int8_t value, int pe, shmemx_stream_t stream);
void shmemx_int16_p_on_stream(int16_t *dest, int16_t value, int pe, shmemx_stream_t stream);
void shmemx_int32_p_on_stream(int32_t *dest, int32_t value, int pe, shmemx_stream_t stream);
void shmemx_int64_p_on_stream(int64_t *dest, int64_t value, int pe, shmemx_stream_t stream);
void shmemx_uint8_p_on_stream(uint8_t *dest, uint8_t value, int pe, shmemx_stream_t stream);
void shmemx_uint16_p_on_stream(uint16_t *dest, uint16_t value, int pe, shmemx_stream_t stream);
void shmemx_uint32_p_on_stream(uint32_t *dest, uint32_t value, int pe, shmemx_stream_t stream);
void shmemx_uint64_p_on_stream(uint64_t *dest, uint64_t value, int pe, shmemx_stream_t stream);
void shmemx_size_p_on_stream(size_t *dest, size_t value, int pe, shmemx_stream_t stream);
void shmemx_ptrdiff_p_on_stream(ptrdiff_t *dest, ptrdiff_t value, int pe, shmemx_stream_t stream);
void shmemx_float_iput_on_stream(float *dest, const float *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_double_iput_on_stream(double *dest, const double *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_longdouble_iput_on_stream(long double *dest, const long double *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_char_iput_on_stream(char *dest, const char *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_schar_iput_on_stream(signed char *dest, const signed char *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe, shmemx_stream_t stream);
void shmemx_short_iput_on_stream(short *dest, const short *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_int_iput_on_stream(int *dest, const int *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_long_iput_on_stream(long *dest, const long *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_longlong_iput_on_stream(long long *dest, const long long *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe, shmemx_stream_t stream);
void shmemx_uchar_iput_on_stream(unsigned char *dest, const unsigned char *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_ushort_iput_on_stream(unsigned short *dest, const unsigned short *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_uint_iput_on_stream(unsigned int *dest, const unsigned int *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_ulong_iput_on_stream(unsigned long *dest, const unsigned long *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_ulonglong_iput_on_stream(unsigned long long *dest, const unsigned long long *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_int8_iput_on_stream(int8_t *dest, const int8_t *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_int16_iput_on_stream(int16_t *dest, const int16_t *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_int32_iput_on_stream(int32_t *dest, const int32_t *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_int64_iput_on_stream(int64_t *dest, const int64_t *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_uint8_iput_on_stream(uint8_t *dest, const uint8_t *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_uint16_iput_on_stream(uint16_t *dest, const uint16_t *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe, shmemx_stream_t stream);
void shmemx_uint32_iput_on_stream(uint32_t *dest, const uint32_t *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe, shmemx_stream_t stream);
void shmemx_uint64_iput_on_stream(uint64_t *dest, const uint64_t *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe, shmemx_stream_t stream);
void shmemx_size_iput_on_stream(size_t *dest, const size_t *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_ptrdiff_iput_on_stream(ptrdiff_t *dest, const ptrdiff_t *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe, shmemx_stream_t stream);
void shmemx_iput8_on_stream(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_iput16_on_stream(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_iput32_on_stream(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_iput64_on_stream(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_iput128_on_stream(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_float_iget_on_stream(float *dest, const float *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_double_iget_on_stream(double *dest, const double *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_longdouble_iget_on_stream(long double *dest, const long double *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_char_iget_on_stream(char *dest, const char *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_schar_iget_on_stream(signed char *dest, const signed char *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe, shmemx_stream_t stream);
void shmemx_short_iget_on_stream(short *dest, const short *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_int_iget_on_stream(int *dest, const int *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_long_iget_on_stream(long *dest, const long *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_longlong_iget_on_stream(long long *dest, const long long *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe, shmemx_stream_t stream);
void shmemx_uchar_iget_on_stream(unsigned char *dest, const unsigned char *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_ushort_iget_on_stream(unsigned short *dest, const unsigned short *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_uint_iget_on_stream(unsigned int *dest, const unsigned int *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_ulong_iget_on_stream(unsigned long *dest, const unsigned long *source, ptrdiff_t dst, ptrdiff_t sst,
    size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_ulonglong_iget_on_stream(unsigned long long *dest, const unsigned long long *source, ptrdiff_t dst,
    ptrdiff_t sst, size_t nelems, int pe, shmemx_stream_t stream);
void shmemx_int8_iget_on_stream(int8_t *dest, const int8_t *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_int16_iget_on_stream(int16_t *dest, const int16_t *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_int32_iget_on_stream(int32_t *dest, const int32_t *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_int64_iget_on_stream(int64_t *dest, const int64_t *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_uint8_iget_on_stream(uint8_t *dest, const uint8_t *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_uint16_iget_on_stream(uint16_t *dest, const uint16_t *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe, shmemx_stream_t stream);
void shmemx_uint32_iget_on_stream(uint32_t *dest, const uint32_t *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe, shmemx_stream_t stream);
void shmemx_uint64_iget_on_stream(uint64_t *dest, const uint64_t *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe, shmemx_stream_t stream);
void shmemx_size_iget_on_stream(size_t *dest, const size_t *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_ptrdiff_iget_on_stream(ptrdiff_t *dest, const ptrdiff_t *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
    int pe, shmemx_stream_t stream);
void shmemx_iget8_on_stream(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_iget16_on_stream(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_iget32_on_stream(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_iget64_on_stream(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);
void shmemx_iget128_on_stream(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe,
    shmemx_stream_t stream);

/* ---- Signals and waiting on streams ---- */
void shmemx_float_put_signal_on_stream(float *dest, const float *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_double_put_signal_on_stream(double *dest, const double *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_longdouble_put_signal_on_stream(long double *dest, const long double *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_char_put_signal_on_stream(char *dest, const char *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe, shmemx_stream_t stream);
void shmemx_schar_put_signal_on_stream(signed char *dest, const signed char *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_short_put_signal_on_stream(short *dest, const short *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_int_put_signal_on_stream(int *dest, const int *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe, shmemx_stream_t stream);
void shmemx_long_put_signal_on_stream(long *dest, const long *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe, shmemx_stream_t stream);
void shmemx_longlong_put_signal_on_stream(long long *dest, const long long *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_uchar_put_signal_on_stream(unsigned char *dest, const unsigned char *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_ushort_put_signal_on_stream(unsigned short *dest, const unsigned short *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_uint_put_signal_on_stream(unsigned int *dest, const unsigned int *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_ulong_put_signal_on_stream(unsigned long *dest, const unsigned long *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_ulonglong_put_signal_on_stream(unsigned long long *dest, const unsigned long long *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_int8_put_signal_on_stream(int8_t *dest, const int8_t *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_int16_put_signal_on_stream(int16_t *dest, const int16_t *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_int32_put_signal_on_stream(int32_t *dest, const int32_t *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_int64_put_signal_on_stream(int64_t *dest, const int64_t *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_uint8_put_signal_on_stream(uint8_t *dest, const uint8_t *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_uint16_put_signal_on_stream(uint16_t *dest, const uint16_t *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_uint32_put_signal_on_stream(uint32_t *dest, const uint32_t *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_uint64_put_signal_on_stream(uint64_t *dest, const uint64_t *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_size_put_signal_on_stream(size_t *dest, const size_t *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_ptrdiff_put_signal_on_stream(ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_put8_signal_on_stream(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe, shmemx_stream_t stream);
void shmemx_put16_signal_on_stream(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe, shmemx_stream_t stream);
void shmemx_put32_signal_on_stream(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe, shmemx_stream_t stream);
void shmemx_put64_signal_on_stream(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe, shmemx_stream_t stream);
void shmemx_put128_signal_on_stream(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe, shmemx_stream_t stream);
void shmemx_putmem_signal_on_stream(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe, shmemx_stream_t stream);
void shmemx_float_put_signal_nbi_on_stream(float *dest, const float *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_double_put_signal_nbi_on_stream(double *dest, const double *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_longdouble_put_signal_nbi_on_stream(long double *dest, const long double *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_char_put_signal_nbi_on_stream(char *dest, const char *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_schar_put_signal_nbi_on_stream(signed char *dest, const signed char *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_short_put_signal_nbi_on_stream(short *dest, const short *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_int_put_signal_nbi_on_stream(int *dest, const int *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe, shmemx_stream_t stream);
void shmemx_long_put_signal_nbi_on_stream(long *dest, const long *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_longlong_put_signal_nbi_on_stream(long long *dest, const long long *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_uchar_put_signal_nbi_on_stream(unsigned char *dest, const unsigned char *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_ushort_put_signal_nbi_on_stream(unsigned short *dest, const unsigned short *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_uint_put_signal_nbi_on_stream(unsigned int *dest, const unsigned int *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_ulong_put_signal_nbi_on_stream(unsigned long *dest, const unsigned long *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_ulonglong_put_signal_nbi_on_stream(unsigned long long *dest, const unsigned long long *source, size_t nelems,
    uint64_t *sig_addr, uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_int8_put_signal_nbi_on_stream(int8_t *dest, const int8_t *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_int16_put_signal_nbi_on_stream(int16_t *dest, const int16_t *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_int32_put_signal_nbi_on_stream(int32_t *dest, const int32_t *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_int64_put_signal_nbi_on_stream(int64_t *dest, const int64_t *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_uint8_put_signal_nbi_on_stream(uint8_t *dest, const uint8_t *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_uint16_put_signal_nbi_on_stream(uint16_t *dest, const uint16_t *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_uint32_put_signal_nbi_on_stream(uint32_t *dest, const uint32_t *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_uint64_put_signal_nbi_on_stream(uint64_t *dest, const uint64_t *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_size_put_signal_nbi_on_stream(size_t *dest, const size_t *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_ptrdiff_put_signal_nbi_on_stream(ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems, uint64_t *sig_addr,
    uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_put8_signal_nbi_on_stream(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe, shmemx_stream_t stream);
void shmemx_put16_signal_nbi_on_stream(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe, shmemx_stream_t stream);
void shmemx_put32_signal_nbi_on_stream(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe, shmemx_stream_t stream);
void shmemx_put64_signal_nbi_on_stream(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe, shmemx_stream_t stream);
void shmemx_put128_signal_nbi_on_stream(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe, shmemx_stream_t stream);
void shmemx_putmem_signal_nbi_on_stream(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,
    int sig_op, int pe, shmemx_stream_t stream);
void shmemx_signal_op_on_stream(uint64_t *sig_addr, uint64_t signal, int sig_op, int pe, shmemx_stream_t stream);
void shmemx_signal_wait_until_on_stream(uint64_t *sig_addr, int cmp, uint64_t cmp_value, shmemx_stream_t stream);
void shmemx_int_wait_until_on_stream(int *ivar, int cmp, int cmp_value, shmemx_stream_t stream);
void shmemx_long_wait_until_on_stream(long *ivar, int cmp, long cmp_value, shmemx_stream_t stream);
void shmemx_longlong_wait_until_on_stream(long long *ivar, int cmp, long long cmp_value, shmemx_stream_t stream);
void shmemx_uint_wait_until_on_stream(unsigned int *ivar, int cmp, unsigned int cmp_value, shmemx_stream_t stream);
void shmemx_ulong_wait_until_on_stream(unsigned long *ivar, int cmp, unsigned long cmp_value, shmemx_stream_t stream);
void shmemx_ulonglong_wait_until_on_stream(unsigned long long *ivar, int cmp, unsigned long long cmp_value,
    shmemx_stream_t stream);
void shmemx_int32_wait_until_on_stream(int32_t *ivar, int cmp, int32_t cmp_value, shmemx_stream_t stream);
void shmemx_int64_wait_until_on_stream(int64_t *ivar, int cmp, int64_t cmp_value, shmemx_stream_t stream);
void shmemx_uint32_wait_until_on_stream(uint32_t *ivar, int cmp, uint32_t cmp_value, shmemx_stream_t stream);
void shmemx_uint64_wait_until_on_stream(uint64_t *ivar, int cmp, uint64_t cmp_value, shmemx_stream_t stream);
void shmemx_size_wait_until_on_stream(size_t *ivar, int cmp, size_t cmp_value, shmemx_stream_t stream);
void shmemx_ptrdiff_wait_until_on_stream(ptrdiff_t *ivar, int cmp, ptrdiff_t cmp_value, shmemx_stream_t stream);

/* ---- Collectives on streams ---- */
void shmemx_quiet_on_stream(shmemx_stream_t stream);
void shmemx_barrier_all_on_stream(shmemx_stream_t stream);
void shmemx_sync_all_on_stream(shmemx_stream_t stream);
int shmemx_barrier_on_stream(shmem_team_t team, shmemx_stream_t stream);
int shmemx_team_sync_on_stream(shmem_team_t team, shmemx_stream_t stream);
int shmemx_float_broadcast_on_stream(shmem_team_t team, float *dest, const float *source, size_t nelems, int PE_root,
    shmemx_stream_t stream);
int shmemx_double_broadcast_on_stream(shmem_team_t team, double *dest, const double *source, size_t nelems, int PE_root,
    shmemx_stream_t stream);
int shmemx_longdouble_broadcast_on_stream(shmem_team_t team, long double *dest, const long double *source, size_t nelems,
    int PE_root, shmemx_stream_t stream);
int shmemx_char_broadcast_on_stream(shmem_team_t team, char *dest, const char *source, size_t nelems, int PE_root,
    shmemx_stream_t stream);
int shmemx_schar_broadcast_on_stream(shmem_team_t team, signed char *dest, const signed char *source, size_t nelems,
    int PE_root, shmemx_stream_t stream);
int shmemx_short_broadcast_on_stream(shmem_team_t team, short *dest, const short *source, size_t nelems, int PE_root,
    shmemx_stream_t stream);
int shmemx_int_broadcast_on_stream(shmem_team_t team, int *dest, const int *source, size_t nelems, int PE_root,
    shmemx_stream_t stream);
int shmemx_long_broadcast_on_stream(shmem_team_t team, long *dest, const long *source, size_t nelems, int PE_root,
    shmemx_stream_t stream);
int shmemx_longlong_broadcast_on_stream(shmem_team_t team, long long *dest, const long long *source, size_t nelems,
    int PE_root, shmemx_stream_t stream);
int shmemx_uchar_broadcast_on_stream(shmem_team_t team, unsigned char *dest, const unsigned char *source, size_t nelems,
    int PE_root, shmemx_stream_t stream);
int shmemx_ushort_broadcast_on_stream(shmem_team_t team, unsigned short *dest, const unsigned short *source, size_t nelems,
    int PE_root, shmemx_stream_t stream);
int shmemx_uint_broadcast_on_stream(shmem_team_t team, unsigned int *dest, const unsigned int *source, size_t nelems,
    int PE_root, shmemx_stream_t stream);
int shmemx_ulong_broadcast_on_stream(shmem_team_t team, unsigned long *dest, const unsigned long *source, size_t nelems,
    int PE_root, shmemx_stream_t stream);
int shmemx_ulonglong_broadcast_on_stream(shmem_team_t team, unsigned long long *dest, const unsigned long long *source,
    size_t nelems, int PE_root, shmemx_stream_t stream);
int shmemx_int8_broadcast_on_stream(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nelems, int PE_root,
    shmemx_stream_t stream);
int shmemx_int16_broadcast_on_stream(shmem_team_t team, int16_t *dest, const int16_t *source, size_t nelems, int PE_root,
    shmemx_stream_t stream);
int shmemx_int32_broadcast_on_stream(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nelems, int PE_root,
    shmemx_stream_t stream);
int shmemx_int64_broadcast_on_stream(shmem_team_t team, int64_t *dest, const int64_t *source, size_t nelems, int PE_root,
    shmemx_stream_t stream);
int shmemx_uint8_broadcast_on_stream(shmem_team_t team, uint8_t *dest, const uint8_t *source, size_t nelems, int PE_root,
    shmemx_stream_t stream);
int shmemx_uint16_broadcast_on_stream(shmem_team_t team, uint16_t *dest, const uint16_t *source, size_t nelems,
    int PE_root, shmemx_stream_t stream);
int shmemx_uint32_broadcast_on_stream(shmem_team_t team, uint32_t *dest, const uint32_t *source, size_t nelems,
    int PE_root, shmemx_stream_t stream);
int shmemx_uint64_broadcast_on_stream(shmem_team_t team, uint64_t *dest, const uint64_t *source, size_t nelems,
    int PE_root, shmemx_stream_t stream);
int shmemx_size_broadcast_on_stream(shmem_team_t team, size_t *dest, const size_t *source, size_t nelems, int PE_root,
    shmemx_stream_t stream);
int shmemx_ptrdiff_broadcast_on_stream(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems,
    int PE_root, shmemx_stream_t stream);
int shmemx_broadcastmem_on_stream(shmem_team_t team, void *dest, const void *source, size_t nelems, int PE_root,
    shmemx_stream_t stream);
int shmemx_float_fcollect_on_stream(shmem_team_t team, float *dest, const float *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_double_fcollect_on_stream(shmem_team_t team, double *dest, const double *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_longdouble_fcollect_on_stream(shmem_team_t team, long double *dest, const long double *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_char_fcollect_on_stream(shmem_team_t team, char *dest, const char *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_schar_fcollect_on_stream(shmem_team_t team, signed char *dest, const signed char *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_short_fcollect_on_stream(shmem_team_t team, short *dest, const short *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_int_fcollect_on_stream(shmem_team_t team, int *dest, const int *source, size_t nelems, shmemx_stream_t stream);
int shmemx_long_fcollect_on_stream(shmem_team_t team, long *dest, const long *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_longlong_fcollect_on_stream(shmem_team_t team, long long *dest, const long long *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_uchar_fcollect_on_stream(shmem_team_t team, unsigned char *dest, const unsigned char *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_ushort_fcollect_on_stream(shmem_team_t team, unsigned short *dest, const unsigned short *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_uint_fcollect_on_stream(shmem_team_t team, unsigned int *dest, const unsigned int *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_ulong_fcollect_on_stream(shmem_team_t team, unsigned long *dest, const unsigned long *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_ulonglong_fcollect_on_stream(shmem_team_t team, unsigned long long *dest, const unsigned long long *source,
    size_t nelems, shmemx_stream_t stream);
int shmemx_int8_fcollect_on_stream(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_int16_fcollect_on_stream(shmem_team_t team, int16_t *dest, const int16_t *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_int32_fcollect_on_stream(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_int64_fcollect_on_stream(shmem_team_t team, int64_t *dest, const int64_t *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_uint8_fcollect_on_stream(shmem_team_t team, uint8_t *dest, const uint8_t *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_uint16_fcollect_on_stream(shmem_team_t team, uint16_t *dest, const uint16_t *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_uint32_fcollect_on_stream(shmem_team_t team, uint32_t *dest, const uint32_t *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_uint64_fcollect_on_stream(shmem_team_t team, uint64_t *dest, const uint64_t *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_size_fcollect_on_stream(shmem_team_t team, size_t *dest, const size_t *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_ptrdiff_fcollect_on_stream(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_fcollectmem_on_stream(shmem_team_t team, void *dest, const void *source, size_t nelems, shmemx_stream_t stream);
int shmemx_float_alltoall_on_stream(shmem_team_t team, float *dest, const float *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_double_alltoall_on_stream(shmem_team_t team, double *dest, const double *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_longdouble_alltoall_on_stream(shmem_team_t team, long double *dest, const long double *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_char_alltoall_on_stream(shmem_team_t team, char *dest, const char *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_schar_alltoall_on_stream(shmem_team_t team, signed char *dest, const signed char *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_short_alltoall_on_stream(shmem_team_t team, short *dest, const short *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_int_alltoall_on_stream(shmem_team_t team, int *dest, const int *source, size_t nelems, shmemx_stream_t stream);
int shmemx_long_alltoall_on_stream(shmem_team_t team, long *dest, const long *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_longlong_alltoall_on_stream(shmem_team_t team, long long *dest, const long long *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_uchar_alltoall_on_stream(shmem_team_t team, unsigned char *dest, const unsigned char *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_ushort_alltoall_on_stream(shmem_team_t team, unsigned short *dest, const unsigned short *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_uint_alltoall_on_stream(shmem_team_t team, unsigned int *dest, const unsigned int *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_ulong_alltoall_on_stream(shmem_team_t team, unsigned long *dest, const unsigned long *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_ulonglong_alltoall_on_stream(shmem_team_t team, unsigned long long *dest, const unsigned long long *source,
    size_t nelems, shmemx_stream_t stream);
int shmemx_int8_alltoall_on_stream(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_int16_alltoall_on_stream(shmem_team_t team, int16_t *dest, const int16_t *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_int32_alltoall_on_stream(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_int64_alltoall_on_stream(shmem_team_t team, int64_t *dest, const int64_t *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_uint8_alltoall_on_stream(shmem_team_t team, uint8_t *dest, const uint8_t *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_uint16_alltoall_on_stream(shmem_team_t team, uint16_t *dest, const uint16_t *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_uint32_alltoall_on_stream(shmem_team_t team, uint32_t *dest, const uint32_t *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_uint64_alltoall_on_stream(shmem_team_t team, uint64_t *dest, const uint64_t *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_size_alltoall_on_stream(shmem_team_t team, size_t *dest, const size_t *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_ptrdiff_alltoall_on_stream(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source, size_t nelems,
    shmemx_stream_t stream);
int shmemx_alltoallmem_on_stream(shmem_team_t team, void *dest, const void *source, size_t nelems, shmemx_stream_t stream);

/* ---- Reductions on streams ---- */
int shmemx_uchar_and_reduce_on_stream(shmem_team_t team, unsigned char *dest, const unsigned char *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ushort_and_reduce_on_stream(shmem_team_t team, unsigned short *dest, const unsigned short *source,
    size_t nreduce, shmemx_stream_t stream);
int shmemx_uint_and_reduce_on_stream(shmem_team_t team, unsigned int *dest, const unsigned int *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ulong_and_reduce_on_stream(shmem_team_t team, unsigned long *dest, const unsigned long *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ulonglong_and_reduce_on_stream(shmem_team_t team, unsigned long long *dest, const unsigned long long *source,
    size_t nreduce, shmemx_stream_t stream);
int shmemx_int8_and_reduce_on_stream(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int16_and_reduce_on_stream(shmem_team_t team, int16_t *dest, const int16_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int32_and_reduce_on_stream(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int64_and_reduce_on_stream(shmem_team_t team, int64_t *dest, const int64_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint8_and_reduce_on_stream(shmem_team_t team, uint8_t *dest, const uint8_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint16_and_reduce_on_stream(shmem_team_t team, uint16_t *dest, const uint16_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint32_and_reduce_on_stream(shmem_team_t team, uint32_t *dest, const uint32_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint64_and_reduce_on_stream(shmem_team_t team, uint64_t *dest, const uint64_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_size_and_reduce_on_stream(shmem_team_t team, size_t *dest, const size_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uchar_or_reduce_on_stream(shmem_team_t team, unsigned char *dest, const unsigned char *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ushort_or_reduce_on_stream(shmem_team_t team, unsigned short *dest, const unsigned short *source,
    size_t nreduce, shmemx_stream_t stream);
int shmemx_uint_or_reduce_on_stream(shmem_team_t team, unsigned int *dest, const unsigned int *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ulong_or_reduce_on_stream(shmem_team_t team, unsigned long *dest, const unsigned long *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ulonglong_or_reduce_on_stream(shmem_team_t team, unsigned long long *dest, const unsigned long long *source,
    size_t nreduce, shmemx_stream_t stream);
int shmemx_int8_or_reduce_on_stream(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int16_or_reduce_on_stream(shmem_team_t team, int16_t *dest, const int16_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int32_or_reduce_on_stream(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int64_or_reduce_on_stream(shmem_team_t team, int64_t *dest, const int64_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint8_or_reduce_on_stream(shmem_team_t team, uint8_t *dest, const uint8_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint16_or_reduce_on_stream(shmem_team_t team, uint16_t *dest, const uint16_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint32_or_reduce_on_stream(shmem_team_t team, uint32_t *dest, const uint32_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint64_or_reduce_on_stream(shmem_team_t team, uint64_t *dest, const uint64_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_size_or_reduce_on_stream(shmem_team_t team, size_t *dest, const size_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uchar_xor_reduce_on_stream(shmem_team_t team, unsigned char *dest, const unsigned char *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ushort_xor_reduce_on_stream(shmem_team_t team, unsigned short *dest, const unsigned short *source,
    size_t nreduce, shmemx_stream_t stream);
int shmemx_uint_xor_reduce_on_stream(shmem_team_t team, unsigned int *dest, const unsigned int *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ulong_xor_reduce_on_stream(shmem_team_t team, unsigned long *dest, const unsigned long *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ulonglong_xor_reduce_on_stream(shmem_team_t team, unsigned long long *dest, const unsigned long long *source,
    size_t nreduce, shmemx_stream_t stream);
int shmemx_int8_xor_reduce_on_stream(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int16_xor_reduce_on_stream(shmem_team_t team, int16_t *dest, const int16_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int32_xor_reduce_on_stream(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int64_xor_reduce_on_stream(shmem_team_t team, int64_t *dest, const int64_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint8_xor_reduce_on_stream(shmem_team_t team, uint8_t *dest, const uint8_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint16_xor_reduce_on_stream(shmem_team_t team, uint16_t *dest, const uint16_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint32_xor_reduce_on_stream(shmem_team_t team, uint32_t *dest, const uint32_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint64_xor_reduce_on_stream(shmem_team_t team, uint64_t *dest, const uint64_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_size_xor_reduce_on_stream(shmem_team_t team, size_t *dest, const size_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_char_max_reduce_on_stream(shmem_team_t team, char *dest, const char *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_schar_max_reduce_on_stream(shmem_team_t team, signed char *dest, const signed char *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_short_max_reduce_on_stream(shmem_team_t team, short *dest, const short *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int_max_reduce_on_stream(shmem_team_t team, int *dest, const int *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_long_max_reduce_on_stream(shmem_team_t team, long *dest, const long *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_longlong_max_reduce_on_stream(shmem_team_t team, long long *dest, const long long *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ptrdiff_max_reduce_on_stream(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uchar_max_reduce_on_stream(shmem_team_t team, unsigned char *dest, const unsigned char *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ushort_max_reduce_on_stream(shmem_team_t team, unsigned short *dest, const unsigned short *source,
    size_t nreduce, shmemx_stream_t stream);
int shmemx_uint_max_reduce_on_stream(shmem_team_t team, unsigned int *dest, const unsigned int *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ulong_max_reduce_on_stream(shmem_team_t team, unsigned long *dest, const unsigned long *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ulonglong_max_reduce_on_stream(shmem_team_t team, unsigned long long *dest, const unsigned long long *source,
    size_t nreduce, shmemx_stream_t stream);
int shmemx_int8_max_reduce_on_stream(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int16_max_reduce_on_stream(shmem_team_t team, int16_t *dest, const int16_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int32_max_reduce_on_stream(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int64_max_reduce_on_stream(shmem_team_t team, int64_t *dest, const int64_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint8_max_reduce_on_stream(shmem_team_t team, uint8_t *dest, const uint8_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint16_max_reduce_on_stream(shmem_team_t team, uint16_t *dest, const uint16_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint32_max_reduce_on_stream(shmem_team_t team, uint32_t *dest, const uint32_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint64_max_reduce_on_stream(shmem_team_t team, uint64_t *dest, const uint64_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_size_max_reduce_on_stream(shmem_team_t team, size_t *dest, const size_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_float_max_reduce_on_stream(shmem_team_t team, float *dest, const float *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_double_max_reduce_on_stream(shmem_team_t team, double *dest, const double *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_char_min_reduce_on_stream(shmem_team_t team, char *dest, const char *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_schar_min_reduce_on_stream(shmem_team_t team, signed char *dest, const signed char *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_short_min_reduce_on_stream(shmem_team_t team, short *dest, const short *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int_min_reduce_on_stream(shmem_team_t team, int *dest, const int *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_long_min_reduce_on_stream(shmem_team_t team, long *dest, const long *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_longlong_min_reduce_on_stream(shmem_team_t team, long long *dest, const long long *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ptrdiff_min_reduce_on_stream(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uchar_min_reduce_on_stream(shmem_team_t team, unsigned char *dest, const unsigned char *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ushort_min_reduce_on_stream(shmem_team_t team, unsigned short *dest, const unsigned short *source,
    size_t nreduce, shmemx_stream_t stream);
int shmemx_uint_min_reduce_on_stream(shmem_team_t team, unsigned int *dest, const unsigned int *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ulong_min_reduce_on_stream(shmem_team_t team, unsigned long *dest, const unsigned long *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ulonglong_min_reduce_on_stream(shmem_team_t team, unsigned long long *dest, const unsigned long long *source,
    size_t nreduce, shmemx_stream_t stream);
int shmemx_int8_min_reduce_on_stream(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int16_min_reduce_on_stream(shmem_team_t team, int16_t *dest, const int16_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int32_min_reduce_on_stream(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int64_min_reduce_on_stream(shmem_team_t team, int64_t *dest, const int64_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint8_min_reduce_on_stream(shmem_team_t team, uint8_t *dest, const uint8_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint16_min_reduce_on_stream(shmem_team_t team, uint16_t *dest, const uint16_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint32_min_reduce_on_stream(shmem_team_t team, uint32_t *dest, const uint32_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint64_min_reduce_on_stream(shmem_team_t team, uint64_t *dest, const uint64_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_size_min_reduce_on_stream(shmem_team_t team, size_t *dest, const size_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_float_min_reduce_on_stream(shmem_team_t team, float *dest, const float *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_double_min_reduce_on_stream(shmem_team_t team, double *dest, const double *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_char_sum_reduce_on_stream(shmem_team_t team, char *dest, const char *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_schar_sum_reduce_on_stream(shmem_team_t team, signed char *dest, const signed char *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_short_sum_reduce_on_stream(shmem_team_t team, short *dest, const short *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int_sum_reduce_on_stream(shmem_team_t team, int *dest, const int *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_long_sum_reduce_on_stream(shmem_team_t team, long *dest, const long *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_longlong_sum_reduce_on_stream(shmem_team_t team, long long *dest, const long long *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ptrdiff_sum_reduce_on_stream(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uchar_sum_reduce_on_stream(shmem_team_t team, unsigned char *dest, const unsigned char *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ushort_sum_reduce_on_stream(shmem_team_t team, unsigned short *dest, const unsigned short *source,
    size_t nreduce, shmemx_stream_t stream);
int shmemx_uint_sum_reduce_on_stream(shmem_team_t team, unsigned int *dest, const unsigned int *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ulong_sum_reduce_on_stream(shmem_team_t team, unsigned long *dest, const unsigned long *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ulonglong_sum_reduce_on_stream(shmem_team_t team, unsigned long long *dest, const unsigned long long *source,
    size_t nreduce, shmemx_stream_t stream);
int shmemx_int8_sum_reduce_on_stream(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int16_sum_reduce_on_stream(shmem_team_t team, int16_t *dest, const int16_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int32_sum_reduce_on_stream(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int64_sum_reduce_on_stream(shmem_team_t team, int64_t *dest, const int64_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint8_sum_reduce_on_stream(shmem_team_t team, uint8_t *dest, const uint8_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint16_sum_reduce_on_stream(shmem_team_t team, uint16_t *dest, const uint16_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint32_sum_reduce_on_stream(shmem_team_t team, uint32_t *dest, const uint32_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint64_sum_reduce_on_stream(shmem_team_t team, uint64_t *dest, const uint64_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_size_sum_reduce_on_stream(shmem_team_t team, size_t *dest, const size_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_float_sum_reduce_on_stream(shmem_team_t team, float *dest, const float *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_double_sum_reduce_on_stream(shmem_team_t team, double *dest, const double *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_complexd_sum_reduce_on_stream(shmem_team_t team, penstock_shmem_complexd *dest,
    const penstock_shmem_complexd *source, size_t nreduce, shmemx_stream_t stream);
int shmemx_complexf_sum_reduce_on_stream(shmem_team_t team, penstock_shmem_complexf *dest,
    const penstock_shmem_complexf *source, size_t nreduce, shmemx_stream_t stream);
int shmemx_char_prod_reduce_on_stream(shmem_team_t team, char *dest, const char *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_schar_prod_reduce_on_stream(shmem_team_t team, signed char *dest, const signed char *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_short_prod_reduce_on_stream(shmem_team_t team, short *dest, const short *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int_prod_reduce_on_stream(shmem_team_t team, int *dest, const int *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_long_prod_reduce_on_stream(shmem_team_t team, long *dest, const long *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_longlong_prod_reduce_on_stream(shmem_team_t team, long long *dest, const long long *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ptrdiff_prod_reduce_on_stream(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uchar_prod_reduce_on_stream(shmem_team_t team, unsigned char *dest, const unsigned char *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ushort_prod_reduce_on_stream(shmem_team_t team, unsigned short *dest, const unsigned short *source,
    size_t nreduce, shmemx_stream_t stream);
int shmemx_uint_prod_reduce_on_stream(shmem_team_t team, unsigned int *dest, const unsigned int *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ulong_prod_reduce_on_stream(shmem_team_t team, unsigned long *dest, const unsigned long *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_ulonglong_prod_reduce_on_stream(shmem_team_t team, unsigned long long *dest, const unsigned long long *source,
    size_t nreduce, shmemx_stream_t stream);
int shmemx_int8_prod_reduce_on_stream(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int16_prod_reduce_on_stream(shmem_team_t team, int16_t *dest, const int16_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int32_prod_reduce_on_stream(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_int64_prod_reduce_on_stream(shmem_team_t team, int64_t *dest, const int64_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint8_prod_reduce_on_stream(shmem_team_t team, uint8_t *dest, const uint8_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint16_prod_reduce_on_stream(shmem_team_t team, uint16_t *dest, const uint16_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint32_prod_reduce_on_stream(shmem_team_t team, uint32_t *dest, const uint32_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_uint64_prod_reduce_on_stream(shmem_team_t team, uint64_t *dest, const uint64_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_size_prod_reduce_on_stream(shmem_team_t team, size_t *dest, const size_t *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_float_prod_reduce_on_stream(shmem_team_t team, float *dest, const float *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_double_prod_reduce_on_stream(shmem_team_t team, double *dest, const double *source, size_t nreduce,
    shmemx_stream_t stream);
int shmemx_complexd_prod_reduce_on_stream(shmem_team_t team, penstock_shmem_complexd *dest,
    const penstock_shmem_complexd *source, size_t nreduce, shmemx_stream_t stream);
int shmemx_complexf_prod_reduce_on_stream(shmem_team_t team, penstock_shmem_complexf *dest,
    const penstock_shmem_complexf *source, size_t nreduce, shmemx_stream_t stream);

#ifdef __cplusplus
}
#endif

#endif
