// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/input_tornado.h"

#include "core/drawing/project/address/input_title.h"
#include "core/step/engine/evaluate.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace roofrack {

namespace {

constexpr double step_factor = 1.1, kelvin_step = 2;

/// A value of an input with what the figures then are.
struct TriedValue {
    std::string text;
    std::vector<ProbedValue> figures;
};

bool is_power_of_two(double value) {
    return value >= 1 && value <= 1e9 && std::exp2(std::round(std::log2(value))) == value;
}

/// Names of things, what they are, and where they stand in a list are no inputs that could be otherwise.
bool is_variable(std::string_view address) {
    for (const std::string_view fixed : {"/cluster/waivers", "/measured_curves", "/published", "/uncertain",
                                         "/calibration/off", "/calibration/collectives"})
        if (address.starts_with(fixed)) return false;
    return !(address.starts_with("/cluster/elements/") && address.ends_with("/kind"));
}

/// Both ends of a number that nobody gave a range: none where it is 0, which mostly means "automatic".
std::optional<std::pair<double, double>> stepped(const InputField& field, double now) {
    double low = now / step_factor, high = now * step_factor;
    if (field.is_temperature()) {
        low = now - kelvin_step;
        high = now + kelvin_step;
    } else if (now == 0) {
        return std::nullopt;
    } else if (field.has_doublings() && is_power_of_two(now)) {
        low = std::ceil(now / 2);
        high = now * 2;
    } else if (field.is_whole()) {
        low = std::min(now - 1, std::round(low));
        high = std::max(now + 1, std::round(high));
    }
    if (low > high) std::swap(low, high);
    low = std::max(low, field.least());
    high = std::min(high, field.most());
    if (!(low < high)) return std::nullopt;
    return std::pair(low, high);
}

class Tornado {
public:
    Tornado(const FigureProbe& probe, const TornadoOptions& options, const std::stop_token& stop)
        : m_probe(probe)
        , m_options(options)
        , m_inputs(options.inputs)
        , m_stop(stop)
        , m_as_is(probe.as_is())
        , m_now(probe.at(m_as_is)) {
        for (size_t i = 0; i < m_now.size(); ++i) m_out.push_back({probe.figures()[i], m_now[i], {}, 0});
    }

    Result<std::vector<FigureTornado>> try_all() {
        for (std::string& each : m_inputs) // as they are named here: by the ids of what they are of
            if (const auto field = InputField::find(*m_as_is.scenario, each, m_probe.catalog()))
                each = field->address();
        const auto declared = declared_unknowns(m_probe, m_options.declared);
        if (!declared) return tl::unexpected(declared.error());
        std::vector<Unknown> known = *declared;
        for (Unknown& each : priced_unknowns(m_probe, *declared)) known.push_back(std::move(each));
        std::set<std::string, std::less<>> taken;
        for (const Unknown& each : known) taken.insert(each.name);
        std::vector<std::string> rest;
        for (std::string& address : single_inputs(*m_as_is.scenario))
            if (is_variable(address) && !taken.contains(address)) rest.push_back(std::move(address));
        if (auto checked = check_names(known, rest); !checked) return tl::unexpected(checked.error());
        if (m_inputs.empty() && known.size() + rest.size() > most_tornado_inputs)
            return fail("", fmt::format("the scenario has {} inputs", known.size() + rest.size()),
                        fmt::format("name those of interest, {} at most", most_tornado_inputs));
        for (const Unknown& each : known)
            if (is_asked(each.name)) try_unknown(each);
        if (m_probe.is_quick() && is_asked("model")) try_model();
        for (const std::string& address : rest)
            if (is_asked(address)) try_field(address);
        if (m_stop.stop_requested()) return fail("", "stopped", "ask again");
        for (FigureTornado& each : m_out) sort(each);
        return std::move(m_out);
    }

private:
    bool is_asked(std::string_view name) const {
        return m_inputs.empty() || std::ranges::find(m_inputs, name) != m_inputs.end();
    }

    Result<void> check_names(const std::vector<Unknown>& known, std::vector<std::string>& rest) const {
        for (const std::string& name : m_inputs) {
            if (name == "model" || std::ranges::find(known, name, &Unknown::name) != known.end() ||
                std::ranges::find(rest, name) != rest.end())
                continue;
            if (auto field = InputField::find(*m_as_is.scenario, name, m_probe.catalog()); !field)
                return tl::unexpected(field.error());
            rest.push_back(name); // another spelling of it, or inside a part
        }
        return {};
    }

    std::vector<ProbedValue> none(const std::string& why) const {
        return {m_now.size(), ProbedValue{std::nan(""), why, false}};
    }

    std::vector<ProbedValue> with(const Unknown& unknown, double value) const {
        Variation variation = m_as_is;
        if (!unknown.changes_scenario()) {
            Scenario unused;
            static_cast<void>(unknown.apply(value, unused, variation));
            return m_probe.at(variation);
        }
        auto scenario = std::make_shared<Scenario>(*m_as_is.scenario);
        if (auto done = unknown.apply(value, *scenario, variation); !done) return none(done.error().what);
        variation.scenario = std::move(scenario);
        return m_probe.at(variation);
    }

    void try_unknown(const Unknown& unknown) {
        if (m_stop.stop_requested()) return;
        const bool is_list = unknown.spread.kind == SpreadKind::values;
        InputBar bar = bar_of(unknown);
        std::vector<double> values = unknown.spread.values;
        if (!is_list) values = {unknown.spread.low, unknown.spread.high};
        std::vector<TriedValue> tried;
        for (const double value : values) tried.push_back({{}, with(unknown, value)});
        if (unknown.now) values.push_back(*unknown.now); // it is read beside the ends
        const std::vector<std::string> texts = unknown.texts(values);
        for (size_t i = 0; i < tried.size(); ++i) tried[i].text = texts[i];
        bar.now = unknown.now ? texts.back() : "not said";
        if (is_list)
            take_extremes(std::move(bar), tried);
        else
            take_ends(std::move(bar), tried);
    }

    InputBar bar_of(const Unknown& unknown) const {
        InputBar out;
        out.input = unknown.name;
        const Scenario& scenario = *m_as_is.scenario;
        out.label = unknown.field ? title_of_input(*unknown.field, scenario) : unknown.label;
        out.short_label = unknown.field ? short_title_of_input(*unknown.field, scenario) : unknown.label;
        out.basis = unknown.basis;
        out.source = unknown.source;
        return out;
    }

    /// The prediction at the ends of its band.
    void try_model() {
        EvaluateOptions options;
        options.findings = false;
        const Evaluation now = evaluate(m_probe.prepared(), options);
        if (!(now.step_time_low > Seconds(0)) || m_stop.stop_requested()) return;
        Unknown step;
        step.what = Unknown::What::step;
        step.name = "model";
        step.label = "predicted step";
        step.basis = RangeBasis::model;
        step.source = "the band that should hold 80 % of measured steps";
        step.now = 0;
        step.spread.low = std::log(now.step_time_low / now.step_time);
        step.spread.high = std::log(now.step_time_high / now.step_time);
        if (step.spread.low < step.spread.high) try_unknown(step);
    }

    void try_field(const std::string& address) {
        if (m_stop.stop_requested()) return;
        auto field = InputField::find(*m_as_is.scenario, address, m_probe.catalog());
        if (!field) return;
        Unknown unknown;
        unknown.name = address;
        unknown.now = field->value(*m_as_is.scenario);
        unknown.field = std::move(*field);
        if (!unknown.now) return;
        const InputField& of = *unknown.field;
        if (of.is_number()) {
            const auto ends = stepped(of, *unknown.now);
            if (!ends) return;
            unknown.spread.low = ends->first;
            unknown.spread.high = ends->second;
            return try_unknown(unknown);
        }
        if (!m_options.choices && m_inputs.empty()) return;
        std::vector<TriedValue> tried{{of.text(*unknown.now), m_now}};
        for (size_t i = 0; i < of.choices().size(); ++i)
            if (static_cast<double>(i) != *unknown.now)
                tried.push_back({of.choices()[i], with(unknown, static_cast<double>(i))});
        InputBar bar = bar_of(unknown);
        bar.now = tried.front().text;
        take_extremes(std::move(bar), tried);
    }

    void take_ends(InputBar bar, std::vector<TriedValue>& tried) {
        bar.low = tried[0].text;
        bar.high = tried[1].text;
        for (size_t i = 0; i < m_out.size(); ++i) {
            bar.at_low = tried[0].figures[i];
            bar.at_high = tried[1].figures[i];
            take(bar, i);
        }
    }

    /// The values with the least and the most of each figure; values without it are none.
    void take_extremes(InputBar bar, const std::vector<TriedValue>& tried) {
        for (size_t i = 0; i < m_out.size(); ++i) {
            const TriedValue *low = nullptr, *high = nullptr;
            for (const TriedValue& each : tried) {
                if (!each.figures[i].absent.empty()) continue;
                if (!low || each.figures[i].number < low->figures[i].number) low = &each;
                if (!high || each.figures[i].number > high->figures[i].number) high = &each;
            }
            if (!low) low = high = &tried.front();
            bar.low = low->text;
            bar.high = high->text;
            bar.at_low = low->figures[i];
            bar.at_high = high->figures[i];
            take(bar, i);
        }
    }

    void take(const InputBar& bar, size_t figure) {
        FigureTornado& of = m_out[figure];
        if (!of.now.absent.empty()) return; // there is nothing to compare with
        const double least = 1e-9 * std::abs(of.now.number);
        if (!bar.stops() && !(bar.width(of.now.number) > least))
            ++of.idle;
        else
            of.bars.push_back(bar);
    }

    static void sort(FigureTornado& of) {
        std::ranges::stable_sort(of.bars, std::ranges::greater{},
                                 [&](const InputBar& bar) { return bar.width(of.now.number); });
    }

    const FigureProbe& m_probe;
    const TornadoOptions& m_options;
    std::vector<std::string> m_inputs; ///< only these; empty: all
    const std::stop_token& m_stop;
    Variation m_as_is;
    std::vector<ProbedValue> m_now;
    std::vector<FigureTornado> m_out;
};

} // namespace

double InputBar::width(double now_value) const {
    if (at_low.absent.empty() && at_high.absent.empty()) return std::abs(at_high.number - at_low.number);
    if (at_low.absent.empty()) return std::abs(now_value - at_low.number);
    if (at_high.absent.empty()) return std::abs(at_high.number - now_value);
    return 0;
}

const std::vector<std::string>& first_tornado_figures() {
    static const std::vector<std::string> names{"step.step_time_s", "money.run.usd_per_million"};
    return names;
}

Result<std::vector<FigureTornado>> input_tornado(const FigureProbe& probe, const TornadoOptions& options,
                                                 const std::stop_token& stop) {
    return Tornado(probe, options, stop).try_all();
}

} // namespace roofrack
