// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/turned_inputs.h"
#include "core/answers/present/slide_inputs.h"
#include "widgets/theme/theme.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace roofrack {

class ElidedLabel;
class GhostSlider;

/// The inputs of a slide as sliders at its foot, each with a mark where the scenario has its value, and what
/// becomes of the scenario, in the colours of the slide. A click on them or close to them is none on the
/// slide; Tab leads the keyboard to them.
class SlideSliders : public QWidget {
    Q_OBJECT

public:
    explicit SlideSliders(QWidget* parent = nullptr);

    /// As the scenario has them. Hidden where none can be turned.
    void show_sliders(const std::vector<SlideSlider>& sliders, const Theme& theme);
    /// Where a slide of 1920 px stands in the parent.
    void place_on(const QRect& slide);
    /// Whether a click there, in the parent, is meant for a slider, hit or missed: it turns no slide.
    bool takes_click(QPoint at) const;
    /// Those that have another value than the scenario.
    std::vector<TurnedInput> turned() const;
    /// Turns the sliders to these values, the others to those of the scenario. Emits nothing.
    void set_turned(const std::vector<TurnedInput>& inputs);
    bool has_sliders() const { return !m_chips.empty(); }
    bool has_keyboard() const;
    /// What becomes of the scenario, or that it is being found.
    void say(const QString& text);
    QString said() const;

Q_SIGNALS:
    void changed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Chip {
        SlideSlider input;
        QWidget* widget;
        GhostSlider* slider;
        ElidedLabel* name;
        QLabel* value;
    };
    void add_chip(const SlideSlider& input);
    void show_value(const Chip& chip);

    std::vector<Chip> m_chips;
    Theme m_theme = Theme::light();
    QHBoxLayout* m_row;
    ElidedLabel* m_said;
};

} // namespace roofrack
