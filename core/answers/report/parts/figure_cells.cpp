// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/parts/figure_cells.h"

#include <algorithm>

namespace roofrack {

std::string_view name_of_better(figures::Better better) {
    switch (better) {
    case figures::Better::less: return "less";
    case figures::Better::more: return "more";
    case figures::Better::neither: break;
    }
    return "neither";
}

std::string markdown_cell(std::string text) {
    for (size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
    std::ranges::replace(text, '\n', ' ');
    return text;
}

} // namespace roofrack
