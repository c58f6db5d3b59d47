// SPDX-License-Identifier: GPL-3.0-or-later
// The workspace Present: slides that follow the project, as the command line prints them.
#include "app/gui/commands/actions.h"
#include "app/gui/decide/what_if_flow.h"
#include "app/gui/flows/file_flow.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/present/deck_flow.h"
#include "app/gui/present/style_flow.h"
#include "app/gui/present/turned_slide.h"
#include "core/drawing/project/address/input_field.h"
#include "tests/support/decide_window.h"
#include "tests/support/newer_project.h"
#include "tests/support/style_sample.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/editor/commands/set_member.h"
#include "widgets/editor/commands/set_scenario_value.h"
#include "widgets/present/add_slide_button.h"
#include "widgets/present/deck_view.h"
#include "widgets/present/slide_sheet.h"
#include "widgets/present/slide_show.h"
#include "widgets/present/slide_sliders.h"
#include "widgets/present/style_button.h"

#include <QCheckBox>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSlider>
#include <QUndoStack>

#include <algorithm>

using namespace roofrack;

class TestSlidesWindow : public test::DecideWindow {
    Q_OBJECT

private:
    DeckView& deck() { return page().deck(); }
    bool wait() {
        return QTest::qWaitFor([this] { return !page().slides().is_busy() && !deck().deck().slides.empty(); },
                               60000);
    }
    template<class T>
    T& part(const char* name) {
        auto* found = deck().findChild<T*>(QLatin1String(name));
        if (!found) qFatal("no %s", name);
        return *found;
    }
    /// Titles of the slides shown are those that the command line prints.
    void agree() {
        const QJsonArray printed_slides =
            printed({QStringLiteral("present")})[QStringLiteral("slides")].toArray();
        const std::vector<ShownSlide> shown = deck().slides();
        QCOMPARE(printed_slides.size(), qsizetype(shown.size()));
        for (size_t i = 0; i < shown.size(); ++i) {
            QCOMPARE(printed_slides[qsizetype(i)][QStringLiteral("title")].toString().toStdString(),
                     shown[i].content.title);
            QCOMPARE(printed_slides[qsizetype(i)][QStringLiteral("source")].toString().toStdString(),
                     shown[i].content.source);
            QVERIFY2(shown[i].content.missing.empty(), shown[i].content.missing.c_str());
        }
    }

private Q_SLOTS:
    void init() { start(); }
    void cleanup() { m_window.reset(); }

    void first_slides_follow_the_project() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().enter(QStringLiteral("present"));
        QVERIFY(wait());
        QVERIFY(deck().isVisible() && !page().charts().isVisible());
        QCOMPARE(part<QListWidget>("deck-strip").count(), int(deck().deck().slides.size()));
        QVERIFY(document().project().deck.slides.empty()); // drafted, not kept
        agree();
        const std::string before = deck().slides()[1].content.title;
        Workload workload = document().scenario().workload;
        workload.global_batch /= 2;
        document().perform<SetWorkload>(workload, QStringLiteral("batch"));
        QVERIFY(QTest::qWaitFor([&] { return deck().slides()[1].content.title != before; }, 30000));
        QVERIFY(wait());
        agree();
        page().workspaces().show_view(QStringLiteral("step-breakdown")); // where it lives: here are slides
        QCOMPARE(QString::fromLatin1(page().workspaces().current().id), QStringLiteral("step"));
        QVERIFY(page().charts().isVisible() && !deck().isVisible());
    }

    /// While slides are computed nobody is told to draw what is drawn.
    void slides_that_are_computed_are_waited_for() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().enter(QStringLiteral("present"));
        QVERIFY(deck().deck().slides.empty());
        const SlideSheet* const sheet = deck().findChild<SlideSheet*>();
        QVERIFY(sheet);
        QCOMPARE(sheet->accessibleDescription(), QStringLiteral("Being computed …"));
        QVERIFY(wait());
        QVERIFY(!sheet->accessibleDescription().contains(QStringLiteral("computed")));
    }

    /// Ctrl+7 leads the keyboard to the strip, wherever it was.
    void keys_go_to_the_strip() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        const auto press = [this] { m_window->actions().get("workspace.present")->trigger(); };
        press();
        QVERIFY(wait());
        auto& strip = part<QListWidget>("deck-strip");
        QTRY_COMPARE(m_window->focusWidget(), static_cast<QWidget*>(&strip));
        QTest::keyClick(&strip, Qt::Key_End);
        QCOMPARE(deck().current(), deck().deck().slides.size() - 1);
        part<QLineEdit>("slide-title").setFocus();
        press(); // it is shown already
        QTRY_COMPARE(m_window->focusWidget(), static_cast<QWidget*>(&strip));
    }

    void a_title_a_note_and_their_undoing() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().enter(QStringLiteral("present"));
        QVERIFY(wait());
        deck().choose(1);
        auto& title = part<QLineEdit>("slide-title");
        title.setFocus();
        QTest::keyClicks(&title, QStringLiteral("=SUM(A1)"));
        QTest::keyClick(&title, Qt::Key_Return);
        QCOMPARE(document().project().deck.slides.at(1).title, std::string("=SUM(A1)"));
        auto& note = part<QPlainTextEdit>("slide-note");
        note.setFocus();
        QTest::keyClicks(&note, QStringLiteral("slowly"));
        title.setFocus();
        QCOMPARE(document().project().deck.slides.at(1).note, std::string("slowly"));
        QVERIFY(wait());
        agree();
        document().undo();
        QVERIFY(document().project().deck.slides.at(1).note.empty());
        QTRY_COMPARE(note.toPlainText(), QString());
        document().undo();
        QVERIFY(document().project().deck.slides.empty());
        QVERIFY(wait());
        QVERIFY(deck().deck().slides.at(1).title.empty());
    }

    /// Also where the field keeps the focus while another slide is shown, or the same one changed.
    void what_is_typed_stays_with_its_slide() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().enter(QStringLiteral("present"));
        QVERIFY(wait());
        deck().choose(1);
        const auto slides = [this] { return document().project().deck.slides; };
        auto& note = part<QPlainTextEdit>("slide-note");
        auto& title = part<QLineEdit>("slide-title");
        const auto leave_by_mouse = [&] { QTest::mouseClick(&title, Qt::LeftButton); };
        const auto enter_by_mouse = [&](QPlainTextEdit& edit) {
            QTest::mouseClick(edit.viewport(), Qt::LeftButton);
            QVERIFY(edit.hasFocus());
        };
        enter_by_mouse(note);
        QTest::keyClicks(&note, QStringLiteral("slowly"));
        leave_by_mouse();
        QCOMPARE(slides().at(1).note, std::string("slowly"));
        enter_by_mouse(note);
        Slide text;
        text.view = "text";
        deck().add(text);
        QCOMPARE(deck().current(), size_t(2));
        QCOMPARE(note.toPlainText(), QString());
        leave_by_mouse();
        QVERIFY(slides().at(2).note.empty());
        auto& lines = part<QPlainTextEdit>("slide-lines");
        enter_by_mouse(lines);
        QTest::keyClicks(&lines, QStringLiteral("one line"));
        leave_by_mouse();
        QCOMPARE(slides().at(2).text, std::vector<std::string>{"one line"});
        enter_by_mouse(lines);
        document().undo();
        QCOMPARE(lines.toPlainText(), QString());
        leave_by_mouse();
        QVERIFY(slides().at(2).text.empty());
        enter_by_mouse(lines);
        QTest::keyClicks(&lines, QStringLiteral("not yet left"));
        deck().add(text); // another one like it
        leave_by_mouse();
        QVERIFY(slides().at(2).text.empty() && slides().at(3).text.empty());
        deck().choose(1);
        enter_by_mouse(note);
        QCOMPARE(note.toPlainText(), QStringLiteral("slowly"));
    }

    void a_frozen_slide_stays_as_it_was() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().enter(QStringLiteral("present"));
        QVERIFY(wait());
        deck().choose(2);
        const std::string was = deck().slides()[2].content.title;
        deck().findChild<QCheckBox*>()->click();
        QVERIFY(document().project().deck.slides.at(2).is_frozen());
        QVERIFY(!document().project().deck.slides.at(2).frozen.picture.empty());
        Workload workload = document().scenario().workload;
        workload.global_batch /= 2;
        document().perform<SetWorkload>(workload, QStringLiteral("batch"));
        QVERIFY(wait());
        QTRY_VERIFY(!deck().slides()[2].content.date.empty());
        QCOMPARE(deck().slides()[2].content.title, was);
        agree();
    }

    void the_style_of_the_house_is_chosen_and_removed() {
        const QString file = m_folder.filePath(QStringLiteral("style.json"));
        QFile written(file);
        QVERIFY(written.open(QIODevice::WriteOnly));
        written.write(
            test::style_text(R"(, "name": "ACME", "footer": "ACME {page}")" +
                             std::string(", \"colours\": {\"ground\": \"#102030\", \"text\": \"#F0F0E0\"}"))
                .c_str());
        written.close();
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().enter(QStringLiteral("present"));
        QVERIFY(wait());
        const QAction* const from_menu = m_window->actions().get("file.remove-style");
        QVERIFY(!from_menu->isEnabled());
        const auto fault = take_style(document(), "/nowhere/style.json");
        QVERIFY(!fault && !document().project().style.is_given());
        const auto taken = take_style(document(), file.toStdString());
        QVERIFY(taken && taken->empty());
        QCOMPARE(document().project().style.name, std::string("ACME"));
        QVERIFY(from_menu->isEnabled());
        QVERIFY(document().project().deck.slides.empty()); // drafted ones stay drafted
        QCOMPARE(deck().slide_theme().panel, QColor(0x102030));
        QVERIFY(deck().style_button().toolTip().contains(QStringLiteral("ACME")));
        QVERIFY(wait());
        QTRY_VERIFY(deck().slides().back().style);
        QCOMPARE(deck().slides()[1].style->foot(2, 8), QStringLiteral("ACME 2"));
        document().undo();
        QVERIFY(!document().project().style.is_given());
        QCOMPARE(deck().slide_theme(), Theme::light());
        QTRY_VERIFY(!deck().slides().front().style);
        document().redo();
        QCOMPARE(document().project().style.name, std::string("ACME"));
        QAction* const removes = deck().style_button().menu()->actions().last();
        QVERIFY(removes->isEnabled());
        removes->trigger();
        QVERIFY(!document().project().style.is_given());
        QVERIFY(!removes->isEnabled() && !from_menu->isEnabled());
    }

    /// A newer Roofrack wrote it: it is shown, and stays as it is.
    void the_style_of_a_project_that_is_only_read_stays() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        HouseStyle style;
        style.name = "ACME";
        QVERIFY(document().perform<SetStyle>(style, QStringLiteral("style")));
        const QString path = m_folder.filePath(QStringLiteral("newer.roofrack.json"));
        QVERIFY(m_window->files().save_to(path.toStdString()));
        QVERIFY(test::make_newer(path));
        QVERIFY(m_window->files().open(path.toStdString()));
        QVERIFY(document().is_read_only());
        m_window->actions().get("file.remove-style")->trigger();
        QCOMPARE(document().project().style.name, std::string("ACME"));
        QVERIFY2(m_window->messages().text().contains(QStringLiteral("cannot be changed here")),
                 qPrintable(m_window->messages().text()));
    }

    /// What is said after an export moves nothing; a warning, which stays, takes its room.
    void a_remark_moves_nothing() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().enter(QStringLiteral("present"));
        QVERIFY(wait());
        MessageBar& messages = m_window->messages();
        messages.dismiss();
        QTest::qWait(50);
        const auto place = [this] { return QRect(deck().mapTo(m_window.get(), QPoint()), deck().size()); };
        const QRect before = place();
        messages.show_message(Severity::info, QStringLiteral("The slides were written to slides.pdf."));
        QTest::qWait(50);
        QCOMPARE(place(), before);
        QVERIFY(messages.isVisible() && messages.floats());
        QVERIFY(messages.parentWidget()->rect().contains(messages.geometry()));
        QVERIFY(messages.height() >= messages.fontMetrics().height());
        m_window->resize(m_window->width() - 100, m_window->height() - 50);
        QTRY_VERIFY(messages.parentWidget()->rect().contains(messages.geometry()));
        messages.show_message(Severity::warning, QStringLiteral("2 of them show nothing, and say why."));
        QTest::qWait(50);
        QVERIFY(messages.isVisible() && !messages.floats());
        QVERIFY(place().top() > before.top());
        messages.dismiss();
        QTRY_COMPARE(place().top(), before.top());
    }

    /// Every chart that a slide may show is offered once, in the menu of the workspace where it lives.
    void charts_are_offered_by_their_workspaces() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().enter(QStringLiteral("present"));
        QVERIFY(wait());
        auto* const charts = deck().add_button().findChild<QMenu*>(QStringLiteral("slide-charts"));
        QVERIFY(charts);
        QStringList offered, groups;
        for (const QAction* group : charts->actions()) {
            QVERIFY2(group->menu(), qPrintable(group->text()));
            groups << group->text();
            for (const QAction* chart : group->menu()->actions()) {
                const QString id = chart->data().toString();
                const Workspace* const home = home_of(id);
                QVERIFY2(home && home->name() == group->text(), qPrintable(id));
                offered << id;
            }
        }
        QCOMPARE(groups, (QStringList{QStringLiteral("Step"), QStringLiteral("Scale"),
                                      QStringLiteral("Facility"), QStringLiteral("Decide")}));
        QStringList expected;
        for (const ChartEntry& entry : chart_catalog())
            if (may_be_slide(QLatin1String(entry.id))) expected << QLatin1String(entry.id);
        offered.sort();
        expected.sort();
        QCOMPARE(offered, expected);
        charts->actions().at(1)->menu()->actions().front()->trigger();
        QCOMPARE(document().project().deck.slides.at(deck().current()).view, std::string("scaling"));
    }

    void this_view_is_added_and_shown() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().show_view(QStringLiteral("scaling"));
        QTRY_COMPARE(page().charts().current_id(), QStringLiteral("scaling"));
        m_window->actions().get("view.add-slide")->trigger();
        QCOMPARE(document().project().deck.slides.size(), size_t(1));
        QCOMPARE(document().project().deck.slides.front().view, std::string("scaling"));
        m_window->actions().get("view.slides")->trigger();
        SlideShow* show = nullptr;
        QVERIFY(QTest::qWaitFor(
            [&] { return (show = m_window->findChild<SlideShow*>(QStringLiteral("slide-show"))) != nullptr; },
            30000));
        QCOMPARE(QString::fromLatin1(page().workspaces().current().id), QStringLiteral("present"));
        QTest::keyClick(show, Qt::Key_Escape);
        QTRY_VERIFY(!m_window->findChild<SlideShow*>(QStringLiteral("slide-show")));
    }

    /// What is turned in the window is put on a slide, is one step to undo, and turned there while it is
    /// shown.
    void a_what_if_stands_on_a_slide() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().enter(QStringLiteral("present"));
        QVERIFY(wait());
        deck().choose(1);
        auto& put = part<QPushButton>("put-what-if");
        const auto is_said = [this](const char* words) {
            return std::ranges::any_of(deck().findChildren<QLabel*>(), [&](const QLabel* each) {
                return each->isVisible() && each->text().contains(QString::fromLatin1(words));
            });
        };
        put.click(); // nothing is turned
        QVERIFY(document().project().deck.slides.empty());
        QVERIFY(is_said("Ctrl+K") && is_said("type the name of one into the field above"));
        QVERIFY(m_window->focusWidget() == &part<QLineEdit>("slide-inputs"));
        page().what_if().add("/site/electricity_price");
        page().what_if().add("/workload/global_batch");
        page().what_if().set("/site/electricity_price", "0.01");
        put.click();
        QVERIFY(is_said("begins with the values of the scenario"));
        page().what_if().set("/site/electricity_price", "");
        const std::vector<SlideInput> inputs = document().project().deck.slides.at(1).inputs;
        QCOMPARE(inputs.size(), size_t(2));
        QCOMPARE(inputs.front().input, std::string("/site/electricity_price"));
        QVERIFY(!inputs.front().values.empty());
        document().undo();
        QVERIFY(document().project().deck.slides.empty());
        document().redo();
        QVERIFY(wait());
        QTRY_COMPARE(deck().slides()[1].content.sliders.size(), size_t(2));
        agree();
        const Project before = document().project();
        const std::string title = deck().slides()[1].content.title;
        deck().choose(1);
        m_window->actions().get("view.slides")->trigger();
        SlideShow* show = nullptr;
        QVERIFY(QTest::qWaitFor(
            [&] { return (show = m_window->findChild<SlideShow*>(QStringLiteral("slide-show"))) != nullptr; },
            30000));
        QCOMPARE(show->number(), size_t(1));
        const auto sliders = show->sliders().findChildren<QSlider*>();
        QCOMPARE(sliders.size(), 2);
        const std::vector<SlideSlider> inputs_shown = deck().slides()[1].content.sliders;
        for (qsizetype i = 0; i < sliders.size(); ++i) { // each begins where the scenario is
            const SlideSlider& input = inputs_shown.at(size_t(i));
            const auto field = InputField::find(document().scenario(), input.address, Catalog::built_in());
            QVERIFY(field);
            QCOMPARE(input.values.at(size_t(sliders[i]->value())), *field->value(document().scenario()));
        }
        size_t told = 0;
        std::string turned_title;
        const auto watch =
            connect(page().slides().findChild<TurnedSlide*>(), &TurnedSlide::found, this,
                    [&](const TurnedSlide::Question& question, const TurnedSlide::Found& found) {
                        if (question.inputs.empty()) return;
                        ++told;
                        turned_title = found.slide.content.title;
                    });
        const SlideSlider& batch = inputs_shown[1];
        const auto half = batch.values.begin(); // the least that is offered
        QVERIFY(*half < batch.values[batch.base]);
        sliders.back()->setValue(static_cast<int>(half - batch.values.begin()));
        QTRY_VERIFY_WITH_TIMEOUT(told > 0 && show->sliders().said().contains(QStringLiteral("→")), 30000);
        // It is what the slide says of a scenario that has the value.
        Scenario changed = *turned(document().scenario(), show->sliders().turned(), Catalog::built_in());
        Project with = before;
        with.scenarios.front() = changed;
        const DeckAnswers anew(with, {}, false, Catalog::built_in());
        QCOMPARE(turned_title, slide_content(anew, before.deck.slides[1]).title);
        QVERIFY(turned_title != title);
        disconnect(watch);
        QVERIFY(document().project() == before); // the base stays
        QTest::keyClick(show, Qt::Key_Right);
        QTest::keyClick(show, Qt::Key_Left);
        QVERIFY(show->sliders().turned().empty());
        QTest::keyClick(show, Qt::Key_Escape);
        QTRY_VERIFY(!m_window->findChild<SlideShow*>(QStringLiteral("slide-show")));
    }

    /// An input is typed in words; a wrong one is said at the field and stands on no slide.
    void inputs_of_a_slide_are_typed_in_words() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
        page().workspaces().enter(QStringLiteral("present"));
        QVERIFY(wait());
        deck().choose(1);
        auto& text = part<QLineEdit>("slide-inputs");
        const auto type = [&](const char* words) {
            text.setFocus();
            text.selectAll();
            QTest::keyClicks(&text, QString::fromLatin1(words));
            QTest::keyClick(&text, Qt::Key_Return);
        };
        type("no such input");
        QVERIFY(document().project().deck.slides.empty());
        QCOMPARE(text.text(), QStringLiteral("no such input"));
        QVERIFY(text.property("invalid").toBool());
        type("electricity price");
        QVERIFY(!text.property("invalid").toBool());
        QCOMPARE(document().project().deck.slides.at(1).inputs,
                 (std::vector<SlideInput>{{"/site/electricity_price", {}, {}}}));
        QCOMPARE(text.text(), QStringLiteral("/site/electricity_price"));
        type("wrong again");
        deck().choose(2); // it was of the other slide
        QVERIFY(text.text().isEmpty() && !text.property("invalid").toBool());
    }

    void slides_of_another_project_do_not_come_along() {
        const std::string of_the_first = "Title of the first project";
        const auto open_titled = [&] {
            QVERIFY(test::open_sample(*m_window, QStringLiteral("dgx-h100-su")));
            page().workspaces().enter(QStringLiteral("present"));
            QVERIFY(wait());
            deck().choose(1);
            auto& title = part<QLineEdit>("slide-title");
            QTest::mouseClick(&title, Qt::LeftButton);
            QTest::keyClicks(&title, QString::fromStdString(of_the_first));
            QTest::keyClick(&title, Qt::Key_Return);
            QVERIFY(wait());
            QCOMPARE(document().project().deck.slides.at(1).title, of_the_first);
        };
        const auto is_titled = [&] {
            return std::ranges::any_of(deck().deck().slides,
                                       [&](const Slide& each) { return each.title == of_the_first; });
        };
        open_titled();
        document().undo(); // nothing is left to save
        QVERIFY(m_window->files().open_sample(QStringLiteral("decisions/owned-h100")));
        QVERIFY(!is_titled());
        QVERIFY(!QTest::qWaitFor(is_titled, 1000));
        QVERIFY(wait()); // it has slides of its own
        QVERIFY(!is_titled());
        open_titled();
        page().workspaces().show_view(QStringLiteral("scaling"));
        document().undo();
        QVERIFY(test::open_sample(*m_window, QStringLiteral("decisions/owned-h100")));
        QTRY_COMPARE(page().charts().current_id(), QStringLiteral("scaling"));
        m_window->actions().get("view.add-slide")->trigger();
        QCOMPARE(document().project().deck.slides.size(), size_t(1));
        QCOMPARE(document().project().deck.slides.front().view, std::string("scaling"));
    }

    /// A scenario that is renamed takes its slides along; one that is taken out is said.
    void slides_know_their_scenario() {
        QVERIFY(test::open_sample(*m_window, QStringLiteral("decisions/owned-h100")));
        page().workspaces().enter(QStringLiteral("present"));
        QVERIFY(wait());
        Slide slide;
        slide.view = "verdict";
        slide.scenario = document().scenario().name;
        deck().add(slide);
        const size_t place = deck().current();
        m_window->actions().get("scenario.remove")->trigger();
        QVERIFY(wait());
        QTRY_VERIFY(!deck().slides()[place].content.missing.empty());
        document().undo();
        QVERIFY(wait());
        QTRY_VERIFY(deck().slides()[place].content.missing.empty());
    }
};

QTEST_MAIN(TestSlidesWindow)
#include "test_slides_window.moc"
