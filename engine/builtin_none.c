/* No built-in tables: for the program that compiles them. */
#include "builtin.h"

const struct builtin_pack builtin_packs[] = {{NULL, NULL, 0}};
const size_t builtin_pack_count = 0;
const struct table_file builtin_files[] = {{.path = NULL}};
const size_t builtin_file_count = 0;
