// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/scaling_title.h"

#include "core/answers/present/plain_words.h"
#include "core/base/units/quantity_text.h"
#include "core/study/curve/curve_line.h"
#include "core/study/sizes.h"

#include <fmt/format.h>

namespace roofrack {

namespace {

/// The next border from the drawn count on beyond which it scales worse than as drawn; null: none.
const ScaleBorder* next_border(const ScaleResult& scale, std::optional<Regime> drawn) {
    for (const ScaleBorder& border : scale.borders)
        if (border.worsens() && border.gpus > scale.drawn_gpus * (1 - 1e-9) && (!drawn || border.to > *drawn))
            return &border;
    return nullptr;
}

/// The size of the least progress from a border on where the curve falls, no further than a doubling; null:
/// none is lower than at the border.
const ScalePoint* bottom_beyond(const ScaleResult& scale, double border, double at_border) {
    constexpr double doubling = 2 * (1 + 1e-9);
    const ScalePoint* out = nullptr;
    for (const ScalePoint& point : scale.points) {
        if (!point.feasible || point.divides_badly || !(point.progress > 0)) continue;
        if (point.gpus <= border || point.gpus > border * doubling || point.progress >= at_border) continue;
        if (!out || point.progress < out->progress) out = &point;
    }
    return out;
}

/// "More than 8 GPUs are slower: 24 % of the rate at 16", where the drawn count is the last before the fall.
std::string fall_text(const ScaleResult& scale, const ScalePoint& drawn) {
    std::string out = fmt::format("More than {} GPUs are slower", format_count(drawn.gpus));
    if (const ScalePoint* bottom = bottom_beyond(scale, drawn.gpus, drawn.progress))
        out += fmt::format(": {:.0f} % of the rate at {}", 100 * bottom->progress / drawn.progress,
                           format_count(bottom->gpus));
    return out;
}

} // namespace

std::string scaling_title(const ScaleResult& scale) {
    const ScalePoint* const drawn = scale.at(scale.drawn_gpus);
    const ScalePoint* const peak = scale.at(scale.peak_gpus);
    if (!drawn || !drawn->feasible || !drawn->regime) {
        std::string out;
        if (peak) out = fmt::format("Most is done by {} GPUs", format_count(peak->gpus));
        return out;
    }
    constexpr double as_much = 0.98;
    if (peak && peak->gpus < drawn->gpus && drawn->progress < as_much * peak->progress)
        return fmt::format("{} GPUs do more than the {} drawn, which reach {:.0f} % of their rate",
                           format_count(peak->gpus), format_count(drawn->gpus),
                           100 * drawn->progress / peak->progress);
    const std::string gpus = format_count(drawn->gpus);
    const std::string_view regime = name_of(*drawn->regime);
    const ScaleBorder* const border = next_border(scale, drawn->regime);
    if (!border) {
        std::string out = fmt::format("At {} GPUs scaling is {}", gpus, regime);
        for (const ScaleStep& step : scale.steps)
            if (step.gpus > drawn->gpus * (1 - 1e-9)) {
                out += fmt::format("; beyond {} their rate drops by {:.0f} %", format_count(step.gpus),
                                   100 * (1 - step.left));
                break;
            }
        return out;
    }
    const double at = shown_gpus(scale, border->gpus);
    const bool is_here = at <= drawn->gpus;
    const std::string effect = plain_effect(*border);
    if (border->to == Regime::degrading)
        return is_here ? fmt::format("{}, as {}", fall_text(scale, *drawn), effect)
                       : fmt::format("At {} GPUs scaling is {}; more than about {} are slower, as {}", gpus,
                                     regime, format_count(at), effect);
    return is_here ? fmt::format("Scaling is {} up to the {} GPUs drawn and {} beyond, as {}", regime, gpus,
                                 name_of(border->to), effect)
                   : fmt::format("At {} GPUs scaling is {}; from about {} it is {}, as {}", gpus, regime,
                                 format_count(at), name_of(border->to), effect);
}

} // namespace roofrack
