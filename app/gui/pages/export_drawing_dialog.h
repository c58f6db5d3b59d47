// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/canvas/paint/picture.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QSpinBox;

namespace roofrack {

/// How the drawing is written as a picture: resolution, width, appearance, ground and legend.
class ExportDrawingDialog : public QDialog {
    Q_OBJECT

public:
    /// `natural`: the size at zoom 1 in px. `theme`: of the window, what "as seen" means.
    ExportDrawingDialog(QSize natural, const Theme& theme, QWidget* window);

    DrawingOptions options() const;
    Theme theme() const;

private:
    void show_size();

    QSize m_natural;
    Theme m_seen;
    QComboBox *m_dpi, *m_appearance;
    QSpinBox* m_width;
    QCheckBox *m_ground, *m_legend;
    QLabel* m_size;
};

} // namespace roofrack
