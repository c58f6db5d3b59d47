// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/present/shown_slide.h"

#include <QElapsedTimer>
#include <QWidget>

#include <optional>
#include <vector>

class QLabel;

namespace roofrack {

class LightSpot;
class SlideSheet;
class SlideSliders;

/// What the speaker sees: the slide with its sliders, the next one, the note, which slide it is of how many,
/// the time of day and how long it has lasted, and whether the audience's screen is black.
class SpeakerView : public QWidget {
    Q_OBJECT

public:
    explicit SpeakerView(const Theme& theme, QWidget* parent = nullptr);

    void show_slide(const std::vector<ShownSlide>& slides, size_t number);
    /// The sliders of another slide, as the scenario has their inputs.
    void show_sliders(const std::vector<SlideSlider>& sliders);
    SlideSliders& sliders() { return *m_sliders; }
    void show_black(bool black);
    /// The light pointer at that share of the slide; none: it is off.
    void show_pointer(const std::optional<QPointF>& share);
    /// Where the mouse is on the slide, in shares of it; none: it is elsewhere.
    std::optional<QPointF> mouse_share() const;

Q_SIGNALS:
    /// The mouse moved over the slide.
    void pointed(QPointF share);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show_time();

    Theme m_theme;
    SlideSheet *m_now, *m_next;
    SlideSliders* m_sliders;          ///< on m_now
    LightSpot* m_pointer;             ///< likewise
    std::optional<QPointF> m_pointed; ///< where it stands, in shares of the slide
    QLabel *m_note, *m_clock, *m_place, *m_state;
    QElapsedTimer m_since;
};

} // namespace roofrack
