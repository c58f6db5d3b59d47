// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/paint/picture.h"

#include "widgets/canvas/paint/outlined_text.h"
#include "widgets/canvas/paint/paint_drawing.h"
#include "widgets/canvas/paint/paint_legend.h"
#include "widgets/canvas/text/drawing_text.h"
#include "widgets/fields/picture_file.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>

namespace roofrack {
namespace {

struct PictureWords {
    Q_DECLARE_TR_FUNCTIONS(Picture)
};

constexpr double legend_gap = 24; ///< px between legend and drawing
constexpr double px_an_inch = 96;

/// Where the drawing goes: beside the legend, which stands at the top left.
QRectF fitted(const QRectF& source, const QRectF& area) {
    const double zoom = std::min({area.width() / source.width(), area.height() / source.height(), 2.0});
    QRectF target(QPointF(), source.size() * zoom);
    target.moveCenter(area.center());
    return target;
}

/// Where a drawing stands in its picture, and what is written there.
struct Fit {
    QPointF corner; ///< top left corner of the drawing's bounds, px
    double zoom = 1;
    DrawingText text{};
};

/// Words that may not be small can stand beyond the bounds of the drawing: where they would leave the picture
/// they count as a part of it.
Fit fit_of(const Diagram& drawing, const OverlayStyle& overlay_style, const PainterStyle& style,
           const DrawingOptions& options, const QRectF& area) {
    constexpr double least_rim = 6; // px
    const QRectF bounds = drawing.bounds();
    const auto fit_to = [&](const QRectF& content) {
        const QRectF place = fitted(content, area);
        Fit out{{}, place.width() / content.width()};
        out.corner = place.topLeft() + (bounds.topLeft() - content.topLeft()) * out.zoom;
        if (options.words) out.text = DrawingText::make(drawing, overlay_style, style, out.zoom);
        return out;
    };
    Fit out = fit_to(bounds);
    QRectF content = bounds;
    for (const DrawnText& each : out.text.texts()) content |= each.area;
    const QRectF seen(out.corner + (content.topLeft() - bounds.topLeft()) * out.zoom,
                      content.size() * out.zoom);
    const double spare = std::max(options.margin - least_rim, 0.0);
    if (area.adjusted(-spare, -spare, spare, spare).contains(seen)) return out;
    return fit_to(content);
}

/// Text as outlines: an SVG names its type and does not hold it.
bool write_svg(QIODevice& file, const Diagram& drawing, const OverlayStyle& overlay_style, const Theme& theme,
               const DrawingOptions& options) {
    const QSize size = picture_size(drawing, overlay_style, options);
    const QRectF target(QPointF(), size);
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(static_cast<int>(px_an_inch));
    generator.setSize(size);
    generator.setViewBox(target.toRect());
    generator.setTitle(options.title.toHtmlEscaped()); // Qt writes it as it comes
    QPainter svg;
    if (!svg.begin(&generator)) return false;
    OutlinedText outlined(svg);
    QPainter painter(&outlined);
    paint_picture(painter, target, drawing, overlay_style, theme, options);
    painter.end();
    return svg.end() && file.write(as_xml(buffer.data())) > 0;
}

} // namespace

QSize picture_size(const Diagram& drawing, const OverlayStyle& overlay_style, const DrawingOptions& options) {
    if (!options.size.isEmpty()) return options.size;
    QSizeF size = drawing.bounds().size() + QSizeF(2 * options.margin, 2 * options.margin);
    const QSizeF legend = options.legend ? legend_size(overlay_style.legend(), Theme::light()) : QSizeF();
    // The legend gets the side that adds less paper.
    if (!legend.isEmpty() && legend.width() * size.height() < legend.height() * size.width())
        size.rwidth() += legend.width() + legend_gap;
    else if (!legend.isEmpty())
        size.rheight() += legend.height() + legend_gap;
    return size.toSize().expandedTo(QSize(320, 200)).boundedTo(QSize(8192, 8192));
}

void paint_picture(QPainter& painter, const QRectF& target, const Diagram& drawing,
                   const OverlayStyle& overlay_style, const Theme& theme, const DrawingOptions& options) {
    const PainterStyle style(theme, options.least_type);
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    if (options.background) painter.fillRect(target, style.theme.window);
    const QSizeF legend = options.legend ? legend_size(overlay_style.legend(), style.theme) : QSizeF();
    const double margin = options.margin;
    QRectF area = target.adjusted(margin, margin, -margin, -margin);
    area = beside_legend(area, legend, drawing.bounds().size(), legend_gap);
    if (!drawing.bounds().isEmpty()) {
        const Fit fit = fit_of(drawing, overlay_style, style, options, area);
        painter.save();
        painter.translate(fit.corner);
        painter.scale(fit.zoom, fit.zoom);
        painter.translate(-drawing.bounds().topLeft());
        paint_drawing(painter, drawing, overlay_style, fit.text, style, {fit.zoom, 0}, drawing.bounds());
        painter.restore();
    }
    if (!legend.isEmpty())
        paint_legend(painter, overlay_style.legend(), style.theme,
                     target.topLeft() + QPointF(margin, margin));
    painter.restore();
}

QImage picture_image(const Diagram& drawing, const OverlayStyle& overlay_style, const Theme& theme,
                     const DrawingOptions& options) {
    const QSize size = picture_size(drawing, overlay_style, options);
    const double ratio = options.dpi / px_an_inch;
    QImage image((QSizeF(size) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.setDotsPerMeterX(static_cast<int>(options.dpi / 0.0254));
    image.setDotsPerMeterY(static_cast<int>(options.dpi / 0.0254));
    image.fill(Qt::transparent);
    QPainter painter(&image);
    paint_picture(painter, QRectF(0, 0, size.width(), size.height()), drawing, overlay_style, theme, options);
    return image;
}

QByteArray picture_svg(const Diagram& drawing, const OverlayStyle& overlay_style, const Theme& theme,
                       const DrawingOptions& options) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    return write_svg(buffer, drawing, overlay_style, theme, options) ? buffer.data() : QByteArray();
}

QByteArray picture_pdf(const Diagram& drawing, const OverlayStyle& overlay_style, const Theme& theme,
                       const DrawingOptions& options) {
    const QSize size = picture_size(drawing, overlay_style, options);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(options.title);
    writer.setResolution(static_cast<int>(px_an_inch));
    writer.setPageSize(
        QPageSize(QSizeF(size) * 0.75, QPageSize::Point, {}, QPageSize::ExactMatch)); // px to pt
    writer.setPageMargins({});
    QPainter painter;
    if (!painter.begin(&writer)) return {};
    paint_picture(painter, QRectF(0, 0, size.width(), size.height()), drawing, overlay_style, theme, options);
    return painter.end() ? buffer.data() : QByteArray();
}

Result<void> save_picture(const std::filesystem::path& path, const Diagram& drawing,
                          const OverlayStyle& overlay_style, const Theme& theme,
                          const DrawingOptions& options) {
    const QString ending = QString::fromStdString(path.extension().string()).toLower();
    if (ending == QLatin1String(".png"))
        return write_png(path, picture_image(drawing, overlay_style, theme, options));
    if (ending == QLatin1String(".svg") || ending == QLatin1String(".pdf")) {
        const QByteArray bytes = ending == QLatin1String(".svg")
                                     ? picture_svg(drawing, overlay_style, theme, options)
                                     : picture_pdf(drawing, overlay_style, theme, options);
        if (!bytes.isEmpty()) return write_picture(path, bytes);
        return fail(path.string(), PictureWords::tr("the picture cannot be made").toStdString(),
                    PictureWords::tr("choose a smaller size, or another format").toStdString());
    }
    return fail(path.string(), PictureWords::tr("pictures are .png, .svg or .pdf").toStdString(),
                PictureWords::tr("choose one of these endings").toStdString());
}

} // namespace roofrack
