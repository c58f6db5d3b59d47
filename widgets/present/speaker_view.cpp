// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/speaker_view.h"

#include "widgets/fields/text.h"
#include "widgets/present/light_spot.h"
#include "widgets/present/slide_sheet.h"
#include "widgets/present/slide_sliders.h"

#include <QCursor>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QScrollArea>
#include <QTime>
#include <QTimer>
#include <QVBoxLayout>

namespace roofrack {

SpeakerView::SpeakerView(const Theme& theme, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_theme(theme)
    , m_now(new SlideSheet(this))
    , m_next(new SlideSheet(this))
    , m_sliders(new SlideSliders(m_now))
    , m_pointer(new LightSpot(m_now))
    , m_note(new QLabel(this))
    , m_clock(new QLabel(this))
    , m_place(new QLabel(this))
    , m_state(new QLabel(this)) {
    setWindowTitle(tr("Speaker's view"));
    setFocusPolicy(Qt::StrongFocus);
    m_now->setObjectName(QStringLiteral("speaker-slide"));
    m_now->setMouseTracking(true);
    m_now->installEventFilter(this);
    QFont large = font();
    large.setPixelSize(28);
    m_note->setObjectName(QStringLiteral("speaker-note"));
    m_note->setFont(large);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_note->setAccessibleName(tr("Note"));
    m_clock->setFont(large);
    m_clock->setTextFormat(Qt::PlainText);
    m_clock->setAccessibleName(tr("Time"));
    m_place->setObjectName(QStringLiteral("speaker-place"));
    m_place->setFont(large);
    m_state->setObjectName(QStringLiteral("speaker-state"));
    m_state->setFont(large);
    m_state->setWordWrap(true);
    m_state->setText(tr("The screen is black: B brings the slide back"));
    m_state->setProperty("role", "error");
    m_state->setStyleSheet(
        QStringLiteral("font-size: 28px;")); // the small type of the role is not read from afar
    m_state->hide();
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(m_note);
    scroll->setFocusPolicy(Qt::NoFocus); // its arrows would turn no slide
    auto* next = new QLabel(tr("Next"), this);
    auto* side = new QVBoxLayout;
    side->addWidget(m_place);
    side->addWidget(m_clock);
    side->addWidget(m_state);
    side->addWidget(next);
    side->addWidget(m_next, 2);
    side->addWidget(scroll, 3);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 16, 16, 16);
    row->setSpacing(16);
    row->addWidget(m_now, 3);
    row->addLayout(side, 2);
    resize(1280, 720);
    auto* timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, &SpeakerView::show_time);
    timer->start(1000);
    m_since.start();
    show_time();
}

void SpeakerView::show_slide(const std::vector<ShownSlide>& slides, size_t number) {
    if (number >= slides.size()) return;
    const ShownSlide* const next = number + 1 < slides.size() ? &slides[number + 1] : nullptr;
    m_now->show_slide(&slides[number], {number + 1, slides.size()}, m_theme);
    m_next->show_slide(next, {number + 2, slides.size()}, m_theme, tr("The last slide"));
    m_place->setText(tr("Slide %1 of %2").arg(number + 1).arg(slides.size()));
    const QString note = to_qt(slides[number].content.note);
    m_note->setText(note.trimmed().isEmpty() ? tr("No note") : note);
}

void SpeakerView::show_black(bool black) { m_state->setVisible(black); }

void SpeakerView::show_pointer(const std::optional<QPointF>& share) {
    m_pointed = share;
    m_pointer->setVisible(share.has_value());
    m_now->setCursor(share ? Qt::BlankCursor : Qt::ArrowCursor);
    if (!share) return;
    m_pointer->stand_at(m_now->point_at(*share));
    m_pointer->raise();
}

std::optional<QPointF> SpeakerView::mouse_share() const {
    const QPoint at = m_now->mapFromGlobal(QCursor::pos());
    if (!isVisible() || !m_now->slide_rect().contains(at)) return std::nullopt;
    return m_now->share_at(at);
}

void SpeakerView::show_sliders(const std::vector<SlideSlider>& sliders) {
    m_sliders->show_sliders(sliders, m_theme);
    m_sliders->place_on(m_now->slide_rect());
}

/// The sliders stay at the foot of the slide, whatever size it has.
bool SpeakerView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_now && event->type() == QEvent::Resize) {
        m_sliders->place_on(m_now->slide_rect());
        show_pointer(m_pointed);
    }
    if (watched == m_now && event->type() == QEvent::MouseMove)
        Q_EMIT pointed(m_now->share_at(static_cast<QMouseEvent*>(event)->position().toPoint()));
    return QWidget::eventFilter(watched, event);
}

void SpeakerView::show_time() {
    const qint64 seconds = m_since.elapsed() / 1000;
    m_clock->setText(tr("It is %1, %2:%3 since the start")
                         .arg(QTime::currentTime().toString(QStringLiteral("HH:mm")))
                         .arg(seconds / 60)
                         .arg(seconds % 60, 2, 10, QLatin1Char('0')));
}

} // namespace roofrack
