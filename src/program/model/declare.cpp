#include "program/model/declare.h"

#include <algorithm>
#include <string>

#include "program/model/constant.h"
#include "program/model/names.h"

namespace mazurka::model {

namespace {

class Declarer {
 public:
  Declarer(const Source& source, std::span<const Define> defines, Symbols& symbols, Image& image,
           Registry& registry)
      : source_(source), defines_(defines), symbols_(symbols), image_(image), registry_(registry) {}

  void data(const DataDeclaration& declaration) {
    if (declaration.name.text == "self")
      throw source_.error(declaration.name.span, "'self' is the id of the running thread",
                          "give it another name");
    DataSymbol symbol{.kind = declaration.kind,
                      .name = declaration.name,
                      .is_array = declaration.size.has_value()};
    if (declaration.kind == DataKind::constant) {
      symbol.value = value_of(declaration);
      return symbols_.add(symbol);
    }
    const std::uint32_t count = size_of(declaration);
    const std::int64_t initial = declaration.value ? constant(*declaration.value) : 0;
    if (declaration.kind == DataKind::barrier && (initial <= 0 || initial > most_cells))
      throw source_.error(declaration.value->span,
                          "a barrier cannot wait for " + std::to_string(initial) + " tasks",
                          "the smallest number is 1");
    symbol.array = static_cast<std::uint32_t>(image_.arrays.size());
    symbols_.add(symbol);
    image_.arrays.push_back(
        {std::string(declaration.name.text), numbered(declaration.kind), count});
    for (std::uint32_t i = 0; i < count; ++i)
      add_element(declaration, element_name(declaration, i), initial);
  }

  void task(const TaskDeclaration& declaration) {
    const auto code = static_cast<std::uint32_t>(image_.tasks.size());
    symbols_.add(TaskSymbol{&declaration, code});
    image_.tasks.push_back(
        {.name = std::string(declaration.name.text),
         .is_message = declaration.is_message,
         .parameters = static_cast<std::uint32_t>(declaration.parameters.size()),
         .location = registry_.add_location(source_.location(declaration.name.span))});
    if (!declaration.is_message && !declaration.has_parentheses)
      image_.initial_threads.push_back(code);
  }

  void procedure(const ProcedureDeclaration& declaration) {
    symbols_.add(
        ProcedureSymbol{&declaration, static_cast<std::uint32_t>(image_.procedures.size())});
    image_.procedures.push_back(
        {.name = std::string(declaration.name.text),
         .parameters = static_cast<std::uint32_t>(declaration.parameters.size())});
  }

  void check_defines() const {
    for (const Define& define : defines_) {
      const auto constants = symbols_.data_names(DataKind::constant);
      if (std::ranges::find(constants, define.name) == constants.end())
        throw UserError(source_.file(), "there is no constant '" + define.name + "' to override",
                        symbols_.hint_for(DataKind::constant));
    }
  }

 private:
  [[nodiscard]] std::int64_t constant(const Expression& expression) const {
    return constant_value(expression, symbols_, source_);
  }

  // The last override wins, as with compilers.
  [[nodiscard]] std::int64_t value_of(const DataDeclaration& declaration) const {
    const Define* chosen = nullptr;
    for (const Define& define : defines_)
      if (define.name == declaration.name.text) chosen = &define;
    return chosen != nullptr ? chosen->value : constant(*declaration.value);
  }

  [[nodiscard]] std::uint32_t size_of(const DataDeclaration& declaration) {
    const std::int64_t size = declaration.size ? constant(*declaration.size) : 1;
    const Span span = declaration.size ? declaration.size->span : declaration.name.span;
    if (size <= 0)
      throw source_.error(span, "an array cannot have " + std::to_string(size) + " elements",
                          "the smallest size is 1");
    if (size > most_cells - cells_)
      throw source_.error(span, "this model is too large",
                          "all variables, locks, condition variables and handlers together may "
                          "have 1,000,000 cells");
    cells_ += size;
    return static_cast<std::uint32_t>(size);
  }

  // Returns the number of the next object of this kind.
  [[nodiscard]] std::uint32_t numbered(DataKind kind) const {
    switch (kind) {
      case DataKind::lock:
        return static_cast<std::uint32_t>(image_.locks.size());
      case DataKind::condition:
        return static_cast<std::uint32_t>(image_.condition_variables.size());
      case DataKind::barrier:
        return static_cast<std::uint32_t>(image_.barriers.size());
      case DataKind::handler:
        return static_cast<std::uint32_t>(image_.handlers.size());
      default:
        return static_cast<std::uint32_t>(image_.cells.size());
    }
  }

  [[nodiscard]] static std::string element_name(const DataDeclaration& declaration,
                                                std::uint32_t index) {
    std::string name(declaration.name.text);
    return declaration.size ? name + "[" + std::to_string(index) + "]" : name;
  }

  void add_element(const DataDeclaration& declaration, std::string name, std::int64_t initial) {
    switch (declaration.kind) {
      case DataKind::lock:
        image_.locks.push_back(add_object(NameKind::lock, std::move(name)));
        break;
      case DataKind::condition:
        image_.condition_variables.push_back(
            add_object(NameKind::condition_variable, std::move(name)));
        break;
      case DataKind::barrier:
        image_.barriers.push_back(
            {add_object(NameKind::barrier, std::move(name)), static_cast<std::uint32_t>(initial)});
        break;
      case DataKind::handler:
        image_.handlers.push_back(registry_.add_handler(
            name, stable_name(NameKind::handler, name), declaration.discipline,
            registry_.add_location(source_.location(declaration.name.span))));
        break;
      default:
        image_.cells.push_back({add_object(NameKind::variable, std::move(name)), initial});
    }
  }

  // Names are unique within a model, with the index of an element, so they are stable names.
  [[nodiscard]] ObjectId add_object(NameKind kind, std::string name) {
    const StableName stable = stable_name(kind, name);
    return registry_.add_object(std::move(name), stable);
  }

  const Source& source_;
  std::span<const Define> defines_;
  Symbols& symbols_;
  Image& image_;
  Registry& registry_;
  std::int64_t cells_ = 0;
};

}  // namespace

void declare(const Module& module, const Source& source, std::span<const Define> defines,
             Symbols& symbols, Image& image, Registry& registry) {
  Declarer declarer(source, defines, symbols, image, registry);
  for (const DataDeclaration& declaration : module.data) declarer.data(declaration);
  for (const TaskDeclaration& declaration : module.tasks) declarer.task(declaration);
  for (const ProcedureDeclaration& declaration : module.procedures) declarer.procedure(declaration);
  declarer.check_defines();
}

}  // namespace mazurka::model
