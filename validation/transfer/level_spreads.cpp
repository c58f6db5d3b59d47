// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/transfer/level_spreads.h"

#include "core/base/catalog/software_stack.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

namespace roofrack {

namespace {

using Entries = std::vector<Uncertainty::Entry>;

/// A left-out run.
struct Miss {
    double error = 0; ///< |ln(predicted ÷ published step)|
    double weight = 0;
    double known_variance = 0; ///< variance that its band has from all other spreads
};

/// The additional spread with which the bands hold the nominal share of the misses.
double spread_that_holds(const std::vector<Miss>& misses, double quantile, double nominal) {
    double low = 0, high = 2;
    for (int i = 0; i < 40; ++i) {
        const double spread = (low + high) / 2;
        double held = 0, all = 0; // weights
        for (const Miss& miss : misses) {
            all += miss.weight;
            if (miss.error <= quantile * std::sqrt(miss.known_variance + spread * spread))
                held += miss.weight;
        }
        (held < nominal * all ? low : high) = spread;
    }
    return high;
}

/// The stacks, generations, kinds, widths and combinations that runs have which are not left out; without
/// spreads.
Uncertainty seen_by(std::span<const ValidationRun> runs, const std::vector<bool>& is_left_out) {
    std::map<std::string, std::set<std::string>> stacks, generations, kinds; // series of each
    std::map<std::string, int> rows;
    std::map<std::string, double> newest;
    std::set<std::pair<std::string, int>> widths;
    std::set<std::tuple<std::string, std::string, int>> combinations;
    Uncertainty seen;
    for (size_t i = 0; i < runs.size(); ++i) {
        if (is_left_out[i]) continue;
        const Residual& r = runs[i].residual;
        stacks[r.family].insert(r.series), generations[r.generation].insert(r.series);
        ++rows[r.family], ++rows[r.generation];
        if (r.kind != "dense") kinds[r.kind].insert(r.series), ++rows[r.kind];
        newest[r.family] = std::max(newest[r.family], r.year);
        const int bits = arithmetic_bits(r.plan.precision);
        widths.insert({r.family, bits}), widths.insert({r.generation, bits});
        combinations.insert({r.family, r.generation, half_year(r.year)});
        seen.largest_gpus = std::max(seen.largest_gpus, r.gpus);
    }
    const auto list = [&](const std::map<std::string, std::set<std::string>>& from, Entries& into) {
        for (const auto& [name, series] : from)
            into.push_back({name, 0, static_cast<int>(series.size()), rows[name], 0});
    };
    list(stacks, seen.families);
    list(generations, seen.generations);
    list(kinds, seen.kinds);
    for (Uncertainty::Entry& stack : seen.families) stack.newest = newest[stack.name];
    for (const auto& [name, bits] : widths) seen.widths.push_back({name, bits});
    for (const auto& [stack, generation, half] : combinations)
        seen.combinations.push_back({stack, generation, half});
    return seen;
}

/// Gives each entry the sigma of the entry of its name in `from`; `otherwise` where there is none.
void take_sigmas(const Entries& from, double otherwise, Entries& into) {
    for (Uncertainty::Entry& entry : into) {
        const auto it = std::ranges::find(from, entry.name, &Uncertainty::Entry::name);
        entry.sigma = it == from.end() ? otherwise : it->sigma;
    }
}

/// The property of a run that makes a level unseen: runs with the same one tend to be wrong by the same
/// amount.
std::string subject_of(UnseenLevel level, const ValidationRun& run) {
    const Residual& r = run.residual;
    switch (level) {
    case UnseenLevel::generation:
    case UnseenLevel::newer_generation: return r.generation;
    case UnseenLevel::vendor: return std::string(default_software(r.generation));
    case UnseenLevel::precision:
        return fmt::format("{} {}", r.generation, static_cast<int>(r.plan.precision));
    case UnseenLevel::scale: return run.source;
    case UnseenLevel::combination: return fmt::format("{} {} {}", r.family, r.generation, half_year(r.year));
    default: return r.family;
    }
}

/// Left-out runs, by what of them was unseen.
class Evidence {
public:
    Evidence(std::span<const ValidationRun> runs, std::span<const LeftOutRun> evidence,
             const std::vector<bool>& is_left_out)
        : m_runs(runs) {
        for (const LeftOutRun& each : evidence)
            if (!is_left_out[each.run]) m_used.push_back(&each);
    }

    /// Residuals of runs whose source was left out and of which nothing was unseen.
    std::vector<Residual> known() const {
        std::vector<Residual> residuals;
        for (const LeftOutRun* each : m_used) {
            if (each->by != LeftOut::source || !each->unseen.empty()) continue;
            residuals.push_back(m_runs[each->run].residual);
            residuals.back().error = each->error;
        }
        return residuals;
    }

    /// Sets the level's spread. The spreads of the levels in `derived` are set already.
    void derive(UnseenLevel level, const std::vector<UnseenLevel>& derived, Uncertainty& spreads) const {
        std::vector<const LeftOutRun*> alone, with_others;
        for (const LeftOutRun* each : m_used) {
            if (m_runs[each->run].residual.kind != "dense")
                continue; // other kinds have a spread of their own
            if (std::ranges::find(each->unseen, level) == each->unseen.end()) continue;
            if (each->unseen.size() == 1) alone.push_back(each);
            if (std::ranges::all_of(each->unseen, [&](UnseenLevel other) {
                    return other == level || std::ranges::find(derived, other) != derived.end();
                }))
                with_others.push_back(each);
        }
        const auto& taken = alone.empty() ? with_others : alone;
        if (taken.empty()) return; // no evidence: the level keeps the spread that it starts with
        std::map<std::string, std::map<std::string_view, double>> rows;
        std::map<std::string_view, double> of_series;
        for (const LeftOutRun* each : taken) {
            const std::string& series = m_runs[each->run].row.series;
            rows[subject_of(level, m_runs[each->run])][series] += 1;
            of_series[series] += 1;
        }
        spreads.spread_of(level) = 0;
        std::vector<Miss> by_subject, by_series;
        for (const LeftOutRun* each : taken) {
            const ValidationRun& run = m_runs[each->run];
            const auto& series = rows[subject_of(level, run)];
            const double sigma = spreads.sigma(run.residual.basis(), each->unseen);
            const Miss miss{std::abs(each->error), 0, sigma * sigma};
            by_subject.push_back(miss);
            by_subject.back().weight = 1 / (series.at(run.row.series) * static_cast<double>(series.size()));
            by_series.push_back(miss);
            by_series.back().weight = 1 / of_series[run.row.series];
        }
        const auto holding = [&](const std::vector<Miss>& misses) {
            return spread_that_holds(misses, spreads.quantile, spreads.nominal);
        };
        spreads.spread_of(level) =
            std::max(holding(by_subject), holding(by_series)) * finite_sample_factor(rows.size());
    }

private:
    std::span<const ValidationRun> m_runs;
    std::vector<const LeftOutRun*> m_used;
};

} // namespace

std::vector<LeftOutRun> left_out_runs(std::span<const ValidationRun> runs, const LeftOutErrors& errors) {
    std::vector<LeftOutRun> out;
    for (size_t property = 0; property < left_out_count; ++property) {
        const auto by = static_cast<LeftOut>(property);
        for (const LeftOutClass& each : left_out_classes(runs, by)) {
            std::vector<bool> is_left_out(runs.size(), false);
            for (const size_t i : each.runs) is_left_out[i] = true;
            const Uncertainty seen = seen_by(runs, is_left_out);
            for (const size_t i : each.runs) {
                const double error = errors.error(by, runs[i].row.id);
                if (std::isfinite(error))
                    out.push_back({i, by, error, seen.unseen(runs[i].residual.basis())});
            }
        }
    }
    return out;
}

Uncertainty level_spreads(std::span<const ValidationRun> runs, std::span<const LeftOutRun> evidence,
                          const std::vector<bool>& is_left_out) {
    using enum UnseenLevel;
    const Evidence used(runs, evidence, is_left_out);
    const Uncertainty base = derive_uncertainty(used.known(), {});
    Uncertainty spreads = seen_by(runs, is_left_out);
    spreads.nominal = base.nominal;
    spreads.quantile = base.quantile;
    spreads.assumed = base.assumed;
    spreads.calibrated = base.calibrated;
    spreads.unfitted = base.unfitted;
    take_sigmas(base.families, base.spread_of(family), spreads.families);
    take_sigmas(base.generations, base.spread_of(generation), spreads.generations);
    take_sigmas(base.kinds, base.spread_of(kind), spreads.kinds);
    // A kind without runs is at least as uncertain as the most uncertain kind with runs.
    for (const Uncertainty::Entry& each : spreads.kinds)
        spreads.spread_of(kind) = std::max(spreads.spread_of(kind), each.sigma);
    std::vector<UnseenLevel> derived;
    for (const UnseenLevel level :
         {combination, generation, newer_generation, family, release, scale, precision, vendor}) {
        used.derive(level, derived, spreads);
        derived.push_back(level);
    }
    spreads.spread_of(vendor) = std::max(
        spreads.spread_of(vendor), std::hypot(spreads.spread_of(family), spreads.spread_of(generation)));
    return spreads;
}

} // namespace roofrack
