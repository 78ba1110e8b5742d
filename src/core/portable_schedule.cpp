#include "core/portable_schedule.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace mazurka {
namespace {

enum class ChoiceForm : std::uint8_t { no_value, value, wakes_task, wakes_nobody };

void append_number(std::string& bytes, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  bytes += static_cast<char>(value);
}

void append_name(std::string& bytes, const StableName& name) {
  bytes.append(reinterpret_cast<const char*>(&name.high), sizeof name.high);
  bytes.append(reinterpret_cast<const char*>(&name.low), sizeof name.low);
}

// The functions below remove what they return from the beginning of `bytes`, and return nothing if
// it is damaged.

std::optional<std::uint64_t> take_number(std::string_view& bytes) {
  std::uint64_t result = 0;
  for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    result |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if ((byte & 0x80) == 0) return result;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> take_small_number(std::string_view& bytes) {
  const auto value = take_number(bytes);
  if (!value || *value > 0xffffffffu) return std::nullopt;
  return static_cast<std::uint32_t>(*value);
}

std::optional<StableName> take_name(std::string_view& bytes) {
  StableName result;
  if (bytes.size() < sizeof result.high + sizeof result.low) return std::nullopt;
  std::memcpy(&result.high, bytes.data(), sizeof result.high);
  bytes.remove_prefix(sizeof result.high);
  std::memcpy(&result.low, bytes.data(), sizeof result.low);
  bytes.remove_prefix(sizeof result.low);
  return result;
}

// Returns the number of things in a list. A thing takes at least one byte.
std::optional<std::uint64_t> take_count(std::string_view& bytes) {
  const auto count = take_number(bytes);
  return !count || *count > bytes.size() ? std::nullopt : count;
}

}  // namespace

// --- Writing -------------------------------------------------------------------------------------

void ScheduleWriter::begin_anew() {
  for (const TaskId task : tasks_) numbers_[task.value] = 0;
  tasks_.clear();
  handler_numbers_.clear();
  handlers_ = 0;
}

void ScheduleWriter::write(std::span<const Choice> schedule, std::string& bytes) {
  const std::size_t known = tasks_.size();
  for (const Choice& choice : schedule) {
    define(choice.task);
    if (wakes_task(choice.value)) define(woken_task(choice.value));
  }
  append_number(bytes, tasks_.size() - known);
  for (std::size_t i = known; i < tasks_.size(); ++i) write_definition(tasks_[i], bytes);
  append_number(bytes, schedule.size());
  for (const Choice& choice : schedule) write_choice(choice, bytes);
}

// Gives the task a number, after its creators.
void ScheduleWriter::define(TaskId task) {
  if (numbers_.size() < registry_->task_count()) numbers_.resize(registry_->task_count());
  if (numbers_[task.value] != 0) return;
  const std::size_t first = tasks_.size();
  for (TaskId each = task; each.exists() && numbers_[each.value] == 0;
       each = registry_->name_of(each).creator)
    tasks_.push_back(each);
  std::reverse(tasks_.begin() + static_cast<std::ptrdiff_t>(first), tasks_.end());
  for (std::size_t i = first; i < tasks_.size(); ++i)
    numbers_[tasks_[i].value] = static_cast<std::uint32_t>(i + 1);
}

void ScheduleWriter::write_definition(TaskId task, std::string& bytes) {
  const TaskName& name = registry_->name_of(task);
  append_number(bytes, name.creator.exists() ? numbers_[name.creator.value] : 0);
  append_number(bytes, name.ordinal);
  append_number(bytes, name.code);
  if (!name.handler.exists()) return append_number(bytes, 0);
  if (handler_numbers_.size() < registry_->handler_count())
    handler_numbers_.resize(registry_->handler_count());
  std::uint32_t& number = handler_numbers_[name.handler.value];
  const bool is_new = number == 0;
  if (is_new) number = ++handlers_;
  append_number(bytes, number);
  if (is_new) append_name(bytes, registry_->handler(name.handler).stable);
}

void ScheduleWriter::write_choice(Choice choice, std::string& bytes) const {
  const auto write = [&](ChoiceForm form) {
    append_number(
        bytes, 4 * std::uint64_t{numbers_[choice.task.value]} + static_cast<std::uint64_t>(form));
  };
  if (choice.value == wakes_nobody) {
    write(ChoiceForm::wakes_nobody);
  } else if (wakes_task(choice.value)) {
    write(ChoiceForm::wakes_task);
    append_number(bytes, numbers_[woken_task(choice.value).value]);
  } else if (choice.value != 0) {
    write(ChoiceForm::value);
    append_number(bytes, choice.value);
  } else {
    write(ChoiceForm::no_value);
  }
}

// --- Reading -------------------------------------------------------------------------------------

void ScheduleReader::begin_anew() {
  tasks_.clear();
  handlers_.clear();
}

bool ScheduleReader::read(std::string_view& bytes, std::vector<Choice>& schedule) {
  const auto definitions = take_count(bytes);
  if (!definitions) return false;
  for (std::uint64_t i = 0; i < *definitions; ++i)
    if (!read_definition(bytes)) return false;
  const auto choices = take_count(bytes);
  if (!choices) return false;
  schedule.resize(*choices);
  return std::ranges::all_of(schedule, [&](Choice& choice) { return read_choice(bytes, choice); });
}

bool ScheduleReader::read_definition(std::string_view& bytes) {
  const auto creator = take_number(bytes);
  const auto ordinal = take_small_number(bytes);
  const auto code = take_small_number(bytes);
  TaskName name;
  if (!creator || !ordinal || !code || !read_handler(bytes, name.handler)) return false;
  if (*creator != 0 && !find_task(*creator, name.creator)) return false;
  name.ordinal = *ordinal;
  name.code = *code;
  tasks_.push_back(registry_->task(name));
  return true;
}

bool ScheduleReader::read_handler(std::string_view& bytes, HandlerId& handler) {
  const auto number = take_number(bytes);
  if (!number || *number > handlers_.size() + 1) return false;
  if (*number == 0) return true;
  if (*number == handlers_.size() + 1) {
    const auto name = take_name(bytes);
    if (!name || !registry_->handler_named(*name).exists()) return false;
    handlers_.push_back(registry_->handler_named(*name));
  }
  handler = handlers_[*number - 1];
  return true;
}

bool ScheduleReader::read_choice(std::string_view& bytes, Choice& choice) const {
  const auto first = take_number(bytes);
  if (!first || !find_task(*first / 4, choice.task)) return false;
  switch (static_cast<ChoiceForm>(*first % 4)) {
    case ChoiceForm::no_value:
      choice.value = 0;
      return true;
    case ChoiceForm::value: {
      const auto value = take_small_number(bytes);
      if (!value || *value == wakes_nobody || wakes_task(*value)) return false;
      choice.value = *value;
      return true;
    }
    case ChoiceForm::wakes_task: {
      const auto number = take_number(bytes);
      TaskId woken;
      if (!number || !find_task(*number, woken)) return false;
      choice.value = value_waking(woken);
      return true;
    }
    case ChoiceForm::wakes_nobody:
      choice.value = wakes_nobody;
      return true;
  }
  return false;
}

bool ScheduleReader::find_task(std::uint64_t number, TaskId& task) const {
  if (number == 0 || number > tasks_.size()) return false;
  task = tasks_[number - 1];
  return true;
}

}  // namespace mazurka
