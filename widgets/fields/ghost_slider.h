// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSlider>

namespace roofrack {

/// A slider with a mark where the scenario has its value. A press above, below or close beside its knob takes
/// the knob; one elsewhere brings the knob there and takes it.
class GhostSlider : public QSlider {
    Q_OBJECT

public:
    explicit GhostSlider(QWidget* parent = nullptr);
    void set_ghost(int place);
    /// The colour of the mark, where it is not that of the window's text.
    void set_ghost_colour(const QColor& colour);
    /// Where the knob is, px.
    QRect knob() const;

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// The value at which the middle of the knob stands there, px from the left.
    int value_at(double x) const;

    int m_ghost = 0;
    QColor m_ghost_colour;
};

} // namespace roofrack
