// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog that asks for the files of a run takes the folder that is typed.
#include "app/gui/flows/trace_dialog.h"
#include "tests/support/run_window.h"

#include <QDir>
#include <QLineEdit>
#include <QTimer>

#include <utility>

using namespace roofrack;
using namespace roofrack::test;

class TestTraceDialog : public RunWindow {
    Q_OBJECT

private:
    QString
        m_gone_into; ///< the folder that the dialog showed when it had been typed into; empty: there was none

    /// Types into the dialog that asks for traces and presses Enter; whether the dialog was left by that.
    bool type_into_dialog(const QString& text) {
        bool is_left = false;
        m_gone_into.clear();
        QTimer::singleShot(0, m_window.get(), [&] {
            auto* dialog = m_window->findChild<TraceDialog*>();
            auto* name = dialog ? dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit")) : nullptr;
            if (!name) return dialog ? dialog->reject() : void();
            name->setText(text);
            QTest::keyClick(name, Qt::Key_Return);
            is_left = !dialog->isVisible();
            m_gone_into = dialog->directory().absolutePath();
            if (!is_left) dialog->reject();
        });
        m_window->traces().open_files();
        return is_left;
    }

private Q_SLOTS:
    void initTestCase() { QApplication::setAttribute(Qt::AA_DontUseNativeDialogs); }
    void cleanup() { m_window.reset(); }

    void a_typed_folder_is_a_folder_of_ranks() {
        start();
        const QString folder = data(QStringLiteral("two_ranks"));
        for (const QString& typed : {folder, folder + u'/'}) {
            QVERIFY2(type_into_dialog(typed), qPrintable(typed));
            wait_for_run();
            QVERIFY(m_window->runs().shown());
            QCOMPARE(m_window->runs().shown()->trace->ranks.size(), size_t(2));
            m_window->runs().close();
        }
        // By its name in the folder that the dialog shows, which is that of the last run.
        QCOMPARE(m_session->last_folder(), QDir::cleanPath(data(QString())));
        QVERIFY(type_into_dialog(QStringLiteral("two_ranks")));
        wait_for_run();
        QVERIFY(m_window->runs().shown());
        m_window->runs().close();
        // A file is a file, and up is up.
        QVERIFY(type_into_dialog(data(QStringLiteral("good.json"))));
        wait_for_run();
        QCOMPARE(m_window->runs().shown()->trace->files.size(), size_t(1));
        // The dialog stays open and shows that folder.
        const QString above = QDir::cleanPath(data(QString()) + QStringLiteral("/.."));
        for (const auto& [typed, shown] :
             {std::pair(QStringLiteral(".."), above), std::pair(QStringLiteral("/"), QStringLiteral("/")),
              std::pair(QDir::homePath(), QDir::homePath())}) {
            QVERIFY2(!type_into_dialog(typed), qPrintable(typed));
            QCOMPARE(QDir::cleanPath(m_gone_into), QDir::cleanPath(shown));
        }
    }
};

QTEST_MAIN(TestTraceDialog)
#include "test_trace_dialog.moc"
