// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/present/shown_slide.h"

#include <QElapsedTimer>
#include <QWidget>

#include <vector>

class QLabel;

namespace roofrack {

class SlideSheet;
class SlideSliders;

/// What the speaker sees: the slide with its sliders, the next one, the note, the time of day and how long it
/// has lasted.
class SpeakerView : public QWidget {
    Q_OBJECT

public:
    explicit SpeakerView(const Theme& theme, QWidget* parent = nullptr);

    void show_slide(const std::vector<ShownSlide>& slides, size_t number);
    /// The sliders of another slide, as the scenario has their inputs.
    void show_sliders(const std::vector<SlideSlider>& sliders);
    SlideSliders& sliders() { return *m_sliders; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show_time();

    Theme m_theme;
    SlideSheet *m_now, *m_next;
    SlideSliders* m_sliders; ///< on m_now
    QLabel *m_note, *m_clock;
    QElapsedTimer m_since;
};

} // namespace roofrack
