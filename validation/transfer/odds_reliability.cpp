// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/transfer/odds_reliability.h"

#include "core/base/numerics/normal_quantile.h"
#include "validation/transfer/classes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace roofrack {

namespace {

/// A run as it was predicted without its source.
struct ForetoldRun {
    const ValidationRun* run = nullptr;
    double error = 0;     ///< ln(predicted ÷ published step)
    double sigma = 0;     ///< standard deviation of it that the band expects
    double published = 0; ///< ln(published step ÷ batch)
};

/// Runs whose source was left out, with the deviation of their bands, which are derived without it too.
std::vector<ForetoldRun> foretold_runs(std::span<const ValidationRun> runs, const LeftOutErrors& errors) {
    const std::vector<LeftOutRun> evidence = left_out_runs(runs, errors);
    std::vector<ForetoldRun> out;
    for (const LeftOutClass& source : left_out_classes(runs, LeftOut::source)) {
        std::vector<bool> left_out(runs.size(), false);
        for (const size_t i : source.runs) left_out[i] = true;
        const Uncertainty spreads = level_spreads(runs, evidence, left_out);
        const double to_sigma = spreads.quantile / normal_quantile(0.5 + spreads.nominal / 2);
        for (const LeftOutRun& left : evidence) {
            if (left.by != LeftOut::source || !left_out[left.run]) continue;
            const ValidationRun& run = runs[left.run];
            if (!(run.row.published_step > 0) || !(run.row.global_batch > 0)) continue;
            out.push_back({&run, left.error, to_sigma * spreads.sigma(run.residual.basis(), left.unseen),
                           std::log(run.row.published_step / run.row.global_batch)});
        }
    }
    return out;
}

bool does_the_same(const ForetoldRun& a, const ForetoldRun& b) {
    return a.run->row.model == b.run->row.model && a.run->row.sequence == b.run->row.sequence;
}
bool has_one_machine(const ForetoldRun& a, const ForetoldRun& b) {
    return a.run->residual.family == b.run->residual.family &&
           a.run->residual.generation == b.run->residual.generation;
}

/// A mean of products of errors, each pair of series weighing the same.
class ErrorCorrelation {
public:
    void add(const ForetoldRun& a, const ForetoldRun& b) {
        Sum& sum = m_sums[std::minmax(a.run->row.series, b.run->row.series)];
        const double za = a.error / a.sigma, zb = b.error / b.sigma;
        sum.product += za * zb;
        sum.squares += (za * za + zb * zb) / 2;
        sum.pairs += 1;
    }
    double value() const {
        double product = 0, squares = 0;
        for (const auto& [series, sum] : m_sums) {
            product += sum.product / sum.pairs;
            squares += sum.squares / sum.pairs;
        }
        return squares > 0 ? product / squares : 0;
    }

private:
    struct Sum {
        double product = 0, squares = 0, pairs = 0;
    };
    std::map<std::pair<std::string, std::string>, Sum> m_sums;
};

} // namespace

OddsReliability odds_reliability(std::span<const ValidationRun> runs, const LeftOutErrors& errors,
                                 double shared) {
    OddsReliability out;
    for (size_t i = 0; i < out.bins.size(); ++i) {
        out.bins[i].from = static_cast<double>(i) / 10;
        out.bins[i].to = static_cast<double>(i + 1) / 10;
    }
    const std::vector<ForetoldRun> foretold = foretold_runs(runs, errors);
    std::map<std::pair<std::string, std::string>, size_t> pairs_of; // series
    const auto each_pair = [&](const auto& take) {
        for (size_t i = 0; i < foretold.size(); ++i)
            for (size_t j = i + 1; j < foretold.size(); ++j)
                if (does_the_same(foretold[i], foretold[j]) && foretold[i].published != foretold[j].published)
                    take(foretold[i], foretold[j]);
    };
    const auto series_of = [](const ForetoldRun& a, const ForetoldRun& b) {
        return std::pair<std::string, std::string>(std::minmax(a.run->row.series, b.run->row.series));
    };
    each_pair([&](const ForetoldRun& a, const ForetoldRun& b) { ++pairs_of[series_of(a, b)]; });
    ErrorCorrelation within, between, stacks;
    std::array<double, 10> weights{};
    std::set<std::string> series;
    each_pair([&](const ForetoldRun& a, const ForetoldRun& b) {
        const bool is_one_machine = has_one_machine(a, b),
                   is_one_series = a.run->row.series == b.run->row.series;
        (!is_one_machine ? stacks : is_one_series ? within : between).add(a, b);
        series.insert(a.run->row.series);
        series.insert(b.run->row.series);
        const double common = is_one_machine ? shared : 0;
        const double variance = a.sigma * a.sigma + b.sigma * b.sigma - 2 * common * a.sigma * b.sigma;
        const double ahead = (b.published + b.error) - (a.published + a.error);
        const double chance = normal_share_below(ahead / std::sqrt(variance));
        const double weight = 1.0 / static_cast<double>(pairs_of[series_of(a, b)]);
        const auto count = [&](double of, bool was_faster) {
            const size_t place = std::min<size_t>(9, static_cast<size_t>(of * 10));
            ReliabilityBin& bin = out.bins[place];
            ++bin.pairs;
            bin.foretold += of;
            bin.happened += was_faster ? 1 : 0;
            bin.happened_by_series += was_faster ? weight : 0;
            weights[place] += weight;
        };
        const bool was_faster = a.published < b.published;
        count(chance, was_faster);
        count(1 - chance, !was_faster);
        ++out.pairs;
    });
    for (size_t i = 0; i < out.bins.size(); ++i) {
        ReliabilityBin& bin = out.bins[i];
        bin.foretold /= static_cast<double>(bin.pairs);
        bin.happened /= static_cast<double>(bin.pairs);
        bin.happened_by_series /= weights[i];
    }
    out.series = series.size();
    out.within_series = within.value();
    out.between_series = between.value();
    out.between_stacks = stacks.value();
    return out;
}

} // namespace roofrack
