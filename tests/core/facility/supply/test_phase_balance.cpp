// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and neutral of a three-phase unit under circuits of one phase, by hand.
#include "core/facility/supply/phase_balance.h"

#include <QTest>
#include <cmath>

using namespace roofrack;

class TestPhaseBalance : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void circuits_to_the_neutral();
    void circuits_between_lines();
    void what_three_divides_is_balanced();
};

namespace {
bool near(double value, double expected) { return std::abs(value - expected) < 1e-9; }
} // namespace

/// Four of 1 kW: 2, 1 and 1 kW on the lines, 1 kW on the neutral, two thirds of the rating.
void TestPhaseBalance::circuits_to_the_neutral() {
    const PhaseLoad four[] = {{4, 1000, false}};
    const PhaseBalance balance = phase_balance(four);
    QVERIFY(near(balance.lines[0], 2000) && near(balance.lines[1], 1000) && near(balance.lines[2], 1000));
    QVERIFY(near(balance.neutral, 1000));
    QVERIFY(near(balance.power, 4000));
    QVERIFY(near(balance.imbalance(), 0.5)); // 2000 above a mean of 1333
    QVERIFY(near(balance.usable(), 2.0 / 3));
    // A group that follows goes on where the last one ended.
    const PhaseLoad groups[] = {{1, 1000, false}, {1, 1000, false}, {1, 1000, false}};
    QVERIFY(near(phase_balance(groups).usable(), 1));
    // What hangs on all lines beside them makes less of it: (1 + 1)/3 of 3 kW, 1 kW more on the first.
    const PhaseLoad one[] = {{1, 1000, false}};
    const PhaseBalance mixed = phase_balance(one, 3000);
    QVERIFY(near(mixed.lines[0], 2000) && near(mixed.lines[1], 1000));
    QVERIFY(near(mixed.usable(), 4.0 / 3 / 2));
}

/// I = P/(√3·V) on both lines of a circuit; two circuits share the middle line, 120° apart.
void TestPhaseBalance::circuits_between_lines() {
    const PhaseLoad one[] = {{1, 1000, true}};
    const PhaseBalance single = phase_balance(one);
    QVERIFY(near(single.lines[0], 1000 / std::sqrt(3)) && near(single.lines[1], 1000 / std::sqrt(3)));
    QVERIFY(near(single.lines[2], 0) && near(single.neutral, 0));
    const PhaseLoad two[] = {{2, 1000, true}};
    const PhaseBalance pair = phase_balance(two);
    QVERIFY(near(pair.lines[1], 1000)); // √(1 + 1 + 1)/√3
    QVERIFY(near(pair.usable(), 2.0 / 3));
    QVERIFY(near(pair.neutral, 0));
}

void TestPhaseBalance::what_three_divides_is_balanced() {
    for (const bool between_lines : {false, true})
        for (const double circuits : {3.0, 6.0, 300.0}) {
            const PhaseLoad load[] = {{circuits, 700, between_lines}};
            const PhaseBalance balance = phase_balance(load);
            QVERIFY(near(balance.imbalance(), 0) && near(balance.usable(), 1) && near(balance.neutral, 0));
            QVERIFY(near(balance.lines[0], circuits * 700 / 3));
        }
    QCOMPARE(phase_balance({}).usable(), 1.0);
}

QTEST_APPLESS_MAIN(TestPhaseBalance)
#include "test_phase_balance.moc"
