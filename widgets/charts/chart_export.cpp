// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_export.h"

#include "widgets/fields/picture_file.h"
#include "widgets/fields/svg_outlines.h"

#include <QBuffer>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <cmath>

namespace roofrack {

namespace {

constexpr double css_dpi = 96, points_per_inch = 72;

/// More would be asked for by mistake: a PNG of 400 MB in memory.
constexpr qint64 most_pixels = 100'000'000;

Result<QByteArray> png(const Chart& chart, const PictureOptions& options) {
    const double scale = options.dpi / css_dpi;
    const QSize pixels(static_cast<int>(std::lround(options.size.width() * scale)),
                       static_cast<int>(std::lround(options.size.height() * scale)));
    if (qint64{pixels.width()} * pixels.height() > most_pixels)
        return fail(
            {},
            Chart::tr("a picture of %1 × %2 pixels is too large")
                .arg(pixels.width())
                .arg(pixels.height())
                .toStdString(),
            Chart::tr("choose a smaller size or fewer dots per inch, or save SVG or PDF").toStdString());
    QImage image(pixels, QImage::Format_RGB32);
    image.fill(options.theme.panel);
    chart.paint(image, options, false, scale);
    image.setDotsPerMeterX(static_cast<int>(std::lround(options.dpi / 0.0254)));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    return png_bytes(image);
}

QByteArray svg(const Chart& chart, const PictureOptions& options) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(options.size);
    generator.setViewBox(QRect(QPoint(0, 0), options.size));
    generator.setResolution(static_cast<int>(css_dpi));
    generator.setTitle(chart.title().toHtmlEscaped()); // Qt writes it as it comes
    generator.setDescription(Chart::tr("Drawn by Roofrack"));
    chart.paint(generator, options, true);
    return with_outlined_text(as_xml(bytes));
}

QByteArray pdf(const Chart& chart, const PictureOptions& options) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setCreator(QStringLiteral("Roofrack"));
    writer.setTitle(chart.title());
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setPageSize(QPageSize(QSizeF(options.size) * points_per_inch / css_dpi, QPageSize::Point, {},
                                 QPageSize::ExactMatch));
    // A fine raster, because the writer rounds some coordinates to it.
    constexpr int resolution = 1200;
    writer.setResolution(resolution);
    chart.paint(writer, options, true, resolution / css_dpi);
    return bytes;
}

} // namespace

Result<QByteArray> picture_of(const Chart& chart, PictureFormat format, const PictureOptions& options) {
    switch (format) {
    case PictureFormat::png: return png(chart, options);
    case PictureFormat::svg: return svg(chart, options);
    case PictureFormat::pdf: return pdf(chart, options);
    case PictureFormat::csv: break;
    }
    return QByteArray::fromStdString(chart.table().csv());
}

} // namespace roofrack
