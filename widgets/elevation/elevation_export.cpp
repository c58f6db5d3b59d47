// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/elevation/elevation_export.h"

#include "widgets/elevation/rack_elevation.h"
#include "widgets/fields/picture_file.h"
#include "widgets/fields/svg_outlines.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

namespace roofrack {
namespace {

void paint(QPainter& painter, const ElevationPicture& picture, const Theme& theme) {
    painter.fillRect(QRectF(QPointF(), picture.size()), theme.window);
    picture.paint(painter);
}

/// Both are empty where they cannot be made.
QByteArray elevation_svg(const ElevationPicture& picture, const Theme& theme) {
    QBuffer buffer;
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setSize(picture.size().toSize());
    svg.setViewBox(QRectF(QPointF(), picture.size()));
    QPainter painter;
    if (!painter.begin(&svg)) return {};
    paint(painter, picture, theme);
    return painter.end() ? with_outlined_text(as_xml(buffer.data())) : QByteArray();
}

QByteArray elevation_pdf(const ElevationPicture& picture, const Theme& theme) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setPageSize(QPageSize(picture.size(), QPageSize::Point));
    pdf.setPageMargins({});
    pdf.setResolution(72);
    QPainter painter;
    if (!painter.begin(&pdf)) return {};
    paint(painter, picture, theme);
    return painter.end() ? buffer.data() : QByteArray();
}

} // namespace

QImage elevation_image(const ElevationPicture& picture, const Theme& theme, double scale) {
    QImage image((picture.size() * scale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    paint(painter, picture, theme);
    return image;
}

Result<void> save_elevation(const std::filesystem::path& path, const ElevationPicture& picture,
                            const Theme& theme) {
    const QString file = QString::fromStdString(path.string());
    const QString ending = QFileInfo(file).suffix().toLower();
    if (picture.racks().empty())
        return fail(path.string(), RackElevation::tr("no rack is shown").toStdString(),
                    RackElevation::tr("select a rack first").toStdString());
    if (ending == QLatin1String("png")) return write_png(path, elevation_image(picture, theme, 2));
    if (ending == QLatin1String("svg") || ending == QLatin1String("pdf")) {
        const QByteArray bytes =
            ending == QLatin1String("svg") ? elevation_svg(picture, theme) : elevation_pdf(picture, theme);
        if (!bytes.isEmpty()) return write_picture(path, bytes);
        return fail(path.string(), RackElevation::tr("the picture cannot be made").toStdString(),
                    RackElevation::tr("select fewer racks, or choose another format").toStdString());
    }
    return fail(path.string(), RackElevation::tr("a picture ends in .png, .svg or .pdf").toStdString(),
                RackElevation::tr("choose one of them").toStdString());
}

} // namespace roofrack
