// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/paint/outlined_text.h"

#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

namespace roofrack {

class OutlinedText::Engine : public QPaintEngine {
public:
    explicit Engine(QPainter& target)
        : QPaintEngine(AllFeatures)
        , m_target(target) {}

    bool begin(QPaintDevice*) override {
        m_target.save();
        m_base = m_target.transform();
        return true;
    }
    bool end() override {
        m_target.restore();
        return true;
    }
    Type type() const override { return User; }

    void updateState(const QPaintEngineState& now) override {
        const DirtyFlags changed = now.state();
        if (changed & DirtyTransform) m_target.setTransform(now.transform() * m_base);
        if (changed & DirtyPen) m_target.setPen(now.pen());
        if (changed & DirtyBrush) m_target.setBrush(now.brush());
        if (changed & DirtyBrushOrigin) m_target.setBrushOrigin(now.brushOrigin());
        if (changed & DirtyHints) {
            m_target.setRenderHints(m_target.renderHints(), false);
            m_target.setRenderHints(now.renderHints());
        }
        if (changed & DirtyOpacity) m_target.setOpacity(now.opacity());
        if (changed & DirtyClipEnabled) m_target.setClipping(now.isClipEnabled());
        if (changed & DirtyClipPath) m_target.setClipPath(now.clipPath(), now.clipOperation());
        if (changed & DirtyClipRegion) m_target.setClipRegion(now.clipRegion(), now.clipOperation());
    }
    void drawPath(const QPainterPath& path) override { m_target.drawPath(path); }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        if (mode == PolylineMode)
            m_target.drawPolyline(points, count);
        else
            m_target.drawPolygon(points, count, mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
    }
    void drawRects(const QRectF* rects, int count) override { m_target.drawRects(rects, count); }
    void drawLines(const QLineF* lines, int count) override { m_target.drawLines(lines, count); }
    void drawEllipse(const QRectF& rect) override { m_target.drawEllipse(rect); }
    void drawPixmap(const QRectF& to, const QPixmap& pixmap, const QRectF& from) override {
        m_target.drawPixmap(to, pixmap, from);
    }
    void drawImage(const QRectF& to, const QImage& image, const QRectF& from,
                   Qt::ImageConversionFlags flags) override {
        m_target.drawImage(to, image, from, flags);
    }
    void drawTextItem(const QPointF& baseline, const QTextItem& item) override {
        QPainterPath path;
        path.addText(baseline, item.font(), item.text());
        m_target.fillPath(path, m_target.pen().brush());
    }

private:
    QPainter& m_target;
    QTransform m_base;
};

OutlinedText::OutlinedText(QPainter& target)
    : m_target(target)
    , m_engine(std::make_unique<Engine>(target)) {}

OutlinedText::~OutlinedText() = default;

QPaintEngine* OutlinedText::paintEngine() const { return m_engine.get(); }

int OutlinedText::metric(PaintDeviceMetric metric) const {
    const QPaintDevice& device = *m_target.device();
    switch (metric) {
    case PdmWidth: return device.width();
    case PdmHeight: return device.height();
    case PdmWidthMM: return device.widthMM();
    case PdmHeightMM: return device.heightMM();
    case PdmNumColors: return device.colorCount();
    case PdmDepth: return device.depth();
    case PdmDpiX: return device.logicalDpiX();
    case PdmDpiY: return device.logicalDpiY();
    case PdmPhysicalDpiX: return device.physicalDpiX();
    case PdmPhysicalDpiY: return device.physicalDpiY();
    case PdmDevicePixelRatio: return 1;
    case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
    }
    return 0;
}

} // namespace roofrack
