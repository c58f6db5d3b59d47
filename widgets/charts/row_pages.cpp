// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/row_pages.h"

#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/theme/theme.h"

#include <QCoreApplication>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace roofrack {

RowPage RowPages::page(int all, int most) const {
    RowPage out;
    out.all = all;
    out.shown = all <= most ? all : most - 1;
    out.first = std::clamp(m_first, 0, all - out.shown);
    m_fit = std::max(1, out.shown);
    return out;
}

void RowPages::turn(int all) { m_first = m_first + m_fit < all ? m_first + m_fit : 0; }

PanelSpec page_panel(const RowPage& page, double most_px) {
    const int lines = std::max(1, page.lines());
    PanelSpec panel;
    panel.y = {.scale = AxisSpec::Scale::category,
               .low = -1.6,
               .high = lines - 0.4,
               .reversed = true,
               .visible = false,
               .zoom = false};
    panel.x = {.low = 0, .high = 1, .visible = false, .zoom = false};
    panel.max_height = static_cast<int>(std::ceil((lines + 1.2) * most_px)) + 8;
    return panel;
}

void draw_page_line(ChartCanvas& canvas, const RowPage& page, const QString& more, const char* key,
                    double height) {
    if (page.is_whole()) return;
    const double left = canvas.plot().left(), y = canvas.y(page.shown);
    canvas.label(more, {{{left, y}}}, {.colour = canvas.theme().accent, .may_leave_plot = true});
    QPainterPath path;
    path.addRect({left, y - height / 2, canvas.text_size(more).width(), height});
    canvas.choose(path,
                  QCoreApplication::translate("roofrack::RowPage",
                                              "a click shows them; a taller view has room for more"),
                  QLatin1String(key));
}

} // namespace roofrack
