// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/score.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace roofrack {

namespace {

using Rows = std::vector<const ValidatedRow*>;

template<class Key>
std::vector<FigureGroup> grouped(std::span<const ValidatedRow> rows, Key&& key_of) {
    std::map<std::pair<std::string, std::string>, Rows> groups;
    for (const ValidatedRow& row : rows) groups[key_of(row)].push_back(&row);
    std::vector<FigureGroup> out;
    for (const auto& [key, members] : groups)
        out.push_back({key.first, key.second, 0, figures_of(std::span<const ValidatedRow* const>(members))});
    return out;
}

/// What the rows of one curve share beside the batch.
using CurveKey = std::tuple<std::string, std::string, std::string, std::string, std::string, double>;

CurveKey curve_key(const ValidatedRow& row) {
    return {row.series, row.model, row.software, row.gpu, row.precision, row.sequence};
}

/// The two rows that stand for the ends: the pair of the same layout where there is one, else the fastest
/// published of each.
std::pair<const ValidatedRow*, const ValidatedRow*> ends(const Rows& small, const Rows& large) {
    const auto fastest = [](const Rows& rows) {
        return *std::ranges::min_element(rows, {}, &ValidatedRow::published_step);
    };
    std::pair<const ValidatedRow*, const ValidatedRow*> best{};
    for (const ValidatedRow* a : small)
        for (const ValidatedRow* b : large)
            if (a->layout == b->layout && (!best.first || a->published_step < best.first->published_step))
                best = {a, b};
    return best.first ? best : std::pair{fastest(small), fastest(large)};
}

void add_curves(const Rows& rows, bool strong, std::vector<ScalingRatio>& out) {
    // Batches a GPU are given to some digits.
    const auto batch = [&](const ValidatedRow& row) {
        return strong ? row.global_batch : std::round(1e4 * row.global_batch / row.gpus) / 1e4;
    };
    std::map<double, std::map<double, Rows>> curves;
    for (const ValidatedRow* row : rows) curves[batch(*row)][row->gpus].push_back(row);
    for (const auto& [size, curve] : curves) {
        if (curve.size() < 2) continue;
        const auto [a, b] = ends(curve.begin()->second, curve.rbegin()->second);
        ScalingRatio ratio{a->series,   a->model, a->software,          a->precision,         strong,
                           a->sequence, size,     curve.begin()->first, curve.rbegin()->first};
        ratio.published = b->published_step / a->published_step;
        ratio.predicted = b->predicted_step / a->predicted_step;
        ratio.error_pct = 100 * (ratio.predicted / ratio.published - 1);
        out.push_back(std::move(ratio));
    }
}

} // namespace

std::vector<FigureGroup> by_use(std::span<const ValidatedRow> rows, std::span<const SkippedRow> skipped) {
    auto out = grouped(rows, [](const ValidatedRow& row) { return std::pair{row.use, std::string()}; });
    for (const SkippedRow& row : skipped) {
        auto it = std::ranges::find(out, row.use, &FigureGroup::key);
        if (it == out.end()) it = out.insert(out.end(), {row.use, {}, 0, {}});
        ++it->skipped;
    }
    return out;
}

std::vector<FigureGroup> by_stack(std::span<const ValidatedRow> rows) {
    return grouped(rows, [](const ValidatedRow& row) { return std::pair{row.gpu, row.family}; });
}

std::vector<FigureGroup> by_series(std::span<const ValidatedRow> rows) {
    return grouped(rows, [](const ValidatedRow& row) { return std::pair{row.series, std::string()}; });
}

std::vector<ScalingRatio> scaling_ratios(std::span<const ValidatedRow> rows) {
    std::map<CurveKey, Rows> groups;
    for (const ValidatedRow& row : rows) groups[curve_key(row)].push_back(&row);
    std::vector<ScalingRatio> out;
    for (const auto& [key, members] : groups)
        for (const bool strong : {true, false}) add_curves(members, strong, out);
    return out;
}

} // namespace roofrack
