// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/facility_answers.h"
#include "core/answers/figure_index.h"
#include "core/answers/figure_title.h"
#include "core/answers/findings.h"
#include "core/answers/money_answers.h"
#include "core/answers/scale_answers.h"
#include "core/drawing/project/address/input_list.h"
#include "core/drawing/project/address/set_value.h"
#include "core/study/sizes.h"
#include "tests/support/cli.h"
#include "tests/support/printed_schema.h"
#include "tests/support/sample.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

using namespace roofrack;

namespace {

Snapshot snapshot_of(const Scenario& scenario) {
    Snapshot out;
    out.scenario = std::make_shared<const Scenario>(scenario);
    return out;
}

QString page(const char* name) {
    QFile file(QStringLiteral(ROOFRACK_SOURCE_DIR "/docs/") + QLatin1String(name));
    if (!file.open(QIODevice::ReadOnly)) qFatal("no docs/%s", name);
    return QString::fromUtf8(file.readAll());
}

/// Keys of all objects that a schema knows.
void collect_keys(const nlohmann::json& schema, std::set<std::string>& out) {
    if (schema.is_object() && schema.contains("properties"))
        for (const auto& [key, unused] : schema["properties"].items()) out.insert(key);
    if (schema.is_structured())
        for (const auto& inner : schema) collect_keys(inner, out);
}

} // namespace

class TestFigureIndex : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void every_figure_has_a_name_of_its_own_a_label_and_a_help() {
        std::set<std::string> names;
        for (const IndexedFigure& each : figure_index()) {
            QVERIFY2(names.insert(each.figure.name).second, each.figure.name.c_str());
            QVERIFY2(!each.figure.row->label.empty() && !each.figure.row->help.empty(),
                     each.figure.name.c_str());
        }
        QVERIFY(names.contains("money.run.usd_per_million") && names.contains("year.total.pue"));
    }

    /// Figures that are called alike are told apart where one is chosen.
    void no_two_figures_have_the_same_title() {
        std::set<std::string> seen;
        for (const IndexedFigure& each : figure_index()) {
            if (each.figure.name.find('*') != std::string::npos) continue;
            const std::string title = figure_title(each);
            QVERIFY2(title.starts_with(each.figure.row->label), title.c_str());
            QVERIFY2(seen.insert(title).second, title.c_str());
        }
        QVERIFY(seen.contains("capital (Money, run, usd per hour)"));
        QCOMPARE(distinct_label("step.mfu"), std::string("MFU"));
        QVERIFY(distinct_label("room.as_drawn.metered_w") != distinct_label("power.metered_w"));
        QCOMPARE(distinct_label("/plan/tp"), std::string("/plan/tp"));
    }

    /// Each figure of a sample is what its study has; where it is absent, a reason is said.
    void what_is_asked_is_what_the_study_has() {
        for (const char* name : {"dgx-h100-su", "llama3-405b-16k", "generic-100m-2gpu"}) {
            const Answers answers(snapshot_of(test::sample(name)), Catalog::built_in());
            for (const IndexedFigure& each : figure_index()) {
                if (each.figure.name.find('*') != std::string::npos) continue;
                const auto reading = ask_figure(answers, each.figure.name);
                QVERIFY2(reading, each.figure.name.c_str());
                QVERIFY2(!reading->absent.empty() || !reading->text.empty() ||
                             each.figure.row->absent.empty(),
                         each.figure.name.c_str());
            }
            const RunCost& run = answers.value<MoneyStudy>()->run;
            const auto reading = ask_figure(answers, "money.run.usd_per_million");
            QCOMPARE(reading->absent.empty(), run.has_price());
            if (run.has_price()) QCOMPARE(reading->number, run.dollars_per_million);
        }
    }

    /// What `evaluate` says of the step; where there is none, why.
    void the_step_is_what_evaluate_says() {
        Scenario scenario = test::sample("dgx-h100-su");
        const Answers answers(snapshot_of(scenario), Catalog::built_in());
        const Evaluation& evaluation = answers.value<Verdict>()->evaluation;
        const std::pair<const char*, double> numbers[] = {
            {"step.step_time_s", evaluation.step_time.si()},
            {"step.step_time_band_s.high", evaluation.step_time_high.si()},
            {"step.mfu", evaluation.mfu},
            {"step.tokens_per_s", evaluation.tokens_per_s},
            {"step.power.it_w", evaluation.power.it.si()},
            {"step.memory.needed_bytes", evaluation.memory.needed.si()},
            {"step.breakdown.compute.seconds", evaluation.parts[0]},
            {"step.gains.0.twice", evaluation.gains[0].twice}};
        for (const auto& [name, value] : numbers) {
            const auto reading = ask_figure(answers, name);
            QVERIFY2(reading && reading->absent.empty() && value > 0, name);
            QVERIFY2(reading->number == value, name);
        }
        QCOMPARE(ask_figure(answers, "step.binds")->text, evaluation.binds);
        QCOMPARE(*figure_named("mfu_causal"), std::string("step.mfu_causal"));
        scenario.plan.tp = 7;
        const Answers stands(snapshot_of(scenario), Catalog::built_in());
        QCOMPARE(ask_figure(stands, "step.mfu")->absent, std::string("there is no step: see what binds"));
        QCOMPARE(ask_figure(stands, "step.power.it_w")->absent, std::string("there is no step to draw it"));
        QCOMPARE(ask_figure(stands, "step.binds")->text,
                 std::string("256 GPUs are not a multiple of tp · pp · cp = 28"));
        const Answers profile(snapshot_of(test::sample("generic-100m-2gpu")), Catalog::built_in());
        QCOMPARE(ask_figure(profile, "step.tokens_per_s")->absent,
                 std::string("the profile counts samples, not tokens"));
    }

    void the_scaling_study_is_asked_by_name() {
        const Answers answers(snapshot_of(test::sample("dgx-h100-su")), Catalog::built_in());
        const ScaleResult& study = answers.value<ScaleOfGivenWithMitigations>()->study;
        QCOMPARE(ask_figure(answers, "scale.peak_gpus")->number, study.peak_gpus);
        QCOMPARE(ask_figure(answers, "scale.doublings.drawn.gain")->number, study.doublings[0].gain());
        QVERIFY(study.doublings[0].gain() > 1);
        const size_t last = study.points.size() - 1;
        const std::string point = "scale.points." + std::to_string(last);
        QCOMPARE(ask_figure(answers, point + ".useful_rate")->number, study.points[last].useful);
        QVERIFY(!study.points[0].feasible);
        QCOMPARE(ask_figure(answers, "scale.points.0.useful_rate")->absent,
                 std::string("the size does not run"));
        // A border between two sizes is asked by the count that the chart calls it by.
        QVERIFY(!study.borders.empty() && !study.at(study.borders[0].gpus));
        const double called = shown_gpus(study, study.borders[0].gpus);
        QVERIFY(called != study.borders[0].gpus);
        QCOMPARE(ask_figure(answers, "scale.borders.0.gpus")->number, called);
        QCOMPARE(study.knee_gpus, 0.0);
        QCOMPARE(ask_figure(answers, "scale.knee_gpus")->absent, std::string("it is nowhere in the study"));
    }

    void power_and_heat_are_asked_by_name() {
        Scenario scenario = test::sample("dgx-h100-su");
        const Answers answers(snapshot_of(scenario), Catalog::built_in());
        const auto number = [&](const std::string& name) {
            const auto reading = ask_figure(answers, "power." + name);
            return reading ? reading->number : std::nan("");
        };
        const FacilityStudy& study = *answers.value<FacilityStudy>();
        const auto feed = std::ranges::find(study.budgets, std::string("feed"), &Budget::id);
        QCOMPARE(number("feeds.feed.margin"), 1 - feed->load / *feed->limit);
        QCOMPARE(number("feeds.feed.secured_margin"), 1 - feed->load / *feed->secured);
        const RackState& rack = study.state.racks[0];
        QCOMPARE(number("racks.row-a.margin"), 1 - rack.peak / *rack.limit);
        QCOMPARE(number("racks.row-a.secured"), rack.secured->si());
        QVERIFY(number("racks.row-a.secured") < number("racks.row-a.limit"));
        // All uses are the IT power, and with what is beside them the facility's.
        double uses = 0, beside = 0;
        for (const ItUse use : it_uses)
            for (const char* way : {".to_air", ".to_liquid"})
                uses += number("uses." + std::string(name_of(use)) + way);
        for (const char* part : {"transport", "pumps", "chiller", "rejection", "ups", "transformer", "other"})
            beside += number(std::string("overhead.") + part);
        QVERIFY(uses > 0 && std::abs(uses / number("it_w") - 1) < 1e-9);
        QVERIFY(beside > 0 && std::abs((uses + beside) / number("facility_w") - 1) < 1e-9);
        QCOMPARE(number("failures.crah.step_s"), study.failures[0].step->si());
        QCOMPARE(ask_figure(answers, "power.site.site.margin")->absent, std::string("no limit is known"));
        QVERIFY(ask_json(answers, "power.ups")->empty());

        // A budget is said to hold racks down where they say so, too.
        QCOMPARE(ask_json(answers, "power.site.site.clip")->dump(), std::string("\"none\""));
        scenario.site.power_limit = Watts(300e3);
        const Answers held(snapshot_of(scenario), Catalog::built_in());
        for (const char* name : {"power.site.site.clip", "power.racks.row-a.clip"})
            QCOMPARE(ask_json(held, name)->dump(), std::string("\"site\""));
        QCOMPARE(ask_json(held, "power.feeds.feed.clip")->dump(), std::string("\"none\""));
        scenario.plan.tp = 7;
        const Answers stands(snapshot_of(scenario), Catalog::built_in());
        QVERIFY(!ask_figure(stands, "power.it_w")->absent.empty());
        // At a load that is asked for, whether the plan runs or not.
        for (const Scenario& each : {test::sample("dgx-h100-su"), scenario}) {
            Snapshot snapshot = snapshot_of(each);
            snapshot.load = StandingLoad{0.6};
            const Answers asked(snapshot, Catalog::built_in());
            const auto at_load = standing_study(each, Catalog::built_in(), {0.6}, FacilityDepth::failures);
            QCOMPARE(ask_json(asked, "power.it_w")->get<double>(), at_load->state.it.si());
            QCOMPARE(ask_json(asked, "power.load")->get<std::string>(), std::string("0.6"));
            QCOMPARE(ask_json(asked, "room.load")->get<std::string>(), std::string("0.6"));
            QVERIFY(asked.value<CoolingReport>()->assumed == StandingLoad{0.6});
        }
    }

    void an_existing_room_is_asked_by_name() {
        Scenario scenario = test::sample("dgx-h100-su");
        const Answers unknown(snapshot_of(scenario), Catalog::built_in());
        QCOMPARE(ask_figure(unknown, "room.limits.0.have")->absent,
                 std::string("it is not known, so it does not limit"));
        scenario.site.room.rack_positions = 6;
        const Answers answers(snapshot_of(scenario), Catalog::built_in());
        const RoomStudy& study = *answers.value<RoomStudy>();
        QVERIFY(study.fits && study.binding >= 0 && study.drawn > *study.fits);
        QCOMPARE(ask_figure(answers, "room.fits_racks")->number, *study.fits);
        const std::string place = ask_json(answers, "room.binding")->dump();
        QCOMPARE(place, std::to_string(study.binding));
        const std::string binding = "room.limits." + place;
        QCOMPARE(ask_json(answers, binding + ".limit")->dump(), std::string("\"positions\""));
        QCOMPARE(ask_figure(answers, binding + ".have")->number, 6.0);
        QCOMPARE(ask_figure(answers, binding + ".left")->number,
                 6 - study.rows[size_t(study.binding)].need.need);
        QVERIFY(ask_figure(answers, binding + ".buy.amount")->number > 0);
        QVERIFY(ask_json(answers, binding + ".supply")->is_null());
        QCOMPARE(ask_figure(answers, "room.today.gpus")->number, study.today->gpus);
        QVERIFY(ask_figure(answers, "room.as_drawn.step_s")->number > 0);
    }

    void the_last_parts_do_where_they_are_of_one_figure() {
        QCOMPARE(*figure_named("usd_per_petaflop_day"), std::string("money.run.usd_per_petaflop_day"));
        QCOMPARE(*figure_named("run.water_m3"), std::string("money.run.water_m3"));
        const auto several = figure_named("usd_per_hour");
        QVERIFY(!several && several.error().fix.find("money.run.usd_per_hour") != std::string::npos);
        const auto near = figure_named("usd_per_petaflop_dai");
        QVERIFY(!near && near.error().fix.find("usd_per_petaflop_day") != std::string::npos);
        const auto part = figure_named("petaflop");
        QVERIFY(!part && part.error().fix.find("money.run.usd_per_petaflop_day") != std::string::npos);
    }

    /// What `odds` prints as the name of a figure is taken wherever one is asked for; what is only drawn is
    /// not.
    void names_of_odds_are_taken() {
        const Answers answers(snapshot_of(test::sample("decisions/owned-h100")), Catalog::built_in());
        for (const auto& [in_odds, figure] : {std::pair("dates.ready_weeks", "money.increment.lead_weeks"),
                                              std::pair("dates.done_weeks", "money.increment.done_weeks")}) {
            const auto name = figure_named(in_odds);
            QVERIFY2(name, in_odds);
            QCOMPARE(*name, std::string(figure));
            const auto drawn = ask_figure(answers, in_odds), asked = ask_figure(answers, figure);
            QVERIFY2(drawn && asked && asked->absent.empty(), in_odds);
            QCOMPARE(drawn->number, asked->number);
        }
        QVERIFY(!figure_named("dates.trained"));
    }

    void what_the_scenario_has_not_says_why() {
        Scenario scenario = test::sample("dgx-h100-su");
        scenario.workload.token_budget = 0;
        const Answers answers(snapshot_of(scenario), Catalog::built_in());
        QCOMPARE(ask_figure(answers, "money.run.time_s")->absent,
                 std::string("the workload has no token budget"));
        QCOMPARE(ask_figure(answers, "totals.energy_j")->absent, std::string("the run has no end"));
        QVERIFY(ask_json(answers, "totals.energy_j")->is_null());
        // No other climate's figures pass for the site's.
        QCOMPARE(ask_figure(answers, "year.total.pue")->absent,
                 std::string("the site names no year of weather"));
        scenario.site.climate = "hot-dry";
        const Answers in_weather(snapshot_of(scenario), Catalog::built_in());
        QVERIFY(ask_figure(in_weather, "year.total.pue")->absent.empty());
    }

    /// What is listed can be set, and what was set is what the scenario has there.
    void inputs_are_set_and_read_at_their_addresses() {
        const Catalog& catalog = Catalog::built_in();
        const Scenario scenario = test::sample("dgx-h100-su");
        const auto address = [](const Input& input, std::string_view wanted) {
            return input.address == wanted;
        };
        for (const auto& [where, value] : {std::pair{"/plan/tp", "4"}, {"/site/straggler_cv", "0.02"}}) {
            const auto known = std::ranges::find_if(
                scenario_inputs(), [&, w = where](const Input& input) { return address(input, w); });
            if (known == scenario_inputs().end()) continue;
            const auto changed = set_value(scenario, where, value, catalog);
            QVERIFY2(changed, where);
            QCOMPARE(input_value(*changed, where, catalog)->dump(), std::string(value));
        }
        QVERIFY(std::ranges::any_of(
            scenario_inputs(), [&](const Input& i) { return address(i, "/cluster/links/*/bandwidth"); }));
        QVERIFY(input_value(scenario, "/site/climate", catalog)->is_null());
        const auto wrong = input_value(scenario, "/plan/tpp", catalog);
        QVERIFY(!wrong && wrong.error().fix.find("/plan/tp") != std::string::npos);
        // What is near nothing is no reason to list hundreds of addresses.
        const auto far = input_value(scenario, "/workload/what_is_this_supposed_to_be", catalog);
        QVERIFY(!far);
        QCOMPARE(far.error().fix, "there are " + std::to_string(scenario_inputs().size()) +
                                      " inputs: `roofrack-cli figures --inputs` lists them");
        const auto with_values = input_value(scenario, "/workload/global_batch=512..4096 in 10", catalog);
        QVERIFY(!with_values);
        QCOMPARE(
            with_values.error().fix,
            std::string("values are no part of an address: write '/workload/global_batch', and the values "
                        "as the next argument"));
    }

    void the_page_of_figures_is_what_is_declared() {
        const QByteArray declared =
            test::run_cli({QStringLiteral("figures"), QStringLiteral("--markdown")}).out;
        QVERIFY(declared.contains("| `step.mfu` |"));
        QVERIFY2(page("figures.md").toUtf8() == declared,
                 "docs/figures.md is old: write it anew by "
                 "roofrack-cli figures --markdown > docs/figures.md");
    }

    /// What the studies print is said key by key, figures on their own page; lists of parts, traces, fits and
    /// validation are told in prose.
    void every_key_of_an_output_is_documented() {
        const QString formats = page("formats.md");
        std::set<std::string> words;
        static const QRegularExpression word(QStringLiteral("[A-Za-z0-9_-]+"));
        for (auto each = word.globalMatch(formats, formats.indexOf(QStringLiteral("### JSON")));
             each.hasNext();)
            words.insert(each.next().captured().toStdString());
        const QString figures = page("figures.md");
        static const QRegularExpression name(QStringLiteral("^\\| `[^`]*\\.([a-z0-9_]+)` \\|"),
                                             QRegularExpression::MultilineOption);
        for (auto each = name.globalMatch(figures); each.hasNext();)
            words.insert(each.next().captured(1).toStdString());
        const std::set<std::string> in_prose{"catalog", "fit", "trace", "validate"};
        size_t count = 0;
        for (const std::string& command : test::schema_names()) {
            if (in_prose.contains(command)) continue;
            std::set<std::string> keys;
            collect_keys(nlohmann::json::parse(test::printed_schema(command)), keys);
            for (const std::string& key : keys)
                QVERIFY2(words.contains(key),
                         (command + ": docs/formats.md and figures.md lack " + key).c_str());
            count += keys.size();
        }
        QVERIFY(count > 800);
    }

    void the_command_line_answers() {
        const QString project = QStringLiteral(ROOFRACK_SOURCE_DIR "/samples/dgx-h100-su.roofrack.json");
        const auto ask = [&](const QStringList& names) {
            return test::run_cli(QStringList{QStringLiteral("ask"), project} + names);
        };
        const auto json = ask(
            {QStringLiteral("usd_per_petaflop_day"), QStringLiteral("/plan/tp"), QStringLiteral("--json")});
        QCOMPARE(json.exit_code, 0);
        const QJsonArray asked =
            QJsonDocument::fromJson(json.out).object()[QStringLiteral("asked")].toArray();
        QCOMPARE(asked[0].toObject()[QStringLiteral("name")].toString(),
                 QStringLiteral("money.run.usd_per_petaflop_day"));
        const Answers answers(snapshot_of(test::sample("dgx-h100-su")), Catalog::built_in());
        QCOMPARE(asked[0].toObject()[QStringLiteral("value")].toDouble(),
                 answers.value<MoneyStudy>()->run.petaflop_day);
        QCOMPARE(asked[1].toObject()[QStringLiteral("value")].toInt(), 8);
        // Another value of an input gives another answer; an absent figure says why, and is no success.
        const auto set = ask({QStringLiteral("--set"), QStringLiteral("/workload/token_budget=0"),
                              QStringLiteral("money.run.time_s"), QStringLiteral("--csv")});
        QCOMPARE(set.exit_code, 1);
        QVERIFY(set.out.contains("money.run.time_s,,s,the workload has no token budget"));
        // Several figures stand on one line.
        QVERIFY(ask({QStringLiteral("step.plan")}).out.contains("{\"tp\":8,"));
        const auto wrong = ask({QStringLiteral("money.run.usd_per_milion")});
        QCOMPARE(wrong.exit_code, 2);
        QVERIFY(wrong.err.contains("usd_per_million"));
        QVERIFY(!test::run_cli({QStringLiteral("figures")}).out.contains("\\u000a"));
        QCOMPARE(test::run_cli({QStringLiteral("figures"), QStringLiteral("no-such-word")}).exit_code, 1);
        QVERIFY(test::run_cli({QStringLiteral("figures"), QStringLiteral("water")})
                    .out.contains("/site/money/water_price"));
    }
};

QTEST_GUILESS_MAIN(TestFigureIndex)
#include "test_figure_index.moc"
