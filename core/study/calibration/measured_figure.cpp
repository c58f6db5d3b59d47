// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/calibration/measured_figure.h"

#include "core/base/units/ascii_text.h"
#include "core/base/units/quantity_text.h"

#include <array>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// A way to say what is counted, after its number.
struct FigureUnit {
    std::string_view words; ///< lower case, without spaces
    std::optional<double> MeasuredRun::*figure;
};
constexpr std::array figure_units{
    FigureUnit{"tokens/s/gpu", &MeasuredRun::tokens_per_s_per_gpu},
    FigureUnit{"tokens/gpu/s", &MeasuredRun::tokens_per_s_per_gpu},
    FigureUnit{"tokens/sec/gpu", &MeasuredRun::tokens_per_s_per_gpu},
    FigureUnit{"tok/s/gpu", &MeasuredRun::tokens_per_s_per_gpu},
    FigureUnit{"tokens/s", &MeasuredRun::tokens_per_s},
    FigureUnit{"tokens/sec", &MeasuredRun::tokens_per_s},
    FigureUnit{"tok/s", &MeasuredRun::tokens_per_s},
    FigureUnit{"samples/s", &MeasuredRun::samples_per_s},
    FigureUnit{"sequences/s", &MeasuredRun::samples_per_s},
    FigureUnit{"mfu", &MeasuredRun::mfu},
};

/// Lower case, without spaces and commas that part thousands.
std::string bare(std::string_view text) {
    std::string out;
    for (const char c : lower(text))
        if (c != ' ' && c != ',' && c != '\t') out += c;
    return out;
}

Diagnostic not_understood(std::string_view text) {
    constexpr size_t most_told = 60;
    return {"--measured",
            fmt::format("'{}{}' is neither a file nor a figure that is understood", text.substr(0, most_told),
                        text.size() > most_told ? "…" : ""),
            "give a file, or a figure such as \"1.25 s\" (a step), \"200 tokens/s/GPU\", \"1.6M tokens/s\", "
            "\"120 samples/s\" or \"38 % MFU\""};
}

} // namespace

Result<MeasuredRun> parse_measured_figure(std::string_view text) {
    MeasuredRun out;
    std::string words = bare(text);
    if (words.starts_with("mfu")) words = words.substr(3) + "mfu";
    for (const FigureUnit& unit : figure_units) {
        if (!words.ends_with(unit.words)) continue;
        // SI prefixes are capital letters but k.
        std::string number = words.substr(0, words.size() - unit.words.size());
        if (number.ends_with("m")) number.back() = 'M';
        if (number.ends_with("g")) number.back() = 'G';
        const auto value = parse_quantity(number, Dimension::number, "--measured");
        if (!value || !(*value > 0)) return tl::unexpected(not_understood(text));
        const bool is_share = unit.figure == &MeasuredRun::mfu;
        const bool has_percent = number.ends_with("%"); // read as its share
        const double read = is_share && !has_percent && *value > 1 ? *value / 100 : *value;
        if (is_share && read > 1)
            return fail("--measured", fmt::format("an MFU of {:.0f} % is none", 100 * read),
                        "give it as a share of the peak, 38 % or 0.38");
        out.*unit.figure = read;
        return out;
    }
    const auto step = parse_quantity(text, Dimension::time, "--measured");
    const bool has_unit = words.find_first_not_of("0123456789.e+-") != std::string::npos;
    if (!step || !(*step > 0) || !has_unit) return tl::unexpected(not_understood(text));
    out.steps.push_back(*step);
    return out;
}

} // namespace roofrack
