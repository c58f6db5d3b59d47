// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is entered in the inspector can be saved and opened again.
#include "app/gui/flows/file_flow.h"
#include "app/gui/pages/samples.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "widgets/editor/document.h"
#include "widgets/fields/quantity_edit.h"
#include "widgets/fields/section.h"
#include "widgets/inspector/inspector.h"

#include <QAction>
#include <QTemporaryDir>
#include <QTest>

using namespace roofrack;

class TestFieldLimits : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;

    Document& document() { return m_window->document(); }
    QList<QuantityEdit*> fields() { return m_window->findChild<Inspector*>()->findChildren<QuantityEdit*>(); }
    QuantityEdit* field(const char* name) {
        for (QuantityEdit* one : fields())
            if (one->accessibleName() == QLatin1String(name) && one->isVisible()) return one;
        return nullptr;
    }
    static void type(QuantityEdit& edit, const QString& text, bool enter = true) {
        edit.setFocus();
        edit.selectAll();
        QTest::keyClicks(&edit, text);
        if (enter) QTest::keyClick(&edit, Qt::Key_Return);
    }

private Q_SLOTS:
    void init() {
        m_session = std::make_unique<Session>(m_folder.filePath("settings.ini"));
        m_window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
        m_window->resize(1400, 900);
        m_window->show();
        m_window->files().open_sample("dgx-h100-su");
        QVERIFY(m_window->page());
        for (auto* section : m_window->findChildren<Section*>()) section->set_open(true);
    }

    void what_is_entered_can_be_saved() {
        int committed = 0, refused = 0;
        std::vector<std::vector<std::string>> selections{{}};
        const Cluster drawn = document().cluster();
        for (const ElementKind kind :
             {ElementKind::room, ElementKind::rack, ElementKind::server, ElementKind::switch_,
              ElementKind::storage, ElementKind::feed, ElementKind::cooling}) {
            std::vector<std::string> alike;
            for (const Element& element : drawn.elements)
                if (element.kind == kind) alike.push_back(element.id);
            if (!alike.empty()) selections.push_back({alike.front()});
            if (alike.size() > 1) selections.push_back(alike);
        }
        selections.push_back({drawn.links.front().id});
        for (const auto& ids : selections) {
            document().selection().set(ids);
            for (QuantityEdit* edit : fields()) {
                if (!edit->isVisibleTo(m_window.get()) || edit->isReadOnly()) continue;
                for (const char* text : {"0", "-1", "1e30", "1e9", "0.5", "1e-9"}) {
                    const int steps = document().undo_stack().index();
                    type(*edit, QLatin1String(text));
                    committed += document().undo_stack().index() > steps;
                    refused += !edit->error().isEmpty();
                    const auto again = parse_project(project_text(document().project(), Catalog::built_in()),
                                                     Catalog::built_in());
                    QVERIFY2(again,
                             qPrintable(
                                 QStringLiteral("%1: %2: %3")
                                     .arg(edit->accessibleName(), QLatin1String(text),
                                          again ? QString() : QString::fromStdString(again.error().text()))));
                    QTest::keyClick(edit, Qt::Key_Escape);
                    document().undo_stack().undo();
                }
            }
        }
        QVERIFY2(committed > 100 && refused > 100,
                 qPrintable(QStringLiteral("%1 %2").arg(committed).arg(refused)));
    }

    void what_was_typed_for_another_goes() {
        document().selection().set_one("row-a");
        QuantityEdit* limit = field("Power limit");
        QVERIFY(limit);
        type(*limit, QStringLiteral("abc"));
        QVERIFY(!limit->error().isEmpty());
        document().selection().set_one("row-b");
        QCOMPARE(limit->text(), QString());
        QCOMPARE(limit->error(), QString());
        type(*limit, QStringLiteral("xyz"));
        m_window->files().open_sample("ws-8gpu");
        QVERIFY(!fields().isEmpty());
        for (QuantityEdit* edit : fields()) QVERIFY(edit->error().isEmpty());
    }

    /// With no step left to undo, Ctrl+Z in a field does nothing: it neither brings back the letters that
    /// were typed nor loses the steps that could be done again.
    void an_undo_too_many_changes_nothing() {
        document().selection().set_one("row-a");
        QuantityEdit* limit = field("Power limit");
        QVERIFY(limit);
        type(*limit, QStringLiteral("30 kW"));
        QCOMPARE(document().undo_stack().count(), 1);
        QTest::keyClick(limit, Qt::Key_Z, Qt::ControlModifier);
        if (document().undo_stack().canUndo())
            document().undo_stack().undo(); // without a window that is active
        QVERIFY(!document().undo_stack().canUndo());
        QTest::keyClick(limit, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(limit->text(), QString());
        limit->clearFocus();
        QVERIFY(document().undo_stack().canRedo());
        QCOMPARE(document().undo_stack().count(), 1);
    }
};

QTEST_MAIN(TestFieldLimits)
#include "test_field_limits.moc"
