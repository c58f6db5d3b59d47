// SPDX-License-Identifier: GPL-3.0-or-later
// What the room lacks is said alike by all who speak of it, on every scenario of every sample: the room, the
// findings, the comparison, the lead time and the capital.
#include "core/answers/compare/comparison_study.h"
#include "core/answers/compare/equal_size.h"
#include "core/answers/facility_answers.h"
#include "core/answers/findings.h"
#include "core/answers/matrix_answers.h"
#include "core/answers/money_answers.h"
#include "core/answers/step_answers.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/templates/templates.h"
#include "core/drawing/unique_names.h"
#include "core/facility/economics/capital.h"
#include "tests/support/sample.h"

#include <QTest>

#include <algorithm>

using namespace roofrack;

namespace {

std::shared_ptr<const Answers> asked(const Scenario& scenario) {
    return std::make_shared<const Answers>(Snapshot{.scenario = std::make_shared<const Scenario>(scenario)},
                                           Catalog::built_in());
}

std::vector<std::string> every_sample() {
    std::vector<std::string> out = test::sample_names();
    for (const char* const each : {"decisions/owned-h100", "decisions/fine-tuning"}) out.emplace_back(each);
    return out;
}

bool is_of_floor(const RoomRow& row) {
    const RoomLimit limit = row.need.key.limit;
    return limit == RoomLimit::positions || limit == RoomLimit::area || limit == RoomLimit::floor_load;
}

bool has_finding(const Evaluation& evaluation) {
    return std::ranges::find(evaluation.findings, "room-too-small", &Finding::id) !=
           evaluation.findings.end();
}

} // namespace

class TestRoomAgrees : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void all_say_the_same_of_the_room_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("scenario");
        for (const std::string& name : every_sample()) {
            const auto loaded =
                read_project(ROOFRACK_SOURCE_DIR "/samples/" + name + ".roofrack.json", Catalog::built_in());
            QVERIFY2(loaded, name.c_str());
            for (size_t i = 0; i < loaded->project.scenarios.size(); ++i)
                QTest::addRow("%s %d", name.c_str(), int(i)) << QString::fromStdString(name) << int(i);
        }
    }
    void all_say_the_same_of_the_room() {
        QFETCH(QString, name);
        QFETCH(int, scenario);
        const auto answers = asked(test::sample(name.toStdString(), size_t(scenario)));
        const RoomStudy* room = answers->value<RoomStudy>();
        const MoneyStudy* money = answers->value<MoneyStudy>();
        const Verdict* verdict = answers->value<Verdict>();
        if (!room || room->assumed || !money || !money->capital || !verdict) return;
        const bool is_short = std::ranges::any_of(
            room->rows, [](const RoomRow& row) { return is_of_floor(row) && row.is_short(); });
        QCOMPARE(has_finding(verdict->evaluation), is_short);
        const FacilityLevels* levels = answers->value<FacilityLevels>();
        QVERIFY(levels);
        const std::string said = room_text(levels->study.floor);
        QCOMPARE(said.ends_with("needed"), is_short);

        // One lead time: that of the comparison is the way's and the limits', and the room's unless clocks
        // are held down, which takes no wait to run.
        const PriceBand weeks = money->increment.lead_weeks;
        const auto own = std::ranges::find_if(money->paths, &DeploymentPath::is_sites_own);
        QVERIFY(own != money->paths.end());
        QCOMPARE(own->lead_weeks.likely, weeks.likely);
        const bool buys =
            std::ranges::any_of(room->rows, [](const RoomRow& row) { return row.buy.has_value(); });
        const bool holds = std::ranges::any_of(
            room->rows, [](const RoomRow& row) { return !is_of_floor(row) && row.is_short(); });
        if (buys && !holds) {
            QCOMPARE(room->weeks.low, weeks.low);
            QCOMPARE(room->weeks.likely, weeks.likely);
            QCOMPARE(room->weeks.high, weeks.high);
        }
        for (const RoomRow& row : room->rows)
            if (row.buy && row.buy->lead && is_of_floor(row))
                QVERIFY(weeks.likely >= row.buy->lead->weeks.likely);
    }

    /// Rented space and clouds bring along what an own hall waits for, and the room does not wait for it
    /// either.
    void one_lead_time_whatever_the_way_data() {
        QTest::addColumn<int>("scenario");
        QTest::addColumn<int>("deployment");
        QTest::addColumn<bool>("is_room_ours");
        QTest::addColumn<double>("expected"); // weeks, likely; 0: nothing is bought for the room
        const int space = int(Deployment::colocation), cloud = int(Deployment::reserved_cloud);
        QTest::newRow("today, space") << 0 << space << true << 0.0;
        QTest::newRow("added, space") << 1 << space << true << 38.0;    // cooling
        QTest::newRow("replaced, space") << 2 << space << true << 38.0; // cooling
        QTest::newRow("today, new space") << 0 << space << false << 0.0;
        QTest::newRow("added, new space") << 1 << space << false << 32.0; // GPUs
        QTest::newRow("replaced, new space") << 2 << space << false << 38.0;
        for (int i = 0; i < 3; ++i)
            for (const bool is_ours : {true, false})
                QTest::addRow("%d, cloud, %s", i, is_ours ? "owned room" : "no owned room")
                    << i << cloud << is_ours << (i == 0 ? 0.0 : 8.0);
    }
    void one_lead_time_whatever_the_way() {
        QFETCH(int, scenario);
        QFETCH(int, deployment);
        QFETCH(bool, is_room_ours);
        QFETCH(double, expected);
        Scenario drawn = test::sample("decisions/owned-h100", size_t(scenario));
        drawn.site.money.deployment = static_cast<Deployment>(deployment);
        if (!is_room_ours) drawn.cluster.find("room")->procurement = Procurement::inherited;
        const auto answers = asked(drawn);
        const RoomStudy* const room = answers->value<RoomStudy>();
        const MoneyStudy* const money = answers->value<MoneyStudy>();
        QVERIFY(room && !room->assumed && money && money->capital);
        QCOMPARE(room->weeks.likely, expected);
        if (expected == 0) return;
        const PriceBand weeks = money->increment.lead_weeks;
        QCOMPARE(room->weeks.low, weeks.low);
        QCOMPARE(room->weeks.likely, weeks.likely);
        QCOMPARE(room->weeks.high, weeks.high);
        for (const RoomRow& row : room->rows)
            if (row.buy && row.buy->lead) QVERIFY(row.buy->lead->weeks.likely <= weeks.likely);
    }

    /// $ of the room are those of the capital: coolers of the hall come with new space, and circuits do not.
    void what_comes_with_the_space_costs_the_room_nothing() {
        const auto price_of = [](const RoomStudy& room, const char* id) {
            const auto found =
                std::ranges::find(room.rows, id, [](const RoomRow& row) { return row.need.key.id; });
            if (found == room.rows.end() || !found->buy || !found->buy->price) qFatal("no price of %s", id);
            return found->buy->price->likely;
        };
        for (const bool is_room_ours : {true, false}) {
            Scenario drawn = test::sample("decisions/owned-h100", 1);
            drawn.site.money.deployment = Deployment::colocation;
            drawn.site.room.rack_positions.reset();
            if (!is_room_ours) {
                drawn.cluster.find("room")->procurement = Procurement::inherited;
                for (const char* const id : {"spine", "pod", "feed", "air"})
                    drawn.cluster.find(id)->procurement = Procurement::owned;
            }
            const auto answers = asked(drawn);
            const RoomStudy* const room = answers->value<RoomStudy>();
            const MoneyStudy* const money = answers->value<MoneyStudy>();
            QVERIFY(room && money && money->capital);
            QCOMPARE(price_of(*room, "air-new") > 0, is_room_ours);
            QVERIFY(price_of(*room, "feed-new") > 0 && room->is_priced);
            const Capital& capital = *money->capital;
            QCOMPARE(room->price.likely,
                     capital.of(BillGroup::feed).likely + capital.of(BillGroup::cooling).likely);
        }
    }

    void what_the_room_lacks_stands_in_the_comparison() {
        std::vector<std::shared_ptr<const Answers>> columns;
        for (size_t i = 0; i < 3; ++i) columns.push_back(asked(test::sample("decisions/owned-h100", i)));
        const auto study = comparison_study(columns, ComparisonRequest{});
        QVERIFY(study);
        const auto row_of = [&](const char* name) {
            const auto found = std::ranges::find(study->table.rows, name, &ComparedRow::name);
            if (found == study->table.rows.end()) qFatal("no row %s", name);
            return *found;
        };
        const ComparedRow room = row_of("power.room");
        QCOMPARE(room.values[0].text, std::string("holds all"));
        QCOMPARE(room.values[1].text, std::string("8 more rack positions needed"));
        QCOMPARE(room.values[2].text, std::string("holds all"));
        // No price of them is known, so the capital is a lower bound.
        const ComparedRow complete = row_of("money.capital.is_complete");
        QVERIFY(complete.values[0].value.get<bool>());
        QVERIFY(!complete.values[1].value.get<bool>());
        QVERIFY(complete.values[2].value.get<bool>());
        // What is sold pays for a part: the comparison has what the limits say is to be paid.
        const ComparedRow net = row_of("money.increment.net_usd");
        const LimitRow* limits = columns[2]->value<LimitRow>();
        QVERIFY(limits);
        QCOMPARE(net.values[2].number, *limits->find(LimitKind::money)->used);
        QVERIFY(net.values[2].number < row_of("money.capital.needed_usd").values[2].number);
    }

    /// A unit of the supply or the cooling counts the racks that are added only where these take of it.
    void a_unit_of_other_racks_bears_none_of_the_added_ones() {
        const auto row_in = [](const RoomStudy& room, const char* id) {
            const auto found =
                std::ranges::find(room.rows, id, [](const RoomRow& row) { return row.need.key.id; });
            if (found == room.rows.end()) qFatal("no row %s", id);
            return *found;
        };
        const auto ours = asked(test::sample("decisions/owned-h100", 0)),
                   added = asked(test::sample("decisions/owned-h100", 1));
        const RoomStudy &one = *ours->value<RoomStudy>(), &two = *added->value<RoomStudy>();
        QVERIFY(row_in(one, "feed").grows);
        QCOMPARE(bears_text(row_in(one, "feed"), one),
                 std::string("by itself bears 24 such racks after the worst failure"));
        QVERIFY(!row_in(two, "feed").grows);
        QCOMPARE(bears_text(row_in(two, "feed"), two), std::string("takes none of “B200 rack”"));
        QVERIFY(row_in(two, "feed-new").grows);
        QCOMPARE(two.others, 16.0);
        QCOMPARE(bears_text(two.rows.front(), two),
                 std::string("by itself bears 24 racks, 8 of them “B200 rack”"));
    }

    /// Where two kinds of racks are called the same it is said which takes of a limit, and which does not.
    void racks_of_one_name_are_told_apart() {
        Scenario scenario = test::sample("decisions/owned-h100", 1);
        for (Element& each : scenario.cluster.elements)
            if (each.kind == ElementKind::rack) each.name = "Rack";
        const auto answers = asked(scenario);
        const RoomStudy& room = *answers->value<RoomStudy>();
        const std::string name = UniqueNames(scenario.cluster).of(room.kind);
        QVERIFY(name.starts_with("Rack ") && room.others > 0);
        QCOMPARE(rack_name(room), name);
        QCOMPARE(bears_text(room.rows.front(), room), "by itself bears 24 racks, 8 of them “" + name + "”");
    }

    /// More racks than a comparison at equal size can cable do not stand in the room as if they could be: of
    /// two pods that it bears many more of, both take one more. Only a comparison draws a network anew that a
    /// template drew; the room says that it counts as the network is drawn.
    void no_more_racks_are_cabled_than_compared() {
        const auto built =
            make_template("nvl72-pods", {{"server", "gb200-nvl72"}, {"racks", "16"}, {"racks_per_pod", "8"}},
                          Catalog::built_in());
        QVERIFY(built);
        Scenario scenario = built->scenarios.front();
        scenario.workload.global_batch = 1 << 16;
        for (Element& each : scenario.cluster.elements)
            if (each.kind == ElementKind::feed || each.kind == ElementKind::cooling) each.count *= 4;
        const auto by_template = asked(scenario);
        const auto redrawn = sized_to(*by_template, EqualBy::gpus, 48 * 72);
        QVERIFY(redrawn && redrawn->meets && redrawn->racks == 48);
        QVERIFY(cabled_text(*by_template->value<RoomStudy>()).starts_with("24 of them can be cabled as the"));
        for (Link& each : scenario.cluster.links)
            if (each.to == "spine") each.id = "own cables";
        const auto answers = asked(scenario);
        const RoomStudy* const room = answers->value<RoomStudy>();
        QVERIFY(room && room->fits.value_or(room->tried) > 32);
        const auto compared = sized_to(*answers, EqualBy::gpus, 48 * 72);
        QVERIFY(compared && !compared->meets);
        QCOMPARE(room->cabled.value_or(0), compared->racks);
        QCOMPARE(compared->racks, 24.0);
    }

    void one_rack_is_no_plural() {
        const RoomStudy study;
        RoomRow row;
        row.need.have = 1;
        for (const auto& [fits, text] :
             {std::pair(0.0, "by itself bears 0 such racks"), std::pair(1.0, "by itself bears 1 such rack"),
              std::pair(2.0, "by itself bears 2 such racks")}) {
            row.fits = fits;
            QCOMPARE(bears_text(row, study), std::string(text));
        }
    }

    /// Fewer racks help where places are missing, lighter ones where the floor bears too little.
    void the_advice_helps_against_what_is_short() {
        const auto advice_for = [](std::optional<double> positions, std::optional<double> floor_load) {
            Scenario scenario = test::sample("decisions/owned-h100", 0);
            scenario.site.room = {};
            scenario.site.room.rack_positions = positions;
            scenario.site.room.floor_load = floor_load;
            const auto answers = asked(scenario);
            const auto& findings = answers->value<Verdict>()->evaluation.findings;
            const auto found = std::ranges::find(findings, "room-too-small", &Finding::id);
            return found == findings.end() ? std::string("no finding") : found->mitigation;
        };
        const std::string places = advice_for(4, {}), load = advice_for({}, 100), both = advice_for(4, 100);
        QVERIFY2(places.find("fewer racks") != std::string::npos, places.c_str());
        QVERIFY2(places.find("lighter") == std::string::npos, places.c_str());
        QVERIFY2(load.find("lighter racks") != std::string::npos, load.c_str());
        QVERIFY2(load.find("fewer") == std::string::npos, load.c_str());
        QCOMPARE(both, places + " " + load);
    }

    void a_room_that_is_built_for_it_lacks_nothing() {
        Scenario scenario = test::sample("decisions/owned-h100", 1);
        const Capital* capital = nullptr;
        const auto now = asked(scenario);
        capital = now->value<MoneyStudy>()->capital.get();
        QCOMPARE(capital->missing_places, std::string("8 more rack positions"));
        QVERIFY(capital->as_bought().without_price.empty());
        scenario.site.room.rack_positions = 36;
        const auto wider = asked(scenario);
        QVERIFY(wider->value<MoneyStudy>()->capital->is_complete());
        QVERIFY(!has_finding(wider->value<Verdict>()->evaluation));
        QVERIFY(wider->value<MoneyStudy>()->increment.lead_weeks.likely <
                now->value<MoneyStudy>()->increment.lead_weeks.likely);
    }
};

QTEST_GUILESS_MAIN(TestRoomAgrees)
#include "test_room_agrees.moc"
