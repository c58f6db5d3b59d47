// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/slide_sliders.h"

#include "core/answers/present/slide_layout.h"
#include "widgets/fields/elided_label.h"
#include "widgets/fields/ghost_slider.h"
#include "widgets/fields/text.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace roofrack {

SlideSliders::SlideSliders(QWidget* parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout)
    , m_said(new ElidedLabel(this)) {
    setObjectName(QStringLiteral("slide-sliders"));
    setAccessibleName(tr("What if"));
    m_said->setAccessibleName(tr("What follows"));
    m_said->setObjectName(QStringLiteral("slide-what-follows"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(m_row);
    column->addWidget(m_said);
    setCursor(Qt::ArrowCursor); // also where the light pointer hides it
    hide();
}

void SlideSliders::show_sliders(const std::vector<SlideSlider>& sliders, const Theme& theme) {
    for (const Chip& each : m_chips) {
        m_row->removeWidget(each.widget);
        each.widget->hide();
        each.widget->deleteLater(); // its own slider may have led here
    }
    m_chips.clear();
    m_theme = theme;
    setPalette(theme.palette()); // the window may be dark where slides are light
    for (const SlideSlider& each : sliders)
        if (each.missing.empty()) add_chip(each);
    say({});
    setVisible(has_sliders());
}

void SlideSliders::add_chip(const SlideSlider& input) {
    Chip chip{input, new QWidget(this), nullptr, nullptr, nullptr};
    chip.name = new ElidedLabel(chip.widget);
    chip.name->set_full_text(to_qt(input.name));
    chip.name->set_note(to_qt(input.help));
    chip.slider = new GhostSlider(chip.widget);
    chip.slider->setSizePolicy(QSizePolicy::Expanding,
                               QSizePolicy::Expanding); // a press beside the line hits
    chip.slider->setFocusPolicy(Qt::TabFocus);          // the arrows turn slides until Tab led here
    chip.slider->installEventFilter(this);
    chip.slider->setAccessibleName(to_qt(input.name));
    chip.slider->setRange(0, static_cast<int>(input.values.size()) - 1);
    chip.slider->setPageStep(std::max(1, static_cast<int>(input.values.size()) / 8));
    chip.slider->set_ghost(static_cast<int>(input.base));
    chip.slider->setValue(static_cast<int>(input.base));
    chip.value = new QLabel(chip.widget);
    chip.value->setTextFormat(Qt::PlainText);
    auto* row = new QHBoxLayout(chip.widget);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(chip.name);
    row->addWidget(chip.slider, 1);
    row->addWidget(chip.value);
    m_row->addWidget(chip.widget, 1);
    m_chips.push_back(chip);
    show_value(chip);
    chip.widget->show();
    connect(chip.slider, &QSlider::valueChanged, this, [this, slider = chip.slider] {
        for (const Chip& each : m_chips)
            if (each.slider == slider) show_value(each);
        Q_EMIT changed();
    });
}

void SlideSliders::show_value(const Chip& chip) {
    chip.value->setText(to_qt(chip.input.texts[static_cast<size_t>(chip.slider->value())]));
}

void SlideSliders::place_on(const QRect& slide) {
    const double zoom = slide.width() / slide_box.width;
    const auto at = [&](double px) { return static_cast<int>(px * zoom); };
    setGeometry(slide.left() + at(slide_what_if_box.x), slide.top() + at(slide_what_if_box.y),
                at(slide_what_if_box.width), at(slide_what_if_box.height));
    m_row->setSpacing(at(48));
    const QFont font = [&] {
        QFont out = m_theme.font(Theme::Role::body);
        out.setPixelSize(std::max(8, at(least_slide_type)));
        return out;
    }();
    // The window's own style sheet would have the last word otherwise, and the window may be dark.
    constexpr int groove = 4; // px
    // As much as the line below leaves: what is higher would be cut there.
    const int left = at(slide_what_if_box.height) - QFontMetrics(font).height() - 2;
    const int knob = std::clamp(left, 8, std::max(14, at(24))) / 2 * 2;
    const QString accent = m_theme.accent.name();
    setStyleSheet(
        QStringLiteral("QLabel { color: %1; background: transparent; font-family: \"%2\"; font-size: "
                       "%3px; }")
            .arg(m_theme.text.name(), font.family())
            .arg(font.pixelSize()) +
        QStringLiteral("QSlider { background: transparent; min-height: %1px; }"
                       "QSlider::groove:horizontal { height: %2px; background: %3; border-radius: 2px; }"
                       "QSlider::sub-page:horizontal { background: %4; border-radius: 2px; }")
            .arg(knob + 2)
            .arg(groove)
            .arg(m_theme.line.name(), accent) +
        QStringLiteral("QSlider::handle:horizontal { width: %1px; height: %1px; margin: -%2px 0; "
                       "border-radius: %3px; border: 1px solid %4; background: %4; }")
            .arg(knob)
            .arg((knob - groove) / 2)
            .arg(knob / 2)
            .arg(accent) +
        // The knob that has the keyboard has a rim in the colour of the text.
        QStringLiteral(
            "QSlider::handle:horizontal:focus { width: %1px; height: %1px; border: 3px solid %2; }")
            .arg(knob - 4)
            .arg(m_theme.text.name()));
    for (const Chip& each : m_chips) {
        each.slider->set_ghost_colour(m_theme.text);
        // The value that is longest has room: nothing moves while it is turned.
        int widest = 0;
        for (const std::string& text : each.input.texts)
            widest = std::max(widest, QFontMetrics(font).horizontalAdvance(to_qt(text)));
        each.value->setMinimumWidth(widest + 2);
        constexpr double widest_name = 420;
        each.name->setMaximumWidth(at(widest_name));
    }
}

bool SlideSliders::takes_click(QPoint at) const {
    constexpr int close = 32; // px
    return isVisible() && at.y() >= y() - close && at.y() < y() + height() + close;
}

std::vector<TurnedInput> SlideSliders::turned() const {
    std::vector<TurnedInput> out;
    for (const Chip& each : m_chips)
        if (const auto place = static_cast<size_t>(each.slider->value()); place != each.input.base)
            out.push_back({each.input.address, each.input.values[place]});
    return out;
}

void SlideSliders::set_turned(const std::vector<TurnedInput>& inputs) {
    for (const Chip& each : m_chips) {
        size_t place = each.input.base;
        for (const TurnedInput& turned : inputs)
            if (const auto found = std::ranges::find(each.input.values, turned.value);
                turned.address == each.input.address && found != each.input.values.end())
                place = static_cast<size_t>(found - each.input.values.begin());
        const QSignalBlocker silent(each.slider);
        each.slider->setValue(static_cast<int>(place));
        show_value(each);
    }
}

bool SlideSliders::has_keyboard() const {
    return std::ranges::any_of(m_chips, [](const Chip& each) { return each.slider->hasFocus(); });
}

void SlideSliders::say(const QString& text) { m_said->set_full_text(text); }
QString SlideSliders::said() const { return m_said->full_text(); }

void SlideSliders::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), m_theme.panel); }

void SlideSliders::mousePressEvent(QMouseEvent* event) { event->accept(); }

/// Page Up and Down turn slides, also from a slider: the key goes on to the window.
bool SlideSliders::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
            event->ignore();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace roofrack
