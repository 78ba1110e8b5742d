// A library that is not instrumented: a queue without any synchronisation.
static void* values[16];
static int count;
static int taken;

void queue_push(void* value);
void* queue_pop(void);
void* queue_function(void);
void queue_visit(void (*visit)(void));

void queue_push(void* value) { values[count++ % 16] = value; }
void* queue_pop(void) { return values[taken++ % 16]; }

// Returns a pointer to queue_push().
void* queue_function(void) { return (void*)queue_push; }

// Calls visit(), and changes the queue afterwards.
void queue_visit(void (*visit)(void)) {
  visit();
  ++count;
}
