// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/present/shown_slide.h"

#include <QWidget>

#include <vector>

namespace roofrack {

class SlideSheet;
class SpeakerView;

/// The slides on the whole screen. Arrows, Page Up and Down, Space and clicks go from one to the next, Home
/// and End to the first and the last; B makes it black, L brings a light pointer, N the speaker's view, Esc
/// ends it. Where there is a second screen, the speaker's view is there.
class SlideShow : public QWidget {
    Q_OBJECT

public:
    /// Deletes itself when it is closed.
    SlideShow(std::vector<ShownSlide> slides, size_t first, const Theme& theme, QWidget* owner);
    ~SlideShow() override;

    /// Fills the screen of the owner; where there is another screen fills that, and the speaker's view stands
    /// at the owner's.
    void start();
    /// The same slides, as they are now.
    void show_slides(std::vector<ShownSlide> slides);
    size_t number() const { return m_number; }

Q_SIGNALS:
    /// It was closed at that slide.
    void ended(size_t number);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void go_to(size_t number);
    void step(int direction);
    void show_current();
    void toggle_speaker();

    std::vector<ShownSlide> m_slides;
    size_t m_number;
    Theme m_theme;
    SlideSheet* m_sheet;
    QWidget* m_pointer; ///< the light
    SpeakerView* m_speaker = nullptr;
    bool m_is_black = false, m_has_pointer = false;
};

} // namespace roofrack
