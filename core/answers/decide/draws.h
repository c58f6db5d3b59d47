// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/unknowns.h"
#include "core/base/figures/describe.h"

#include <memory>
#include <optional>
#include <span>
#include <stop_token>

namespace roofrack {

/// The error of the prediction as two unknowns, which make up its band. Scenarios of the same software stack,
/// GPU generation and model share the first (`bands.shared_error` of the variance). The rest is shared only
/// by those that also have the same plan, batch and number of GPUs: two that differ by a cable have the same
/// error. Where one of the two is all of it, the other is left out. What trains by itself until what is
/// bought runs has the errors that it would have as a scenario of its own.
std::vector<Unknown> model_unknowns(const FigureProbe& probe);

/// Figures that need more than one scenario's own answers to tell: when it runs, and what is done by a date.
struct DatedRun {
    double ready_weeks = 0; ///< from the order to the first step
    double done_weeks = 0;  ///< to the token budget; NaN: the workload has none
    double trained = 0;     ///< tokens (samples) by the date; NaN: no date is given
};
void describe(figures::Builder<DatedRun>& figures);

/// What is sampled: a draw here is one random sample of all that is not known.
struct DrawOptions {
    size_t draws = 2048; ///< samples
    /// Names as figure_named() takes them, and "dates.ready_weeks", "dates.done_weeks", "dates.trained".
    std::vector<std::string> figures;
    std::vector<UncertainInput>
        declared;                   ///< besides those of the projects, for every scenario that has the input
    std::optional<double> by_weeks; ///< from the order: the date by which dates.trained counts
    bool with_causes = true; ///< also what spreads come from, which takes several times as many samples
};
inline constexpr size_t most_draws = 1'000'000;

/// One sample of a scenario, from which another that differs little is found sooner.
struct DrawnPoint {
    std::vector<double> quantiles; ///< where each unknown that the scenario has stands in its distribution
    std::shared_ptr<const Scenario> scenario; ///< as the unknowns make it; null: they cannot
    std::optional<Prepared> prepared;         ///< none: it cannot be understood
    std::vector<ProbedValue> values;          ///< one a figure
};

/// All scenarios under the same random samples of what nobody knows for sure.
class Draws {
public:
    /// `scenarios` outlive it. Fails on figures that do not exist, are no numbers or take a search, and on
    /// what is declared wrongly.
    static Result<Draws> make(const std::vector<const Answers*>& scenarios, const DrawOptions& options);

    const std::vector<ProbedFigure>& figures() const { return m_figures; }
    size_t scenarios() const { return m_scenarios.size(); }
    /// What is not known of at least one scenario, each once. Those that are called alike, as the errors of
    /// two plans on as many GPUs, name the scenarios that have them.
    const std::vector<Unknown>& unknowns() const { return m_unknowns; }

    /// Figures of a scenario in one sample: `quantiles` has one number for each of unknowns(), at which
    /// quantile of its spread it lies.
    std::vector<ProbedValue> at(size_t scenario, std::span<const double> quantiles) const;
    /// The same. What `near`, of the same scenario, has prepared is taken over as far as it does not change.
    DrawnPoint point(size_t scenario, std::span<const double> quantiles,
                     const DrawnPoint* near = nullptr) const;
    /// The quantiles of the unknowns that the scenario has.
    std::vector<double> of_scenario(size_t scenario, std::span<const double> quantiles) const;
    /// Figures of a scenario with nothing varied.
    std::vector<ProbedValue> as_is(size_t scenario) const;

private:
    struct OfScenario {
        std::string scenario; ///< its name
        FigureProbe probe;
        std::vector<Unknown> unknowns;
        std::vector<size_t> unknown_indices; ///< for each of `unknowns`: its index in m_unknowns
    };
    /// All unknowns that change the scenario have the same values in both points.
    bool have_one_scenario(const OfScenario& of, const DrawnPoint& a, const DrawnPoint& b) const;
    /// Labels of unknowns that are called alike get the scenarios that have them.
    void tell_apart();
    std::vector<ProbedValue> with_dates(std::vector<ProbedValue> probed) const;

    std::vector<OfScenario> m_scenarios;
    std::vector<Unknown> m_unknowns;
    std::vector<ProbedFigure> m_figures;
    std::vector<size_t> m_sources; ///< index of each figure among the probe's; dates: not_probed
    std::optional<double> m_by_weeks;
};

} // namespace roofrack
