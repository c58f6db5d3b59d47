// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/row_pages.h"

#include "widgets/charts/plot/chart_canvas.h"
#include "widgets/theme/theme.h"

#include <QCoreApplication>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

constexpr int page_bar_away_px = 8, page_bar_px = 4; ///< from the plot to its bar, and its width

} // namespace

RowPage RowPages::page(int all, int most) const {
    RowPage out;
    out.all = all;
    out.shown = all <= most ? all : most - 1;
    out.first = std::clamp(m_first, 0, all - out.shown);
    m_fit = std::max(1, out.shown);
    m_all = all;
    return out;
}

void RowPages::turn(int all) { m_first = m_first + m_fit < all ? m_first + m_fit : 0; }

bool RowPages::scroll(int rows) {
    const int last = std::max(0, m_all - m_fit), before = std::clamp(m_first, 0, last);
    m_first = std::clamp(before + rows, 0, last);
    return m_first != before;
}

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
    const QString hint = QCoreApplication::translate("roofrack::RowPage",
                                                     "a click shows them, and the wheel scrolls; a taller "
                                                     "view has room for more");
    canvas.choose(path, hint, QLatin1String(key));
    if (page.shown < 1 || page.all < 1) return;
    const double half = (canvas.y(1) - canvas.y(0)) / 2, top = canvas.y(0) - half,
                 rows = canvas.y(page.shown - 1) + half - top;
    const QRectF track(std::round(canvas.plot().right() + canvas.px(page_bar_away_px)), top,
                       canvas.px(page_bar_px), rows);
    QRectF thumb = track;
    thumb.setTop(top + rows * page.first / page.all);
    thumb.setHeight(rows * page.shown / page.all);
    QColor colour = canvas.theme().secondary;
    for (const auto& [part, share] : {std::pair{track, 0.15F}, {thumb, 0.5F}}) {
        colour.setAlphaF(share);
        canvas.painter().fillRect(part, colour);
    }
    QPainterPath bar;
    bar.addRect(track);
    canvas.choose(bar,
                  QCoreApplication::translate(
                      "roofrack::RowPage", "rows %1 to %2 of %3; a click turns to the next ones, after the "
                                           "last to the first, and the wheel scrolls")
                      .arg(page.first + 1)
                      .arg(page.first + page.shown)
                      .arg(page.all),
                  QLatin1String(key));
}

} // namespace roofrack
