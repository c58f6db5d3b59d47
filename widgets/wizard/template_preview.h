// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/diagram/diagram.h"
#include "widgets/canvas/overlays/overlay_style.h"
#include "widgets/theme/theme.h"

#include <QWidget>

namespace roofrack {

/// The whole of a drawing as the canvas shows it, fitted into the widget.
class TemplatePreview : public QWidget {
    Q_OBJECT

public:
    TemplatePreview(const Theme& theme, QWidget* parent = nullptr);

    /// If `evaluation` is null, the drawing is plain.
    void show_drawing(const Cluster& cluster, const Catalog& catalog, const Evaluation* evaluation);
    /// Pale, while what is set up cannot be drawn.
    void set_stale(bool stale);
    const Diagram& drawing() const { return m_drawing; }

    QSize sizeHint() const override { return {480, 360}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme m_theme;
    Diagram m_drawing;
    OverlayStyle m_overlay_style;
    bool m_stale = false;
};

/// A miniature of a drawing's network: frames, servers and links, no text.
QPixmap template_picture(const Cluster& cluster, const Catalog& catalog, QSize size, const Theme& theme,
                         double device_pixel_ratio);

} // namespace roofrack
