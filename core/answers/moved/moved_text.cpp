// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/moved/moved_text.h"

#include "core/base/units/plain_number.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

std::string moved_value(const MovedFigure& moved, double value) {
    return moved.row ? figures::figure_text(value, moved.row->measure) : plain_number(value);
}

} // namespace

std::string moved_sentence(const MovedFigures& moved) {
    const std::string since = moved.program.empty() ? "they were kept" : "version " + moved.program;
    if (moved.moved == 0)
        return fmt::format("None of {} kept figures has moved since {}", moved.figures.size(), since);
    return fmt::format("{} of {} kept figures {} moved since {}", moved.moved, moved.figures.size(),
                       moved.moved == 1 ? "has" : "have", since);
}

std::string moved_share(double change, double was) {
    const char* const sign = change < 0 ? "−" : "+";
    return was != 0 ? fmt::format("{}{:.3g} %", sign, 100 * std::abs(change / was))
                    : sign + plain_number(std::abs(change));
}

std::vector<std::vector<std::string>> moved_rows(const MovedFigures& moved) {
    std::vector<std::vector<std::string>> out;
    for (const MovedFigure& each : moved.figures) {
        if (!each.has_moved) continue;
        const std::string label = each.row ? std::string(each.row->label) : each.figure;
        if (!each.now) {
            out.push_back({each.scenario, label, moved_value(each, each.was), "none", each.absent, "", ""});
            continue;
        }
        out.push_back({each.scenario, label, moved_value(each, each.was), moved_value(each, *each.now),
                       moved_share(*each.now - each.was, each.was),
                       each.by_constants ? moved_share(*each.by_constants, each.was) : "",
                       each.by_rest ? moved_share(*each.by_rest, each.was) : ""});
    }
    return out;
}

std::vector<std::string> moved_causes(const MovedFigures& moved, const MovedFigure& figure, size_t most) {
    std::vector<std::string> out;
    for (size_t i = 0; i < std::min(figure.effects.size(), most); ++i)
        out.push_back(fmt::format("{} by {}", moved_share(figure.effects[i].change, figure.was),
                                  moved.constants[figure.effects[i].constant].id));
    return out;
}

} // namespace roofrack
