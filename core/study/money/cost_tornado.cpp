// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/money/cost_tornado.h"

#include "core/base/figures/builder.h"
#include "core/step/engine/prepared_impl.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace roofrack {

namespace {

struct AssumptionText {
    CostAssumption what;
    std::string_view name, label;
};
constexpr AssumptionText assumption_texts[] = {
    {CostAssumption::servers, "servers", "price of servers"},
    {CostAssumption::network, "network", "price of the network"},
    {CostAssumption::other_parts, "other_parts", "price of other parts"},
    {CostAssumption::extras, "extras", "installation, spares, contingency"},
    {CostAssumption::interest, "interest", "interest"},
    {CostAssumption::book_life, "book_life", "book life"},
    {CostAssumption::residual, "residual", "residual value"},
    {CostAssumption::electricity, "electricity", "electricity price"},
    {CostAssumption::space, "space", "price of space"},
    {CostAssumption::operation, "operation", "operation"},
    {CostAssumption::pue, "pue", "PUE"},
    {CostAssumption::failures, "failures", "failure rate"},
    {CostAssumption::step_time, "step_time", "predicted step"},
    {CostAssumption::rent, "rent", "rent"},
};

const AssumptionText& text_of_assumption(CostAssumption assumption) {
    return *std::ranges::find(assumption_texts, assumption, &AssumptionText::what);
}

CostAssumption assumption_of(BillGroup group) {
    switch (group) {
    case BillGroup::server: return CostAssumption::servers;
    case BillGroup::switch_:
    case BillGroup::optic:
    case BillGroup::cable: return CostAssumption::network;
    case BillGroup::storage:
    case BillGroup::rack:
    case BillGroup::feed:
    case BillGroup::cooling: break;
    }
    return CostAssumption::other_parts;
}

class CostTurner {
public:
    CostTurner(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog,
               const PriceList& prices)
        : m_prepared(prepared)
        , m_now(evaluation)
        , m_catalog(catalog)
        , m_prices(prices)
        , m_site(prepared.scenario().site)
        , m_defaults(*prepared.impl().defaults)
        , m_constants(m_site, m_defaults) {}

    CostTornado turn_all(const std::stop_token& stop) {
        m_out.dollars_per_million = per_million(m_now);
        if (!std::isfinite(m_out.dollars_per_million) || !(m_out.dollars_per_million > 0)) return {};
        if (m_now.cost.rent > 0) {
            turn_rent();
        } else {
            turn_prices();
            turn_terms();
            if (!stop.stop_requested()) turn_pue();
        }
        if (!stop.stop_requested()) turn_failures();
        turn_step();
        std::ranges::stable_sort(m_out.bars, std::ranges::greater{}, &TornadoBar::width);
        return std::move(m_out);
    }

private:
    double rate(const Evaluation& of) const {
        return m_prepared.impl().model.transformer ? of.tokens_per_s : of.samples_per_s;
    }
    double per_million(const Evaluation& of) const { return dollars_per_million(of.cost_per_hour, rate(of)); }
    /// With other money on the step as it is.
    double per_million(const Site& site, const Capital& capital) const {
        const OwnershipCost cost = cost_parts_per_hour(m_now.gpus, site, m_now.power, capital, m_defaults);
        return dollars_per_million(Dollars(cost.total()), rate(m_now));
    }

    void add(TornadoBar bar) {
        if (std::isfinite(bar.at_low) && std::isfinite(bar.at_high) && bar.width() > 0)
            m_out.bars.push_back(std::move(bar));
    }

    static Capital with_prices(Capital capital, CostAssumption which, double PriceBand::*end) {
        for (CapitalRow& row : capital.rows)
            if (assumption_of(row.group) == which) row.price = PriceBand::exactly(row.price.*end);
        return capital;
    }

    void turn_prices() {
        const Capital& capital = *m_now.capital;
        if (capital.given_per_gpu) return;
        for (const CostAssumption which :
             {CostAssumption::servers, CostAssumption::network, CostAssumption::other_parts}) {
            PriceBand band;
            for (const CapitalRow& row : capital.rows)
                if (assumption_of(row.group) == which && !row.with_space) band += row.price;
            add({which, "$", band.likely, band.low, band.high,
                 per_million(m_site, with_prices(capital, which, &PriceBand::low)),
                 per_million(m_site, with_prices(capital, which, &PriceBand::high)), Status::derived,
                 "each row of the bill at the ends of its own band"});
        }
        const PriceRow* by = find_price(m_prices.assumptions, "extras");
        if (!by) return;
        const auto with = [&](double factor) {
            Capital out = capital;
            out.installation *= factor;
            out.spares *= factor;
            out.contingency *= factor;
            return out;
        };
        const Capital low = with(by->band.low), high = with(by->band.high);
        add({CostAssumption::extras, "", capital.overhead() - 1, low.overhead() - 1, high.overhead() - 1,
             per_million(m_site, low), per_million(m_site, high), by->status, by->source});
    }

    void turn_term(CostAssumption which, std::string_view row, const char* unit, double now,
                   const std::function<void(Site&, double)>& set, double most = 1e12) {
        const PriceRow* by = find_price(m_prices.assumptions, row);
        if (!by) return;
        const double low = now * by->band.low, high = std::min(most, now * by->band.high);
        const auto with = [&](double value) {
            Site site = m_site;
            set(site, value);
            return per_million(site, *m_now.capital);
        };
        add({which, unit, now, low, high, with(low), with(high), by->status, by->source});
    }

    void turn_terms() {
        turn_term(CostAssumption::interest, "interest", "", m_constants.interest,
                  [](Site& site, double value) { site.money.interest = value; });
        turn_term(CostAssumption::book_life, "book_life", "a", m_constants.years,
                  [](Site& site, double value) { site.book_life_years = value; });
        turn_term(
            CostAssumption::residual, "residual", "", m_constants.residual,
            [](Site& site, double value) { site.money.residual = value; }, 1);
        turn_term(CostAssumption::electricity, "electricity_price", "$/kWh", m_constants.electricity,
                  [&](Site& site, double value) {
                      const double factor = m_constants.electricity > 0 ? value / m_constants.electricity : 1;
                      site.electricity_price *= factor;
                      for (TariffPeriod& period : site.grid.tariff) period.price *= factor;
                  });
        if (has_own_building(m_site.money.deployment))
            turn_term(CostAssumption::space, "space_price", "$/W", building_price(m_site, m_defaults),
                      [](Site& site, double value) { site.money.building_price = value; });
        else
            turn_term(CostAssumption::space, "space_price", "$/kW a month", m_constants.colocation,
                      [](Site& site, double value) { site.money.space_price = value; });
        turn_term(CostAssumption::operation, "operation", "", m_constants.operation,
                  [](Site& site, double value) { site.money.operation = value; });
    }

    void turn_pue() {
        const PriceRow* by = find_price(m_prices.assumptions, "overhead_pue");
        if (!by || m_now.power.pue <= 1) return;
        const auto pue = [&](double factor) { return 1 + (m_now.power.pue - 1) * factor; };
        const auto with = [&](double value) {
            Scenario scenario = m_prepared.scenario();
            scenario.site.pue = value;
            const auto prepared = m_prepared.with(std::move(scenario), m_catalog);
            return prepared ? per_million(again(*prepared)) : std::nan("");
        };
        add({CostAssumption::pue, "", m_now.power.pue, pue(by->band.low), pue(by->band.high),
             with(pue(by->band.low)), with(pue(by->band.high)), by->status, by->source});
    }

    void turn_failures() {
        const PriceRow* by = find_price(m_prices.assumptions, "failures");
        if (!by) return;
        // More of this resource is fewer failures.
        const auto with = [&](ResourceScale scale) {
            return per_million(again(m_prepared.scaled({ResourceKind::failures}, scale)));
        };
        add({CostAssumption::failures, "x", 1, factor_of(ResourceScale::half),
             factor_of(ResourceScale::twice), with(ResourceScale::twice), with(ResourceScale::half),
             by->status, by->source});
    }

    void turn_step() {
        const double step = m_now.step_time.si(), low = m_now.step_time_low.si(),
                     high = m_now.step_time_high.si();
        if (!(low > 0) || !(high > low)) return;
        const double now = m_out.dollars_per_million;
        add({CostAssumption::step_time, "s", step, low, high, now * low / step, now * high / step,
             Status::derived, "the band that should hold 80 % of measured steps"});
    }

    void turn_rent() {
        const Capital& capital = *m_now.capital;
        const double now = m_now.cost.rent / m_now.gpus;
        const auto market = market_rent(
            m_site.money.deployment == Deployment::reserved_cloud ? capital.reserved : capital.on_demand);
        if (!market) return;
        const double low = std::min(now, market->low), high = std::max(now, market->high);
        const double per_dollar = m_out.dollars_per_million / now;
        add({CostAssumption::rent, "$/h", now, low, high, per_dollar * low, per_dollar * high,
             Status::confirmed, "the least and the most that clouds ask for these GPUs"});
    }

    Evaluation again(const Prepared& prepared) const {
        EvaluateOptions options;
        options.findings = false;
        options.plan = m_now.plan;
        options.gpus = m_now.gpus;
        return evaluate(prepared, options);
    }

    const Prepared& m_prepared;
    const Evaluation& m_now;
    const Catalog& m_catalog;
    const PriceList& m_prices;
    const Site& m_site;
    const Defaults& m_defaults;
    OwnershipTerms m_constants; ///< as the site says
    CostTornado m_out;
};

} // namespace

std::string_view name_of(CostAssumption assumption) { return text_of_assumption(assumption).name; }
std::string_view label_of(CostAssumption assumption) { return text_of_assumption(assumption).label; }

double TornadoBar::width() const { return std::abs(at_high - at_low); }

std::string owned_price_note(CostAssumption assumption, const Capital& capital) {
    switch (assumption) {
    case CostAssumption::servers:
    case CostAssumption::network:
    case CostAssumption::other_parts:
    case CostAssumption::extras: break;
    default: return {};
    }
    return capital.owned().likely > 0
               ? "for what is there already it moves operation alone, which is a share of its price a year"
               : "";
}

CostTornado cost_tornado(const Prepared& prepared, const Evaluation& evaluation, const Catalog& catalog,
                         const PriceList& prices, const std::stop_token& stop) {
    if (!(evaluation.step_time > Seconds(0)) || !evaluation.capital) return {};
    return CostTurner(prepared, evaluation, catalog, prices).turn_all(stop);
}

void describe(figures::Builder<TornadoBar>& f) {
    using namespace figures;
    using S = TornadoBar;
    f.choice("assumption", &S::what, "assumption", "what the $ per million rests on", names_item);
    f.text("unit", &S::unit, "unit", "of the assumption; x: times what it is; empty: a share, or PUE");
    f.number("now", &S::now, number, "now", "the assumption as it is");
    f.number("low", &S::low, number, "low", "the low end of where it may lie");
    f.number("high", &S::high, number, "high", "the high end of where it may lie");
    f.number("usd_per_million_low", &S::at_low, usd_per_million, "$ at low", "per million, all else as it is",
             less);
    f.number("usd_per_million_high", &S::at_high, usd_per_million, "$ at high",
             "per million, all else as it is", less);
    f.choice("status", &S::status, "status", "how sure the ends are");
    f.text("source", &S::source, "source", "of the ends");
}

} // namespace roofrack
