// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/compare/run_comparison.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/measure.h"
#include "core/base/units/percent_text.h"
#include "core/base/units/quantity_text.h"
#include "core/measured/analysis/compare/own_times.h"
#include "core/measured/analysis/idle_causes.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string_view>

namespace roofrack {

namespace {

enum class ComparedSort { operators, kernels, collectives, copies, idle };
using OccurrenceTimes = std::map<std::pair<ComparedSort, std::string>, std::vector<int64_t>>;

/// One rank of one run, ready to be asked for its steps.
class ComparedRank {
public:
    explicit ComparedRank(const TraceRank& rank)
        : m_rank(rank)
        , m_lanes(*rank.lanes)
        , m_own(m_lanes)
        , m_ops(launching_ops(m_lanes))
        , m_idle(m_lanes, extent_with_steps())
        , m_collective_of_row(m_lanes.device.size(), nullptr) {
        for (size_t i = 0; i < m_lanes.collectives.size() && i < rank.collectives.size(); ++i)
            m_collective_of_row[m_lanes.collectives[i]] = &rank.collectives[i];
        const LaneColumns& device = m_lanes.device;
        for (uint32_t row = 0; row < device.size(); ++row)
            m_longest_ns = std::max(m_longest_ns, device.duration_ns[row]);
    }

    Interval extent() const {
        Interval out{m_lanes.device.start_ns.front(), m_lanes.device.end_ns(0)};
        for (uint32_t row = 0; row < m_lanes.device.size(); ++row)
            out.end = std::max(out.end, m_lanes.device.end_ns(row));
        return out;
    }

    /// Own times inside of the window by sort and name, an occurrence each, in order.
    OccurrenceTimes occurrences(Interval window) const {
        OccurrenceTimes out;
        const LaneColumns& device = m_lanes.device;
        std::map<uint32_t, int64_t> own_of_op;
        std::vector<uint32_t> ops; // in the order of their first kernel
        const auto from =
            std::lower_bound(device.start_ns.begin(), device.start_ns.end(), window.start - m_longest_ns) -
            device.start_ns.begin();
        for (auto row = static_cast<uint32_t>(from); row < device.size() && device.start_ns[row] < window.end;
             ++row) {
            if (device.end_ns(row) <= window.start) continue;
            const int64_t own = m_own.within(row, window);
            const std::string& name = m_lanes.name_of(row);
            switch (device.category[row]) {
            case LaneCategory::compute: {
                out[{ComparedSort::kernels, name}].push_back(own);
                const uint32_t op = m_ops[row];
                if (op == LaneColumns::no_row) {
                    out[{ComparedSort::operators, name}].push_back(own);
                    break;
                }
                const auto [entry, is_new] = own_of_op.emplace(op, 0);
                if (is_new) ops.push_back(op);
                entry->second += own;
                break;
            }
            case LaneCategory::communication:
                out[{ComparedSort::collectives, collective_name(row)}].push_back(own);
                break;
            default: out[{ComparedSort::copies, name}].push_back(own); break;
            }
        }
        for (const uint32_t op : ops)
            out[{ComparedSort::operators, m_lanes.host_name_of(op)}].push_back(own_of_op[op]);
        const auto idle = m_idle.within(window);
        for (size_t cause = 0; cause < idle.size(); ++cause)
            if (idle[cause] > 0)
                out[{ComparedSort::idle, std::string(label_of(static_cast<IdleCause>(cause)))}] = {
                    idle[cause]};
        return out;
    }

    const TraceRank& rank() const { return m_rank; }
    const std::vector<LaneStep>& steps() const { return m_lanes.steps; }

private:
    /// A step that the host marked may begin before the device did anything.
    Interval extent_with_steps() const {
        Interval out = extent();
        for (const LaneStep& step : m_lanes.steps)
            out = {std::min(out.start, step.start_ns), std::max(out.end, step.end_ns)};
        return out;
    }
    std::string collective_name(uint32_t row) const {
        const TraceCollective* collective = m_collective_of_row[row];
        if (!collective) return m_lanes.name_of(row);
        if (!collective->bytes) return collective->kind;
        return fmt::format("{} of {}", collective->kind,
                           format_quantity(static_cast<double>(*collective->bytes), Dimension::bytes, 3));
    }

    const TraceRank& m_rank;
    const TraceLanes& m_lanes;
    OwnTimes m_own;
    std::vector<uint32_t> m_ops; ///< operator of the host by row of the device
    IdleTimes m_idle;
    std::vector<const TraceCollective*> m_collective_of_row;
    int64_t m_longest_ns = 0;
};

std::vector<const TraceRank*> comparable_ranks(const TraceResult& run) {
    std::vector<const TraceRank*> out;
    for (const TraceRank& rank : run.ranks)
        if (rank.lanes && rank.lanes->device.size() > 0) out.push_back(&rank);
    return out;
}

/// Whether every rank has a number of its own.
bool are_numbered(const std::vector<const TraceRank*>& ranks) {
    std::set<int> seen;
    return std::ranges::all_of(
        ranks, [&](const TraceRank* rank) { return rank->rank && seen.insert(*rank->rank).second; });
}

class RunsCompared {
public:
    RunComparison compare(const std::vector<const TraceRank*>& first,
                          const std::vector<const TraceRank*>& second) {
        std::vector<std::pair<const TraceRank*, const TraceRank*>> pairs;
        if (are_numbered(first) && are_numbered(second))
            for (const TraceRank* a : first)
                for (const TraceRank* b : second)
                    if (a->rank == b->rank) pairs.emplace_back(a, b);
        if (pairs.empty())
            for (size_t i = 0; i < std::min(first.size(), second.size()); ++i)
                pairs.emplace_back(first[i], second[i]);
        m_out.ranks_only_first = static_cast<int64_t>(first.size() - pairs.size());
        m_out.ranks_only_second = static_cast<int64_t>(second.size() - pairs.size());
        for (const auto& [a, b] : pairs) add_ranks(ComparedRank(*a), ComparedRank(*b));
        for (auto& [key, part] : m_parts) {
            part.name = key.second;
            list_of(key.first).push_back(std::move(part));
        }
        m_out.first_gpu = gpu_of(first);
        m_out.second_gpu = gpu_of(second);
        m_out.shared = shared_time();
        for (auto* parts : {&m_out.operators, &m_out.kernels, &m_out.collectives, &m_out.copies, &m_out.idle})
            std::ranges::stable_sort(*parts, [](const ComparedPart& a, const ComparedPart& b) {
                return std::abs(a.change_ns()) > std::abs(b.change_ns());
            });
        return std::move(m_out);
    }

private:
    std::vector<ComparedPart>& list_of(ComparedSort sort) {
        switch (sort) {
        case ComparedSort::operators: return m_out.operators;
        case ComparedSort::kernels: return m_out.kernels;
        case ComparedSort::collectives: return m_out.collectives;
        case ComparedSort::copies: return m_out.copies;
        case ComparedSort::idle: break;
        }
        return m_out.idle;
    }

    static std::string gpu_of(const std::vector<const TraceRank*>& ranks) {
        const auto named =
            std::ranges::find_if(ranks, [](const TraceRank* rank) { return !rank->gpu.empty(); });
        return named == ranks.end() ? std::string() : (*named)->gpu;
    }

    /// Kernels of which no operator is known stand under their own names, which other GPUs have others of.
    std::optional<double> shared_time() const {
        std::set<std::string_view> kernels;
        for (const ComparedPart& part : m_out.kernels) kernels.insert(part.name);
        double all = 0, in_one = 0;
        for (const ComparedPart& part : m_out.operators) {
            if (kernels.contains(part.name)) continue;
            all += static_cast<double>(part.first_ns + part.second_ns);
            in_one += static_cast<double>(part.only_first_ns + part.only_second_ns);
        }
        return all > 0 ? std::optional(1 - in_one / all) : std::nullopt;
    }

    void add_ranks(const ComparedRank& first, const ComparedRank& second) {
        if (first.steps().empty() || second.steps().empty()) {
            const Interval a = first.extent(), b = second.extent();
            return add_step(first, {"all", a.start, a.end}, second, {"all", b.start, b.end});
        }
        const size_t steps = std::min(first.steps().size(), second.steps().size());
        m_out.steps_only_first += static_cast<int64_t>(first.steps().size() - steps);
        m_out.steps_only_second += static_cast<int64_t>(second.steps().size() - steps);
        for (size_t i = 0; i < steps; ++i) add_step(first, first.steps()[i], second, second.steps()[i]);
    }

    void add_step(const ComparedRank& first, const LaneStep& a, const ComparedRank& second,
                  const LaneStep& b) {
        ComparedStep step;
        step.first = a.name;
        step.second = b.name;
        step.first_file = first.rank().file;
        step.second_file = second.rank().file;
        step.rank = first.rank().rank;
        step.first_ns = a.end_ns - a.start_ns;
        step.second_ns = b.end_ns - b.start_ns;
        m_out.first_ns += step.first_ns;
        m_out.second_ns += step.second_ns;
        m_out.steps.push_back(std::move(step));
        const OccurrenceTimes of_first = first.occurrences({a.start_ns, a.end_ns}),
                              of_second = second.occurrences({b.start_ns, b.end_ns});
        static const std::vector<int64_t> none;
        for (const auto& [key, times] : of_first) {
            const auto other = of_second.find(key);
            add_occurrences(m_parts[key], times, other == of_second.end() ? none : other->second);
        }
        for (const auto& [key, times] : of_second)
            if (!of_first.contains(key)) add_occurrences(m_parts[key], none, times);
    }

    static void add_occurrences(ComparedPart& part, const std::vector<int64_t>& first,
                                const std::vector<int64_t>& second) {
        part.first_count += static_cast<int64_t>(first.size());
        part.second_count += static_cast<int64_t>(second.size());
        for (size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
            const int64_t a = i < first.size() ? first[i] : 0, b = i < second.size() ? second[i] : 0;
            part.first_ns += a;
            part.second_ns += b;
            if (i >= second.size())
                part.only_first_ns += a;
            else if (i >= first.size())
                part.only_second_ns += b;
            else
                part.matched_ns += b - a;
        }
    }

    RunComparison m_out;
    std::map<std::pair<ComparedSort, std::string>, ComparedPart> m_parts;
};

} // namespace

Result<RunComparison> compare_runs(const TraceResult& first, const TraceResult& second) {
    const auto of_first = comparable_ranks(first), of_second = comparable_ranks(second);
    if (of_first.empty() || of_second.empty())
        return fail(
            {}, fmt::format("the {} run has no activity of a device", of_first.empty() ? "first" : "second"),
            "give traces with kernels");
    return RunsCompared().compare(of_first, of_second);
}

std::string difference_of(const RunComparison& comparison) {
    constexpr double least_shared = 0.5;
    std::string out;
    if (comparison.shared && *comparison.shared < least_shared)
        out = fmt::format("the runs are of different programs: only {} of the operators' time stands in both",
                          share_in_percent(*comparison.shared));
    if (!comparison.first_gpu.empty() && !comparison.second_gpu.empty() &&
        comparison.first_gpu != comparison.second_gpu)
        out += fmt::format("{}{} against {}", out.empty() ? "" : "; ", comparison.second_gpu,
                           comparison.first_gpu);
    return out;
}

std::string summary_of(const RunComparison& comparison) {
    const auto steps = static_cast<double>(std::max<size_t>(1, comparison.steps.size()));
    const auto mean = [&](int64_t ns) {
        return format_quantity(static_cast<double>(std::abs(ns)) * 1e-9 / steps, Dimension::time, 3);
    };
    std::string text = difference_of(comparison);
    if (!text.empty()) text += "; ";
    text +=
        fmt::format("a step takes {} instead of {}", mean(comparison.second_ns), mean(comparison.first_ns));
    std::vector<std::pair<int64_t, std::string>> parts;
    for (const auto* list : {&comparison.operators, &comparison.collectives, &comparison.copies})
        for (const ComparedPart& part : *list) parts.emplace_back(part.change_ns(), part.name);
    for (const ComparedPart& part : comparison.idle)
        parts.emplace_back(part.change_ns(), "idle time (" + part.name + ")");
    std::ranges::stable_sort(
        parts, [](const auto& a, const auto& b) { return std::abs(a.first) > std::abs(b.first); });
    for (size_t i = 0; i < std::min<size_t>(3, parts.size()); ++i)
        if (parts[i].first != 0)
            text += fmt::format("{}{} {} in {}", i == 0 ? ": " : ", ", mean(parts[i].first),
                                parts[i].first > 0 ? "more" : "less", parts[i].second);
    return text;
}

namespace {

constexpr figures::Measure compared_ns{"nanoseconds", "ns", "", 1e-9, figures::Style::time, 4};

} // namespace

void describe(figures::Builder<ComparedPart>& v) {
    using P = ComparedPart;
    using namespace figures;
    v.text("name", &P::name, "what", "operator, kernel, collective, copy or cause of idleness", names_item);
    v.number("first_count", &P::first_count, count, "times before", "occurrences in the first run");
    v.number("second_count", &P::second_count, count, "times after", "occurrences in the second run");
    v.number("first_ns", &P::first_ns, compared_ns, "before", "own time in the first run", less);
    v.number("second_ns", &P::second_ns, compared_ns, "after", "own time in the second run", less);
    v.number(
        "change_ns", [](const P& part) { return part.change_ns(); }, compared_ns, "change",
        "second less first run", less, always);
    v.number("matched_ns", &P::matched_ns, compared_ns, "change where both",
             "of occurrences that both runs have", less);
    v.number("only_first_ns", &P::only_first_ns, compared_ns, "only before",
             "own time of occurrences that only the first run has");
    v.number("only_second_ns", &P::only_second_ns, compared_ns, "only after",
             "own time of occurrences that only the second run has", less);
}

void describe(figures::Builder<ComparedStep>& v) {
    using S = ComparedStep;
    using namespace figures;
    v.text("first", &S::first, "step before", "name in the first run", names_item);
    v.text("second", &S::second, "step after", "name in the second run");
    v.text("first_file", &S::first_file, "file before", "where it was recorded");
    v.text("second_file", &S::second_file, "file after", "where it was recorded");
    v.number("rank", &S::rank, count, "rank", "of the first run", Absent{"the trace does not say its rank"});
    v.number("first_ns", &S::first_ns, compared_ns, "before", "length of the step in the first run", less);
    v.number("second_ns", &S::second_ns, compared_ns, "after", "length of the step in the second run", less);
    v.number(
        "change_ns", [](const S& step) { return step.change_ns(); }, compared_ns, "change",
        "second less first run", less, always);
}

void describe(figures::Builder<RunComparison>& v) {
    using R = RunComparison;
    using namespace figures;
    v.number("first_ns", &R::first_ns, compared_ns, "before", "all compared steps of the first run", less);
    v.number("second_ns", &R::second_ns, compared_ns, "after", "all compared steps of the second run", less);
    v.number(
        "change_ns", [](const R& runs) { return runs.change_ns(); }, compared_ns, "change",
        "second less first run", less, always);
    v.list("steps", &R::steps, "steps", "that were compared, of every rank");
    v.list("operators", &R::operators, "operators", "computation by the operator that launched it");
    v.list("kernels", &R::kernels, "kernels", "the same by kernel");
    v.list("collectives", &R::collectives, "collectives", "communication while nothing was computed");
    v.list("copies", &R::copies, "copies", "while nothing was computed or sent");
    v.list("idle", &R::idle, "idle", "by cause");
    v.number("steps_only_first", &R::steps_only_first, count, "steps only before", "without a counterpart");
    v.number("steps_only_second", &R::steps_only_second, count, "steps only after", "without a counterpart");
    v.number("ranks_only_first", &R::ranks_only_first, count, "ranks only before", "without a counterpart");
    v.number("ranks_only_second", &R::ranks_only_second, count, "ranks only after", "without a counterpart");
    v.text("first_gpu", &R::first_gpu, "GPU before", "as the trace names it",
           Absent{"the trace does not tell"});
    v.text("second_gpu", &R::second_gpu, "GPU after", "as the trace names it",
           Absent{"the trace does not tell"});
    v.number("shared", &R::shared, share, "in both",
             "of the operators' time; runs of one program have most of it in both",
             Absent{"no operator of the host is known"});
    v.text(
        "difference", [](const R& runs) { return difference_of(runs); }, "difference",
        "why they are not two runs of one program on one machine", Absent{"they may be"});
}

} // namespace roofrack
