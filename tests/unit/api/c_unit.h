/* The functions of the C file of these tests. */
#ifndef MAZURKA_TESTS_C_UNIT_H
#define MAZURKA_TESTS_C_UNIT_H

#include <mazurka/mazurka.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Posts `count` additions to a handler from each of `posters` threads, and returns the sum. */
int c_sum_by_messages(int posters, int count);
/* Returns the result of mz_current_handler in the C file. */
mz_handler* c_current_handler(void);

#ifdef __cplusplus
}
#endif

#endif
