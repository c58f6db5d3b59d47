// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/flows/session.h"
#include "app/gui/flows/trace_flow.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/runs/runs_flow.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/workspace_switch.h"
#include "core/base/catalog/catalog.h"
#include "tests/support/drop_files.h"
#include "tests/support/sample_window.h"
#include "widgets/charts/chart.h"
#include "widgets/measured/run_bar.h"

#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace roofrack::test {

/// A window that measured runs are dropped on.
class RunWindow : public QObject {
public:
    static QString data(const QString& name) {
        return QStringLiteral(ROOFRACK_SOURCE_DIR "/tests/data/traces/") + name;
    }

protected:
    QTemporaryDir m_folder;
    QString m_settings;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;

    ProjectPage& page() { return *m_window->page(); }
    RunBar& bar() { return page().run_bar(); }
    const std::vector<KeptRun>& kept() { return m_window->document().project().runs; }
    QPushButton* button(const char* name) {
        for (auto* each : bar().findChildren<QPushButton*>())
            if (each->accessibleName() == QLatin1String(name)) return each;
        return nullptr;
    }

    void start(QSize size = {1280, 800}) {
        m_window.reset();
        m_settings = m_folder.filePath(QStringLiteral("settings-%1.ini").arg(QTest::currentTestFunction()));
        m_session = std::make_unique<Session>(m_settings);
        m_session->set_appearance(Session::Appearance::light);
        m_window = test::shown_window(*m_session, size);
        QVERIFY(m_window);
    }

    /// As the desktop does it.
    void drop(const QStringList& files) { QVERIFY(test::drop_files(*m_window, files)); }
    void wait_for_run() {
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->traces().is_running() && !m_window->runs().is_busy(), 60000);
        QTest::qWait(20);
    }
    void read(const QStringList& files) {
        drop(files);
        wait_for_run();
    }
};

} // namespace roofrack::test
