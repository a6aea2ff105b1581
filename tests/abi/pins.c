/* What the compiler can prove is proved by pins.h; the rest, the values of pointer constants, is looked at here. */
#include <stdint.h>
#include <stdio.h>

#include "pins.h"

enum {
#define PIN(result, name, parameters) count_##name,
#include "prototypes.inc"
#undef PIN
  functions
};

struct Address {
  const char* name;
  uintptr_t value;
  uintptr_t published;
};

static const struct Address addresses[] = {
#define NUMBER(name, value)
#define ADDRESS(type, name, value) {#name, 0, value},
#include "constants.inc"
#undef ADDRESS
};

int main(void) {
  const uintptr_t values[] = {
#define ADDRESS(type, name, value) (uintptr_t)(name),
#include "constants.inc"
#undef ADDRESS
  };
  int wrong = 0;
  size_t i;
  for (i = 0; i < sizeof(values) / sizeof(values[0]); ++i) {
    if (values[i] != addresses[i].published) {
      printf("%s is %#lx, published as %#lx\n", addresses[i].name, (unsigned long)values[i],
             (unsigned long)addresses[i].published);
      wrong = 1;
    }
  }
  if (functions != 664) {
    printf("%d functions are pinned, not 664\n", (int)functions);
    wrong = 1;
  }
  printf("%d prototypes and %d address constants are as published\n", (int)functions, (int)i);
  return wrong;
}
