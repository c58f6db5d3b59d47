// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/kernel_classes.h"

#include "core/base/figures/builder.h"
#include "core/base/units/ascii_text.h"
#include "core/base/units/median.h"
#include "core/measured/analysis/analysis_measures.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace roofrack {

namespace {

struct KernelSum {
    int64_t count = 0, total_ns = 0;
};

/// Kernels that compute, by name.
std::map<std::string, KernelSum> compute_sums(const TraceLanes& lanes) {
    std::vector<KernelSum> sums(lanes.names->size());
    for (uint32_t row = 0; row < lanes.device.size(); ++row) {
        if (lanes.device.category[row] != LaneCategory::compute) continue;
        KernelSum& sum = sums[lanes.device.name[row]];
        ++sum.count;
        sum.total_ns += lanes.device.duration_ns[row];
    }
    std::map<std::string, KernelSum> out;
    for (size_t i = 0; i < sums.size(); ++i)
        if (sums[i].count > 0) out.emplace((*lanes.names)[i], sums[i]);
    return out;
}

/// One name, while it is summed up.
struct GrowingClass {
    KernelClass out;
    std::map<size_t, KernelSum> by_rank;
    std::unordered_map<uint64_t, int64_t> ns_by_shape; ///< by place of a rank and of a shape
};

void add_rank(const TraceLanes& lanes, size_t place, std::map<std::string, GrowingClass>& classes) {
    const std::vector<uint32_t> ops = launching_ops(lanes);
    std::vector<GrowingClass*> by_name(lanes.names->size(), nullptr);
    for (uint32_t row = 0; row < lanes.device.size(); ++row) {
        GrowingClass*& growing = by_name[lanes.device.name[row]];
        if (!growing) {
            growing = &classes[lanes.name_of(row)];
            growing->out.name = lanes.name_of(row);
            growing->out.category = lanes.device.category[row];
        }
        const int64_t duration = lanes.device.duration_ns[row];
        ++growing->out.count;
        growing->out.total_ns += duration;
        KernelSum& sum = growing->by_rank[place];
        ++sum.count;
        sum.total_ns += duration;
        if (ops[row] == LaneColumns::no_row) continue;
        const uint32_t shape = lanes.host->shape[ops[row]];
        if (shape != HostLanes::no_shape) growing->ns_by_shape[uint64_t{place} << 32 | shape] += duration;
    }
}

void name_slowest(GrowingClass& growing, const std::vector<TraceRank>& ranks) {
    // A kernel that communicates waits for the others within it: it is longest on the rank that came first.
    if (growing.out.category == LaneCategory::communication) return;
    std::vector<std::pair<int64_t, size_t>> means;
    for (const auto& [place, sum] : growing.by_rank) means.emplace_back(sum.total_ns / sum.count, place);
    if (means.size() < 2) return;
    std::vector<int64_t> values;
    for (const auto& [mean, place] : means) values.push_back(mean);
    const auto [most, place] = *std::ranges::max_element(means);
    const int64_t median = lower_median(std::move(values));
    if (median <= 0) return;
    growing.out.slowest_rank = ranks[place].rank;
    growing.out.slowest_factor = static_cast<double>(most) / static_cast<double>(median);
}

} // namespace

std::string bare_kernel_name(std::string_view name) {
    std::string out(name);
    for (const std::string_view unnamed : {"(anonymous namespace)::", "<unnamed>::"})
        for (size_t at = out.find(unnamed); at != std::string::npos; at = out.find(unnamed))
            out.erase(at, unnamed.size());
    out.resize(std::min(out.size(), out.find_first_of("<(")));
    if (const size_t scope = out.rfind("::"); scope != std::string::npos) out.erase(0, scope + 2);
    if (const size_t type = out.rfind(' '); type != std::string::npos) out.erase(0, type + 1);
    return out.empty() ? std::string(name) : out;
}

bool is_matrix_kernel(const std::string& name) {
    const std::string text = lower(name);
    static constexpr std::array<std::string_view, 8> parts{"gemm",  "cutlass", "xmma", "nvjet",
                                                           "cijk_", "matmul",  "s884", "s16816"};
    return std::ranges::any_of(parts,
                               [&](std::string_view part) { return text.find(part) != std::string::npos; });
}

std::vector<KernelClass> kernel_classes(const std::vector<TraceRank>& ranks) {
    std::map<std::string, GrowingClass> classes;
    for (size_t place = 0; place < ranks.size(); ++place)
        if (ranks[place].lanes) add_rank(*ranks[place].lanes, place, classes);
    double total = 0;
    for (const auto& [name, growing] : classes) total += static_cast<double>(growing.out.total_ns);
    std::vector<KernelClass> out;
    for (auto& [name, growing] : classes) {
        KernelClass& each = growing.out;
        each.mean_ns = each.total_ns / each.count;
        each.share = total > 0 ? static_cast<double>(each.total_ns) / total : 0;
        const auto most = std::ranges::max_element(growing.ns_by_shape, {}, [](const auto& entry) {
            return std::pair(entry.second, ~entry.first); // the first where several are equal
        });
        if (most != growing.ns_by_shape.end())
            each.shapes = ranks[most->first >> 32].lanes->host->shapes[most->first & UINT32_MAX].dims;
        name_slowest(growing, ranks);
        out.push_back(std::move(each));
    }
    std::ranges::stable_sort(out, std::greater(), &KernelClass::total_ns);
    return out;
}

std::vector<RankSpeed> rank_speeds(const std::vector<TraceRank>& ranks, const std::vector<size_t>& job) {
    std::vector<std::map<std::string, KernelSum>> sums;
    for (const size_t place : job) {
        if (!ranks[place].lanes) return {};
        sums.push_back(compute_sums(*ranks[place].lanes));
    }
    if (sums.size() < 2) return {};
    struct Sum {
        int64_t own = 0, median = 0, own_matrices = 0, median_matrices = 0;
    };
    std::vector<Sum> all(sums.size());
    for (const auto& [name, first] : sums.front()) {
        std::vector<int64_t> totals;
        for (const auto& of_rank : sums) {
            const auto found = of_rank.find(name);
            if (found != of_rank.end() && found->second.count == first.count)
                totals.push_back(found->second.total_ns);
        }
        if (totals.size() < sums.size()) continue; // not all do the same
        const int64_t median = lower_median(totals);
        const bool multiplies = is_matrix_kernel(name);
        for (size_t i = 0; i < all.size(); ++i) {
            all[i].own += totals[i];
            all[i].median += median;
            all[i].own_matrices += multiplies ? totals[i] : 0;
            all[i].median_matrices += multiplies ? median : 0;
        }
    }
    const auto ratio = [](int64_t own, int64_t median) -> std::optional<double> {
        if (median <= 0) return std::nullopt;
        return static_cast<double>(own) / static_cast<double>(median);
    };
    std::vector<RankSpeed> out;
    for (const Sum& sum : all)
        out.push_back(
            {ratio(sum.own, sum.median), ratio(sum.own_matrices, sum.median_matrices), sum.own - sum.median});
    return out;
}

void describe(figures::Builder<KernelClass>& v) {
    using K = KernelClass;
    using namespace figures;
    v.text("name", &K::name, "kernel", "as the trace has it", names_item, Absent{"it has no name"});
    v.choice("category", &K::category, "category", "what it does", all_up_to(LaneCategory::memory));
    v.number("count", &K::count, count, "count", "over all ranks");
    v.number("total_ns", &K::total_ns, nanoseconds, "total", "durations, summed over all ranks", less);
    v.number("mean_ns", &K::mean_ns, nanoseconds, "mean", "duration of one", less);
    v.number("share", &K::share, share, "share", "of the durations of all activities");
    v.text("shapes", &K::shapes, "shapes", "inputs of the operator that launched most of its time",
           Absent{"the trace has no shapes: record with record_shapes=True"});
    v.number("slowest_rank", &K::slowest_rank, count, "slowest rank", "by its mean duration there",
             Absent{"a single rank ran it, or it communicates and so holds waiting for the others"});
    v.number("slowest_factor", &K::slowest_factor, ratio, "slowest rank's factor",
             "mean duration there over the median of the ranks", less,
             Absent{"a single rank ran it, or it communicates and so holds waiting for the others"});
}

} // namespace roofrack
