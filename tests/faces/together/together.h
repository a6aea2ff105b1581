/* What a part of the program can do, whatever its ABI. Unless a comment says otherwise: 1 if it went well. */
#ifndef PENSTOCK_TESTS_TOGETHER_H
#define PENSTOCK_TESTS_TOGETHER_H

typedef struct Part {
  int (*begin)(void); /* 0 if it went well */
  int (*has_begun)(void);
  int (*rank)(void);
  int (*give)(int to, int value);
  int (*take)(int from, int* value);
  int (*sum)(int value);      /* over all ranks */
  int (*handle_errors)(void); /* of MPI_COMM_SELF, from now on */
  int (*raise_error)(void);
  int (*saw_error)(void); /* the handler of this part was called since it was asked last */
  int (*end)(void);       /* 0 if it went well */
} Part;
Part part_of_program(void);

#endif
