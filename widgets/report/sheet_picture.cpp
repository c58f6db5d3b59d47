// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/sheet_picture.h"

#include "widgets/canvas/diagram/diagram.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/chart.h"
#include "widgets/fields/text.h"
#include "widgets/present/shown_slide.h"
#include "widgets/present/slide_painter.h"
#include "widgets/present/slide_table.h"
#include "widgets/report/sheet_type.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QSvgRenderer>

#include <algorithm>

namespace roofrack {

namespace {

constexpr double caption_height = 24, chart_shape = 0.62, drawing_legend = 56;
constexpr double panels_shape = 0.85; ///< the same of charts whose panels then stand below each other
constexpr double least_share = 0.7;   ///< a picture is made so small where it fits on its sheet by that

/// A picture of a known size, and how it is painted into any place.
struct SheetPicture {
    QSizeF size;
    std::function<void(QPainter&, const QRectF&)> paint;
};

/// As wide as the text, and as high as the drawing is then.
QSize drawing_room(const Answers& answers, const QSizeF& max_size) {
    const QRectF bounds = Diagram::make(answers.scenario().cluster, answers.catalog()).bounds();
    const double shape = bounds.width() > 0 ? bounds.height() / bounds.width() : 1;
    const double height =
        std::clamp(shape * max_size.width() + drawing_legend, 0.3 * max_size.width(), max_size.height());
    return QSizeF(max_size.width(), height).toSize();
}

/// As high as all its rows need where a chart has one for each of its table's, and no higher than `max_size`.
QSize chart_room(const std::string& view, size_t rows, const QSizeF& max_size, const Theme& theme) {
    double shape = chart_shape;
    int beside_rows = 0; // px of titles, axes and a legend; 0: its rows are no bars below each other
    if (view == "what-binds") beside_rows = 150;
    if (view == "money") beside_rows = 300;
    if (view == "money" || view == "memory") shape = panels_shape;
    double height = shape * max_size.width();
    if (beside_rows > 0) {
        const double pitch = QFontMetricsF(theme.font(Theme::Role::secondary)).height() + theme.spacing(7);
        height = std::max(height, theme.spacing(beside_rows) + static_cast<double>(rows) * pitch);
    }
    return QSizeF(max_size.width(), std::min(height, max_size.height())).toSize();
}

/// Rows of the table of a view's chart; 0: it shows nothing.
size_t table_rows(const std::string& view, const std::shared_ptr<const ChartData>& data) {
    const ChartEntry* const entry = find_chart(to_qt(view));
    if (!entry) return 0;
    const std::unique_ptr<Chart> chart(entry->create(nullptr));
    chart->show(data);
    return chart->table().rows.size();
}

SheetPicture view_picture(const std::string& view, const std::shared_ptr<const Answers>& answers,
                          const QSizeF& max_size, const Theme& theme) {
    FoundSlide found;
    found.content.view = view;
    found.content.body = view == "drawing" ? SlideBody::drawing : SlideBody::chart;
    found.answers = answers;
    auto data = std::make_shared<ChartData>(answers);
    data->is_final = true;
    found.data = data;
    QSize room;
    if (view == "drawing")
        room = drawing_room(*answers, max_size);
    else if (const size_t rows = table_rows(view, data); rows > 0)
        room = chart_room(view, rows, max_size, theme);
    else
        return {};
    auto shown = std::make_shared<const ShownSlide>(shown_slide(found, {}, theme, room));
    if (!shown->content.missing.empty() || shown->size.isEmpty()) return {};
    return {shown->size,
            [shown](QPainter& painter, const QRectF& place) { paint_slide_body(painter, *shown, place); }};
}

SheetPicture svg_picture(const std::string& svg, const QSizeF& max_size, const Theme& theme) {
    QByteArray bytes = QByteArray::fromStdString(svg);
    bytes.replace("Arial, Helvetica, sans-serif", theme.font(Theme::Role::body).family().toUtf8());
    const auto renderer = std::make_shared<QSvgRenderer>(bytes);
    const QSizeF box = renderer->viewBoxF().size();
    if (!renderer->isValid() || box.isEmpty()) return {};
    QSizeF size = box.scaled(max_size, Qt::KeepAspectRatio);
    // It is drawn for paper, so that it has a white ground of its own on a dark sheet.
    return {size, [renderer, box, is_dark = theme.is_dark](QPainter& painter, const QRectF& place) {
                QRectF fitted(QPointF(), box.scaled(place.size(), Qt::KeepAspectRatio));
                fitted.moveCenter(place.center());
                if (is_dark) painter.fillRect(fitted, Qt::white);
                renderer->render(&painter, fitted);
            }};
}

} // namespace

void ask_for_pictures(const ReportDocument& document, const Answers& answers) {
    for (const ReportDocument::Block& block : document.blocks())
        if (block.kind == ReportDocument::Kind::picture && !block.view.empty())
            ask_for_slide(block.view, answers);
}

void add_picture_strip(std::vector<SheetStrip>& out, const ReportDocument::Block& block,
                       const std::shared_ptr<const Answers>& answers, QSizeF max_size, const Theme& theme) {
    max_size.rheight() -= caption_height;
    SheetPicture picture;
    if (!block.view.empty() && answers) picture = view_picture(block.view, answers, max_size, theme);
    const bool has_title = picture.paint && block.view != "drawing"; // a chart says itself what it shows
    if (!picture.paint) picture = svg_picture(block.text, max_size, theme);
    if (!picture.paint) return;
    const double below = has_title ? 0 : caption_height;
    SheetStrip strip;
    strip.above = 14;
    strip.height = picture.size.height() + below;
    strip.least = least_share * picture.size.height() + below;
    const QFont font = slide_font(theme, sheet_foot_type);
    strip.paint = [picture, below, font, colour = theme.secondary,
                   caption = to_qt(printable_line(block.shows))](QPainter& painter, const QRectF& place) {
        picture.paint(painter, place.adjusted(0, 0, 0, -below));
        if (below == 0) return;
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(QPointF(place.left(), place.bottom() - 8), caption);
    };
    out.push_back(std::move(strip));
}

} // namespace roofrack
