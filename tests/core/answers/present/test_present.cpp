// SPDX-License-Identifier: GPL-3.0-or-later
// What slides say of a project, and that they follow it.
#include "core/answers/compare/comparison_study.h"
#include "core/answers/decide/odds_conclusion.h"
#include "core/answers/decide/odds_text.h"
#include "core/answers/decide/turned_inputs.h"
#include "core/answers/facility_answers.h"
#include "core/answers/figure_index.h"
#include "core/answers/findings.h"
#include "core/answers/handover/report.h"
#include "core/answers/mitigation_answers.h"
#include "core/answers/money_answers.h"
#include "core/answers/present/comparison_title.h"
#include "core/answers/present/odds_title.h"
#include "core/answers/present/plain_words.h"
#include "core/answers/present/present.h"
#include "core/answers/present/scaling_title.h"
#include "core/answers/present/slide_numbers.h"
#include "core/answers/published_errors.h"
#include "core/answers/scale_answers.h"
#include "core/answers/step_answers.h"
#include "core/base/catalog/catalog.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/project/address/input_field.h"
#include "core/drawing/project/project_file.h"
#include "core/study/sizes.h"
#include "tests/support/sample.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

using namespace roofrack;

namespace {

const Catalog& built_in() { return Catalog::built_in(); }

Project one_scenario() {
    Project out;
    out.name = "A cluster";
    out.scenarios = {test::sample("dgx-h100-su")};
    return out;
}

Project two_scenarios() {
    Project out = one_scenario();
    out.scenarios.push_back(out.scenarios.front());
    out.scenarios.front().name = "Base";
    out.scenarios.back().name = "Half the batch";
    out.scenarios.back().workload.global_batch /= 2;
    return out;
}

Slide slide_of(const char* view, const std::string& scenario = {}) {
    Slide out;
    out.view = view;
    out.scenario = scenario;
    return out;
}

std::vector<std::string> views_of(const Deck& deck) {
    std::vector<std::string> out;
    for (const Slide& slide : deck.slides) out.push_back(slide.view);
    return out;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

class TestPresent : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void first_slides_are_drafted_from_the_scenarios() {
        const DeckAnswers one(one_scenario(), {}, false, built_in());
        QCOMPARE(views_of(first_deck(one)),
                 (std::vector<std::string>{"drawing", "verdict", "step-breakdown", "scaling", "levels",
                                           "money", "mitigations", "certainty"}));
        const DeckAnswers two(two_scenarios(), {}, false, built_in());
        const Deck deck = first_deck(two);
        QVERIFY(std::ranges::count(views_of(deck), "compare") == 1);
        QCOMPARE(deck.slides.front().scenario, std::string("Base"));
        QCOMPARE(shown_deck(two), deck);
    }

    /// A slide of one scenario says of which where there are others, however the project is called; one of
    /// all names none, and nothing is told apart where there is one alone.
    void a_slide_of_one_scenario_names_it_where_there_are_several() {
        Project several = two_scenarios();
        several.name = "Base";
        const DeckAnswers two(several, {}, false, built_in());
        for (const char* const view : {"drawing", "verdict", "scaling", "money", "certainty", "tried"})
            for (const char* const name : {"Base", "Half the batch"})
                QCOMPARE(slide_content(two, slide_of(view, name)).source,
                         fmt::format("Scenario “{}” · Base · plan as given", name));
        for (const char* const view : {"compare", "compare-more", "way", "scenarios", "text"}) {
            const std::string source = slide_content(two, slide_of(view)).source;
            QVERIFY2(source.starts_with("Base") && !contains(source, "Scenario"), view);
        }
        Project single = one_scenario();
        const DeckAnswers one(single, {}, false, built_in());
        QVERIFY(single.scenarios.front().name != single.name);
        QCOMPARE(slide_content(one, slide_of("verdict")).source, std::string("A cluster · plan as given"));
    }

    /// The comparison has three slides, in a row.
    void the_comparison_goes_on_behind_its_first_slide() {
        const DeckAnswers deck(two_scenarios(), {}, false, built_in());
        const std::vector<std::string> views = views_of(first_deck(deck));
        const auto first = std::ranges::find(views, "compare");
        QVERIFY(views.end() - first >= 3);
        QCOMPARE((std::vector<std::string>{first + 1, first + 3}),
                 (std::vector<std::string>{"compare-more", "compare-odds"}));
        const SlideContent content = slide_content(deck, slide_of("compare")),
                           more = slide_content(deck, slide_of("compare-more"));
        QVERIFY2(more.title.ends_with(" (continued)"), more.title.c_str());
        QVERIFY(more.missing.empty() && content.missing.empty());
        for (const auto& row : more.rows)
            QVERIFY2(std::ranges::find(content.rows, row) == content.rows.end(), row.front().c_str());
        for (const char* const view : {"compare", "compare-more", "compare-odds"})
            QVERIFY(is_of_all_scenarios(view));
        QVERIFY(!is_of_all_scenarios("verdict"));
        const DeckAnswers one(one_scenario(), {}, false, built_in());
        QVERIFY(!slide_content(one, slide_of("compare-odds")).missing.empty());
    }

    /// Who does a run that is done before what is bought is ready stands by itself, since the days and
    /// dollars of the slide are of a run on all GPUs.
    void the_comparison_says_whose_run_its_days_are() {
        Project project;
        for (size_t i = 0; i < 2; ++i) project.scenarios.push_back(test::sample("decisions/owned-h100", i));
        const SlideContent content =
            slide_content(DeckAnswers(project, {}, false, built_in()), slide_of("compare"));
        const auto said = std::ranges::find_if(content.text, [](const std::string& each) {
            return contains(each, "done without what is bought");
        });
        QVERIFY(said != content.text.end());
        QVERIFY2(contains(*said, "by the 512 GPUs") &&
                     contains(*said, "of a run that begins with all GPUs") &&
                     contains(*said, ", by which it is never the best"),
                 said->c_str());
        QCOMPARE(std::ranges::count_if(
                     content.text,
                     [](const std::string& each) { return contains(each, "done without what is bought"); }),
                 1);
    }

    /// What is paid for space of racks that are there already is an assumption, and said.
    void the_money_says_that_space_is_rented() {
        Project project;
        project.scenarios = {test::sample("decisions/owned-h100", 0)};
        const auto says = [&] {
            const SlideContent content =
                slide_content(DeckAnswers(project, {}, false, built_in()), slide_of("money"));
            return std::ranges::any_of(content.text, [](const std::string& each) {
                return contains(each, "Space is rented at 184 $/kW a month");
            });
        };
        QVERIFY(!says());
        project.scenarios[0].site.money.deployment = Deployment::colocation;
        QVERIFY(says());
    }

    /// GPUs that the network as drawn cannot take are not offered without a word, on the slide nor in the
    /// report.
    void the_money_says_that_the_next_racks_cannot_be_cabled() {
        for (const auto& [sample, is_full] :
             {std::pair("decisions/owned-h100", true), {"dgx-h100-su", false}}) {
            Project project;
            project.scenarios = {test::sample(sample)};
            const DeckAnswers deck(project, {}, false, built_in());
            const auto answers = deck.of(project.scenarios[0].name);
            const MoneyStudy* const study = answers ? answers->value<MoneyStudy>() : nullptr;
            QVERIFY(study && study->next.racks > 0);
            std::string said = next_racks_text(study->next, false);
            QVERIFY(!said.empty() && contains(said, " needs 68 ports and has 64") == is_full);
            said[0] = 'T';
            const SlideContent content = slide_content(deck, slide_of("money"));
            QVERIFY(std::ranges::find(content.text, said) != content.text.end());
            const std::vector<std::string> only{"money"};
            const auto report = scenario_report(*answers, "P", only);
            QVERIFY(report);
            QVERIFY(std::ranges::any_of(report->blocks(), [&](const ReportDocument::Block& block) {
                return std::ranges::find(block.items, said) != block.items.end();
            }));
        }
    }

    /// The report and the slide call the end of a regime by one count.
    void the_report_ends_a_regime_where_the_slide_does() {
        const Project project = one_scenario();
        const DeckAnswers deck(project, {}, false, built_in());
        const auto answers = deck.of(project.scenarios[0].name);
        const auto* const given = answers ? answers->value<ScaleOfGiven>() : nullptr;
        QVERIFY(given && !given->study.borders.empty());
        const std::vector<std::string> only{"scaling"};
        const auto report = scenario_report(*answers, "P", only);
        const SlideContent content = slide_content(deck, slide_of("scaling"));
        QVERIFY(report && content.chart);
        const std::string text = report->markdown();
        for (const ScaleBorder& border : given->study.borders) {
            const std::string at = format_count(shown_gpus(given->study, border.gpus)) + " GPUs:";
            QVERIFY2(std::ranges::any_of(content.chart->stretches,
                                         [&](const auto& each) { return each.text.starts_with(at); }),
                     at.c_str());
            QVERIFY2(contains(text, "at about " + at), text.c_str());
        }
    }

    /// The date of what replaces sold servers counts nothing that these could train.
    void the_comparison_says_that_sold_servers_train_nothing() {
        Project project;
        for (const size_t i : {0, 2}) project.scenarios.push_back(test::sample("decisions/owned-h100", i));
        const SlideContent content =
            slide_content(DeckAnswers(project, {}, false, built_in()), slide_of("compare"));
        QVERIFY(std::ranges::any_of(content.text, [](const std::string& each) {
            return contains(each, "what is there already trains none of the run, as some of it is sold");
        }));
    }

    /// Dates, dollars and power are those of `compare`, each above its difference to the reference.
    void the_comparison_has_dates_and_differences() {
        Project project;
        project.scenarios = {test::sample("dgx-h100-su"), test::sample("llama3-405b-16k")};
        const std::chrono::sys_days order{std::chrono::year{2026} / 11 / 30};
        const DeckAnswers deck(project, {}, false, built_in(), nullptr, order);
        const SlideContent content = slide_content(deck, slide_of("compare"));
        auto request =
            comparison_request(project.comparison, {project.scenarios[0].name, project.scenarios[1].name});
        QVERIFY(request);
        request->figures = {"money.increment.done_weeks", "money.increment.lead_weeks", "money.run.usd",
                            "money.run.usd_per_million", "power.peak_w"};
        const auto study = comparison_study(deck.compared(), *request);
        QVERIFY(study);
        for (const ComparedRow& row : study->table.rows) {
            const auto found = std::ranges::find_if(content.rows, [&](const auto& each) {
                return each[1] == dated_text(row, row.values[0], order) &&
                       each[2] == dated_text(row, row.values[1], order);
            });
            QVERIFY2(found != content.rows.end(), row.name.c_str());
            const std::string& difference = row.values[1].difference;
            if (difference.empty() || difference == "the same") continue;
            QVERIFY2(found + 1 != content.rows.end() && (found + 1)->front() == "difference",
                     row.name.c_str());
            QCOMPARE((found + 1)->back(), difference);
        }
        QVERIFY2(contains(content.rows.front()[1], ", 2027-"), content.rows.front()[1].c_str());
        QVERIFY(content.head[1].ends_with(" (reference)"));
        // Without the day of the order they are weeks.
        const SlideContent weeks =
            slide_content(DeckAnswers(project, {}, false, built_in()), slide_of("compare"));
        QVERIFY2(weeks.rows.front()[1].ends_with(" weeks"), weeks.rows.front()[1].c_str());
    }

    /// A peak power that the site may not draw is said below the rows, behind the cautions.
    void the_comparison_says_what_is_above_the_limit_of_a_site() {
        Project project;
        project.scenarios = {test::sample("llama3-405b-16k"), test::sample("llama3-405b-16k")};
        project.scenarios[0].name = "Free", project.scenarios[1].name = "Held";
        for (Scenario& each : project.scenarios) each.site.power_limit.reset();
        const auto is_above = [](const std::string& line) {
            return contains(line, " above the site's limit of ");
        };
        const DeckAnswers free(project, {}, false, built_in());
        const SlideContent without = slide_content(free, slide_of("compare"));
        QVERIFY(std::ranges::none_of(without.text, is_above));
        // The mean meets it, by which the step keeps its clocks, and the peak does not.
        const auto mean = ask_figure(*free.compared()[0], "power.metered_w"),
                   peak = ask_figure(*free.compared()[0], "power.peak_w");
        QVERIFY(mean && peak && peak->number > mean->number * 1.001);
        project.scenarios[1].site.power_limit = Watts((mean->number + peak->number) / 2);
        const SlideContent with =
            slide_content(DeckAnswers(project, {}, false, built_in()), slide_of("compare"));
        QCOMPARE(std::ranges::count_if(with.text, is_above), std::ptrdiff_t(1));
        const auto said = std::ranges::find_if(with.text, is_above),
                   caution = std::ranges::find_if(
                       with.text, [](const auto&line) { return contains(line, "confirmed"); });
        QVERIFY2(said->starts_with("“Held”: peak power, "), said->c_str());
        QVERIFY(caution < said);
    }

    /// What has no room below the rows stands on a slide of its own; where all has, there is none.
    void cautions_and_sizes_have_a_slide_where_they_find_no_room() {
        Project project;
        for (int i = 0; i < 6; ++i) {
            project.scenarios.push_back(test::sample("llama3-405b-16k"));
            Scenario& each = project.scenarios.back();
            each.name = fmt::format("Option {} with a feed and coolers of its own", i + 1);
            each.site.electricity_price = 0.05 + 0.01 * i;
            each.site.power_limit.reset();
        }
        const DeckAnswers free(project, {}, false, built_in());
        const auto mean = ask_figure(*free.compared()[0], "power.metered_w"),
                   peak = ask_figure(*free.compared()[0], "power.peak_w");
        QVERIFY(mean && peak && peak->number > mean->number * 1.001);
        for (Scenario& each : project.scenarios)
            each.site.power_limit = Watts((mean->number + peak->number) / 2);
        const DeckAnswers deck(project, {}, false, built_in());
        const std::vector<std::string> views = views_of(first_deck(deck));
        const auto compared = std::ranges::find(views, "compare");
        QVERIFY(views.end() - compared >= 4);
        QCOMPARE((std::vector<std::string>{compared + 1, compared + 4}),
                 (std::vector<std::string>{"compare-notes", "compare-more", "compare-odds"}));
        const SlideContent first = slide_content(deck, slide_of("compare")),
                           notes = slide_content(deck, slide_of("compare-notes"));
        QVERIFY2(notes.missing.empty() && notes.body == SlideBody::text, notes.missing.c_str());
        QVERIFY2(notes.title.ends_with(" (cautions)"), notes.title.c_str());
        QVERIFY(is_of_all_scenarios("compare-notes"));
        size_t above = 0;
        for (const std::string& each : first.text) {
            if (!contains(each, " above the site's limit of ")) continue;
            ++above;
            QVERIFY2(std::ranges::find(notes.text, each) != notes.text.end(), each.c_str());
        }
        QCOMPARE(above, project.scenarios.size());
        project.scenarios.resize(2);
        QCOMPARE(std::ranges::count(views_of(first_deck(DeckAnswers(project, {}, false, built_in()))),
                                    "compare-notes"),
                 std::ptrdiff_t(0));
    }

    /// Among many, the scenario with the gravest caution is named first, before all that only explains.
    void the_gravest_cautions_come_first() {
        Project project;
        for (const size_t i : {0, 1, 2, 2})
            project.scenarios.push_back(test::sample("decisions/owned-h100", i));
        project.scenarios.back().name = "Liquid again";
        const SlideContent content =
            slide_content(DeckAnswers(project, {}, false, built_in()), slide_of("compare"));
        const auto place_of = [&](const char* text) {
            return std::ranges::find_if(content.text,
                                        [&](const std::string& each) { return contains(each, text); }) -
                   content.text.begin();
        };
        const auto memory = place_of("may not fit in memory"), liquid = place_of("needs new liquid cooling"),
                   explains = place_of("Not confirmed are prices");
        QVERIFY(memory < liquid && liquid < explains);
        QVERIFY(explains < std::ssize(content.text));
        QVERIFY(contains(content.text[static_cast<size_t>(liquid)], "“Liquid again”"));
    }

    /// More columns than have room for ranges have the date, or the likely value.
    void a_comparison_of_many_has_no_ranges() {
        Project project;
        for (size_t i = 0; i < 4; ++i) project.scenarios.push_back(test::sample("shared-a100-hot-rack", i));
        const std::chrono::sys_days order{std::chrono::year{2026} / 11 / 30};
        const DeckAnswers deck(project, {}, false, built_in(), nullptr, order);
        for (const char* const view : {"compare", "compare-more"}) {
            const SlideContent content = slide_content(deck, slide_of(view));
            for (const auto& row : content.rows)
                for (size_t i = 1; i < row.size(); ++i) QVERIFY2(!contains(row[i], " to "), row[i].c_str());
            for (const std::string& line : content.text) QVERIFY2(!contains(line, "(… to …)"), line.c_str());
        }
        const SlideContent content = slide_content(deck, slide_of("compare"));
        QVERIFY2(content.rows.front()[1].starts_with("2027-"), content.rows.front()[1].c_str());
        // Nothing else tells that nobody promised these days.
        const auto says = [](const SlideContent& slide, const char* text) {
            return std::ranges::count_if(slide.text,
                                         [&](const std::string& each) { return contains(each, text); });
        };
        const char* const dates =
            "ates: likely ones, all ordered on 2026-11-30 and each lead time at its likeliest";
        QCOMPARE(says(content, (std::string("D") + dates).c_str()), 1);
        QCOMPARE(says(slide_content(deck, slide_of("compare-more")), dates), 0);
        const DeckAnswers undated(project, {}, false, built_in(), &deck);
        QCOMPARE(says(slide_content(undated, slide_of("compare")), dates), 0);
        // Where ranges are explained, dates are in the same line.
        project.scenarios.resize(2);
        const DeckAnswers two(project, {}, false, built_in(), &deck, order);
        const SlideContent few = slide_content(two, slide_of("compare"));
        QVERIFY2(few.text.front().starts_with("(… to …): ") && contains(few.text.front(), "; dates: likely "),
                 few.text.front().c_str());
    }

    /// The odds are those that the project keeps, and stay while its scenarios do; the reasons are those of
    /// `compare`.
    void the_comparison_has_odds_and_reasons() {
        Project project = one_scenario();
        project.scenarios.push_back(project.scenarios.front());
        project.scenarios.front().name = "Base";
        project.scenarios.back().name = "Dear";
        project.scenarios.back().site.electricity_price = 0.31;
        project.comparison.odds = {"money.run.usd", "power.metered_w"};
        const DeckAnswers deck(project, {}, false, built_in());
        const SlideContent content = slide_content(deck, slide_of("compare-odds"));
        const Result<Odds>& odds = deck.odds();
        QVERIFY2(odds, odds ? "" : odds.error().text().c_str());
        QCOMPARE(odds->figures.size(), size_t(2));
        QVERIFY(odds->figures.front().causes.empty());
        const std::string conclusion = conclusion_text(*odds, odds->figures.front());
        QVERIFY2(conclusion.starts_with("the best: “Base”"), conclusion.c_str());
        QCOMPARE(content.rows.front().back(), conclusion);
        QCOMPARE(content.title, std::string("“Base” has the cheapest run in 100 % of the samples"));
        QCOMPARE(content.text.front(), std::string("“Dear” against “Base”: as fast"));
        QVERIFY(std::ranges::count(content.text, quantiles_text) == 1);
        // Beside the conclusion stands what it rests on, as in the report.
        QCOMPARE(content.head, (std::vector<std::string>{"", "", "P10", "P50", "P90", ""}));
        QCOMPARE(content.rows.size(), size_t(4));
        for (size_t i = 0; i < 2; ++i) {
            const FigureSpread& of = odds->figures.front().scenarios[i];
            QCOMPARE(content.rows[i][1], odds->scenarios[i]);
            for (const auto& [column, value] :
                 {std::pair(2, of.p10), std::pair(3, of.p50), std::pair(4, of.p90)})
                QCOMPARE(content.rows[i][static_cast<size_t>(column)],
                         spread_text(odds->figures.front(), i, value, {}));
        }
        const DeckAnswers after(project, {}, false, built_in(), &deck);
        QCOMPARE(&after.odds(), &odds);
        deck.stop_odds();
        project.comparison.odds = {"money.run.nothing"};
        const DeckAnswers wrong(project, {}, false, built_in(), &deck);
        QVERIFY(!wrong.odds());
        const SlideContent without = slide_content(wrong, slide_of("compare-odds"));
        QVERIFY2(without.missing.empty() && contains(without.text.front(), "nothing"),
                 without.text.front().c_str());
        QCOMPARE(without.rows.size(), size_t(1));
    }

    /// Dates are dates; of many figures the first have room for their spreads.
    void spreads_of_odds_stand_where_there_is_room() {
        Project project;
        project.scenarios = {test::sample("dgx-h100-su"), test::sample("dgx-h100-su")};
        project.scenarios[0].name = "A";
        project.scenarios[1].name = "B";
        project.comparison.odds = {"dates.done_weeks"};
        const std::chrono::sys_days order{std::chrono::year{2026} / 11 / 30};
        const auto content = [&](std::optional<std::chrono::sys_days> day) {
            return slide_content(DeckAnswers(project, {}, false, built_in(), nullptr, day),
                                 slide_of("compare-odds"));
        };
        const auto dated = content(order).rows, weeks = content({}).rows;
        QCOMPARE(dated.size(), size_t(2));
        for (size_t column = 2; column < 5; ++column) {
            QVERIFY2(dated[0][column].starts_with("20") && dated[0][column].size() == 10,
                     dated[0][column].c_str());
            QVERIFY2(weeks[0][column].ends_with(" weeks"), weeks[0][column].c_str());
        }
        QVERIFY(dated[0][2] < dated[0][4]);
        project.comparison.odds.clear(); // six figures
        const auto many = content(order).rows;
        QCOMPARE(many.size(), size_t(2 * 2 + 4));
        for (size_t i = 0; i < many.size(); ++i) {
            QCOMPARE(many[i].size(), size_t(6));
            QCOMPARE(many[i][3].empty(), i >= 4);
        }
    }

    /// The message of odds says what is clear, and what is too close to call.
    void the_message_of_odds_names_who_is_first() {
        QVERIFY(odds_title(Odds()) == "How sure the scenarios are");
        Project project;
        project.scenarios = {test::sample("dgx-h100-su"), test::sample("dgx-h100-su")};
        project.scenarios[0].name = "A";
        project.scenarios[1].name = "B";
        project.comparison.odds = {"dates.done_weeks"};
        const DeckAnswers deck(project, {}, false, built_in());
        QVERIFY(deck.odds());
        QCOMPARE(odds_title(*deck.odds()),
                 std::string("“A” and “B” are done on the same day in every sample"));
        Odds close = *deck.odds();
        for (FigureSpread& each : close.figures.front().scenarios)
            each.regret = 1; // each is the best at times
        QCOMPARE(odds_title(close),
                 std::string("Which is done first is too close to call (“A” in 50 % of the samples)"));
    }

    /// Charts of all scenarios have a message, not the name of their view.
    void the_way_and_the_odds_have_messages() {
        Project project = two_scenarios();
        const auto title = [&](const char* view) {
            return slide_content(DeckAnswers(project, {}, false, built_in()), slide_of(view)).title;
        };
        const std::string way = title("way");
        QVERIFY2(way.starts_with("Step time: ") && contains(way, " of “Base” becomes ") &&
                     way.ends_with(" of “Half the batch”"),
                 way.c_str());
        project.comparison.way = "power.peak_w";
        const std::string power = title("way");
        QVERIFY2(power.starts_with("Peak power of the facility: ") && power != way, power.c_str());
        for (const char* const name : {"C", "D"}) {
            project.scenarios.push_back(project.scenarios.front());
            project.scenarios.back().name = name;
        }
        const std::string many = title("way");
        QVERIFY2(many.ends_with(" against 3 others") || many.ends_with(", the best of 4"), many.c_str());
        project.comparison.odds = {"power.metered_w"};
        const DeckAnswers deck(project, {}, false, built_in());
        QVERIFY(deck.odds());
        QCOMPARE(slide_content(deck, slide_of("odds")).title, odds_title(*deck.odds()));
        project.scenarios.resize(1);
        QCOMPARE(title("way"), std::string("From one scenario to the others"));
        project.comparison.odds = {"money.run.usd"};
        const std::string alone = title("odds");
        QVERIFY2(alone.starts_with("$ of the run lies between $") &&
                     alone.ends_with(" in 80 % of the samples"),
                 alone.c_str());
        Slide written = slide_of("odds");
        written.title = "We are sure";
        QCOMPARE(slide_content(DeckAnswers(project, {}, false, built_in()), written).title, written.title);
    }

    /// The slide of tried values says what is tried; where the scenario has no such input it is named alone.
    void tried_values_are_titled_by_their_input() {
        Project project = one_scenario();
        const auto title = [&](const char* tried) {
            project.comparison.tried = tried;
            return slide_content(DeckAnswers(project, {}, false, built_in()), slide_of("tried")).title;
        };
        QCOMPARE(title("/plan/tp=1,2,4"), std::string("Over the values of “tp”"));
        QCOMPARE(title("/cluster/elements/row-a-server/count=2,4"),
                 std::string("Over the values of “DGX H100 (row-a-server): count”"));
        QCOMPARE(title(""), title("/cluster/elements/nothing/count=1"));
        QVERIFY(!title("").empty());
    }

    /// Terms of the field stand in brackets behind what they are; so in titles, rows and the chart's labels.
    void terms_are_explained_where_they_are_used_first() {
        for (const std::string& name : test::sample_names()) {
            Project project;
            project.scenarios = {test::sample(name)};
            const DeckAnswers deck(project, {}, false, built_in());
            for (const Slide& slide : first_deck(deck).slides) {
                const SlideContent content = slide_content(deck, slide);
                std::vector<std::string> said{content.title};
                if (slide.view != "mitigations" && slide.view != "certainty")
                    for (const auto& row : content.rows) said.insert(said.end(), row.begin(), row.end());
                if (content.chart && slide.view == "step-breakdown") {
                    said.push_back(content.chart->remarks.front());
                    for (const SlideChart::Bar& bar : content.chart->bars) said.push_back(bar.label);
                }
                for (const std::string& text : said) {
                    for (const char* const term : {"MFU", "PUE", "bubble", "goodput", "nameplate", "HBM"})
                        for (size_t at = 0; (at = text.find(term, at)) != std::string::npos; ++at)
                            QVERIFY2(text.rfind('(', at) != std::string::npos &&
                                         text.find(')', at) != std::string::npos,
                                     (name + ", " + slide.view + ": " + text).c_str());
                    for (const char* const bare : {"arithmetic (BF16)", "tensor comm", "data comm", "at PUE"})
                        QVERIFY2(!contains(text, bare), (name + ", " + slide.view + ": " + text).c_str());
                }
            }
        }
    }

    void plain_words_name_every_part_and_resource() {
        std::vector<std::string_view> words;
        for (size_t i = 0; i < step_part_count; ++i) words.push_back(plain_words(static_cast<StepPart>(i)));
        std::ranges::sort(words);
        QVERIFY(!words.front().empty() && std::ranges::adjacent_find(words) == words.end());
        Evaluation evaluation;
        evaluation.plan.precision = Precision::fp8;
        evaluation.gains = {{{ResourceKind::flops}, "GPU arithmetic (FP8)"},
                            {{ResourceKind::fabric, 1}, "leaf uplinks, 4:1", true},
                            {{ResourceKind::hbm}, "HBM bandwidth"}};
        const auto binding = [&](const char* binds) {
            evaluation.binds = binds;
            return plain_binding(evaluation);
        };
        QCOMPARE(binding("GPU arithmetic (FP8)"), std::string("GPU arithmetic in 8-bit numbers (FP8)"));
        QCOMPARE(binding("leaf uplinks, 4:1"), std::string("the network (leaf uplinks, 4:1)"));
        QCOMPARE(binding("HBM bandwidth"), std::string("the speed of GPU memory (HBM bandwidth)"));
        QCOMPARE(binding("no network"), std::string("no network"));
        QCOMPARE(plain_twice(evaluation.gains[0], evaluation),
                 std::string("twice the GPU arithmetic in 8-bit numbers (FP8)"));
        QCOMPARE(plain_twice(evaluation.gains[1], evaluation),
                 std::string("twice the bandwidth of the network (leaf uplinks, 4:1)"));
        QCOMPARE(plain_twice(evaluation.gains[2], evaluation),
                 std::string("twice the speed of GPU memory (HBM bandwidth)"));
        QCOMPARE(plain_action("FP8 in the linear layers"),
                 std::string("8-bit numbers (FP8) in the linear layers"));
        QCOMPARE(plain_action("Twice the storage"), std::string("Twice the storage"));
        QCOMPARE(plain_figure("step.mfu", "MFU"), std::string("GPU peak used (MFU)"));
        QCOMPARE(plain_figure("step.gpus", "GPUs"), std::string("GPUs"));
        Plan plan;
        plan.precision = Precision::bf16;
        QCOMPARE(peak_used_text("42 %", plan), std::string("42 % of the GPUs' peak arithmetic used (MFU)"));
        plan.precision = Precision::fp8;
        QCOMPARE(peak_used_text("105 %", plan),
                 std::string("105 % of the GPUs' peak arithmetic in 16-bit numbers used (MFU)"));
    }

    /// Each slide has one message of its own, and none is empty.
    void titles_are_messages() {
        const DeckAnswers deck(two_scenarios(), {}, false, built_in());
        std::vector<std::string> titles;
        for (const Slide& slide : first_deck(deck).slides) {
            const SlideContent content = slide_content(deck, slide);
            QVERIFY2(content.missing.empty(), content.missing.c_str());
            QVERIFY(content.is_drafted && content.title.size() > 10);
            titles.push_back(content.title);
        }
        std::ranges::sort(titles);
        QVERIFY(std::ranges::adjacent_find(titles) == titles.end());
    }

    /// What is over its limit comes before what is fullest, as in the chart.
    void the_message_of_the_site_names_what_is_over() {
        Project project;
        project.scenarios.push_back(test::sample("shared-a100-hot-rack"));
        const DeckAnswers deck(project, {}, false, built_in());
        const SlideContent content = slide_content(deck, slide_of("levels"));
        QVERIFY2(contains(content.title, "“Old rack” takes in air 8.6 K above its limit"),
                 content.title.c_str());
        QCOMPARE(content.text, (std::vector<std::string>{"Old rack, inlet: 8.6 K above the limit"}));
        QCOMPARE(content.rows.front(), (std::vector<std::string>{"Old rack", "inlet", "38.6 °C", "30 °C",
                                                                 "8.6 K above the limit"}));
        // Kelvins have no bar among shares: they are said in its place, as in the chart.
        QVERIFY(content.chart && content.chart->bars.size() > 1);
        const SlideChart::Bar& inlet = content.chart->bars.front();
        QVERIFY(inlet.is_said && inlet.label == "Old rack, inlet");
        QCOMPARE(inlet.text, std::string("8.6 K above the limit · 38.6 °C, 30 °C allowed"));
        QCOMPARE(content.chart->bars[1].label, std::string("Feeds A, B, feed"));
        QVERIFY(!content.chart->bars[1].is_said);
    }

    /// Every level has a row and a bar, or is counted in a remark; whiskers are named where a bar has one.
    void remarks_on_levels_say_what_is_not_drawn() {
        size_t with_whiskers = 0, without_whiskers = 0, without_room = 0;
        const auto remark_of = [&](const Scenario& scenario) {
            Project project;
            project.scenarios = {scenario};
            const DeckAnswers deck(project, {}, false, built_in());
            const SlideContent content = slide_content(deck, slide_of("levels"));
            const auto* const levels = deck.of({})->value<FacilityLevels>();
            if (!levels || !content.chart) qFatal("it has no levels");
            const SlideChart& chart = *content.chart;
            const bool has_whisker =
                std::ranges::any_of(chart.bars, [](const auto& bar) { return bar.high > bar.low; });
            ++(has_whisker ? with_whiskers : without_whiskers);
            const std::string& first = chart.remarks.front();
            if (contains(first, "; whiskers: in the compute phase") != has_whisker)
                qFatal("%s", first.c_str());
            constexpr size_t rows = 12;
            const auto& all = levels->study.levels;
            const auto known = static_cast<size_t>(std::ranges::count_if(
                all, [](const Level& level) { return level.share() || level.below_limit(); }));
            const size_t left_out = known > rows ? known - rows : 0;
            without_room += left_out;
            const std::string rest = chart.remarks.size() > 1 ? chart.remarks[1] : std::string();
            if (chart.bars.size() != known - left_out || content.rows.size() != known - left_out ||
                contains(rest, "No limit is known of ") != (known < all.size()) ||
                contains(rest, fmt::format("{} more ha", left_out)) != (left_out > 0))
                qFatal("%zu of %zu levels: %s", known, all.size(), rest.c_str());
            return rest;
        };
        Scenario scenario = test::sample("dgx-h100-su");
        scenario.site.power_limit.reset();
        const std::string unlimited = remark_of(scenario);
        QVERIFY2(contains(unlimited, "the site"), unlimited.c_str());
        scenario.site.power_limit = Watts(1e6);
        const std::string limited = remark_of(scenario);
        QVERIFY2(!contains(limited, "the site"), limited.c_str());
        QCOMPARE(without_room, size_t(0));
        // A dozen more feeds of one row.
        Scenario crowded = scenario;
        const auto feed = *std::ranges::find(scenario.cluster.elements, "feed", &Element::id);
        const auto link = *std::ranges::find(scenario.cluster.links, "feed--row-a", &Link::id);
        for (int i = 0; i < 12; ++i) {
            Element& element = crowded.cluster.elements.emplace_back(feed);
            element.id = element.name = fmt::format("feed-{}", i);
            Link& lead = crowded.cluster.links.emplace_back(link);
            lead.id = fmt::format("{}--row-a", element.id);
            lead.from = element.id;
        }
        remark_of(crowded);
        QVERIFY(without_room > 0);
        // Where nothing runs the servers draw one load, which has no phases.
        scenario.plan.tp = 7;
        remark_of(scenario);
        QVERIFY(with_whiskers > 0 && without_whiskers > 0);
    }

    /// A border beyond which it scales as it does now is no message.
    void the_message_of_scaling_names_what_gets_worse() {
        for (const std::string& name : test::sample_names()) {
            Project project;
            project.scenarios.push_back(test::sample(name));
            const std::string title =
                slide_content(DeckAnswers(project, {}, false, built_in()), slide_of("scaling")).title;
            for (const char* regime : {"linear", "diminishing", "degrading"})
                QVERIFY2(!contains(title, fmt::format("it is {}", regime)) ||
                             !contains(title, fmt::format("scaling is {}", regime)),
                         title.c_str());
        }
    }

    /// Where more GPUs than drawn are slower, or scale worse, the message says so, and not how it was up to
    /// there alone.
    void the_message_of_scaling_says_what_comes_beyond_the_drawing() {
        const auto title = [](const char* name) {
            Project project;
            project.scenarios = {test::sample(name)};
            return slide_content(DeckAnswers(project, {}, false, built_in()), slide_of("scaling")).title;
        };
        const std::string falls = title("ws-8gpu"), ends = title("megatron-1t-3072"),
                          far = title("llama3-405b-16k");
        QVERIFY2(falls.starts_with("More than 8 GPUs are slower: 24 % of the rate at 16, as "),
                 falls.c_str());
        QVERIFY2(ends.starts_with("Scaling is linear up to the 3,072 GPUs drawn and diminishing beyond, as "),
                 ends.c_str());
        QVERIFY2(contains(far, "scaling is diminishing; more than about ") &&
                     contains(far, " are slower, as "),
                 far.c_str());
        // Fewer that do more are named first, whatever the regime at the drawn count.
        ScaleResult study;
        for (const auto& [gpus, progress] : {std::pair(8.0, 2.0), {16.0, 0.5}, {32.0, 1.0}}) {
            ScalePoint point;
            point.gpus = gpus;
            point.progress = progress;
            point.regime = gpus == 16 ? Regime::degrading : Regime::linear;
            study.points.push_back(point);
        }
        study.drawn_gpus = 32;
        study.peak_gpus = 8;
        QCOMPARE(scaling_title(study),
                 std::string("8 GPUs do more than the 32 drawn, which reach 50 % of their rate"));
        // A drop that makes no regime is said, too.
        study.drawn_gpus = study.peak_gpus = 8;
        QCOMPARE(scaling_title(study), std::string("At 8 GPUs scaling is linear"));
        study.steps = {{8, "NICs", 0.86}};
        QCOMPARE(scaling_title(study),
                 std::string("At 8 GPUs scaling is linear; beyond 8 their rate drops by 14 %"));
    }

    /// What may not fit of both is no matter of one of them.
    void the_message_of_a_comparison_names_doubts_of_both() {
        Project project;
        project.scenarios = {test::sample("llama3-405b-16k"), test::sample("llama3-405b-16k")};
        project.scenarios[0].name = "As published";
        project.scenarios[1].name = "Other";
        project.scenarios[1].site.electricity_price = 0.31;
        const std::string title =
            slide_content(DeckAnswers(project, {}, false, built_in()), slide_of("compare")).title;
        QVERIFY2(title.starts_with("Both would be done on the same day; “As published” would ") &&
                     contains(title, " have the cheapest run (by ") &&
                     title.ends_with("; each may not fit in memory"),
                 title.c_str());
    }

    /// The message says who is first in what and by how much, and names or counts every scenario.
    void the_message_of_a_comparison_is_who_is_first() {
        Comparison table;
        for (const char* const name : {"A", "B", "C"}) table.scenarios.emplace_back().name = name;
        const auto add = [&](const char* name, const std::vector<double>& numbers) {
            ComparedRow row;
            row.name = name;
            for (const double each : numbers) {
                ComparedValue value;
                value.number = each;
                value.is_best = each == std::ranges::min(numbers);
                row.values.push_back(value);
            }
            table.rows.push_back(std::move(row));
        };
        add("money.increment.done_weeks", {6, 6 + 1.0 / 7, 34});
        add("money.run.usd", {100, 300, 200});
        QCOMPARE(comparison_title(table, false),
                 std::string("“A” is done first and has the cheapest run (by 50 %); “B” 1 day later, “C” 28 "
                             "weeks later"));
        table.rows[0].values[1].number = 6;
        table.rows[0].values[1].is_best = true;
        QCOMPARE(comparison_title(table, false),
                 std::string("“A” and “B” are done first, on the same day; “C” 28 weeks later; “A” has the "
                             "cheapest run (by 50 %)"));
        table.rows[0].values[1].number = 6 + 1.0 / 7;
        table.rows[0].values[1].is_best = false;
        table.rows[0].values[0].overlaps = true;
        table.scenarios[1].cautions = {{CautionKind::memory, "may not fit in memory", {}, {}}};
        QCOMPARE(comparison_title(table, false),
                 std::string("“A” would likely be done first and have the cheapest run (by 50 %); “B” 1 day "
                             "later, “C” 28 weeks later; “B” may not fit in memory"));
        table.scenarios[1].cautions.clear();
        table.rows[0].values[0].overlaps = false;
        // The cells of the table have 25 and 3 weeks then.
        table.rows[0].values[1].number = 9;
        table.reference = 1;
        QCOMPARE(comparison_title(table, false),
                 std::string("“A” is done first and has the cheapest run (by 50 %); “B” 3 weeks later than "
                             "the first, “C” 28 weeks later"));
        table.reference = 0;
        table.rows.clear();
        add("money.increment.done_weeks", {6, 8, 34});
        add("money.run.usd", {300, 250, 200});
        // $ of a run that what is bought does not do are held against no other ones.
        table.rows[1].values[2].is_best = false;
        table.rows[1].values[1].is_best = true;
        table.rows[1].values[2].barred = "its run is done without what is bought";
        QCOMPARE(comparison_title(table, false),
                 std::string("“A” is done first; “B” 2 weeks later, “C” 28 weeks later; “B” has the cheapest "
                             "run (by 17 %)"));
        table.rows[1].values[2].barred.clear();
        table.rows[1].values[1].is_best = false;
        table.rows[1].values[2].is_best = true;
        table.scenarios[1].reason = "does not fit";
        QCOMPARE(comparison_title(table, false),
                 std::string("“A” is done first; “C” 28 weeks later; “C” has the cheapest run (by 33 %); “B” "
                             "does not run"));
        // One that lacks a price and costs less already may be the cheapest.
        table.rows[1].values[1].missing = "server";
        table.rows[1].values[1].number = 100;
        QCOMPARE(comparison_title(table, false),
                 std::string("“A” is done first; “C” 28 weeks later; “B” does not run"));
        // Nobody is compared who does other work.
        table.scenarios[1].reason.clear();
        table.scenarios[1].work = table.scenarios[2].work = {"batch"};
        QCOMPARE(comparison_title(table, false), std::string("“A”, “B” and “C” beside each other"));
    }

    /// A message of samples: who may be the best is who meets the amount.
    void the_message_of_a_comparison_is_of_those_that_meet_the_amount() {
        Project project;
        for (size_t i = 0; i < 4; ++i) project.scenarios.push_back(test::sample("shared-a100-hot-rack", i));
        const auto title = [&] {
            return slide_content(DeckAnswers(project, {}, false, built_in()), slide_of("compare")).title;
        };
        QCOMPARE(title(),
                 std::string("“Rack replaced, network quiet” is likely done first and likely has the "
                             "cheapest run (by 6 %); “Rack replaced” 1 day later than the first, 2 "
                             "others up to 2 days later"));
        // A million of a measured profile are samples.
        Project profiles;
        profiles.scenarios = {test::sample("generic-100m-256gpu-1nic"),
                              test::sample("generic-100m-256gpu-8nic")};
        const std::string of_samples =
            slide_content(DeckAnswers(profiles, {}, false, built_in()), slide_of("compare")).title;
        QVERIFY2(contains(of_samples, " × faster than ") &&
                     contains(of_samples, " the cheapest samples (by "),
                 of_samples.c_str());
        // No number of racks has their power; the title claims nothing then.
        project.comparison.at_equal = "power";
        project.comparison.at = "1 kW";
        QVERIFY2(title().ends_with(" beside each other"), title().c_str());
    }

    /// What to do next is what the mitigations are, at most five of them, and stays true.
    void what_to_do_next_is_evaluated() {
        for (const char* name : {"dgx-h100-su", "generic-100m-256gpu-1nic", "megatron-1t-3072"}) {
            Project project;
            project.scenarios = {test::sample(name)};
            const DeckAnswers deck(project, {}, false, built_in());
            const SlideContent content = slide_content(deck, slide_of("mitigations"));
            QVERIFY2(content.missing.empty(), content.missing.c_str());
            const auto* const found = deck.of("")->value<Mitigations>();
            const auto* const evaluation = deck.of("")->value<Evaluation>();
            QVERIFY(found && evaluation && !found->found.empty());
            QCOMPARE(content.rows.size(), 1 + std::min(found->found.size(), size_t(5)));
            QCOMPARE(content.rows.front().front(), std::string("As it is"));
            for (size_t i = 1; i < content.rows.size(); ++i) {
                QCOMPARE(content.rows[i].size(), content.head.size());
                const Mitigation& change = found->found[i - 1];
                const std::string& said = content.rows[i].front();
                QVERIFY2(said.starts_with(change.id == "best-plan"
                                              ? "The best plan: " + plain_plan(change.scenario.plan)
                                              : plain_action(change.action)),
                         said.c_str());
                QVERIFY2(!contains(said, "tp ") && !contains(said, "vpp "), said.c_str());
                QCOMPARE(content.rows[i][1], fmt::format("{:.2f} ×", 1 + found->found[i - 1].gain));
            }
            QCOMPARE(content.rows.front()[1], std::string("1.00 ×"));
            const auto decimals = [](const std::string& cell) { return cell.size() - cell.find('.'); };
            for (const auto& row : content.rows)
                QVERIFY2(decimals(row.back()) == decimals(content.rows.front().back()), row.back().c_str());
            // What holds it back is the message of the verdict, and not of this slide.
            QVERIFY2(content.title.starts_with("Next: ") &&
                         contains(content.title, content.rows[1][1] + " as fast") &&
                         !contains(content.title, plain_binding(*evaluation)),
                     content.title.c_str());
        }
        // It follows the plan that is asked: by the best plan that is no change any more.
        const DeckAnswers given(one_scenario(), {}, false, built_in()),
            best(one_scenario(), {}, true, built_in());
        const auto has_plan = [](const DeckAnswers& deck) {
            return std::ranges::any_of(
                slide_content(deck, slide_of("mitigations")).rows,
                [](const auto& row) { return row.front().starts_with("The best plan"); });
        };
        QVERIFY(has_plan(given) && !has_plan(best));
    }

    /// Numbers below each other have one form: zeros at the end are kept.
    void numbers_of_a_column_have_one_form() {
        QCOMPARE(times_text(1), std::string("1.00 ×"));
        QCOMPARE(times_text(1.284), std::string("1.28 ×"));
        QCOMPARE(times_text(9.999), std::string("10.0 ×"));
        QCOMPARE(times_text(140.4), std::string("140 ×"));
        QCOMPARE(padded_usd(3.2), std::string("$3.20"));
        QCOMPARE(padded_usd(0.2), std::string("$0.200"));
        QCOMPARE(padded_usd(35000), std::string("$35.0k"));
        QCOMPARE(padded_usd(353), std::string("$353"));
        QCOMPARE(padded_usd(71), std::string("$71.0"));
        QCOMPARE(padded_usd(0), std::string("$0"));
        QCOMPARE(usd_column({4.11, 3.2, 0.2, std::nan("")}),
                 (std::vector<std::string>{"$4.11", "$3.20", "$0.200", "not known"}));
        // A small one is what it is elsewhere, whatever stands above it.
        QCOMPARE(usd_column({0.164, 0.0893}), (std::vector<std::string>{"$0.164", "$0.0893"}));
        QCOMPARE(usd_column({0.0893}).front(), format_quantity(0.0893, Dimension::money, 3));
        QCOMPARE(usd_column({17300, 63.8}), (std::vector<std::string>{"$17.3k", "$63.8"}));
        QCOMPARE(usd_column({0, 0}), (std::vector<std::string>{"$0", "$0"}));
    }

    /// One figure is one number, in the verdict and above the bar of the step.
    void utilisation_is_the_same_number_on_every_slide() {
        const DeckAnswers deck(one_scenario(), {}, false, built_in());
        const SlideContent verdict = slide_content(deck, slide_of("verdict")),
                           step = slide_content(deck, slide_of("step-breakdown"));
        const Evaluation& drawn = deck.of("")->value<VerdictWithoutSearch>()->evaluation;
        const std::string used = peak_used_text(drawn.mfu, drawn.plan);
        QVERIFY2(contains(verdict.title, used), verdict.title.c_str());
        QVERIFY2(step.chart && contains(step.chart->remarks.front(), used), used.c_str());
    }

    /// The published step beside it is one without failures: the message says which is which.
    void the_message_of_the_step_says_that_failures_are_in_it() {
        Project project;
        project.scenarios = {test::sample("llama3-405b-16k")};
        const DeckAnswers deck(project, {}, false, built_in());
        const SlideContent step = slide_content(deck, slide_of("step-breakdown"));
        const Evaluation& e = deck.of("")->value<VerdictWithoutSearch>()->evaluation;
        QVERIFY(step.chart && step.chart->beside);
        QVERIFY2(contains(step.title, fmt::format(" of a step of {} with failures, ",
                                                  format_quantity(e.step_time.si(), Dimension::time, 3))),
                 step.title.c_str());
    }

    /// A footnote of a price that is not confirmed says what is counted.
    void a_comparison_says_what_is_not_confirmed() {
        const auto notes = [](const char* name) {
            Project project;
            project.scenarios = {test::sample(name), test::sample(name)};
            project.scenarios[1].name = "Other";
            const SlideContent content =
                slide_content(DeckAnswers(project, {}, false, built_in()), slide_of("compare"));
            std::string out;
            for (const std::string& line : content.text) out += line + "\n";
            return out;
        };
        const std::string said = notes("llama3-405b-16k");
        QVERIFY2((contains(said, "of its price is not confirmed") ||
                  contains(said, "none of its price is confirmed by a source")) &&
                     contains(said, "Not confirmed are prices that no page was read of: "),
                 said.c_str());
    }

    /// A plan is spelled out with what plans of the same degrees may differ in.
    void a_plan_is_spelled_out() {
        Plan plan;
        plan.tp = 4;
        plan.dp = 2;
        QCOMPARE(plain_plan(plan),
                 std::string("tensor parallel 4 · data parallel 2 · micro-batch 1 · ZeRO-1 · "
                             "recompute none"));
        plan.shard = 2;
        plan.recompute = Recompute::full;
        plan.recompute_layers = 1;
        QVERIFY(plain_plan(plan).ends_with("recompute full, 1 layer a stage"));
        plan.recompute_layers = 13;
        QVERIFY(plain_plan(plan).ends_with("ZeRO-1 over 2 GPUs · recompute full, 13 layers a stage"));
        plan.recompute_share = 0.6;
        plan.pp = 2;
        plan.vpp = 3;
        for (const Schedule usual : {Schedule::one_f_one_b, Schedule::interleaved}) {
            plan.schedule = usual;
            QVERIFY(plain_plan(plan).ends_with("GPUs · recompute full, 13 layers a stage, 60 % of a layer"));
        }
        plan.vpp = 1;
        plan.schedule = Schedule::zb_2p;
        QVERIFY(plain_plan(plan).find("over 2 GPUs · schedule zb-2p · recompute") != std::string::npos);
    }

    /// Software and generations are named as people write them.
    void what_is_published_is_named_in_words() {
        const auto said = [](const char* name) {
            Project project;
            project.scenarios = {test::sample(name)};
            const SlideContent content =
                slide_content(DeckAnswers(project, {}, false, built_in()), slide_of("certainty"));
            std::string out;
            for (const auto& row : content.rows) out += row.front() + "\n";
            for (const std::string& line : content.text) out += line + "\n";
            return out;
        };
        const std::string unnamed = said("llama3-405b-16k"), named = said("dgx-h100-su");
        QVERIFY2(contains(unnamed, "of software that is not named\n") && !contains(unnamed, "Unknown"),
                 unnamed.c_str());
        QVERIFY2(contains(named, "of this software (Megatron-Core and NeMo)\n"), named.c_str());
        for (const std::string& text : {unnamed, named})
            QVERIFY2(contains(text, "(Hopper)") && contains(text, "Hopper generation") &&
                         !contains(text, "hopper"),
                     text.c_str());
    }

    /// Where nothing can be changed, what more of a resource would give is said.
    void where_nothing_can_be_changed_resources_are_named() {
        Project project;
        project.scenarios = {test::sample("generic-100m-2gpu")};
        const DeckAnswers deck(project, {}, false, built_in());
        const auto* const found = deck.of("")->value<Mitigations>();
        QVERIFY(found && found->found.empty());
        const SlideContent content = slide_content(deck, slide_of("mitigations"));
        QVERIFY2(content.missing.empty(), content.missing.c_str());
        QVERIFY2((content.title.starts_with("Twice the ") || content.title.starts_with("Half the ")) &&
                     contains(content.title, " would be "),
                 content.title.c_str());
        QVERIFY(!content.rows.empty());
        QCOMPARE(content.head.size(), size_t(2));
        // What does not run has nothing to do next.
        project = one_scenario();
        project.scenarios.front().plan.tp = 7;
        const DeckAnswers stands(project, {}, false, built_in());
        QVERIFY(!slide_content(stands, slide_of("mitigations")).missing.empty());
    }

    /// What makes the figures of a comparison less sure stands on the slide, and in its message where it is
    /// of the fastest; so do other terms and notes.
    void a_comparison_says_its_cautions() {
        Project project;
        project.scenarios = {test::sample("gb200-nvl72-x8"), test::sample("gb200-nvl72-x8")};
        project.scenarios[0].name = "Measured";
        Scenario& announced = project.scenarios[1];
        announced.name = "Announced";
        for (Element& each : announced.cluster.elements)
            if (each.kind == ElementKind::server) each.part.id = "vr200-nvl72";
        announced.site.electricity_price = 0.31;
        const SlideContent content =
            slide_content(DeckAnswers(project, {}, false, built_in()), slide_of("compare"));
        QVERIFY2(contains(content.title, " would ") && content.title.ends_with("; “Announced” is announced"),
                 content.title.c_str());
        const auto has = [&](const char* text) {
            return std::ranges::any_of(content.text, [&](const auto& each) { return contains(each, text); });
        };
        QVERIFY(has("“Announced”: announced") || has(": announced"));
        const SlideContent more =
            slide_content(DeckAnswers(project, {}, false, built_in()), slide_of("compare-more"));
        QVERIFY(std::ranges::any_of(more.text, [](const auto& each) {
            return contains(each, "stands on other terms: ") && contains(each, " differ");
        }));
        QVERIFY(
            has("(… to …): range, lowest to highest price or wait; of step, rates and run the step's band"));
        // Both compute in FP8.
        const auto has_row = [](const SlideContent& of, const char* label) {
            return std::ranges::any_of(of.rows, [&](const auto& row) { return row.front() == label; });
        };
        QVERIFY(has_row(more, "GPU peak used (MFU) against the BF16 peak"));
        Slide figures;
        figures.view = "figures";
        figures.figures = {"step.mfu", "step.hfu", "step.goodput"};
        const SlideContent asked = slide_content(DeckAnswers(project, {}, false, built_in()), figures);
        QVERIFY(has_row(asked, "GPU peak used (MFU) against the BF16 peak"));
        QVERIFY(has_row(asked, "HFU against the BF16 peak"));
        QVERIFY(has_row(asked, "time that makes progress (goodput)"));
        // Without them the message stands as it is.
        announced = project.scenarios[0];
        announced.name = "Same";
        const SlideContent plain =
            slide_content(DeckAnswers(project, {}, false, built_in()), slide_of("compare"));
        for (const std::string& each : plain.text) QVERIFY2(!contains(each, "announced"), each.c_str());
        // What cannot be done as asked is a note, and sizes stand in one line.
        project.comparison.at_equal = "gpus";
        project.comparison.at = "144";
        const SlideContent resized =
            slide_content(DeckAnswers(project, {}, false, built_in()), slide_of("compare"));
        QVERIFY2(resized.text.front().starts_with("Resized to "), resized.text.front().c_str());
        QVERIFY(std::ranges::any_of(resized.text, [](const std::string& each) {
            return contains(each, "“Measured”: ") && contains(each, "; “Same”: ") && contains(each, " rack");
        }));
    }

    /// What may not fit in memory is said where the verdict is, and nowhere else.
    void the_verdict_says_what_may_not_fit() {
        size_t doubtful = 0, sure = 0;
        for (const char* name : {"llama3-405b-16k", "dgx-h100-su", "generic-100m-2gpu"}) {
            Project project;
            project.scenarios = {test::sample(name)};
            const DeckAnswers deck(project, {}, false, built_in());
            const auto* const verdict = deck.of("")->value<VerdictWithoutSearch>();
            QVERIFY(verdict);
            const bool may_not = verdict->evaluation.memory.verdict == MemoryVerdict::may_not_fit;
            ++(may_not ? doubtful : sure);
            const SlideContent content = slide_content(deck, slide_of("verdict"));
            const bool is_said = std::ranges::any_of(content.text, [](const std::string& each) {
                return each.starts_with("may not fit in memory: the fullest GPU needs ");
            });
            QVERIFY2(is_said == may_not, name);
            QVERIFY2(contains(slide_content(deck, slide_of("memory")).title, "may not fit") == may_not, name);
        }
        QVERIFY(doubtful > 0 && sure > 0);
    }

    void messages_follow_the_figures() {
        Project project = one_scenario();
        const DeckAnswers before(project, {}, false, built_in());
        const std::string was = slide_content(before, slide_of("verdict")).title;
        const auto* evaluation = before.of("")->value<Evaluation>();
        QVERIFY(evaluation && contains(was, plain_binding(*evaluation)));
        project.scenarios.front().workload.global_batch *= 2;
        const DeckAnswers after(project, {}, false, built_in(), &before);
        QVERIFY(slide_content(after, slide_of("verdict")).title != was);
        // What its author wrote stays.
        Slide written = slide_of("verdict");
        written.title = "We are held back";
        QCOMPARE(slide_content(after, written).title, std::string("We are held back"));
        QVERIFY(!slide_content(after, written).is_drafted);
    }

    void a_frozen_slide_stays() {
        Project project = one_scenario();
        const DeckAnswers before(project, {}, false, built_in());
        Slide slide = slide_of("verdict");
        const SlideContent was = slide_content(before, slide);
        slide.frozen = frozen_slide(was, "2026-11-27", {});
        project.scenarios.front().workload.global_batch *= 2;
        project.scenarios.front().name = "Other";
        slide.scenario = "gone";
        const DeckAnswers after(project, {}, false, built_in());
        const SlideContent now = slide_content(after, slide);
        QCOMPARE(now.title, was.title);
        QCOMPARE(now.rows, was.rows);
        QCOMPARE(now.source, was.source);
        QCOMPARE(now.date, std::string("2026-11-27"));
        QVERIFY(now.missing.empty());
    }

    /// So does what is said below its table, and the reasons of one that runs nothing.
    void a_frozen_slide_keeps_its_remarks() {
        Project project;
        project.scenarios = {test::sample("gb200-nvl72-x8"), test::sample("gb200-nvl72-x8")};
        project.scenarios[0].name = "Measured";
        project.scenarios[1].name = "Announced";
        for (Element& each : project.scenarios[1].cluster.elements)
            if (each.kind == ElementKind::server) each.part.id = "vr200-nvl72";
        Slide slide = slide_of("compare");
        const SlideContent was = slide_content(DeckAnswers(project, {}, false, built_in()), slide);
        QVERIFY(std::ranges::any_of(was.text, [](const auto& each) { return contains(each, "announced"); }));
        slide.frozen = frozen_slide(was, "2026-11-27", {});
        project.scenarios[1].cluster = project.scenarios[0].cluster;
        project.deck.slides = {slide};
        const auto read = parse_project(project_text(project, built_in()), built_in());
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        const DeckAnswers after(read->project, {}, false, built_in());
        const SlideContent now = slide_content(after, read->project.deck.slides.front());
        QCOMPARE(now.text, was.text);
        QVERIFY(now.body == SlideBody::table && now.rows == was.rows);
        project.scenarios.front().plan.tp = 7;
        Slide stands = slide_of("verdict");
        const SlideContent reasons = slide_content(DeckAnswers(project, {}, false, built_in()), stands);
        QVERIFY(reasons.body == SlideBody::text && !reasons.text.empty());
        stands.frozen = frozen_slide(reasons, "2026-11-27", {});
        const SlideContent kept = slide_content(after, stands);
        QVERIFY(kept.body == SlideBody::text && kept.text == reasons.text);
        // A slide of text keeps its lines where its author writes them.
        Slide text = slide_of("text");
        text.text = {"a line"};
        text.frozen = frozen_slide(slide_content(after, text), "2026-11-27", {});
        QVERIFY(text.frozen.text.empty() && slide_content(after, text).text == text.text);
    }

    void a_scenario_that_is_gone_is_said() {
        const DeckAnswers deck(one_scenario(), {}, false, built_in());
        const SlideContent content = slide_content(deck, slide_of("scaling", "gone"));
        QVERIFY(contains(content.missing, "“gone”"));
        QVERIFY(content.rows.empty() && !content.chart);
        QVERIFY(!slide_content(deck, slide_of("compare")).missing.empty());
    }

    /// A cluster that does not run says why, and has no slides of a step.
    void what_does_not_run_is_said() {
        Project project = one_scenario();
        project.scenarios.front().plan.tp = 7;
        const DeckAnswers deck(project, {}, false, built_in());
        const SlideContent verdict = slide_content(deck, slide_of("verdict"));
        QVERIFY(contains(verdict.title, "does not run"));
        QVERIFY(!verdict.text.empty());
        QVERIFY(std::ranges::count(views_of(first_deck(deck)), "step-breakdown") == 0);
    }

    /// A reason that says itself that the cluster does not run is said once on the slide of odds and reasons.
    void that_a_cluster_does_not_run_is_said_once() {
        Project project = two_scenarios();
        project.scenarios.back().site.power_limit = Watts(1e3);
        const DeckAnswers deck(project, {}, false, built_in());
        const SlideContent content = slide_content(deck, slide_of("compare-odds"));
        std::string all;
        for (const std::string& each : content.text) all += each + '\n';
        for (const auto& row : content.rows)
            for (const std::string& each : row) all += each + '\n';
        QVERIFY2(contains(all, "This cluster does not run: "), all.c_str());
        QVERIFY2(!contains(all, "does not run: This cluster"), all.c_str());
    }

    /// The stretches of the curve follow each other, and the bars of a step are the whole of it.
    /// Runs in their bands are counted: a weighed share of four runs would be none that four can have.
    void published_runs_are_counted() {
        PublishedErrors errors{"of this software", Figures()};
        errors.figures->rows = 4;
        errors.figures->in_band = 3;
        errors.figures->coverage = 2.0 / 3;
        errors.figures->p90_abs_error_pct = 100;
        QCOMPARE(errors.in_their_bands(), std::string("3 of 4"));
        QCOMPARE(errors.nine_of_ten(), std::string("too few runs"));
        errors.figures->rows = 10;
        QCOMPARE(errors.nine_of_ten(), std::string("100.0 %"));
        QVERIFY(few_runs_note({errors}).empty());
        errors.figures->rows = 1;
        const PublishedErrors two{"on this generation", errors.figures};
        QCOMPARE(
            few_runs_note({errors, two}),
            std::string("Too few to tell how far predictions are off: 1 run of this software, 1 run on this "
                        "generation; the rows of more runs tell more"));
        errors.figures.reset();
        QVERIFY(few_runs_note({errors}).empty() && !errors.is_of_few());
        QVERIFY(errors.in_their_bands().empty() && errors.nine_of_ten().empty());
        const DeckAnswers deck(one_scenario(), {}, false, built_in());
        const SlideContent content = slide_content(deck, slide_of("certainty"));
        QVERIFY(!content.rows.empty());
        for (const auto& row : content.rows)
            QVERIFY2(row.back().empty() || row.back().ends_with(" of " + row[1]), row.back().c_str());
        QVERIFY(std::ranges::count(content.text, published_errors_note) == 1);
        QVERIFY(std::ranges::count(content.text, published_errors_meaning) == 1);
        // The errors are wider than the band in the title, and a sentence says what the two are.
        const Evaluation& e = *deck.of({})->value<Evaluation>();
        const std::string widths = fmt::format(" {:.1f} % below to {:.1f} % above the step of this project",
                                               100 * (1 - e.step_time_low / e.step_time),
                                               100 * (e.step_time_high / e.step_time - 1));
        QVERIFY2(std::ranges::any_of(content.text,
                                     [&](const std::string& line) {
                                         return contains(line, "“nine of ten within” is the error of single "
                                                               "published runs") &&
                                                contains(line, widths);
                                     }),
                 widths.c_str());
        // One of three in its band stands beside the sentence that three are few.
        Project few;
        few.scenarios = {test::sample("llama3-405b-16k")};
        const SlideContent unsure =
            slide_content(DeckAnswers(few, {}, false, built_in()), slide_of("certainty"));
        QVERIFY2(std::ranges::any_of(unsure.text,
                                     [](const std::string& line) {
                                         return line.starts_with(
                                                    "Too few to tell how far predictions are off: ") &&
                                                contains(line, " not named, on this generation;");
                                     }),
                 unsure.text.front().c_str());
        for (const auto& row : unsure.rows) QVERIFY2(!contains(row.front(), "of both"), row.front().c_str());
    }

    void charts_hold_the_figures() {
        const DeckAnswers deck(one_scenario(), {}, false, built_in());
        const SlideContent scaling = slide_content(deck, slide_of("scaling"));
        QVERIFY(scaling.chart && scaling.chart->curves.size() >= 2 && scaling.chart->curves.back().is_ideal);
        const auto& curves = scaling.chart->curves;
        for (size_t i = 1; i + 1 < curves.size(); ++i)
            QCOMPARE(curves[i].points.front(), curves[i - 1].points.back());
        QCOMPARE(curves.back().points.size(), scaling.rows.size());
        double sum = 0;
        const SlideContent step = slide_content(deck, slide_of("step-breakdown"));
        for (const SlideChart::Bar& bar : step.chart->bars) sum += bar.value;
        QVERIFY(std::abs(sum / step.chart->whole.value - 1) < 1e-9);
    }

    void figures_are_named() {
        const DeckAnswers deck(one_scenario(), {}, false, built_in());
        Slide slide = slide_of("figures");
        slide.figures = {"step.mfu", "/plan/tp", "no.such"};
        const SlideContent content = slide_content(deck, slide);
        QCOMPARE(content.rows.size(), size_t(3));
        QVERIFY(contains(content.rows[0][1], "%"));
        QCOMPARE(content.rows[1][1], std::string("8"));
        QVERIFY(!content.rows[2][1].empty());
        slide.figures.clear();
        QVERIFY(!slide_content(deck, slide).missing.empty());
    }

    /// What is turned is the slide's scenario's, between the ends that the slide keeps.
    void a_slide_has_inputs_to_turn() {
        const DeckAnswers deck(one_scenario(), {}, false, built_in());
        Slide slide = slide_of("verdict");
        slide.inputs = {{"/site/electricity_price", "0.04..0.16 in 4", {}},
                        {"/plan/tp", {}, {}},
                        {"/plan/no_such_thing", {}, {}}};
        const SlideContent content = slide_content(deck, slide);
        QVERIFY(content.missing.empty());
        QCOMPARE(content.sliders.size(), size_t(3));
        const SlideSlider& price = content.sliders[0];
        QVERIFY2(price.missing.empty(), price.missing.c_str());
        QVERIFY(contains(price.texts.front(), "0.04") && contains(price.texts.back(), "0.16"));
        QCOMPARE(price.values.size(), price.texts.size());
        QVERIFY(std::ranges::is_sorted(price.values));
        const Scenario& scenario = deck.of("")->scenario();
        const auto field = InputField::find(scenario, "/site/electricity_price", built_in());
        QCOMPARE(price.values[price.base], *field->value(scenario));
        QVERIFY(content.sliders[1].missing.empty() && content.sliders[1].values.size() > 2);
        QVERIFY(!content.sliders[2].missing.empty());
        const std::string line = what_if_line(content.sliders);
        QVERIFY2(contains(line, "What if: ") && contains(line, price.name) &&
                     contains(line, "turned from " + price.texts.front() + " to " + price.texts.back()),
                 line.c_str());
        QVERIFY2(contains(line, "/plan/no_such_thing cannot be turned: "), line.c_str());
        // Nothing of it changes what the slide says.
        QCOMPARE(content.title, slide_content(deck, slide_of("verdict")).title);
        // A slide of no scenario, of one that is gone, and one that is frozen.
        for (const Slide& other : {slide_of("text"), slide_of("verdict", "gone")}) {
            Slide turned_one = other;
            turned_one.inputs = slide.inputs;
            for (const SlideSlider& each : slide_content(deck, turned_one).sliders)
                QVERIFY(!each.missing.empty());
        }
        // Why several cannot be turned is said once, with their names.
        Slide text = slide_of("text");
        text.text = {"a line"};
        text.inputs = {{"/site/electricity_price", {}, {}}, {"/plan/tp", {}, {}}};
        const std::string once = what_if_line(slide_content(deck, text).sliders);
        QCOMPARE(once,
                 fmt::format("What if: {} and {} cannot be turned: the slide shows no scenario of its own",
                             price.name, content.sliders[1].name));
        slide.frozen = frozen_slide(content, "2026-11-27", {});
        QVERIFY(slide_content(deck, slide).sliders.empty());
    }

    /// A slider begins where the scenario is now, also beyond the values that the slide keeps.
    void a_slider_begins_where_the_scenario_is() {
        Project project = one_scenario();
        Scenario& scenario = project.scenarios.front();
        const auto field = InputField::find(scenario, "/site/electricity_price", built_in());
        QVERIFY(field && field->set(scenario, 0.08));
        Slide slide = slide_of("verdict");
        slide.inputs = {*slide_input(scenario, "/site/electricity_price", built_in())};
        QCOMPARE(slide.inputs.front().values, std::string("0.04..0.16 by 0.005"));
        for (const double price : {0.08, 0.1, 0.083, 0.3, 0.01}) {
            QVERIFY(field->set(scenario, price));
            const SlideContent content = slide_content(DeckAnswers(project, {}, false, built_in()), slide);
            const SlideSlider& slider = content.sliders.front();
            QVERIFY2(slider.missing.empty(), slider.missing.c_str());
            QCOMPARE(slider.values[slider.base], price);
            QCOMPARE(slider.texts[slider.base], field->text(price));
            QCOMPARE(std::ranges::count(slider.texts, field->text(price)), 1);
        }
    }

    void inputs_of_a_slide_are_one_line_of_text() {
        const std::vector<SlideInput> inputs{{"/site/electricity_price", "0.04..0.16:24", {}},
                                             {"/plan/tp", {}, {}}};
        QCOMPARE(text_of(inputs), std::string("/site/electricity_price=0.04..0.16:24; /plan/tp"));
        QCOMPARE(slide_inputs_in(text_of(inputs), {}), inputs);
        QCOMPARE(slide_inputs_in(" ;/plan/tp ;; /site/electricity_price = 0.04..0.16:24;/plan/tp=8", {}),
                 (std::vector<SlideInput>{inputs[1], inputs[0]}));
        QVERIFY(slide_inputs_in(" ; ", inputs).empty());
        QCOMPARE(slide_inputs_in("/a;/b;/c;/d;/e", {}).size(), most_slide_inputs);
        QVERIFY(has_too_many_inputs("/a;/b;/c;/d"));
        QVERIFY(!has_too_many_inputs("/a;/b;/c; ;/a"));
        const DeckAnswers deck(one_scenario(), {}, false, built_in());
        const Scenario& scenario = deck.of("")->scenario();
        const auto offered = slide_input(scenario, "/site/electricity_price", built_in());
        QVERIFY(offered && !offered->values.empty());
        Slide slide = slide_of("verdict");
        slide.inputs = {*offered};
        QVERIFY(slide_content(deck, slide).sliders.front().missing.empty());
        QVERIFY(!slide_input(scenario, "/plan/no_such_thing", built_in()));
        // The values that are kept are those that were offered: half a sequence is none.
        slide.inputs = {*slide_input(scenario, "/workload/global_batch", built_in())};
        const auto batches = turning_values(scenario, "/workload/global_batch", built_in());
        QVERIFY(batches.has_value());
        QCOMPARE(slide_content(deck, slide).sliders.front().values, *batches);
    }

    /// Words name an input as its address does; what is wrong is said before it stands on the slide.
    void inputs_of_a_slide_are_named_in_words() {
        const Project project = one_scenario();
        const Scenario& scenario = project.scenarios.front();
        const auto read = [&](const char* text, const std::vector<SlideInput>& before = {}) {
            return read_slide_inputs(text, before, scenario, built_in());
        };
        const auto fault = [&](const char* text) {
            const auto found = read(text);
            return found ? std::string() : found.error().text();
        };
        const std::vector<SlideInput> price{{"/site/electricity_price", {}, {}}};
        for (const char* words : {"electricity price", "Electricity Price ", "/site/electricity_price",
                                  "electricity price; /site/electricity_price"}) {
            const auto found = read(words);
            QVERIFY2(found, fault(words).c_str());
            QCOMPARE(*found, price);
        }
        const auto with_values = read("electricity price = 0.04..0.16:24; global batch");
        QVERIFY(with_values && with_values->size() == 2);
        QCOMPARE(with_values->front().values, std::string("0.04..0.16:24"));
        QCOMPARE(with_values->back().input, std::string("/workload/global_batch"));
        QVERIFY(read("")->empty());
        QVERIFY(contains(fault("electricty price"), "did you mean 'electricity price'?"));
        QVERIFY(contains(fault("nothing of this kind"), "no input is called so"));
        QVERIFY(contains(fault("count"), "several inputs are called so"));
        QVERIFY(!fault("/plan/no_such_thing").empty());
        QVERIFY(!fault("electricity price=cheap").empty());
        // An input that is gone from the scenario does not keep others from being typed.
        const std::vector<SlideInput> gone{{"/plan/no_such_thing", {}, {}}};
        const auto beside = read("/plan/no_such_thing; electricity price", gone);
        QVERIFY(beside && beside->size() == 2);
    }

    /// What is found with an input turned is what is found of a scenario that has the value.
    void a_turned_scenario_takes_the_place_of_its_own() {
        const Project project = two_scenarios();
        const DeckAnswers deck(project, {}, false, built_in());
        Scenario turned = project.scenarios.back();
        turned.workload.global_batch *= 2;
        const DeckAnswers with = deck.with(turned);
        Project written = project;
        written.scenarios.back() = turned;
        const DeckAnswers anew(written, {}, false, built_in());
        const Slide slide = slide_of("verdict", turned.name), other = slide_of("verdict", "Base");
        QCOMPARE(slide_content(with, slide).title, slide_content(anew, slide).title);
        QCOMPARE(slide_content(with, slide).rows, slide_content(anew, slide).rows);
        QVERIFY(slide_content(with, slide).rows != slide_content(deck, slide).rows);
        QVERIFY(with.of("Base") == deck.of("Base"));
        QCOMPARE(slide_content(with, other).title, slide_content(deck, other).title);
        QVERIFY(with.project() == written && deck.project() == project);
    }

    void a_project_keeps_its_slides() {
        Project project = one_scenario();
        Slide slide = slide_of("verdict", project.scenarios.front().name);
        slide.title = "=2+2";
        slide.note = "Slowly.\nThen the next.";
        slide.text = {"one", "two"};
        slide.figures = {"step.mfu"};
        slide.frozen = {"2026-11-27", "then", "a source", {"a"}, {{{"b", "c"}, {}}}, "AAAA", {"said"}, {}};
        slide.inputs = {{"/site/electricity_price", "0.04..0.16:24", {}}, {"/plan/tp", {}, {}}};
        project.deck.slides = {slide, slide_of("text")};
        const auto read = parse_project(project_text(project, built_in()), built_in());
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QCOMPARE(read->project.deck, project.deck);
        Project crowded = project;
        crowded.deck.slides.front().inputs.assign(most_slide_inputs + 1, {"/plan/tp", {}, {}});
        const auto refused = parse_project(project_text(crowded, built_in()), built_in());
        QVERIFY(!refused && contains(refused.error().text(), "/deck/slides/0/inputs"));
        project.deck.slides.assign(most_slides + 1, slide_of("text"));
        QVERIFY(!parse_project(project_text(project, built_in()), built_in()));
    }
};

QTEST_GUILESS_MAIN(TestPresent)
#include "test_present.moc"
