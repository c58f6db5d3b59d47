// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSlider>

namespace roofrack {

/// A slider with a mark where the scenario has its value.
class GhostSlider : public QSlider {
    Q_OBJECT

public:
    explicit GhostSlider(QWidget* parent = nullptr);
    void set_ghost(int place);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_ghost = 0;
};

} // namespace roofrack
