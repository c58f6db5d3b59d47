// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/facility/economics/capital.h"
#include "core/facility/economics/economics.h"

#include <QTest>

using namespace roofrack;

namespace {
bool near(double value, double expected, double within) {
    if (std::abs(value - expected) <= within) return true;
    qWarning("%g is not %g ± %g", value, expected, within);
    return false;
}

/// An H100 slot of 2024 at 1.3 kW, load 0.8, PUE 1.3.
OwnershipTerms h100_slot() {
    OwnershipTerms terms(Defaults::built_in());
    terms.capital = 45000;
    terms.power_kw = 1.3;
    terms.load = 0.8;
    terms.pue = 1.3;
    return terms;
}

/// 128 GPUs of 1.3 kW in four racks, at 80 % of it and PUE 1.3.
PowerState four_racks() {
    PowerState power;
    RackState rack;
    rack.count = 4;
    rack.peak = Watts(41.6e3);
    rack.power = 0.8 * rack.peak;
    power.racks.push_back(rack);
    power.it = 4 * rack.power;
    power.pue = 1.3;
    power.facility = power.it * 1.3;
    power.run_it = power.it; // it never stands still
    power.run_facility = power.facility;
    return power;
}

/// All-in, as the site says.
Capital slots(double each) {
    Capital out;
    out.gpus = 128;
    out.given_per_gpu = each;
    return out;
}
} // namespace

class TestEconomics : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void factors();
    void owned_h100_slot();
    void break_even_data();
    void break_even();
    void petaflop_day_data();
    void petaflop_day();
    void cluster();
    void terms_of_the_site();
    void own_building_instead_of_space();
    void tariff_of_the_day();
    void demand_charge();
    void rents();
    void rents_of_several_kinds();
};

void TestEconomics::factors() {
    // 8 %, 4 years: r(1+r)^4/((1+r)^4 − 1) = 0.108839/0.360489.
    QVERIFY(near(capital_recovery(0.08, 4), 0.301921, 1e-6));
    QVERIFY(near(sinking_fund(0.08, 4), 0.221921, 1e-6));
    QCOMPARE(capital_recovery(0, 4), 0.25);
    QVERIFY(near(capital_recovery(1e-9, 4), 0.25, 1e-8)); // no step at no interest
    QVERIFY(std::isinf(capital_recovery(0.08, 0)));
    // 11 k$/kW at 8 % over 20 years: 11000·0.101852/12 = 93.4 $/kW and month, half of the colocation price.
    QVERIFY(near(own_building(11000, 0.08), 93.4, 0.1));
}

// 45 k$ all-in, 8 %, 4 y, 20 % residual, 1.3 kW, load 0.8, PUE 1.3, 8.62 c/kWh, CBRE 184.06 $/kW-month, 5 % a
// year: 2.02 $/h = capital 1.32 + colocation 0.33 + power 0.12 + operation 0.26; the market's reserved H100
// cost 1.89–2.20.
void TestEconomics::owned_h100_slot() {
    const OwnershipCost cost = cost_of_ownership(h100_slot());
    QVERIFY(near(cost.capital, 1.32, 0.005));
    QVERIFY(near(cost.space, 0.33, 0.005));
    QVERIFY(near(cost.power, 0.12, 0.005));
    QVERIFY(near(cost.operation, 0.26, 0.005));
    QVERIFY(near(cost.total(), 2.02, 0.005));
    QVERIFY(cost.total() > 1.89 && cost.total() < 2.20);
    QVERIFY(near(cost.power / cost.total(), 0.06, 0.005)); // "power is 6 %"
}

void TestEconomics::break_even_data() {
    QTest::addColumn<double>("rent");
    QTest::addColumn<double>("utilisation");
    QTest::newRow("AWS us-east-1 on demand, 2026-09-10") << 6.88 << 0.29;
    QTest::newRow("Lambda, skypilot-catalog v8") << 3.99 << 0.51;
    QTest::newRow("Nebius, skypilot-catalog v8") << 2.95 << 0.69;
}

void TestEconomics::break_even() {
    QFETCH(double, rent);
    QFETCH(double, utilisation);
    QVERIFY(near(break_even_utilisation(cost_of_ownership(h100_slot()).total(), rent), utilisation, 0.006));
    QVERIFY(std::isinf(break_even_utilisation(2, 0)));
}

// H100, 989 dense BF16 TFLOP/s, MFU 0.40.
void TestEconomics::petaflop_day_data() {
    QTest::addColumn<double>("price");
    QTest::addColumn<double>("dollars");
    QTest::newRow("own, 80 % used: 2.02/0.8") << 2.53 << 153.0;
    QTest::newRow("reserved") << 2.05 << 124.0;
    QTest::newRow("Lambda") << 3.99 << 242.0;
    QTest::newRow("AWS") << 6.88 << 417.0;
}

void TestEconomics::petaflop_day() {
    QFETCH(double, price);
    QFETCH(double, dollars);
    QVERIFY(near(dollars_per_petaflop_day(price, FlopRate(989e12), 0.40), dollars, 0.6));
}

void TestEconomics::cluster() {
    const PowerState power = four_racks();
    Site site;
    const OwnershipCost parts = cost_parts_per_hour(128, site, power, slots(45000));
    // The worked example again, now from a drawing: 2.02 = 1.32 + 0.33 + 0.12 + 0.26, each within 2 %.
    QVERIFY(near(parts.total() / 128, 2.02, 0.02 * 2.02));
    QVERIFY(near(parts.capital / 128, 1.32, 0.02 * 1.32));
    QVERIFY(near(parts.space / 128, 0.33, 0.02 * 0.33));
    QVERIFY(near(parts.power / 128, 0.12, 0.03 * 0.12)); // printed with two digits
    QVERIFY(near(parts.operation / 128, 0.26, 0.02 * 0.26));
    QVERIFY(near(parts.power, power.facility.si() / 1e3 * site.electricity_price, 1e-9));
    QVERIFY(near(carbon_per_hour(site, power), power.facility.si() / 1e3 * 0.34, 1e-9));
    // Half the GPUs of the same drawing are half the capital.
    QCOMPARE(cost_parts_per_hour(64, site, power, slots(45000)).capital, parts.capital / 2);
    site.gpu_hour_price = 3.99;
    const OwnershipCost rented = cost_parts_per_hour(128, site, power, slots(45000));
    QVERIFY(near(rented.rent, 510.72, 1e-9));
    QVERIFY(near(rented.total(), 510.72, 1e-9));
    QCOMPARE(cost_parts_per_hour(0, Site{}, PowerState{}, slots(45000)).total(), 0.0);
}

// What the site says stands instead of the constants.
void TestEconomics::terms_of_the_site() {
    const PowerState power = four_racks();
    const Capital capital = slots(45000);
    const OwnershipCost as_is = cost_parts_per_hour(128, Site{}, power, capital);
    const auto with = [&](auto set) {
        Site site;
        set(site);
        return cost_parts_per_hour(128, site, power, capital);
    };
    QVERIFY(near(with([](Site& s) { s.money.space_price = 368.12; }).space, 2 * as_is.space, 1e-9));
    QVERIFY(near(with([](Site& s) { s.money.operation = 0.1; }).operation, 2 * as_is.operation, 1e-9));
    QVERIFY(near(with([](Site& s) { s.money.software = 876; }).software, 12.8, 1e-9)); // 0.1 $ a GPU and hour
    // Without interest and resale: 45 k$ in four years.
    const OwnershipCost flat = with([](Site& s) {
        s.money.interest = 0;
        s.money.residual = 0;
    });
    QVERIFY(near(flat.capital, 128 * 45000.0 / (4 * 8760), 1e-9));
    PowerState wet = power;
    wet.wue = 2; // L/kWh of IT: 133.12 kW × 2 L = 0.26624 m³ an hour
    Site thirsty;
    thirsty.money.water_price = 10;
    QVERIFY(near(cost_parts_per_hour(128, thirsty, wet, capital).water, 2.6624, 1e-9));
}

// The hall instead of rented space: 166.4 kW of critical power at 11.7 $/W, 8 %, 20 years.
void TestEconomics::own_building_instead_of_space() {
    Site site;
    site.money.deployment = Deployment::own_hall;
    const OwnershipCost cost = cost_parts_per_hour(128, site, four_racks(), slots(45000));
    QVERIFY(near(cost.space, 166.4e3 * 11.7 * capital_recovery(0.08, 20) / 8760, 1e-6));
    site.money.building_price = 20;
    QVERIFY(
        near(cost_parts_per_hour(128, site, four_racks(), slots(45000)).space, cost.space * 20 / 11.7, 1e-6));
    site.money.building_price.reset();
    site.money.deployment = Deployment::hyperscale_build;
    QVERIFY(near(cost_parts_per_hour(128, site, four_racks(), slots(45000)).space, cost.space * 10.7 / 11.7,
                 1e-6));
}

void TestEconomics::tariff_of_the_day() {
    Site site;
    site.electricity_price = 0.10;
    QCOMPARE(mean_electricity_price(site), 0.10);
    site.grid.tariff = {{22, 6, 0.04, {}}, {17, 20, 0.30, {}}}; // eight hours past midnight, three dear ones
    QVERIFY(near(mean_electricity_price(site), (8 * 0.04 + 3 * 0.30 + 13 * 0.10) / 24, 1e-12));
    site.grid.tariff.push_back({0, 24, 1, {}}); // the first of several counts
    QVERIFY(near(mean_electricity_price(site), (8 * 0.04 + 3 * 0.30 + 13 * 1.0) / 24, 1e-12));
    site.grid.tariff = {{5, 5, 9, {}}}; // no hour
    QCOMPARE(mean_electricity_price(site), 0.10);
}

void TestEconomics::demand_charge() {
    Site site;
    site.grid.demand_charge = 15;
    PowerState power = four_racks();
    power.metered = power.facility * 1.2; // what the meter sees over its window
    const OwnershipCost cost = cost_parts_per_hour(128, site, power, slots(45000));
    QVERIFY(near(cost.demand, 1.2 * power.facility.si() / 1e3 * 15 * 12 / 8760, 1e-9));
}

// A cloud asks what the market does; without an offer there is no figure.
void TestEconomics::rents() {
    Site site;
    site.money.deployment = Deployment::on_demand_cloud;
    Capital capital = slots(45000);
    QVERIFY(std::isnan(cost_parts_per_hour(128, site, four_racks(), capital).total()));
    const auto offer = [](double price) {
        PriceRow row;
        row.band = PriceBand::exactly(price);
        return row;
    };
    capital.on_demand = {offer(6), offer(2), offer(3)};
    QVERIFY(near(cost_parts_per_hour(128, site, four_racks(), capital).rent, 128 * 3.0, 1e-9));
    capital.on_demand.push_back(offer(4));
    const auto market = market_rent(capital.on_demand);
    QCOMPARE(market->low, 2.0);
    QCOMPARE(market->likely, 3.5);
    QCOMPARE(market->high, 6.0);
    site.money.deployment = Deployment::reserved_cloud;
    QVERIFY(std::isnan(cost_parts_per_hour(128, site, four_racks(), capital).total()));
    QVERIFY(!market_rent({}));
}

// Several kinds are rented together: of each cloud that has all of them the mean by GPUs.
void TestEconomics::rents_of_several_kinds() {
    const auto offer = [](const char* name, double price, const char* of, Status status) {
        PriceRow row;
        row.name = name;
        row.band = PriceBand::exactly(price);
        row.accelerators = {of};
        row.status = status;
        return row;
    };
    const std::vector<PriceRow> rows{offer("A", 2, "old", Status::confirmed),
                                     offer("B", 9, "old", Status::confirmed),
                                     offer("A", 5, "new", Status::judgement)};
    const RentedKinds kinds{{"old", {"Old 80 GB", 512}}, {"new", {"New 180 GB", 256}}};
    const auto both = rent_offers(rows, kinds);
    QCOMPARE(both.size(), size_t(1));
    QCOMPARE(both.front().name, std::string("A, mixed"));
    QVERIFY(near(both.front().band.likely, 3, 1e-12));
    QVERIFY(both.front().status == Status::judgement);
    // No cloud has both: the markets of each.
    const auto apart = rent_offers({rows[1], rows[2]}, kinds);
    QCOMPARE(apart.size(), size_t(1));
    QVERIFY(near(apart.front().band.likely, (512 * 9.0 + 256 * 5.0) / 768, 1e-12));
    // One kind has no offer: those of the other say of which it is.
    const auto alone = rent_offers({rows[0], rows[1]}, kinds);
    QCOMPARE(alone.size(), size_t(2));
    QCOMPARE(alone.front().name, std::string("A, Old 80 GB alone"));
    QCOMPARE(alone.front().band.likely, 2.0);
    const auto one = rent_offers(rows, {{"old", {"Old 80 GB", 512}}});
    QVERIFY(one.size() == 2 && one.front().name == "A");
    QVERIFY(rent_offers(rows, {}).empty());
}

QTEST_APPLESS_MAIN(TestEconomics)
#include "test_economics.moc"
