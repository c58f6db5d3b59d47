// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontInfo>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QRectF>
#include <QString>

#include <vector>

namespace roofrack::test {

struct PaintedText {
    QString text;
    QRectF rect;        ///< device pixels
    double size_px = 0; ///< height of its type, device pixels
};

/// A paint device that only remembers where text was painted.
class TextRecorder : public QPaintDevice {
public:
    explicit TextRecorder(QSize size)
        : m_size(size)
        , m_engine(texts) {}

    QPaintEngine* paintEngine() const override { return &m_engine; }
    std::vector<PaintedText> texts;

protected:
    int metric(PaintDeviceMetric metric) const override {
        constexpr double mm_per_pixel = 25.4 / 96;
        switch (metric) {
        case PdmWidth: return m_size.width();
        case PdmHeight: return m_size.height();
        case PdmWidthMM: return static_cast<int>(m_size.width() * mm_per_pixel);
        case PdmHeightMM: return static_cast<int>(m_size.height() * mm_per_pixel);
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY: return 96;
        case PdmDevicePixelRatio: return 1;
        case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
        case PdmNumColors: return 1 << 24;
        case PdmDepth: return 32;
        }
        return 0;
    }

private:
    class Engine : public QPaintEngine {
    public:
        explicit Engine(std::vector<PaintedText>& out)
            : QPaintEngine(AllFeatures)
            , m_out(out) {}
        bool begin(QPaintDevice*) override { return true; }
        bool end() override { return true; }
        void updateState(const QPaintEngineState& changed) override {
            if (changed.state() & DirtyTransform) m_transform = changed.transform();
        }
        void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
        void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
        void drawPath(const QPainterPath&) override {}
        void drawTextItem(const QPointF& baseline, const QTextItem& item) override {
            const QRectF rect(baseline.x(), baseline.y() - item.ascent(), item.width(),
                              item.ascent() + item.descent());
            m_out.push_back({item.text(), m_transform.mapRect(rect),
                             QFontInfo(item.font()).pixelSize() * m_transform.m22()});
        }
        Type type() const override { return User; }

    private:
        std::vector<PaintedText>& m_out;
        QTransform m_transform;
    };

    QSize m_size;
    mutable Engine m_engine;
};

} // namespace roofrack::test
