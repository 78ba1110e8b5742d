// Compiles the body of a thread, message or procedure.
#pragma once

#include "program/model/code_builder.h"
#include "program/model/delayed_posts.h"
#include "program/model/expression_compiler.h"
#include "program/model/resolver.h"
#include "program/model/scope.h"

namespace mazurka::model {

// Posts of threads that start with the program to this handler happen up to `instances` times.
struct RepeatedPosts {
  std::uint32_t instances = 1;
  std::uint32_t handler = nothing;
};

class TaskCompiler {
 public:
  TaskCompiler(CodeBuilder& builder, DelayedPosts& delayed_posts, const Source& source,
               const Symbols& symbols, const RepeatedPosts& repeated = {})
      : builder_(builder),
        delayed_posts_(delayed_posts),
        repeated_(repeated),
        resolver_(source, symbols, builder.image(), scope_),
        expressions_(builder, resolver_, scope_.registers()) {}

  // Completes `code`: entry and number of registers.
  void compile(const TaskDeclaration& declaration, TaskCode& code);
  void compile(const ProcedureDeclaration& declaration, ProcedureCode& code);

 private:
  void block(const Block& statements);
  void statement(const Statement& statement);
  void let(const Statement& statement);
  void assign(const Statement& statement);
  void branch(const Statement& statement);
  void while_loop(const Statement& statement);
  void for_loop(const Statement& statement);
  void post(const Statement& statement);
  void post_delayed(const Statement& statement, std::uint32_t message, Register arguments,
                    const Target& handler);
  void post_once(const Statement& statement, const Instruction& post, const Target& handler);
  void repeat_post(const Statement& statement, const Instruction& post, const Target& handler);
  void spawn(const Statement& statement);
  void join(const Statement& statement);
  void cancel(const Statement& statement);
  void post_with_id(const Statement& statement);
  void send(const Statement& statement);
  void receive(const Statement& statement);
  void receive_arm(const ReceiveArm& arm, const Block& body, ReceiveCode& receive);
  void on_target(const Statement& statement, Op op, DataKind kind);
  void arrive(const Statement& statement);
  void wait(const Statement& statement);
  void assertion(const Statement& statement);
  void assume(const Statement& statement);
  void await(const Statement& statement);
  void await_condition(const Expression& condition, Span span);
  void give_back(const Statement& statement);
  Register new_register(const Identifier& name);
  // Declares the register `self`, which holds the id of the running task.
  void declare_self(Span place);
  void go_back(std::uint32_t start, std::uint64_t steps_before, const Statement& loop);

  CodeBuilder& builder_;
  DelayedPosts& delayed_posts_;
  Register id_of_post_ = nothing;  // gets the thread of the delayed post that is compiled
  RepeatedPosts repeated_;
  Scope scope_;
  Resolver resolver_;
  ExpressionCompiler expressions_;
  bool is_procedure_ = false;
  bool starts_with_program_ = false;
  std::uint64_t steps_ = 0;  // statements compiled, without those of inner loops
};

}  // namespace mazurka::model
