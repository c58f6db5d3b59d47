// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/step_shares.h"

#include "core/answers/present/plain_words.h"
#include "core/base/style/part_inks.h"
#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr size_t most_columns = 7; ///< that have room for their numbers of GPUs

double octaves(const ScalePoint& point, double drawn) { return std::log2(point.gpus / drawn); }

std::vector<const ScalePoint*> points_of(const ScaleResult& scale) {
    std::vector<const ScalePoint*> out;
    for (const ScalePoint& point : scale.points) {
        const double away = octaves(point, scale.drawn_gpus);
        if (point.feasible && point.wall_step > Seconds(0) && std::abs(away - std::round(away)) < 1e-9)
            out.push_back(&point);
    }
    while (out.size() > most_columns)
        out.erase(std::abs(octaves(*out.front(), scale.drawn_gpus)) >
                          std::abs(octaves(*out.back(), scale.drawn_gpus))
                      ? out.begin()
                      : out.end() - 1);
    return out;
}

} // namespace

std::optional<SlideChart> step_shares_chart(const Evaluation& drawn, const ScaleResult& scale) {
    const std::vector<const ScalePoint*> points = points_of(scale);
    if (points.size() < 2) return std::nullopt;
    SlideChart out{.x_title = "GPUs",
                   .heading = "Share of the step over GPUs",
                   .remarks = {"step time above each number of GPUs"}};
    for (const ScalePoint* point : points)
        out.columns.push_back({format_count(point->gpus),
                               format_quantity(point->wall_step.si(), Dimension::time, 3),
                               std::abs(octaves(*point, scale.drawn_gpus)) < 1e-9});
    for (size_t i = 0; i < step_part_count; ++i) {
        const auto part = static_cast<StepPart>(i);
        SlideChart::ColumnPart shares{
            std::string(plain_words(part)), ink_text(ink_of(part)), {}, drawn.parts[i] > 0};
        for (const ScalePoint* point : points)
            shares.shares.push_back(std::max(point->parts[i] / point->wall_step.si(), 0.0));
        if (std::ranges::any_of(shares.shares, [](double share) { return share > 0; }))
            out.column_parts.push_back(std::move(shares));
    }
    return out;
}

} // namespace roofrack
