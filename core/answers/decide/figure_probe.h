// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/answers/decide/variation.h"
#include "core/base/figures/figure_value.h"
#include "core/facility/economics/capital.h"
#include "core/step/engine/prepared.h"
#include "core/study/money/todays_cluster.h"

#include <span>

namespace roofrack {

struct StandsToday;

/// A figure of a varied scenario.
struct ProbedValue {
    double number = 0;     ///< as it is stored, of a band its likely one; NaN: there is none
    std::string absent;    ///< why; empty: it is there
    bool runs = true;      ///< false: `absent` says why the varied scenario does not run, or cannot be
    std::string missing{}; ///< missing_price() of it: it may come to more, and is held against no other one
    std::string no_wait{}; ///< no_wait_text() of it, likewise
    std::string barred{};  ///< barring_caution() of it by FigureProbe::ask_who_runs(), likewise
    /// Its own band where it has one, else that of the step where has_band_by_step().
    std::optional<figures::BandValue> band{};

    /// It is there, and may be held against others.
    bool is_known() const { return absent.empty() && missing.empty() && no_wait.empty() && barred.empty(); }
};

/// "$12.3M", "at least $12.3M" where a price is missing; empty where the figure is not there.
std::string probed_text(const ProbedValue& value, const figures::Measure& measure);
/// probed_text() of values that are read together, in one unit.
std::vector<std::string> probed_texts(const std::vector<ProbedValue>& values,
                                      const figures::Measure& measure);

/// Why figures may come to more: what `missing` says of one of them, each thing said once; empty: no price is
/// missing.
std::string missing_text(const std::vector<ProbedValue>& values);

/// A figure that is asked of many variations.
struct ProbedFigure {
    std::string name; ///< full name
    const figures::Row* row = nullptr;
    /// Found from step and prices alone, in the time of one step; else by all that `ask` finds for it, where
    /// only Variation::scenario counts.
    bool is_quick = false;
};

/// Whether a figure follows from a step and prices alone: what may be drawn thousands of times.
bool needs_no_search(std::string_view figure);

/// What the price of a row of the bill is known by: the id of its class, else of its part.
const std::string& price_item(const CapitalRow& row);

/// Figures of one scenario that many variations of it are asked for. Each is what `ask` prints of the varied
/// scenario, but that one which does not run has none; the plan is as given, or the best one found for the
/// scenario as it is, at other GPU counts, too. May be used from several threads.
class FigureProbe {
public:
    /// `base` outlives it. Fails on a figure that does not exist or is no number, and where the scenario
    /// cannot be understood.
    static Result<FigureProbe> make(const Answers& base, const std::vector<std::string>& names);

    /// Each variation is asked whether its run is done without what is bought, which bars a figure that
    /// is_of_run_on_all(): one step more of what is there already.
    void ask_who_runs() { m_asks_who_runs = true; }

    const std::vector<ProbedFigure>& figures() const { return m_figures; }
    bool is_quick() const; ///< all of them are
    const Prepared& prepared() const { return *m_prepared; }
    const Catalog& catalog() const { return m_base->catalog(); }
    /// What is there already and trains by itself until what is bought runs. Null: nothing does, it is all
    /// that is drawn, or no figure turns on it.
    const Prepared* trains_meanwhile() const;
    /// The scenario that varies, with the plan that is asked; nothing is varied.
    Variation as_is() const;

    /// One value for each of figures().
    std::vector<ProbedValue> at(const Variation& variation) const;
    /// The same of what is prepared for variation.scenario already.
    std::vector<ProbedValue> at(const Variation& variation, const Prepared& prepared) const;
    Result<Prepared> prepare(const Variation& variation) const;

private:
    FigureProbe() = default;
    struct Source;
    /// What is there already; null: nothing says so.
    const StandsToday* today() const;
    /// What trains until what is added of a varied scenario runs.
    Meanwhile meanwhile(const Variation& variation, const Prepared& prepared,
                        const Evaluation& evaluation) const;
    /// ask_who_runs().
    void bar_runs(std::vector<ProbedValue>& values, const Variation& variation, const Prepared& prepared,
                  const Evaluation& evaluation) const;

    const Answers* m_base = nullptr;
    std::shared_ptr<const Scenario> m_scenario;
    std::shared_ptr<const Prepared> m_prepared;
    bool m_turns_on_today = false; ///< a figure does, so that what is there already was found
    bool m_asks_who_runs = false;
    std::vector<ProbedFigure> m_figures;
    std::vector<std::optional<figures::Column>> m_columns; ///< columns of the quick ones
};

/// An evaluation whose step takes `factor` times as long, all else of it in proportion: what the error of the
/// prediction does to it.
void stretch_step(Evaluation& evaluation, double factor);

} // namespace roofrack
