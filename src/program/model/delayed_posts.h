// The threads of delayed posts. `post m(x) to h delayed;` spawns a thread that does nothing but the
// post, so that it happens at any later time ([EmDpor18] Section 2.1).
#pragma once

#include <cstdint>
#include <vector>

#include "program/model/code_builder.h"
#include "program/model/expression_compiler.h"

namespace mazurka::model {

class DelayedPosts {
 public:
  // `first_task` is the number of the first thread; those before are declared in the model.
  explicit DelayedPosts(std::uint32_t first_task) : first_task_(first_task) {}

  // Returns the number of a new thread that posts the message to this handler. If the handler is
  // computed, the thread gets it as its last argument.
  [[nodiscard]] std::uint32_t thread(std::uint32_t message, const Target& handler, Span place);

  // Adds the threads to the image. REQUIRES: all tasks of the model are compiled.
  void emit(CodeBuilder& builder) const;

 private:
  struct Post {
    std::uint32_t message = 0;
    Target handler;
    Span place;
  };

  std::uint32_t first_task_;
  std::vector<Post> posts_;
};

}  // namespace mazurka::model
