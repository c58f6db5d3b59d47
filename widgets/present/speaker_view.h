// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/present/shown_slide.h"

#include <QElapsedTimer>
#include <QWidget>

#include <vector>

class QLabel;

namespace roofrack {

class SlideSheet;

/// What the speaker sees: the slide, the next one, the note, the time of day and how long it has lasted.
class SpeakerView : public QWidget {
    Q_OBJECT

public:
    explicit SpeakerView(const Theme& theme, QWidget* parent = nullptr);

    void show_slide(const std::vector<ShownSlide>& slides, size_t number);

private:
    void show_time();

    Theme m_theme;
    SlideSheet *m_now, *m_next;
    QLabel *m_note, *m_clock;
    QElapsedTimer m_since;
};

} // namespace roofrack
