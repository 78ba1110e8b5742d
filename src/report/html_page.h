// The parts of the HTML page: the files of src/report/html, embedded by the build.
#pragma once

#include <span>
#include <string_view>

namespace mazurka::html_page {

[[nodiscard]] std::string_view frame();  // page.html
[[nodiscard]] std::string_view style();  // page.css
// The *.js files, in the order of their names.
[[nodiscard]] std::span<const std::string_view> scripts();

}  // namespace mazurka::html_page
