// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/figures/measure.h"

#include "core/base/figures/figure_texts.h"
#include "core/base/units/energy_text.h"
#include "core/base/units/plain_number.h"
#include "core/base/units/quantity_text.h"

#include <cmath>
#include <fmt/format.h>

namespace roofrack::figures {

namespace {

/// A rate of more digits than anybody knows of it: "3.07M /s", where plain_number() would write all seven.
bool is_long_rate(double shown, const Measure& measure) {
    constexpr double most_in_full = 1e4;
    return measure.shown == per_second.shown && std::abs(shown) >= most_in_full;
}

bool is_rounded_away(double shown) { return shown != 0 && std::abs(shown) < 0.5; }

std::string digits_of(double shown, const Measure& measure) {
    switch (measure.style) {
    case Style::count:
        // "0 t" would say that there is none.
        return !measure.shown.empty() && is_rounded_away(shown) ? plain_number(shown, 3)
                                                                : format_count(shown);
    case Style::plain:
        return is_long_rate(shown, measure) ? format_quantity(shown, Dimension::number, measure.digits)
                                            : plain_number(shown, measure.digits);
    case Style::significant: return fmt::format("{:.{}g}", shown, measure.digits);
    case Style::fixed: return fmt::format("{:.{}f}", shown, measure.digits);
    case Style::money: return format_quantity(shown, Dimension::money, measure.digits);
    case Style::time: return format_quantity(shown, Dimension::time, measure.digits);
    case Style::power: return format_quantity(shown, Dimension::power, measure.digits);
    case Style::meter: return meter_energy_text(Joules(shown), measure.digits);
    case Style::bytes: return format_quantity(shown, Dimension::bytes, measure.digits);
    case Style::byte_rate: return format_quantity(shown, Dimension::byte_rate, measure.digits);
    case Style::flops: return format_quantity(shown, Dimension::flops, measure.digits);
    case Style::flop_rate: return format_quantity(shown, Dimension::flop_rate, measure.digits);
    case Style::volume_rate: break;
    }
    return format_quantity(shown, Dimension::volume_rate, measure.digits);
}

/// Whether the text has the word between others: "days" of "days to the budget", no "t" of "weight".
bool has_word(std::string_view text, std::string_view word) {
    const auto ends = [&](size_t at) { return at >= text.size() || text[at] == ' ' || text[at] == ','; };
    for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
        if ((at == 0 || ends(at - 1)) && ends(at + word.size())) return true;
    return false;
}

} // namespace

std::string cell_text(double value, const Measure& measure) {
    if (std::isnan(value)) return "not known";
    if (std::isinf(value)) return value < 0 ? "-infinite" : "infinite";
    const std::string text = digits_of(value * measure.factor, measure);
    return measure.shown == "%" ? text + " %" : text;
}

std::string figure_text(double value, const Measure& measure) {
    const std::string text = cell_text(value, measure);
    if (!std::isfinite(value) || measure.carries_unit()) return text;
    std::string_view unit = measure.shown;
    const bool is_counted =
        measure.shown == days.shown || measure.shown == weeks.shown || measure.shown == years.shown;
    if (is_counted && text == "1") unit.remove_suffix(1); // "1 week"
    return fmt::format("{} {}", text, unit);
}

std::string band_text(double low, double likely, double high, const Measure& measure) {
    const std::string from = cell_text(low, measure), to = cell_text(high, measure);
    if (from == to) return cell_text(likely, measure); // or they read alike
    const std::vector<std::string> texts = cell_texts({likely, low, high}, measure);
    return fmt::format("{} ({} to {})", texts[0], texts[1], texts[2]);
}

std::string heading(std::string_view label, const Measure& measure) {
    if (measure.carries_unit() || has_word(label, measure.shown)) return std::string(label);
    return fmt::format("{}, {}", label, measure.shown);
}

} // namespace roofrack::figures
