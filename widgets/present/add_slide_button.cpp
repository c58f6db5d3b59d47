// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/add_slide_button.h"

#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/present/shown_slide.h"

#include <QMenu>

#include <algorithm>

namespace roofrack {

AddSlideButton::AddSlideButton(QWidget* parent)
    : QPushButton(parent) {
    setText(tr("Add"));
    setAutoDefault(false);
    setToolTip(tr("Put a slide behind this one"));
    auto* const menu = new QMenu(this);
    for (const SlideView& each : own_slide_views()) offer(*menu, std::string(each.name));
    m_charts = menu->addMenu(tr("Chart"));
    m_charts->setObjectName(QStringLiteral("slide-charts"));
    set_groups({});
    setMenu(menu);
}

void AddSlideButton::set_groups(const std::vector<ChartGroup>& groups) {
    for (QMenu* before : m_charts->findChildren<QMenu*>(Qt::FindDirectChildrenOnly)) delete before;
    m_charts->clear();
    std::vector<QString> offered;
    const auto is_left = [&](const char* id) {
        return may_be_slide(QLatin1String(id)) &&
               std::ranges::find(offered, QLatin1String(id)) == offered.end();
    };
    for (const ChartGroup& group : groups) {
        if (std::ranges::none_of(group.charts, is_left)) continue;
        QMenu* const of_group = m_charts->addMenu(group.name);
        for (const char* id : group.charts) {
            if (!is_left(id)) continue;
            offer(*of_group, id);
            offered.emplace_back(QLatin1String(id));
        }
    }
    for (const ChartEntry& entry : chart_catalog())
        if (is_left(entry.id)) offer(*m_charts, entry.id);
}

void AddSlideButton::offer(QMenu& where, const std::string& view) {
    QAction* const action = where.addAction(slide_view_name(view));
    action->setData(QString::fromStdString(view));
    connect(action, &QAction::triggered, this, [this, view] { Q_EMIT wanted(view); });
}

} // namespace roofrack
