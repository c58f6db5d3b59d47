// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/compare/comparison.h"
#include "core/answers/decide/input_tornado.h"
#include "core/answers/decide/tornado_rows.h"
#include "core/answers/decide/uncertain_text.h"
#include "core/answers/figure_index.h"
#include "core/answers/step_answers.h"
#include "core/step/engine/evaluate.h"
#include "tests/support/random_scenario.h"
#include "tests/support/rounds.h"
#include "tests/support/sample.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace roofrack;

namespace {

std::unique_ptr<const Answers> answers_of(const Scenario& scenario) {
    Snapshot out;
    out.scenario = std::make_shared<const Scenario>(scenario);
    return std::make_unique<const Answers>(std::move(out), Catalog::built_in());
}

const std::vector<std::string>& quick_figures() {
    static const std::vector<std::string> names{"step.step_time_s",
                                                "step.productive_step_s",
                                                "step.step_time_band_s.low",
                                                "step.mfu",
                                                "step.goodput",
                                                "step.memory.needed_bytes",
                                                "step.tokens_per_s",
                                                "step.effective_gpus",
                                                "money.run.useful_rate",
                                                "money.run.time_s",
                                                "money.run.usd",
                                                "money.run.usd_per_million",
                                                "money.run.energy_j",
                                                "money.run.co2_kg",
                                                "money.run.water_m3",
                                                "money.run.usd_per_hour.total",
                                                "money.capital.needed_usd",
                                                "money.increment.lead_weeks",
                                                "money.increment.done_weeks",
                                                "power.it_w",
                                                "power.metered_w",
                                                "power.pue"};
    return names;
}

bool same(double a, double b) {
    return std::isnan(a) ? std::isnan(b) : std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b));
}

const FigureTornado& only(const std::vector<FigureTornado>& all) { return all.front(); }

const InputBar* bar_of(const FigureTornado& tornado, std::string_view input) {
    const auto found = std::ranges::find(tornado.bars, input, &InputBar::input);
    return found == tornado.bars.end() ? nullptr : &*found;
}

/// A bar that is so wide about 100; 0: the scenario does not run at its ends.
InputBar wide(const char* input, double width, RangeBasis basis = RangeBasis::field) {
    InputBar out;
    out.input = input;
    out.label = input;
    out.basis = basis;
    out.at_low.number = 100;
    out.at_high.number = 100 + width;
    if (width == 0) out.at_low.absent = out.at_high.absent = "this plan does not run";
    return out;
}

FigureTornado tornado_of(std::vector<InputBar> bars) {
    FigureTornado out;
    out.now.number = 100;
    out.bars = std::move(bars);
    return out;
}

UncertainInput uncertain(std::string_view text, const Scenario& scenario) {
    const auto read = parse_uncertain(text, scenario, Catalog::built_in());
    return read ? *read : UncertainInput();
}

} // namespace

class TestInputTornado : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A figure found from step and prices alone is what `ask` finds by all that it knows.
    void quick_figures_are_those_of_ask() {
        std::mt19937 random(38);
        for (int round = 0; round < test::rounds(60, 10); ++round) {
            Scenario scenario = test::random_scenario(random);
            scenario.workload.token_budget = 1e12;
            if (round % 3 == 0) scenario.site.money.deployment = Deployment::own_hall;
            const auto answers = answers_of(scenario);
            const auto probe = FigureProbe::make(*answers, quick_figures());
            QVERIFY2(probe, probe ? "" : probe.error().text().c_str());
            QVERIFY(probe->is_quick());
            const auto values = probe->at(probe->as_is());
            const bool runs = answers->value<Standstill>()->runs();
            for (size_t i = 0; i < values.size(); ++i) {
                const std::string& name = probe->figures()[i].name;
                const auto reading = ask_figure(*answers, name);
                QVERIFY(reading);
                if (runs)
                    QVERIFY2(same(values[i].number, reading->number), name.c_str());
                else if (!answers->value<Evaluation>()->feasible)
                    QVERIFY2(std::isnan(values[i].number) && !values[i].absent.empty(), name.c_str());
                QVERIFY2(std::isfinite(values[i].number) == values[i].absent.empty(), name.c_str());
            }
        }
    }

    /// Both ends of each bar are what a project with that value has.
    void bars_are_those_of_changed_projects() {
        const std::vector<std::string> figures{"step.step_time_s", "money.run.usd_per_million"};
        for (const char* const name : {"dgx-h100-su", "gb200-nvl72-x8", "generic-100m-2gpu"}) {
            const Scenario scenario = test::sample(name);
            const auto answers = answers_of(scenario);
            const auto probe = FigureProbe::make(*answers, figures);
            QVERIFY(probe);
            const auto found = input_tornado(*probe);
            QVERIFY2(found, name);
            size_t held = 0;
            for (const FigureTornado& tornado : *found)
                for (const InputBar& bar : tornado.bars) {
                    if (bar.basis != RangeBasis::field) continue;
                    const auto field = InputField::find(scenario, bar.input, Catalog::built_in());
                    QVERIFY(field);
                    for (const bool is_low : {true, false}) {
                        const ProbedValue& end = is_low ? bar.at_low : bar.at_high;
                        const double factor = is_low ? 1 / 1.1 : 1.1;
                        if (field->is_whole() || field->is_temperature() || !end.absent.empty()) continue;
                        const double value = std::min(field->most(), *field->value(scenario) * factor);
                        const auto changed = field->with(scenario, value);
                        QVERIFY(changed);
                        const auto reading = ask_figure(*answers_of(*changed), tornado.figure.name);
                        QVERIFY2(reading && same(reading->number, end.number), bar.input.c_str());
                        ++held;
                    }
                }
            QVERIFY2(held > 10, name);
        }
    }

    /// Both ends and what the input is are told apart as they stand: no "545.5 s" beside "11 min".
    void ends_are_written_in_one_unit() {
        const auto answers = answers_of(test::sample("dgx-h100-su"));
        const auto probe = FigureProbe::make(*answers, {"step.step_time_s"});
        const auto found =
            input_tornado(*probe, {.declared = {}, .inputs = {"/site/restart_time"}, .choices = false});
        QVERIFY(found);
        const InputBar* bar = bar_of(only(*found), "/site/restart_time");
        QVERIFY(bar);
        QCOMPARE(bar->low, std::string("9.09 min"));
        QCOMPARE(bar->now, std::string("10 min"));
        QCOMPARE(bar->high, std::string("11 min"));
    }

    void the_widest_comes_first_and_what_does_nothing_is_counted() {
        const auto answers = answers_of(test::sample("dgx-h100-su"));
        const auto probe = FigureProbe::make(*answers, {"step.step_time_s"});
        const auto found = input_tornado(*probe);
        QVERIFY(found);
        const FigureTornado& tornado = only(*found);
        QVERIFY(tornado.idle > 20);
        for (size_t i = 1; i < tornado.bars.size(); ++i)
            QVERIFY(tornado.bars[i - 1].width(tornado.now.number) >=
                    tornado.bars[i].width(tornado.now.number));
        for (const InputBar& bar : tornado.bars) QVERIFY(bar.width(tornado.now.number) > 0 || bar.stops());
        QVERIFY(!bar_of(tornado, "/site/electricity_price")); // it makes no step faster
        QVERIFY(!bar_of(tornado, "/plan/precision"));         // a choice: asked for by name
        const auto chosen =
            input_tornado(*probe, {.declared = {}, .inputs = {"/plan/precision"}, .choices = false});
        QVERIFY(chosen && bar_of(only(*chosen), "/plan/precision"));
    }

    /// No figure's widest input is hidden behind those of another one, settings follow what is not known, and
    /// what is said of the rest holds for each figure.
    void rows_take_the_widest_of_each_figure_in_turn() {
        const std::vector<FigureTornado> figures{
            tornado_of({wide("/plan/vpp", 50), wide("/site/a", 9), wide("/site/b", 8), wide("/site/c", 7),
                        wide("/plan/tp", 0)}),
            tornado_of({wide("/site/book_life_years", 40, RangeBasis::term), wide("/site/b", 30),
                        wide("/plan/tp", 0), wide("/site/a", 20), wide("/site/d", 10),
                        wide("/plan/micro_batch", 5, RangeBasis::declared), wide("/plan/vpp", 1)})};
        const std::vector<TornadoRow> rows = tornado_rows(figures);
        std::vector<std::string> inputs;
        for (const TornadoRow& each : rows) inputs.push_back(each.any->input);
        QCOMPARE(inputs, (std::vector<std::string>{"/site/a", "/site/book_life_years", "/site/b", "/site/c",
                                                   "/site/d", "/plan/micro_batch", "/plan/vpp", "/plan/tp"}));
        QVERIFY(!rows[1].bars[0] && rows[1].bars[1] && rows[0].bars[0] && rows[0].bars[1]);
        QCOMPARE(tornado_rest_text(rows, 1),
                 std::string("5 more inputs; 1 setting of work, plan and drawing; "
                             "1 that does not run with another value"));
        QVERIFY(tornado_rest_text(rows, 3).starts_with(
            "3 more inputs move no figure farther than its 2 widest above; 1 setting"));
        QVERIFY(tornado_rest_text(rows, 2).starts_with(
            "4 more inputs move no figure farther than its widest above; "));
        QCOMPARE(tornado_rest_text(rows, 6), std::string("1 more setting of work, plan and drawing; "
                                                         "1 that does not run with another value"));
        QCOMPARE(tornado_rest_text(rows, 7), std::string("1 more that does not run with another value"));
        QCOMPARE(tornado_rest_text(rows, 8), std::string());
        const std::vector<TornadoRow> alone = tornado_rows(std::span(figures).first(1));
        QCOMPARE(alone.size(), size_t(5));
        QVERIFY(tornado_rest_text(alone, 1).starts_with("2 more inputs move it no farther; 1 setting"));
    }

    /// Whatever rows of a drawing are shown, what is behind them is no wider than what is said.
    void the_rest_is_narrower_for_each_figure() {
        const auto answers = answers_of(test::sample("dgx-h100-su"));
        const auto probe = FigureProbe::make(*answers, {"step.step_time_s", "money.run.usd_per_million"});
        const auto found = input_tornado(*probe);
        QVERIFY(found);
        const std::vector<TornadoRow> rows = tornado_rows(*found);
        QVERIFY(rows.size() > 20);
        const auto width = [&](const TornadoRow& row, size_t figure) {
            return row.bars[figure] ? row.bars[figure]->width((*found)[figure].now.number) : 0.0;
        };
        for (size_t shown = 1; shown < rows.size(); ++shown) {
            const TornadoRow& next = rows[shown];
            QVERIFY(rows[shown - 1].kind <= next.kind);
            if (next.kind != TornadoRow::Kind::unsure) continue;
            for (size_t figure = 0; figure < found->size(); ++figure) {
                double most = 0;
                for (size_t i = shown; i < rows.size(); ++i)
                    if (rows[i].kind == next.kind) most = std::max(most, width(rows[i], figure));
                const auto wider =
                    std::ranges::count_if(rows.begin(), rows.begin() + std::ptrdiff_t(shown),
                                          [&](const TornadoRow& row) { return width(row, figure) >= most; });
                QVERIFY2(most == 0 || size_t(wider) >= next.place, next.any->input.c_str());
            }
        }
        size_t settings = 0;
        for (const TornadoRow& each : rows)
            if (each.any->input.starts_with("/plan/") || each.any->input.starts_with("/cluster/")) {
                QVERIFY2(each.kind != TornadoRow::Kind::unsure, each.any->input.c_str());
                ++settings;
            }
        QVERIFY(settings > 3);
    }

    /// The band of the prediction stretches the step, and with it the $ per million and nothing else.
    void the_prediction_is_an_input() {
        const auto answers = answers_of(test::sample("dgx-h100-su"));
        const auto probe =
            FigureProbe::make(*answers, {"step.step_time_s", "money.run.usd_per_million", "power.pue"});
        const auto found = input_tornado(*probe, {.declared = {}, .inputs = {"model"}, .choices = false});
        QVERIFY(found);
        const Evaluation& evaluation = *answers->value<Evaluation>();
        const InputBar& step = (*found)[0].bars.front();
        QVERIFY(std::abs(step.at_low.number / evaluation.step_time_low.si() - 1) < 1e-12);
        QVERIFY(std::abs(step.at_high.number / evaluation.step_time_high.si() - 1) < 1e-12);
        const InputBar& dollars = (*found)[1].bars.front();
        QVERIFY(std::abs(dollars.at_high.number / (*found)[1].now.number -
                         evaluation.step_time_high / evaluation.step_time) < 1e-12);
        QCOMPARE((*found)[2].idle, size_t(1));
    }

    /// Rows are named by words, each by its own, and those of the drawing by what is drawn.
    void rows_are_named_by_words() {
        Scenario scenario = test::sample("dgx-h100-su"); // two of its elements have the same name
        scenario.uncertain = {uncertain("/cluster/elements/row-a-server/count=2..6", scenario)};
        const auto answers = answers_of(scenario);
        const auto found = input_tornado(*FigureProbe::make(*answers, {"step.step_time_s"}));
        QVERIFY(found);
        std::set<std::string> labels;
        for (const InputBar& bar : only(*found).bars) {
            QVERIFY2(!bar.label.empty() && bar.label.find('/') != 0, bar.input.c_str());
            QVERIFY2(bar.label.find("/cluster") == std::string::npos, bar.label.c_str());
            QVERIFY2(labels.insert(bar.label).second, bar.label.c_str());
        }
        const auto begins = [&](const char* input, std::string_view words) {
            const InputBar* const bar = bar_of(only(*found), input);
            return bar && bar->label.starts_with(words);
        };
        QVERIFY(begins("/cluster/elements/row-a-server/count", "DGX H100 (row-a-server): count ("));
        QVERIFY(begins("/cluster/elements/row-b-server/count", "DGX H100 (row-b-server): count ("));
        QVERIFY(begins("/plan/tp", "tp (tensor parallel)"));
        QVERIFY(begins("/cluster/elements/crah/count", "Row CRAHs: count ("));
    }

    void what_is_declared_stands_before_bands() {
        Scenario scenario = test::sample("dgx-h100-su");
        scenario.uncertain = {uncertain("/site/electricity_price=0.05..0.08..0.2", scenario)};
        const auto answers = answers_of(scenario);
        const auto probe = FigureProbe::make(*answers, {"money.run.usd_per_million"});
        const auto found = input_tornado(*probe);
        QVERIFY(found);
        const InputBar* const bar = bar_of(only(*found), "/site/electricity_price");
        QVERIFY(bar && bar->basis == RangeBasis::declared);
        QCOMPARE(bar->high, std::string("0.2 $/kWh"));
        const auto called =
            input_tornado(*probe, {.declared = {uncertain("/site/electricity_price=0.06..0.07", scenario)},
                                   .inputs = {"/site/electricity_price"},
                                   .choices = false});
        QCOMPARE(only(*called).bars.front().high, std::string("0.07 $/kWh"));
    }

    /// A price moves what is bought by as much, and other figures not at all.
    void prices_and_lead_times_go_to_the_ends_of_their_bands() {
        const auto answers = answers_of(test::sample("dgx-h100-su"));
        const auto probe =
            FigureProbe::make(*answers, {"money.capital.parts_usd", "money.increment.lead_weeks"});
        const auto found = input_tornado(*probe);
        QVERIFY(found);
        double low = 0, high = 0;
        for (const InputBar& bar : (*found)[0].bars)
            if (bar.basis == RangeBasis::price) {
                low += bar.at_low.number - (*found)[0].now.number;
                high += bar.at_high.number - (*found)[0].now.number;
            }
        const PriceBand parts = answers->value<Evaluation>()->capital->parts();
        QVERIFY(std::abs(low / (parts.low - parts.likely) - 1) < 1e-9);
        QVERIFY(std::abs(high / (parts.high - parts.likely) - 1) < 1e-9);
        const auto weeks = std::ranges::find((*found)[1].bars, RangeBasis::lead_time, &InputBar::basis);
        QVERIFY(weeks != (*found)[1].bars.end());
        QVERIFY(weeks->at_high.number > weeks->at_low.number);
    }

    void what_does_not_run_is_said() {
        const Scenario scenario = test::sample("dgx-h100-su");
        const auto answers = answers_of(scenario);
        const auto probe = FigureProbe::make(*answers, {"step.step_time_s"});
        const auto found = input_tornado(
            *probe, {.declared = {uncertain("/plan/tp=8,7", scenario), uncertain("/plan/pp=3..5", scenario)},
                     .inputs = {"/plan/tp", "/plan/pp"},
                     .choices = false});
        QVERIFY(found);
        const InputBar* const pp = bar_of(only(*found), "/plan/pp");
        QVERIFY(pp && !pp->at_low.absent.empty() && std::isnan(pp->at_low.number));
        Scenario broken = scenario;
        broken.plan.tp = 7;
        const auto none = answers_of(broken);
        const auto of_none = FigureProbe::make(*none, {"step.step_time_s"});
        const auto nothing = input_tornado(*of_none);
        QVERIFY(nothing && !only(*nothing).now.absent.empty() && only(*nothing).bars.empty());
    }

    void wrong_calls_are_refused() {
        const Scenario scenario = test::sample("dgx-h100-su");
        const auto answers = answers_of(scenario);
        QVERIFY(!FigureProbe::make(*answers, {"step.nothing"}));
        QVERIFY(!FigureProbe::make(*answers, {"step.feasible"}));
        QVERIFY(!FigureProbe::make(*answers, {"step.step_time_band_s"}));
        const auto probe = FigureProbe::make(*answers, {"step.step_time_s"});
        QVERIFY(!input_tornado(*probe, {.declared = {}, .inputs = {"/plan/tq"}, .choices = false}));
        UncertainInput outside = uncertain("/site/money/interest=0.05..0.08..0.12", scenario);
        outside.high = 1.2;
        const auto refused = input_tornado(*probe, {.declared = {outside}, .inputs = {}, .choices = false});
        QVERIFY(!refused && refused.error().what.find("outside") != std::string::npos);
        for (const char* const wrong :
             {"/site/electricity_price", "/site/electricity_price=", "/site/electricity_price=0.2..0.1",
              "/site/electricity_price=0.05..0.1:1000000", "/site/electricity_price=0.05..0.1:x",
              "/site/electricity_price=normal 0.05..0.07..0.1", "/plan/precision=1..2", "/plan/tp=1.5",
              "/plan/nothing=1", "/site/electricity_price=0.05..0.1:1"}) {
            const auto read = parse_uncertain(wrong, scenario, Catalog::built_in());
            QVERIFY2(!read && !read.error().fix.empty(), wrong);
        }
    }
};

QTEST_APPLESS_MAIN(TestInputTornado)
#include "test_input_tornado.moc"
