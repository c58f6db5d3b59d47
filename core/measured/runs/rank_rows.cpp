// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/runs/rank_rows.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <map>

namespace roofrack {

namespace {

constexpr size_t most_groups = 128;  // so many are looked for equals; what comes later stands alone
constexpr double alike_share = 0.01; ///< share of the step

struct RankSteps {
    const TraceRank* rank = nullptr;
    std::vector<std::string> names; ///< empty: the whole window
    std::vector<WindowParts> parts;
    double wait_caused_s = 0, alone_s = 0;
    int64_t last_in = 0;
};

std::vector<RankSteps> active_ranks(const TraceResult& trace) {
    std::map<int, const TraceStraggler*> late;
    for (const TraceStraggler& each : trace.stragglers) late.emplace(each.rank, &each);
    std::vector<RankSteps> out;
    for (const TraceRank& rank : trace.ranks) {
        RankSteps each;
        each.rank = &rank;
        for (const TraceStep& step : rank.steps)
            if (step.times) {
                each.names.push_back(step.name);
                each.parts.push_back(parts_of(*step.times));
            }
        if (each.parts.empty() && rank.times) each.parts.push_back(parts_of(*rank.times));
        if (each.parts.empty()) continue;
        if (const auto found = late.find(rank.rank.value_or(-1)); found != late.end()) {
            each.wait_caused_s = static_cast<double>(found->second->wait_caused_ns) * 1e-9;
            each.alone_s = static_cast<double>(found->second->alone_ns) * 1e-9;
            each.last_in = found->second->last_in;
        }
        out.push_back(std::move(each));
    }
    return out;
}

bool are_alike(const RankSteps& a, const RankSteps& b) {
    if (a.names != b.names || a.parts.size() != b.parts.size()) return false;
    double longest = 0;
    for (size_t i = 0; i < a.parts.size(); ++i) {
        const WindowParts &x = a.parts[i], &y = b.parts[i];
        const double most = alike_share * std::max(x.window_s(), y.window_s());
        longest = std::max(longest, most);
        for (const auto part : {&WindowParts::compute_s, &WindowParts::exposed_comm_s,
                                &WindowParts::exposed_mem_s, &WindowParts::idle_s})
            if (std::abs(x.*part - y.*part) > most) return false;
    }
    return std::abs(a.wait_caused_s - b.wait_caused_s) <= longest;
}

/// "ranks 0–3, 5, 6", "device 1"
std::string numbers_text(const char* what, std::vector<int> numbers) {
    std::ranges::sort(numbers);
    std::string list;
    for (size_t i = 0; i < numbers.size();) {
        size_t end = i + 1;
        while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
        if (!list.empty()) list += ", ";
        list += end - i < 2    ? fmt::format("{}", numbers[i])
                : end - i == 2 ? fmt::format("{}, {}", numbers[i], numbers[i + 1])
                               : fmt::format("{}–{}", numbers[i], numbers[end - 1]);
        i = end;
    }
    return fmt::format("{}{} {}", what, numbers.size() == 1 ? "" : "s", list);
}

std::string label_of(const std::vector<const RankSteps*>& group) {
    std::vector<int> ranks, devices; // devices of one file
    const TraceRank& first = *group.front()->rank;
    for (const RankSteps* each : group) {
        if (each->rank->rank) ranks.push_back(*each->rank->rank);
        if (each->rank->device && each->rank->file == first.file) devices.push_back(*each->rank->device);
    }
    if (ranks.size() == group.size()) return numbers_text("rank", ranks);
    const std::string file = std::filesystem::path(first.file).filename().string();
    if (devices.size() == group.size()) return file + ", " + numbers_text("device", devices);
    const std::string out = first.device ? fmt::format("{}, device {}", file, *first.device) : file;
    return group.size() == 1 ? out : fmt::format("{} and {} more alike", out, group.size() - 1);
}

/// The mean of some steps of all ranks of a group.
RankRow row_of(const std::vector<const RankSteps*>& group, size_t from, size_t to) {
    RankRow row;
    row.label = label_of(group);
    row.ranks = group.size();
    row.steps = group.front()->names.empty() ? 0 : to - from;
    if (row.steps == 1) row.step = group.front()->names[from];
    for (const RankSteps* each : group) {
        for (size_t i = from; i < to; ++i) row.parts += each->parts[i];
        row.wait_caused_s += each->wait_caused_s;
        row.alone_s += each->alone_s;
        row.last_in += each->last_in;
    }
    row.parts /= static_cast<double>(group.size() * (to - from));
    row.wait_caused_s /= static_cast<double>(group.size());
    row.alone_s /= static_cast<double>(group.size());
    return row;
}

} // namespace

std::vector<RankRow> rank_rows(const TraceResult& trace, bool each_step) {
    std::vector<RankSteps> ranks = active_ranks(trace);
    std::ranges::stable_sort(ranks, [](const RankSteps& a, const RankSteps& b) {
        if (a.wait_caused_s != b.wait_caused_s) return a.wait_caused_s > b.wait_caused_s;
        return a.rank->rank.value_or(0) < b.rank->rank.value_or(0);
    });
    std::vector<std::vector<const RankSteps*>> groups;
    for (const RankSteps& each : ranks) {
        const size_t first = std::min(groups.size(), most_groups);
        const auto end = groups.begin() + static_cast<std::ptrdiff_t>(first);
        const auto same = std::find_if(groups.begin(), end,
                                       [&](const auto& group) { return are_alike(*group.front(), each); });
        if (same == end)
            groups.push_back({&each});
        else
            same->push_back(&each);
    }
    std::vector<RankRow> out;
    for (const auto& group : groups) {
        const size_t steps = group.front()->parts.size();
        if (!each_step) out.push_back(row_of(group, 0, steps));
        for (size_t i = 0; each_step && i < steps; ++i) out.push_back(row_of(group, i, i + 1));
    }
    return out;
}

RankRow mean_of(std::span<const RankRow> rows) {
    RankRow out;
    out.ranks = 0;
    for (const RankRow& row : rows) {
        const auto ranks = static_cast<double>(row.ranks);
        WindowParts parts = row.parts;
        parts /= 1 / ranks;
        out.parts += parts;
        out.wait_caused_s += ranks * row.wait_caused_s;
        out.alone_s += ranks * row.alone_s;
        out.last_in += row.last_in;
        out.ranks += row.ranks;
    }
    out.parts /= static_cast<double>(out.ranks);
    out.wait_caused_s /= static_cast<double>(out.ranks);
    out.alone_s /= static_cast<double>(out.ranks);
    return out;
}

} // namespace roofrack
