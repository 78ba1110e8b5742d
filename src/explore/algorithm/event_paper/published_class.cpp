#include "explore/algorithm/event_paper/published_class.h"

#include <string>

#include "core/user_error.h"

namespace mazurka::event_paper {
namespace {

const char* const published_operations =
    "its programs have multiset handlers, reads, writes, read-modify-writes, post, spawn, join and "
    "assume; use --algorithm event";

bool is_published(OperationKind operation) {
  switch (operation) {
    case OperationKind::read:
    case OperationKind::write:
    case OperationKind::update:
    case OperationKind::post:
    case OperationKind::spawn:
    case OperationKind::join:
    case OperationKind::start:
      return true;
    default:
      return false;
  }
}

}  // namespace

void require_published_class(Program& program) {
  const Registry& registry = program.registry();
  for (std::uint32_t i = 0; i < registry.handler_count(); ++i) {
    const HandlerInfo& handler = registry.handler({i});
    if (handler.discipline != Discipline::multiset)
      throw UserError(handler.declared.exists() ? registry.text_of(handler.declared) : "",
                      "the published Event-DPOR has no " +
                          std::string(name_of(handler.discipline)) + " handlers, such as '" +
                          handler.name + "'",
                      published_operations);
  }
  for (const CodeOperation& each : program.operations_in_code())
    require_published_operation(each.operation, each.location, program);
}

void require_published_operation(OperationKind operation, LocationId location, Program& program) {
  if (is_published(operation)) return;
  throw UserError(
      location.exists() ? program.registry().text_of(location) : "",
      "the published Event-DPOR has no operation '" + std::string(name_of(operation)) + "'",
      published_operations);
}

}  // namespace mazurka::event_paper
