"""The Python half of Penstock's tools: comparisons and pictures. Needs no MPI."""
