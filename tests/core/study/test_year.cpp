// SPDX-License-Identifier: GPL-3.0-or-later
// A year of weather on drawn sites: what each hour is, what the year comes to, how published sites compare.
#include "core/answers/report/weather/year_json.h"
#include "core/base/catalog/catalog.h"
#include "core/base/constants/embedded.h"
#include "core/drawing/project/project_file.h"
#include "core/facility/economics/economics.h"
#include "core/facility/plant.h"
#include "core/step/engine/evaluate.h"
#include "core/study/year/run_totals.h"
#include "core/study/year/year.h"

#include <QElapsedTimer>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace roofrack;

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

Scenario drawn(std::string_view name, const std::function<void(Scenario&)>& change = {}) {
    for (const EmbeddedFile& file : embedded_files())
        if (file.path == "samples/" + std::string(name) + ".roofrack.json") {
            auto loaded = parse_project(file.contents, catalog());
            if (!loaded) qFatal("%s", loaded.error().text().c_str());
            Scenario out = std::move(loaded->project.scenarios.front());
            if (change) change(out);
            return out;
        }
    qFatal("no such sample");
}

Prepared made(const Scenario& scenario) {
    auto prepared = Prepared::make(scenario, catalog());
    if (!prepared) qFatal("%s", prepared.error().text().c_str());
    return std::move(*prepared);
}

Year year_on(const Scenario& scenario, const Climate& climate) {
    auto year = year_of(made(scenario), catalog(), climate);
    if (!year) qFatal("%s", year.error().text().c_str());
    return std::move(*year);
}

Year year_at(std::string_view sample, std::string_view plant, const char* climate) {
    return year_on(drawn(sample, [plant](Scenario& scenario) { scenario.site.plant = plant; }),
                   *built_in_climate(climate));
}

Evaluation evaluated(const Scenario& scenario) {
    EvaluateOptions options;
    options.findings = false;
    return evaluate(made(scenario), options);
}

bool near(double a, double b, double share) { return std::abs(a - b) <= share * std::abs(b); }

constexpr const char* air_cooled = "dgx-h100-su";
constexpr const char* liquid_cooled = "gb200-nvl72-x8";

} // namespace

class TestYear : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hours_are_evaluations_data();
    void hours_are_evaluations();
    void sums_are_those_of_the_hours();
    void large_sites_are_those_of_lbnl();
    void midsize_sites_are_those_of_lbnl();
    void water_is_that_of_lbnl();
    void heat_holds_the_clocks();
    void supply_holds_the_clocks_in_hot_hours();
    void tariffs_and_carbon_are_of_the_hour();
    void a_large_year_is_quick();
    void llama3_is_within_the_published_range();
};

void TestYear::hours_are_evaluations_data() {
    QTest::addColumn<QByteArray>("plant");
    QTest::addColumn<QByteArray>("sample");
    for (const PlantKind kind : plant_kinds())
        for (const char* sample : {air_cooled, liquid_cooled})
            QTest::addRow("%s, %s", std::string(name_of(kind)).c_str(), sample)
                << QByteArray::fromStdString(std::string(name_of(kind))) << QByteArray(sample);
}

/// Each hour is what evaluate() says of a site whose design weather it is: what a plant follows of the
/// weather is asked, and nothing else matters.
void TestYear::hours_are_evaluations() {
    QFETCH(QByteArray, plant);
    QFETCH(QByteArray, sample);
    Scenario scenario = drawn(sample.toStdString());
    scenario.site.plant = plant.toStdString();
    const Climate& climate = *built_in_climate("hot-dry");
    const Year year = year_on(scenario, climate);
    for (size_t hour = 7; hour < climate.hours.size(); hour += 1709) {
        scenario.site.dry_bulb = climate.hours[hour].dry_bulb;
        scenario.site.wet_bulb = climate.hours[hour].wet_bulb;
        const Evaluation there = evaluated(scenario);
        const YearHour& here = year.hours[hour];
        QCOMPARE(here.stops, !there.feasible);
        if (here.stops) {
            QCOMPARE(here.rate, 0.0);
            QVERIFY(here.facility < there.power.facility);
            continue;
        }
        const double pue = there.power.run_facility / there.power.run_it;
        QVERIFY2(near(here.pue, pue, 1e-3), qPrintable(QString::number(pue - here.pue)));
        QVERIFY(near(here.facility.si(), there.power.run_facility.si(), 1e-3));
        QVERIFY(near(here.it.si(), there.power.run_it.si(), 1e-3));
        // The year rounds to 0.1 K, and pads take 0.12 L/kWh more for a kelvin.
        const double rounding = plant == "airside-economiser" ? 7e-3 : 3e-3;
        QVERIFY(std::abs(here.wue - there.power.wue) < rounding);
    }
}

void TestYear::sums_are_those_of_the_hours() {
    const Year year = year_at(air_cooled, "waterside-economiser", "cold-temperate");
    double energy = 0, it = 0, water = 0, cost = 0, months = 0, free = 0;
    for (const YearHour& hour : year.hours) {
        energy += hour.facility.si() * 3600;
        it += hour.it.si() * 3600;
        water += hour.wue * hour.it.si() / 1e3;
        cost += hour.facility.si() / 1e3 * hour.price;
        free += hour.chiller <= 0 ? 1 : 0;
    }
    for (const YearSum& month : year.months) months += month.energy.si();
    QVERIFY(near(year.total.energy.si(), energy, 1e-9) && near(months, energy, 1e-9));
    QVERIFY(near(year.total.pue(), energy / it, 1e-9));
    QVERIFY(near(year.total.water, water, 1e-9));
    QVERIFY(near(year.total.cost.si(), cost, 1e-9));
    QCOMPARE(year.total.free_hours, free);
    QCOMPARE(year.total.hours, 8760.0);
    QVERIFY(year.least_pue <= year.total.pue() && year.total.pue() <= year.most_pue);
    QCOMPARE(year.total.rate, 1.0);
    QCOMPARE(year.total.throttled_hours, 0.0);
}

void TestYear::large_sites_are_those_of_lbnl() {
    // An economiser of a hyperscale site: LBNL 2024 1.118 (air) and 1.133 (liquid), 1.199 and 1.093 dry with
    // sprays.
    for (const char* climate : {"cold-temperate", "hot-dry", "hot-humid"}) {
        const double air = year_at(air_cooled, "waterside-economiser", climate).total.pue();
        const double warm = year_at(liquid_cooled, "dry-cooler", climate).total.pue();
        const double tower = year_at(liquid_cooled, "waterside-economiser", climate).total.pue();
        // At the supply that ASHRAE recommends at most.
        const Year outside = year_on(drawn(air_cooled,
                                           [](Scenario& scenario) {
                                               scenario.site.plant = "airside-economiser";
                                               for (Element& each : scenario.cluster.elements)
                                                   if (each.kind == ElementKind::cooling)
                                                       each.supply = Celsius(27);
                                           }),
                                     *built_in_climate(climate));
        qInfo("%s: air, economiser %.3f, outside air %.3f and %.2f L/kWh; liquid, dry cooler %.3f, "
              "economiser %.3f",
              climate, air, outside.total.pue(), outside.total.wue(), warm, tower);
        // LBNL 2024, air-side with sprays: 1.143 and 0.42 L/kWh; every hyperscale site 1.28 at most.
        QVERIFY(outside.total.pue() > 1.05 && outside.total.pue() <= 1.2);
        QVERIFY(outside.total.pue() < air + 0.01 && outside.total.wue() < 0.5);
        // Where the wet bulb never falls under 23 °C, chillers run all the year.
        QVERIFY(air > 1.05 && air <= (std::string_view(climate) == "hot-humid" ? 1.23 : 1.2));
        QVERIFY(tower > 1.03 && tower <= 1.12);
        QVERIFY(warm > 1.03 && warm <= (std::string_view(climate) == "cold-temperate" ? 1.12 : 1.22));
    }
}

void TestYear::midsize_sites_are_those_of_lbnl() {
    // LBNL 2024, medians: air-cooled chiller 1.828, water-cooled 1.521, economiser 1.375; the spaces' p10 to
    // p90 1.55 to 1.88.
    struct Published {
        const char* plant;
        double low, high;
    };
    for (const char* climate : {"cold-temperate", "hot-dry", "hot-humid"})
        for (const Published& each : {Published{"midsize-air-cooled-chiller", 1.7, 1.9},
                                      Published{"midsize-water-cooled-chiller", 1.5, 1.7},
                                      Published{"midsize-waterside-economiser", 1.37, 1.7}}) {
            const double pue = year_at(air_cooled, each.plant, climate).total.pue();
            qInfo("%s, %s: %.3f", each.plant, climate, pue);
            QVERIFY2(pue >= each.low && pue <= each.high,
                     qPrintable(QStringLiteral("%1 %2 %3").arg(each.plant, climate).arg(pue)));
        }
}

void TestYear::water_is_that_of_lbnl() {
    // Liquid-cooled IT on towers 1.96 L/kWh; air-cooled 2.18 (large), 2.49 and 2.89 (midsize); nothing dry.
    for (const char* climate : {"cold-temperate", "hot-dry", "hot-humid"}) {
        const double liquid = year_at(liquid_cooled, "waterside-economiser", climate).total.wue();
        const double midsize = year_at(air_cooled, "midsize-water-cooled-chiller", climate).total.wue();
        qInfo("%s: liquid %.2f, midsize air %.2f L/kWh", climate, liquid, midsize);
        QVERIFY(liquid >= 1.8 && liquid <= 2.1);
        QVERIFY(midsize >= 2.1 && midsize <= 3.0);
        QCOMPARE(year_at(liquid_cooled, "dry-cooler", climate).total.water, 0.0);
    }
}

void TestYear::heat_holds_the_clocks() {
    // Coolant that floats with the desert's air: chips throttle in hot hours, and only there.
    const Year year = year_at(liquid_cooled, "dry-cooler-only", "hot-dry");
    QVERIFY(year.total.throttled_hours > 0 && year.total.throttled_hours < year.total.hours);
    double coolest_throttled = 100, hottest_free = -100;
    for (const YearHour& hour : year.hours) {
        (hour.throttled() ? coolest_throttled : hottest_free) =
            hour.throttled() ? std::min(coolest_throttled, hour.dry_bulb.degrees())
                             : std::max(hottest_free, hour.dry_bulb.degrees());
        QVERIFY(hour.throttled() || hour.rate > 0.999);
    }
    QVERIFY(coolest_throttled > hottest_free - 0.2);
    QVERIFY(year.total.rate < 1);
    // The cause is the residual air, which floats with it too, in few hours of the winter.
    QVERIFY(year.months[0].throttled_hours < 0.3 * year.months[6].throttled_hours);
}

void TestYear::supply_holds_the_clocks_in_hot_hours() {
    // A supply between what the site draws in winter and in summer.
    const Year free = year_at(air_cooled, "air-cooled-chiller", "hot-dry");
    Scenario scenario = drawn(air_cooled);
    scenario.site.plant = "air-cooled-chiller";
    const double it = free.total.it.si() / 3600 / free.total.hours;
    scenario.site.power_limit = Watts(it * (free.least_pue + free.most_pue) / 2);
    const Year held = year_on(scenario, *built_in_climate("hot-dry"));
    QVERIFY(held.total.throttled_hours > 0 && held.total.throttled_hours < 8760);
    for (const YearHour& hour : held.hours) {
        QVERIFY(hour.facility <= *scenario.site.power_limit * 1.0001);
        QVERIFY(!hour.throttled() || hour.throttle_cause == ThrottleCause::site);
    }
    QVERIFY(held.total.peak < free.total.peak);
    QVERIFY(held.total.rate < 1 && held.total.rate > 0.9);
}

void TestYear::tariffs_and_carbon_are_of_the_hour() {
    Site site;
    site.electricity_price = 0.1;
    site.grid.tariff = {{22, 6, 0.05, {}}, {17, 20, 0.3, {}}};
    QCOMPARE(energy_price(site, 0), 0.05);
    QCOMPARE(energy_price(site, 5.9), 0.05);
    QCOMPARE(energy_price(site, 6), 0.1);
    QCOMPARE(energy_price(site, 17), 0.3);
    QCOMPARE(energy_price(site, 20), 0.1);
    QCOMPARE(energy_price(site, 22), 0.05);

    // A day has 8 h at 0.05, 3 h at 0.3 and 13 h at 0.1 $/kWh: 2.6/24. 30 days at 100 kW: 72,000 kWh, 7,800
    // $.
    QVERIFY(near(mean_electricity_price(site), 2.6 / 24, 1e-12));
    Evaluation steady;
    steady.gpus = 10;
    steady.power.run_facility = Watts(100e3);
    const auto totals = run_totals(steady, site, catalog().defaults(), 10 * 720.0);
    QVERIFY(totals && near(totals->energy.si(), 72e3 * 3.6e6, 1e-12));
    QVERIFY(near(totals->energy_cost.si(), 7800, 1e-12));

    Climate climate{"flat", "flat", "", {}};
    for (size_t hour = 0; hour < 8760; ++hour)
        climate.hours.push_back({Celsius(10), Celsius(8), hour % 24 < 12 ? 0.2 : 0.6});
    Scenario scenario = drawn(air_cooled);
    scenario.site.grid = site.grid;
    scenario.site.electricity_price = 0.1;
    const Year year = year_on(scenario, climate);
    const double kwh = year.total.energy.si() / 3.6e6;
    QVERIFY(near(year.total.cost.si(), kwh * (8 * 0.05 + 3 * 0.3 + 13 * 0.1) / 24, 1e-9));
    QVERIFY(near(year.total.carbon, kwh * 0.4, 1e-9));
    QVERIFY(year.own_carbon);
    scenario.site.grid.tariff.clear();
    for (WeatherHour& hour : climate.hours) hour.carbon.reset();
    const Year plain = year_on(scenario, climate);
    QVERIFY(near(plain.total.cost.si(), kwh * 0.1, 1e-9));
    QVERIFY(near(plain.total.carbon, kwh * scenario.site.carbon_intensity, 1e-9));
}

void TestYear::a_large_year_is_quick() {
    const Prepared prepared = made(drawn("llama3-405b-16k"));
    built_in_climate("hot-dry"); // made once
    QElapsedTimer timer;
    timer.start();
    const auto year = year_of(prepared, catalog(), *built_in_climate("hot-dry"));
    QVERIFY(year);
    qInfo("8,760 hours of 16,384 GPUs: %lld ms", static_cast<long long>(timer.elapsed()));
    QVERIFY(timer.elapsed() < 5000); // a second on a machine that does nothing else
}

void TestYear::llama3_is_within_the_published_range() {
    // 54 days on 16,384 GPUs, 21.2 of the run's 30.84 M GPU-hours. The printed server of 1.275 kW a GPU at a
    // load of 0.7 to 0.8 and a PUE of 1.08 to 1.1 draws 20.5 to 24 GWh in them.
    const Scenario scenario = drawn("llama3-405b-16k");
    const Evaluation evaluation = evaluated(scenario);
    const Year year = year_on(scenario, *built_in_climate("cold-temperate"));
    const double hours = 16384 * 54 * 24.0;
    for (const Year* weather : {static_cast<const Year*>(nullptr), &year}) {
        const auto totals = run_totals(evaluation, scenario.site, catalog().defaults(), hours, weather);
        QVERIFY(totals);
        QVERIFY(near(totals->wall.si(), 54 * 86400.0, 1e-9));
        const double gwh = totals->energy.si() / 3.6e12;
        const double storage = totals->storage.si() / 3.6e12;
        qInfo("%.2f GWh, of it %.2f storage and %.2f network; PUE %.3f; %.0f t CO2e", gwh, storage,
              totals->network.si() / 3.6e12, totals->pue, totals->carbon / 1e3);
        // Its 240 PB serve all of two such clusters, by a planning figure of 10 kW/PB: beside the range.
        QVERIFY2(gwh - storage >= 20.5 && gwh - storage <= 24, qPrintable(QString::number(gwh - storage)));
        QVERIFY(near((totals->servers + totals->network + totals->storage).si(), totals->energy.si(), 1e-12));
        QVERIFY(near(totals->carbon, gwh * 1e6 * scenario.site.carbon_intensity, 1e-6));
        QVERIFY(near(totals->source_water, 4.52 * gwh * 1e6, 1e-6));
    }
    const auto budget = run_totals(evaluation, scenario.site, catalog().defaults());
    QVERIFY(budget && near(budget->wall.si(), evaluation.time_to_budget.si(), 1e-12));
    QVERIFY(near(budget->cost.si(), evaluation.cost_per_hour.si() * budget->wall.si() / 3600, 1e-9));
    Evaluation without = evaluation;
    without.time_to_budget = Seconds(0);
    QVERIFY(!run_totals(without, scenario.site, catalog().defaults()));
}

QTEST_APPLESS_MAIN(TestYear)
#include "test_year.moc"
