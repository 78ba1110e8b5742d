#include "report/html_report.h"

#include <string_view>

#include "report/html_data.h"
#include "report/html_page.h"

namespace mazurka {

namespace {

// Escapes characters that JSON can only contain in strings: a name with "</script>" must not end
// the data.
std::string fit_for_script(const Json& json) {
  std::string result;
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<')
      result += "\\u003c";
    else if (c == '>')
      result += "\\u003e";
    else if (c == '&')
      result += "\\u0026";
    else
      result += c;
  }
  return result;
}

std::string fit_for_html(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '&')
      result += "&amp;";
    else
      result += c;
  }
  return result;
}

// Returns the text that replaces "{{name}}" in the page. It is not searched again.
std::string part_named(std::string_view name, const Report& report, const std::string& version) {
  if (name == "title") {
    // The conversion to JSON replaces bytes that are not UTF-8.
    const std::string title = std::string(name_of(verdict_of(report))) + ": " + report.program;
    const std::string quoted = Json(title).dump(-1, ' ', false, Json::error_handler_t::replace);
    return fit_for_html(Json::parse(quoted).get<std::string>());
  }
  if (name == "style") return std::string(html_page::style());
  if (name == "data") return fit_for_script(html_data(report, version));
  std::string script = "\"use strict\";\n";
  for (const std::string_view part : html_page::scripts()) script += part;
  return script;
}

}  // namespace

std::string html_report(const Report& report, const std::string& version) {
  std::string_view rest = html_page::frame();
  std::string page;
  for (std::size_t begin = 0; (begin = rest.find("{{")) != std::string_view::npos;) {
    const std::size_t end = rest.find("}}", begin);
    page += rest.substr(0, begin);
    page += part_named(rest.substr(begin + 2, end - begin - 2), report, version);
    rest.remove_prefix(end + 2);
  }
  return page += rest;
}

}  // namespace mazurka
