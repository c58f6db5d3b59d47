// SPDX-License-Identifier: GPL-3.0-or-later
// What all studies declare: each figure once, with words, and with calculations that exist.
#include "core/answers/explain/explain.h"
#include "core/base/figures/builder.h"
#include "core/base/figures/figure_lookup.h"
#include "core/base/figures/plan_figures.h"
#include "core/step/engine/batch_choice.h"
#include "core/step/engine/figures/evaluation_figures.h"
#include "core/step/engine/figures/straggler_figures.h"
#include "core/study/collectives/bus_bandwidths.h"
#include "core/study/facility/facility_figures.h"
#include "core/study/facility/load_swing_study.h"
#include "core/study/figures/scale_figures.h"
#include "core/study/figures/slow_group_figures.h"
#include "core/study/losses/blast_radius.h"
#include "core/study/losses/run_losses.h"
#include "core/study/losses/slow_racks.h"
#include "core/study/mitigation/mitigations.h"
#include "core/study/money/money_study.h"
#include "core/study/money/side_by_side.h"
#include "core/study/network_balance.h"
#include "core/study/room/room_figures.h"
#include "core/study/scale_quantity.h"
#include "core/study/year/run_totals.h"

#include <QTest>
#include <algorithm>
#include <set>

using namespace roofrack;

namespace {

std::vector<const figures::Shape*> declared() {
    return {&figures::shape_of<Evaluation>(),     &figures::shape_of<ScaleResult>(),
            &figures::shape_of<SerialLaw>(),      &figures::shape_of<Sensitivity>(),
            &figures::shape_of<Mitigations>(),    &figures::shape_of<StragglerCosts>(),
            &figures::shape_of<SlowGroups>(),     &figures::shape_of<MoneyStudy>(),
            &figures::shape_of<ScenarioColumn>(), &figures::shape_of<NetworkBalance>(),
            &figures::shape_of<Year>(),           &figures::shape_of<RunTotals>(),
            &figures::shape_of<RunLosses>(),      &figures::shape_of<UsedRates>(),
            &figures::shape_of<BlastRadii>(),     &figures::shape_of<CoolingReport>(),
            &figures::shape_of<LoadSwingStudy>(), &figures::shape_of<PowerCaps>(),
            &figures::shape_of<Level>(),          &figures::shape_of<UnitPhases>(),
            &figures::shape_of<FailureStep>(),    &figures::shape_of<Plan>(),
            &figures::shape_of<BatchPoint>(),     &figures::shape_of<BatchRamp>(),
            &figures::shape_of<QuantityPoint>(),  &figures::shape_of<FacilityStudy>(),
            &figures::shape_of<BusBandwidths>(),  &figures::shape_of<SlowRack>(),
            &figures::shape_of<RoomStudy>()};
}

} // namespace

class TestDeclaredFigures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void each_has_words_and_a_name_of_its_own();
    void calculations_exist();
    void gates_say_why();
};

void TestDeclaredFigures::each_has_words_and_a_name_of_its_own() {
    for (const figures::Shape* shape : declared()) {
        std::set<std::string> names;
        for (const figures::NamedRow& each : figures::all_figures(*shape)) {
            const figures::Row& row = *each.row;
            QVERIFY2(names.insert(each.name).second, each.name.c_str());
            QVERIFY2(!row.label.empty() && !row.help.empty(), each.name.c_str());
            QVERIFY2(!row.label.ends_with('.') && !row.help.ends_with('.'), each.name.c_str());
            QVERIFY2(std::ranges::all_of(
                         row.key, [](char c) { return std::islower(c) || std::isdigit(c) || c == '_'; }),
                     each.name.c_str());
        }
        QVERIFY(std::ranges::count_if(shape->rows, &figures::Row::names_item) <= 1);
    }
}

void TestDeclaredFigures::calculations_exist() {
    const std::vector<std::string> known = explainable();
    int explained = 0;
    for (const figures::Shape* shape : declared())
        for (const figures::NamedRow& each : figures::all_figures(*shape)) {
            if (each.row->explain.empty()) continue;
            ++explained;
            QVERIFY2(std::ranges::find(known, each.row->explain) != known.end(), each.name.c_str());
        }
    QVERIFY(explained > 20);
}

void TestDeclaredFigures::gates_say_why() {
    for (const figures::Shape* shape : declared())
        for (const figures::NamedRow& each : figures::all_figures(*shape))
            for (const std::string_view reason : each.reasons())
                QVERIFY2(!reason.empty() && !reason.ends_with('.'), each.name.c_str());
}

QTEST_GUILESS_MAIN(TestDeclaredFigures)
#include "test_declared_figures.moc"
