// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/figure_title.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace roofrack {

namespace {

using TitleCounts = std::map<std::string, int, std::less<>>;

bool is_item(const IndexedFigure& figure) { return figure.figure.name.find('*') != std::string::npos; }

std::string label_of_figure(const IndexedFigure& figure) { return std::string(figure.figure.row->label); }

std::string in_study(const IndexedFigure& figure) {
    return fmt::format("{} ({})", figure.figure.row->label, figure.study->label);
}

/// "capital (Money, run, usd per hour)": with what stands between its study and its own key.
std::string in_place(const IndexedFigure& figure) {
    const std::string& name = figure.figure.name;
    const size_t from = name.find('.'), to = name.rfind('.');
    if (from == std::string::npos || to <= from) return in_study(figure);
    std::string place;
    for (const char c : name.substr(from + 1, to - from - 1)) {
        if (c == '.')
            place += ", ";
        else
            place += c == '_' ? ' ' : c;
    }
    return fmt::format("{} ({}, {})", figure.figure.row->label, figure.study->label, place);
}

TitleCounts counts_of(std::string (*title)(const IndexedFigure&)) {
    TitleCounts out;
    for (const IndexedFigure& each : figure_index())
        if (!is_item(each)) ++out[title(each)];
    return out;
}

bool is_only_one(const TitleCounts& counts, const std::string& title) {
    const auto known = counts.find(title);
    return known == counts.end() || known->second == 1;
}

} // namespace

std::string figure_title(const IndexedFigure& figure) {
    static const TitleCounts studies = counts_of(&in_study), places = counts_of(&in_place);
    if (std::string title = in_study(figure); is_only_one(studies, title)) return title;
    if (std::string title = in_place(figure); is_only_one(places, title)) return title;
    return fmt::format("{} ({})", figure.figure.row->label, figure.figure.name);
}

std::string distinct_label(std::string_view name) {
    static const TitleCounts labels = counts_of(&label_of_figure);
    const auto& all = figure_index();
    const auto found =
        std::ranges::find_if(all, [&](const IndexedFigure& each) { return each.figure.name == name; });
    if (found == all.end()) return std::string(name);
    const std::string label = label_of_figure(*found);
    return is_only_one(labels, label) ? label : figure_title(*found);
}

} // namespace roofrack
