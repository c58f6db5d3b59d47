// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/compare/choice_controls.h"

class QLineEdit;
class QPushButton;

namespace roofrack {

class Segments;
struct AxisInput;
struct MapView;

/// Which inputs a map goes over, with which values, of which figure, and what its colours mean.
class MapControls : public ChoiceControls {
    Q_OBJECT

public:
    explicit MapControls(QWidget* parent = nullptr);
    void show_data(const ChartData& data) override;

Q_SIGNALS:
    /// Colours mean the winning scenario, or the figure.
    void colour_chosen(bool by_figure);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Axis {
        ChoiceEdit* input;
        QLineEdit* values;
    };
    Axis add_axis(const QString& name, const QString& none);
    /// Fields are as wide as the bar has room in one row, between what they need at least and at most.
    void share_width();
    void take_input(size_t axis, const QString& address);
    void take_values(size_t axis);
    void set_axes(const QString& x, const QString& y);
    QString text_of(size_t axis) const;
    void show_inputs(const std::vector<AxisInput>& inputs);

    Axis m_axes[2];
    ChoiceEdit* m_figure;
    Segments* m_colour;
    QPushButton* m_stop;
    /// The address of each offered input and the values of its axis.
    std::vector<std::pair<QString, QString>> m_offered;
    std::vector<std::string> m_asked; ///< the axes that are shown, also where the project keeps none
    bool m_is_cancelled = false;
};

} // namespace roofrack
