#include "program/model/delayed_posts.h"

namespace mazurka::model {

std::uint32_t DelayedPosts::thread(std::uint32_t message, const Target& handler, Span place) {
  posts_.push_back({message, handler, place});
  return first_task_ + static_cast<std::uint32_t>(posts_.size()) - 1;
}

void DelayedPosts::emit(CodeBuilder& builder) const {
  for (const Post& post : posts_) {
    const TaskCode& message = builder.image().tasks[post.message];
    TaskCode code{.name = "delayed " + message.name, .parameters = message.parameters};
    code.posts = post.message;
    code.entry = builder.here();
    builder.begin_thread(post.place);
    const Register handler = post.handler.in_register ? code.parameters++ : post.handler.number;
    code.registers = code.parameters;
    const std::uint32_t first = builder.emit({.op = Op::post,
                                              .b_in_register = post.handler.in_register,
                                              .a = post.message,
                                              .b = handler,
                                              .c = 0},
                                             post.place);
    code.location = builder.image().origins[first].location;
    builder.emit({.op = Op::finish});
    builder.image().tasks.push_back(std::move(code));
  }
}

}  // namespace mazurka::model
