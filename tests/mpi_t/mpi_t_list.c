/* Lists what the tool interface has, as a tool does that knows nothing of the library: control variables with their values,
   performance variables, categories, events. MPI itself is never initialised. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kName = 256, kText = 2048, kRoom = 65536 };

static void check(int code, const char* what) {
  char text[MPI_MAX_ERROR_STRING];
  int length;
  if (code == MPI_SUCCESS) return;
  MPI_Error_string(code, text, &length);
  fprintf(stderr, "%s: %s\n", what, text);
  exit(1);
}
#define CHECK(call) check(call, #call)

static void print_named(MPI_T_enum names, int value) {
  char item[kName];
  int number, length = sizeof item;
  CHECK(MPI_T_enum_get_item(names, value, &number, item, &length));
  printf("%s", item);
}

static void print_value(MPI_Datatype type, MPI_T_enum names, int count, const void* value) {
  if (type == MPI_CHAR) {
    printf("\"%s\"", (const char*)value);
  } else if (type == MPI_INT && names != MPI_T_ENUM_NULL) {
    print_named(names, *(const int*)value);
  } else if (type == MPI_INT) {
    printf("%d", *(const int*)value);
  } else if (type == MPI_UNSIGNED_LONG) {
    printf("%lu", *(const unsigned long*)value);
  } else if (type == MPI_DOUBLE) {
    for (int i = 0; i < count; ++i) printf("%s%g", i > 0 ? " " : "", ((const double*)value)[i]);
  } else {
    fprintf(stderr, "a datatype that tools do not know\n");
    exit(1);
  }
}

static void list_cvars(void) {
  static char value[kRoom];
  char name[kName], text[kText];
  int all, verbosity, bind, scope, count;
  CHECK(MPI_T_cvar_get_num(&all));
  for (int i = 0; i < all; ++i) {
    int name_length = sizeof name, text_length = sizeof text;
    MPI_Datatype type;
    MPI_T_enum names;
    MPI_T_cvar_handle handle;
    CHECK(MPI_T_cvar_get_info(i, name, &name_length, &verbosity, &type, &names, text, &text_length, &bind, &scope));
    CHECK(MPI_T_cvar_handle_alloc(i, NULL, &handle, &count));
    CHECK(MPI_T_cvar_read(handle, value));
    printf("cvar %s = ", name);
    print_value(type, names, count, value);
    printf("%s\n    %s\n", scope <= MPI_T_SCOPE_READONLY ? " (read only)" : "", text);
    CHECK(MPI_T_cvar_handle_free(&handle));
  }
  printf("%d control variables\n", all);
}

static void list_pvars(void) {
  char name[kName], text[kText];
  int all, verbosity, var_class, bind, readonly, continuous, atomic;
  CHECK(MPI_T_pvar_get_num(&all));
  for (int i = 0; i < all; ++i) {
    int name_length = sizeof name, text_length = sizeof text;
    MPI_Datatype type;
    MPI_T_enum names;
    CHECK(MPI_T_pvar_get_info(i, name, &name_length, &verbosity, &var_class, &type, &names, text, &text_length, &bind,
                              &readonly, &continuous, &atomic));
    printf("pvar %s class %d%s\n    %s\n", name, var_class, bind == MPI_T_BIND_MPI_COMM ? " of a communicator" : "", text);
  }
  printf("%d performance variables\n", all);
}

static void list_events(void) {
  char name[kName], text[kText];
  int all, verbosity, bind;
  CHECK(MPI_T_event_get_num(&all));
  for (int i = 0; i < all; ++i) {
    int name_length = sizeof name, text_length = sizeof text, elements = 0;
    MPI_T_enum names;
    CHECK(MPI_T_event_get_info(i, name, &name_length, &verbosity, NULL, NULL, &elements, &names, NULL, text, &text_length,
                               &bind));
    printf("event %s:", name);
    for (int element = 0; element < elements; ++element) {
      printf(" ");
      print_named(names, element);
    }
    printf("\n    %s\n", text);
  }
  printf("%d events\n", all);
}

static void list_categories(void) {
  char name[kName], text[kText];
  int all, cvars, pvars, events, categories;
  CHECK(MPI_T_category_get_num(&all));
  for (int i = 0; i < all; ++i) {
    int name_length = sizeof name, text_length = sizeof text;
    CHECK(MPI_T_category_get_info(i, name, &name_length, text, &text_length, &cvars, &pvars, &categories));
    CHECK(MPI_T_category_get_num_events(i, &events));
    printf("category %s: %d cvars, %d pvars, %d events, %d categories\n    %s\n", name, cvars, pvars, events, categories, text);
  }
  printf("%d categories\n", all);
}

int main(void) {
  int provided;
  CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
  list_cvars();
  list_pvars();
  list_events();
  list_categories();
  CHECK(MPI_T_finalize());
  return 0;
}
