// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/file_flow.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/templates/templates.h"
#include "core/facility/economics/capital_text.h"
#include "tests/support/layout_check.h"
#include "tests/support/set_count.h"
#include "widgets/bill/bill_model.h"
#include "widgets/bill/bill_view.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/fields/text.h"
#include "widgets/theme/text_scale.h"

#include <QAction>
#include <QClipboard>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace roofrack;
using namespace roofrack::test;

class TestBillView : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    static std::shared_ptr<const Scenario> scenario(const TemplateSettings& settings) {
        return std::make_shared<const Scenario>(
            make_template("rail-optimised", settings, Catalog::built_in())->scenarios.front());
    }

    static std::string csv_of(const Scenario& drawn) {
        const auto bill = bill_of_materials(drawn.cluster, Catalog::built_in());
        return priced_bill_csv(*bill, price_bill(*bill, drawn.cluster, drawn.site, Catalog::built_in()));
    }

private Q_SLOTS:
    void announced_parts_and_ownership_are_said_where_there_are_any() {
        BillView view(Catalog::built_in());
        view.resize(720, 300);
        const auto* table = view.findChild<QTableView*>();
        Scenario drawn =
            make_template("nvl72-pods", {{"server", "vr200-nvl72"}}, Catalog::built_in())->scenarios.front();
        view.show();
        const auto show = [&] {
            view.show_scenario(std::make_shared<const Scenario>(drawn));
            QTRY_VERIFY(!view.is_counting());
        };
        show();
        const QModelIndex part = table->model()->index(0, BillModel::part);
        QCOMPARE(part.data().toString(), QStringLiteral("VR200 NVL72 · announced"));
        QVERIFY(part.data(Qt::ToolTipRole).toString().contains(QStringLiteral("measured by nobody")));
        QVERIFY(table->isColumnHidden(BillModel::ownership)); // all is bought
        // A long name of a switch leaves room for where prices are from.
        QVERIFY(table->columnWidth(BillModel::part) <= at_text_scale(180));
        drawn.cluster.elements.front().procurement = Procurement::owned;
        show();
        QVERIFY(!table->isColumnHidden(BillModel::ownership));
    }

    void shows_what_the_core_counts() {
        BillView view(Catalog::built_in());
        view.resize(900, 400);
        view.show_scenario(scenario({{"servers", "128"}}));
        view.show();
        QTRY_VERIFY(!view.is_counting());
        const auto bill = bill_of_materials(scenario({{"servers", "128"}})->cluster, Catalog::built_in());
        const auto* table = view.findChild<QTableView*>();
        QCOMPARE(table->model()->rowCount(), static_cast<int>(bill->rows.size()));
        QCOMPARE(view.csv(), csv_of(*scenario({{"servers", "128"}})));
        bool said = false;
        for (const QLabel* each : view.findChildren<QLabel*>())
            said |= each->text().startsWith(QStringLiteral("1,024 GPUs, 128 servers, 48 switches")) &&
                    each->text().contains(QStringLiteral(" of IT"));
        QVERIFY(said);
        // Prices are the capital's, estimates marked. One that nobody knows is no empty cell, but an empty
        // one for a spreadsheet.
        const auto drawn = scenario({{"servers", "128"}});
        const Capital capital = price_bill(*bill, drawn->cluster, drawn->site, Catalog::built_in());
        bool is_marked = false;
        for (size_t row = 0; row < bill->rows.size(); ++row) {
            const QModelIndex cell = table->model()->index(static_cast<int>(row), BillModel::price);
            const PriceBasis basis = capital.rows[row].basis;
            QCOMPARE(cell.data().toString() == QStringLiteral("not known"), basis == PriceBasis::none);
            QCOMPARE(cell.data(BillModel::copied_role).toString().isEmpty(), basis == PriceBasis::none);
            QCOMPARE(cell.data().toString().startsWith(u'≈'), basis == PriceBasis::estimate);
            is_marked |= basis == PriceBasis::estimate;
        }
        QVERIFY(is_marked);
        QVERIFY(std::ranges::any_of(view.findChildren<QLabel*>(), [&](const QLabel* each) {
            return each->text().endsWith(to_qt(capital_text(capital) + "; " + price_status_text(capital)));
        }));
        QTest::qWait(20);
        const QStringList faults = layout_faults(view);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }

    /// Counting is left to a thread: the hand is not held up, and a bill that came too late is not shown.
    void is_counted_beside_the_window() {
        BillView view(Catalog::built_in());
        view.show();
        const auto* table = view.findChild<QTableView*>();
        view.show_scenario(scenario({{"servers", "128"}}));
        QVERIFY(view.is_counting());
        QCOMPARE(table->model()->rowCount(), 0);
        QTRY_VERIFY(!view.is_counting());
        const std::string first = view.csv();
        QVERIFY(table->model()->rowCount() > 0);
        view.show_scenario(scenario({{"servers", "256"}}));
        view.show_scenario(scenario({{"servers", "64"}}));
        QCOMPARE(view.csv(), first); // until there is another
        QTRY_VERIFY(!view.is_counting());
        QCOMPARE(view.csv(), csv_of(*scenario({{"servers", "64"}})));
        view.hide();
        view.show_scenario(scenario({{"servers", "128"}}));
        QTest::qWait(50);
        QVERIFY(view.is_counting()); // only when it is seen
        view.show();
        QTRY_COMPARE(view.csv(), first);
    }

    void sorts_by_number() {
        BillView view(Catalog::built_in());
        view.show_scenario(scenario({{"servers", "128"}}));
        view.show();
        QTRY_VERIFY(!view.is_counting());
        auto* table = view.findChild<QTableView*>();
        const auto counts = [&] {
            std::vector<double> out;
            for (int row = 0; row < table->model()->rowCount(); ++row)
                out.push_back(table->model()->index(row, BillModel::count).data(Qt::UserRole).toDouble());
            return out;
        };
        table->sortByColumn(BillModel::count, Qt::DescendingOrder);
        const auto down = counts();
        QVERIFY(std::ranges::is_sorted(down, std::greater<>()));
        table->sortByColumn(BillModel::count, Qt::AscendingOrder);
        QVERIFY(std::ranges::is_sorted(counts()));
        QVERIFY(down.front() > down.back());
    }

    void a_row_is_chosen_by_hand_not_by_looking() {
        BillView view(Catalog::built_in());
        view.resize(900, 500);
        view.show_scenario(scenario({}));
        view.show();
        QTRY_VERIFY(!view.is_counting());
        QVERIFY(QTest::qWaitForWindowActive(&view));
        const QSignalSpy chosen(&view, &BillView::chosen);
        auto* table = view.findChild<QTableView*>();
        table->setFocus(Qt::TabFocusReason);
        QVERIFY(table->hasFocus());
        QCOMPARE(chosen.size(), 0);
        QTest::keyClick(table, Qt::Key_Down);
        QCOMPARE(chosen.size(), 1);
        const auto ids = chosen[0][0].value<std::vector<std::string>>();
        QVERIFY(!ids.empty());
        QTest::keyClick(table, Qt::Key_Down, Qt::ShiftModifier); // and the next row with it
        QCOMPARE(chosen.size(), 2);
        QVERIFY(chosen[1][0].value<std::vector<std::string>>().size() > ids.size());
    }

    void copies_rows_in_the_order_shown() {
        BillView view(Catalog::built_in());
        view.resize(900, 500);
        view.show_scenario(scenario({}));
        view.show();
        QTRY_VERIFY(!view.is_counting());
        QVERIFY(QTest::qWaitForWindowActive(&view));
        auto* table = view.findChild<QTableView*>();
        table->sortByColumn(BillModel::count, Qt::DescendingOrder);
        table->setFocus();
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QGuiApplication::clipboard()->text().trimmed().split(u'\n');
        QCOMPARE(lines.size(), table->model()->rowCount() + 1);
        QVERIFY(lines[0].startsWith(QStringLiteral("Item\tPart\tCount")));
        // Numbers that a spreadsheet sums, their units in the header.
        QVERIFY(lines[0].contains(QStringLiteral("\tPrice [$]\tLow to high [$]\t")) &&
                lines[0].contains(QStringLiteral("\tPower [kW]\t")));
        double power = 0, price = 0;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            for (const int column :
                 {BillModel::count, BillModel::length, BillModel::power, BillModel::price}) {
                const QString cell = lines[row + 1].section(u'\t', column, column);
                bool is_number = false;
                const double value = cell.toDouble(&is_number);
                QVERIFY2(is_number || cell.isEmpty(), qPrintable(lines[row + 1]));
                const double raw = table->model()->index(row, column).data(Qt::UserRole).toDouble();
                const double shown = column == BillModel::power ? raw / 1e3 : raw;
                if (is_number) QVERIFY2(std::abs(value - shown) <= 1e-9 * std::abs(shown), qPrintable(cell));
                if (column == BillModel::power) power += value;
                if (column == BillModel::price) price += value;
            }
        }
        QVERIFY(power > 1 && price > 1e5);
    }

    void copies_text_and_no_formula() {
        Scenario odd = *scenario({});
        Element& rack = *odd.cluster.find("rack");
        rack.part = {};
        rack.name = "=2+3\tfour\nfive";
        BillView view(Catalog::built_in());
        view.show_scenario(std::make_shared<const Scenario>(std::move(odd)));
        view.show();
        QTRY_VERIFY(!view.is_counting());
        const QStringList lines = view.table().trimmed().split(u'\n');
        QCOMPARE(lines.size(), view.findChild<QTableView*>()->model()->rowCount() + 1);
        QCOMPARE(lines.filter(QStringLiteral("\t'=2+3 four five\t")).size(), 1);
    }

    void follows_the_drawing_and_selects_in_it() {
        Session session(m_folder.filePath(QStringLiteral("settings.ini")));
        MainWindow window(Catalog::built_in(), session);
        window.resize(1280, 1000);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto made = make_template("fat-tree", {}, Catalog::built_in());
        window.files().start(std::move(*made));
        QSignalSpy settled(&window, &MainWindow::settled);
        QVERIFY(settled.wait(20000));
        const Canvas& canvas = window.page()->canvas();
        const int before = canvas.height();
        window.findChild<QAction*>(QStringLiteral("study.bill"))->trigger();
        BillView& view = window.page()->bill();
        QTRY_VERIFY(view.isVisible());
        auto* table = view.findChild<QTableView*>();
        const auto servers = [&] { return table->model()->index(0, BillModel::count).data().toString(); };
        QTRY_COMPARE(servers(), QStringLiteral("64"));
        set_count(window.document(), "rack", 32);
        QTRY_COMPARE(servers(), QStringLiteral("128"));
        window.document().undo();
        QTRY_COMPARE(servers(), QStringLiteral("64"));
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Home, Qt::ControlModifier);
        QTest::keyClick(table, Qt::Key_Down);
        QCOMPARE(window.document().selection().ids(), std::vector<std::string>{"spine"});
        // It takes room for its rows, and gives it back.
        QTRY_VERIFY(canvas.height() < before);
        window.findChild<QAction*>(QStringLiteral("study.bill"))->trigger();
        QTRY_COMPARE(canvas.height(), before);
    }

    void an_empty_or_broken_drawing_says_so() {
        BillView view(Catalog::built_in());
        view.resize(700, 300);
        view.show();
        view.show_scenario(std::make_shared<const Scenario>());
        const auto text = [&] {
            QString out;
            for (const QLabel* each : view.findChildren<QLabel*>()) out += each->text();
            return out;
        };
        QTRY_VERIFY(text().contains(QStringLiteral("Nothing is drawn")));
        Scenario broken;
        Element rack;
        rack.id = rack.parent = "rack";
        rack.kind = ElementKind::rack;
        broken.cluster.elements.push_back(rack);
        view.show_scenario(std::make_shared<const Scenario>(broken));
        QTRY_VERIFY(text().contains(QStringLiteral("stands inside itself")));
        QCOMPARE(view.findChild<QTableView*>()->model()->rowCount(), 0);
    }
};

QTEST_MAIN(TestBillView)
#include "test_bill_view.moc"
