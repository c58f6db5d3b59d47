// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/figure_probe.h"

#include "core/answers/compare/compared_bands.h"
#include "core/answers/compare/order_weeks.h"
#include "core/answers/figure_index.h"
#include "core/answers/money_answers.h"
#include "core/answers/step_answers.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/figure_lookup.h"
#include "core/base/figures/figure_texts.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/check/check.h"
#include "core/facility/economics/critical_power.h"
#include "core/step/engine/figures/evaluation_figures.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/engine/site_terms.h"
#include "core/study/facility/facility_figures.h"
#include "core/study/facility/facility_study.h"
#include "core/study/money/figure_cautions.h"
#include "core/study/money/meanwhile_findings.h"
#include "core/study/money/missing_price.h"
#include "core/study/money/money_study.h"
#include "core/study/money/run_cost.h"
#include "core/study/standstill.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <utility>

namespace roofrack {

namespace {

constexpr double no_figure = std::numeric_limits<double>::quiet_NaN();

enum class QuickStudy { none, step, run, capital, increment, power };

/// The study that a figure is of, of those that follow from a step without a search.
QuickStudy quick_study_of(std::string_view name) {
    if (name.starts_with("money.run.rents")) return QuickStudy::none;
    if (name.starts_with("money.run.")) return QuickStudy::run;
    if (name.starts_with("money.capital.")) return QuickStudy::capital;
    for (const std::string_view key : {"lead_weeks", "done_weeks", "meanwhile_rate"})
        if (name.starts_with(fmt::format("money.increment.{}", key))) return QuickStudy::increment;
    if (name == "power.it_w" || name == "power.facility_w" || name == "power.metered_w" ||
        name == "power.peak_w" || name == "power.pue" || name == "power.tue" || name == "power.wue")
        return QuickStudy::power;
    for (const std::string_view searched : {"step.regime", "step.gains", "step.findings", "step.waived"})
        if (name.starts_with(searched)) return QuickStudy::none;
    return name.starts_with("step.") ? QuickStudy::step : QuickStudy::none;
}

std::string_view within_study(std::string_view name) { return name.substr(name.find('.') + 1); }

/// Prices of the rows as they vary.
std::shared_ptr<const Capital> varied_capital(const Capital& capital, const Variation& variation) {
    auto out = std::make_shared<Capital>(capital);
    for (CapitalRow& row : out->rows)
        if (const auto found = variation.prices.find(price_item(row)); found != variation.prices.end())
            row.price = PriceBand::exactly(row.price.likely * found->second);
    out->installation *= variation.extras;
    out->spares *= variation.extras;
    out->contingency *= variation.extras;
    return out;
}

/// None: the figure has none of its own.
std::optional<figures::BandValue> band_of(const figures::Object& object, figures::Column column,
                                          double number) {
    if (!column.row->as<figures::BandOfValues>() || column.part != figures::BandPart::all ||
        !std::isfinite(number))
        return std::nullopt;
    const auto end = [&](figures::BandPart part) {
        column.part = part;
        return figures::number_of(object, column);
    };
    return figures::BandValue{end(figures::BandPart::low), number, end(figures::BandPart::high)};
}

/// The same of what is found by a search.
std::optional<figures::BandValue> asked_band(const Answers& answers, const std::string& figure,
                                             const figures::Reading& reading) {
    const bool is_end = figure.ends_with(".low") || figure.ends_with(".high") || figure.ends_with(".likely");
    if (is_end || !reading.row->as<figures::BandOfValues>() || !std::isfinite(reading.number))
        return std::nullopt;
    const auto low = ask_figure(answers, figure + ".low"), high = ask_figure(answers, figure + ".high");
    return low && high ? std::optional(figures::BandValue{low->number, reading.number, high->number})
                       : std::nullopt;
}

/// Why a scenario of this evaluation does not run; empty: it does.
std::string why_not(const Prepared& prepared, Evaluation& evaluation) {
    if (evaluation.feasible && evaluation.step_time > Seconds(0)) return {};
    add_drawing_findings(evaluation, check_drawing(*prepared.impl().drawing, &prepared.fabric()),
                         prepared.scenario().cluster.waivers);
    return standstill_of(evaluation).text();
}

PriceBand varied_weeks(const Prepared& prepared, const Evaluation& evaluation, const Variation& variation) {
    LeadTimes lead = lead_times(prepared.impl(), evaluation, deployment_of(prepared.scenario().site));
    const auto vary = [&](LeadItem& item) {
        if (const auto found = variation.weeks.find(item.what); found != variation.weeks.end())
            item.weeks = PriceBand::exactly(found->second);
    };
    for (LeadItem& item : lead.items) vary(item);
    if (lead.commissioning) vary(*lead.commissioning);
    return lead.weeks();
}

} // namespace

bool needs_no_search(std::string_view figure) { return quick_study_of(figure) != QuickStudy::none; }

std::string probed_text(const ProbedValue& value, const figures::Measure& measure) {
    return value.absent.empty() ? at_least_text(figures::figure_text(value.number, measure), value.missing)
                                : std::string();
}

std::vector<std::string> probed_texts(const std::vector<ProbedValue>& values,
                                      const figures::Measure& measure) {
    std::vector<double> numbers;
    for (const ProbedValue& each : values)
        numbers.push_back(each.absent.empty() ? each.number : std::nan(""));
    std::vector<std::string> out = figures::figure_texts(numbers, measure);
    for (size_t i = 0; i < out.size(); ++i)
        out[i] = values[i].absent.empty() ? at_least_text(out[i], values[i].missing) : std::string();
    return out;
}

std::string missing_text(const std::vector<ProbedValue>& values) {
    std::vector<std::string> said;
    for (const ProbedValue& each : values)
        if (!each.missing.empty() && std::ranges::find(said, each.missing) == said.end())
            said.push_back(each.missing);
    return fmt::format("{}", fmt::join(said, "; "));
}

const std::string& price_item(const CapitalRow& row) {
    return row.price_class.empty() ? row.part : row.price_class;
}

void stretch_step(Evaluation& out, double factor) {
    if (factor == 1) return;
    for (double& part : out.parts) part *= factor;
    out.step_time = out.step_time * factor;
    out.productive_step = out.productive_step * factor;
    out.step_time_low = out.step_time_low * factor;
    out.step_time_high = out.step_time_high * factor;
    out.tokens_per_s /= factor;
    out.samples_per_s /= factor;
    out.mfu /= factor;
    out.mfu_causal /= factor;
    out.hfu /= factor;
    out.energy_per_step = out.energy_per_step * factor;
    if (out.tuning) {
        out.tuning->training = out.tuning->training * factor;
        out.tuning->scoring = out.tuning->scoring * factor;
        out.tuning->generation = out.tuning->generation * factor;
        out.tuning->tokens_per_s_per_gpu /= factor;
    }
    out.run.time = out.run.time * factor;
    for (RunStage& stage : out.run.stages) stage.step = stage.step * factor;
    out.time_to_budget = out.time_to_budget * factor;
}

Result<FigureProbe> FigureProbe::make(const Answers& base, const std::vector<std::string>& names) {
    FigureProbe out;
    out.m_base = &base;
    const auto* asked = base.get<AsAsked>();
    if (!asked || !*asked) {
        Diagnostic fault = why_missing(asked);
        fault.where = fmt::format("“{}”: {}", base.scenario().name, fault.where);
        return tl::unexpected(std::move(fault));
    }
    auto scenario = std::make_shared<Scenario>(base.scenario());
    scenario->plan = (*asked)->prepared.scenario().plan;
    out.m_scenario = std::move(scenario);
    out.m_prepared = std::make_shared<const Prepared>((*asked)->prepared);
    for (const std::string& name : names) {
        auto full = figure_named(name);
        if (!full) return tl::unexpected(full.error());
        ProbedFigure figure{*full, nullptr, quick_study_of(*full) != QuickStudy::none};
        const figures::Shape* shape = nullptr;
        switch (quick_study_of(*full)) {
        case QuickStudy::step: shape = &figures::shape_of<Evaluation>(); break;
        case QuickStudy::run:
        case QuickStudy::capital:
        case QuickStudy::increment: shape = &figures::shape_of<MoneyStudy>(); break;
        case QuickStudy::power: shape = &figures::shape_of<FacilityStudy>(); break;
        case QuickStudy::none: break;
        }
        // Its name is checked without the object, which may not be there.
        const auto reading =
            shape ? figures::read_figure({shape, nullptr}, within_study(*full)) : ask_figure(base, *full);
        if (!reading) return tl::unexpected(reading.error());
        figure.row = reading->row;
        const bool is_end = full->ends_with(".low") || full->ends_with(".high");
        const bool is_number = figure.row->as<figures::NumberValue>() ||
                               figure.row->as<figures::BandOfValues>() ||
                               (figure.row->as<figures::RangeValue>() && is_end);
        if (!is_number || full->find('*') != std::string::npos)
            return fail(*full, "it is not a number", "ask for a number, such as step.step_time_s");
        out.m_columns.push_back(shape ? std::optional(figures::column_of(*shape, within_study(*full)))
                                      : std::nullopt);
        out.m_figures.push_back(std::move(figure));
    }
    const auto turns_on_today = [](const ProbedFigure& each) {
        return quick_study_of(each.name) == QuickStudy::increment &&
               each.name.find("lead_weeks") == std::string::npos;
    };
    out.m_turns_on_today = std::ranges::any_of(out.m_figures, turns_on_today);
    if (out.m_turns_on_today && says_procurement(out.m_prepared->scenario().cluster))
        if (const auto* const there = base.get<StandsToday>(); !there || !*there)
            return tl::unexpected(why_missing(there));
    return out;
}

const StandsToday* FigureProbe::today() const {
    return says_procurement(m_prepared->scenario().cluster) ? m_base->value<StandsToday>() : nullptr;
}

Meanwhile FigureProbe::meanwhile(const Variation& variation, const Prepared& prepared,
                                 const Evaluation& evaluation) const {
    if (!evaluation.capital->sales.empty()) return {};
    const StandsToday* const there = this->today();
    if (!there || !there->drawing.prepared) return {};
    if (there->is_all && evaluation.capital->buys_nothing()) // a variation may have some of it bought
        return {run_cost(prepared, evaluation).useful_rate, weeks_of_run(evaluation)};
    TodaysDrawing today = there->drawing;
    if (variation.scenario != m_scenario) {
        Scenario scenario = *variation.scenario;
        scenario.cluster = cluster_of_today(std::move(scenario.cluster), catalog());
        take_prices_of(scenario.site, there->drawing.prepared->scenario().site); // no price makes it faster
        const Plan& plan = there->drawing.prepared->scenario().plan;
        if (plan != m_scenario->plan) scenario.plan = plan;
        auto made = there->drawing.prepared->with(std::move(scenario), catalog());
        if (!made) return {};
        today.prepared = std::move(*made);
    }
    if (variation.failures != 1)
        today.prepared = today.prepared->scaled_by(ResourceKind::failures, 1 / variation.failures);
    Meanwhile out = meanwhile_of(todays_cluster(today), *evaluation.capital);
    out.useful_rate /= variation.step_meanwhile;
    out.run_weeks = out.run_weeks * variation.step_meanwhile;
    return out;
}

const Prepared* FigureProbe::trains_meanwhile() const {
    const auto& capital = m_prepared->impl().capital;
    const bool has_sales = capital && !capital->sales.empty();
    const StandsToday* const there = m_turns_on_today && !has_sales ? today() : nullptr;
    return there && there->drawing.prepared && !there->is_all ? &*there->drawing.prepared : nullptr;
}

bool FigureProbe::is_quick() const { return std::ranges::all_of(m_figures, &ProbedFigure::is_quick); }

Variation FigureProbe::as_is() const {
    Variation out;
    out.scenario = m_scenario;
    return out;
}

Result<Prepared> FigureProbe::prepare(const Variation& variation) const {
    if (variation.scenario == m_scenario) return *m_prepared;
    return m_prepared->with(variation.scenario, m_base->catalog());
}

std::vector<ProbedValue> FigureProbe::at(const Variation& variation) const {
    const auto prepared = prepare(variation);
    if (!prepared) return {m_figures.size(), ProbedValue{no_figure, prepared.error().text(), false}};
    return at(variation, *prepared);
}

/// What the quick figures are read from; each study is made when it is first asked.
struct FigureProbe::Source {
    const FigureProbe& probe;
    const Prepared& prepared;
    const Evaluation& evaluation;
    const Variation& variation;
    std::optional<MoneyStudy> money{};
    std::optional<FacilityStudy> power{};
    bool has_increment = false; ///< `money` has it, which takes a step of what is there already

    figures::Object of(QuickStudy study) {
        if (study == QuickStudy::step) return {&figures::shape_of<Evaluation>(), &evaluation};
        if (study == QuickStudy::power) {
            if (!power) power = facility_study(prepared, evaluation, FacilityDepth::loads);
            return {&figures::shape_of<FacilityStudy>(), &*power};
        }
        if (!money) {
            money.emplace();
            money->capital = evaluation.capital;
            money->needed = evaluation.capital->needed(evaluation.gpus, evaluation.building);
            money->building = evaluation.building;
            money->run = run_cost(prepared, evaluation);
        }
        if (study == QuickStudy::increment && !std::exchange(has_increment, true)) {
            money->increment.lead_weeks = varied_weeks(prepared, evaluation, variation);
            if (probe.m_turns_on_today)
                money->increment.meanwhile = probe.meanwhile(variation, prepared, evaluation);
            money->increment.done_weeks =
                done_weeks_after(money->increment.lead_weeks, evaluation, money->increment.meanwhile);
        }
        return {&figures::shape_of<MoneyStudy>(), &*money};
    }
};

std::vector<ProbedValue> FigureProbe::at(const Variation& variation, const Prepared& of_scenario) const {
    std::vector<ProbedValue> out(m_figures.size(), ProbedValue{no_figure, {}});
    Prepared prepared = of_scenario;
    if (variation.failures != 1)
        prepared = prepared.scaled_by(ResourceKind::failures, 1 / variation.failures);
    if (!variation.prices.empty() || variation.extras != 1)
        prepared = prepared.priced(varied_capital(*prepared.impl().capital, variation));
    EvaluateOptions options;
    options.findings = false;
    Evaluation evaluation = evaluate(prepared, options);
    if (const std::string why = why_not(prepared, evaluation); !why.empty())
        return {m_figures.size(), ProbedValue{no_figure, why, false}};
    stretch_step(evaluation, variation.step);
    Source source{*this, prepared, evaluation, variation};
    std::unique_ptr<const Answers> all;
    for (size_t i = 0; i < m_figures.size(); ++i) {
        const ProbedFigure& figure = m_figures[i];
        if (figure.is_quick) {
            const figures::Object object = source.of(quick_study_of(figure.name));
            out[i].number = figures::number_of(object, *m_columns[i]);
            if (!std::isfinite(out[i].number)) out[i].absent = figures::absence_of(object, *m_columns[i]);
            out[i].band = band_of(object, *m_columns[i], out[i].number);
        } else {
            if (!all) {
                Snapshot varied = m_base->snapshot();
                varied.scenario = variation.scenario;
                varied.best_plan_of_today = varied.plans_today();
                varied.best_plan = false; // the scenario that varies has it already
                all = std::make_unique<const Answers>(std::move(varied), m_base->catalog(), m_base);
            }
            const auto reading = ask_figure(*all, figure.name);
            if (reading) {
                out[i] = {reading->number, reading->absent};
                out[i].band = asked_band(*all, figure.name, *reading);
            }
        }
        if (has_band_by_step(figure.name)) out[i].band = band_by_step(figure.name, evaluation, out[i].number);
        if (std::isfinite(out[i].number)) {
            out[i].missing = missing_price(figure.name, *figure.row, &evaluation);
            out[i].no_wait = no_wait_text(figure.name, out[i].number, &evaluation);
        } else {
            out[i].number = no_figure;
            if (out[i].absent.empty()) out[i].absent = "not known";
        }
    }
    if (m_asks_who_runs) bar_runs(out, variation, prepared, evaluation);
    return out;
}

void FigureProbe::bar_runs(std::vector<ProbedValue>& values, const Variation& variation,
                           const Prepared& prepared, const Evaluation& evaluation) const {
    const auto is_of_run = [](const ProbedFigure& each) { return is_of_run_on_all(each.name); };
    if (std::ranges::none_of(m_figures, is_of_run) || !evaluation.capital ||
        !(evaluation.time_to_budget > Seconds(0)))
        return;
    const PriceBand lead = varied_weeks(prepared, evaluation, variation);
    if (!(lead.likely > 0)) return;
    const auto caution = meanwhile_caution(meanwhile(variation, prepared, evaluation), lead);
    if (!caution) return;
    for (size_t i = 0; i < values.size(); ++i)
        if (values[i].absent.empty()) values[i].barred = barring_caution(m_figures[i].name, {*caution});
}

} // namespace roofrack
