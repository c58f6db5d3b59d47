// SPDX-License-Identifier: GPL-3.0-or-later
// From the welcome page to a decision, by mouse and keys alone: four servers at one power in columns with the
// reasons, the odds, the map of two inputs, and a design search. What it takes is counted.
#include "app/gui/pages/welcome_page.h"
#include "tests/support/decide_window.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/compare/comparison_view.h"
#include "widgets/charts/decide/design_view.h"
#include "widgets/charts/decide/map_view.h"
#include "widgets/charts/decide/odds_view.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/wizard/servers_dialog.h"

#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTabBar>
#include <QTimer>

using namespace roofrack;

class TestDecideJourney : public test::DecideWindow {
    Q_OBJECT

private:
    static constexpr int most_actions = 40, patience_ms = 240'000;
    int m_actions = 0; ///< clicks, keys and typed texts, as a person counts them

    void press(QWidget& widget, QPoint at) {
        ++m_actions;
        QTest::mouseClick(&widget, Qt::LeftButton, {}, at);
    }
    void press(QWidget& widget) { press(widget, widget.rect().center()); }
    /// Where a key goes: into the open list, else to what has the keyboard.
    static QWidget* keyboard() {
        QWidget* const popup = QApplication::activePopupWidget();
        return !popup ? QApplication::focusWidget() : popup->focusWidget() ? popup->focusWidget() : popup;
    }
    void press_key(Qt::Key key) {
        ++m_actions;
        QTest::keyClick(keyboard(), key);
    }
    void type(const QString& text) {
        ++m_actions;
        for (const QChar each : text) QTest::keyClick(keyboard(), each.toLatin1());
    }
    static QPushButton* button_of(QWidget& in, const QString& text) {
        for (auto* each : in.findChildren<QPushButton*>())
            if (each->isVisible() && each->text() == text) return each;
        return nullptr;
    }
    void press_button(QWidget& in, const QString& text) {
        QPushButton* found = nullptr;
        QTRY_VERIFY2_WITH_TIMEOUT((found = button_of(in, text)) && found->isEnabled(), qPrintable(text),
                                  patience_ms);
        press(*found);
    }
    void press_server(ServersDialog& dialog, const QString& name) {
        auto& list = *dialog.findChild<QListWidget*>();
        for (int i = 0; i < list.count(); ++i)
            if (QListWidgetItem* item = list.item(i); item->text().startsWith(name + QStringLiteral(" ·"))) {
                QVERIFY2(!item->isHidden(), qPrintable(name));
                list.scrollToItem(item); // the wheel is no action
                return press(*list.viewport(), list.visualItemRect(item).center());
            }
        QFAIL(qPrintable(name));
    }
    void press_tab(const QString& chart) {
        auto& bar = *page().charts().tabBar();
        const QString title = Chart::tr(find_chart(chart)->title);
        for (int i = 0; i < bar.count(); ++i)
            if (bar.tabText(i) == title && bar.isTabVisible(i)) return press(bar, bar.tabRect(i).center());
        QFAIL(qPrintable(chart + QStringLiteral(" has no tab")));
    }
    /// The dialog, worked as by hand; it is open, and gone afterwards.
    void work_dialog(ServersDialog& dialog) {
        QTRY_COMPARE(QApplication::focusWidget(), dialog.findChild<QLineEdit*>());
        type(QStringLiteral("dgx h100, gb200, mi355x, vr200"));
        for (const char* server : {"DGX H100", "GB200 NVL72", "MI355X 8-GPU server", "VR200 NVL72"})
            press_server(dialog, QString::fromUtf8(server));
        press(*dialog.findChild<QLineEdit*>(QStringLiteral("power")));
        type(QStringLiteral("2 MW"));
        press_key(Qt::Key_Tab);
        auto& model = *dialog.findChild<ChoiceEdit*>(QStringLiteral("model"));
        QCOMPARE(QApplication::focusWidget(), &model);
        type(QStringLiteral("Llama 3 70B"));
        press_key(Qt::Key_Return); // in the open list
        QCOMPARE(model.key(), QStringLiteral("llama3-70b"));
        press(*dialog.findChild<QLineEdit*>(QStringLiteral("tokens")));
        type(QStringLiteral("1T"));
        press_key(Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isVisible(), patience_ms);
    }
    template<class View>
    bool is_shown(std::shared_ptr<const View> ChartData::*of) {
        return QTest::qWaitFor(
            [this, of] {
                const auto data = page().charts().data();
                return data && (*data).*of && !page().is_finding() && !((*data).*of)->is_stale;
            },
            patience_ms);
    }

private Q_SLOTS:
    void cleanup() { m_window.reset(); }

    void it_takes_at_most_forty_actions() {
        start();
        m_window->resize(1920, 1080);
        bool was_open = false;
        QTimer watch;
        connect(&watch, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<ServersDialog*>(QApplication::activeModalWidget());
            if (!dialog) return;
            watch.stop();
            was_open = true;
            work_dialog(*dialog);
            if (dialog->isVisible()) dialog->reject();
        });
        constexpr int often_ms = 50;
        watch.start(often_ms);
        auto* welcome = m_window->findChild<WelcomePage*>();
        QVERIFY(welcome);
        press_button(*welcome, QStringLiteral("Compare servers…"));
        QVERIFY(was_open);

        // Four columns at equal power, each with its reason.
        QCOMPARE(page().charts().current_id(), QStringLiteral("compare"));
        QVERIFY(is_shown(&ChartData::comparison));
        QTRY_VERIFY_WITH_TIMEOUT(page().charts().data()->comparison->study, patience_ms);
        const auto study = page().charts().data()->comparison->study;
        QCOMPARE(study->table.scenarios.size(), size_t(4));
        QCOMPARE(study->sizes.size(), size_t(4));
        for (const EqualSize& each : study->sizes) QCOMPARE(each.limit, 2e6);
        for (const ComparedScenario& each : study->table.scenarios) {
            QVERIFY2(each.reason.empty(), (each.name + ": " + each.reason).c_str());
            QVERIFY2(each.work.empty(), each.name.c_str());
        }
        for (size_t i = 1; i < 4; ++i) QVERIFY(!study->table.scenarios[i].sentence.empty());

        press_tab(QStringLiteral("odds"));
        QVERIFY(is_shown(&ChartData::odds));
        QVERIFY2(page().charts().data()->odds->absent.empty(), page().charts().data()->odds->absent.c_str());

        press_tab(QStringLiteral("map"));
        QVERIFY(is_shown(&ChartData::map));
        const auto map = page().charts().data()->map;
        QVERIFY2(map->map, map->absent.c_str());
        QVERIFY(!map->map->y.input.empty());

        press_tab(QStringLiteral("compare"));
        press_button(page().charts(), QStringLiteral("Search designs like these"));
        QTRY_COMPARE(page().charts().current_id(), QStringLiteral("designs"));
        QCOMPARE(document().project().comparison.limits, std::vector<std::string>{"power.metered_w<=2 MW"});
        const auto view = [this]() -> const DesignView& { return *page().charts().data()->designs; };
        QTRY_VERIFY_WITH_TIMEOUT(view().done > 0 || view().study, patience_ms);
        if (view().is_busy)
            QTest::mouseClick(button_of(page().charts(), QStringLiteral("Stop")), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!view().is_busy && view().study, patience_ms);
        QVERIFY(!view().study->found.rows.empty());

        qInfo("%d actions", m_actions);
        QVERIFY2(m_actions <= most_actions, qPrintable(QString::number(m_actions)));
    }
};

QTEST_MAIN(TestDecideJourney)
#include "test_decide_journey.moc"
