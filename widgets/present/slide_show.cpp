// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/slide_show.h"

#include "widgets/present/light_spot.h"
#include "widgets/present/slide_sheet.h"
#include "widgets/present/slide_sliders.h"
#include "widgets/present/speaker_view.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QScreen>

#include <algorithm>
#include <utility>

namespace roofrack {

SlideShow::SlideShow(std::vector<ShownSlide> slides, size_t first, const Theme& theme, QWidget* owner)
    : QWidget(owner, Qt::Window | Qt::FramelessWindowHint)
    , m_slides(std::move(slides))
    , m_number(std::min(first, m_slides.empty() ? 0 : m_slides.size() - 1))
    , m_theme(theme)
    , m_sheet(new SlideSheet(this))
    , m_pointer(new LightSpot(this))
    , m_sliders(new SlideSliders(this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Slides"));
    setObjectName(QStringLiteral("slide-show"));
    setFocusPolicy(Qt::StrongFocus);
    m_sheet->set_ground(Qt::black);
    m_sheet->setAttribute(Qt::WA_TransparentForMouseEvents);
    setMouseTracking(true);
    constexpr int noticed = 100; // ms
    m_working.setSingleShot(true);
    m_working.setInterval(noticed);
    connect(&m_working, &QTimer::timeout, this, [this] { say(tr("evaluating …")); });
    connect(m_sliders, &SlideSliders::changed, this, [this] {
        if (m_speaker) m_speaker->sliders().set_turned(m_sliders->turned());
        turn();
    });
    begin_slide();
}

SlideShow::~SlideShow() { delete m_speaker; }

void SlideShow::start() {
    QScreen* here = parentWidget() ? parentWidget()->screen() : QGuiApplication::primaryScreen();
    const QList<QScreen*> screens = QGuiApplication::screens();
    if (screens.size() > 1) {
        // People look at the other screen; the speaker stays at this one.
        QScreen* other = screens[0] == here ? screens[1] : screens[0];
        setGeometry(other->geometry());
        toggle_speaker();
        m_speaker->move(here->availableGeometry().topLeft());
        m_speaker->showMaximized();
    } else {
        setGeometry(here->geometry());
    }
    showFullScreen();
    activateWindow();
    setFocus(Qt::OtherFocusReason);
    if (m_sliders->has_sliders()) Q_EMIT turned(m_number, {});
}

void SlideShow::show_slides(std::vector<ShownSlide> slides) {
    if (slides.empty()) return;
    m_slides = std::move(slides);
    m_number = std::min(m_number, m_slides.size() - 1);
    m_as_it_is.reset();
    begin_slide();
}

void SlideShow::begin_slide() {
    if (m_slides.empty()) return;
    m_working.stop();
    if (m_sliders->has_keyboard()) setFocus(Qt::OtherFocusReason);
    const bool was_turned = !m_sliders->turned().empty();
    m_sliders->show_sliders(m_slides[m_number].content.sliders, m_theme);
    if (m_speaker) show_sliders_to_speaker();
    place_parts();
    show_current();
    if (was_turned || m_sliders->has_sliders()) Q_EMIT turned(m_number, {});
}

void SlideShow::turn() {
    const std::vector<TurnedInput> inputs = m_sliders->turned();
    if (inputs.empty()) {
        m_working.stop();
        say({});
        if (m_as_it_is) m_slides[m_number] = *std::exchange(m_as_it_is, std::nullopt);
        show_current();
    } else if (!m_working.isActive()) {
        m_working.start();
    }
    Q_EMIT turned(m_number, inputs);
}

void SlideShow::show_turned(size_t number, const std::vector<TurnedInput>& inputs, ShownSlide slide,
                            const QString& follows) {
    const std::vector<TurnedInput> now = m_sliders->turned();
    if (number != m_number || now.empty()) return; // the slide was left, or is as it was
    if (!m_as_it_is) m_as_it_is = m_slides[number];
    m_slides[number] = std::move(slide);
    if (inputs == now) {
        m_working.stop();
        say(follows);
    }
    show_current();
}

void SlideShow::show_current() {
    if (m_slides.empty()) return;
    m_sheet->setVisible(!m_is_black);
    m_sliders->setVisible(!m_is_black && m_sliders->has_sliders());
    m_sheet->show_slide(&m_slides[m_number], {m_number + 1, m_slides.size()}, m_theme);
    if (m_speaker) m_speaker->show_slide(m_slides, m_number);
    show_state();
}

/// Whether the screen is black, and where the light points, to the speaker as to all.
void SlideShow::show_state() {
    const bool points = m_has_pointer && !m_is_black;
    m_pointer->setVisible(points);
    if (points) {
        m_pointer->stand_at(m_sheet->point_at(m_pointed));
        m_pointer->raise();
    }
    if (!m_speaker) return;
    m_speaker->show_black(m_is_black);
    m_speaker->show_pointer(points ? std::optional(m_pointed) : std::nullopt);
}

void SlideShow::point_at(QPointF share) {
    m_pointed = share;
    if (m_has_pointer) show_state();
}

void SlideShow::toggle_pointer() {
    m_has_pointer = !m_has_pointer;
    setCursor(m_has_pointer ? Qt::BlankCursor : Qt::ArrowCursor);
    // The mouse may be on either screen.
    const std::optional<QPointF> at_speaker = m_speaker ? m_speaker->mouse_share() : std::nullopt;
    m_pointed = at_speaker ? *at_speaker : m_sheet->share_at(mapFromGlobal(QCursor::pos()));
    show_state();
}

void SlideShow::go_to(size_t number) {
    if (number >= m_slides.size()) return;
    if (m_as_it_is) m_slides[m_number] = *std::exchange(m_as_it_is, std::nullopt);
    m_number = number;
    m_is_black = false;
    begin_slide();
}

void SlideShow::step(int direction) {
    if (direction < 0 && m_number == 0) return;
    go_to(direction < 0 ? m_number - 1 : m_number + 1);
}

void SlideShow::toggle_speaker() {
    if (!m_speaker) {
        m_speaker = new SpeakerView(m_theme);
        m_speaker->installEventFilter(this);
        m_speaker->show_slide(m_slides, m_number);
        connect(m_speaker, &SpeakerView::pointed, this, &SlideShow::point_at);
        connect(&m_speaker->sliders(), &SlideSliders::changed, this, [this] {
            m_sliders->set_turned(m_speaker->sliders().turned());
            turn();
        });
        m_speaker->show();
        show_sliders_to_speaker();
        show_state();
    } else {
        m_speaker->setVisible(!m_speaker->isVisible());
    }
}

/// As the audience has them, who may have turned them before the speaker's view came.
void SlideShow::show_sliders_to_speaker() {
    SlideSliders& sliders = m_speaker->sliders();
    if (sliders.has_keyboard()) m_speaker->setFocus(Qt::OtherFocusReason);
    m_speaker->show_sliders(m_slides[m_number].content.sliders);
    sliders.set_turned(m_sliders->turned());
    sliders.say(m_sliders->said());
}

void SlideShow::say(const QString& text) {
    m_sliders->say(text);
    if (m_speaker) m_speaker->sliders().say(text);
}

void SlideShow::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down:
    case Qt::Key_PageDown:
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter: return step(1);
    case Qt::Key_Left:
    case Qt::Key_Up:
    case Qt::Key_PageUp:
    case Qt::Key_Backspace: return step(-1);
    case Qt::Key_Home: return go_to(0);
    case Qt::Key_End: return go_to(m_slides.empty() ? 0 : m_slides.size() - 1);
    case Qt::Key_B: m_is_black = !m_is_black; return show_current();
    case Qt::Key_L: return toggle_pointer();
    case Qt::Key_N: return toggle_speaker();
    case Qt::Key_Escape:
        if (m_sliders->has_keyboard()) return setFocus(Qt::OtherFocusReason);
        close();
        return;
    case Qt::Key_F11: close(); return;
    default: QWidget::keyPressEvent(event);
    }
}

void SlideShow::mousePressEvent(QMouseEvent* event) {
    if (m_sliders->takes_click(event->position().toPoint())) return;
    step(event->button() == Qt::RightButton ? -1 : 1);
}

void SlideShow::mouseMoveEvent(QMouseEvent* event) {
    point_at(m_sheet->share_at(event->position().toPoint()));
}

void SlideShow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    place_parts();
}

void SlideShow::place_parts() {
    m_sheet->setGeometry(rect());
    m_sliders->place_on(m_sheet->slide_rect());
    show_state();
}

void SlideShow::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), Qt::black); }

void SlideShow::closeEvent(QCloseEvent* event) {
    QWidget::closeEvent(event);
    if (m_speaker) m_speaker->hide();
    Q_EMIT ended(m_number);
}

/// The speaker turns slides from the second screen, too.
bool SlideShow::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_speaker && event->type() == QEvent::KeyPress) {
        auto* const pressed = static_cast<QKeyEvent*>(event);
        if (pressed->key() == Qt::Key_Tab || pressed->key() == Qt::Key_Backtab) return false; // to a slider
        if (pressed->key() == Qt::Key_Escape && m_speaker->sliders().has_keyboard())
            m_speaker->setFocus(Qt::OtherFocusReason);
        else
            keyPressEvent(pressed);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace roofrack
