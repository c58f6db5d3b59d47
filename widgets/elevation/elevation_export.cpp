// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/elevation/elevation_export.h"

#include "widgets/elevation/rack_elevation.h"
#include "widgets/fields/xml_text.h"

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
    const auto failed = [&] {
        return fail(path.string(), RackElevation::tr("it cannot be written").toStdString(),
                    RackElevation::tr("choose another folder").toStdString());
    };
    if (picture.racks().empty())
        return fail(path.string(), RackElevation::tr("no rack is shown").toStdString(),
                    RackElevation::tr("select a rack first").toStdString());
    if (ending == QLatin1String("png")) {
        if (!elevation_image(picture, theme, 2).save(file)) return failed();
        return {};
    }
    if (ending == QLatin1String("svg")) {
        QBuffer buffer;
        QSvgGenerator svg;
        svg.setOutputDevice(&buffer);
        svg.setSize(picture.size().toSize());
        svg.setViewBox(QRectF(QPointF(), picture.size()));
        QPainter painter;
        if (!painter.begin(&svg)) return failed();
        paint(painter, picture, theme);
        painter.end();
        QFile out(file);
        if (!out.open(QIODevice::WriteOnly) || out.write(as_xml(buffer.data())) < 0) return failed();
        return {};
    }
    if (ending == QLatin1String("pdf")) {
        QPdfWriter pdf(file);
        pdf.setPageSize(QPageSize(picture.size(), QPageSize::Point));
        pdf.setPageMargins({});
        pdf.setResolution(72);
        QPainter painter;
        if (!painter.begin(&pdf)) return failed();
        paint(painter, picture, theme);
        return {};
    }
    return fail(path.string(), RackElevation::tr("a picture ends in .png, .svg or .pdf").toStdString(),
                RackElevation::tr("choose one of them").toStdString());
}

} // namespace roofrack
