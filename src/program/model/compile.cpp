#include "program/model/compile.h"

#include "program/model/code_builder.h"
#include "program/model/declare.h"
#include "program/model/delayed_posts.h"
#include "program/model/parser.h"
#include "program/model/symbol_table.h"
#include "program/model/task_compiler.h"

namespace mazurka::model {

Image compile(const Source& source, std::span<const Define> defines, Registry& registry) {
  const Module module = parse(source);
  Image image;
  Symbols symbols(source);
  declare(module, source, defines, symbols, image, registry);
  CodeBuilder builder(image, registry, source);
  DelayedPosts delayed_posts(static_cast<std::uint32_t>(module.tasks.size()));
  for (std::size_t i = 0; i < module.tasks.size(); ++i)
    TaskCompiler(builder, delayed_posts, source, symbols).compile(module.tasks[i], image.tasks[i]);
  delayed_posts.emit(builder);
  builder.tags().check();
  if (!image.tags.empty() || !image.receives.empty()) registry.add_mailboxes();
  return image;
}

}  // namespace mazurka::model
