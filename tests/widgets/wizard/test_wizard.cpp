// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/file_flow.h"
#include "app/gui/pages/welcome_page.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "core/step/engine/evaluate.h"
#include "core/study/scenario_like.h"
#include "tests/support/layout_check.h"
#include "widgets/editor/document.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/quantity_edit.h"
#include "widgets/wizard/template_preview.h"
#include "widgets/wizard/template_wizard.h"

#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>

using namespace roofrack;
using namespace roofrack::test;

namespace {

template<class W>
W* child(const QWidget& of, const char* name) {
    return of.findChild<W*>(QLatin1String(name));
}

QPushButton* button(const QWidget& of, const QString& text) {
    for (QPushButton* each : of.findChildren<QPushButton*>())
        if (each->text().remove(u'&') == text) return each;
    return nullptr;
}

/// Label → value as shown below the preview.
QString figure(const QWidget& wizard, const QString& name) {
    for (const QLabel* each : wizard.findChildren<QLabel*>())
        if (each->accessibleName() == name) return each->text();
    return {};
}

void type(QWidget* field, const QString& text) {
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(field, text);
}

bool wait_settled(TemplateWizard& wizard) {
    QSignalSpy settled(&wizard, &TemplateWizard::settled);
    return settled.wait(20000);
}

void set_small_fat_tree(TemplateWizard& wizard) {
    child<ChoiceEdit>(wizard, "server")
        ->setCurrentIndex(child<ChoiceEdit>(wizard, "server")->findData(QStringLiteral("dgx-h100")));
    type(child<QuantityEdit>(wizard, "servers"), QStringLiteral("16"));
    type(child<QuantityEdit>(wizard, "servers_per_rack"), QStringLiteral("4"));
}

} // namespace

class TestWizard : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;

    std::unique_ptr<MainWindow> open_window() {
        m_session = std::make_unique<Session>(m_folder.filePath(QStringLiteral("settings.ini")));
        auto window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
        window->resize(1280, 800);
        window->show();
        return window;
    }

    /// Does `work` in the wizard that `open` shows.
    static bool in_wizard(const std::function<void()>& open,
                          const std::function<void(TemplateWizard&)>& work) {
        bool done = false;
        QTimer::singleShot(0, qApp, [&] {
            auto* wizard = qobject_cast<TemplateWizard*>(QApplication::activeModalWidget());
            if (!wizard) return;
            done = true;
            work(*wizard);
            if (wizard->isVisible()) wizard->reject();
        });
        open();
        return done;
    }

private Q_SLOTS:
    void nothing_is_clipped_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("dark");
        QTest::addColumn<QSize>("size");
        for (const TemplateInfo& info : list_templates())
            for (const bool dark : {false, true})
                QTest::addRow("%s %s", info.name.c_str(), dark ? "dark" : "light")
                    << QString::fromStdString(info.name) << dark
                    << (dark ? QSize(1160, 760) : QSize(1232, 736));
    }
    void nothing_is_clipped() {
        QFETCH(QString, name);
        QFETCH(bool, dark);
        QFETCH(QSize, size);
        const Theme theme = dark ? Theme::dark() : Theme::light();
        Theme::apply(*qApp, theme);
        TemplateWizard wizard(Catalog::built_in(), theme, true);
        wizard.resize(size);
        wizard.choose(name.toStdString());
        wizard.show();
        QVERIFY(wait_settled(wizard));
        QTest::qWait(30);
        const QStringList faults = layout_faults(wizard);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
        const auto& drawn = wizard.findChild<TemplatePreview*>()->drawing();
        QVERIFY(!drawn.elements().empty());
        // Boxes keep apart, but for what stands in a container.
        for (const DrawnElement& a : drawn.elements())
            for (const DrawnElement& b : drawn.elements())
                if (&a < &b && (!is_container(a.kind) || a.kind == ElementKind::rack))
                    QVERIFY2(!a.rect.intersects(b.rect), (a.id + " on " + b.id).c_str());
        Theme::apply(*qApp, Theme::light());
    }

    void figures_follow_the_typing() {
        TemplateWizard wizard(Catalog::built_in(), Theme::light(), false);
        wizard.show();
        QVERIFY(wait_settled(wizard));
        QCOMPARE(figure(wizard, QStringLiteral("GPUs")), QStringLiteral("512"));
        type(child<QuantityEdit>(wizard, "servers"), QStringLiteral("128"));
        QVERIFY(wait_settled(wizard));
        QCOMPARE(figure(wizard, QStringLiteral("GPUs")), QStringLiteral("1,024"));
        // The figures are those of the core.
        const auto made = make_template("fat-tree", {{"servers", "128"}}, Catalog::built_in());
        const Scenario planned = with_opening_plan(made->scenarios.front(), Catalog::built_in());
        for (const auto& [label, value] : figure_lines(cluster_summary(planned, Catalog::built_in())))
            QCOMPARE(figure(wizard, QString::fromStdString(label)), QString::fromStdString(value));
    }

    void faults_stand_at_their_field() {
        TemplateWizard wizard(Catalog::built_in(), Theme::light(), false);
        wizard.show();
        QVERIFY(wait_settled(wizard));
        auto* per_rack = child<QuantityEdit>(wizard, "servers_per_rack");
        type(per_rack, QStringLiteral("5"));
        QVERIFY(per_rack->property("invalid").toBool());
        QVERIFY(!child<QuantityEdit>(wizard, "servers")->property("invalid").toBool());
        QVERIFY(!button(wizard, QStringLiteral("Create"))->isEnabled());
        bool said = false;
        for (const QLabel* each : wizard.findChildren<QLabel*>())
            said |= each->isVisible() && each->text().contains(QStringLiteral("do not fill racks of 5"));
        QVERIFY(said);
        const QStringList faults = layout_faults(wizard);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
        type(per_rack, QStringLiteral("4"));
        QVERIFY(!per_rack->property("invalid").toBool());
        QVERIFY(button(wizard, QStringLiteral("Create"))->isEnabled());
        wizard.choose("torus");
        type(child<QLineEdit>(wizard, "dims"), QStringLiteral("4x"));
        QVERIFY(child<QLineEdit>(wizard, "dims")->property("invalid").toBool());
        type(child<QLineEdit>(wizard, "dims"), QStringLiteral("4 × 4 × 4"));
        QVERIFY(!child<QLineEdit>(wizard, "dims")->property("invalid").toBool());
    }

    /// Too many racks for any switch: the reason stands at the racks, and no figures of other settings stay.
    void too_many_racks_say_why() {
        TemplateWizard wizard(Catalog::built_in(), Theme::light(), false);
        wizard.show();
        QVERIFY(wait_settled(wizard));
        wizard.choose("nvl72-pods");
        QVERIFY(wait_settled(wizard));
        const auto is_said = [&](const char* text) {
            const auto labels = wizard.findChildren<QLabel*>();
            return std::ranges::any_of(labels, [&](const QLabel* each) {
                return each->isVisible() && each->text().contains(QLatin1String(text));
            });
        };
        auto* racks = child<QuantityEdit>(wizard, "racks");
        type(racks, QStringLiteral("100000"));
        QVERIFY(racks->property("invalid").toBool());
        QVERIFY(is_said("ports enough"));
        QVERIFY(is_said("see the marked setting"));
        for (const QWidget* each : wizard.findChildren<QWidget*>())
            if (each->accessibleName() == QStringLiteral("Summary"))
                QVERIFY(each->findChildren<QLabel*>().isEmpty());
        QVERIFY(!button(wizard, QStringLiteral("Create"))->isEnabled());
    }

    void letters_are_not_swallowed() {
        TemplateWizard wizard(Catalog::built_in(), Theme::light(), false);
        wizard.show();
        QVERIFY(wait_settled(wizard));
        auto* servers = child<QuantityEdit>(wizard, "servers");
        type(servers, QStringLiteral("6four"));
        QCOMPARE(servers->text(), QStringLiteral("6four"));
        QVERIFY(servers->property("invalid").toBool());
        const auto says_why = [&] {
            for (const QLabel* label : wizard.findChildren<QLabel*>())
                if (label->isVisible() &&
                    label->text().startsWith(QStringLiteral("'6four' is not a whole number")))
                    return true;
            return false;
        };
        QVERIFY(says_why());
        QVERIFY(!button(wizard, QStringLiteral("Create"))->isEnabled());
        QTest::keyClick(servers, Qt::Key_Return);
        QVERIFY(wizard.isVisible());
        QTest::keyClick(servers, Qt::Key_Escape); // back to what was right; the next one is the dialog's
        QCOMPARE(servers->text(), QStringLiteral("6"));
        QVERIFY(wizard.isVisible());
        type(servers, QStringLiteral("1,024"));
        QVERIFY(!servers->property("invalid").toBool());
        QVERIFY(!says_why());
        QVERIFY(wait_settled(wizard));
        QCOMPARE(figure(wizard, QStringLiteral("GPUs")), QStringLiteral("8,192"));
        QTest::keyClick(servers, Qt::Key_Escape);
        QVERIFY(!wizard.isVisible());
    }

    void automatic_says_what_it_came_to() {
        TemplateWizard wizard(Catalog::built_in(), Theme::light(), false);
        wizard.choose("rail-optimised");
        wizard.show();
        QVERIFY(wait_settled(wizard));
        // DGX H100: eight NICs of 400 Gb/s InfiniBand, which is what a QM9700 switches; 10.2 kW each.
        QCOMPARE(child<QuantityEdit>(wizard, "nics")->placeholderText(), QStringLiteral("Automatic: 8"));
        QCOMPARE(child<QuantityEdit>(wizard, "servers_per_rack")->placeholderText(),
                 QStringLiteral("Automatic: 4"));
        auto* part = child<ChoiceEdit>(wizard, "switch");
        QVERIFY2(part->currentText().startsWith(QStringLiteral("Automatic: QM9700")),
                 qPrintable(part->currentText()));
        auto* nics = child<QuantityEdit>(wizard, "nics");
        type(nics, QStringLiteral("4"));
        QVERIFY(wait_settled(wizard));
        QTest::keyClick(nics, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(nics, Qt::Key_Delete); // empty: automatic again
        QVERIFY(!nics->property("invalid").toBool());
        QCOMPARE(nics->placeholderText(), QStringLiteral("Automatic: 8"));
    }

    void keyboard_alone() {
        TemplateWizard wizard(Catalog::built_in(), Theme::light(), true);
        wizard.show();
        QVERIFY(QTest::qWaitForWindowActive(&wizard));
        auto* list = wizard.findChild<QListWidget*>();
        QVERIFY(list->hasFocus());
        QTest::keyClick(list, Qt::Key_Right); // rail-optimised
        QCOMPARE(list->currentRow(), 1);
        // Tab reaches every field and button once around, and comes back.
        QSet<QWidget*> reached;
        for (int i = 0; i < 60; ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            reached.insert(QApplication::focusWidget());
        }
        for (const char* name : {"server", "servers", "unit", "switch", "oversubscription", "model"})
            QVERIFY2(reached.contains(child<QWidget>(wizard, name)), name);
        for (const char* text : {"Create", "Cancel", "Insert into this drawing", "Create as new scenario"})
            QVERIFY2(reached.contains(button(wizard, QLatin1String(text))), text);
        QVERIFY(reached.contains(list));
        QSignalSpy accepted(&wizard, &QDialog::accepted);
        type(child<QuantityEdit>(wizard, "servers"), QStringLiteral("64"));
        QTest::keyClick(child<QuantityEdit>(wizard, "servers"), Qt::Key_Return);
        QCOMPARE(accepted.count(), 1);
        QCOMPARE(wizard.use(), TemplateWizard::Use::project);
        QCOMPARE(wizard.project().scenarios.front().cluster.find("pod")->count, 2);
    }

    void welcome_page_opens_it_there() {
        const auto window = open_window();
        QString title;
        QVERIFY(in_wizard(
            [&] { Q_EMIT window->findChild<WelcomePage*>()->template_chosen(QStringLiteral("torus")); },
            [&](TemplateWizard& wizard) {
                title = wizard.findChild<QListWidget*>()->currentItem()->text();
                // Nothing is open that the drawing could join.
                QVERIFY(!button(wizard, QStringLiteral("Insert into this drawing")));
                button(wizard, QStringLiteral("Create"))->click();
            }));
        QCOMPARE(title, QStringLiteral("Torus"));
        QCOMPARE(window->document().cluster().links.front().pattern, LinkPattern::torus);
    }

    void inserted_into_an_empty_project_it_is_the_drawing_by_hand() {
        const auto window = open_window();
        window->files().new_project();
        Document& document = window->document();
        const std::string before = project_text(document.project(), Catalog::built_in());
        const auto open = [&] {
            window->findChild<QAction*>(QStringLiteral("file.new-template"))->trigger();
        };
        QVERIFY(in_wizard(open, [&](TemplateWizard& wizard) {
            set_small_fat_tree(wizard);
            button(wizard, QStringLiteral("Insert into this drawing"))->click();
        }));
        const auto twin =
            read_project(ROOFRACK_SOURCE_DIR "/tests/data/small_fat_tree.roofrack.json", Catalog::built_in());
        QVERIFY(twin.has_value());
        const Evaluation hand = evaluate_or_explain(twin->project.scenarios.front(), Catalog::built_in());
        const Evaluation made = evaluate_or_explain(document.scenario(), Catalog::built_in());
        QVERIFY(hand.feasible);
        QVERIFY(std::abs(made.step_time / hand.step_time - 1) <= 1e-9);
        // One step, which undo takes back whole.
        QCOMPARE(document.undo_stack().count(), 1);
        document.undo();
        QCOMPARE(project_text(document.project(), Catalog::built_in()), before);
        document.redo();
        // A second one stands beside the first, with ids of its own.
        const size_t elements = document.cluster().elements.size();
        QVERIFY(in_wizard(open, [&](TemplateWizard& wizard) {
            button(wizard, QStringLiteral("Insert into this drawing"))->click();
        }));
        QVERIFY(document.cluster().elements.size() > elements);
        const Diagram drawn = Diagram::make(document.cluster(), Catalog::built_in());
        for (const DrawnElement& a : drawn.elements())
            for (const DrawnElement& b : drawn.elements())
                if (&a < &b && (!is_container(a.kind) || a.kind == ElementKind::rack))
                    QVERIFY2(!a.rect.intersects(b.rect), (a.id + " on " + b.id).c_str());
        QCOMPARE(document.undo_stack().count(), 2);
    }

    void as_a_scenario() {
        const auto window = open_window();
        window->files().new_project();
        Document& document = window->document();
        QVERIFY(
            in_wizard([&] { window->findChild<QAction*>(QStringLiteral("file.new-template"))->trigger(); },
                      [&](TemplateWizard& wizard) {
                          wizard.choose("workstation");
                          button(wizard, QStringLiteral("Create as new scenario"))->click();
                      }));
        QCOMPARE(document.project().scenarios.size(), size_t(2));
        QCOMPARE(document.scenario_index(), 1);
        QVERIFY(document.scenario().name.starts_with("Workstation"));
        document.undo();
        QCOMPARE(document.project().scenarios.size(), size_t(1));
    }

    /// Who draws another cluster beside an open one compares them at the same work.
    void a_project_of_its_own_does_the_work_of_the_open_one() {
        const auto window = open_window();
        QVERIFY(window->files().open_sample(QStringLiteral("llama3-405b-16k")));
        Document& document = window->document();
        const Workload work = document.scenario().workload;
        const ModelSpec* model = Catalog::built_in().model(work.model);
        QVERIFY(model);
        const QString name = QString::fromStdString(model->name);
        const auto caption = [](const TemplateWizard& wizard) {
            for (const QLabel* each : wizard.findChildren<QLabel*>())
                if (each->text().contains(QStringLiteral(", training "))) return each->text();
            return QString();
        };
        const auto open = [&] {
            window->findChild<QAction*>(QStringLiteral("file.new-template"))->trigger();
        };
        QVERIFY(in_wizard(open, [&](TemplateWizard& wizard) {
            set_small_fat_tree(wizard);
            QVERIFY(wait_settled(wizard));
            QVERIFY2(caption(wizard).contains(name + QStringLiteral(" as the open project does")),
                     qPrintable(caption(wizard)));
            auto* models = child<ChoiceEdit>(wizard, "model");
            QVERIFY2(models->currentText().contains(name), qPrintable(models->currentText()));
            // A model that is chosen is the model, with the work that the template gives it.
            models->setCurrentIndex(models->findData(QStringLiteral("llama3-8b")));
            QVERIFY(wait_settled(wizard));
            QVERIFY2(!caption(wizard).contains(QStringLiteral("open project does")),
                     qPrintable(caption(wizard)));
        }));
        QVERIFY(in_wizard(open, [&](TemplateWizard& wizard) {
            set_small_fat_tree(wizard);
            button(wizard, QStringLiteral("Create"))->click();
        }));
        QCOMPARE(document.project().scenarios.size(), size_t(1));
        QCOMPARE(document.scenario().workload.model, work.model);
        QCOMPARE(document.scenario().workload.global_batch, work.global_batch);
        QCOMPARE(document.scenario().workload.token_budget, work.token_budget);
    }

    void remembers_nothing() {
        {
            TemplateWizard wizard(Catalog::built_in(), Theme::light(), false);
            wizard.choose("workstation");
            wizard.reject();
        }
        TemplateWizard wizard(Catalog::built_in(), Theme::light(), false);
        QCOMPARE(wizard.findChild<QListWidget*>()->currentRow(), 0);
        QCOMPARE(child<QuantityEdit>(wizard, "servers")->value(), std::optional(64.0));
    }
};

QTEST_MAIN(TestWizard)
#include "test_wizard.moc"
