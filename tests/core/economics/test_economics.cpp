// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/economics/economics.h"

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
    terms.power_kw = 1.3;
    terms.load = 0.8;
    terms.pue = 1.3;
    return terms;
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
    void runs();
    void cluster();
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

void TestEconomics::runs() {
    // A token costs what the GPUs cost while it is made: 1000 GPUs at 2 $/h, 1 M tokens/s, all useful:
    // 2000/3.6e9.
    QVERIFY(near(dollars_per_token(2, 1000, 1e6), 2000 / 3.6e9, 1e-15));
    QVERIFY(near(dollars_per_token(2, 1000, 1e6, 0.8), 2500 / 3.6e9, 1e-15));
    // Llama 3.1 405B: 30.84 M H100 hours (model card) at 2.02 $/h: 62 M$.
    QVERIFY(near(cost_of_run(30.84e6, 2.02).si(), 62.3e6, 0.1e6));
    QVERIFY(near(cost_of_run(100, 2, 0.5).si(), 400, 1e-9));
}

void TestEconomics::cluster() {
    PowerState power;
    RackState rack;
    rack.count = 4;
    rack.peak = Watts(41.6e3); // 32 GPUs at 1.3 kW
    rack.power = 0.8 * rack.peak;
    power.racks.push_back(rack);
    power.it = 4 * rack.power;
    power.pue = 1.3;
    power.facility = power.it * 1.3;

    Site site;
    const OwnershipCost parts = cost_parts_per_hour(128, site, power);
    QVERIFY(near(parts.total() / 128, 2.02, 0.005)); // the worked example again, now from a drawing
    QVERIFY(near(parts.power, power.facility.si() / 1e3 * site.electricity_price, 1e-9));
    QVERIFY(near(cost_per_hour(128, site, power).si(), parts.total(), 1e-12));
    QVERIFY(near(carbon_per_hour(site, power), power.facility.si() / 1e3 * 0.34, 1e-9));
    site.gpu_hour_price = 3.99;
    QVERIFY(near(cost_per_hour(128, site, power).si(), 510.72, 1e-9));
    QCOMPARE(cost_per_hour(0, Site{}, PowerState{}).si(), 0.0);
}

QTEST_APPLESS_MAIN(TestEconomics)
#include "test_economics.moc"
