// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/published_runs_window.h"

#include "app/gui/pages/guide_pages.h"
#include "core/base/catalog/catalog.h"
#include "core/measured/measure/published/built_in_runs.h"
#include "core/measured/measure/validate.h"
#include "widgets/fields/text.h"
#include "widgets/published/runs_view.h"
#include "widgets/theme/text_scale.h"

#include <QVBoxLayout>

#include <mutex>

namespace roofrack {

namespace {

/// Predicts with the program's own factors: the same whenever it is asked with the same catalogue.
Result<ListedRunsPtr> listed_runs(const Catalog& catalog) {
    static std::mutex mutex;
    static ListedRunsPtr known;
    static const Catalog* known_by = nullptr;
    const std::lock_guard lock(mutex);
    if (known && known_by == &catalog) return known;
    auto found = validate_table(built_in_runs(), "resources/runs", catalog, CostParameters::built_in());
    if (!found) return tl::unexpected(found.error());
    auto runs = std::make_shared<ListedRuns>();
    runs->rows = std::move(found->rows);
    runs->skipped = found->skipped.size();
    runs->nominal = found->nominal_coverage;
    known = std::move(runs);
    known_by = &catalog;
    return known;
}

} // namespace

PublishedRunsWindow::PublishedRunsWindow(const Catalog& catalog, const Theme& theme, QWidget* parent)
    : QDialog(parent, Qt::Window)
    , m_catalog(catalog)
    , m_view(new RunsView(this))
    , m_worker([this](const Job&, const std::stop_token&) { work(); }) {
    setWindowTitle(tr("Published runs"));
    setProperty(guide_page_property, QStringLiteral("published-runs"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_view);
    resize_for_text(*this, {1280, 800});
    set_theme(theme);
    connect(m_view, &RunsView::open_requested, this, &PublishedRunsWindow::open_requested);
    m_worker.post({});
}

void PublishedRunsWindow::set_theme(const Theme& theme) { m_view->set_theme(theme); }

void PublishedRunsWindow::work() {
    auto runs = listed_runs(m_catalog);
    QMetaObject::invokeMethod(
        this,
        [this, runs = std::move(runs)] {
            if (runs)
                m_view->show_runs(*runs);
            else
                m_view->show_failure(to_qt(runs.error().text()));
            Q_EMIT settled();
        },
        Qt::QueuedConnection);
}

} // namespace roofrack
