/* The API of tested programs, for tests that need nothing else. */
#pragma once
#if __has_include(<mazurka/mazurka.h>)
#include <mazurka/mazurka.h>
#else
#ifdef __cplusplus
extern "C" {
#endif
typedef struct mz_handler mz_handler;
typedef enum mz_discipline { MZ_MULTISET, MZ_FIFO } mz_discipline;
mz_handler *mz_handler_create(const char *name, mz_discipline discipline);
void mz_post(mz_handler *to, void (*run)(void *), void *arg);
mz_handler *mz_current_handler(void);
void mz_assume(int condition);
int mz_choose(int n);
void mz_handler_quit(mz_handler *handler);
void mz_handler_join(mz_handler *handler);
#ifdef __cplusplus
}
#endif
#endif
