// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/published/run_groups.h"

#include "core/base/units/ascii_text.h"
#include "core/base/units/quantity_text.h"
#include "core/step/cost/bands/release_months.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <sstream>

namespace roofrack {

namespace {

constexpr std::string_view class_names[] = {"generation", "family", "release", "scale", "precision"};
constexpr double scales[] = {8, 64, 1024}; ///< GPUs: a server, a unit, a large cluster

std::string release_text(int month) {
    if (month <= 0) return "not dated";
    return fmt::format("{}, {} half", month / 12, month % 12 < 6 ? "first" : "second");
}

size_t scale_of(double gpus) {
    return static_cast<size_t>(std::ranges::lower_bound(scales, gpus) - std::begin(scales));
}

std::string scale_text(size_t scale) {
    if (scale == 0) return fmt::format("up to {} GPUs", format_count(scales[0]));
    if (scale == std::size(scales)) return fmt::format("more than {} GPUs", format_count(scales[scale - 1]));
    return fmt::format("{} to {} GPUs", format_count(scales[scale - 1] + 1), format_count(scales[scale]));
}

/// Where a class stands among the others.
std::string order_of(const ValidatedRow& row, RunClass by) {
    if (by == RunClass::scale) return fmt::format("{}", scale_of(row.gpus));
    return class_of(row, by);
}

} // namespace

std::string_view name_of(RunClass by) { return class_names[static_cast<size_t>(by)]; }

std::optional<RunClass> run_class(std::string_view name) {
    for (const RunClass by : run_classes)
        if (name_of(by) == name) return by;
    return std::nullopt;
}

std::string class_of(const ValidatedRow& row, RunClass by) {
    switch (by) {
    case RunClass::generation: return row.generation.empty() ? "not known" : row.generation;
    case RunClass::family: return row.family;
    case RunClass::release: return release_text(release_month(row.software));
    case RunClass::scale: return scale_text(scale_of(row.gpus));
    case RunClass::precision: break;
    }
    return row.precision;
}

std::vector<FigureGroup> grouped_by(std::span<const ValidatedRow> rows, RunClass by) {
    std::map<std::string, std::vector<const ValidatedRow*>> groups;
    for (const ValidatedRow& row : rows) groups[order_of(row, by)].push_back(&row);
    std::vector<FigureGroup> out;
    for (const auto& [order, members] : groups)
        out.push_back({class_of(*members.front(), by),
                       {},
                       0,
                       figures_of(std::span<const ValidatedRow* const>(members))});
    return out;
}

bool passes(const ValidatedRow& row, const RunFilter& filter) {
    for (const RunClass by : run_classes)
        if (const std::string& wanted = filter.classes[static_cast<size_t>(by)];
            !wanted.empty() && class_of(row, by) != wanted)
            return false;
    if (filter.words.empty()) return true;
    const std::string all = lower(row.id + '\n' + row.model + '\n' + row.gpu + '\n' + row.software + '\n' +
                                  row.family + '\n' + row.source);
    std::istringstream words(lower(filter.words));
    for (std::string word; words >> word;)
        if (all.find(word) == std::string::npos) return false;
    return true;
}

} // namespace roofrack
