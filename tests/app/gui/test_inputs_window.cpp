// SPDX-License-Identifier: GPL-3.0-or-later
// Figures over inputs in the window, by mouse and keys: tornado, maps and inputs that are not known for sure,
// as the command line prints them.
#include "app/gui/commands/command_search.h"
#include "app/gui/decide/inquiry.h"
#include "app/gui/decide/uncertain_dialog.h"
#include "app/gui/window/project_panels.h"
#include "app/gui/window/window_entries.h"
#include "core/drawing/project/address/input_field.h"
#include "tests/support/decide_window.h"
#include "widgets/charts/decide/map_view.h"
#include "widgets/charts/decide/tornado_view.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/form.h"
#include "widgets/fields/record_form.h"
#include "widgets/fields/segments.h"
#include "widgets/fields/text.h"
#include "widgets/inspector/inspector.h"

#include <QAction>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QThread>
#include <QUndoStack>

using namespace roofrack;

class TestInputsWindow : public test::DecideWindow {
    Q_OBJECT

private:
    const TornadoView& tornado() { return *page().charts().data()->tornado; }
    const MapView& map() { return *page().charts().data()->map; }
    bool wait_tornado() { return is_found(&ChartData::tornado); }
    bool wait_map() { return is_found(&ChartData::map); }
    /// The tornado is what the command line prints of the project as it is now, each bar.
    void tornado_agrees() {
        const QJsonArray figures =
            printed({QStringLiteral("tornado")},
                    {QStringLiteral("--scenario"),
                     QString::fromStdString(document().scenario().name)})[QStringLiteral("figures")]
                .toArray();
        QVERIFY(tornado().figures);
        QCOMPARE(figures.size(), qsizetype(tornado().figures->size()));
        for (qsizetype i = 0; i < figures.size(); ++i) {
            const FigureTornado& of = (*tornado().figures)[size_t(i)];
            QCOMPARE(figures[i][QStringLiteral("figure")].toString().toStdString(), of.figure.name);
            const QJsonArray bars = figures[i][QStringLiteral("bars")].toArray();
            QCOMPARE(bars.size(), qsizetype(of.bars.size()));
            QVERIFY(!of.bars.empty());
            for (qsizetype k = 0; k < bars.size(); ++k) {
                const InputBar& bar = of.bars[size_t(k)];
                QCOMPARE(bars[k][QStringLiteral("input")].toString().toStdString(), bar.input);
                if (bar.at_low.absent.empty())
                    QCOMPARE(bars[k][QStringLiteral("at_low")].toDouble(), bar.at_low.number);
                if (bar.at_high.absent.empty())
                    QCOMPARE(bars[k][QStringLiteral("at_high")].toDouble(), bar.at_high.number);
            }
        }
    }
    QLineEdit& field(const char* address) {
        for (auto* each : page().panels().inspector().findChildren<QLineEdit*>())
            if (each->property(input_property).toString() == QLatin1String(address)) return *each;
        qFatal("no field %s", address);
    }
    /// "Uncertain …" of a field, as its menu offers it.
    UncertainDialog& ask(QLineEdit& of) {
        QContextMenuEvent event(QContextMenuEvent::Mouse, {2, 2}, of.mapToGlobal(QPoint(2, 2)));
        QCoreApplication::sendEvent(&of, &event);
        QMenu* menu = nullptr;
        for (auto* each : of.findChildren<QMenu*>())
            if (each->isVisible()) menu = each;
        if (!menu) qFatal("no menu");
        for (QAction* action : menu->actions())
            if (action->text() == QStringLiteral("Uncertain …")) action->trigger();
        menu->close();
        auto* dialog = m_window->findChild<UncertainDialog*>();
        if (!dialog) qFatal("no dialog");
        return *dialog;
    }

private Q_SLOTS:
    void init() { start(); }
    void cleanup() { m_window.reset(); }

    /// A part of the answer to one question is never taken for the answer to the question before.
    void a_part_is_no_answer() {
        QObject owner;
        Inquiry<int, int> inquiry(
            owner,
            [](const int& question, const auto& publish, const std::stop_token& stop) {
                publish(std::make_shared<const int>(-question));
                while (question == 2 && !stop.stop_requested()) QThread::msleep(1); // it has no end
                return std::make_shared<const int>(question);
            },
            [] {});
        const auto is_found = [&](int value) { return inquiry.found() && *inquiry.found() == value; };
        inquiry.ask(1);
        QTRY_VERIFY(is_found(1) && !inquiry.is_busy());
        inquiry.ask(2);
        QTRY_VERIFY(is_found(-2));
        QVERIFY(inquiry.is_stale(1) && inquiry.is_stale(2));
        inquiry.ask(1);
        QTRY_VERIFY(!inquiry.is_busy());
        QVERIFY(is_found(1) && !inquiry.is_stale(1));
    }

    void the_tornado_is_what_the_command_line_prints() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().show_view(QStringLiteral("tornado"));
        QVERIFY(wait_tornado());
        tornado_agrees();
        auto& figure = control<ChoiceEdit>("Figure over all inputs, too");
        figure.setFocus();
        QTest::keyClicks(&figure, QStringLiteral("MFU"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_COMPARE(document().project().comparison.tornado.size(), size_t(3));
        QVERIFY(wait_tornado());
        QCOMPARE((*tornado().figures)[0].figure.name, std::string("step.mfu"));
        tornado_agrees();
        // A click on its name takes it away.
        const ChartHit* name =
            mark([](const ChartHit& hit) { return hit.choose == QStringLiteral("tornado-remove:step.mfu"); });
        QVERIFY(name);
        click(*name);
        QTRY_COMPARE(document().project().comparison.tornado.size(), size_t(2));
    }

    /// A click on a bar goes to the field that it is of.
    void a_click_opens_the_field() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().show_view(QStringLiteral("tornado"));
        QVERIFY(wait_tornado());
        const ChartHit* of_site =
            mark([](const ChartHit& hit) { return hit.choose.startsWith(QStringLiteral("input:/site/")); });
        QVERIFY(of_site);
        const QString address = of_site->choose.mid(6);
        click(*of_site);
        QTRY_VERIFY(QApplication::focusWidget() &&
                    QApplication::focusWidget()->property(input_property).toString() == address);
    }

    /// A row of an input that has a field leads to it, a row of another one promises none.
    void rows_lead_where_there_is_a_field() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().show_view(QStringLiteral("tornado"));
        QVERIFY(wait_tornado());
        QVERIFY(tornado().has_field);
        QVERIFY(tornado().has_field("/plan/tp") && tornado().has_field("/cluster/elements/row-a/count"));
        QVERIFY(!tornado().has_field("/cluster/links/0/length") && !tornado().has_field("/plan/none"));
        QVERIFY(!tornado().has_field("price:server.hopper"));
        QStringList keys;
        mark([&](const ChartHit& hit) {
            if (hit.choose.startsWith(QStringLiteral("input:"))) keys << hit.choose;
            return false;
        });
        QVERIFY(keys.size() > 3);
        for (const QString& key : keys) {
            Q_EMIT page().charts().mark_chosen(key);
            QTRY_VERIFY2(
                QApplication::focusWidget() && QApplication::focusWidget()->isVisible() &&
                    QApplication::focusWidget()->property(input_property).toString().section(u'/', -1) ==
                        key.section(u'/', -1),
                qPrintable(key));
        }
    }

    /// What is declared stays as it is declared where nothing is changed in the dialog.
    void a_declared_spread_stays() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        const std::string price = "/site/electricity_price";
        const auto spread = [&](SpreadKind kind, std::optional<double> low, std::optional<double> high) {
            UncertainInput out;
            out.input = price;
            out.kind = kind;
            out.low = low;
            out.high = high;
            return out;
        };
        UncertainInput listed = spread(SpreadKind::values, {}, {});
        listed.values = {"0.05", "0.08", "0.12"};
        const std::vector<UncertainInput> declared{spread(SpreadKind::uniform, 0.0123456, 0.2345678), listed,
                                                   spread(SpreadKind::triangular, 0.01, 0.2),
                                                   spread(SpreadKind::log_normal, 0.0123456, 0.2)};
        for (const UncertainInput& each : declared) {
            Scenario scenario = document().scenario();
            scenario.uncertain = {each};
            UncertainDialog dialog(scenario, price, Catalog::built_in(), m_window.get());
            QVERIFY(dialog.input() && *dialog.input() == each);
        }
        // A list is typed, and what is none is said.
        UncertainDialog dialog(document().scenario(), price, Catalog::built_in(), m_window.get());
        dialog.show();
        auto* kinds = dialog.findChild<Segments*>();
        const QString list = QStringLiteral("values");
        for (int i = 0; i < kinds->count(); ++i)
            if (kinds->tabData(i).toString() == list)
                QTest::mouseClick(kinds, Qt::LeftButton, {}, kinds->tabRect(i).center());
        QCOMPARE(kinds->key(), list);
        QLineEdit* values = nullptr;
        for (auto* each : dialog.findChildren<QLineEdit*>())
            if (each->accessibleName() == QStringLiteral("Values")) values = each;
        QVERIFY(values && values->isVisible());
        QTest::keyClicks(values, QStringLiteral("0.05..0.1"));
        for (auto* each : dialog.findChildren<QPushButton*>())
            if (each->text() == QStringLiteral("Declare")) QVERIFY(!each->isEnabled());
        values->clear();
        QTest::keyClicks(values, QStringLiteral("0.05, 0.1"));
        QCOMPARE(dialog.input()->kind, SpreadKind::values);
        QCOMPARE(dialog.input()->values, (std::vector<std::string>{"0.05", "0.1"}));
    }

    /// Every field that says it is an input is one of the scenario.
    void fields_are_inputs() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        int fields = 0;
        for (auto* each : page().panels().inspector().findChildren<QLineEdit*>()) {
            const std::string address = each->property(input_property).toString().toStdString();
            if (address.empty() || address.starts_with("/cluster")) continue;
            QVERIFY2(InputField::find(document().scenario(), address, Catalog::built_in()), address.c_str());
            ++fields;
        }
        QVERIFY(fields > 40);
    }

    void an_input_is_declared_uncertain() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().show_view(QStringLiteral("tornado"));
        QVERIFY(wait_tornado());
        QLineEdit& price = field("/site/electricity_price");
        UncertainDialog& dialog = ask(price);
        const auto line = [&](const char* name) -> QLineEdit& {
            for (auto* each : dialog.findChildren<QLineEdit*>())
                if (each->accessibleName() == QLatin1String(name)) return *each;
            qFatal("no line %s", name);
        };
        const auto button = [&](const char* text) -> QPushButton& {
            for (auto* each : dialog.findChildren<QPushButton*>())
                if (each->text() == QLatin1String(text)) return *each;
            qFatal("no button %s", text);
        };
        line("Low").clear();
        QTest::keyClicks(&line("Low"), QStringLiteral("0.3"));
        line("High").clear();
        QTest::keyClicks(&line("High"), QStringLiteral("0.2"));
        QVERIFY(!button("Declare").isEnabled()); // the low end lies above
        line("Low").clear();
        QTest::keyClicks(&line("Low"), QStringLiteral("0.02"));
        QVERIFY(button("Declare").isEnabled());
        QTest::mouseClick(&button("Declare"), Qt::LeftButton);
        QCOMPARE(document().scenario().uncertain.size(), size_t(1));
        QCOMPARE(document().scenario().uncertain[0].input, std::string("/site/electricity_price"));
        QCOMPARE(*document().scenario().uncertain[0].low, 0.02);
        QCOMPARE(*document().scenario().uncertain[0].high, 0.2);
        // The field is marked, and the tornado goes to its ends, as the command line's does.
        const auto is_marked = [&] {
            for (auto* label : page().panels().inspector().findChildren<QLabel*>())
                if (label->buddy() == &price) return label->text().endsWith(QStringLiteral("±"));
            return false;
        };
        QVERIFY(is_marked());
        QTRY_COMPARE(page().answers()->scenario().uncertain.size(), size_t(1)); // evaluated so
        QVERIFY(wait_tornado());
        tornado_agrees();
        const auto is_declared = [](const InputBar& bar) { return bar.basis == RangeBasis::declared; };
        QCOMPARE(std::ranges::count_if((*tornado().figures)[1].bars, is_declared), 1);
        // Undo, redo, and not uncertain again.
        document().undo_stack().undo();
        QVERIFY(!is_marked() && document().scenario().uncertain.empty());
        document().undo_stack().redo();
        QVERIFY(is_marked());
        QTest::qWait(0); // the first dialog goes
        UncertainDialog& again = ask(price);
        for (auto* each : again.findChildren<QPushButton*>())
            if (each->text() == QStringLiteral("Not uncertain")) {
                QVERIFY(each->isVisible());
                QTest::mouseClick(each, Qt::LeftButton);
            }
        QVERIFY(document().scenario().uncertain.empty() && !is_marked());
    }

    /// The command search offers it by name.
    void the_command_search_offers_it() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page();
        const auto entries = window_entries(m_window->page(), m_window->files(), m_window->document(),
                                            QStringLiteral("uncertain interest"), {});
        const auto found = std::ranges::find_if(entries, [](const CommandSearch::Entry& each) {
            return each.text.startsWith(QStringLiteral("Uncertain: Interest"));
        });
        QVERIFY(found != entries.end());
        found->run();
        auto* dialog = m_window->findChild<UncertainDialog*>();
        QVERIFY(dialog);
        dialog->reject();
    }

    void the_map_is_what_the_command_line_prints() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("decisions/owned-h100")));
        page().workspaces().show_view(QStringLiteral("map"));
        QVERIFY(wait_map());
        const auto choose = [&](const char* name, const char* address) {
            auto& input = control<ChoiceEdit>(name);
            const int at = input.findData(QLatin1String(address));
            QVERIFY2(at > 0, address);
            input.setCurrentIndex(at);
            Q_EMIT input.activated(at);
        };
        // It begins with two that most decisions turn on, and the project keeps none of them.
        QVERIFY(map().map && !map().map->y.input.empty());
        QCOMPARE(map().axes.size(), size_t(2));
        QCOMPARE(control<ChoiceEdit>("Input across").key(), to_qt(map().map->x.input));
        QVERIFY(document().project().comparison.map.empty());
        choose("Input across", "/site/electricity_price");
        QTRY_COMPARE(document().project().comparison.map.size(), size_t(2)); // the other one stays
        auto& up = control<ChoiceEdit>("Input up");
        up.setCurrentIndex(0);
        Q_EMIT up.activated(0);
        QTRY_COMPARE(document().project().comparison.map.size(), size_t(1));
        QVERIFY(wait_map());
        QVERIFY(map().map && map().map->y.input.empty()); // the family of one input
        choose("Input up", "/workload/global_batch");
        auto& values = control<QLineEdit>("Input across: values");
        QTRY_COMPARE(document().project().comparison.map.size(), size_t(2));
        values.selectAll();
        QTest::keyClicks(&values, QStringLiteral("0.03..0.3:12"));
        QTest::keyClick(&values, Qt::Key_Return);
        QTRY_COMPARE(document().project().comparison.map[0],
                     std::string("/site/electricity_price=0.03..0.3:12"));
        QVERIFY(wait_map());
        QVERIFY(!map().is_coarse);
        const auto& axes = document().project().comparison.map;
        const QJsonObject out =
            printed({QStringLiteral("compare")},
                    {QStringLiteral("--map"), QString::fromStdString(axes[0]), QStringLiteral("--map"),
                     QString::fromStdString(axes[1])})[QStringLiteral("map")]
                .toObject();
        const QJsonArray winners = out[QStringLiteral("winners")].toArray();
        QCOMPARE(winners.size(), qsizetype(map().map->winners.size()));
        for (qsizetype i = 0; i < winners.size(); ++i) {
            const auto& winner = map().map->winners[size_t(i)];
            QCOMPARE(winners[i].toString().toStdString(),
                     winner ? map().map->scenarios[*winner] : std::string());
        }
        for (size_t k = 0; k < map().map->scenarios.size(); ++k) {
            const QJsonArray cells =
                out[QStringLiteral("scenarios")][qsizetype(k)][QStringLiteral("values")].toArray();
            QCOMPARE(cells.size(), qsizetype(map().map->cells[k].size()));
            for (qsizetype i = 0; i < cells.size(); ++i)
                if (map().map->cells[k][size_t(i)].absent.empty())
                    QCOMPARE(cells[i].toDouble(), map().map->cells[k][size_t(i)].number);
        }
        QVERIFY(mark([](const ChartHit& hit) { return hit.readout.contains(QStringLiteral("the best")); }));
        // It is of the scenarios as large as they are compared.
        const double as_drawn = map().map->cells[1][0].number;
        ComparisonChoice at_equal = document().project().comparison;
        at_equal.at_equal = "power";
        at_equal.at = "500 kW";
        Q_EMIT page().charts().comparison_chosen(at_equal);
        QTRY_VERIFY(map().is_stale);
        QVERIFY(wait_map());
        QCOMPARE(map().map->sizes.text, std::string("at 500 kW each"));
        QVERIFY(map().map->cells[1][0].number != as_drawn);
        QVERIFY(map().map->sizes.misses(0) && map().map->shares[0] == 0); // what is owned takes more
        document().undo_stack().undo();
        QVERIFY(wait_map());
        // Values that cannot be read say so; undo brings the map back.
        values.selectAll();
        QTest::keyClicks(&values, QStringLiteral("much..more"));
        QTest::keyClick(&values, Qt::Key_Return);
        QVERIFY(wait_map());
        QVERIFY(!map().map && !map().absent.empty());
        document().undo_stack().undo();
        QVERIFY(wait_map());
        QVERIFY(map().map);
    }

    /// A large map shows a coarse one first, and can be stopped and gone on with.
    void a_large_map_is_stopped() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("decisions/owned-h100")));
        ComparisonChoice choice = document().project().comparison;
        choice.map = {"/site/electricity_price=0.03..0.3:120", "/site/money/interest=0.02..0.2:120"};
        page().workspaces().show_view(QStringLiteral("map"));
        QVERIFY(wait_map());
        Q_EMIT page().charts().comparison_chosen(choice);
        QTRY_VERIFY_WITH_TIMEOUT(map().is_coarse, 30000);
        QVERIFY(map().is_busy && map().is_stale && map().map);
        for (auto* each : page().charts().findChildren<QPushButton*>())
            if (each->isVisible() && each->text() == QStringLiteral("Stop"))
                QTest::mouseClick(each, Qt::LeftButton);
        QTRY_VERIFY(map().is_cancelled && !map().is_busy);
        QVERIFY(map().map);
        for (auto* each : page().charts().findChildren<QPushButton*>())
            if (each->isVisible() && each->text() == QStringLiteral("Go on"))
                QTest::mouseClick(each, Qt::LeftButton);
        QTRY_VERIFY(map().is_busy && !map().is_cancelled);
        choice.map[0] = "/site/electricity_price=0.03..0.3:4"; // a small one is found while one waits
        choice.map[1] = "/site/money/interest=0.02..0.2:4";
        Q_EMIT page().charts().comparison_chosen(choice);
        QVERIFY(wait_map());
        QVERIFY(!map().is_coarse && map().map->x.values.size() == 4);
    }
};

QTEST_MAIN(TestInputsWindow)
#include "test_inputs_window.moc"
