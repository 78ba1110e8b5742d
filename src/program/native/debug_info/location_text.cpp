#include "program/native/debug_info/location_text.h"

#include <fmt/format.h>

#include "program/native/debug_info/caller_frames.h"
#include "program/native/debug_info/symbols.h"

namespace mazurka::native {
namespace {

std::string without_folder(const std::string& file) { return file.substr(file.rfind('/') + 1); }

}  // namespace

std::string location_text(Address place) {
  const SourceLocation source = source_of(place);
  if (source.file.empty()) return "?";
  return fmt::format("{}:{}", without_folder(source.file), source.line);
}

std::string own_location_text(const std::vector<Address>& calls) {
  const SourceLocation source = own_place_of(calls).place;
  if (source.file.empty()) return "";
  return fmt::format("{}:{}", without_folder(source.file), source.line);
}

std::vector<std::string> call_texts(const std::vector<Address>& places) {
  std::vector<std::string> result;
  std::string library;
  for (const SourceFrame& frame : frames_of(places)) {
    if (!frame.is_own) {
      library = frame.function;
      continue;
    }
    if (result.empty() && !library.empty()) result.push_back(library);
    result.push_back(fmt::format("{} ({}:{})", frame.function, without_folder(frame.place.file),
                                 frame.place.line));
  }
  return result;
}

}  // namespace mazurka::native
