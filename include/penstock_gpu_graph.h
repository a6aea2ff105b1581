/* Graphs of the GPU helper (penstock_gpu.h), captured from its streams. */
#ifndef PENSTOCK_GPU_GRAPH_H
#define PENSTOCK_GPU_GRAPH_H

#include "penstock_gpu.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The mode says which calls CUDA refuses during the capture: those of all threads, those of this thread, or none. */
typedef enum penstock_gpu_capture {
  PENSTOCK_GPU_CAPTURE_GLOBAL = 0,
  PENSTOCK_GPU_CAPTURE_THREAD = 1,
  PENSTOCK_GPU_CAPTURE_RELAXED = 2
} penstock_gpu_capture;

typedef struct penstock_gpu_graph_s* penstock_gpu_graph;

/* Work that is put on the stream from now on becomes part of a graph. */
int penstock_gpu_capture_begin(penstock_gpu_stream stream, penstock_gpu_capture mode);
/* Sets *out to the graph, ready to be launched; NULL on failure. */
int penstock_gpu_capture_end(penstock_gpu_stream stream, penstock_gpu_graph* out);
/* Launches the graph behind all work that is in the stream. */
int penstock_gpu_graph_launch(penstock_gpu_graph graph, penstock_gpu_stream stream);
int penstock_gpu_graph_destroy(penstock_gpu_graph graph);

/* Work that is put on `later` from now on begins when the present work of `earlier` is done. In a capture of `earlier`,
 * `later` is captured too, until the stream that began the capture has followed it. */
int penstock_gpu_stream_follow(penstock_gpu_stream later, penstock_gpu_stream earlier);

#ifdef __cplusplus
}
#endif

#endif /* PENSTOCK_GPU_GRAPH_H */
