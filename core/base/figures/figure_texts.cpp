// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/figures/figure_texts.h"

#include "core/base/figures/one_unit.h"

#include <optional>

namespace roofrack::figures {

namespace {

/// What numbers of a style are, where their texts have prefixes or units of their own.
std::optional<Dimension> scaled_dimension(Style style) {
    switch (style) {
    case Style::money: return Dimension::money;
    case Style::time: return Dimension::time;
    case Style::power: return Dimension::power;
    case Style::meter: return Dimension::energy;
    case Style::bytes: return Dimension::bytes;
    case Style::byte_rate: return Dimension::byte_rate;
    case Style::flops: return Dimension::flops;
    case Style::flop_rate: return Dimension::flop_rate;
    case Style::volume_rate: return Dimension::volume_rate;
    case Style::count:
    case Style::plain:
    case Style::significant:
    case Style::fixed: break;
    }
    return std::nullopt;
}

std::vector<std::string> texts_of(const std::vector<double>& values, const Measure& measure,
                                  std::string (*text)(double, const Measure&)) {
    std::vector<std::string> out;
    std::vector<double> shown;
    for (const double value : values) {
        out.push_back(text(value, measure));
        shown.push_back(value * measure.factor);
    }
    const auto dimension = scaled_dimension(measure.style);
    return dimension && measure.shown.empty() ? in_one_unit(shown, std::move(out), *dimension, measure.digits)
                                              : out;
}

} // namespace

std::vector<std::string> cell_texts(const std::vector<double>& values, const Measure& measure) {
    return texts_of(values, measure, cell_text);
}

std::vector<std::string> figure_texts(const std::vector<double>& values, const Measure& measure) {
    return texts_of(values, measure, figure_text);
}

SheetUnit sheet_unit(const std::vector<double>& values, const Measure& measure) {
    if (!measure.shown.empty()) return {std::string(measure.shown), measure.factor};
    const auto dimension = scaled_dimension(measure.style);
    if (!dimension || *dimension == Dimension::money) return {std::string(measure.stored), 1};
    std::vector<double> shown;
    std::vector<std::string> texts;
    for (const double value : values) {
        shown.push_back(value * measure.factor);
        texts.push_back(cell_text(value, measure));
    }
    const ScaledUnit unit = one_unit_of(shown, std::move(texts), *dimension);
    return {unit.text, measure.factor / unit.size};
}

} // namespace roofrack::figures
