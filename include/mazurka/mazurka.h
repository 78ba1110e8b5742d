/* What a tested program may call: handlers and the messages posted to them, assumptions, choices.
 *
 * C11 and C++17 or later. Threads, locks and atomics need nothing from here: the program uses those
 * of its language.
 *
 * Built with `mazurka cc` or `mazurka c++`, these functions belong to the checker, and every order
 * of messages is explored. Built with any other compiler the program runs for real: a handler is a
 * thread with a queue. Nothing has to be linked for that but -pthread. */
#ifndef MAZURKA_MAZURKA_H
#define MAZURKA_MAZURKA_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mz_handler mz_handler;

/* Which of the messages in the mailbox runs next: any, or the oldest. */
typedef enum mz_discipline { MZ_MULTISET, MZ_FIFO } mz_discipline;

/* A thread that runs posted messages, one at a time. The name is for reports and is copied. */
mz_handler* mz_handler_create(const char* name, mz_discipline discipline);

/* Never blocks. To a handler that has quit: nothing happens; to one that was joined: misuse. */
void mz_post(mz_handler* to, void (*run)(void*), void* arg);

/* The same for an `arg` that somebody must free: either run(arg) or drop(arg) is called. Dropped is
 * what is in the mailbox at mz_handler_quit, and what is posted later, in the calling thread. */
void mz_post_owned(mz_handler* to, void (*run)(void*), void (*drop)(void*), void* arg);

/* The handler of the running message; NULL in a plain thread. */
mz_handler* mz_current_handler(void);

/* If false, this execution does not count: the checker stops the task here and goes on with another
 * execution; for real, the process ends quietly, with status 0. */
void mz_assume(int condition);

/* 0 ... n-1. The checker explores every value; for real it is a random one. */
int mz_choose(int n);

/* What is in the mailbox, and what is posted later, is dropped. The running message, also if it is
 * the caller, goes on to its end, and is the last one. */
void mz_handler_quit(mz_handler* handler);

/* Waits until the handler has quit, or is idle with an empty mailbox; then it ends. Once for each
 * handler, and not from one of its own messages. */
void mz_handler_join(mz_handler* handler);

#ifdef __cplusplus
}
#endif

#ifndef MAZURKA_CHECKED
#include "mazurka/real.h"
#endif

#endif
