// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/figures/one_unit.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace roofrack {

namespace {

constexpr double least_of_unit = 0.1, most_of_unit = 1e4;

/// What stands around a number, "$" and "M", and what one of it is in SI.
struct WrittenUnit {
    std::string before, behind;
    double factor = 1;
};

std::optional<WrittenUnit> written_unit(std::string_view text, Dimension dimension) {
    const bool is_negative = text.starts_with('-');
    if (is_negative) text.remove_prefix(1);
    const size_t first = text.find_first_of("0123456789");
    if (first == std::string_view::npos) return std::nullopt;
    const size_t end = std::min(text.find_first_not_of("0123456789.", first), text.size());
    WrittenUnit out{std::string(text.substr(0, first)), std::string(text.substr(end)), 1};
    const auto one = parse_quantity(fmt::format("{}1{}", out.before, out.behind), dimension);
    if (!one || !(*one > 0)) return std::nullopt; // "over 1,000,000 yr"
    out.factor = *one;
    return out;
}

/// So many significant digits, none of those before the point left out, and no zeros at the end.
std::string digits_in_unit(double number, int digits) {
    if (number == 0) return "0";
    const int before = static_cast<int>(std::floor(std::log10(number) + 1e-12));
    std::string out = fmt::format("{:.{}f}", number, std::max(0, digits - 1 - before));
    if (out.find('.') == std::string::npos) return out;
    out.erase(out.find_last_not_of('0') + 1);
    if (out.back() == '.') out.pop_back();
    return out;
}

} // namespace

std::vector<std::string> in_one_unit(const std::vector<double>& values, std::vector<std::string> texts,
                                     Dimension dimension, int digits) {
    std::vector<std::optional<WrittenUnit>> units;
    std::vector<WrittenUnit> offered; // the largest first
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < texts.size(); ++i) {
        const double size = std::abs(values[i]);
        units.push_back(std::isfinite(size) ? written_unit(texts[i], dimension) : std::nullopt);
        if (!units[i] || size == 0) continue;
        least = std::min(least, size);
        most = std::max(most, size);
        const auto at =
            std::ranges::lower_bound(offered, units[i]->factor, std::greater(), &WrittenUnit::factor);
        if (at == offered.end() || at->factor != units[i]->factor) offered.insert(at, *units[i]);
    }
    if (offered.size() < 2) return texts;
    const auto large = std::ranges::find_if(
        offered, [&](const WrittenUnit& each) { return least >= least_of_unit * each.factor; });
    if (large == offered.end() || !(most < most_of_unit * large->factor)) return texts;
    for (size_t i = 0; i < texts.size(); ++i)
        if (units[i])
            texts[i] =
                fmt::format("{}{}{}{}", values[i] < 0 ? "-" : "", large->before,
                            digits_in_unit(std::abs(values[i]) / large->factor, digits), large->behind);
    return texts;
}

ScaledUnit one_unit_of(const std::vector<double>& values, std::vector<std::string> texts,
                       Dimension dimension) {
    texts = in_one_unit(values, std::move(texts), dimension);
    ScaledUnit out{std::string(unit_symbol(dimension)), 1};
    double most = -1;
    for (size_t i = 0; i < texts.size(); ++i) {
        const double size = std::abs(values[i]);
        if (!std::isfinite(size) || !(size > most)) continue;
        const auto unit = written_unit(texts[i], dimension);
        if (!unit) continue;
        most = size;
        const std::string text = unit->before + unit->behind;
        out = {text.substr(std::min(text.find_first_not_of(' '), text.size())), unit->factor};
    }
    return out;
}

} // namespace roofrack
