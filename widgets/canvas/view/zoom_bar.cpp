// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/view/zoom_bar.h"

#include "widgets/canvas/view/canvas.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

namespace roofrack {

ZoomBar::ZoomBar(Canvas& canvas)
    : QFrame(&canvas)
    , m_canvas(canvas) {
    setObjectName(QStringLiteral("zoomBar"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setCursor(Qt::ArrowCursor);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(1, 1, 1, 1);
    row->setSpacing(0);
    add(QStringLiteral("−"), tr("Zoom out (Ctrl+−)"), &CanvasCamera::zoom_out);
    m_zoom = add({}, tr("Zoom; a click shows one to one (1)"), &CanvasCamera::zoom_actual);
    m_zoom->setAccessibleName(tr("Zoom"));
    add(QStringLiteral("+"), tr("Zoom in (Ctrl++)"), &CanvasCamera::zoom_in);
    add(tr("Fit"), tr("Show all of the drawing (F)"), &CanvasCamera::fit);
    m_zoom->setMinimumWidth(m_zoom->fontMetrics().horizontalAdvance(QStringLiteral("8,000 %")) + 8);
    connect(&canvas.camera(), &CanvasCamera::view_changed, this, &ZoomBar::show_zoom);
    canvas.installEventFilter(this);
    show_zoom(canvas.zoom());
    place();
}

QToolButton* ZoomBar::add(const QString& text, const QString& tip, void (CanvasCamera::*act)()) {
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setToolTip(tip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus); // the keys stay the drawing's
    connect(button, &QToolButton::clicked, &m_canvas.camera(), act);
    layout()->addWidget(button);
    return button;
}

void ZoomBar::show_zoom(double zoom) {
    const double percent = 100 * zoom;
    m_zoom->setText(QString::number(percent, 'f', percent < 10 ? 1 : 0) + QStringLiteral(" %"));
}

void ZoomBar::place() {
    constexpr int corner = 12; // as the legend
    adjustSize();
    move(m_canvas.width() - width() - corner, m_canvas.height() - height() - corner);
}

bool ZoomBar::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::StyleChange ||
        event->type() == QEvent::Polish)
        place();
    return QFrame::eventFilter(watched, event);
}

} // namespace roofrack
