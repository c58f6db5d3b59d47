// SPDX-License-Identifier: GPL-3.0-or-later
// Round values on the axis of a map stand where they truly are.
#include "core/answers/decide/map_request.h"
#include "core/answers/decide/round_ticks.h"
#include "core/answers/decide/tried_text.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace roofrack;

class TestRoundTicks : public QObject {
    Q_OBJECT

private:
    Scenario m_scenario;

    std::vector<RoundTick> ticks_of(const char* axis, TriedValues& values, std::optional<InputField>& field) {
        const Catalog& catalog = Catalog::built_in();
        auto tried = parse_tried(axis, m_scenario, catalog);
        if (!tried) return {};
        values = std::move(*tried);
        auto found = InputField::find(m_scenario, values.input, catalog);
        if (!found) return {};
        field = std::move(*found);
        return round_ticks(*field, values.values);
    }

private Q_SLOTS:
    void initTestCase() {
        const auto loaded =
            read_project(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json", Catalog::built_in());
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        m_scenario = loaded->project.scenarios.front();
    }

    void a_range_has_few_round_values_where_they_are() {
        for (const char* axis :
             {"/site/book_life_years=2..8:24", "/site/electricity_price=0.031..0.117:24",
              "/site/money/interest=0.02..0.2:13", "/workload/global_batch=300..4000:20"}) {
            TriedValues values;
            std::optional<InputField> field;
            const auto ticks = ticks_of(axis, values, field);
            QVERIFY2(ticks.size() >= 3 && ticks.size() <= 12, axis);
            const double first = values.values.front(), last = values.values.back();
            for (const RoundTick& tick : ticks) {
                QVERIFY2(tick.place > -0.01 && tick.place < static_cast<double>(values.values.size()) - 0.99,
                         tick.text.c_str());
                // The value at that place is what is written.
                const auto at =
                    std::min(static_cast<size_t>(std::max(0.0, tick.place)), values.values.size() - 2);
                const double there = values.values[at] + (tick.place - static_cast<double>(at)) *
                                                             (values.values[at + 1] - values.values[at]);
                QCOMPARE(field->text(there), tick.text);
                QVERIFY(there >= first - 1e-6 && there <= last + 1e-6);
                // Two digits that are not 0 at most.
                double number = 0;
                std::from_chars(tick.text.data(), tick.text.data() + tick.text.size(), number);
                if (number == 0) continue;
                const double digits = number / std::pow(10, std::floor(std::log10(number)) - 1);
                QVERIFY2(std::abs(digits - std::round(digits)) < 1e-6, tick.text.c_str());
            }
        }
    }

    /// Times are round as a clock and a calendar count them, and along one axis all have one unit.
    void times_are_round_in_one_unit() {
        using Texts = std::vector<std::string>;
        for (const auto& [axis, wanted] :
             {std::pair("/site/restart_time=300..1200:24", Texts{"5 min", "10 min", "15 min", "20 min"}),
              std::pair("/site/restart_time=0..40:24", Texts{"0 s", "10 s", "20 s", "30 s", "40 s"}),
              std::pair("/site/restart_time=30..120:24", Texts{"30 s", "60 s", "90 s", "120 s"}),
              std::pair("/site/restart_time=400..800:24", Texts{"8 min", "10 min", "12 min"}),
              std::pair("/site/restart_time=3600..10800:24", Texts{"1 h", "1.5 h", "2 h", "2.5 h", "3 h"}),
              std::pair("/site/restart_time=7200..36000:24", Texts{"2 h", "4 h", "6 h", "8 h", "10 h"}),
              std::pair("/site/restart_time=43200..172800:24", Texts{"12 h", "24 h", "36 h", "48 h"}),
              std::pair("/site/restart_time=86400..864000:24",
                        Texts{"1 d", "2 d", "3 d", "4 d", "5 d", "6 d", "7 d", "8 d", "9 d", "10 d"})}) {
            TriedValues values;
            std::optional<InputField> field;
            const auto ticks = ticks_of(axis, values, field);
            Texts texts;
            for (const RoundTick& tick : ticks) texts.push_back(tick.text);
            QVERIFY2(texts == wanted, fmt::format("{}: {}", axis, fmt::join(texts, ", ")).c_str());
        }
        TriedValues values;
        std::optional<InputField> field;
        const auto ticks = ticks_of("/site/restart_time=300..1200:24", values, field);
        QVERIFY(ticks.size() == 4 && values.values.size() == 24);
        QVERIFY(std::abs(ticks[0].place) < 1e-9 && std::abs(ticks[3].place - 23) < 1e-9);
        QVERIFY(std::abs(ticks[1].place - 23.0 / 3) < 1e-9); // ten minutes are a third of the way
    }

    /// A step that is one of the clock's is its own widest; a day is the widest of all.
    void steps_of_a_clock_stand_beside_a_time() {
        for (const auto& [time, below, above] : {std::array{1.0, 1.0, 2.0},
                                                 {22.5, 20.0, 30.0},
                                                 {59.0, 30.0, 60.0},
                                                 {3600.0, 3600.0, 7200.0},
                                                 {14400.0, 10800.0, 21600.0},
                                                 {43200.0, 43200.0, 86400.0},
                                                 {86399.0, 43200.0, 86400.0}}) {
            const ClockSteps steps = clock_steps_at(time);
            QCOMPARE(steps.below, below);
            QCOMPARE(steps.above, above);
        }
    }

    /// Numbers of tokens have a prefix, on both sides of a thousand of it too.
    void large_bare_numbers_have_a_prefix() {
        for (const auto& [axis, wanted] : {std::pair("/workload/token_budget=7.8T..31.2T:24", "10T"),
                                           std::pair("/workload/token_budget=400G..2T:24", "1T")}) {
            TriedValues values;
            std::optional<InputField> field;
            const auto ticks = ticks_of(axis, values, field);
            QVERIFY2(std::ranges::find(ticks, wanted, &RoundTick::text) != ticks.end(), axis);
        }
        m_scenario.workload.token_budget = 15.6e12;
        const auto field = InputField::find(m_scenario, "/workload/token_budget", Catalog::built_in());
        QVERIFY(field);
        QCOMPARE(offered_values(*field, m_scenario), std::string("7.8T..31.2T:24"));
        QCOMPARE(offered_to_try(*field, m_scenario), std::string("7.8T..31.2T in 13"));
        const auto read = read_tried(offered_values(*field, m_scenario), *field);
        QVERIFY(read && read->size() == 24);
        QCOMPARE(read->front(), 7.8e12);
        QCOMPARE(field->text(15.6e12), std::string("15.6T"));
    }

    /// What was not typed anew keeps all its digits.
    void ranges_for_people() {
        const std::string whole = "0.0431..0.1724:24";
        QCOMPARE(shown_range(whole), std::string("0.0431 to 0.172 in 24"));
        QCOMPARE(shown_range("1024..4096:24"), std::string("1024 to 4096 in 24"));
        QCOMPARE(shown_range("200.25..800.5 Gb/s by 100"), std::string("200 to 800 Gb/s by 100"));
        QCOMPARE(shown_range("1,2,4"), std::string("1,2,4"));
        QCOMPARE(typed_range("0.0431 to 0.172 in 24", whole), whole);
        QCOMPARE(typed_range("0.0431 to 0.172 in 40", whole), std::string("0.0431..0.1724 in 40"));
        QCOMPARE(typed_range("0.05 to 0.172 in 24", whole), std::string("0.05..0.1724 in 24"));
        QCOMPARE(typed_range("0.03..0.3:12", whole), std::string("0.03..0.3:12"));
        QCOMPARE(typed_range("1 to 3 in 3", "1,2,4"), std::string("1..3 in 3"));
    }

    void places_among_values() {
        const auto place = [&](const char* address, double value, const std::vector<double>& values) {
            const auto field = InputField::find(m_scenario, address, Catalog::built_in());
            return field ? place_among(value, *field, values) : std::nullopt;
        };
        const char* const price = "/site/electricity_price";
        QCOMPARE(place(price, 0.2, {0.1, 0.2, 0.4}), std::optional(1.0));
        QCOMPARE(place(price, 0.3, {0.1, 0.2, 0.4}), std::optional(1.5));
        QVERIFY(!place(price, 0.5, {0.1, 0.2, 0.4}));
        QVERIFY(!place(price, 0.3, {0.4, 0.2, 0.1}));
        QCOMPARE(place(price, 0.2, {0.4, 0.2, 0.1}), std::optional(1.0));
        QVERIFY(!place("/plan/precision", 1, {0, 2})); // no choice lies between two
        QCOMPARE(place("/plan/precision", 2, {0, 2}), std::optional(1.0));
    }

    void a_list_keeps_its_own_texts() {
        for (const char* axis : {"/plan/tp=1,2,4,8", "/workload/global_batch=256,512,1024,2048,4096",
                                 "/site/book_life_years=3,4,5"}) {
            TriedValues values;
            std::optional<InputField> field;
            QVERIFY2(ticks_of(axis, values, field).empty(), axis);
            QVERIFY2(values.values.size() > 2, axis);
        }
    }
};

QTEST_APPLESS_MAIN(TestRoundTicks)
#include "test_round_ticks.moc"
