// A compiled model: code, data, and what messages need to describe them. Never changes after
// load().
//
// Code is one flat list of instructions for a register machine. Each task has its own registers;
// shared variables are numbered cells. Local instructions compute on registers. Visible
// instructions are events: a task stops before each of them until it is chosen to run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/registry.h"

namespace mazurka::model {

using Register = std::uint32_t;
inline constexpr std::uint32_t nothing = 0xffffffffu;  // no register, no text, no task …

// r[a] is register a of the task. A target is a cell, lock, condition variable or handler: the
// number itself, or, if the instruction says so, the number in a register.
enum class Op : std::uint8_t {
  load,           // r[a] = constants[b]
  move,           // r[a] = r[b]
  negate,         // r[a] = -r[b], and so on
  logical_not,    //
  truth,          // r[a] = r[b] != 0
  multiply,       // r[a] = r[b] * r[c], and so on
  divide,         // fails if r[c] is 0
  remainder,      // fails if r[c] is 0
  add,            //
  subtract,       //
  less,           //
  less_equal,     //
  greater,        //
  greater_equal,  //
  equal,          //
  not_equal,      //
  jump,           // to a
  jump_if_zero,   // to a, if r[b] is 0
  loop,           // back to a; the round took b local steps
  pick,           // r[a] = the number of element r[c] of array b; fails if there is none
  assertion,      // fails if r[a] is 0; b is the note
  assume,         // stops the task if r[a] is 0
  self,           // r[a] = the id of the task
  finish,         // the task ends; a condition has the value r[a]
  call,           // procedure a with arguments r[c], r[c + 1] …; r[b] = its value
  give_back,      // the procedure ends with the value r[a]
  // Visible instructions.
  read,       // r[a] = cell (target b); the only visible instruction that conditions have
  write,      // cell (target b) = r[a]
  fetch_add,  // r[a] = cell (target b), cell += r[c]
  exchange,   // r[a] = cell (target b), cell = r[c]
  cas,        // r[a] = cell (target b) is r[c]; if so, cell = r[c + 1]
  lock,       // lock (target b)
  trylock,    // r[a] = got lock (target b)
  unlock,     // lock (target b)
  sleep,      // condition variable (target b), lock (target c)
  relock,     // lock (target c)
  signal,     // condition variable (target b)
  broadcast,  // condition variable (target b)
  post,       // message a with arguments r[c], r[c + 1] … to handler (target b)
  spawn,      // thread a with arguments r[c] …; r[b] = the id of the new task, if b exists
  join,       // the thread with the id r[a]
  await,      // condition a
  choose,     // r[a] = a value below r[c]
  send,       // message tag a with arguments r[c], r[c + 1] … to the task with the id r[b]
  receive,    // receives[a]
  begin,      // the first instruction of a thread that can be cancelled; waits if it is cancelled
  cancel,     // the task with the id r[a]
  arrive,     // barrier (target b)
  leave,      // barrier (target b)
};

[[nodiscard]] constexpr bool is_visible(Op op) { return op >= Op::read; }

struct Instruction {
  Op op = Op::finish;
  bool b_in_register = false;  // the target b is the number in r[b]
  bool c_in_register = false;  // the target c is the number in r[c]
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
};
static_assert(sizeof(Instruction) == 16);

// Where an instruction comes from, for messages.
struct Origin {
  LocationId location;
  std::uint32_t text = nothing;  // into Image::texts: the source text
};

struct Barrier {
  ObjectId object;
  std::uint32_t parties = 0;  // how many arrivals fill a round
};

// The declaration of variables, locks, condition variables or handlers that are numbered together.
struct Array {
  std::string name;
  std::uint32_t first = 0;
  std::uint32_t count = 1;
};

struct TaskCode {
  std::string name;
  bool is_message = false;
  std::uint32_t parameters = 0;  // registers 0 … parameters - 1 get the arguments
  std::uint32_t registers = 0;
  std::uint32_t entry = 0;
  LocationId location;  // of its name
  // The message that this thread posts, if it is the thread of a delayed post. Such a thread has
  // the parameters of the message, and after them the handler if that is computed.
  std::uint32_t posts = nothing;
};

// A value that a failed assertion shows: the text of a variable or register, and where its value
// is.
struct NoteItem {
  std::string text;
  Register value = 0;
  Register evaluated = nothing;  // if this exists and is 0, the variable was not evaluated
};

// A variable that a condition can read.
struct ScopeItem {
  std::uint32_t first = 0;
  std::uint32_t count = 1;
  // Code that computes the index from registers alone, if that is possible. Then the condition
  // reads only that cell; otherwise it may read all cells.
  std::uint32_t index_entry = nothing;
};

// The condition of an await. It has its own registers: first copies of the registers of the task
// that it uses, captured when the task reached the await, then temporaries.
struct ConditionCode {
  std::uint32_t entry = 0;
  std::uint32_t next = 0;  // where the task continues
  std::vector<Register> captured;
  std::uint32_t registers = 0;
  std::vector<ScopeItem> scope;
};

// What a message is recognised by: its name and the number of its arguments.
struct TagCode {
  std::string name;
  std::uint32_t arity = 0;
};

// A pattern of a receive.
struct ArmCode {
  std::uint32_t tag = 0;
  Register first = 0;  // the arguments of the message go to r[first], r[first + 1] …
  // Code that computes whether the pattern takes the message, with its own registers: copies of the
  // `captured` ones of the task or of arguments, then temporaries. Nothing: always.
  std::uint32_t guard = nothing;
  std::vector<Register> captured;
  std::uint32_t guard_registers = 0;
  std::uint32_t entry = 0;  // where the task continues
};

// A receive. Its guards see registers of the task as they are when the task reaches it, and the
// arguments of a message in the registers that the pattern would put them into.
struct ReceiveCode {
  std::vector<ArmCode> arms;
  std::vector<Register> captured;  // registers of the task that guards use
  std::uint32_t after = nothing;   // where the task continues if nothing matches; nothing: it waits
};

struct Cell {
  ObjectId object;
  std::int64_t initial = 0;
};

// The code of a procedure. Each call has its own registers.
struct ProcedureCode {
  std::string name;
  std::uint32_t parameters = 0;  // registers 0 … parameters - 1 get the arguments
  std::uint32_t registers = 0;
  std::uint32_t entry = 0;
};

struct Image {
  std::vector<Instruction> code;
  std::vector<Origin> origins;  // as long as `code`
  std::vector<std::int64_t> constants;
  std::vector<std::string> texts;
  std::vector<Array> arrays;
  std::vector<TaskCode> tasks;
  std::vector<ProcedureCode> procedures;
  std::vector<ConditionCode> conditions;
  std::vector<std::vector<NoteItem>> notes;
  std::vector<TagCode> tags;
  std::vector<ReceiveCode> receives;

  std::vector<Cell> cells;
  std::vector<ObjectId> locks;
  std::vector<ObjectId> condition_variables;
  std::vector<Barrier> barriers;
  std::vector<HandlerId> handlers;
  std::vector<std::uint32_t> initial_threads;  // tasks that start with the program
};

}  // namespace mazurka::model
