// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/order_weeks.h"
#include "core/answers/decide/map_request.h"
#include "core/answers/decide/map_text.h"
#include "core/answers/figure_index.h"
#include "core/answers/report/decide/map_json.h"
#include "core/answers/step_answers.h"
#include "core/drawing/project/address/input_field.h"
#include "core/drawing/project/address/set_value.h"
#include "core/study/standstill.h"
#include "tests/support/cli.h"
#include "tests/support/sample.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <random>

using namespace roofrack;

namespace {

std::unique_ptr<const Answers> answers_to(const Scenario& scenario) {
    Snapshot out;
    out.scenario = std::make_shared<const Scenario>(scenario);
    return std::make_unique<const Answers>(std::move(out), Catalog::built_in());
}

TriedValues tried(const char* text, const Scenario& scenario) {
    auto out = parse_tried(text, scenario, Catalog::built_in());
    return out ? std::move(*out) : TriedValues{};
}

/// A faster cluster that costs more.
Scenario dearer(Scenario scenario) {
    scenario.name = "dearer";
    scenario.plan.precision = Precision::fp8;
    scenario.site.capex_per_gpu = 120e3;
    return scenario;
}

class Maps {
public:
    explicit Maps(const std::vector<Scenario>& scenarios, const char* figure = "money.run.usd_per_million") {
        for (const Scenario& each : scenarios) {
            m_answers.push_back(answers_to(each));
            m_probes.push_back(FigureProbe::make(*m_answers.back(), {figure}).value());
        }
    }
    Result<InputMap> of(const TriedValues& x, const std::optional<TriedValues>& y = {}) const {
        std::vector<const FigureProbe*> probes;
        for (const FigureProbe& each : m_probes) probes.push_back(&each);
        return input_map(probes, x, y);
    }

private:
    std::vector<std::unique_ptr<const Answers>> m_answers;
    std::vector<FigureProbe> m_probes;
};

} // namespace

class TestInputMap : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Random cells are what `ask` finds of the changed project, for inputs of drawing, plan, work and site.
    void cells_are_those_of_changed_projects() {
        const std::vector<Scenario> scenarios{test::sample("dgx-h100-su"),
                                              dearer(test::sample("dgx-h100-su"))};
        const Maps maps(scenarios);
        const std::pair<const char*, const char*> axes[] = {
            {"/site/electricity_price=0.03..0.3:7", "/workload/global_batch=256,512,1024"},
            {"/plan/tp=1,2,3,4,8", "/site/wet_bulb=5..30:5"},
            {"/cluster/elements/row-a/count=2,4,6", "/site/money/interest=0.02..0.2:4"},
            {"/site/failures_per_1000_node_days=1..20:5", "/site/money/deployment=colocation,own-hall"}};
        std::mt19937 random(3);
        for (const auto& [x, y] : axes) {
            const auto map = maps.of(tried(x, scenarios[0]), tried(y, scenarios[0]));
            QVERIFY2(map, x);
            for (int round = 0; round < 8; ++round) {
                const size_t column = random() % map->x.values.size(), row = random() % map->y.values.size();
                for (size_t i = 0; i < scenarios.size(); ++i) {
                    const auto value = [&](const MapAxis& axis, size_t at) {
                        const auto field = InputField::find(scenarios[i], axis.input, Catalog::built_in());
                        return field->is_number() ? fmt::format("{}", axis.values[at]) : axis.texts[at];
                    };
                    auto changed =
                        set_value(scenarios[i], map->x.input, value(map->x, column), Catalog::built_in());
                    QVERIFY(changed);
                    changed = set_value(*changed, map->y.input, value(map->y, row), Catalog::built_in());
                    QVERIFY(changed);
                    const auto alone = answers_to(*changed);
                    const MapCell& cell = map->cells[i][map->at(column, row)];
                    if (!alone->value<Standstill>()->runs()) {
                        QVERIFY(!cell.absent.empty() && std::isnan(cell.number));
                        continue;
                    }
                    const auto reading = ask_figure(*alone, map->figure.name);
                    QVERIFY(reading);
                    QVERIFY2(std::abs(cell.number / reading->number - 1) < 1e-12, x);
                }
            }
        }
    }

    /// The winner is the least of those that have the figure, and each border lies between two winners and is
    /// named by what turns it.
    void winners_and_borders() {
        const Scenario scenario = test::sample("dgx-h100-su");
        const Maps maps({scenario, dearer(scenario)});
        const auto map = maps.of(tried("/site/electricity_price=0.02..3:12", scenario),
                                 tried("/site/book_life_years=2..8:4", scenario));
        QVERIFY(map);
        std::array<double, 2> won{};
        for (size_t cell = 0; cell < map->winners.size(); ++cell) {
            QVERIFY(map->winners[cell]);
            const size_t winner = *map->winners[cell];
            QVERIFY(map->cells[winner][cell].number <= map->cells[1 - winner][cell].number);
            won[winner] += 1.0 / static_cast<double>(map->winners.size());
        }
        for (size_t i = 0; i < 2; ++i) QVERIFY(std::abs(won[i] - map->shares[i]) < 1e-12);
        QVERIFY(won[0] > 0 && won[1] > 0 && !map->borders.empty());
        for (const MapBorder& border : map->borders) {
            const size_t here = map->at(border.x, border.y), there = border.is_upwards
                                                                         ? map->at(border.x, border.y + 1)
                                                                         : map->at(border.x + 1, border.y);
            QCOMPARE(*map->winners[here], border.from);
            QCOMPARE(*map->winners[there], border.to);
            QVERIFY(border.from != border.to);
            const bool is_across = !border.is_upwards;
            if (is_across) QVERIFY2(border.turns.ends_with("electricity"), border.turns.c_str());
            if (!is_across) QVERIFY2(border.turns.ends_with("capital"), border.turns.c_str());
        }
    }

    /// All borders between two winners that one thing decides are one run, whichever of them is left or
    /// below; its middle is the border nearest to the mean of all.
    void borders_are_gathered() {
        InputMap map;
        map.borders = {{0, 0, true, 0, 1, "HBM"},   {1, 0, true, 1, 0, "HBM"}, {2, 0, true, 0, 1, "HBM"},
                       {4, 2, false, 0, 1, "rent"}, {0, 3, true, 2, 1, "HBM"}, {5, 2, false, 0, 1, ""}};
        const std::vector<BorderRun> runs = border_runs(map);
        QCOMPARE(runs.size(), size_t(3));
        QCOMPARE(runs[0].cells, size_t(3));
        QCOMPARE(runs[0].middle, size_t(1));
        QVERIFY(runs[0].first == 0 && runs[0].second == 1);
        QCOMPARE(runs[0].text(), std::string("decided by HBM"));
        QCOMPARE(runs[1].turns, std::string("rent"));
        QVERIFY(runs[2].first == 1 && runs[2].second == 2 && runs[2].cells == 1);
        for (MapBorder& each : map.borders) each.turns = "DGX H100: the input itself";
        QVERIFY(border_runs(map).empty()); // which says nothing
    }

    /// What all scenarios have is found on both axes, between two values as at one of them; not where it lies
    /// beyond the axis, or where they have different values.
    void the_place_as_drawn() {
        Scenario scenario = test::sample("dgx-h100-su");
        scenario.workload.global_batch = 512;
        scenario.site.electricity_price = 0.08;
        const TriedValues batches = tried("/workload/global_batch=256,512,1024", scenario);
        const Maps maps({scenario, dearer(scenario)});
        const auto map = maps.of(tried("/site/electricity_price=0.05,0.07,0.11", scenario), batches);
        QVERIFY(map && map->x.as_drawn && map->y.as_drawn);
        QVERIFY(std::abs(map->x.as_drawn->place - 1.25) < 1e-9);
        QCOMPARE(map->y.as_drawn->place, 1.0);
        QCOMPARE(as_drawn_text(*map), "as drawn: " + map->x.as_drawn->text + " across, 512 up");
        QCOMPARE(map->y.label, std::string("global batch (sequences or samples a step over all GPUs)"));
        const auto beyond = maps.of(tried("/site/electricity_price=0.1,0.2", scenario), batches);
        QVERIFY(beyond && !beyond->x.as_drawn && as_drawn_text(*beyond).empty());
        const auto family = maps.of(tried("/site/electricity_price=0.05,0.07,0.11", scenario));
        QVERIFY(family && family->x.as_drawn && as_drawn_text(*family).empty());
        const auto dearer_chips = maps.of(tried("/site/capex_per_gpu=1000,1e6", scenario), batches);
        QVERIFY(dearer_chips && !dearer_chips->x.as_drawn && dearer_chips->y.as_drawn);
    }

    /// Cells of resized scenarios are what `ask` finds of each, drawn so large, with the two values; that
    /// they are so large is said once for all cells.
    void cells_of_resized_scenarios() {
        std::vector<std::shared_ptr<const Answers>> scenarios;
        for (const Scenario& each : {test::sample("dgx-h100-su"), dearer(test::sample("dgx-h100-su"))})
            scenarios.push_back(answers_to(each));
        EqualRequest request;
        request.at_equal = EqualBy::gpus;
        request.amount = 128;
        const auto equal = made_equal(scenarios, request);
        QVERIFY(equal && equal->sizes.resized.size() == 2);
        const MapRequest asked{
            .axes = {"/site/electricity_price=0.05,0.2", "/workload/global_batch=256,512"}};
        const auto study = MapStudy::make(asked, *equal);
        QVERIFY2(study, study ? "" : study.error().text().c_str());
        const auto map = study->whole();
        QVERIFY(map);
        QCOMPARE(map->sizes.text, std::string("at 128 GPUs each"));
        for (size_t i = 0; i < 2; ++i)
            for (size_t row = 0; row < 2; ++row)
                for (size_t column = 0; column < 2; ++column) {
                    Scenario changed = equal->scenarios[i]->scenario();
                    changed.site.electricity_price = map->x.values[column];
                    changed.workload.global_batch = map->y.values[row];
                    const auto alone = answers_to(changed);
                    const MapCell& cell = map->cells[i][map->at(column, row)];
                    const auto reading = ask_figure(*alone, map->figure.name);
                    QVERIFY(reading && cell.absent.empty());
                    QVERIFY(std::abs(cell.number / reading->number - 1) < 1e-12);
                    QCOMPARE(alone->value<Evaluation>()->gpus, 128.0);
                }
        const auto as_drawn = MapStudy::make(asked, {scenarios, {}}).value().whole();
        QVERIFY(as_drawn && as_drawn->cells[0][0].number != map->cells[0][0].number);
        QCOMPARE(as_drawn->sizes.text, std::string("all as drawn"));
    }

    /// One that does not meet the amount has its cells, but wins none, however good they are.
    void what_misses_the_amount_wins_nothing() {
        const Scenario scenario = test::sample("dgx-h100-su");
        EqualScenarios equal;
        for (const Scenario& each : {scenario, dearer(scenario)}) equal.scenarios.push_back(answers_to(each));
        const MapRequest asked{.axes = {"/site/electricity_price=0.02..3:5"}};
        const auto free = MapStudy::make(asked, equal).value().whole();
        QVERIFY(free && free->shares[0] > 0);
        equal.sizes.shortfalls = {"one rack already takes 21 kW", ""};
        const auto held = MapStudy::make(asked, equal).value().whole();
        QVERIFY(held);
        for (size_t cell = 0; cell < held->winners.size(); ++cell) {
            QCOMPARE(held->winners[cell], std::optional<size_t>(1));
            QCOMPARE(held->cells[0][cell].number, free->cells[0][cell].number);
        }
        QCOMPARE(held->shares[0], 0.0);
        QVERIFY(held->borders.empty());
        equal.sizes.shortfalls.clear();
        equal.sizes.vanished = {"nothing of what it adds fits", ""};
        const auto emptied = MapStudy::make(asked, equal).value().whole();
        QVERIFY(emptied);
        QCOMPARE(emptied->shares[0], 0.0);
    }

    /// Whoever leaves a little of the amount unused wins nothing in it, and has no border.
    void nobody_wins_in_what_all_were_made_equal_in() {
        const Scenario scenario = test::sample("dgx-h100-su");
        EqualScenarios equal;
        for (const Scenario& each : {scenario, dearer(scenario)}) equal.scenarios.push_back(answers_to(each));
        const MapRequest asked{.axes = {"/site/wet_bulb=5..30:3"}, .figure = "power.metered_w"};
        const auto free = MapStudy::make(asked, equal).value().whole();
        QVERIFY(free && free->winners.front());
        for (const EqualBy by : {EqualBy::power, EqualBy::capital}) {
            EqualSize size;
            size.by = by;
            equal.sizes.resized.assign(2, size);
            const auto made = MapStudy::make(asked, equal).value().whole();
            QVERIFY(made);
            const bool is_won = by != EqualBy::power;
            for (size_t cell = 0; cell < made->winners.size(); ++cell) {
                QCOMPARE(made->winners[cell].has_value(), is_won);
                QCOMPARE(made->cells[0][cell].number, free->cells[0][cell].number);
            }
            QCOMPARE(made->shares[0] + made->shares[1], is_won ? 1.0 : 0.0);
        }
    }

    /// One whose servers have no price has its cells, but wins those alone where the input gives it one.
    void what_lacks_a_price_wins_nothing() {
        const Scenario unpriced = test::sample("claims/tpu-v4-pod");
        Scenario dear = unpriced;
        dear.name = "dear";
        dear.site.capex_per_gpu = 1e6;
        const Maps maps({unpriced, dear});
        const auto map = maps.of(tried("/site/electricity_price=0.05,0.1", unpriced));
        QVERIFY(map);
        for (size_t cell = 0; cell < map->winners.size(); ++cell) {
            QVERIFY(map->cells[0][cell].number < map->cells[1][cell].number);
            QCOMPARE(map->winners[cell], std::optional<size_t>(1));
        }
        QVERIFY(map->missing_price(0).starts_with("no price for “TPU v4 host"));
        QVERIFY(map->missing_price(1).empty());
        QVERIFY(probed_text(map->cells[0][0], map->figure.row->measure).starts_with("at least $"));
        const std::string csv = map_csv(*map);
        QVERIFY2(csv.find(unpriced.name + ": missing price") < csv.find('\n'), csv.c_str());
        QCOMPARE(QString::fromStdString(csv).count(QStringLiteral("no price for “TPU v4 host")), 2); // cells
        const auto columns = [](const std::string& line) {
            return std::ranges::count(line, ','); // no text of these has one
        };
        const size_t second = csv.find('\n') + 1;
        QCOMPARE(columns(csv.substr(0, second)),
                 columns(csv.substr(second, csv.find('\n', second) - second)));
        const auto priced = maps.of(tried("/site/capex_per_gpu=1000,2000", unpriced));
        QVERIFY(priced && priced->missing_price(0).empty());
    }

    /// What does not run wins nothing, and says why; where nothing runs there is no winner.
    void what_does_not_run_wins_nothing() {
        const Scenario scenario = test::sample("dgx-h100-su");
        Scenario without_price = dearer(scenario);
        without_price.plan.tp = 3;
        const Maps maps({scenario, without_price});
        const auto map =
            maps.of(tried("/plan/pp=1,5", scenario), tried("/site/electricity_price=0.05,0.1", scenario));
        QVERIFY(map);
        for (const size_t row : {0, 1}) {
            QCOMPARE(*map->winners[map->at(0, row)], size_t(0));
            QVERIFY(!map->winners[map->at(1, row)]);
            QVERIFY(!map->cells[1][map->at(0, row)].absent.empty());
        }
        QCOMPARE(map->shares[1], 0.0);
    }

    /// An input that one scenario has not is said in its cells.
    void an_input_of_one_scenario_alone() {
        Scenario scenario = test::sample("dgx-h100-su");
        scenario.site.grid.tariff.push_back({8, 20, 0.15, {}});
        const Maps maps({scenario, test::sample("dgx-h100-su")});
        const auto map = maps.of(tried("/site/grid/tariff/0/price=0.1,0.2", scenario),
                                 tried("/site/book_life_years=3,4", scenario));
        QVERIFY(map);
        for (const MapCell& cell : map->cells[1])
            QVERIFY2(cell.absent.find("tariff") != std::string::npos, cell.absent.c_str());
        for (const auto& winner : map->winners) QCOMPARE(*winner, size_t(0));
    }

    /// The family of one input is the row of a map.
    void a_family_of_one_input() {
        const Scenario scenario = test::sample("dgx-h100-su");
        const Maps maps({scenario, dearer(scenario)});
        const TriedValues price = tried("/site/electricity_price=0.05,0.1,3", scenario);
        const auto family = maps.of(price), map = maps.of(price, tried("/site/altitude_m=0", scenario));
        QVERIFY(family && map);
        for (size_t i = 0; i < 2; ++i)
            for (size_t k = 0; k < 3; ++k) QCOMPARE(family->cells[i][k].number, map->cells[i][k].number);
        QCOMPARE(family->winners.size(), size_t(3));
    }

    /// A win by less than the band of the step is marked, a clear one is not; so is a figure without a band.
    void a_win_within_the_bands_is_marked() {
        Scenario first = test::sample("dgx-h100-su");
        first.workload.token_budget = 1e12;
        Scenario slow = first, far = first;
        slow.name = "slow";
        slow.site.straggler_cv_iid += 0.005;
        far.name = "far";
        far.site.capex_per_gpu = 500e3;
        const auto mapped = [](const std::vector<Scenario>& scenarios, const char* figure) {
            const Maps maps(scenarios, figure);
            const auto map = maps.of(tried("/site/electricity_price=0.05,0.1", scenarios.front()));
            if (!map) qFatal("%s", map.error().text().c_str());
            return *map;
        };
        const InputMap close = mapped({first, slow}, "money.run.usd_per_million");
        const double ratio = close.cells[1][0].number / close.cells[0][0].number;
        QVERIFY2(ratio > 1 && ratio < 1.04, qPrintable(QString::number(ratio)));
        for (size_t cell = 0; cell < 2; ++cell) {
            QCOMPARE(*close.winners[cell], size_t(0));
            QVERIFY(close.cells[0][cell].band && !close.is_certain(cell));
        }
        const InputMap clear = mapped({first, far}, "money.run.usd_per_million");
        QVERIFY(*clear.winners[0] == 0 && clear.is_certain(0) && clear.is_certain(1));
        const InputMap rate = mapped({first, slow}, "money.run.useful_rate");
        QVERIFY(*rate.winners[0] == 0 && !rate.is_certain(0)); // as its step
        const InputMap plain = mapped({first, far}, "money.run.usd_per_hour.total");
        QVERIFY(*plain.winners[0] == 0 && plain.is_certain(0) && !plain.cells[0][0].band);
        // Its own band, as `ask` has it.
        const InputMap capital = mapped({first, slow}, "money.capital.needed_usd");
        const auto answers = answers_to(first);
        QVERIFY(capital.cells[0][0].band);
        QCOMPARE(capital.cells[0][0].band->low, ask_figure(*answers, "money.capital.needed_usd.low")->number);
        QCOMPARE(capital.cells[0][0].band->high,
                 ask_figure(*answers, "money.capital.needed_usd.high")->number);
        QVERIFY(map_json(close)["overlaps"] == std::vector<bool>({true, true}));
        // So has what is found by a search.
        const InputMap added = mapped({first, slow}, "money.increment.added_usd");
        QVERIFY(!added.figure.is_quick && added.cells[0][0].band);
        QCOMPARE(added.cells[0][0].band->low, ask_figure(*answers, "money.increment.added_usd.low")->number);
        QCOMPARE(added.cells[0][0].band->high,
                 ask_figure(*answers, "money.increment.added_usd.high")->number);
        const std::string overlapping = map_csv(close), certain = map_csv(clear);
        QVERIFY(overlapping.find(",winner,overlaps\r\n") != std::string::npos);
        QCOMPARE(QString::fromStdString(overlapping).count(QStringLiteral(",yes\r\n")), 2);
        QCOMPARE(QString::fromStdString(certain).count(QStringLiteral(",no\r\n")), 2);
    }

    /// As everywhere, a figure in weeks from the order has its day, too.
    void weeks_are_read_with_their_date() {
        const auto order = std::chrono::sys_days(std::chrono::year(2031) / 3 / 3);
        Scenario scenario = test::sample("dgx-h100-su");
        scenario.workload.token_budget = 1e12;
        const Maps maps({scenario}, "money.increment.done_weeks");
        const auto map = maps.of(tried("/site/electricity_price=0.05,0.1", scenario), std::nullopt);
        QVERIFY2(map, map ? "" : map.error().text().c_str());
        const MapCell& cell = map->cells[0][0];
        QCOMPARE(mapped_text(*map, cell, order),
                 with_date(probed_text(cell, map->figure.row->measure), cell.number, order));
        const QString path =
            QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/decisions/owned-h100.roofrack.json");
        const auto told = test::run_cli({"compare", path, "--map", "/site/electricity_price=0.05,0.1", "--by",
                                         "money.increment.done_weeks", "--order", "2031-03-03"});
        QVERIFY2(QString::fromUtf8(told.out).contains(
                     QRegularExpression(QStringLiteral("weeks, 20[3-9][0-9]-[0-9]{2}-[0-9]{2}"))),
                 told.out.constData());
    }

    /// As in a comparison and in odds: no wait is shorter than none for what is never added.
    void who_adds_nothing_wins_no_wait() {
        std::vector<Scenario> scenarios;
        for (size_t i = 0; i < 3; ++i) scenarios.push_back(test::sample("decisions/owned-h100", i));
        const TriedValues prices = tried("/site/electricity_price=0.05,0.1", scenarios[0]);
        const auto wait = Maps(scenarios, "money.increment.lead_weeks").of(prices);
        QVERIFY2(wait, wait ? "" : wait.error().text().c_str());
        QVERIFY(!wait->winners.empty());
        for (size_t cell = 0; cell < wait->winners.size(); ++cell) {
            QCOMPARE(wait->cells[0][cell].number, 0.0);
            QVERIFY(wait->winners[cell] == std::optional<size_t>(2));
        }
        QCOMPARE(wait->shares[0], 0.0);
        QCOMPARE(wait->barred(0), std::string("nothing is added"));
        QVERIFY(wait->barred(1).empty() && wait->missing_price(0).empty());
        const nlohmann::ordered_json json = map_json(*wait)["scenarios"];
        QCOMPARE(json[0]["barred"].get<std::string>(), wait->barred(0));
        // What a comparison and odds say by this name, too.
        QCOMPARE(json[0]["no_wait"].get<std::string>(), wait->barred(0));
        QVERIFY(json[1]["no_wait"].is_null());
        const auto done = Maps(scenarios, "money.increment.done_weeks").of(prices);
        QVERIFY(done && done->barred(0).empty() && done->may_win(0)); // its run is done, whatever it adds
    }

    void wrong_maps_are_refused() {
        const Scenario scenario = test::sample("dgx-h100-su");
        const Maps maps({scenario});
        const TriedValues price = tried("/site/electricity_price=0.05,0.1", scenario);
        QVERIFY(!maps.of(price, price));
        const TriedValues long_x{"/site/electricity_price", std::vector<double>(1000, 0.1)},
            long_y{"/site/pue", std::vector<double>(1000, 1.1)};
        QVERIFY(!maps.of(long_x, long_y));
    }

    void the_command_says_what_is_wrong() {
        const QString root = QStringLiteral(ROOFRACK_SOURCE_DIR);
        const QString path = root + QStringLiteral("/samples/decisions/owned-h100.roofrack.json");
        const auto map = [&](const QStringList& more) {
            return test::run_cli(QStringList{"compare", path, "--json"} + more);
        };
        const auto good =
            map({"--map", "/site/electricity_price=0.05..0.1:3", "--map", "/site/book_life_years=3,4"});
        QVERIFY(good.exit_code == 0 || good.exit_code == 1);
        QVERIFY(good.out.contains("\"winners\""));
        // At equal power the map is of the resized scenarios; the first, which is owned, cannot grow to it.
        const QStringList family{"--map", "/site/electricity_price=0.05,0.1"};
        const auto equal = map(family + QStringList{"--at-equal", "power", "--at", "1.2 MW"});
        QVERIFY(equal.out.contains("\"size\": \"at most 1.2 MW each\""));
        QVERIFY(equal.out.contains("would have to be bought"));
        QVERIFY(map(family).out.contains("\"size\": \"all as drawn\""));
        const auto told =
            test::run_cli(QStringList{"compare", path, "--at-equal", "power", "--at", "1.2 MW"} + family);
        QVERIFY(told.out.contains("; at most 1.2 MW each") && told.out.contains("is never the best"));
        for (const QStringList& wrong :
             {QStringList{"--map", "/site/pue=1.1", "--map", "/site/book_life_years=3", "--map",
                          "/plan/tp=8"},
              QStringList{"--map", "/site/electricity_price=0.05..0.1:1000000", "--map", "/site/pue=1.1,1.2"},
              QStringList{"--map", "/site/electricity_prize=1,2", "--map", "/site/pue=1.1,1.2"},
              QStringList{"--map", "/site/pue=0.5,1.2", "--map", "/site/book_life_years=3,4"},
              QStringList{"--map", "/site/pue=1.1,1.2", "--map", "/site/book_life_years=3,4", "--by",
                          "step.nothing"}}) {
            const auto refused = map(wrong);
            QCOMPARE(refused.exit_code, 2);
            QVERIFY(!refused.err.isEmpty());
        }
    }
};

QTEST_GUILESS_MAIN(TestInputMap)
#include "test_input_map.moc"
