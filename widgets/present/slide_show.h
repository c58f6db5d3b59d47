// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/decide/turned_inputs.h"
#include "widgets/present/shown_slide.h"

#include <QTimer>
#include <QWidget>

#include <optional>
#include <vector>

namespace roofrack {

class LightSpot;
class SlideSheet;
class SlideSliders;
class SpeakerView;

/// The slides on the whole screen. Arrows, Page Up and Down, Space and clicks go from one to the next, Home
/// and End to the first and the last; B makes it black, L brings a light pointer that follows the mouse here
/// and over the slide of the speaker's view, N that view, Esc ends it. Where there is a second screen, the
/// speaker's view is there. Inputs of a slide stand as sliders at its foot, in the speaker's view, too: the
/// slide follows them, and is as the project has it when it is left.
class SlideShow : public QWidget {
    Q_OBJECT

public:
    /// Deletes itself when it is closed.
    SlideShow(std::vector<ShownSlide> slides, size_t first, const Theme& theme, QWidget* owner);
    ~SlideShow() override;

    /// Fills the screen of the owner; where there is another screen fills that, and the speaker's view stands
    /// at the owner's.
    void start();
    /// Takes the slides of the show as they are now.
    void show_slides(std::vector<ShownSlide> slides);
    size_t number() const { return m_number; }
    /// The slide as it is with these inputs turned, and what becomes of its scenario. Kept while it is seen
    /// and its inputs are turned.
    void show_turned(size_t number, const std::vector<TurnedInput>& inputs, ShownSlide slide,
                     const QString& follows);
    SlideSliders& sliders() { return *m_sliders; }

Q_SIGNALS:
    /// The slide is to be shown with these values; none: as it is, which is shown already.
    void turned(size_t number, const std::vector<roofrack::TurnedInput>& inputs);
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
    /// Its sliders are as the scenario has their inputs.
    void begin_slide();
    void turn();
    void show_current();
    void show_state();
    void point_at(QPointF share);
    void toggle_pointer();
    void place_parts();
    void toggle_speaker();
    void show_sliders_to_speaker();
    /// What becomes of the scenario, or that it is being found: to all who see the slide.
    void say(const QString& text);

    std::vector<ShownSlide> m_slides;     ///< as the project has them; the turned one as it is shown
    std::optional<ShownSlide> m_as_it_is; ///< the slide whose inputs are turned
    size_t m_number;
    Theme m_theme;
    SlideSheet* m_sheet;
    LightSpot* m_pointer;
    QPointF m_pointed; ///< where it is, in shares of the slide
    SlideSliders* m_sliders;
    QTimer m_working; ///< a turned slide is awaited for longer than nobody notices
    SpeakerView* m_speaker = nullptr;
    bool m_is_black = false, m_has_pointer = false;
};

} // namespace roofrack
