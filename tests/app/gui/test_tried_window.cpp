// SPDX-License-Identifier: GPL-3.0-or-later
// Values of an input that are tried in the window, by mouse and keys, as the command line prints them.
#include "app/gui/commands/actions.h"
#include "app/gui/commands/command_search.h"
#include "app/gui/decide/tried_flow.h"
#include "app/gui/present/deck_flow.h"
#include "app/gui/window/project_panels.h"
#include "app/gui/window/window_entries.h"
#include "tests/support/decide_window.h"
#include "tests/support/newer_project.h"
#include "widgets/charts/decide/tried_chart.h"
#include "widgets/charts/decide/tried_controls.h"
#include "widgets/editor/commands/set_scenario_value.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/record_form.h"
#include "widgets/inspector/inspector.h"
#include "widgets/present/deck_view.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QFile>
#include <QJsonArray>
#include <QLineEdit>
#include <QMenu>
#include <QPicture>
#include <QPushButton>
#include <QSignalSpy>
#include <QUndoStack>

using namespace roofrack;

class TestTriedWindow : public test::DecideWindow {
    Q_OBJECT

private:
    const TriedView& view() { return *page().charts().data()->tried; }
    bool wait_tried() { return is_found(&ChartData::tried); }
    QLineEdit& values() { return control<QLineEdit>("Values that are tried"); }
    void type_values(const char* text) {
        QLineEdit& line = values();
        line.selectAll();
        QTest::keyClicks(&line, QString::fromUtf8(text));
        QTest::keyClick(&line, Qt::Key_Return);
    }
    /// "Try values …" of a field, as its menu offers it.
    void ask(const char* address) {
        QLineEdit* of = nullptr;
        for (auto* each : page().panels().inspector().findChildren<QLineEdit*>())
            if (each->property(input_property).toString() == QLatin1String(address)) of = each;
        QVERIFY2(of, address);
        QContextMenuEvent event(QContextMenuEvent::Mouse, {2, 2}, of->mapToGlobal(QPoint(2, 2)));
        QCoreApplication::sendEvent(of, &event);
        for (auto* menu : of->findChildren<QMenu*>()) {
            if (!menu->isVisible()) continue;
            for (QAction* action : menu->actions())
                if (action->text() == QStringLiteral("Try values …")) action->trigger();
            menu->close();
        }
    }
    /// What is shown is what the command line prints, each value and each figure.
    void it_agrees() {
        const TriedRequest& asked = page().tried().request();
        QStringList after{QString::fromStdString(asked.input), QString::fromStdString(asked.values)};
        for (const std::string& each : asked.figures)
            after << QStringLiteral("--figure") << QString::fromStdString(each);
        after << QStringLiteral("--scenario") << QString::fromStdString(document().scenario().name);
        const QJsonObject out = printed({QStringLiteral("try")}, after);
        QVERIFY(view().family);
        const TriedFamily& family = *view().family;
        const QJsonArray points = out[QStringLiteral("values")].toArray();
        QCOMPARE(points.size(), qsizetype(family.points.size()));
        QVERIFY(!points.isEmpty());
        for (qsizetype i = 0; i < points.size(); ++i) {
            const TriedPoint& point = family.points[size_t(i)];
            QCOMPARE(points[i][QStringLiteral("text")].toString().toStdString(), point.text);
            QCOMPARE(points[i][QStringLiteral("is_own")].toBool(), point.is_own);
            QCOMPARE(points[i][QStringLiteral("fault")].toString().toStdString(), point.fault());
            const QJsonArray figures = points[i][QStringLiteral("figures")].toArray();
            QCOMPARE(figures.size(), qsizetype(point.figures.size()));
            for (qsizetype k = 0; k < figures.size(); ++k)
                if (point.figures[size_t(k)].absent.empty())
                    QCOMPARE(figures[k].toDouble(), point.figures[size_t(k)].number);
        }
    }

private Q_SLOTS:
    void init() { start(); }
    void cleanup() { m_window.reset(); }

    /// From the menu of a field to the picture: the values that are offered, then others that are typed over
    /// them, figures added and taken away.
    void a_field_is_given_values() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page();
        ask("/site/electricity_price");
        QTRY_COMPARE(page().charts().current_id(), QStringLiteral("tried"));
        QTRY_COMPARE(m_window->focusWidget(), static_cast<QWidget*>(&values()));
        QCOMPARE(values().selectedText(), values().text()); // typing replaces them
        QVERIFY(wait_tried());
        QVERIFY(view().family && view().family->points.size() == 13);
        it_agrees();
        const int undone = document().undo_stack().count();
        type_values("0.05..0.25 by 0.05");
        QVERIFY(wait_tried());
        QCOMPARE(view().family->points.size(), size_t(5));
        it_agrees();
        auto& figure = control<ChoiceEdit>("Figure over the values, too");
        const int at = figure.findData(QStringLiteral("step.mfu"));
        QVERIFY(at > 0);
        figure.setCurrentIndex(at);
        Q_EMIT figure.activated(at);
        QVERIFY(wait_tried());
        QCOMPARE(view().family->figures.front().name, std::string("step.mfu"));
        it_agrees();
        QTest::qWait(50); // painted
        click(QStringLiteral("tried-remove:step.mfu"));
        QVERIFY(wait_tried());
        QCOMPARE(view().family->figures.size(), size_t(3));
        // The project keeps what is asked, each change as a step of the history.
        const auto kept = [this] { return TriedRequest::of(document().project().comparison); };
        QCOMPARE(document().undo_stack().count(), undone + 3);
        QVERIFY(kept() == page().tried().request());
        QCOMPARE(kept().input, std::string("/site/electricity_price"));
        for (int i = 0; i < 3; ++i) document().undo();
        QVERIFY(wait_tried());
        QCOMPARE(view().family->points.size(), size_t(13));
        QCOMPARE(values().text().toStdString(), kept().values);
        // What cannot be read is said in place of the picture, and the next values bring it back.
        type_values("much");
        QVERIFY(wait_tried());
        QVERIFY(!view().family && !view().absent.empty());
        type_values("0.1, 0.2");
        QVERIFY(wait_tried());
        QVERIFY(view().family && view().family->points.size() == 2);
    }

    /// The cables of a link, from its field; by the names of its ends the command line says the same.
    void a_link_is_given_values() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        document().selection().set_one("leaf--spine");
        page();
        ask("/cluster/links/*/count");
        QTRY_COMPARE(page().charts().current_id(), QStringLiteral("tried"));
        QCOMPARE(page().tried().request().input, std::string("/cluster/links/leaf--spine/count"));
        QVERIFY(wait_tried());
        QVERIFY(view().family && view().family->points.size() > 2);
        QVERIFY(view().family->title.starts_with("Rail leaf to Spine: count"));
        it_agrees();
        const QStringList values{QStringLiteral("/cluster/links/Spine--Rail leaf/count"),
                                 QString::fromStdString(page().tried().request().values)};
        const QJsonArray points =
            printed({QStringLiteral("try")}, values)[QStringLiteral("values")].toArray();
        QCOMPARE(points.size(), qsizetype(view().family->points.size()));
    }

    /// Opened again, the project shows what it tried; where it may only be read, what is asked is not kept.
    void what_is_tried_survives_reopening() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().show_view(QStringLiteral("tried"));
        page().tried().begin("/plan/tp", "1,2,4");
        QVERIFY(page().tried().take_mark(QStringLiteral("tried-add:step.mfu")));
        QVERIFY(wait_tried());
        const TriedRequest asked = page().tried().request();
        const std::filesystem::path path =
            m_folder.filePath(QStringLiteral("kept.roofrack.json")).toStdString();
        const auto open = [this](const std::filesystem::path& file) {
            QSignalSpy settled(m_window.get(), &MainWindow::settled);
            return m_window->files().open(file) && (settled.count() > 0 || settled.wait(60000));
        };
        QVERIFY(m_window->files().save_to(path));
        QVERIFY(test::open_sample(*m_window, QStringLiteral("ws-8gpu")));
        QVERIFY(page().tried().request().input.empty());
        QVERIFY(open(path));
        QVERIFY(page().tried().request() == asked);
        page().workspaces().show_view(QStringLiteral("tried"));
        QVERIFY(wait_tried());
        QVERIFY(view().family && view().family->points.size() == 3);
        QCOMPARE(values().text(), QStringLiteral("1,2,4"));
        it_agrees();
        const QString newer = m_folder.filePath(QStringLiteral("newer.roofrack.json"));
        QVERIFY(QFile::copy(QString::fromStdString(path.string()), newer) && test::make_newer(newer));
        QVERIFY(open(newer.toStdString()));
        QVERIFY(document().is_read_only());
        page().workspaces().show_view(QStringLiteral("tried"));
        QVERIFY(wait_tried());
        type_values("2,4");
        QVERIFY(wait_tried());
        QCOMPARE(view().family->points.size(), size_t(2));
        QVERIFY(TriedRequest::of(document().project().comparison) == asked);
    }

    /// The view stands on a slide, which shows what the project tries.
    void it_stands_on_a_slide() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().show_view(QStringLiteral("tried"));
        page().tried().begin("/plan/tp", "1,2,4");
        QVERIFY(wait_tried());
        m_window->actions().get("view.add-slide")->trigger();
        QVERIFY(!document().project().deck.slides.empty());
        QCOMPARE(document().project().deck.slides.back().view, std::string("tried"));
        page().workspaces().enter(QStringLiteral("present"));
        const auto is_painted = [this] {
            const std::vector<ShownSlide> slides = page().deck().slides();
            return !page().slides().is_busy() && !slides.empty() && slides.back().content.missing.empty() &&
                   !slides.back().size.isEmpty();
        };
        QVERIFY(QTest::qWaitFor(is_painted, 60000));
        const auto painted = [this] { return page().deck().slides().back().picture; };
        const auto bytes = [](const QPicture& picture) {
            return QByteArray(picture.data(), qsizetype(picture.size()));
        };
        const QByteArray before = bytes(painted());
        page().tried().begin("/plan/tp", "1,2,4,8");
        QVERIFY(QTest::qWaitFor([&] { return is_painted() && bytes(painted()) != before; }, 60000));
    }

    /// Nothing is offered for an input that the scenario does not say: its values are typed.
    void values_of_an_unsaid_input_are_asked_for() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().show_view(QStringLiteral("tried"));
        QVERIFY(wait_tried());
        QVERIFY(page().tried().begin("/site/money/interest"));
        QVERIFY(page().tried().request().values.empty());
        QVERIFY(wait_tried());
        QVERIFY(!view().family);
        QVERIFY(view().absent.find("type the values") != std::string::npos);
        type_values("0.05,0.1");
        QVERIFY(wait_tried());
        QVERIFY(view().family && view().family->points.size() == 2);
    }

    /// Values with which the scenario does not run are there with their reason.
    void a_plan_that_does_not_divide_says_so() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().show_view(QStringLiteral("tried"));
        QVERIFY(wait_tried());
        QVERIFY(!view().family && view().absent.empty()); // nothing is asked yet
        auto& input = control<ChoiceEdit>("Input that is tried");
        const int at = input.findData(QStringLiteral("/plan/tp"));
        QVERIFY(at > 0);
        input.setCurrentIndex(at);
        Q_EMIT input.activated(at);
        QVERIFY(wait_tried());
        QVERIFY(view().family);
        type_values("1,7,8");
        QVERIFY(wait_tried());
        QVERIFY(!view().family->points[1].fault().empty());
        it_agrees();
        QTest::qWait(50);
        const ChartHit* hit = mark([](const ChartHit& each) { return each.readout.startsWith(u'7'); });
        QVERIFY(hit && hit->readout.contains(QStringLiteral("does not run: ")));
        // An edit of the project is followed.
        const double before = view().family->as_it_is.front().number;
        Workload workload = document().scenario().workload;
        workload.global_batch *= 2;
        document().perform<SetWorkload>(workload, QStringLiteral("batch"));
        QTRY_VERIFY(page().answers()->scenario() == document().scenario());
        QVERIFY(wait_tried());
        QVERIFY(view().family->as_it_is.front().number != before);
        it_agrees();
    }

    void the_command_search_offers_it() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page();
        const auto entries = window_entries(m_window->page(), m_window->files(), m_window->document(),
                                            QStringLiteral("try values electricity"), {});
        const auto found = std::ranges::find_if(entries, [](const CommandSearch::Entry& each) {
            return each.text.startsWith(QStringLiteral("Try values: Electricity"));
        });
        QVERIFY(found != entries.end());
        found->run();
        QTRY_COMPARE(page().charts().current_id(), QStringLiteral("tried"));
        QVERIFY(wait_tried());
        QCOMPARE(page().tried().request().input, std::string("/site/electricity_price"));
        QVERIFY(view().family);
    }

    /// Many values of a figure that takes a study of its own come one after another and can be stopped.
    void many_values_are_stopped() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().show_view(QStringLiteral("tried"));
        QVERIFY(wait_tried());
        QVERIFY(page().tried().take_mark(QStringLiteral("tried-add:scale.peak_gpus")));
        QCOMPARE(page().tried().request().figures.size(), size_t(4));
        page().tried().begin("/workload/global_batch", "512..4096 in 1000");
        QTRY_VERIFY_WITH_TIMEOUT(view().is_busy, 5000);
        QTRY_VERIFY_WITH_TIMEOUT(view().family != nullptr, 30000);
        QVERIFY(view().is_busy);
        for (auto* each : page().charts().findChildren<QPushButton*>())
            if (each->isVisible() && each->text() == QStringLiteral("Stop"))
                QTest::mouseClick(each, Qt::LeftButton);
        QTRY_VERIFY(view().is_cancelled && !view().is_busy);
        page().tried().begin("/workload/global_batch", "1024,2048");
        QVERIFY(wait_tried());
        QCOMPARE(view().family->points.size(), size_t(2));
    }
};

QTEST_MAIN(TestTriedWindow)
#include "test_tried_window.moc"
