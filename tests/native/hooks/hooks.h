/* What the programs of tests/native/hooks/run say about themselves. */
#include <stdint.h>

/* One access of the source. Values that are read are kept in locals, all of them long long, which
 * have the number of their step. */
struct hooks_step {
  char kind;           /* R read, W write, U fetch_add */
  unsigned char place; /* which variable */
  unsigned char size;
  unsigned char is_signed;
  unsigned char is_hidden; /* not part of what hooks_verify gets as `seen` */
  unsigned char compares;  /* the value is constant if the first local is less, else constant + 1 */
  short first, second;     /* what is written or added: the sum of these locals (-1: none) … */
  int constant;            /* … and this */
};

extern void* hooks_places[];

/* The steps since the last call, in order; `seen` is the sum of all that was read. */
void hooks_verify(const struct hooks_step* steps, int count, int64_t seen);
