#include "program/model/compile.h"

#include "program/model/code_builder.h"
#include "program/model/declare.h"
#include "program/model/delayed_posts.h"
#include "program/model/parser.h"
#include "program/model/symbol_table.h"
#include "program/model/task_compiler.h"

namespace mazurka::model {

namespace {

// Returns the number of the main handler, or nothing if there is none of this name.
std::uint32_t main_handler(const Image& image, const Registry& registry, const std::string& name) {
  for (std::uint32_t i = 0; i < image.handlers.size(); ++i)
    if (name.empty() || registry.handler(image.handlers[i]).name == name) return i;
  return nothing;
}

}  // namespace

Image compile(const Source& source, std::span<const Define> defines, Registry& registry,
              const Options& options) {
  const Module module = parse(source);
  Image image;
  Symbols symbols(source);
  declare(module, source, defines, symbols, image, registry);
  CodeBuilder builder(image, registry, source);
  builder.let_threads_be_cancelled(module.has_cancel);
  const RepeatedPosts events{options.instances, main_handler(image, registry, options.main)};
  DelayedPosts delayed_posts(static_cast<std::uint32_t>(module.tasks.size()));
  for (std::size_t i = 0; i < module.tasks.size(); ++i)
    TaskCompiler(builder, delayed_posts, source, symbols, events)
        .compile(module.tasks[i], image.tasks[i]);
  for (std::size_t i = 0; i < module.procedures.size(); ++i)
    TaskCompiler(builder, delayed_posts, source, symbols)
        .compile(module.procedures[i], image.procedures[i]);
  delayed_posts.emit(builder);
  builder.tags().check();
  if (!image.tags.empty() || !image.receives.empty()) registry.add_mailboxes();
  if (module.has_cancel) registry.add_cancel_flags();
  return image;
}

}  // namespace mazurka::model
