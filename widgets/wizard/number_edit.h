// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>
#include <QPainter>
#include <QSpinBox>
#include <QWheelEvent>

namespace roofrack {

/// The arrows of a spin box, as those of the choices beside it.
inline void paint_arrows(QWidget& box) {
    QPainter painter(&box);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor ink =
        box.palette().color(box.isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText);
    painter.setPen(QPen(ink, 1.2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF centre(box.width() - 13, box.height() / 2.0);
    for (const double way : {-1.0, 1.0})
        painter.drawPolyline(QPolygonF({centre + QPointF(-3, way * 2.5), centre + QPointF(0, way * 5.5),
                                        centre + QPointF(3, way * 2.5)}));
}

/// A count from 1 on, with thousands set apart; below 1 "Automatic" where that may be chosen. The wheel
/// scrolls the panel, never the number.
class CountEdit : public QSpinBox {
    Q_OBJECT

public:
    CountEdit(bool may_be_automatic, QWidget* parent)
        : QSpinBox(parent) {
        setLocale(QLocale(QLocale::English));
        setRange(may_be_automatic ? 0 : 1, 1'000'000);
        if (may_be_automatic) setSpecialValueText(tr("Automatic"));
        setGroupSeparatorShown(true);
        setFocusPolicy(Qt::StrongFocus);
    }

    QString setting() const { return value() == 0 ? QStringLiteral("auto") : QString::number(value()); }

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
    void paintEvent(QPaintEvent* event) override {
        QSpinBox::paintEvent(event);
        paint_arrows(*this);
    }
};

/// A ratio to one: "1.5:1".
class RatioEdit : public QDoubleSpinBox {
    Q_OBJECT

public:
    explicit RatioEdit(QWidget* parent)
        : QDoubleSpinBox(parent) {
        setLocale(QLocale(QLocale::English));
        setRange(0.1, 1000);
        setDecimals(3);
        setSingleStep(0.5);
        setSuffix(QStringLiteral(":1"));
        setFocusPolicy(Qt::StrongFocus);
    }

    QString setting() const { return QString::number(value(), 'g', 6); }
    QString textFromValue(double value) const override { return QString::number(value, 'g', 6); }

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
    void paintEvent(QPaintEvent* event) override {
        QDoubleSpinBox::paintEvent(event);
        paint_arrows(*this);
    }
};

} // namespace roofrack
