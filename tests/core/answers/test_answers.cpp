// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/drawing_answers.h"
#include "core/answers/facility_answers.h"
#include "core/answers/findings.h"
#include "core/answers/limits_answers.h"
#include "core/answers/losses_answers.h"
#include "core/answers/measured_answers.h"
#include "core/answers/money_answers.h"
#include "core/answers/report/evaluation_json.h"
#include "core/answers/scale_answers.h"
#include "core/answers/shown_answers.h"
#include "core/answers/step_answers.h"
#include "core/drawing/check/check.h"
#include "core/drawing/check/waive.h"
#include "core/step/engine/prepared_impl.h"
#include "tests/support/random_scenario.h"
#include "tests/support/rounds.h"
#include "tests/support/sample.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

using namespace roofrack;

namespace roofrack {

std::atomic<int> counted = 0, waited = 0;

struct Counted {
    int number = 0;
};
template<>
Result<Counted> answer_of(const Answers&, const std::stop_token&) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return Counted{++counted};
}

/// Ends when it is stopped, with a part of an answer.
struct Endless {
    bool is_whole = true;
};
template<>
Result<Endless> answer_of(const Answers&, const std::stop_token& stop) {
    ++waited;
    while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return Endless{false};
}

struct FromEndless {};
template<>
Result<FromEndless> answer_of(const Answers& answers, const std::stop_token&) {
    if (!answers.value<Endless>()) return fail("", "stopped", "ask again");
    return FromEndless{};
}

struct Refused {};
template<>
Result<Refused> answer_of(const Answers&, const std::stop_token&) {
    return fail("/plan", "it never has an answer", "ask for something else");
}

struct Thrown {};
template<>
Result<Thrown> answer_of(const Answers&, const std::stop_token&) {
    if (++counted % 2) throw std::bad_alloc();
    return Thrown{};
}

} // namespace roofrack

namespace {

const Catalog& catalog() { return Catalog::built_in(); }

Snapshot snapshot_of(const Scenario& scenario) {
    Snapshot out;
    out.scenario = std::make_shared<const Scenario>(scenario);
    return out;
}

Scenario small() { return test::sample("generic-100m-256gpu-1nic"); }

} // namespace

class TestAnswers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Whoever asks meanwhile gets the one that is being found.
    void an_answer_is_found_once() {
        counted = 0;
        const Answers answers(snapshot_of(small()), catalog());
        QVERIFY(!answers.have<Counted>());
        std::vector<const Result<Counted>*> seen(8);
        {
            std::vector<std::jthread> threads;
            for (auto& each : seen) threads.emplace_back([&] { each = answers.get<Counted>(); });
        }
        QCOMPARE(counted.load(), 1);
        for (const auto* each : seen) {
            QVERIFY(each && *each);
            QCOMPARE((*each)->number, 1);
            QCOMPARE(each, answers.have<Counted>());
        }
    }

    /// All that one view paints is of one moment, and says of which snapshot it is.
    void what_is_shown_is_of_one_moment() {
        counted = 0;
        const auto before = std::make_shared<const Answers>(snapshot_of(small()), catalog());
        QVERIFY(!ShownAnswers(before).have<Counted>() && ShownAnswers(before).is_awaited<Counted>());
        QVERIFY(before->get<Counted>());
        const auto now = std::make_shared<const Answers>(snapshot_of(small()), catalog(), before.get());
        const ShownAnswers stale(now);
        QCOMPARE(stale.have<Counted>()->number, 1);
        QVERIFY(stale.is_awaited<Counted>() && !stale.have_now<Counted>());
        QVERIFY(now->get<Counted>());
        QCOMPARE(stale.have<Counted>()->number, 1);
        QVERIFY(stale.is_awaited<Counted>());
        ShownAnswers fresh(now);
        QCOMPARE(fresh.have<Counted>()->number, 2);
        QVERIFY(fresh.have_now<Counted>() && !fresh.is_awaited<Counted>() && !fresh.why_none<Counted>());
        fresh.put(Counted{7});
        QCOMPARE(fresh.have_now<Counted>()->number, 7);
        QCOMPARE(stale.have<Counted>()->number, 1);
    }

    /// Another scenario's answer stands in for nothing; why there is none is said once it is known.
    void what_is_not_known_is_not_shown() {
        const auto before = std::make_shared<const Answers>(snapshot_of(small()), catalog());
        QVERIFY(before->get<Counted>());
        Scenario other = small();
        other.name = "another";
        const auto now = std::make_shared<const Answers>(snapshot_of(other), catalog(), before.get());
        QVERIFY(!ShownAnswers(now).have<Counted>() && ShownAnswers(now).is_awaited<Counted>());
        QVERIFY(!ShownAnswers(now).why_none<Refused>());
        QVERIFY(!*now->get<Refused>());
        const ShownAnswers shown(now);
        QVERIFY(!shown.have<Refused>() && !shown.is_awaited<Refused>());
        QCOMPARE(shown.why_none<Refused>()->what, std::string("it never has an answer"));
        const ShownAnswers nothing;
        QVERIFY(!nothing.have<Counted>() && !nothing.is_awaited<Counted>());
        QCOMPARE(nothing.have_or_empty<Counted>().number, 0);
    }

    /// A part of an answer is never kept, and nobody waits for it.
    void a_stopped_question_has_no_answer() {
        waited = 0;
        Answers answers(snapshot_of(small()), catalog());
        QVERIFY(answers.get<Counted>());
        std::atomic<int> told = 0;
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 8; ++i)
                threads.emplace_back([&, i] {
                    const bool nothing = i % 2 ? !answers.get<Endless>() : !answers.get<FromEndless>();
                    told += nothing;
                });
            while (waited == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            answers.stop();
        }
        QCOMPARE(told.load(), 8);
        QVERIFY(!answers.have<Endless>() && !answers.have<FromEndless>());
        QVERIFY2(answers.get<Counted>(), "what was known before stays known");
        QVERIFY2(!answers.get<Evaluation>(), "nothing new is found after a stop");
    }

    void a_reason_is_an_answer_and_an_exception_is_none() {
        counted = 0;
        const Answers answers(snapshot_of(small()), catalog());
        const auto* refused = answers.get<Refused>();
        QVERIFY(refused && !*refused);
        QVERIFY(!answers.value<Refused>());
        QCOMPARE(refused->error().what, std::string("it never has an answer"));
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(answers.get<Thrown>()), std::bad_alloc);
        QVERIFY2(answers.get<Thrown>(), "it is asked anew");
    }

    void the_snapshot_before_is_remembered_until_there_is_a_newer_one() {
        counted = 0;
        auto first = std::make_unique<Answers>(snapshot_of(small()), catalog());
        QVERIFY(!first->earlier<Counted>().answer);
        QVERIFY(first->get<Counted>());
        Scenario changed = small();
        changed.name = "changed";
        auto second = std::make_unique<Answers>(snapshot_of(changed), catalog(), first.get());
        const Answers third(snapshot_of(small()), catalog(), second.get());
        first.reset();
        second.reset();
        const auto earlier = third.earlier<Counted>();
        QVERIFY(earlier.answer && *earlier.answer);
        QCOMPARE((*earlier.answer)->number, 1);
        QCOMPARE(earlier.of->scenario->name, small().name);
        QCOMPARE((*third.get<Counted>())->number, 2);
        QVERIFY(!third.earlier<Counted>().answer);
    }

    /// Eight threads ask for everything, in eight orders; half of the snapshots are stopped meanwhile.
    void all_can_be_asked_from_many_threads() {
        const Scenario scenario = test::sample("shared-a100-hot-rack");
        const Answers alone(snapshot_of(scenario), catalog());
        const std::vector<Finding> expected = alone.value<Verdict>()->evaluation.findings;
        int unknown = 0;
        for (int round = 0; round < 8; ++round) {
            Answers answers(snapshot_of(scenario), catalog());
            std::vector<std::jthread> threads;
            for (size_t i = 0; i < 8; ++i)
                threads.emplace_back([&, i] {
                    using Ask = void (*)(const Answers&);
                    constexpr Ask asks[] = {
                        [](const Answers& of) { of.get<Verdict>(); },
                        [](const Answers& of) { of.get<MoneyStudy>(); },
                        [](const Answers& of) { of.get<FacilityStudy>(); },
                        [](const Answers& of) { of.get<BottlenecksOfGiven>(); },
                        [](const Answers& of) { of.get<SlowRackMitigations>(); },
                        [](const Answers& of) { of.get<WallStudy>(); },
                        [](const Answers& of) { of.get<DrawingLoads>(); },
                        [](const Answers& of) { of.get<MeasuredStudies>(); },
                    };
                    for (size_t n = 0; n < std::size(asks); ++n) asks[(i + n) % std::size(asks)](answers);
                });
            if (round % 2) {
                std::this_thread::sleep_for(std::chrono::milliseconds(round));
                answers.stop();
            }
            threads.clear();
            const Verdict* verdict = answers.have_value<Verdict>();
            QVERIFY(verdict || round % 2 == 1);
            if (verdict) QVERIFY(verdict->evaluation.findings == expected);
            unknown += !verdict;
            const Answers again(snapshot_of(scenario), catalog(), &answers);
            QVERIFY(again.value<Verdict>()->evaluation.findings == expected);
        }
        QVERIFY2(unknown > 0, "some were stopped before it was known");
    }

    /// Whatever study they come from; a waiver is idle once all was looked for.
    void findings_of_studies_are_waived() {
        Scenario scenario = test::sample("shared-a100-hot-rack");
        std::vector<Waiver>& waivers = scenario.cluster.waivers;
        waivers.push_back({"throttle-cost", {"rack-door"}, "until the door unit comes"});
        waivers.push_back({"slow-rack", {"rack-a"}, "of another rack"});
        const Answers answers(snapshot_of(scenario), catalog());
        const Evaluation& verdict = answers.value<Verdict>()->evaluation;
        const Evaluation& now = answers.value<VerdictWithoutSearch>()->evaluation;
        const auto is_idle = [&](const Evaluation& of) {
            return std::ranges::find(of.findings, idle_waiver(waivers.back())) != of.findings.end();
        };
        for (const Evaluation* of : {&verdict, &now}) {
            QVERIFY(std::ranges::find(of->findings, "throttle-cost", &Finding::id) == of->findings.end());
            const auto waived =
                std::ranges::find(of->waived, "until the door unit comes", &WaivedFinding::reason);
            QVERIFY(waived != of->waived.end() && waived->finding.id == "throttle-cost");
        }
        QVERIFY(is_idle(verdict));
        QVERIFY2(!is_idle(now), "its finding is still looked for");
        QVERIFY(std::ranges::find(verdict.findings, "slow-rack", &Finding::id) != verdict.findings.end());
    }

    void studies_read_what_the_verdict_says() {
        const Answers answers(snapshot_of(test::sample("shared-a100-hot-rack")), catalog());
        const Evaluation& verdict = answers.value<Verdict>()->evaluation;
        const Evaluation& now = answers.value<VerdictWithoutSearch>()->evaluation;
        const auto has = [](const Evaluation& of, std::string_view id) {
            return std::ranges::find(of.findings, id, &Finding::id) != of.findings.end();
        };
        QVERIFY(has(verdict, "slow-rack") && has(verdict, "throttle-cost"));
        QVERIFY2(!has(now, "slow-rack") && has(now, "throttle-cost"), "it takes a search");
        QCOMPARE(verdict.step_time, answers.value<Evaluation>()->step_time);
        QVERIFY(verdict.regime && verdict.regime == answers.value<DrawnRegime>()->regime);
        QCOMPARE(latest_verdict(answers), &verdict);
    }

    /// What cannot be understood has an evaluation and a verdict that say so; studies say it as their reason.
    void a_drawing_that_cannot_be_understood_is_an_answer() {
        Scenario nothing;
        nothing.name = "nothing";
        const Answers answers(snapshot_of(nothing), catalog());
        const Evaluation& verdict = answers.value<Verdict>()->evaluation;
        QVERIFY(!verdict.feasible && !verdict.findings.empty());
        QVERIFY(!answers.value<Standstill>()->runs());
        const auto* money = answers.get<MoneyStudy>();
        QVERIFY(money && !*money);
        QCOMPARE(money->error().what, answers.get<AsGiven>()->error().what);
    }

    /// Whatever is changed, with() answers as a snapshot of its own does, and prepares no more than it must.
    void a_changed_scenario_shares_what_stays() {
        const Scenario base = test::sample("shared-a100-hot-rack");
        const Answers answers(snapshot_of(base), catalog());
        const auto capital = answers.value<AsGiven>()->prepared.impl().capital;
        QVERIFY(capital);
        struct Change {
            const char* name;
            void (*make)(Scenario& scenario);
            bool shares; ///< the bill of what is drawn
        };
        const Change changes[] = {
            {"nothing", [](Scenario&) {}, true},
            {"name", [](Scenario& s) { s.name = "changed"; }, true},
            {"plan", [](Scenario& s) { s.plan.micro_batch *= 2; }, true},
            {"batch", [](Scenario& s) { s.workload.global_batch *= 2; }, true},
            {"no batch", [](Scenario& s) { s.workload.global_batch = 0; }, true},
            {"model", [](Scenario& s) { s.workload.model = "generic-100m"; }, true},
            {"no such model", [](Scenario& s) { s.workload.model = "no-such"; }, true},
            {"PUE", [](Scenario& s) { s.site.pue = 1.5; }, false},
            {"power limit", [](Scenario& s) { s.site.power_limit = Watts(20e3); }, false},
            {"routing", [](Scenario& s) { s.site.routing = Routing::adaptive; }, false},
            {"spares", [](Scenario& s) { s.site.spare_servers = 1; }, false},
            {"levels",
             [](Scenario& s) {
                 s.site.fabric.emplace_back().level = "leaf";
                 s.site.fabric.back().background = 0.3;
             },
             false},
            {"cluster", [](Scenario& s) { s.cluster.elements.front().count += 1; }, false},
            {"drawing that is none", [](Scenario& s) { s.cluster.elements.clear(); }, false},
        };
        for (const Change& change : changes) {
            Scenario changed = base;
            change.make(changed);
            const Answers with = answers.with(changed);
            const Answers alone(snapshot_of(changed), catalog());
            QVERIFY2(evaluation_json(with.value<Verdict>()->evaluation) ==
                         evaluation_json(alone.value<Verdict>()->evaluation),
                     change.name);
            const auto *one = with.get<MoneyStudy>(), *other = alone.get<MoneyStudy>();
            QVERIFY2(one->has_value() == other->has_value(), change.name);
            if (*one) QCOMPARE((*one)->run.dollars_per_million, (*other)->run.dollars_per_million);
            if (const AsGiven* given = with.value<AsGiven>())
                QVERIFY2((given->prepared.impl().capital == capital) == change.shares, change.name);
        }
    }

    /// Also by a changed scenario that leaves it as it was; who is given it finds what he finds alone.
    void a_drawing_is_read_once() {
        for (const std::string& name : test::sample_names()) {
            const Scenario scenario = test::sample(name);
            const Answers answers(snapshot_of(scenario), catalog());
            const auto& drawing = answers.value<AsGiven>()->prepared.impl().drawing;
            Scenario changed = scenario;
            changed.plan.micro_batch *= 2;
            const Answers with = answers.with(changed);
            QVERIFY2(with.value<AsGiven>()->prepared.impl().drawing == drawing, name.c_str());
            QVERIFY2(answers.value<DrawingCheck>()->findings.open ==
                         check_drawing(scenario.cluster, catalog()).open,
                     name.c_str());
            const auto book = PortTable::make(scenario.cluster, catalog());
            const PortTable& answered = *answers.value<PortTable>();
            QCOMPARE(answered.links().size(), book->links().size());
            for (size_t i = 0; i < book->links().size(); ++i) {
                QCOMPARE(answered.links()[i].link, book->links()[i].link);
                QCOMPARE(answered.links()[i].at_from, book->links()[i].at_from);
                QCOMPARE(answered.links()[i].at_to, book->links()[i].at_to);
            }
            const auto bill = bill_of_materials(scenario.cluster, catalog());
            QCOMPARE(answers.value<PricedBill>()->bill.rows.size(), bill->rows.size());
            QCOMPARE(answers.value<PricedBill>()->bill.totals.it_power, bill->totals.it_power);
        }
    }

    /// What is there already and its plan stay what they are at other prices, which they are asked at.
    void what_is_there_already_is_found_once_for_all_prices() {
        const Scenario base = test::sample("decisions/owned-h100", 1);
        const Answers answers(snapshot_of(base), catalog());
        const StandsToday* const before = answers.value<StandsToday>();
        QVERIFY(before && before->drawing.prepared && !before->is_all);
        struct Change {
            const char* name;
            void (*make)(Scenario& scenario);
            bool shares;
        };
        const Change changes[] = {
            {"nothing", [](Scenario&) {}, true},
            {"electricity", [](Scenario& s) { s.site.electricity_price *= 2; }, true},
            {"price of a GPU", [](Scenario& s) { s.site.capex_per_gpu = 40e3; }, true},
            {"rent", [](Scenario& s) { s.site.gpu_hour_price = 2; }, true},
            {"book life", [](Scenario& s) { s.site.book_life_years += 1; }, true},
            {"interest", [](Scenario& s) { s.site.money.interest = 0.15; }, true},
            {"power limit", [](Scenario& s) { s.site.power_limit = Watts(500e3); }, false},
            {"batch", [](Scenario& s) { s.workload.global_batch *= 2; }, false},
            {"cluster", [](Scenario& s) { s.cluster.elements.front().name = "changed"; }, false},
        };
        for (const Change& change : changes) {
            Scenario changed = base;
            change.make(changed);
            const Answers with = answers.with(changed), alone(snapshot_of(changed), catalog());
            const StandsToday *const one = with.value<StandsToday>(), *const other =
                                                                          alone.value<StandsToday>();
            QVERIFY2(one && other && one->drawing.prepared && other->drawing.prepared, change.name);
            QVERIFY2((one->drawing.prepared->impl().drawing == before->drawing.prepared->impl().drawing) ==
                         change.shares,
                     change.name);
            QVERIFY2(one->drawing.prepared->scenario() == other->drawing.prepared->scenario(), change.name);
            QCOMPARE(one->is_all, other->is_all);
            const TodaysCluster now = todays_cluster(one->drawing), found = todays_cluster(other->drawing);
            QCOMPARE(now.useful_rate, found.useful_rate);
            QCOMPARE(now.per_hour.si(), found.per_hour.si());
            const auto *money = with.value<MoneyStudy>(), *found_alone = alone.value<MoneyStudy>();
            QVERIFY2(money && found_alone, change.name);
            QCOMPARE(money->increment.rate_added, found_alone->increment.rate_added);
        }
    }

    /// From any scenario to any other one, and back.
    void any_scenario_can_become_another() {
        std::mt19937 random(34);
        Prepared last = *Prepared::make(test::random_scenario(random), catalog());
        for (int i = 0; i < test::rounds(2000, 200); ++i) {
            Scenario next = test::random_scenario(random);
            if (i % 2) next.cluster = last.scenario().cluster;
            if (i % 3) next.site = last.scenario().site;
            const auto alone = Prepared::make(next, catalog());
            const auto with = last.with(next, catalog());
            QCOMPARE(with.has_value(), alone.has_value());
            if (!with) {
                QCOMPARE(with.error().text(), alone.error().text());
                continue;
            }
            QVERIFY(evaluation_json(evaluate(*with)) == evaluation_json(evaluate(*alone)));
            last = *with;
        }
    }
};

// Answers of its own are declared in the namespace of all: a program by itself.
int main(int argc, char** argv) {
    TestAnswers test;
    return QTest::qExec(&test, argc, argv);
}
#include "test_answers.moc"
