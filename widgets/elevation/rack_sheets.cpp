// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/elevation/rack_sheets.h"

#include "core/answers/handover/rack_pictures.h"

#include <QBuffer>
#include <QFont>
#include <QGuiApplication>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgRenderer>

namespace roofrack {

QByteArray rack_sheets_pdf(const Cluster& cluster, const Catalog& catalog, const std::string& name) {
    const size_t sheets = rack_sheets(cluster);
    if (sheets == 0) return {};
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setPdfVersion(QPagedPaintDevice::PdfVersion_1_6);
    pdf.setPageLayout(QPageLayout(QPageSize(QPageSize::A3), QPageLayout::Landscape, {}));
    pdf.setResolution(300);
    QPainter painter;
    if (!painter.begin(&pdf)) return {};
    for (size_t sheet = 0; sheet < sheets; ++sheet) {
        if (sheet > 0 && !pdf.newPage()) return {};
        QByteArray svg = QByteArray::fromStdString(rack_sheet_svg(cluster, catalog, name, sheet));
        // The type that comes with the program.
        svg.replace("Arial, Helvetica, sans-serif", QGuiApplication::font().family().toUtf8());
        QSvgRenderer(svg).render(&painter, QRectF(0, 0, pdf.width(), pdf.height()));
    }
    return painter.end() ? buffer.data() : QByteArray();
}

} // namespace roofrack
