// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/comparison.h"
#include "core/answers/decide/map_request.h"
#include "core/answers/decide/turned_inputs.h"
#include "core/drawing/project/address/input_field.h"
#include "tests/support/sample.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace roofrack;

class TestTurnedInputs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Every input of the samples is turned through values that ascend, its own among them, and each of these
    /// can be read and set, or is refused with a reason, as `--set` does it.
    void every_input_is_turned() {
        const Catalog& catalog = Catalog::built_in();
        int turned_ones = 0;
        for (const char* name : {"dgx-h100-su", "ws-8gpu"}) {
            const Scenario scenario = test::sample(name);
            for (const std::string& address : single_inputs(scenario)) {
                const auto field = InputField::find(scenario, address, catalog);
                QVERIFY2(field, address.c_str());
                const auto values = turning_values(scenario, address, catalog);
                const auto now = field->value(scenario);
                if (!values) {
                    QVERIFY2(!values.error().what.empty() && !values.error().fix.empty(), address.c_str());
                    continue;
                }
                QVERIFY2(now && values->size() > 1, address.c_str());
                QVERIFY2(std::ranges::is_sorted(*values), address.c_str());
                QVERIFY2(std::ranges::find(*values, *now) != values->end(), address.c_str());
                for (const double value : {values->front(), *now, values->back()}) {
                    const auto with = turned(scenario, {{address, value}}, catalog);
                    if (!with) {
                        QVERIFY2(!with.error().what.empty(), address.c_str());
                        continue;
                    }
                    QVERIFY2(field->value(*with) == value, address.c_str());
                    const auto again = field->parse(field->setting(value));
                    QVERIFY2(again && *again == value, field->setting(value).c_str());
                    ++turned_ones;
                }
            }
        }
        QVERIFY(turned_ones > 300);
    }

    /// No step has a part of a sequence.
    void a_count_stays_whole() {
        const Scenario scenario = test::sample("dgx-h100-su");
        const auto values = turning_values(scenario, "/workload/global_batch", Catalog::built_in());
        QVERIFY(values && values->size() > 10);
        for (const double each : *values) QCOMPARE(each, std::round(each));
        const auto prices = turning_values(scenario, "/site/electricity_price", Catalog::built_in());
        QVERIFY(prices && prices->size() > 10);
    }

    /// Steps are round in the unit that is shown, counts go by parts of their own, times as a clock does.
    void steps_are_round() {
        Scenario scenario = test::sample("dgx-h100-su");
        const auto offered = [&](const char* address, double value) {
            const auto field = InputField::find(scenario, address, Catalog::built_in());
            if (!field || !field->set(scenario, value)) return std::string("cannot be set");
            return offered_to_turn(*field, scenario);
        };
        QCOMPARE(offered("/site/electricity_price", 0.0862), std::string("0.045..0.17 by 0.005"));
        QCOMPARE(offered("/site/electricity_price", 0.08), std::string("0.04..0.16 by 0.005"));
        QCOMPARE(offered("/workload/global_batch", 256), std::string("128..512 by 16"));
        QCOMPARE(offered("/workload/global_batch", 1000), std::string("500..2000 by 50"));
        QCOMPARE(offered("/site/restart_time", 600), std::string("300..1200 by 30"));
        QCOMPARE(offered("/site/restart_time", 360), std::string("180..720 by 20")); // as ticks of an axis
        QCOMPARE(offered("/site/book_life_years", 5), std::string("2.6..10 by 0.2"));
        QCOMPARE(offered("/plan/tp", 8), std::string("2,4,8,16,32"));
        // Its own value stands once, though 0.04 and eight steps of 0.005 are no exact 0.08.
        QCOMPARE(offered("/site/electricity_price", 0.08), std::string("0.04..0.16 by 0.005"));
        const auto prices = turning_values(scenario, "/site/electricity_price", Catalog::built_in());
        QVERIFY(prices);
        QCOMPARE(prices->size(), size_t(25));
        QCOMPARE(std::ranges::count(*prices, 0.08), 1);
    }

    /// Every step leads to a value that is told apart from the ones beside it.
    void steps_are_seen() {
        const Scenario scenario = test::sample("dgx-h100-su");
        int ranges = 0;
        for (const std::string& address : single_inputs(scenario)) {
            const auto field = InputField::find(scenario, address, Catalog::built_in());
            const std::string offered = offered_to_turn(*field, scenario);
            if (offered.find(" by ") == std::string::npos) continue;
            const auto values = turning_values(scenario, address, Catalog::built_in());
            QVERIFY2(values && values->size() <= 45, (address + "=" + offered).c_str());
            for (size_t i = 1; i < values->size(); ++i)
                QVERIFY2(field->text((*values)[i]) != field->text((*values)[i - 1]),
                         (address + "=" + offered).c_str());
            ++ranges;
        }
        QVERIFY(ranges > 20);
    }

    void what_becomes_of_a_figure_is_said() {
        ComparedRow row;
        row.label = "step time";
        row.values.resize(2);
        row.values[0].text = row.values[1].text = "2 s";
        QCOMPARE(turned_text(row), std::string("step time 2 s, unchanged"));
        row.differs = true;
        row.values[1].text = "1 s";
        row.values[1].ratio = 0.5;
        QCOMPARE(turned_text(row), std::string("step time 2 s → 1 s (−50 %)"));
        row.values[1] = {};
        row.values[1].absent = "does not fit";
        QCOMPARE(turned_text(row), std::string("step time 2 s → none: does not fit"));
    }

    /// Why it does not run stands first, and figures that it has none of are not listed one by one.
    void what_does_not_run_is_said_first() {
        std::vector<ComparedRow> rows(3);
        const char* const labels[] = {"gpus", "step time", "$ per million"};
        for (size_t i = 0; i < rows.size(); ++i) {
            rows[i].label = labels[i];
            rows[i].values.resize(2);
            rows[i].values[0].text = rows[i].values[1].text = "2";
            rows[i].differs = i > 0;
        }
        using Texts = std::vector<std::string>;
        QCOMPARE(turned_texts(rows, ""),
                 (Texts{"step time 2 → 2", "$ per million 2 → 2", "gpus 2, unchanged"}));
        for (size_t i : {1, 2}) rows[i].values[1].absent = "does not fit";
        QCOMPARE(turned_texts(rows, "This plan does not run: it does not fit"),
                 (Texts{"This plan does not run: it does not fit", "gpus 2, unchanged"}));
        QCOMPARE(turned_texts(rows, "").front(), std::string("step time 2 → none: does not fit"));
        QCOMPARE(turned_texts({}, "This plan does not run: …").size(), size_t(1));
    }

    void what_cannot_be_turned_is_said() {
        const Scenario scenario = test::sample("dgx-h100-su");
        const Catalog& catalog = Catalog::built_in();
        QVERIFY(!turning_values(scenario, "/site/no_such_thing", catalog));
        QVERIFY(!turned(scenario, {{"/site/electricity_price", -1e9}}, catalog));
        QVERIFY(!turned(scenario, {{"/site/no_such_thing", 1}}, catalog));
    }
};

QTEST_APPLESS_MAIN(TestTurnedInputs)
#include "test_turned_inputs.moc"
