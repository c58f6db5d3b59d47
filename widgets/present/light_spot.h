// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace roofrack {

/// A spot of light that points at something of a slide, and takes none of the clicks there.
class LightSpot : public QWidget {
public:
    explicit LightSpot(QWidget* parent);

    /// Its middle stands there in its parent.
    void stand_at(QPoint at);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace roofrack
