// SPDX-License-Identifier: GPL-3.0-or-later
// Several servers at once, by mouse and keys: chosen, drawn beside each other, and taken back by one undo.
#include "core/base/catalog/catalog.h"
#include "core/drawing/templates/server_template.h"
#include "core/study/racks/joined_racks.h"
#include "tests/support/decide_window.h"
#include "tests/support/layout_check.h"
#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/items/drawn_items.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/text.h"
#include "widgets/theme/theme.h"
#include "widgets/wizard/servers_dialog.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTimer>
#include <QUndoStack>

#include <algorithm>
#include <atomic>

using namespace roofrack;

namespace {

QListWidget& list_of(const QWidget& dialog) { return *dialog.findChild<QListWidget*>(); }

/// Clicks the server of this name in the list.
void click_server(const QWidget& dialog, const QString& name) {
    QListWidget& list = list_of(dialog);
    for (int i = 0; i < list.count(); ++i)
        if (list.item(i)->text().startsWith(name + QStringLiteral(" ·"))) {
            QVERIFY2(!list.item(i)->isHidden(), qPrintable(name));
            list.scrollToItem(list.item(i));
            QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                              list.visualItemRect(list.item(i)).center());
            return;
        }
    QFAIL(qPrintable(name));
}

/// Chooses servers by their ids, one after the other.
void choose(const QWidget& dialog, const QStringList& servers) {
    QListWidget& list = list_of(dialog);
    for (const QString& server : servers)
        for (int i = 0; i < list.count(); ++i)
            if (list.item(i)->data(Qt::UserRole).toString() == server) list.item(i)->setSelected(true);
}

QLineEdit& line_of(const QWidget& dialog, const char* name) {
    auto* line = dialog.findChild<QLineEdit*>(QLatin1String(name));
    if (!line) qFatal("no line %s", name);
    return *line;
}

} // namespace

class TestServersDialog : public test::DecideWindow {
    Q_OBJECT

private Q_SLOTS:
    /// What is added beside what is there keeps clear of its boxes and of the frames around them.
    void what_is_added_stands_apart_from_what_is_kept() {
        const Catalog& catalog = Catalog::built_in();
        const auto drawn = [&](const char* server, int count) {
            return *draw_servers(*catalog.part(PartKind::server, server), count, "rail-optimised",
                                 {{"unit", "32"}}, catalog);
        };
        Cluster there = drawn("dgx-h100", 64);
        for (Element& each : there.elements) {
            each.procurement = Procurement::owned;
            const bool stands_aside = each.kind == ElementKind::feed || each.kind == ElementKind::cooling;
            if (stands_aside) each.position.y = 0; // the racks are the lowest
        }
        const auto joined = with_joined_racks(there, drawn("dgx-b200", 32), catalog);
        QVERIFY2(joined, joined ? "" : joined.error().text().c_str());
        const Diagram diagram = Diagram::make(*joined, catalog);
        int compared = 0;
        for (const DrawnElement& added : diagram.elements())
            for (const DrawnElement& kept : diagram.elements()) {
                if (there.find(added.id) || !there.find(kept.id) || kept.kind == ElementKind::room) continue;
                ++compared;
                QVERIFY2(!added.rect.intersects(kept.rect), (added.id + " on " + kept.id).c_str());
            }
        QVERIFY(compared > 10);
    }

    void cleanup() { m_window.reset(); }

    void what_is_chosen_is_asked() {
        ServersAsked seen;
        ServersDialog dialog(
            Catalog::built_in(),
            [&seen](const ServersAsked& asked, const std::stop_token&) -> Result<Project> {
                seen = asked;
                Project out;
                out.scenarios.emplace_back().name = "made";
                return out;
            },
            ServersDialog::Work::asked);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const int all = list_of(dialog).count();
        auto* find = dialog.findChild<QLineEdit*>();
        QVERIFY(find);
        find->setFocus();
        QTest::keyClicks(find, QStringLiteral("dgx h100, mi355x"));
        int found = 0;
        for (int i = 0; i < all; ++i) found += list_of(dialog).item(i)->isHidden() ? 0 : 1;
        QVERIFY2(found >= 2 && found < all / 2, qPrintable(QString::number(found)));
        click_server(dialog, QStringLiteral("MI355X 8-GPU server"));
        click_server(dialog, QStringLiteral("DGX H100"));
        // Hidden by the filter, both stay chosen, in the order in which they were.
        find->selectAll();
        QTest::keyClicks(find, QStringLiteral("gb200"));
        click_server(dialog, QStringLiteral("GB200 NVL72"));
        QTest::keyClicks(&line_of(dialog, "power"), QStringLiteral("20 MW"));
        QTest::keyClicks(&line_of(dialog, "tokens"), QStringLiteral(" 15.6T "));
        auto& model = *dialog.findChild<ChoiceEdit*>(QStringLiteral("model"));
        model.set_key(QStringLiteral("llama3-405b"));
        QTest::keyClick(&line_of(dialog, "tokens"), Qt::Key_Return);
        QTRY_COMPARE(dialog.result(), int(QDialog::Accepted));
        QCOMPARE(seen.servers, (std::vector<std::string>{"mi355x-8", "dgx-h100", "gb200-nvl72"}));
        QCOMPARE(seen.power, std::string("20 MW"));
        QCOMPARE(seen.model, std::string("llama3-405b"));
        QCOMPARE(seen.tokens, std::string("15.6T"));
        QCOMPARE(seen.batch, std::string());
        QCOMPARE(dialog.made().scenarios.front().name, std::string("made"));
    }

    void another_click_takes_a_server_away() {
        ServersDialog dialog(
            Catalog::built_in(),
            [](const ServersAsked&, const std::stop_token&) -> Result<Project> { return Project(); },
            ServersDialog::Work::given);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QVERIFY(!dialog.findChild<QLineEdit*>(QStringLiteral("tokens"))); // the work is the scenario's
        choose(dialog, {QStringLiteral("dgx-h100"), QStringLiteral("dgx-h200")});
        QCOMPARE(dialog.asked().servers, (std::vector<std::string>{"dgx-h100", "dgx-h200"}));
        click_server(dialog, QStringLiteral("DGX H100"));
        QCOMPARE(dialog.asked().servers, std::vector<std::string>{"dgx-h200"});
    }

    /// What becomes of servers that are there already is asked where there are some.
    void owned_servers_are_asked_for() {
        const auto making = [](const ServersAsked&, const std::stop_token&) -> Result<Project> {
            return Project();
        };
        ServersDialog none(Catalog::built_in(), making, ServersDialog::Work::given);
        QVERIFY(!none.findChild<ChoiceEdit*>(QStringLiteral("owned")));
        ServersDialog dialog(Catalog::built_in(), making, ServersDialog::Work::given, nullptr,
                             {QStringLiteral("64 × DGX H100"), std::nullopt});
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto* const owned = dialog.findChild<ChoiceEdit*>(QStringLiteral("owned"));
        QVERIFY(owned && owned->isVisible());
        QVERIFY(owned->accessibleName().contains(QStringLiteral("64 × DGX H100")));
        QVERIFY(owned->currentText().contains(QStringLiteral("neither kept nor sold")));
        QVERIFY(dialog.asked().owned == OwnedServers::left_out);
        owned->set_key(QStringLiteral("sold"));
        QVERIFY(dialog.asked().owned == OwnedServers::sold);
        owned->set_key(QStringLiteral("kept"));
        QVERIFY(owned->currentText().contains(QStringLiteral("they train along")));
        QVERIFY(dialog.asked().owned == OwnedServers::kept);
        const QStringList faults = test::layout_faults(dialog);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }

    /// What is meant where no power is typed stands in the field: as much as the site delivers, whatever
    /// becomes of servers that are there already; without a limit as much as the scenario shown draws, of
    /// which nothing is left beside kept ones.
    void an_empty_power_says_what_it_means() {
        const auto making = [](const ServersAsked&, const std::stop_token&) -> Result<Project> {
            return Project();
        };
        const auto said_of = [&](std::optional<double> limit) {
            ServersDialog dialog(Catalog::built_in(), making, ServersDialog::Work::given, nullptr,
                                 {QStringLiteral("64 × DGX H100"), limit});
            auto* const owned = dialog.findChild<ChoiceEdit*>(QStringLiteral("owned"));
            QStringList out;
            for (const OwnedServers each : owned_server_choices) {
                owned->setCurrentIndex(owned->findData(to_qt(name_of(each))));
                out << line_of(dialog, "power").placeholderText();
            }
            return out;
        };
        const QString site = QStringLiteral("the site's 2 MW"),
                      shown = QStringLiteral("as the scenario shown");
        QCOMPARE(said_of(2e6), (QStringList{site, site, site}));
        QCOMPARE(said_of(std::nullopt), (QStringList{shown, shown, QStringLiteral("needed, as 20 MW")}));
        ServersDialog none(Catalog::built_in(), making, ServersDialog::Work::given, nullptr,
                           {QString(), 2e6});
        QCOMPARE(line_of(none, "power").placeholderText(), site);
        ServersDialog compared(Catalog::built_in(), making, ServersDialog::Work::asked);
        QCOMPARE(line_of(compared, "power").placeholderText(), QStringLiteral("20 MW"));
    }

    /// More than the site delivers may be asked for, and is said to be.
    void a_power_above_that_of_the_site_is_said() {
        ServersDialog dialog(
            Catalog::built_in(),
            [](const ServersAsked&, const std::stop_token&) -> Result<Project> { return Project(); },
            ServersDialog::Work::given, nullptr, {QString(), 1.6e6});
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const auto* const said = dialog.findChild<QLabel*>(QStringLiteral("above"));
        QVERIFY(said && said->text().contains(QStringLiteral("1.6 MW")));
        auto& power = line_of(dialog, "power");
        for (const auto& [text, is_above] : {std::pair("2 MW", true),
                                             {"1.6 MW", false},
                                             {"2 pears", false},
                                             {"2000 kW", true},
                                             {"", false}}) {
            power.setText(QLatin1String(text));
            QCOMPARE(said->isVisible(), is_above);
        }
        power.setText(QStringLiteral("2 MW"));
        QTest::qWait(50); // laid out again
        const QStringList faults = test::layout_faults(dialog);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }

    void what_is_wrong_stands_at_its_field() {
        ServersDialog dialog(
            Catalog::built_in(),
            [](const ServersAsked& asked, const std::stop_token& stop) {
                return compared_servers(asked, Catalog::built_in(), stop);
            },
            ServersDialog::Work::asked);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        choose(dialog, {QStringLiteral("dgx-h100")});
        auto& power = line_of(dialog, "power");
        QTest::keyClicks(&power, QStringLiteral("20 pears"));
        QTest::keyClick(&power, Qt::Key_Return);
        QTRY_VERIFY(power.property("invalid").toBool());
        QVERIFY(dialog.isVisible());
        const auto said = [&] {
            for (const QLabel* each : dialog.findChildren<QLabel*>())
                if (each->property("role").toString() == u"error" && each->isVisible()) return each->text();
            return QString();
        };
        QVERIFY2(said().contains(QStringLiteral("20 pears")), qPrintable(said()));
        const QStringList faults = test::layout_faults(dialog);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }

    /// Beside an open scenario they are added; in a project of their own they are compared.
    void it_says_what_becomes_of_the_servers() {
        const auto making = [](const ServersAsked&, const std::stop_token&) -> Result<Project> {
            return Project();
        };
        const auto says = [](const ServersDialog& dialog, const QString& title, const QString& button,
                             const QString& hint) {
            QCOMPARE(dialog.windowTitle(), title);
            const QList<QPushButton*> buttons = dialog.findChildren<QPushButton*>();
            const auto goes_on = std::ranges::find_if(buttons, &QPushButton::isDefault);
            QVERIFY(goes_on != buttons.end());
            QCOMPARE((*goes_on)->text().remove(u'&'), button);
            QVERIFY(std::ranges::any_of(dialog.findChildren<QLabel*>(), [&](const QLabel* each) {
                return each->text().startsWith(QStringLiteral("Click the servers that are to be ") + hint);
            }));
        };
        const ServersDialog added(Catalog::built_in(), making, ServersDialog::Work::given);
        says(added, QStringLiteral("Add from servers"), QStringLiteral("Add"), QStringLiteral("added"));
        const ServersDialog compared(Catalog::built_in(), making, ServersDialog::Work::asked);
        says(compared, QStringLiteral("Compare servers"), QStringLiteral("Compare"),
             QStringLiteral("compared; the first is the one"));
    }

    /// Cancelled while it is made, nothing becomes of it.
    void it_is_cancelled() {
        std::atomic<bool> is_stopped = false;
        {
            ServersDialog dialog(
                Catalog::built_in(),
                [&is_stopped](const ServersAsked&, const std::stop_token& stop) -> Result<Project> {
                    while (!stop.stop_requested()) QTest::qSleep(5);
                    is_stopped = true;
                    return Project();
                },
                ServersDialog::Work::asked);
            dialog.show();
            QVERIFY(QTest::qWaitForWindowExposed(&dialog));
            dialog.accept();
            QVERIFY(dialog.isVisible());
            QTest::keyClick(&dialog, Qt::Key_Escape);
            QTRY_VERIFY(!dialog.isVisible());
            QCOMPARE(dialog.result(), int(QDialog::Rejected));
        }
        QVERIFY(is_stopped);
    }

    void servers_join_the_open_project_in_one_step_data() {
        QTest::addColumn<bool>("is_equal");
        QTest::newRow("at equal power") << true;
        QTest::newRow("compared as before") << false;
    }
    void servers_join_the_open_project_in_one_step() {
        QFETCH(bool, is_equal);
        start();
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        const size_t before = document().project().scenarios.size();
        const ComparisonChoice kept = document().project().comparison;
        const int steps = document().undo_stack().index();
        bool is_done = false;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<ServersDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            choose(*dialog, {QStringLiteral("dgx-h200"), QStringLiteral("mi355x-8")});
            auto* const equal = dialog->findChild<QCheckBox*>(QStringLiteral("equal"));
            QVERIFY(equal && equal->isVisible() && equal->isChecked());
            equal->setChecked(is_equal);
            dialog->accept();
            is_done = QTest::qWaitFor([&] { return !dialog->isVisible(); }, 120'000);
            if (!is_done) dialog->reject();
        });
        m_window->findChild<QAction*>(QStringLiteral("scenario.from-servers"))->trigger();
        QVERIFY(is_done);
        const Project& project = document().project();
        QCOMPARE(project.scenarios.size(), before + 2);
        QCOMPARE(document().scenario_index(), 0);
        QCOMPARE(project.scenarios[1].name, std::string("DGX H200"));
        QCOMPARE(project.scenarios[2].name, std::string("MI355X 8-GPU server"));
        QCOMPARE(project.scenarios[2].workload.global_batch, project.scenarios[0].workload.global_batch);
        if (is_equal) {
            QCOMPARE(project.comparison.at_equal, std::string("power"));
            QCOMPARE(project.comparison.reference, project.scenarios[0].name);
        } else {
            QVERIFY(project.comparison == kept);
        }
        QCOMPARE(QLatin1String(page().workspaces().current().id), QLatin1String("decide"));
        QCOMPARE(document().undo_stack().index(), steps + 1);
        document().undo();
        QCOMPARE(document().project().scenarios.size(), before);
        QVERIFY(document().project().comparison == kept);
        document().redo();
        QCOMPARE(document().project().scenarios.size(), before + 2);
    }
};

QTEST_MAIN(TestServersDialog)
#include "test_servers_dialog.moc"
