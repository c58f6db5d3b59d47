// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/paint/picture.h"

#include "widgets/canvas/paint/outlined_text.h"
#include "widgets/canvas/paint/paint_drawing.h"
#include "widgets/canvas/paint/paint_legend.h"
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

constexpr double margin = 24;
constexpr double px_an_inch = 96;

/// Where the drawing goes: beside the legend, which stands at the top left.
QRectF fitted(const QRectF& source, const QRectF& area) {
    const double zoom = std::min({area.width() / source.width(), area.height() / source.height(), 2.0});
    QRectF target(QPointF(), source.size() * zoom);
    target.moveCenter(area.center());
    return target;
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
    QSizeF size = drawing.bounds().size() + QSizeF(2 * margin, 2 * margin);
    const QSizeF legend = options.legend ? legend_size(overlay_style.legend(), Theme::light()) : QSizeF();
    // The legend gets the side that adds less paper.
    if (!legend.isEmpty() && legend.width() * size.height() < legend.height() * size.width())
        size.rwidth() += legend.width() + margin;
    else if (!legend.isEmpty())
        size.rheight() += legend.height() + margin;
    return size.toSize().expandedTo(QSize(320, 200)).boundedTo(QSize(8192, 8192));
}

void paint_picture(QPainter& painter, const QRectF& target, const Diagram& drawing,
                   const OverlayStyle& overlay_style, const Theme& theme, const DrawingOptions& options) {
    const PainterStyle style(theme, options.least_type);
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    if (options.background) painter.fillRect(target, style.theme.window);
    const QSizeF legend = options.legend ? legend_size(overlay_style.legend(), style.theme) : QSizeF();
    QRectF area = target.adjusted(margin, margin, -margin, -margin);
    area = beside_legend(area, legend, drawing.bounds().size(), margin);
    if (!drawing.bounds().isEmpty()) {
        const QRectF place = fitted(drawing.bounds(), area);
        const double zoom = place.width() / drawing.bounds().width();
        painter.save();
        painter.translate(place.topLeft());
        painter.scale(zoom, zoom);
        painter.translate(-drawing.bounds().topLeft());
        const DrawingText text =
            options.words ? DrawingText::make(drawing, overlay_style, style, zoom) : DrawingText();
        paint_drawing(painter, drawing, overlay_style, text, style, {zoom, 0}, drawing.bounds());
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
