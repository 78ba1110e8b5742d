/* The API for programs under test: handlers, mailboxes, messages, assumptions, choices, expected
 * data races.
 *
 * C11 and C++17 or later. Threads, locks and atomics need nothing from here: the program uses those
 * of its language.
 *
 * Built with `mazurka cc` or `mazurka c++`, these functions belong to the checker, and every order
 * of messages is explored. Built with any other compiler, the program runs with real threads: a
 * handler is a thread with a queue. Only -pthread has to be linked. */
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

/* Posts a message. Never blocks. Ignored if the handler has quit; misuse if it was joined. */
void mz_post(mz_handler* to, void (*run)(void*), void* arg);

/* Posts a message that owns `arg`: either run(arg) or drop(arg) is called. Messages that are in the
 * mailbox at mz_handler_quit are dropped, and so are later posts, in the calling thread. */
void mz_post_owned(mz_handler* to, void (*run)(void*), void (*drop)(void*), void* arg);

/* Posts a message after a delay, as timers do: at any later time. Messages that are posted in the
 * meantime come before it, even on a fifo handler. The message is dropped if the handler has quit
 * or was joined by then; mz_handler_join does not wait for it. */
void mz_post_delayed(mz_handler* to, void (*run)(void*), void* arg);

/* mz_post_delayed for a message that owns `arg`: either run(arg) or drop(arg) is called. */
void mz_post_delayed_owned(mz_handler* to, void (*run)(void*), void (*drop)(void*), void* arg);

/* Returns the handler of the running message, or NULL in a thread. */
mz_handler* mz_current_handler(void);

/* If the condition is false, this execution does not count: the checker stops the task here, and
 * continues with another execution. With real threads, the process exits with status 0. */
void mz_assume(int condition);

/* Returns a value from 0 to n-1. The checker explores all; with real threads it is random. */
int mz_choose(int n);

/* Declares that data races on this memory are known and do no harm. Until the end of the execution
 * they are not reported; the verdict lists the declaration. The orders of the accesses are explored
 * all the same. With real threads this does nothing. */
void mz_expect_race(const volatile void* address, unsigned long size);
#define MAZURKA_EXPECT_RACE(variable) mz_expect_race(&(variable), sizeof(variable))

/* Drops the messages in the mailbox and all later posts. The running message, even if it is the
 * caller, continues to its end, and is the last one. */
void mz_handler_quit(mz_handler* handler);

/* Waits until the handler has quit, or is idle with an empty mailbox, and ends it. Call it once for
 * each handler, and not from one of its messages. */
void mz_handler_join(mz_handler* handler);

/* A queue of messages from which one thread receives: the first one that does so. Any thread may
 * send to it. */
typedef struct mz_mailbox mz_mailbox;

/* The name is for reports and is copied. */
mz_mailbox* mz_mailbox_create(const char* name);

/* Puts a message into the mailbox: a number that says what it is, and a pointer. Never blocks. */
void mz_send(mz_mailbox* to, int tag, void* pointer);

typedef struct mz_message {
  int tag;
  void* pointer;
} mz_message;

/* Returns whether a receive takes the message. It may look at its arguments and what they point to,
 * if no other thread changes that, and must not have effects. */
typedef int (*mz_matches)(int tag, void* pointer, void* argument);

/* Takes the first message, in the order of arrival, that matches(tag, pointer, argument) accepts;
 * NULL accepts all. Blocks until there is one. Other messages stay in the mailbox. */
mz_message mz_receive(mz_mailbox* from, mz_matches matches, void* argument);

/* Does not block: returns 0 if there is no such message, else 1, and the message in *result. */
int mz_try_receive(mz_mailbox* from, mz_matches matches, void* argument, mz_message* result);

/* Ends the mailbox and calls drop(tag, pointer), if drop is not NULL, for each message that is left
 * in it. The mailbox must not be used any more. */
void mz_mailbox_destroy(mz_mailbox* mailbox, void (*drop)(int tag, void* pointer));

#ifdef __cplusplus
}
#endif

#ifndef MAZURKA_CHECKED
#include "mazurka/real.h"
#endif

#endif
