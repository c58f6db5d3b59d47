// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/add_slide_button.h"

#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/present/shown_slide.h"

#include <QMenu>

namespace roofrack {

AddSlideButton::AddSlideButton(QWidget* parent)
    : QPushButton(parent) {
    setText(tr("Add"));
    setAutoDefault(false);
    setToolTip(tr("Put a slide behind this one"));
    auto* const menu = new QMenu(this);
    for (const SlideView& each : own_slide_views()) offer(*menu, std::string(each.name));
    QMenu* const charts = menu->addMenu(tr("Chart"));
    for (const ChartEntry& entry : chart_catalog())
        if (may_be_slide(QLatin1String(entry.id))) offer(*charts, entry.id);
    setMenu(menu);
}

void AddSlideButton::offer(QMenu& where, const std::string& view) {
    connect(where.addAction(slide_view_name(view)), &QAction::triggered, this,
            [this, view] { Q_EMIT wanted(view); });
}

} // namespace roofrack
