// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/published_runs_window.h"

#include "app/gui/pages/guide_pages.h"
#include "core/measured/measure/published/predictions.h"
#include "widgets/published/runs_view.h"
#include "widgets/theme/text_scale.h"

#include <QVBoxLayout>

namespace roofrack {

PublishedRunsWindow::PublishedRunsWindow(const Theme& theme, QWidget* parent)
    : QDialog(parent, Qt::Window)
    , m_view(new RunsView(this)) {
    setWindowTitle(tr("Published runs"));
    setProperty(guide_page_property, QStringLiteral("published-runs"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_view);
    resize_for_text(*this, {1280, 800});
    set_theme(theme);
    connect(m_view, &RunsView::open_requested, this, &PublishedRunsWindow::open_requested);
    m_view->show_runs(&listed_runs());
}

void PublishedRunsWindow::set_theme(const Theme& theme) { m_view->set_theme(theme); }

} // namespace roofrack
