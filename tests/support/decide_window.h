// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/flows/session.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/workspace_switch.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_file.h"
#include "tests/support/cli.h"
#include "tests/support/sample_window.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/plot/plot_view.h"
#include "widgets/editor/document.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <memory>

namespace roofrack::test {

/// A window whose views of decisions are held against what the command line prints of the same project.
class DecideWindow : public QObject {
protected:
    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;

    ProjectPage& page() { return *m_window->page(); }
    Document& document() { return m_window->document(); }

    void start() {
        static int number = 0;
        m_session = std::make_unique<Session>(m_folder.filePath(QStringLiteral("s%1.ini").arg(++number)));
        m_window = std::make_unique<MainWindow>(Catalog::built_in(), *m_session);
        m_window->resize(1440, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    /// Waits until the view of this data shows what is asked now.
    template<class View>
    bool is_found(std::shared_ptr<const View> ChartData::*of) {
        return QTest::qWaitFor(
            [this, of] {
                const auto data = page().charts().data();
                return data && (*data).*of && !page().is_finding() && !((*data).*of)->is_stale;
            },
            60000);
    }

    /// The control of the views with that name; it may be about to come.
    template<class T>
    T& control(const char* name) {
        T* found = nullptr;
        const auto is_there = [&] {
            for (auto* each : page().charts().findChildren<T*>())
                if (each->isVisible() && each->accessibleName() == QLatin1String(name)) found = each;
            return found != nullptr;
        };
        if (!QTest::qWaitFor(is_there, 5000)) qFatal("no control %s", name);
        return *found;
    }

    const ChartHit* mark(const std::function<bool(const ChartHit&)>& is_it) {
        const ChartHit* found = nullptr;
        for (const ChartHit& hit : plot()->ink().hits)
            if (is_it(hit)) found = &hit;
        return found;
    }
    void click(const ChartHit& hit) {
        const QPoint at = hit.area.boundingRect().center().toPoint();
        QWidget* target = plot()->childAt(at) ? plot()->childAt(at) : plot();
        QTest::mouseClick(target, Qt::LeftButton, {}, target->mapFrom(plot(), at));
    }
    void click(const QString& key) {
        const ChartHit* hit = mark([&](const ChartHit& each) { return each.choose == key; });
        QVERIFY2(hit, qPrintable(key));
        click(*hit);
    }

    /// What a command prints of the project as it is now: `before` it stands in the call, `after` behind it.
    QJsonObject printed(const QStringList& before, const QStringList& after = {}) {
        const std::string path = m_folder.filePath(QStringLiteral("now.roofrack.json")).toStdString();
        if (!write_project(document().project(), path, Catalog::built_in())) qFatal("cannot write");
        QStringList call = before;
        call << QString::fromStdString(path) << after << QStringLiteral("--json");
        return QJsonDocument::fromJson(run_cli(call).out).object();
    }

private:
    PlotView* plot() { return page().charts().current()->findChild<PlotView*>(); }
};

} // namespace roofrack::test
