// SPDX-License-Identifier: GPL-3.0-or-later
// What limits a scenario says the same as the studies that its cells are of, on every sample; its mitigations
// are evaluated again.
#include "core/study/matrix/limit_row.h"

#include "core/answers/compare/cautions.h"
#include "core/answers/facility_answers.h"
#include "core/answers/findings.h"
#include "core/answers/matrix_answers.h"
#include "core/answers/mitigation_answers.h"
#include "core/answers/money_answers.h"
#include "core/answers/step_answers.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/unique_names.h"
#include "core/facility/economics/capital.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/search/fastest.h"
#include "core/step/workload/plan_check.h"
#include "core/study/matrix/limit_changes.h"
#include "core/study/money/figure_cautions.h"
#include "tests/support/mitigations_of.h"
#include "tests/support/sample.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

using namespace roofrack;

namespace {

Answers answers_to(const Scenario& scenario) {
    return Answers({.scenario = std::make_shared<const Scenario>(scenario)}, Catalog::built_in());
}

const LimitCell& cell_of(const LimitRow& row, LimitKind kind) {
    const LimitCell* cell = row.find(kind);
    if (!cell) qFatal("no cell");
    return *cell;
}

/// The fullest of the levels that a predicate takes.
template<class Takes>
const Level* fullest(const FacilityStudy& study, Takes takes) {
    const Level* out = nullptr;
    for (const Level& level : study.levels)
        if (takes(level.kind) && level.share() && (!out || *level.share() > *out->share())) out = &level;
    return out;
}

std::vector<std::string> all_samples() {
    std::vector<std::string> out = test::sample_names();
    out.emplace_back("decisions/owned-h100");
    return out;
}

} // namespace

class TestLimitRow : public QObject {
    Q_OBJECT
private Q_SLOTS:

    void cells_are_what_the_studies_say_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("scenario");
        for (const std::string& name : all_samples()) {
            const auto loaded =
                read_project(ROOFRACK_SOURCE_DIR "/samples/" + name + ".roofrack.json", Catalog::built_in());
            for (size_t i = 0; i < loaded->project.scenarios.size(); ++i)
                QTest::addRow("%s %d", name.c_str(), int(i)) << QString::fromStdString(name) << int(i);
        }
    }
    void cells_are_what_the_studies_say() {
        QFETCH(QString, name);
        QFETCH(int, scenario);
        const Answers answers = answers_to(test::sample(name.toStdString(), size_t(scenario)));
        const LimitRow* row = answers.value<LimitRow>();
        QVERIFY(row);
        QCOMPARE(row->cells.size(), std::size(limit_kinds));
        const Evaluation& step = *answers.value<Evaluation>();
        QCOMPARE(row->reason.empty(), answers.value<Standstill>()->runs());
        const UniqueNames names(answers.scenario().cluster);
        for (const LimitCell& cell : row->cells) {
            QVERIFY(!cell.margin.empty());
            QVERIFY(cell.mitigation.has_value() != !cell.no_mitigation.empty());
            // Named as drawn, never by an id.
            for (const std::string& id : cell.where) {
                QVERIFY(answers.scenario().cluster.find(id) || answers.scenario().cluster.find_link(id));
                if (names.of(id) != id) QVERIFY2(cell.element != id, id.c_str());
            }
        }
        // Memory and the step are evaluate's.
        const LimitCell& memory = cell_of(*row, LimitKind::memory);
        QCOMPARE(*memory.used, step.memory.needed.si());
        QCOMPARE(*memory.have, step.memory.capacity.si());
        QCOMPARE(memory.is_over, step.memory.refused());
        if (step.feasible) {
            const auto part = [&](StepPart each) { return step.parts[static_cast<size_t>(each)]; };
            QCOMPARE(*cell_of(*row, LimitKind::arithmetic).used, part(StepPart::compute));
            QCOMPARE(*cell_of(*row, LimitKind::hbm).used, part(StepPart::memory));
            QCOMPARE(*cell_of(*row, LimitKind::hbm).have, step.step_time.si());
            const auto binding = std::ranges::count_if(row->cells, &LimitCell::binds);
            QVERIFY(binding <= 1);
            if (!step.gains.empty() && step.gains.front().resource.kind == ResourceKind::flops) {
                QVERIFY(cell_of(*row, LimitKind::arithmetic).binds);
                QCOMPARE(*cell_of(*row, LimitKind::arithmetic).gain, step.gains.front().tenth);
            }
        }
        // Power and cooling are `power`'s.
        if (const FacilityLevels* levels = answers.value<FacilityLevels>()) {
            using Kind = Level::Kind;
            const Level* power = fullest(levels->study, [](Kind kind) {
                return kind == Kind::rack || kind == Kind::supply || kind == Kind::site;
            });
            const Level* heat = fullest(levels->study, [](Kind kind) {
                return kind == Kind::rack_heat || kind == Kind::air || kind == Kind::loop ||
                       kind == Kind::plant;
            });
            for (const auto& [level, kind] :
                 {std::pair{power, LimitKind::power}, {heat, LimitKind::cooling}}) {
                const LimitCell& cell = cell_of(*row, kind);
                QCOMPARE(cell.have.has_value(), level != nullptr);
                if (!level) continue;
                QCOMPARE(*cell.used, level->load.si());
                QCOMPARE(*cell.have, level->bound()->si());
            }
        }
        // Space is the room's, money and time are `cost`'s.
        if (const RoomStudy* room = answers.value<RoomStudy>()) {
            double most = 0;
            for (const RoomRow& each : room->rows)
                if (each.need.have && unit_of(each.need.key.limit) != "W")
                    most = std::max(most, each.need.need / *each.need.have);
            const LimitCell& space = cell_of(*row, LimitKind::space);
            QCOMPARE(space.have.has_value(), most > 0);
            if (most > 0) QCOMPARE(*space.used / *space.have, most);
        }
        if (const MoneyStudy* money = answers.value<MoneyStudy>(); money && money->capital) {
            if (money->capital->has_price())
                QCOMPARE(*cell_of(*row, LimitKind::money).used,
                         money->needed.likely - money->capital->income());
            for (const DeploymentPath& path : money->paths)
                if (path.is_sites_own && path.done_weeks.likely > 0)
                    QCOMPARE(*cell_of(*row, LimitKind::time).used, path.done_weeks.likely);
        }
    }

    /// No change that relieves the same limit is cheaper, and each does what is said of it.
    void mitigations_are_the_cheapest() {
        const Answers answers = answers_to(test::sample("dgx-h100-su"));
        const LimitRow& row = *answers.value<LimitRow>();
        const Mitigations& all = *answers.value<Mitigations>();
        const LimitCell& time = cell_of(row, LimitKind::time);
        QVERIFY(time.mitigation && time.mitigation->price);
        QCOMPARE(time.mitigation->price->likely, 0.0); // some plan helps, and a plan costs nothing
        const auto same = std::ranges::find(all.found, time.mitigation->action, &Mitigation::action);
        QVERIFY(same != all.found.end());
        // Evaluated here once more: the sentence's per cent.
        const auto prepared = Prepared::make(same->scenario, Catalog::built_in());
        const double gain = answers.value<Evaluation>()->step_time / evaluate(*prepared).step_time - 1;
        QVERIFY2(time.mitigation->effect.find(fmt::format("{:.1f} %", 100 * gain)) != std::string::npos,
                 time.mitigation->effect.c_str());
    }

    /// The lower price decides between two changes that help, between equal ones what helps more; one
    /// whose price nobody knows last; none that hardly helps, however cheap.
    void the_price_decides_between_changes_that_help() {
        const auto step_of = [](double seconds) {
            Evaluation out;
            out.feasible = true;
            out.step_time = Seconds(seconds);
            out.parts[static_cast<size_t>(StepPart::data_comm)] = seconds - 4;
            return out;
        };
        const auto change = [&](const char* action, double seconds, std::optional<double> dollars) {
            LimitChange out{action, action, "", step_of(seconds), std::nullopt};
            if (dollars) out.price = PriceBand{*dollars / 2, *dollars, *dollars * 2};
            return out;
        };
        const Evaluation now = step_of(10);
        const LimitChange unknown = change("unknown", 5, std::nullopt), dear = change("dear", 8, 5e6),
                          cheap = change("cheap", 9, 1e6), same = change("same price", 7.5, 1e6),
                          hardly = change("hardly", 9.99, 0.0);
        const auto chosen = [&](std::vector<LimitChange> changes, LimitKind kind) {
            const auto found = cheapest_for(kind, changes, now);
            return found ? found->action : std::string("none");
        };
        for (const LimitKind kind : {LimitKind::network, LimitKind::time}) {
            QCOMPARE(chosen({unknown, dear, cheap, hardly}, kind), std::string("cheap"));
            QCOMPARE(chosen({unknown, dear, cheap, same, hardly}, kind), std::string("same price"));
            QCOMPARE(chosen({unknown, dear, hardly}, kind), std::string("dear"));
            QCOMPARE(chosen({unknown, hardly}, kind), std::string("unknown"));
            QCOMPARE(chosen({hardly}, kind), std::string("none"));
        }
        // Their communication is none of the arithmetic's time.
        QCOMPARE(chosen({unknown, dear, cheap}, LimitKind::arithmetic), std::string("none"));
        const auto found = cheapest_for(LimitKind::time, {dear, cheap}, now);
        QCOMPARE(found->price->likely, 1e6);
        QCOMPARE(found->effect, std::string("step 11.1 % faster")); // 10 / 9
    }

    /// A change costs what the bill of the changed drawing comes to beyond that of the drawn one; a plan
    /// nothing; what asks for people has no price.
    void changes_are_priced_by_the_bill() {
        const Answers answers = answers_to(test::sample("generic-100m-256gpu-1nic"));
        LimitSources of;
        of.prepared = &answers.value<AsAsked>()->prepared;
        of.evaluation = answers.value<Evaluation>();
        of.mitigations = answers.value<Mitigations>();
        of.money = answers.value<MoneyStudy>();
        const auto parts_of = [](const Evaluation& step) {
            double sum = 0;
            for (const CapitalRow& row : step.capital->rows) sum += row.price.likely;
            return sum * step.capital->overhead();
        };
        std::map<std::string, double> priced;
        for (const LimitChange& change : limit_changes(of, Catalog::built_in(), {})) {
            if (!change.price) continue;
            priced[change.id] = change.price->likely;
            const auto same = std::ranges::find(of.mitigations->found, change.id, &Mitigation::id);
            if (same == of.mitigations->found.end()) continue; // next racks
            const auto then = evaluate(*Prepared::make(same->scenario, Catalog::built_in()));
            const double more = std::max(0.0, parts_of(then) - parts_of(*of.evaluation));
            QVERIFY2(std::abs(change.price->likely - more) <= 1e-6 * parts_of(*of.evaluation),
                     qPrintable(QString::fromStdString(change.id) + ' ' + QString::number(more)));
            QVERIFY(change.price->low <= change.price->likely && change.price->likely <= change.price->high);
        }
        QVERIFY(priced.contains("gradients-16") && priced.at("gradients-16") == 0);
        QVERIFY(priced.contains("cables-leaf--spine") && priced.at("cables-leaf--spine") > 0);
        QVERIFY(priced.at("nonblocking-leaf--spine") >
                priced.at("cables-leaf--spine")); // eight times as many
    }

    /// Servers in the place of owned ones cost what the bill of the drawing with them says; cables between
    /// things that are there already as much as elsewhere.
    void what_is_new_among_what_is_owned_has_its_price() {
        const auto priced = [](const Scenario& scenario, std::string_view id) {
            const Answers answers = answers_to(scenario);
            LimitSources of;
            of.prepared = &answers.value<AsAsked>()->prepared;
            of.evaluation = answers.value<Evaluation>();
            of.mitigations = answers.value<Mitigations>();
            of.money = answers.value<MoneyStudy>();
            const auto changes = limit_changes(of, Catalog::built_in(), {});
            const auto found = std::ranges::find(changes, id, &LimitChange::id);
            return found == changes.end() ? std::nullopt : found->price;
        };
        Scenario mixed = test::sample("decisions/owned-h100", 1);
        for (const char* id : {"rack-new", "leaf-new", "feed-new", "air-new"})
            mixed.cluster.find(id)->count *= 3; // most GPUs are B200
        const auto servers = priced(mixed, "like-most");
        QVERIFY(servers && servers->likely > 64 * 400e3);
        const auto then = test::mitigations_of(mixed);
        const auto replaced = std::ranges::find(then->found, "like-most", &Mitigation::id);
        const auto to_pay = [](const Scenario& scenario) {
            const Evaluation step = evaluate(test::prepared(scenario));
            return step.capital->needed(step.gpus, step.building).likely;
        };
        const double more = to_pay(replaced->scenario) - to_pay(mixed);
        QVERIFY(std::abs(servers->likely / more - 1) < 1e-9);

        Scenario cabled = test::sample("generic-100m-256gpu-1nic");
        const auto cables = priced(cabled, "cables-leaf--spine");
        for (Element& element : cabled.cluster.elements) element.procurement = Procurement::owned;
        const auto among_owned = priced(cabled, "cables-leaf--spine");
        QVERIFY(cables && among_owned && cables->likely > 0);
        QVERIFY(std::abs(among_owned->likely / cables->likely - 1) < 1e-6);
    }

    void a_room_that_is_too_small_says_what_it_lacks() {
        const Answers answers = answers_to(test::sample("decisions/owned-h100", 1));
        const LimitCell& space = cell_of(*answers.value<LimitRow>(), LimitKind::space);
        // 16 racks are there, 16 come, and the switches outside of racks take four: 36 of 28 places.
        QCOMPARE(*space.used, 36.0);
        QCOMPARE(*space.have, 28.0);
        QVERIFY(space.is_over);
        QCOMPARE(space.margin, std::string("8 places more than 28 places"));
        QVERIFY(space.mitigation && !space.mitigation->price); // nobody knows what places cost
    }

    /// Half of the feeds: one and a half a rack, of which a failure leaves too little. The limits, the
    /// findings and the comparison say the same of it.
    void a_shortage_is_found_and_compared() {
        Scenario scenario = test::sample("dgx-h100-su");
        const auto finding_in = [](const Answers& answers) -> const Finding* {
            const std::vector<Finding>& findings = answers.value<Verdict>()->evaluation.findings;
            const auto found = std::ranges::find(findings, "supply-short", &Finding::id);
            return found == findings.end() ? nullptr : &*found;
        };
        const auto caution_in = [](const Answers& answers) -> std::optional<Caution> {
            for (const Caution& each : cautions_of(answers))
                if (each.kind == CautionKind::shortage) return each;
            return std::nullopt;
        };
        const Answers enough = answers_to(scenario);
        QVERIFY(!cell_of(*enough.value<LimitRow>(), LimitKind::power).is_over);
        QVERIFY(!finding_in(enough) && !caution_in(enough));
        scenario.cluster.find("feed")->count /= 2;
        const Answers answers = answers_to(scenario);
        QVERIFY(answers.value<Evaluation>()->feasible);
        const LimitCell& power = cell_of(*answers.value<LimitRow>(), LimitKind::power);
        QVERIFY(power.is_over);
        QVERIFY2(power.margin.ends_with("after a failure"), power.margin.c_str());
        const Finding* const said = finding_in(answers);
        QVERIFY(said && said->severity == Severity::info); // nobody promised to bear it
        QVERIFY2(said->message.find(power.margin) != std::string::npos, said->message.c_str());
        QVERIFY(std::ranges::find(said->where, power.where.front()) != said->where.end());
        const auto caution = caution_in(answers);
        QVERIFY(caution);
        QCOMPARE(caution->text, std::string("short of power after a failure"));
        QVERIFY(!caution->detail.empty() && read_caution(caution->text) == *caution);
        // What coolers promise says nothing of power.
        for (const auto& [id, severity] :
             {std::pair("crah", Severity::info), std::pair("feed", Severity::warning)}) {
            scenario.cluster.find(id)->redundancy = Redundancy::n_plus_1;
            const Answers promised = answers_to(scenario);
            QVERIFY(finding_in(promised));
            QCOMPARE(finding_in(promised)->severity, severity);
        }
    }

    /// A run that is done before what is bought is ready ends sooner only by what is ready sooner, as the
    /// finding advises.
    void a_run_without_what_is_bought_is_limited_by_what_is_there() {
        const Answers answers = answers_to(test::sample("decisions/owned-h100", 1));
        const LimitCell& time = cell_of(*answers.value<LimitRow>(), LimitKind::time);
        const std::string early = answers.value<MoneyStudy>()->increment.done_meanwhile();
        QVERIFY(!early.empty());
        QVERIFY2(time.margin.starts_with("no date is given; done after ") && time.margin.ends_with(early),
                 time.margin.c_str());
        QVERIFY(!time.mitigation);
        QVERIFY2(time.no_mitigation.ends_with("ready sooner"), time.no_mitigation.c_str());
    }

    void targets_are_held() {
        const Answers answers = answers_to(test::sample("decisions/owned-h100", 2));
        const double net = answers.value<MoneyStudy>()->increment.net.likely;
        const auto held = limit_row_of(answers, {.dollars = net - 1e6, .weeks = 500});
        QVERIFY(held);
        QVERIFY(cell_of(*held, LimitKind::money).is_over);
        QVERIFY(!cell_of(*held, LimitKind::time).is_over);
        QCOMPARE(*cell_of(*held, LimitKind::money).left(), -1e6);
        const auto free = limit_row_of(answers, {});
        QVERIFY(!cell_of(*free, LimitKind::money).have && !cell_of(*free, LimitKind::money).is_over);
    }

    /// A plan that does not fit says so, and a plan that does is found and evaluated.
    void what_does_not_fit_is_said() {
        Scenario scenario = test::sample("dgx-h100-su");
        scenario.workload.model = "llama3-405b";
        scenario.plan.pp = 1;
        const Answers answers = answers_to(scenario);
        const LimitRow& row = *answers.value<LimitRow>();
        QVERIFY(!row.reason.empty());
        const LimitCell& memory = cell_of(row, LimitKind::memory);
        QVERIFY(memory.is_over && *memory.left() < 0);
        QVERIFY(memory.mitigation || !memory.no_mitigation.empty());
        QCOMPARE(cell_of(row, LimitKind::storage).margin, std::string("not known: no step"));
        QVERIFY(!cell_of(row, LimitKind::time).mitigation && !cell_of(row, LimitKind::money).mitigation);
    }

    /// The plan that is named for one that does not fit is the one that every page names: here not the
    /// fastest, which may not fit either.
    void what_is_named_to_fit_surely_does() {
        Scenario scenario = test::sample("shared-a100-hot-rack");
        scenario.plan.tp = 1;
        scenario.plan.zero = 0;
        const Answers answers = answers_to(scenario);
        const LimitCell& memory = cell_of(*answers.value<LimitRow>(), LimitKind::memory);
        QVERIFY(memory.is_over && memory.mitigation);
        const Prepared& prepared = answers.value<AsAsked>()->prepared;
        const FastestPlan prudent = prudent_plan(prepared), fastest = fastest_plan(prepared, {});
        QVERIFY(prudent.plan && prudent.plan != fastest.plan);
        QCOMPARE(memory.mitigation->action, "The best plan: " + plan_text(*prudent.plan));
    }
};

QTEST_GUILESS_MAIN(TestLimitRow)
#include "test_limit_row.moc"
