// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/plan.h"
#include "widgets/fields/form.h"
#include "widgets/fields/quantity_edit.h"
#include "widgets/fields/record_form.h"
#include "widgets/fields/section.h"
#include "widgets/fields/sorted_header.h"

#include <QScrollArea>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

using namespace roofrack;

class TestFields : public QObject {
    Q_OBJECT

private:
    static void type(QWidget& edit, const QString& text) {
        edit.setFocus();
        static_cast<QLineEdit&>(edit).selectAll();
        QTest::keyClicks(&edit, text);
        QTest::keyClick(&edit, Qt::Key_Return);
    }

private Q_SLOTS:
    /// The arrow stands behind the sorted column's name, never on it.
    void a_sorted_column_says_so_in_its_name() {
        struct Header : SortedHeader {
            using SortedHeader::SortedHeader;
            QStyleOptionHeader option(int section) const {
                QStyleOptionHeader out;
                initStyleOption(&out);
                initStyleOptionForIndex(&out, section);
                return out;
            }
        };
        QStandardItemModel model(2, 2);
        model.setHorizontalHeaderLabels({QStringLiteral("Model"), QStringLiteral("Off by")});
        QTableView table;
        table.setModel(&model);
        auto* header = new Header(&table);
        table.setHorizontalHeader(header);
        table.setSortingEnabled(true);
        table.sortByColumn(1, Qt::DescendingOrder);
        QCOMPARE(header->option(1).text, QStringLiteral("Off by ↓"));
        QCOMPARE(header->option(1).sortIndicator, QStyleOptionHeader::None);
        QCOMPARE(header->option(0).text, QStringLiteral("Model"));
        table.sortByColumn(0, Qt::AscendingOrder);
        QCOMPARE(header->option(0).text, QStringLiteral("Model ↑"));
    }

    /// What opens below the edge of the panel comes into view.
    void a_section_that_is_opened_is_seen() {
        QScrollArea area;
        auto* column = new QWidget;
        auto* layout = new QVBoxLayout(column);
        auto* above = new QWidget;
        above->setFixedHeight(500);
        auto* content = new QWidget;
        content->setFixedHeight(200);
        auto* section = new Section(QStringLiteral("Site"), content);
        section->set_open(false);
        layout->addWidget(above);
        layout->addWidget(section);
        layout->addStretch();
        area.setWidget(column);
        area.setWidgetResizable(true);
        area.resize(300, 540);
        area.show();
        QVERIFY(QTest::qWaitForWindowExposed(&area));
        QTest::mouseClick(section->findChild<QToolButton*>(), Qt::LeftButton);
        const auto seen = [&](const QWidget& widget) {
            return QRect(widget.mapTo(area.viewport(), QPoint()), widget.size());
        };
        QTest::qWait(50); // its place
        QVERIFY(area.viewport()->rect().contains(seen(*content)));
        QVERIFY(area.viewport()->rect().contains(seen(*section->findChild<QToolButton*>())));
    }

    void a_quantity_is_read_with_its_unit_data() {
        QTest::addColumn<int>("dimension");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<double>("si");
        QTest::addColumn<QString>("shown");
        const auto row = [](const char* name, Dimension dimension, const char* typed, double si,
                            const char* shown) {
            QTest::newRow(name) << static_cast<int>(dimension) << typed << si << shown;
        };
        row("bare link rate is bits", Dimension::byte_rate, "400G", 50e9, "50 GB/s"); // 400/8
        row("bytes a second", Dimension::byte_rate, "3.35 TB/s", 3.35e12, "3.35 TB/s");
        row("quotient", Dimension::number, "3.2k/2", 1600, "1600");
        row("power", Dimension::power, "10.2 kW", 10200, "10.2 kW");
        row("below zero", Dimension::temperature, "-5", -5, "-5 °C");
    }
    void a_quantity_is_read_with_its_unit() {
        QFETCH(int, dimension);
        QFETCH(QString, typed);
        QFETCH(double, si);
        QFETCH(QString, shown);
        QuantityEdit edit(static_cast<Dimension>(dimension));
        std::optional<double> got;
        connect(&edit, &QuantityEdit::value_committed, this, [&](std::optional<double> v) { got = v; });
        type(edit, typed);
        QVERIFY(got);
        QCOMPARE(*got, si);
        QCOMPARE(edit.text().replace(QChar(0x2212), u'-'), shown);
        QVERIFY(edit.error().isEmpty());
    }

    void a_wrong_value_stays_and_commits_nothing() {
        QuantityEdit edit(Dimension::power);
        edit.set_value(1000);
        QSignalSpy committed(&edit, &QuantityEdit::value_committed);
        type(edit, QStringLiteral("10 GB"));
        QCOMPARE(committed.count(), 0);
        QCOMPARE(edit.text(), QStringLiteral("10 GB"));
        QVERIFY(!edit.error().isEmpty());
        QVERIFY(edit.property("invalid").toBool());
        edit.set_value(1000); // a re-evaluation while the user types
        QCOMPARE(edit.text(), QStringLiteral("10 GB"));
        QTest::keyClick(&edit, Qt::Key_Escape);
        QCOMPARE(edit.text(), QStringLiteral("1 kW"));
        QVERIFY(edit.error().isEmpty());
    }

    void limits_and_whole_numbers_are_kept() {
        QuantityEdit edit(Dimension::number, nullptr, QuantityEdit::Whole::yes);
        edit.set_range(1, 16384);
        edit.set_value(1024);
        QCOMPARE(edit.text(), QStringLiteral("1,024"));
        QSignalSpy committed(&edit, &QuantityEdit::value_committed);
        for (const char* wrong : {"0", "2.5", "20k", "many", ""}) type(edit, QString::fromLatin1(wrong));
        QCOMPARE(committed.count(), 0);
        type(edit, QStringLiteral("2,048"));
        QCOMPARE(committed.count(), 1);
        QCOMPARE(edit.value(), std::optional<double>(2048));
        QTest::keyClick(&edit, Qt::Key_Up);
        QCOMPARE(edit.value(), std::optional<double>(2049));
        QCOMPARE(committed.count(), 2);
    }

    void an_optional_field_can_be_emptied() {
        QuantityEdit edit(Dimension::power);
        edit.set_optional(QStringLiteral("none"));
        edit.set_value(700);
        QSignalSpy committed(&edit, &QuantityEdit::value_committed);
        edit.setFocus();
        edit.selectAll();
        QTest::keyClick(&edit, Qt::Key_Delete);
        QTest::keyClick(&edit, Qt::Key_Return);
        QCOMPARE(committed.count(), 1);
        QVERIFY(!edit.value());
    }

    void a_form_hands_back_a_changed_copy() {
        Form form;
        std::vector<std::pair<Plan, QString>> commits;
        RecordForm<Plan> record(
            form, [&](const Plan& next, const QString& step) { commits.emplace_back(next, step); });
        auto* tp = record.value(QStringLiteral("Tensor"), &Plan::tp);
        auto* dp = record.zero_is_empty(QStringLiteral("Data"), &Plan::dp, QStringLiteral("what is left"));
        auto* overlap = record.flag(QStringLiteral("Overlap"), &Plan::dp_overlap);
        Plan plan;
        plan.tp = 8;
        record.show(plan);
        QCOMPARE(tp->text(), QStringLiteral("8"));
        QVERIFY(dp->text().isEmpty());
        QVERIFY(overlap->isChecked());
        QVERIFY(commits.empty());
        type(*tp, QStringLiteral("8"));
        QVERIFY2(commits.empty(), "the same value is no edit");
        type(*tp, QStringLiteral("4"));
        QCOMPARE(commits.size(), size_t(1));
        QCOMPARE(commits[0].first.tp, 4);
        QCOMPARE(commits[0].second, QStringLiteral("Tensor"));
        QTest::keyClick(overlap, Qt::Key_Space);
        QCOMPARE(commits.size(), size_t(2));
        QVERIFY(!commits[1].first.dp_overlap);
        QCOMPARE(commits[1].first.tp, 4);
    }
};

QTEST_MAIN(TestFields)
#include "test_fields.moc"
