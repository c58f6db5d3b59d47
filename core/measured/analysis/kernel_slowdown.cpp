// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/kernel_slowdown.h"

#include "core/measured/analysis/kernel_classes.h"
#include "core/measured/lanes/trace_lanes.h"

#include <algorithm>
#include <map>

namespace roofrack {

namespace {

constexpr size_t fewest_steps = 3;
// Shorter kernels vary by what starting and ending them takes.
constexpr double shortest_ns = 20'000;

struct SliceSum {
    int64_t count = 0, total_ns = 0;
};
/// By name, and by slice.
using SliceSums = std::map<std::string, std::vector<SliceSum>>;

/// Starts of a rank's steps. Pieces of one step hold other work each, kernels of one name for other shapes
/// too.
std::vector<int64_t> slice_starts(const TraceRank& rank) {
    std::vector<int64_t> out;
    for (const LaneStep& step : rank.lanes->steps) out.push_back(step.start_ns);
    return out;
}

SliceSums slice_sums(const TraceRank& rank) {
    const TraceLanes& lanes = *rank.lanes;
    const std::vector<int64_t> starts = slice_starts(rank);
    std::vector<std::vector<SliceSum>*> by_name(lanes.names->size(), nullptr);
    SliceSums out;
    for (uint32_t row = 0; row < lanes.device.size(); ++row) {
        if (lanes.device.category[row] != LaneCategory::compute) continue;
        const auto after = std::ranges::upper_bound(starts, lanes.device.start_ns[row]);
        if (after == starts.begin()) continue;
        std::vector<SliceSum>*& sums = by_name[lanes.device.name[row]];
        if (!sums) {
            sums = &out[lanes.name_of(row)];
            sums->resize(starts.size());
        }
        SliceSum& sum = (*sums)[static_cast<size_t>(after - starts.begin() - 1)];
        ++sum.count;
        sum.total_ns += lanes.device.duration_ns[row];
    }
    return out;
}

/// The quicker quarter of the mean durations in all slices of all ranks, by name; without kernels that are
/// too short or that do not run in most slices, which do another work in each.
std::map<std::string, double> usual_durations(const std::vector<SliceSums>& ranks) {
    std::map<std::string, std::vector<double>> means;
    std::map<std::string, size_t> slices_of;
    for (const SliceSums& of_rank : ranks)
        for (const auto& [name, slices] : of_rank) {
            slices_of[name] += slices.size();
            for (const SliceSum& sum : slices)
                if (sum.count > 0)
                    means[name].push_back(static_cast<double>(sum.total_ns) / static_cast<double>(sum.count));
        }
    std::map<std::string, double> out;
    for (auto& [name, values] : means) {
        std::ranges::sort(values);
        const double usual = values[values.size() / 4];
        if (usual >= shortest_ns && values.size() * 2 > slices_of[name]) out[name] = usual;
    }
    return out;
}

} // namespace

std::vector<std::vector<double>> kernel_slowdowns(const std::vector<TraceRank>& ranks) {
    std::vector<SliceSums> sums(ranks.size());
    for (size_t place = 0; place < ranks.size(); ++place) {
        if (!ranks[place].lanes || !ranks[place].times) continue;
        if (ranks[place].lanes->steps.size() < fewest_steps) continue;
        sums[place] = slice_sums(ranks[place]);
    }
    const std::map<std::string, double> usual = usual_durations(sums);
    double all_ns = 0, matrices_ns = 0;
    for (const SliceSums& of_rank : sums)
        for (const auto& [name, slices] : of_rank)
            for (const SliceSum& sum : slices) {
                all_ns += static_cast<double>(sum.total_ns);
                if (is_matrix_kernel(name) && usual.contains(name))
                    matrices_ns += static_cast<double>(sum.total_ns);
            }
    const bool matrices_alone = matrices_ns * 3 >= all_ns;
    std::vector<std::vector<double>> out(ranks.size());
    for (size_t place = 0; place < ranks.size(); ++place) {
        std::vector<double> took, expected;
        for (const auto& [name, slices] : sums[place]) {
            const auto known = usual.find(name);
            if (known == usual.end() || (matrices_alone && !is_matrix_kernel(name))) continue;
            took.resize(slices.size());
            expected.resize(slices.size());
            for (size_t i = 0; i < slices.size(); ++i) {
                took[i] += static_cast<double>(slices[i].total_ns);
                expected[i] += known->second * static_cast<double>(slices[i].count);
            }
        }
        for (size_t i = 0; i < took.size(); ++i)
            out[place].push_back(expected[i] > 0 ? took[i] / expected[i] : 0);
    }
    return out;
}

} // namespace roofrack
