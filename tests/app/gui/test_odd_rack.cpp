// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/file_flow.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "core/drawing/project/project_file.h"
#include "core/drawing/templates/templates.h"
#include "core/step/engine/evaluate.h"
#include "widgets/canvas/overlays/overlay_style.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/quantity_edit.h"
#include "widgets/inspector/inspector.h"

#include <QAction>
#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include <memory>

using namespace roofrack;

/// One rack of 32 turns odd: split out, with older GPUs and a warmer inlet.
class TestOddRack : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;
    std::shared_ptr<const Evaluation> m_evaluation;

    Document& document() { return m_window->document(); }
    Canvas& canvas() { return m_window->page()->canvas(); }

    template<class W>
    W* field(const QString& name) {
        for (W* found : m_window->findChildren<W*>())
            if (found->accessibleName() == name && found->isVisible()) return found;
        return nullptr;
    }

    /// Does it and waits until the window shows what it changed.
    template<class Action>
    bool settle(Action&& action) {
        QSignalSpy settled(m_window.get(), &MainWindow::settled);
        action();
        return settled.count() > 0 || settled.wait(30000);
    }
    Evaluation evaluation() {
        const auto prepared = Prepared::make(document().scenario(), Catalog::built_in());
        if (!prepared) qFatal("%s", prepared.error().text().c_str());
        return evaluate(*prepared);
    }
    OverlayStyle overlay_style(Overlay overlay) {
        canvas().shown().set_overlay(overlay);
        return canvas().shown().overlay_style();
    }

private Q_SLOTS:
    void init() {
        m_session = std::make_unique<Session>(m_folder.filePath("settings.ini"));
        m_window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
        m_window->resize(1600, 1000);
        m_window->show();
        auto made =
            make_template("fat-tree", {{"servers", "128"}, {"server", "dgx-h100"}}, Catalog::built_in());
        QVERIFY(made.has_value());
        QVERIFY(settle([&] { m_window->files().start(std::move(*made)); }));
        QCOMPARE(document().cluster().find("rack")->count, 32);
    }

    void splitting_changes_nothing_until_it_differs() {
        const std::string before = project_text(document().project(), Catalog::built_in());
        const Evaluation whole = evaluation();
        document().selection().set_one("rack");
        QVERIFY(m_window->actions().get("arrange.split")->isEnabled());
        QVERIFY(settle([&] { m_window->actions().get("arrange.split")->trigger(); }));
        QCOMPARE(document().undo_stack().undoText(), QString("Split one of Rack × 32"));
        const std::string odd = document().selection().primary();
        QVERIFY(odd != "rack");
        QCOMPARE(document().cluster().find(odd)->count, 1);
        const Evaluation split = evaluation();
        QVERIFY(std::abs(split.step_time / whole.step_time - 1) < 1e-9);
        QVERIFY(std::abs(split.power.facility / whole.power.facility - 1) < 1e-9);
        // It stands beside the group, on nothing else.
        const DrawnElement* drawn = canvas().drawing().find(odd);
        QVERIFY(drawn && drawn->id == odd);
        for (const DrawnElement& other : canvas().drawing().elements())
            if (other.id != odd && other.depth == drawn->depth)
                QVERIFY2(!other.rect.intersects(drawn->rect), other.id.c_str());
        bool told = false;
        for (const QLabel* label : m_window->findChildren<QLabel*>())
            told |= label->isVisible() && label->text().contains("Equal to it so far");
        QVERIFY(told);
        m_window->actions().get("edit.undo")->trigger();
        QCOMPARE(project_text(document().project(), Catalog::built_in()), before);
    }

    void some_are_split_off_in_place() {
        const std::string before = project_text(document().project(), Catalog::built_in());
        document().selection().set_one("rack");
        m_window->actions().get("arrange.split-some")->trigger();
        auto* count = canvas().viewport()->findChild<QSpinBox*>();
        QVERIFY(count && count->isVisible());
        QCOMPARE(count->value(), 16);
        QCOMPARE(count->maximum(), 31);
        QTest::keyClick(count, Qt::Key_Escape);
        QCOMPARE(project_text(document().project(), Catalog::built_in()), before);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        m_window->actions().get("arrange.split-some")->trigger();
        count = canvas().viewport()->findChild<QSpinBox*>();
        QVERIFY(count);
        QTest::keyClicks(count, QStringLiteral("5"));
        QVERIFY(settle([&] { QTest::keyClick(count, Qt::Key_Return); }));
        QCOMPARE(document().undo_stack().undoText(), QString("Split 5 of Rack × 32"));
        QCOMPARE(document().cluster().find("rack")->count, 27);
        QCOMPARE(document().cluster().find(document().selection().primary())->count, 5);
        m_window->actions().get("edit.undo")->trigger();
        QCOMPARE(project_text(document().project(), Catalog::built_in()), before);
    }

    void an_odd_rack_sets_the_pace_and_is_named() {
        document().selection().set_one("rack");
        QVERIFY(settle([&] { m_window->actions().get("arrange.split")->trigger(); }));
        const std::string odd = document().selection().primary();
        const QString name = QString::fromStdString(document().cluster().find(odd)->name);
        QCOMPARE(name, QString("Rack (1 of 32)"));
        const Evaluation equal = evaluation();

        // The warmer inlet, typed into the inspector.
        auto* inlet = field<QuantityEdit>("Inlet air");
        QVERIFY(inlet);
        QVERIFY(settle([&] {
            inlet->setFocus();
            inlet->selectAll();
            QTest::keyClicks(inlet, "41 C");
            QTest::keyClick(inlet, Qt::Key_Return);
        }));
        QVERIFY(document().cluster().find(odd)->supply.has_value());
        const Evaluation warm = evaluation();

        // The older GPU: another part for the servers in it.
        std::string server;
        for (const Element& element : document().cluster().elements)
            if (element.parent == odd) server = element.id;
        document().selection().set_one(server);
        auto* part = field<ChoiceEdit>("Part");
        QVERIFY(part);
        QVERIFY(settle([&] {
            part->set_key("dgx-a100");
            Q_EMIT part->key_committed("dgx-a100");
        }));
        QCOMPARE(document().cluster().find(server)->part.id, std::string("dgx-a100"));
        // What was called after its part still is.
        QCOMPARE(document().cluster().find(server)->name, Catalog::built_in().part("dgx-a100")->name);
        const Evaluation old = evaluation();
        qInfo("step %.4g s equal, %.4g s warm, %.4g s old", equal.step_time.si(), warm.step_time.si(),
              old.step_time.si());
        // An A100 has 312 of the H100's 989 dense bf16 TFLOP/s (NVIDIA's data sheets): all wait for it.
        QVERIFY(old.step_time.si() > 1.5 * equal.step_time.si());

        bool named = false;
        for (const Finding& finding : old.findings) {
            const bool here = std::ranges::find(finding.where, odd) != finding.where.end() ||
                              std::ranges::find(finding.where, server) != finding.where.end();
            named |= here && finding.message.find(name.toStdString()) != std::string::npos;
        }
        for (const Finding& finding : old.findings) qInfo("%s", finding.message.c_str());
        QVERIFY2(named, "no finding names the odd rack");

        const OverlayStyle bottleneck = overlay_style(Overlay::bottleneck);
        QVERIFY(bottleneck.element(odd).frame.isValid());
        QVERIFY(bottleneck.element(odd).frame != bottleneck.element("rack").frame);
        for (const Overlay overlay : {Overlay::inlet, Overlay::chip}) {
            const OverlayStyle seen = overlay_style(overlay);
            QVERIFY2(seen.element(odd).fill != seen.element("rack").fill, qPrintable(label_of(overlay)));
        }
        // GPUs that wait draw nearly as much as the older ones that compute, which may be the same shade.
        const OverlayStyle power = overlay_style(Overlay::rack_power);
        QVERIFY2(power.element(odd).figures != power.element("rack").figures,
                 qPrintable(power.element(odd).figures));

        // It cannot be merged now, and the window says why.
        document().selection().set({"rack", odd});
        m_window->actions().get("arrange.merge")->trigger();
        QVERIFY2(m_window->messages().text().contains("GPU: H100"), qPrintable(m_window->messages().text()));
        QVERIFY(m_window->messages().text().contains("41 °C"));
    }

    // Too hot to run at full clock: the clock overlay and a finding show that rack alone.
    void a_hot_rack_slows_down() {
        document().selection().set_one("rack");
        QVERIFY(settle([&] { m_window->actions().get("arrange.split")->trigger(); }));
        const std::string odd = document().selection().primary();
        const Evaluation equal = evaluation();
        auto* inlet = field<QuantityEdit>("Inlet air");
        QVERIFY(settle([&] {
            inlet->setFocus();
            inlet->selectAll();
            QTest::keyClicks(inlet, "60 C");
            QTest::keyClick(inlet, Qt::Key_Return);
        }));
        const Evaluation hot = evaluation();
        QVERIFY(hot.step_time.si() > equal.step_time.si() * 1.001);
        const auto found = std::ranges::find_if(hot.findings, [&](const Finding& finding) {
            return finding.id == "throttle" && finding.message.find("Rack (1 of 32)") != std::string::npos;
        });
        QVERIFY(found != hot.findings.end());
        const OverlayStyle clock = overlay_style(Overlay::clock);
        QVERIFY(clock.element(odd).fill != clock.element("rack").fill);
    }

    void merging_undoes_it_in_one_step() {
        const Cluster before = document().cluster();
        document().selection().set_one("rack");
        QVERIFY(settle([&] { m_window->actions().get("arrange.split")->trigger(); }));
        const int steps = document().undo_stack().index();
        QVERIFY(settle([&] { m_window->actions().get("arrange.merge")->trigger(); }));
        QCOMPARE(document().undo_stack().index(), steps + 1);
        QVERIFY(document().cluster().find("rack")->count < 32 || document().cluster() == before);
        document().selection().clear();
        m_window->actions().get("arrange.merge")->trigger();
        QVERIFY(document().cluster() == before);
        document().undo_stack().setIndex(0);
        QVERIFY(document().cluster() == before);
    }

    void expanding_places_each_by_itself() {
        const std::string before = project_text(document().project(), Catalog::built_in());
        document().selection().set_one("rack");
        QVERIFY(settle([&] { m_window->actions().get("arrange.expand")->trigger(); }));
        QCOMPARE(document().undo_stack().undoText(), QString("Expand Rack"));
        std::vector<const DrawnElement*> racks;
        for (const DrawnElement& drawn : canvas().drawing().elements()) {
            if (drawn.kind != ElementKind::rack) continue;
            QCOMPARE(drawn.count, 1);
            for (const DrawnElement* other : racks) QVERIFY(!other->rect.intersects(drawn.rect));
            racks.push_back(&drawn);
        }
        QCOMPARE(racks.size(), size_t(32));
        m_window->actions().get("edit.undo")->trigger();
        QCOMPARE(project_text(document().project(), Catalog::built_in()), before);
        // What stands for one only cannot be split, and the menu says so.
        document().selection().set_one("spine");
        QVERIFY(m_window->actions().get("arrange.split")->isEnabled());
        document().selection().clear();
        QVERIFY(!m_window->actions().get("arrange.split")->isEnabled());
        QVERIFY(!m_window->actions().get("arrange.expand")->isEnabled());
    }

    void the_wheel_counts_only_where_the_keyboard_is() {
        document().selection().set_one("spine");
        auto* count = field<QuantityEdit>("Count");
        QVERIFY(count);
        const int before = document().cluster().find("spine")->count;
        const auto turn = [&](int notches) {
            QWheelEvent event(count->rect().center(), count->mapToGlobal(count->rect().center()), {},
                              {0, 120 * notches}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(count, &event);
        };
        canvas().setFocus();
        turn(1);
        QCOMPARE(document().cluster().find("spine")->count, before);
        m_window->activateWindow();
        count->setFocus();
        QVERIFY(QTest::qWaitFor([&] { return count->hasFocus(); }));
        turn(1);
        QCOMPARE(document().cluster().find("spine")->count, before + 1);
        turn(-1);
        QCOMPARE(document().cluster().find("spine")->count, before);
    }
};

QTEST_MAIN(TestOddRack)
#include "test_odd_rack.moc"
