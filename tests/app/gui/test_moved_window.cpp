// SPDX-License-Identifier: GPL-3.0-or-later
// What moved since a project kept its figures, in the window, as the command line prints it.
#include "app/gui/decide/moved_flow.h"
#include "app/gui/flows/file_flow.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/window/main_window.h"
#include "core/answers/moved/moved_figures.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/cli.h"
#include "tests/support/sample.h"
#include "tests/support/sample_window.h"

#include <QDialog>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace roofrack;

class TestMovedWindow : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;

private Q_SLOTS:
    void init() {
        m_session = std::make_unique<Session>(m_folder.filePath(QStringLiteral("settings.ini")));
        m_window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    /// A project whose kept figures are others now says so when it is opened, with a table.
    void what_moved_is_told() {
        const Catalog& catalog = Catalog::built_in();
        Project project;
        project.scenarios = {test::sample("dgx-h100-su")};
        project.kept = figures_to_keep(project, catalog, {}, "0.9");
        const std::string path = m_folder.filePath(QStringLiteral("kept.roofrack.json")).toStdString();
        QVERIFY(write_project(project, path, catalog));
        const auto told = [this] { return m_window->findChild<MessageBar*>()->text(); };
        QVERIFY(m_window->files().open(path));
        const auto* flow = m_window->findChild<MovedFlow*>();
        QVERIFY(flow && flow->is_busy());
        QTRY_VERIFY_WITH_TIMEOUT(!flow->is_busy(), 30000);
        QVERIFY(!told().contains(QStringLiteral("moved")));
        for (KeptFigure& each : project.kept.figures)
            if (each.figure == "step.step_time_s") each.value *= 1.1;
        const std::string other = m_folder.filePath(QStringLiteral("moved.roofrack.json")).toStdString();
        QVERIFY(write_project(project, other, catalog));
        QVERIFY(m_window->files().open(other));
        QTRY_VERIFY_WITH_TIMEOUT(told().contains(QStringLiteral("has moved since version 0.9")), 30000);
        for (auto* each : m_window->findChildren<QPushButton*>())
            if (each->isVisible() && each->text() == QStringLiteral("What moved"))
                QTest::mouseClick(each, Qt::LeftButton);
        auto* dialog = m_window->findChild<QDialog*>(QStringLiteral("moved"));
        QVERIFY(dialog);
        auto* table = dialog->findChild<QTableWidget*>();
        const QJsonObject out =
            QJsonDocument::fromJson(test::run_cli({QStringLiteral("moved"), QString::fromStdString(other),
                                                   QStringLiteral("--json")})
                                        .out)
                .object();
        QCOMPARE(table->rowCount(), out[QStringLiteral("moved")].toInt());
        QCOMPARE(table->rowCount(), 1);
        QVERIFY(table->item(0, 4)->text().startsWith(QStringLiteral("−9.0")));
        dialog->reject();
    }
};

QTEST_MAIN(TestMovedWindow)
#include "test_moved_window.moc"
