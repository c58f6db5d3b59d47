// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/unknowns.h"
#include "core/base/figures/describe.h"

#include <stop_token>

namespace roofrack {

/// The error of the prediction as two unknowns that its band consists of: a part that scenarios of one
/// software stack, GPU generation and model share (bands.shared_error of the variance), and the rest, which
/// only those share that also have one plan, batch and number of GPUs: two that differ by a cable are off by
/// as much.
std::vector<Unknown> model_unknowns(const FigureProbe& probe);

/// Figures that need more than one scenario's own answers to tell: when it runs, and what is done by a date.
struct DatedRun {
    double ready_weeks = 0; ///< from the order to the first step
    double done_weeks = 0;  ///< to the token budget; NaN: the workload has none
    double trained = 0;     ///< tokens (samples) by the date; NaN: no date is given
};
void describe(figures::Builder<DatedRun>& figures);

/// What is drawn.
struct DrawOptions {
    size_t draws = 2048;
    /// Names as figure_named() takes them, and "dates.ready_weeks", "dates.done_weeks", "dates.trained".
    std::vector<std::string> figures;
    std::vector<UncertainInput>
        declared;                   ///< beside those of the projects, for every scenario that has the input
    std::optional<double> by_weeks; ///< from the order: the date by which dates.trained counts
};
inline constexpr size_t most_draws = 1'000'000;

/// All scenarios under the same draws of what nobody knows for sure.
class Draws {
public:
    /// `scenarios` outlive it. Fails on figures that do not exist, are no numbers or take a search, and on
    /// what is declared wrongly.
    static Result<Draws> make(const std::vector<const Answers*>& scenarios, const DrawOptions& options);

    const std::vector<ProbedFigure>& figures() const { return m_figures; }
    size_t scenarios() const { return m_scenarios.size(); }
    /// What is not known of one scenario at least, each once.
    const std::vector<Unknown>& unknowns() const { return m_unknowns; }

    /// Figures of a scenario where each unknown is at that quantile of its spread; one an unknown.
    std::vector<ProbedValue> at(size_t scenario, std::span<const double> quantiles) const;
    /// The quantiles of the unknowns that the scenario has.
    std::vector<double> of_scenario(size_t scenario, std::span<const double> quantiles) const;
    /// With nothing varied.
    std::vector<ProbedValue> as_is(size_t scenario) const;

private:
    struct OfScenario {
        FigureProbe probe;
        std::vector<Unknown> unknowns;
        std::vector<size_t> places; ///< where its unknowns stand in m_unknowns
    };
    std::vector<ProbedValue> with_dates(std::vector<ProbedValue> probed) const;

    std::vector<OfScenario> m_scenarios;
    std::vector<Unknown> m_unknowns;
    std::vector<ProbedFigure> m_figures;
    std::vector<size_t> m_sources; ///< where each figure stands among the probe's; dates: nowhere
    std::optional<double> m_by_weeks;
};

} // namespace roofrack
