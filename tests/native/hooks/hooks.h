/* How the programs of tests/native/hooks/run describe their accesses. */
#include <stdint.h>

/* One access in the source. Values that are read are stored in locals of type long long, which are
 * numbered by their step. */
struct hooks_step {
  char kind;           /* R read, W write, U fetch_add */
  unsigned char place; /* which variable */
  unsigned char size;
  unsigned char is_signed;
  unsigned char is_hidden; /* the value is not included in `seen` */
  unsigned char compares;  /* the value is constant if the first local is less, else constant + 1 */
  short first, second;     /* what is written or added: the sum of these locals (-1: none) … */
  int constant;            /* … and this */
};

extern void* hooks_places[];

/* Checks the steps since the last call, in order; `seen` is the sum of all values read. */
void hooks_verify(const struct hooks_step* steps, int count, int64_t seen);
