// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/missing_price.h"

#include "core/facility/economics/capital.h"

#include <algorithm>

namespace roofrack {

namespace {

/// Last words of figures in money that rest on no price of a drawn thing.
constexpr std::string_view without_things[] = {"energy",
                                               "demand",
                                               "water",
                                               "space",
                                               "rent",
                                               "software",
                                               "sales",
                                               "energy_cost",
                                               "buy_usd",
                                               "sales_usd",
                                               "sales_usd_per_hour",
                                               "usd_each",
                                               "sale_usd",
                                               "usd_per_gpu_hour",
                                               "given_per_gpu_usd",
                                               "building_usd"};

/// The figure without the end of its band: "needed_usd" of "needed_usd.low".
std::string_view without_end(std::string_view figure) {
    for (const std::string_view end : {".low", ".likely", ".high"})
        if (figure.ends_with(end)) figure.remove_suffix(end.size());
    return figure;
}

/// What is paid before the first step, whatever its operation costs.
bool is_of_purchase(std::string_view figure) {
    if (figure == "money.capital.replacement_usd" || figure == "money.capital.per_gpu_usd") return false;
    return figure.starts_with("money.capital.") || figure == "money.increment.added_usd" ||
           figure == "money.increment.net_usd";
}

bool is_of_cloud(std::string_view figure) {
    return figure.starts_with("money.paths.") && figure.find("cloud") != std::string_view::npos;
}

} // namespace

bool rests_on_prices(std::string_view figure, const figures::Row& row) {
    if (!row.measure.stored.starts_with('$')) return false;
    const std::string_view name = without_end(figure);
    const std::string_view word = name.substr(name.rfind('.') + 1);
    return std::ranges::find(without_things, word) == std::end(without_things) && !is_of_cloud(name);
}

std::string missing_price(std::string_view figure, const figures::Row& row, const Evaluation* evaluation) {
    if (!evaluation || !evaluation->capital || !rests_on_prices(figure, row)) return {};
    const std::string_view name = without_end(figure);
    if (is_of_purchase(name)) return missing_capital_price(evaluation);
    // A rent stands for all that is drawn.
    const bool is_of_site = !name.starts_with("money.paths.") && name.find("replacement") == name.npos;
    if (is_of_site && evaluation->cost.rent > 0) return {};
    return evaluation->capital->no_price_text(true);
}

std::string missing_capital_price(const Evaluation* evaluation) {
    return evaluation && evaluation->capital ? evaluation->capital->no_price_text(false) : std::string();
}

std::string at_least_text(std::string text, const std::string& missing) {
    return missing.empty() || text.empty() ? text : "at least " + text;
}

std::string never_best_text(const std::string& missing) {
    return missing.empty() ? std::string() : missing + ", so it is never the best";
}

} // namespace roofrack
