// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wizard/template_preview.h"

#include "widgets/canvas/paint/picture.h"

#include <QPainter>

#include <algorithm>

namespace roofrack {

TemplatePreview::TemplatePreview(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme) {
    setMinimumSize(280, 200);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Preview of the drawing"));
}

void TemplatePreview::show_drawing(const Cluster& cluster, const Catalog& catalog,
                                   const Evaluation* evaluation) {
    m_drawing = Diagram::make(cluster, catalog);
    m_overlay_style = OverlayStyle::make(cluster, catalog, evaluation, Overlay::bottleneck, m_theme);
    m_stale = false;
    update();
}

void TemplatePreview::set_stale(bool stale) {
    if (stale == m_stale) return;
    m_stale = stale;
    update();
}

void TemplatePreview::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.window);
    painter.setOpacity(m_stale ? 0.35 : 1);
    DrawingOptions options;
    options.background = false;
    options.legend = false;
    paint_picture(painter, rect(), m_drawing, m_overlay_style, m_theme, options);
    painter.setOpacity(1);
    painter.setPen(m_theme.line);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

QPixmap template_picture(const Cluster& cluster, const Catalog& catalog, QSize size, const Theme& theme,
                         double device_pixel_ratio) {
    // What the templates differ in: the network. Power and cooling would only make it smaller.
    Cluster network;
    for (const Element& element : cluster.elements)
        if (element.kind != ElementKind::feed && element.kind != ElementKind::cooling &&
            element.kind != ElementKind::storage)
            network.elements.push_back(element);
    for (const Link& link : cluster.links)
        if (network.find(link.from) && network.find(link.to)) network.links.push_back(link);
    const Diagram drawing = Diagram::make(network, catalog);
    // At a zoom that shows frames and slots, and then smaller.
    constexpr double zoom = 0.44, margin = 24, edge = 12;
    const QSizeF bounds = drawing.bounds().size() * zoom + QSizeF(2 * edge, 2 * edge);
    const double reduction = std::max(bounds.width() / size.width(), bounds.height() / size.height());
    QPixmap picture(size * device_pixel_ratio);
    picture.fill(theme.window);
    QPainter painter(&picture);
    painter.scale(device_pixel_ratio / reduction, device_pixel_ratio / reduction);
    DrawingOptions options;
    options.background = false;
    options.legend = false;
    options.words = false;
    const double out = margin - edge;
    paint_picture(painter, QRectF(QPointF(), QSizeF(size) * reduction).adjusted(-out, -out, out, out),
                  drawing, OverlayStyle::make(network, catalog, nullptr, Overlay::bottleneck, theme), theme,
                  options);
    painter.end();
    picture.setDevicePixelRatio(device_pixel_ratio);
    return picture;
}

} // namespace roofrack
