// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/draws.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/generation_name.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/figure_lookup.h"
#include "core/base/numerics/normal_quantile.h"
#include "core/base/units/quantity_text.h"
#include "core/step/engine/prepared_impl.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <map>

namespace roofrack {

namespace {

/// Stands for the index among the probe's figures of a figure that is made of dates.
constexpr size_t not_probed = std::numeric_limits<size_t>::max();
/// Figures that the dates are made of.
const std::vector<std::string> date_sources{"money.increment.lead_weeks", "money.increment.done_weeks",
                                            "money.run.useful_rate", "money.increment.meanwhile_rate"};

Unknown model_error(std::string name, std::string label, double sigma) {
    Unknown out;
    out.what = Unknown::What::step;
    out.name = std::move(name);
    out.label = std::move(label);
    out.basis = RangeBasis::model;
    out.source = "how far predictions of published runs have been off";
    out.now = 0;
    out.spread.kind = SpreadKind::normal;
    out.spread.high = sigma * normal_quantile(0.9);
    out.spread.low = -out.spread.high;
    return out;
}

/// What follows "dates." in the name of a figure: "done_weeks"; empty: it is another figure.
std::string date_key(const std::string& name) {
    constexpr std::string_view study = "dates.";
    return name.starts_with(study) ? name.substr(study.size()) : std::string();
}

Result<ProbedFigure> date_figure(const std::string& name) {
    const auto reading = figures::read_figure({&figures::shape_of<DatedRun>(), nullptr}, date_key(name));
    if (!reading) return tl::unexpected(reading.error());
    return ProbedFigure{name, reading->row, true};
}

/// The declared inputs that this scenario has, marked in `is_used`.
Result<std::vector<UncertainInput>> inputs_of(const Answers& answers, const DrawOptions& options,
                                              std::vector<char>& is_used) {
    std::vector<UncertainInput> out;
    for (size_t i = 0; i < options.declared.size(); ++i) {
        const auto field = InputField::find(answers.scenario(), options.declared[i].input, answers.catalog());
        if (!field) continue;
        is_used[i] = true;
        out.push_back(options.declared[i]);
    }
    return out;
}

std::vector<Unknown> errors_of(const Prepared& prepared) {
    const Prepared::Impl& impl = prepared.impl();
    EvaluateOptions options;
    options.findings = false;
    const Evaluation evaluation = evaluate(prepared, options);
    double variance = 0;
    for (const SpreadTerm& term : evaluation.band) variance += term.sigma * term.sigma;
    if (!(variance > 0)) return {};
    const Uncertainty& spreads = Uncertainty::built_in();
    // The band's own quantile tells how far its ends lie out.
    const double sigma = std::sqrt(variance) * spreads.quantile / normal_quantile(0.5 + spreads.nominal / 2);
    const Constant* const shared = impl.defaults->figure("bands.shared_error");
    const double share = std::clamp(shared ? shared->value : 0, 0.0, 1.0);
    const Plan& plan = evaluation.plan;
    const std::string stack =
        fmt::format("model:{}|{}|{}", software_of(impl, plan).name,
                    impl.accelerators.front().text_or("architecture", ""), impl.model.id);
    const std::string run = fmt::format(
        "{}|{}|{:g}|{:g}|{}.{}.{}.{}.{}.{}.{}|{}{}{}{}", stack, impl.accelerators.front().id, evaluation.gpus,
        batch_of(impl) * sequence_of(impl), plan.tp, plan.pp, plan.vpp, plan.cp, plan.ep, plan.dp,
        plan.micro_batch, plan.zero, name_of(plan.precision), name_of(plan.recompute), plan.recompute_layers);
    const std::string machine =
        fmt::format("{} on {}", software_of(impl, plan).label,
                    generation_name(impl.accelerators.front().text_or("architecture", "its GPUs")));
    std::vector<Unknown> out;
    // Where one of them is all of it, the other is no unknown.
    if (share > 0)
        out.push_back(
            model_error(stack, fmt::format("error of the model for {}", machine), sigma * std::sqrt(share)));
    if (share < 1)
        out.push_back(model_error(run,
                                  fmt::format("error of the model for this plan on {} GPUs, {}",
                                              format_count(evaluation.gpus), machine),
                                  sigma * std::sqrt(1 - share)));
    return out;
}

} // namespace

std::vector<Unknown> model_unknowns(const FigureProbe& probe) {
    std::vector<Unknown> out = errors_of(probe.prepared());
    const Prepared* const meanwhile = probe.trains_meanwhile();
    if (!meanwhile) return out;
    for (Unknown& each : out) each.of_meanwhile = 0;
    for (Unknown& each : errors_of(*meanwhile)) {
        const auto known = std::ranges::find(out, each.name, &Unknown::name);
        if (known != out.end()) {
            known->of_meanwhile = each.spread.high / known->spread.high;
        } else {
            each.of_all = 0;
            out.push_back(std::move(each));
        }
    }
    return out;
}

Result<Draws> Draws::make(const std::vector<const Answers*>& scenarios, const DrawOptions& options) {
    if (scenarios.empty()) return fail("", "there is no scenario", "name one");
    if (options.draws < 2 || options.draws > most_draws)
        return fail("", fmt::format("{} draws", options.draws), fmt::format("ask for 2 to {}", most_draws));
    Draws out;
    out.m_by_weeks = options.by_weeks;
    std::vector<std::string> names = date_sources;
    for (const std::string& name : options.figures) {
        if (date_key(name).empty()) {
            out.m_sources.push_back(names.size());
            names.push_back(name);
            continue;
        }
        auto figure = date_figure(name);
        if (!figure) return tl::unexpected(figure.error());
        out.m_sources.push_back(not_probed);
        out.m_figures.push_back(std::move(*figure));
    }
    std::vector<char> is_used(options.declared.size(), 0);
    for (const Answers* answers : scenarios) {
        auto probe = FigureProbe::make(*answers, names);
        if (!probe) return tl::unexpected(probe.error());
        for (const ProbedFigure& figure : probe->figures())
            if (!figure.is_quick)
                return fail(figure.name, "it takes a search for every draw",
                            "ask for a figure of step, power, money.run or money.capital");
        const auto inputs = inputs_of(*answers, options, is_used);
        if (!inputs) return tl::unexpected(inputs.error());
        auto unknowns = declared_unknowns(*probe, *inputs);
        if (!unknowns) return tl::unexpected(unknowns.error());
        for (Unknown& each : priced_unknowns(*probe, *unknowns)) unknowns->push_back(std::move(each));
        for (Unknown& each : model_unknowns(*probe)) unknowns->push_back(std::move(each));
        std::vector<size_t> unknown_indices;
        for (const Unknown& each : *unknowns) {
            const auto known = std::ranges::find(out.m_unknowns, each.name, &Unknown::name);
            unknown_indices.push_back(static_cast<size_t>(known - out.m_unknowns.begin()));
            if (known == out.m_unknowns.end()) out.m_unknowns.push_back(each);
        }
        out.m_scenarios.push_back(
            {answers->scenario().name, std::move(*probe), std::move(*unknowns), std::move(unknown_indices)});
    }
    for (size_t i = 0; i < is_used.size(); ++i)
        if (!is_used[i])
            return fail(options.declared[i].input, "no scenario has this input", "name one that they have");
    // The figures in the order in which they were asked for. Those of dates are in m_figures already.
    std::vector<ProbedFigure> ordered;
    size_t date = 0;
    for (const size_t source : out.m_sources)
        ordered.push_back(source == not_probed ? out.m_figures[date++]
                                               : out.m_scenarios.front().probe.figures()[source]);
    out.m_figures = std::move(ordered);
    out.tell_apart();
    return out;
}

void Draws::tell_apart() {
    std::map<std::string, int> labels;
    for (const Unknown& each : m_unknowns) ++labels[each.label];
    for (size_t i = 0; i < m_unknowns.size(); ++i) {
        if (labels[m_unknowns[i].label] < 2) continue;
        std::vector<std::string> names;
        for (const OfScenario& each : m_scenarios)
            if (std::ranges::find(each.unknown_indices, i) != each.unknown_indices.end())
                names.push_back("“" + each.scenario + "”");
        if (names.size() < m_scenarios.size()) // naming every scenario would tell nothing
            m_unknowns[i].label += fmt::format(" ({})", fmt::join(names, ", "));
    }
}

std::vector<ProbedValue> Draws::with_dates(std::vector<ProbedValue> probed) const {
    std::vector<ProbedValue> out;
    const ProbedValue &lead = probed[0], &done = probed[1], &rate = probed[2], &meanwhile = probed[3];
    for (size_t i = 0; i < m_figures.size(); ++i) {
        if (m_sources[i] != not_probed) {
            out.push_back(std::move(probed[m_sources[i]]));
            continue;
        }
        const std::string key = date_key(m_figures[i].name);
        if (!lead.absent.empty())
            out.push_back(lead);
        else if (key == "ready_weeks")
            out.push_back(lead);
        else if (key == "done_weeks")
            out.push_back(done);
        else if (!m_by_weeks)
            out.push_back({std::nan(""), "no date is given"});
        else if (!rate.absent.empty())
            out.push_back(rate);
        else
            out.push_back({trained_after(*m_by_weeks, lead.number, rate.number, meanwhile.number), {}});
    }
    return out;
}

std::vector<ProbedValue> Draws::at(size_t scenario, std::span<const double> quantiles) const {
    return point(scenario, quantiles).values;
}

bool Draws::have_one_scenario(const OfScenario& of, const DrawnPoint& a, const DrawnPoint& b) const {
    for (size_t i = 0; i < of.unknowns.size(); ++i)
        if (of.unknowns[i].changes_scenario() && a.quantiles[i] != b.quantiles[i]) return false;
    return true;
}

DrawnPoint Draws::point(size_t scenario, std::span<const double> quantiles, const DrawnPoint* near) const {
    const OfScenario& of = m_scenarios[scenario];
    DrawnPoint out;
    out.quantiles = of_scenario(scenario, quantiles);
    if (near && !near->prepared) near = nullptr;
    const bool is_as_near = near && have_one_scenario(of, out, *near);
    Variation variation = of.probe.as_is();
    std::shared_ptr<Scenario> changed;
    Scenario unused;
    for (size_t i = 0; i < of.unknowns.size(); ++i) {
        const Unknown& unknown = of.unknowns[i];
        if (unknown.changes_scenario() && is_as_near) continue;
        if (unknown.changes_scenario() && !changed) changed = std::make_shared<Scenario>(*variation.scenario);
        Scenario& scenario_to_change = unknown.changes_scenario() ? *changed : unused;
        const auto done =
            unknown.apply(unknown.spread.quantile(out.quantiles[i]), scenario_to_change, variation);
        if (!done) {
            out.values.assign(m_figures.size(), ProbedValue{std::nan(""), done.error().text(), false});
            return out;
        }
    }
    if (changed) variation.scenario = std::move(changed);
    if (is_as_near) variation.scenario = near->scenario;
    out.scenario = variation.scenario;
    auto prepared = is_as_near ? Result<Prepared>(*near->prepared)
                    : near     ? near->prepared->with(variation.scenario, of.probe.catalog())
                               : of.probe.prepare(variation);
    if (prepared) out.prepared = std::move(*prepared);
    out.values = with_dates(out.prepared ? of.probe.at(variation, *out.prepared) : of.probe.at(variation));
    return out;
}

std::vector<double> Draws::of_scenario(size_t scenario, std::span<const double> quantiles) const {
    std::vector<double> out;
    for (const size_t index : m_scenarios[scenario].unknown_indices) out.push_back(quantiles[index]);
    return out;
}

std::vector<ProbedValue> Draws::as_is(size_t scenario) const {
    const FigureProbe& probe = m_scenarios[scenario].probe;
    return with_dates(probe.at(probe.as_is()));
}

void describe(figures::Builder<DatedRun>& f) {
    using namespace figures;
    using D = DatedRun;
    f.number("ready_weeks", &D::ready_weeks, weeks, "when it runs", "weeks from the order", less);
    f.number(
        "done_weeks", &D::done_weeks, weeks, "when the run is done",
        "weeks from the order to the token budget; where nothing is sold, what is there already trains until "
        "the added runs",
        less, Absent{"the workload has no token budget"});
    f.number("trained", &D::trained, count, "tokens (samples) by the date",
             "that are trained by then, also by what is there already until the added runs", more,
             Absent{"no date is given"});
}

} // namespace roofrack
