// SPDX-License-Identifier: GPL-3.0-or-later
// Why the figures of a scenario are less sure than they look, said wherever scenarios stand beside each
// other.
#include "core/answers/compare/cautions.h"
#include "core/answers/compare/comparison_study.h"
#include "core/answers/compare/comparison_text.h"
#include "core/answers/compare/equal_scenarios.h"
#include "core/answers/compare/supply_clock.h"
#include "core/answers/decide/map_request.h"
#include "core/answers/decide/map_text.h"
#include "core/answers/decide/odds.h"
#include "core/answers/design/design_search.h"
#include "core/answers/figure_index.h"
#include "core/answers/findings.h"
#include "core/answers/handover/report.h"
#include "core/answers/money_answers.h"
#include "core/answers/present/present.h"
#include "core/answers/report/compare/comparison_json.h"
#include "core/answers/report/decide/map_json.h"
#include "core/answers/step_answers.h"
#include "core/base/catalog/confirmed.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/check/rule_table.h"
#include "core/facility/economics/capital_text.h"
#include "core/study/money/meanwhile_findings.h"
#include "core/study/money/side_by_side.h"
#include "tests/support/mixed_drawings.h"
#include "tests/support/sample.h"

#include <QTest>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

using namespace roofrack;

namespace {

using Words = std::vector<std::string>;
constexpr std::chrono::sys_days order_day = std::chrono::year(2027) / 1 / 4;

std::shared_ptr<const Answers> answers_for(const Scenario& scenario,
                                           const Catalog& catalog = Catalog::built_in()) {
    Snapshot out;
    out.scenario = std::make_shared<const Scenario>(scenario);
    return std::make_shared<const Answers>(std::move(out), catalog);
}

/// Its servers are others, which only their maker has seen.
Scenario with_announced_servers(Scenario out) {
    for (Element& each : out.cluster.elements)
        if (each.kind == ElementKind::server) each.part.id = "vr200-nvl72";
    out.name = "announced ones";
    return out;
}

std::shared_ptr<const Capital> capital_in(const Scenario& scenario) {
    const auto answers = answers_for(scenario);
    const Evaluation* const evaluation = answers->value<Evaluation>();
    return evaluation ? evaluation->capital : nullptr;
}

Words words_of(const Answers& answers) { return caution_texts(cautions_of(answers)); }

/// What its cautions say of how sure its price is; empty: nothing.
std::string price_said(const Scenario& scenario) {
    const std::vector<Caution> said = cautions_of(*answers_for(scenario));
    const auto of_price = std::ranges::find(said, CautionKind::unconfirmed_price, &Caution::kind);
    return of_price == said.end() ? std::string() : of_price->text;
}

} // namespace

class TestCautions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void announced_servers_are_said() {
        const Scenario measured = test::sample("gb200-nvl72-x8");
        Scenario announced = with_announced_servers(measured);
        const Words plain = words_of(*answers_for(measured)), found = words_of(*answers_for(announced));
        QVERIFY(std::ranges::find(plain, "announced") == plain.end());
        QVERIFY(!found.empty());
        QCOMPARE(found.front(), std::string("announced"));
        // What is sold computes nothing.
        for (Element& each : announced.cluster.elements)
            if (each.kind == ElementKind::server) each.procurement = Procurement::sell;
        const Words sold = words_of(*answers_for(announced));
        QVERIFY(std::ranges::find(sold, "announced") == sold.end());
    }

    void the_rate_that_is_not_confirmed_is_named() {
        const auto said = [](std::string_view id, Precision precision) {
            return unconfirmed_rate_word(*Catalog::built_in().part(PartKind::accelerator, id), precision);
        };
        QCOMPARE(said("rubin", Precision::bf16), std::string("BF16"));
        QCOMPARE(said("rubin", Precision::fp16), std::string("FP16"));
        QCOMPARE(said("rubin", Precision::fp8), std::string("FP8")); // announced
        QCOMPARE(said("h100-sxm5", Precision::bf16), std::string());
        QCOMPARE(said("a800-sxm4-80gb", Precision::bf16), std::string()); // derived
    }

    /// Who asks what a caution is of reads no words.
    void a_caution_says_what_it_is_of() {
        Scenario announced = with_announced_servers(test::sample("gb200-nvl72-x8"));
        std::vector<Caution> found;
        for (const auto& [precision, word] : {std::pair(Precision::bf16, "BF16"), {Precision::fp8, "FP8"}}) {
            announced.plan.precision = precision;
            found = cautions_of(*answers_for(announced));
            const auto rate = std::ranges::find(found, CautionKind::unconfirmed_rate, &Caution::kind);
            QVERIFY(rate != found.end());
            QCOMPARE(rate->rate, std::string(word));
            QCOMPARE(rate->text, fmt::format("its {} rate is not confirmed", word));
        }
        const auto unpriced = cautions_of(*answers_for(test::sample("claims/tpu-v4-pod")));
        found.insert(found.end(), unpriced.begin(), unpriced.end());
        std::set<CautionKind> seen;
        for (const Caution& each : found) {
            const bool is_of_price =
                each.kind == CautionKind::missing_price || each.kind == CautionKind::unconfirmed_price;
            QCOMPARE(is_of_price, each.text.find("price") != std::string::npos);
            QVERIFY2(each.rate.empty() == (each.kind != CautionKind::unconfirmed_rate), each.text.c_str());
            QVERIFY2(read_caution(each.text) == each, each.text.c_str()); // as a file says it
            seen.insert(each.kind);
        }
        for (const CautionKind each : {CautionKind::announced, CautionKind::unconfirmed_rate,
                                       CautionKind::missing_price, CautionKind::unconfirmed_price})
            QVERIFY(seen.contains(each));
    }

    /// A chip whose rate nobody has confirmed leads in no figure that is a share of that rate.
    void an_unconfirmed_rate_is_said_and_never_the_best() {
        Scenario measured = test::sample("gb200-nvl72-x8");
        measured.plan.precision = Precision::bf16;
        Scenario faster = measured;
        faster.name = "measured, too";
        for (Element& each : faster.cluster.elements)
            if (each.kind == ElementKind::server) each.part.id = "gb300-nvl72";
        const Scenario remembered = with_announced_servers(measured);
        const std::string rate = "its BF16 rate is not confirmed";
        const auto is_said = [&](const Words& words) {
            return std::ranges::find(words, rate) != words.end();
        };
        const std::vector<std::shared_ptr<const Answers>> columns{answers_for(measured), answers_for(faster),
                                                                  answers_for(remembered)};
        QVERIFY(columns[2]->value<Evaluation>() && columns[2]->value<Evaluation>()->feasible);
        QVERIFY(!is_said(words_of(*columns[0])) && is_said(words_of(*columns[2])));
        ComparisonRequest request;
        request.figures = {"step.mfu", "step.model_flops_per_s_per_gpu", "step.step_time_s"};
        const auto study = comparison_study(columns, request);
        QVERIFY(study);
        const auto json = comparison_json(*study, order_day);
        for (size_t row = 0; row < 3; ++row) {
            const std::vector<ComparedValue>& values = study->table.rows[row].values;
            const bool rests_on_it = row < 2;
            QVERIFY(values[0].barred.empty());
            QCOMPARE(values[2].barred, rests_on_it ? rate : std::string());
            QCOMPARE(json["rows"][row]["values"][2]["barred"].is_null(), !rests_on_it);
            QCOMPARE(values[2].is_best, !rests_on_it); // it is the fastest
        }
        // It looks better in what a GPU computes, and one of the others is the best.
        const std::vector<ComparedValue>& computed = study->table.rows[1].values;
        QVERIFY(computed[2].number > std::max(computed[0].number, computed[1].number));
        QVERIFY(computed[0].is_best || computed[1].is_best || computed[0].number == computed[1].number);
    }

    /// What is said of a winner is what bears on the figure that it wins.
    void a_winner_is_named_with_what_its_figure_rests_on() {
        const auto answers = answers_for(test::sample("gb200-nvl72-x8"));
        const std::string rate = "its BF16 rate is not confirmed",
                          price = "86 % of its price is not confirmed";
        const auto said = [&](const std::vector<const char*>& names) {
            std::vector<JudgedFigure> figures;
            for (const char* name : names) figures.push_back({name, ask_figure(*answers, name)->row});
            return caution_of_best({read_caution("announced"), read_caution(rate),
                                    read_caution("may not fit in memory"), read_caution(price)},
                                   figures);
        };
        QCOMPARE(said({"step.tokens_per_s"}), "; " + rate);
        QCOMPARE(said({"step.step_time_s"}), "; " + rate);
        QCOMPARE(said({"money.run.usd_per_million"}), "; " + rate + ", " + price);
        QCOMPARE(said({"money.capital.needed_usd"}), "; " + price);
        QCOMPARE(said({"power.metered_w"}), std::string());
        QCOMPARE(said({"step.gpus", "money.increment.lead_weeks"}), std::string());
        QCOMPARE(said({"step.tokens_per_s", "money.capital.needed_usd"}), "; " + rate + ", " + price);
        QCOMPARE(caution_of_best({read_caution("announced")}, {{"step.step_time_s", nullptr}}),
                 std::string());
    }

    /// Odds and map have no winner that the comparison bars, and name another one with its caution.
    void an_unconfirmed_rate_is_barred_and_said_in_odds_and_map() {
        Scenario measured = test::sample("gb200-nvl72-x8");
        measured.plan.precision = Precision::bf16;
        Scenario other = measured;
        other.name = "other";
        for (Element& each : other.cluster.elements)
            if (each.kind == ElementKind::server) each.part.id = "gb300-nvl72";
        const std::string rate = "its BF16 rate is not confirmed";
        const auto equal = made_equal(
            {answers_for(measured), answers_for(other), answers_for(with_announced_servers(measured))}, {});
        QVERIFY(equal);
        DrawOptions options;
        options.figures = {"step.mfu", "step.step_time_s"};
        options.draws = 16;
        const auto found = odds_of(*equal, options);
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        const FigureOdds &mfu = found->figures[0], &time = found->figures[1];
        QCOMPARE(mfu.scenarios[2].barred, rate);
        QVERIFY(std::isfinite(mfu.scenarios[2].p50) && std::isnan(mfu.scenarios[2].chance_best));
        QVERIFY(std::abs(mfu.scenarios[0].chance_best + mfu.scenarios[1].chance_best - 1) < 1e-9);
        QVERIFY(time.scenarios[2].barred.empty() && std::isfinite(time.scenarios[2].chance_best));
        const auto map_of = [&](const char* figure) {
            const auto study = MapStudy::make({{"/site/electricity_price=0.05,0.2"}, figure}, *equal);
            if (!study) qFatal("%s", study.error().text().c_str());
            return study->whole().value();
        };
        const InputMap shares = map_of("step.mfu"), times = map_of("step.step_time_s");
        QCOMPARE(shares.barred(2), rate);
        QCOMPARE(shares.shares[2], 0.0);
        QVERIFY(std::ranges::all_of(shares.winners, [](const auto& each) { return each.has_value(); }));
        QVERIFY(times.barred(2).empty());
        QCOMPARE(winners_text(times),
                 "“announced ones” wins in the whole range of the input by likely values; " + rate +
                     "; see Odds for how sure that is");
    }

    /// Where most of what is bought has a price that nobody published, the sum is a guess, and says so.
    void a_price_that_is_mostly_unconfirmed_is_said() {
        Scenario guessed = test::sample("llama3-405b-16k"); // estimated by class
        QVERIFY(estimated_share(*capital_in(guessed)) > 0.5);
        QCOMPARE(price_said(guessed), std::string("none of its price is confirmed by a source"));
        // Its racks have a price in the catalogue, which is remembered.
        const Scenario remembered = test::sample("gb200-nvl72-x8");
        QVERIFY(estimated_share(*capital_in(remembered)) < 0.01);
        QCOMPARE(price_said(remembered), std::string("none of its price is confirmed by a source"));
        QVERIFY(read_caution(price_said(remembered)).kind == CautionKind::unconfirmed_price);
        QCOMPARE(price_said(test::sample("dgx-h100-su")), std::string()); // an offer was read
        // A price of the site stands for all of it; so does a rent.
        guessed.site.capex_per_gpu = 4e4;
        QCOMPARE(price_said(guessed), std::string());
        guessed.site.capex_per_gpu.reset();
        guessed.site.gpu_hour_price = 3.99;
        QCOMPARE(price_said(guessed), std::string());
    }

    /// What is not confirmed is the same wherever it is from: a row of each sample counts by its status, and
    /// by class always.
    void a_price_counts_by_its_status_in_all_samples() {
        size_t said = 0, priced = 0;
        for (const std::string& name : test::sample_names()) {
            const Scenario scenario = test::sample(name);
            const auto capital = capital_in(scenario);
            QVERIFY2(capital, name.c_str());
            double sum = 0, all = 0;
            for (const CapitalRow& row : capital->rows) {
                if (!row.is_bought() || row.basis == PriceBasis::none) continue;
                QVERIFY2(row.basis != PriceBasis::project, name.c_str()); // no sample has quotes
                all += row.price.likely;
                if (row.basis == PriceBasis::estimate || row.status == Status::from_memory ||
                    row.status == Status::judgement || row.status == Status::announced)
                    sum += row.price.likely;
            }
            QVERIFY2(std::abs(unconfirmed_share(*capital) - sum / all) < 1e-9, name.c_str());
            QVERIFY2(unconfirmed_share(*capital) >= estimated_share(*capital) - 1e-12, name.c_str());
            const bool is_rented = scenario.site.gpu_hour_price.has_value();
            QVERIFY2(price_said(scenario).empty() == (is_rented || !(sum > all / 2)), name.c_str());
            said += price_said(scenario).empty() ? 0 : 1;
            ++priced;
        }
        QVERIFY(said > 1 && said < priced);
    }

    /// What the project pays is its own word, unless it says that this is remembered.
    void a_quote_of_the_project_is_no_guess() {
        Capital capital;
        CapitalRow row;
        row.basis = PriceBasis::project;
        row.price = PriceBand::exactly(1e6);
        row.status = Status::judgement;
        capital.rows = {row};
        QCOMPARE(unconfirmed_share(capital), 0.0);
        capital.rows.front().status = Status::from_memory;
        QCOMPARE(unconfirmed_share(capital), 1.0);
        capital.given_per_gpu = 4e4;
        QCOMPARE(unconfirmed_share(capital), 0.0);
        capital.given_per_gpu.reset();
        row.basis = PriceBasis::catalogue;
        row.status = Status::derived;
        row.price = PriceBand::exactly(3e6);
        capital.rows.push_back(row);
        QCOMPARE(unconfirmed_share(capital), 0.25);
    }

    /// GPUs with just as much memory as is needed: a plan may fit into them, or not.
    void a_plan_that_may_not_fit_is_said() {
        const Scenario scenario = test::sample("dgx-h100-su");
        const Catalog& catalog = Catalog::built_in();
        const std::string gpu(catalog.part("dgx-h100")->text_or("accelerator", ""));
        const auto as_drawn = answers_for(scenario);
        const Evaluation* const drawn = as_drawn->value<Evaluation>();
        QVERIFY(drawn && drawn->feasible);
        const double needed = drawn->memory.needed.si();
        for (const auto& [times, said] :
             {std::pair(10.0, Words()), std::pair(1.0, Words{"may not fit in memory"})}) {
            const auto with = catalog.with(gpu, "hbm_capacity", needed * times);
            QVERIFY(with);
            const auto answers = answers_for(scenario, *with);
            QVERIFY2(words_of(*answers) == said, std::to_string(times).c_str());
            // It says by how much: the need, its band, and what a GPU has.
            for (const Caution& each : cautions_of(*answers)) {
                if (each.kind != CautionKind::memory) continue;
                const MemoryFit& memory = answers->value<Evaluation>()->memory;
                for (const Bytes bytes : {memory.needed, memory.low, memory.high, memory.capacity})
                    QVERIFY2(each.detail.find(format_quantity(bytes.si(), Dimension::bytes)) !=
                                 std::string::npos,
                             each.detail.c_str());
                QCOMPARE(each.detailed_text(), each.text + ": " + each.detail);
                QVERIFY(read_caution(each.text) == each);
            }
        }
    }

    /// What is there already does the run before what is bought is ready: said beside the figures of the run,
    /// with the numbers of the finding.
    void a_run_without_what_is_bought_is_said() {
        Scenario scenario = test::sample("decisions/owned-h100", 1);
        const auto caution_in = [](const Answers& answers) -> std::optional<Caution> {
            for (const Caution& each : cautions_of_run(answers))
                if (each.kind == CautionKind::done_meanwhile) return each;
            return std::nullopt;
        };
        const auto answers = answers_for(scenario);
        const auto said = caution_in(*answers);
        QVERIFY(said && read_caution(said->text) == *said);
        const std::string early = done_meanwhile(*answers);
        QVERIFY(early.starts_with("by the 512 GPUs that are there already, "));
        QVERIFY2(said->detail.starts_with(early), said->detail.c_str());
        const std::vector<Finding>& findings = answers->value<Verdict>()->evaluation.findings;
        const auto finding = std::ranges::find(findings, "bought-too-late", &Finding::id);
        QVERIFY(finding != findings.end());
        QCOMPARE(finding->message, "The run is done " + early);
        QCOMPARE(finding->where, std::vector<std::string>{"server-new"});
        // It stands with the sizes of a comparison, with its columns and side by side.
        const std::vector<std::shared_ptr<const Answers>> both{
            answers_for(test::sample("decisions/owned-h100")), answers};
        const auto study = comparison_study(both, ComparisonRequest{});
        QVERIFY(study && std::ranges::find(study->table.scenarios[1].cautions, *said) !=
                             study->table.scenarios[1].cautions.end());
        const std::vector<std::string> beside = scenario_column(scenario, Catalog::built_in()).cautions;
        QVERIFY(std::ranges::find(beside, said->text) != beside.end());
        // A longer run needs what is bought; what buys nothing waits for nothing.
        scenario.workload.token_budget = 1e14;
        QVERIFY(!caution_in(*answers_for(scenario)));
        QVERIFY(!caution_in(*answers_for(test::sample("decisions/owned-h100"))));
        // What its site does not bear has no days and $ of which that could be said.
        Scenario dark = test::sample("decisions/owned-h100", 1);
        dark.site.power_limit = Watts(400e3);
        const auto stands = answers_for(dark);
        QVERIFY(!stands->value<Evaluation>()->feasible && !done_meanwhile(*stands).empty());
        QVERIFY(!caution_in(*stands));
    }

    /// What nobody has said the price of brings money that no figure counts.
    void sales_without_a_price_are_said() {
        Scenario scenario = test::sample("decisions/owned-h100", 2);
        const auto found = [&] {
            const std::vector<Caution> said = cautions_of(*answers_for(scenario));
            const auto caution = std::ranges::find(said, CautionKind::unknown_sales, &Caution::kind);
            return caution == said.end() ? std::nullopt : std::optional(*caution);
        };
        QVERIFY(!found());
        scenario.cluster.find("rack")->sale_price.reset();
        const auto said = found();
        QVERIFY(said);
        QCOMPARE(said->text, std::string("what its sales bring is not known"));
        QCOMPARE(said->detail,
                 std::string("what is paid for “H100 rack” and 1 more is not known, and not counted"));
        QVERIFY(read_caution(said->text) == *said);
        const figures::Row* const dollars = ask_figure(*answers_for(scenario), "money.run.usd")->row;
        QCOMPARE(caution_of_best({*said}, {{"money.run.usd", dollars}}), "; " + said->text);
        scenario.site.gpu_hour_price = 3.99; // a rent stands for what is drawn
        QVERIFY(!found());
    }

    /// Days, $ and energy of a run that what is bought does not do win over nothing, wherever something wins.
    void a_run_without_what_is_bought_is_never_the_best() {
        const std::string words(done_meanwhile_words);
        const std::vector<Caution> said{read_caution("announced"), read_caution(words)};
        for (const char* const figure :
             {"step.time_to_budget_s", "money.run.time_s", "money.run.usd", "money.run.usd_per_million",
              "money.run.energy_j", "money.run.co2_kg", "money.run.water_m3", "totals.energy_j"})
            QCOMPARE(barring_caution(figure, said), words);
        for (const char* const figure :
             {"money.increment.done_weeks", "money.run.usd_per_hour.total", "money.run.useful_rate",
              "step.step_time_s", "step.mfu", "power.metered_w", "money.capital.needed_usd"})
            QVERIFY2(barring_caution(figure, said).empty(), figure);
        const std::vector<std::shared_ptr<const Answers>> both{
            answers_for(test::sample("decisions/owned-h100", 0)),
            answers_for(test::sample("decisions/owned-h100", 1))};
        ComparisonRequest request;
        request.figures = {"money.run.time_s", "step.step_time_s"};
        const auto study = comparison_study(both, request);
        QVERIFY(study);
        const std::vector<ComparedValue>&days = study->table.rows[0].values,
              &steps = study->table.rows[1].values;
        QVERIFY(days[1].number < days[0].number); // by more GPUs
        QVERIFY(!days[0].is_best && !days[1].is_best && steps[1].is_best);
        QVERIFY(days[0].barred.empty() && steps[1].barred.empty());
        QCOMPARE(days[1].barred, words);
        const auto json = comparison_json(*study, order_day);
        QCOMPARE(json["rows"][0]["values"][1]["barred"].get<std::string>(), words);
        QVERIFY(json["rows"][1]["values"][1]["barred"].is_null());
        // It is said once for all rows, on the terminal, in a mail and in a spreadsheet.
        const std::string never = words + ", so it is never the best in days to the budget";
        QVERIFY(barred_text(study->table, 0).empty());
        QCOMPARE(barred_text(study->table, 1), never);
        const Words sentences = scenario_sentences(study->table);
        QVERIFY(std::ranges::any_of(sentences, [&](const auto& each) { return each.ends_with(never); }));
        for (const std::string& told :
             {comparison_markdown(*study, order_day), comparison_csv(*study, order_day)})
            QVERIFY2(told.find(never) != std::string::npos, told.c_str());
        // Odds and map have no winner by it either, unless an input may make the run longer.
        const auto equal = made_equal(both, {});
        QVERIFY(equal);
        DrawOptions options;
        options.figures = request.figures;
        options.draws = 16;
        const auto found = odds_of(*equal, options);
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        const FigureSpread &time = found->figures[0].scenarios[1], &step = found->figures[1].scenarios[1];
        QCOMPARE(time.barred, words);
        QVERIFY(std::isfinite(time.p50) && std::isnan(time.chance_best));
        QVERIFY(step.barred.empty() && std::isfinite(step.chance_best));
        for (const auto& [axis, is_barred] : {std::pair("/site/electricity_price=0.05,0.2", true),
                                              std::pair("/workload/token_budget=100T,200T", false)}) {
            const auto map = MapStudy::make({{axis}, "money.run.time_s"}, *equal);
            QVERIFY2(map, map ? "" : map.error().text().c_str());
            const InputMap whole = map->whole().value();
            QCOMPARE(whole.barred(1), is_barred ? words : std::string());
            QCOMPARE(whole.shares[1], is_barred ? 0.0 : 1.0);
        }
    }

    /// Who does the run turns on the power that there is, and on how long it is.
    void each_cell_of_a_map_says_who_does_its_run() {
        const std::string words(done_meanwhile_words);
        Scenario added = test::sample("decisions/owned-h100", 1);
        added.workload.token_budget =
            25e12; // 71 weeks by what is there, 80 at 450 kW; what is bought waits 74
        const std::vector<std::string> axes{"/site/power_limit=450 kW,1.6 MW",
                                            "/site/electricity_price=0.05,0.1"};
        for (const double drawn : {1.6e6, 450e3}) { // whatever it is as drawn
            added.site.power_limit = Watts(drawn);
            const auto alone = made_equal({answers_for(added)}, {});
            QVERIFY(alone);
            const auto study = MapStudy::make({axes, "money.run.time_s"}, *alone);
            QVERIFY2(study, study ? "" : study.error().text().c_str());
            const InputMap map = study->whole().value();
            for (const size_t row : {0, 1}) {
                const size_t low = map.at(0, row), high = map.at(1, row);
                QVERIFY(map.cells[0][low].barred.empty() && map.winners[low]);
                QVERIFY(map.cells[0][high].barred == words && !map.winners[high]);
                QVERIFY(map.cells[0][high].absent.empty());
            }
            QVERIFY(map.barred(0).empty());
            QCOMPARE(map.shares[0], 0.5);
            QCOMPARE(partly_barred_text(map, 0), words + " in 2 of 4 cells, so it is not the best there");
            const auto json = map_json(map)["scenarios"][0];
            QVERIFY(json["barred"].is_null() && json["barred_cells"][0].is_null());
            QCOMPARE(json["barred_cells"][1].get<std::string>(), words);
            const auto steps = MapStudy::make({axes, "step.step_time_s"}, *alone);
            QVERIFY(steps);
            QCOMPARE(steps->whole().value().shares[0], 1.0); // a step is no run
        }
        // A longer run needs what is bought, and that is what turns the border.
        const auto equal = made_equal({answers_for(test::sample("decisions/owned-h100", 0)),
                                       answers_for(test::sample("decisions/owned-h100", 1))},
                                      {});
        QVERIFY(equal);
        const auto study = MapStudy::make({{"/workload/token_budget=20T,100T"}, "money.run.time_s"}, *equal);
        QVERIFY(study);
        const InputMap map = study->whole().value();
        QVERIFY(map.winners[0] == std::optional<size_t>(0) && map.winners[1] == std::optional<size_t>(1));
        QCOMPARE(partly_barred_text(map, 1), words + " at 1 of 2 values, so it is not the best there");
        QCOMPARE(map.borders.size(), size_t(1));
        QCOMPARE(map.borders[0].turns, map.scenarios[1] + ": " + words);
    }

    /// Nor does such a design win a search for days, $ or energy of the run; other goals ask for no such
    /// step.
    void a_design_whose_run_is_done_without_it_is_barred() {
        const auto added = answers_for(test::sample("decisions/owned-h100", 1));
        for (const auto& [figure, is_barred] :
             {std::pair("money.run.time_s", true), std::pair("step.step_time_s", false)}) {
            const auto goal = parse_design_goal(*added, figure);
            QVERIFY2(goal, figure);
            const Words said = caution_texts(scenario_row(*added, DesignQuestion{*goal, {}}).cautions);
            const bool is_said = std::ranges::find(said, done_meanwhile_words) != said.end();
            QCOMPARE(is_said, is_barred);
        }
    }

    /// Servers of which a part is there already are bought, too, and what is sold is not.
    void what_is_bought_in_part_is_named() {
        Cluster cluster;
        const auto draw = [&](const char* id, ElementKind kind, const char* parent, Procurement procurement) {
            Element& out = cluster.elements.emplace_back();
            out.id = id;
            out.kind = kind;
            out.parent = parent;
            out.count = 4;
            out.procurement = procurement;
        };
        draw("rack", ElementKind::rack, "", Procurement::owned);
        cluster.elements.back().owned_count = 1;
        draw("in-part", ElementKind::server, "rack", Procurement::inherited);
        draw("there", ElementKind::server, "", Procurement::owned);
        draw("new", ElementKind::server, "", Procurement::buy);
        draw("gone", ElementKind::server, "", Procurement::sell);
        const Meanwhile meanwhile{1, PriceBand::exactly(1), 8, false};
        const std::vector<Finding> found = meanwhile_findings(cluster, meanwhile, PriceBand::exactly(9));
        QCOMPARE(found.size(), size_t(1));
        QCOMPARE(found.front().where, (std::vector<std::string>{"in-part", "new"}));
    }

    /// As the rule says it, with the numbers of the finding.
    void an_uneven_batch_is_said() {
        Scenario scenario = test::sample("dgx-h100-su");
        const auto even = answers_for(scenario);
        scenario.name = "uneven";
        scenario.workload.global_batch += 1;
        const auto answers = answers_for(scenario);
        const auto caution_in = [](const std::vector<Caution>& cautions) {
            return std::ranges::find(cautions, CautionKind::uneven_batch, &Caution::kind);
        };
        const std::vector<Caution> plain = cautions_of(*even), said = cautions_of(*answers);
        QVERIFY(caution_in(plain) == plain.end() && caution_in(said) != said.end());
        const Caution& caution = *caution_in(said);
        const Rule* const rule = find_rule("plan-uneven-batch");
        std::string words(rule->meaning.substr(0, rule->meaning.size() - 1)); // no full stop
        words[0] = char(std::tolower(words[0]));
        QCOMPARE(caution.text, words);
        const std::vector<Finding>& findings = answers->value<Evaluation>()->findings;
        const auto found = std::ranges::find(findings, rule->id, &Finding::id);
        QVERIFY(found != findings.end());
        QCOMPARE(caution.detail, found->message);
        QVERIFY(read_caution(caution.text) == caution);
        // The column of a comparison has it.
        const std::vector<std::shared_ptr<const Answers>> columns{even, answers};
        const auto study = comparison_study(columns, ComparisonRequest());
        QVERIFY(study);
        QVERIFY(study->table.scenarios[0].cautions == plain && study->table.scenarios[1].cautions == said);
    }

    /// In the words of the verdict, in every form of a comparison and on its slide.
    void gpus_that_wait_for_a_slower_kind_are_said() {
        Scenario mixed = test::two_generations(), alone = test::two_generations(false);
        mixed.name = "both kinds";
        alone.name = "one kind";
        const auto of_both = answers_for(mixed), of_one = answers_for(alone);
        const std::string& waits = of_both->value<Evaluation>()->waits;
        QVERIFY2(waits.find(" wait for ") != std::string::npos, waits.c_str());
        const auto caution_in = [](const std::vector<Caution>& cautions) {
            return std::ranges::find(cautions, CautionKind::waiting_gpus, &Caution::kind);
        };
        const std::vector<Caution> said = cautions_of(*of_both), plain = cautions_of(*of_one);
        QVERIFY(caution_in(plain) == plain.end() && caution_in(said) != said.end());
        QCOMPARE(caution_in(said)->text, waits);
        QVERIFY(read_caution(waits) == *caution_in(said));
        const std::vector<std::shared_ptr<const Answers>> columns{of_one, of_both};
        const auto study = comparison_study(columns, ComparisonRequest());
        QVERIFY(study);
        for (const std::string& printed :
             {comparison_json(*study, order_day).dump(), comparison_csv(*study, order_day),
              comparison_markdown(*study, order_day)})
            QVERIFY2(printed.find(waits) != std::string::npos, printed.c_str());
        Project project;
        project.scenarios = {alone, mixed};
        Slide slide;
        slide.view = "compare";
        const SlideContent content =
            slide_content(DeckAnswers(project, {}, false, Catalog::built_in()), slide);
        QVERIFY(std::ranges::any_of(
            content.text, [&](const std::string& each) { return each.find(waits) != std::string::npos; }));
        const std::vector<std::string> only{"comparison"};
        const auto report = scenario_report(*of_one, "P", only, ReportBeside::of(of_one, project, order_day));
        QVERIFY(report);
        const std::string written = report->markdown();
        QVERIFY2(written.find("“both kinds”: ") != std::string::npos &&
                     written.find(waits) != std::string::npos,
                 written.c_str());
    }

    /// A site that does not feed all at full clock lengthens the step, which a comparison at equal power
    /// never adds racks for: what is drawn so says it. A cap of the GPUs is no supply.
    void clocks_that_the_supply_holds_are_said() {
        Scenario free = test::sample("dgx-h100-su"), held = free, capped = free;
        free.name = "free", held.name = "held", capped.name = "capped";
        const auto of_free = answers_for(free);
        held.site.power_limit = Watts(0.85 * ask_figure(*of_free, "power.metered_w")->number);
        for (Element& each : capped.cluster.elements)
            if (each.kind == ElementKind::server) each.gpu_power_cap = Watts(400);
        const auto of_held = answers_for(held), of_capped = answers_for(capped);
        const SupplyClock clock = supply_clock(*of_held);
        QVERIFY(clock.is_named() && clock.clock > 0.5 && clock.cause == ThrottleCause::site);
        QVERIFY(std::ranges::any_of(of_capped->value<Evaluation>()->power.racks,
                                    [](const RackState& each) { return each.speed < 0.99; }));
        const auto caution_in = [](const std::vector<Caution>& cautions) {
            return std::ranges::find(cautions, CautionKind::held_clocks, &Caution::kind);
        };
        for (const auto& plain : {of_free, of_capped}) {
            QCOMPARE(supply_clock(*plain).clock, 1.0);
            const std::vector<Caution> said = cautions_of(*plain);
            QVERIFY(caution_in(said) == said.end());
        }
        const std::vector<Caution> said = cautions_of(*of_held);
        QVERIFY(caution_in(said) != said.end());
        const Caution caution = *caution_in(said);
        QCOMPARE(caution.text, fmt::format("the supply holds the clocks at {:.0f} %", 100 * clock.clock));
        QCOMPARE(caution.detail, std::string("site supply"));
        QVERIFY(read_caution(caution.text) == caution);
        QVERIFY(std::ranges::is_sorted(said, {}, &Caution::kind));
        const auto study = comparison_study({of_free, of_held}, ComparisonRequest());
        QVERIFY(study);
        for (const std::string& printed :
             {comparison_json(*study, order_day).dump(), comparison_csv(*study, order_day),
              comparison_markdown(*study, order_day)})
            QVERIFY2(printed.find(caution.text) != std::string::npos, printed.c_str());
    }

    /// A hall that so far cools by air gets CDUs: that is said until one of them is there already.
    void liquid_cooling_that_is_not_there_is_said() {
        Scenario scenario = test::sample("decisions/owned-h100", 2);
        const auto found = [&] {
            const std::vector<Caution> said = cautions_of(*answers_for(scenario));
            const auto caution = std::ranges::find(said, CautionKind::new_liquid, &Caution::kind);
            return caution == said.end() ? Caution{CautionKind::new_liquid, {}, {}} : *caution;
        };
        const Caution caution = found();
        QCOMPARE(caution.text, std::string("needs new liquid cooling"));
        QCOMPARE(caution.detail, std::string("“CDU” is to be bought, and needs facility water in the hall"));
        QVERIFY(read_caution(caution.text) == caution);
        const auto cdu = std::ranges::find(scenario.cluster.elements, "cdu", &Element::id);
        QVERIFY(cdu != scenario.cluster.elements.end());
        cdu->procurement = Procurement::owned;
        QVERIFY(found().text.empty());
        cdu->owned_count = 1; // the other is bought
        QVERIFY(found().text.empty());
        cdu->owned_count.reset();
        for (Element& each : scenario.cluster.elements) each.procurement = Procurement::inherited;
        QVERIFY(found().text.empty()); // nothing is said of what is there
        // On a new site all is bought, and the hall is made for it.
        for (Element& each : scenario.cluster.elements)
            if (each.kind == ElementKind::feed || each.kind == ElementKind::cooling)
                each.procurement = Procurement::buy;
        QVERIFY(found().text.empty());
        const auto rack = std::ranges::find(scenario.cluster.elements, "rack", &Element::id);
        for (const Procurement is_there : {Procurement::owned, Procurement::sell}) {
            rack->procurement = is_there;
            QCOMPARE(found().text, caution.text);
        }
        for (const size_t air : {0, 1}) {
            scenario = test::sample("decisions/owned-h100", air);
            QVERIFY(found().text.empty());
        }
    }

    /// Its servers have no price: what it costs is the least that it may come to, and wins over nothing.
    void what_lacks_a_price_is_never_the_best() {
        const Scenario unpriced = test::sample("claims/tpu-v4-pod");
        Scenario dear = unpriced, cheap = unpriced;
        dear.name = "dear";
        dear.site.capex_per_gpu = 1e6;
        cheap.name = "cheap";
        cheap.site.capex_per_gpu = 0.9e6;
        const std::vector<std::shared_ptr<const Answers>> columns{answers_for(unpriced), answers_for(dear),
                                                                  answers_for(cheap)};
        const std::string missing = "“TPU v4 host (4 chips)”";
        const Words said = words_of(*columns[0]);
        QVERIFY(std::ranges::find(said, "without a price for " + missing) != said.end());
        for (const auto& each : {columns[1], columns[2]})
            for (const std::string& word : words_of(*each))
                QVERIFY2(!word.starts_with("without a price"), word.c_str());
        ComparisonRequest request;
        request.reference = 1;
        request.figures = {"money.capital.needed_usd", "money.run.usd_per_million",
                           "money.run.usd_per_hour.total", "money.run.usd_per_hour.energy"};
        const auto study = comparison_study(columns, request);
        QVERIFY(study);
        for (size_t i = 0; i < 3; ++i) {
            const ComparedRow& row = study->table.rows[i];
            const ComparedValue& least = row.values[0];
            QVERIFY(least.number < row.values[2].number); // it looks cheaper than both
            QCOMPARE(least.missing, "no price for " + missing);
            QVERIFY2(least.text.starts_with("at least $"), least.text.c_str());
            QVERIFY(!least.is_best && least.difference.empty() && !least.ratio);
            QVERIFY(row.values[2].is_best && row.values[2].missing.empty() && row.values[2].ratio);
            QVERIFY(row.values[2].text.starts_with('$'));
        }
        // Energy costs what it costs, whatever the servers do.
        QVERIFY(study->table.rows[3].values[0].missing.empty());
        const auto json = comparison_json(*study, order_day);
        QCOMPARE(json["rows"][0]["values"][0]["missing_price"].get<std::string>(), "no price for " + missing);
        QVERIFY(json["rows"][0]["values"][1]["missing_price"].is_null());
    }

    /// No number of racks without a price meets an amount of money.
    void what_lacks_a_price_meets_no_capital() {
        const Scenario unpriced = test::sample("claims/tpu-v4-pod");
        Scenario priced = unpriced;
        priced.name = "priced";
        priced.site.capex_per_gpu = 1e6;
        const auto one = answers_for(unpriced), other = answers_for(priced);
        const auto has = amount_of(*one, EqualBy::capital);
        QVERIFY(!has);
        QVERIFY2(has.error().what.find("no price for “TPU v4 host") != std::string::npos,
                 has.error().what.c_str());
        QVERIFY(amount_of(*other, EqualBy::capital) && amount_of(*one, EqualBy::power));
        EqualRequest request;
        request.at_equal = EqualBy::capital;
        request.reference = 1;
        const auto equal = made_equal({one, other}, request);
        QVERIFY(equal);
        QVERIFY(equal->sizes.misses(0) && !equal->sizes.misses(1));
        QVERIFY2(equal->sizes.barred_text(0).ends_with("(4 chips)”"), equal->sizes.barred_text(0).c_str());
        QCOMPARE(equal->scenarios[0]->scenario().cluster.elements.size(), unpriced.cluster.elements.size());
        request.reference = 0; // what it has is not known
        QVERIFY(!made_equal({one, other}, request));
    }

    void what_is_compared_says_them() {
        const Scenario measured = test::sample("gb200-nvl72-x8");
        const std::vector<std::shared_ptr<const Answers>> columns{
            answers_for(measured), answers_for(with_announced_servers(measured))};
        const auto equal = made_equal(columns, {});
        QVERIFY(equal);
        const std::vector<ScenarioCaution>& cautions = equal->sizes.cautions;
        const auto of_it = std::ranges::find(cautions, "announced ones", &ScenarioCaution::scenario);
        QVERIFY(of_it != cautions.end());
        const std::string sentence = "“announced ones”: " + of_it->detailed_text();
        QVERIFY(of_it->text().starts_with("announced"));
        // Numbers have commas of their own.
        QVERIFY2(sentence.find("; short of cooling after a failure: ") != std::string::npos,
                 sentence.c_str());
        const Words sentences = equal->sizes.sentences();
        QVERIFY2(std::ranges::find(sentences, sentence) != sentences.end(), sentence.c_str());
        ComparisonRequest request;
        const auto study = comparison_study(*equal, request);
        QVERIFY(study);
        QVERIFY(study->table.scenarios[1].cautions == of_it->cautions);
        const auto json = comparison_json(*study, order_day);
        QVERIFY(json["scenarios"][1]["cautions"] == caution_texts(of_it->cautions));
        const std::string markdown = comparison_markdown(*study, order_day);
        QVERIFY2(markdown.find("announced ones: announced") != std::string::npos, markdown.c_str());
    }
};

QTEST_GUILESS_MAIN(TestCautions)
#include "test_cautions.moc"
