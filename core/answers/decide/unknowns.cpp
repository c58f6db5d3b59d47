// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/unknowns.h"

#include "core/drawing/project/address/input_title.h"
#include "core/facility/economics/economics.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/money/lead_times.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr double most_of_anything = 1e30;

/// The ends of a declared input in the unit of its field, checked against what it may be.
Result<Spread> spread_of(const UncertainInput& input, const InputField& field, std::optional<double> now) {
    Spread out;
    out.kind = input.kind;
    out.least = field.least();
    out.most = field.most();
    if (input.kind == SpreadKind::values) {
        for (const std::string& text : input.values) {
            const auto value = field.parse(text);
            if (!value) return tl::unexpected(value.error());
            out.values.push_back(*value);
        }
        if (out.values.empty()) return fail(field.address(), "there is no value", "give one at least");
        const auto [low, high] = std::ranges::minmax(out.values);
        out.low = low;
        out.high = high;
        return out;
    }
    if (!field.is_number()) return fail(field.address(), "it is not a number", "give a list of its values");
    if (!input.low || !input.high) return fail(field.address(), "the ends are missing", "give low and high");
    out.low = *input.low;
    out.high = *input.high;
    for (const double end : {out.low, out.high})
        if (!(end >= out.least && end <= out.most))
            return fail(field.address(), fmt::format("{} lies outside what it may be", field.text(end)),
                        fmt::format("give {} to {}", field.text(out.least), field.text(out.most)));
    if (!(out.low < out.high))
        return fail(field.address(), "the low end is not below the high one", "give the least first");
    if (input.kind == SpreadKind::log_normal && !(out.low > 0))
        return fail(field.address(), "a log-normal spread has values above 0 alone",
                    "give a low end above 0, or another kind");
    if (input.kind != SpreadKind::triangular) return out;
    const auto likely = input.likely ? input.likely : now;
    if (!likely || !(*likely >= out.low && *likely <= out.high))
        return fail(field.address(),
                    likely ? fmt::format("the likely value, {}, lies outside its ends", field.text(*likely))
                           : "the scenario has no value of its own",
                    "give low..likely..high");
    out.likely = *likely;
    return out;
}

Result<Unknown> declared_unknown(const UncertainInput& input, const FigureProbe& probe) {
    const Scenario& scenario = *probe.as_is().scenario;
    auto field = InputField::find(scenario, input.input, probe.catalog());
    if (!field) return tl::unexpected(field.error());
    Unknown out;
    out.name = field->address();
    out.label = title_of_input(*field, scenario);
    out.basis = RangeBasis::declared;
    out.source = "declared";
    out.now = field->value(scenario);
    auto spread = spread_of(input, *field, out.now);
    if (!spread) return tl::unexpected(spread.error());
    out.spread = std::move(*spread);
    out.field = std::move(*field);
    return out;
}

/// Gathers what is known of prices, terms and times of one scenario.
class PricedUnknowns {
public:
    PricedUnknowns(const FigureProbe& probe, const std::vector<Unknown>& declared, const PriceList& prices)
        : m_probe(probe)
        , m_declared(declared)
        , m_prices(prices)
        , m_impl(probe.prepared().impl())
        , m_scenario(m_impl.scenario)
        , m_site(m_scenario.site)
        , m_terms(m_site, *m_impl.defaults) {}

    std::vector<Unknown> gather() {
        const auto rent = rent_per_gpu_hour(m_site, *m_impl.capital);
        if (rent)
            add_rent(*rent);
        else
            add_ownership();
        add_failures();
        add_lead_times();
        return std::move(m_out);
    }

private:
    bool is_declared(std::string_view address) const {
        return std::ranges::find(m_declared, address, &Unknown::name) != m_declared.end();
    }

    static Spread triangle(const PriceBand& band, double now = 1) {
        Spread out;
        out.low = now * band.low;
        out.likely = now * band.likely;
        out.high = now * band.high;
        return out;
    }

    static std::string said_by(const PriceRow& row) { return fmt::format("{} ({})", row.source, row.date); }

    void add(Unknown unknown) {
        if (unknown.spread.high > unknown.spread.low) m_out.push_back(std::move(unknown));
    }

    /// A term at an address, by the factors of the list about what it is now.
    void add_term(const char* address, std::string_view row, const char* label, double now,
                  Unknown::What what = Unknown::What::field) {
        const PriceRow* const by = find_price(m_prices.assumptions, row);
        if (!by || is_declared(address) || !(now > 0)) return;
        auto field = InputField::find(m_scenario, address, m_probe.catalog());
        if (!field) return;
        Unknown out;
        out.what = what;
        out.name = address;
        out.label = label;
        out.basis = RangeBasis::term;
        out.source = said_by(*by);
        out.now = now;
        out.spread = triangle(by->band, now);
        out.spread.least = field->least();
        out.spread.most = std::min(field->most(), most_of_anything);
        out.spread.low = std::max(out.spread.low, out.spread.least);
        out.spread.high = std::min(out.spread.high, out.spread.most);
        out.field = std::move(*field);
        add(std::move(out));
    }

    void add_factor(Unknown::What what, std::string_view row, const char* label) {
        const PriceRow* const by = find_price(m_prices.assumptions, row);
        if (!by) return;
        Unknown out;
        out.what = what;
        out.name = fmt::format("factor:{}", row);
        out.label = label;
        out.basis = RangeBasis::term;
        out.source = said_by(*by);
        out.now = 1;
        out.spread = triangle(by->band);
        add(std::move(out));
    }

    void add_ownership() {
        if (!m_impl.capital->given_per_gpu) {
            add_prices();
            add_factor(Unknown::What::extras, "extras", "installation, spares, contingency");
        }
        add_term("/site/money/interest", "interest", "interest", m_terms.interest);
        add_term("/site/book_life_years", "book_life", "book life", m_terms.years);
        add_term("/site/money/residual", "residual", "residual value", m_terms.residual);
        add_term("/site/electricity_price", "electricity_price", "electricity price",
                 m_site.electricity_price, Unknown::What::electricity);
        if (has_own_building(m_site.money.deployment))
            add_term("/site/money/building_price", "space_price", "price of the building",
                     building_price(m_site, *m_impl.defaults));
        else
            add_term("/site/money/space_price", "space_price", "rent of space", m_terms.colocation);
        add_term("/site/money/operation", "operation", "operation", m_terms.operation);
    }

    void add_prices() {
        for (const CapitalRow& row : m_impl.capital->rows) {
            const std::string name = "price:" + price_item(row);
            const bool is_priced = row.basis != PriceBasis::none && row.is_in_use() && row.price.likely > 0;
            if (!is_priced || std::ranges::find(m_out, name, &Unknown::name) != m_out.end()) continue;
            Unknown out;
            out.what = Unknown::What::price;
            out.name = name;
            out.label = "price of " + row.name;
            out.basis = RangeBasis::price;
            out.source = row.source;
            out.key = price_item(row);
            out.now = 1;
            out.spread = triangle(row.price, 1 / row.price.likely);
            add(std::move(out));
        }
    }

    void add_rent(double now) {
        constexpr const char* address = "/site/gpu_hour_price";
        const Capital& capital = *m_impl.capital;
        const bool is_reserved = m_site.money.deployment != Deployment::on_demand_cloud;
        const auto market = market_rent(is_reserved ? capital.reserved : capital.on_demand);
        auto field = InputField::find(m_scenario, address, m_probe.catalog());
        if (!market || !std::isfinite(now) || is_declared(address) || !field) return;
        Unknown out;
        out.name = address;
        out.label = "rent of a GPU-hour";
        out.basis = RangeBasis::price;
        out.source = "the least and the most that clouds ask for these GPUs";
        out.now = now;
        out.spread.low = std::min(now, market->low);
        out.spread.likely = now;
        out.spread.high = std::max(now, market->high);
        out.field = std::move(*field);
        add(std::move(out));
    }

    void add_failures() {
        constexpr const char* address = "/site/failures_per_1000_node_days";
        if (m_site.failures_per_1000_node_days)
            add_term(address, "failures", "failures", *m_site.failures_per_1000_node_days);
        else if (!is_declared(address))
            add_factor(Unknown::What::failures, "failures", "rate of failures");
    }

    void add_lead_times() {
        EvaluateOptions options;
        options.findings = false;
        const Evaluation evaluation = evaluate(m_probe.prepared(), options);
        if (!(evaluation.step_time > Seconds(0))) return;
        const LeadTimes lead = lead_times(m_impl, evaluation, deployment_of(m_site), m_prices);
        for (const LeadItem& item : lead.items) add_lead_time(item);
        if (lead.commissioning) add_lead_time(*lead.commissioning);
        if (!is_rented(deployment_of(m_site))) add_pue(evaluation.power.pue);
    }

    /// What is spent beside the IT, by the factors of the list; the PUE is then a fixed one.
    void add_pue(double now) {
        constexpr const char* address = "/site/pue";
        const PriceRow* const by = find_price(m_prices.assumptions, "overhead_pue");
        auto field = InputField::find(m_scenario, address, m_probe.catalog());
        if (!by || !field || is_declared(address) || !(now > 1)) return;
        Unknown out;
        out.name = address;
        out.label = "PUE";
        out.basis = RangeBasis::term;
        out.source = said_by(*by);
        out.now = now;
        out.spread = triangle(by->band, now - 1);
        for (double* end : {&out.spread.low, &out.spread.likely, &out.spread.high}) *end += 1;
        out.spread.least = field->least();
        out.spread.most = field->most();
        out.field = std::move(*field);
        add(std::move(out));
    }

    void add_lead_time(const LeadItem& item) {
        Unknown out;
        out.what = Unknown::What::weeks;
        out.name = "weeks:" + item.what;
        out.label = fmt::format("lead time of {}", label_of_lead(item.what));
        out.basis = RangeBasis::lead_time;
        out.source = item.source;
        out.key = item.what;
        out.now = item.weeks.likely;
        out.spread = triangle(item.weeks);
        add(std::move(out));
    }

    const FigureProbe& m_probe;
    const std::vector<Unknown>& m_declared;
    const PriceList& m_prices;
    const Prepared::Impl& m_impl;
    const Scenario& m_scenario;
    const Site& m_site;
    OwnershipTerms m_terms;
    std::vector<Unknown> m_out;
};

} // namespace

std::string_view name_of(RangeBasis basis) {
    switch (basis) {
    case RangeBasis::declared: return "declared";
    case RangeBasis::price: return "price";
    case RangeBasis::term: return "term";
    case RangeBasis::lead_time: return "lead_time";
    case RangeBasis::model: return "model";
    case RangeBasis::field: break;
    }
    return "field";
}
std::string_view label_of(RangeBasis basis) {
    switch (basis) {
    case RangeBasis::declared: return "declared";
    case RangeBasis::price: return "band of its price";
    case RangeBasis::term: return "band of the price list";
    case RangeBasis::lead_time: return "band of its lead time";
    case RangeBasis::model: return "band of predictions";
    case RangeBasis::field: break;
    }
    return "a step up and down";
}

std::string Unknown::text(double value) const {
    switch (what) {
    case What::field:
    case What::electricity: return field->text(value);
    case What::weeks: return fmt::format("{:.3g} weeks", value);
    case What::price:
    case What::extras:
    case What::failures: return fmt::format("× {:.3g}", value);
    case What::step: break;
    }
    return fmt::format("× {:.3g}", std::exp(value));
}

std::vector<std::string> Unknown::texts(const std::vector<double>& values) const {
    if (changes_scenario()) return field->shown_texts(values);
    std::vector<std::string> out;
    for (const double value : values) out.push_back(text(value));
    return out;
}

Result<void> Unknown::apply(double value, Scenario& scenario, Variation& variation) const {
    switch (what) {
    case What::electricity: {
        const double before = scenario.site.electricity_price;
        if (before > 0)
            for (TariffPeriod& period : scenario.site.grid.tariff) period.price *= value / before;
        return field->set(scenario, value);
    }
    case What::field: return field->set(scenario, value);
    case What::price: variation.prices[key] = value; break;
    case What::extras: variation.extras *= value; break;
    case What::failures: variation.failures *= value; break;
    case What::weeks: variation.weeks[key] = value; break;
    case What::step:
        variation.step *= std::exp(of_all * value);
        variation.step_meanwhile *= std::exp(of_meanwhile * value);
        break;
    }
    return {};
}

Result<Spread> spread_of(const UncertainInput& input, const Scenario& scenario, const Catalog& catalog) {
    const auto field = InputField::find(scenario, input.input, catalog);
    if (!field) return tl::unexpected(field.error());
    return spread_of(input, *field, field->value(scenario));
}

Result<std::vector<Unknown>> declared_unknowns(const FigureProbe& probe,
                                               const std::vector<UncertainInput>& more) {
    std::vector<UncertainInput> inputs = more;
    for (const UncertainInput& input : probe.as_is().scenario->uncertain)
        if (std::ranges::find(more, input.input, &UncertainInput::input) == more.end())
            inputs.push_back(input);
    std::vector<Unknown> out;
    for (const UncertainInput& input : inputs) {
        auto unknown = declared_unknown(input, probe);
        if (!unknown) return tl::unexpected(unknown.error());
        out.push_back(std::move(*unknown));
    }
    return out;
}

std::vector<Unknown> priced_unknowns(const FigureProbe& probe, const std::vector<Unknown>& declared,
                                     const PriceList& prices) {
    return PricedUnknowns(probe, declared, prices).gather();
}

} // namespace roofrack
