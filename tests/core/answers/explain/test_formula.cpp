// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/tree/term.h"

#include <QTest>
#include <cmath>

using namespace roofrack;

class TestFormula : public QObject {
    Q_OBJECT
    static ExplanationPtr input(const char* name, double value) {
        return leaf(name, value, "", {Origin::Kind::plan, "", name});
    }

private Q_SLOTS:
    void operations_data() {
        QTest::addColumn<int>("operation");
        QTest::addColumn<QList<double>>("operands");
        QTest::addColumn<double>("result");
        const auto row = [](Operation operation, const QList<double>& operands, double result) {
            QTest::newRow(name_of(operation).data()) << static_cast<int>(operation) << operands << result;
        };
        row(Operation::sum, {2, 3, 5}, 10);
        row(Operation::difference, {2, 5}, -3);
        row(Operation::product, {2, 3, 5}, 30);
        row(Operation::quotient, {3, 2}, 1.5);
        row(Operation::maximum, {2, 5, 3}, 5);
        row(Operation::minimum, {3, 2, 5}, 2);
        row(Operation::power, {2, 10}, 1024);
        row(Operation::square_root, {9}, 3);
        row(Operation::exponential, {std::log(7.0)}, 7);
        row(Operation::exponential_minus_one, {1e-10}, 1e-10 * (1 + 0.5e-10));
        row(Operation::logarithm, {std::exp(3.0)}, 3);
        row(Operation::logarithm_2, {8}, 3);
        row(Operation::floor, {2.7}, 2);
        row(Operation::ceiling, {2.1}, 3);
        row(Operation::expected_maximum, {8192}, 3.8022792189084864);
    }
    void operations() {
        QFETCH(int, operation);
        QFETCH(QList<double>, operands);
        QFETCH(double, result);
        const double found = evaluate(static_cast<Operation>(operation),
                                      {operands.data(), static_cast<size_t>(operands.size())});
        QVERIFY2(std::abs(found / result - 1) < 1e-13, qPrintable(QString::number(found, 'g', 17)));
    }

    void text_says_the_formula() {
        const Term a = input("a", 6), b = input("b", 2), c = input("c", 3);
        const auto text = [](const Term& term) {
            return QString::fromStdString(calculated("x", "", term)->formula_text());
        };
        QCOMPARE(text(a - (b + c)), "a - (b + c)");
        QCOMPARE(text(a - b + c), "a - b + c");
        QCOMPARE(text(a / (b * c)), "a / (b * c)");
        QCOMPARE(text((a + b) * c), "(a + b) * c");
        QCOMPARE(text(to_power(a + b, 0.5 * c)), "(a + b)^(0.5 * c)");
        QCOMPARE(text(smallest({a, largest({b, 4e11})})), "min(a, max(b, 4e+11))");
        QCOMPARE(text(sum_of(std::vector<Term>(9, a))), "a + a + … + a");
        // A number that changes nothing is not written.
        QCOMPARE(text(1.0 * a + 0.0 - 0.0), "a");
        QCOMPARE(calculated("x", "", a - (b + c))->value, 1.0);
        QCOMPARE(calculated("x", "", a - b + c)->value, 7.0);
        QCOMPARE(calculated("x", "", a / (b * c))->value, 1.0);
    }

    void inputs_stand_once() {
        const ExplanationPtr a = input("a", 6), b = input("b", 2);
        const ExplanationPtr node = calculated("x", "s", Term(a) * b + Term(a) / b);
        QCOMPARE(node->inputs.size(), size_t(2));
        QCOMPARE(node->value, 15.0);
        QCOMPARE(node->recomputed(), 15.0);
        // What a kernel found stands whatever the formula gives.
        const ExplanationPtr other = recorded("x", 14, "s", Term(a) * b);
        QCOMPARE(other->value, 14.0);
        QCOMPARE(other->recomputed(), 12.0);
    }
};

QTEST_GUILESS_MAIN(TestFormula)
#include "test_formula.moc"
