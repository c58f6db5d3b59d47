// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/present/speaker_view.h"

#include "widgets/fields/text.h"
#include "widgets/present/slide_sheet.h"
#include "widgets/present/slide_sliders.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
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
    , m_note(new QLabel(this))
    , m_clock(new QLabel(this)) {
    setWindowTitle(tr("Speaker's view"));
    setFocusPolicy(Qt::StrongFocus);
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
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(m_note);
    scroll->setFocusPolicy(Qt::NoFocus); // its arrows would turn no slide
    auto* next = new QLabel(tr("Next"), this);
    auto* side = new QVBoxLayout;
    side->addWidget(m_clock);
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
    m_note->setText(to_qt(slides[number].content.note));
}

void SpeakerView::show_sliders(const std::vector<SlideSlider>& sliders) {
    m_sliders->show_sliders(sliders, m_theme);
    m_sliders->place_on(m_now->slide_rect());
}

/// The sliders stay at the foot of the slide, whatever size it has.
bool SpeakerView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_now && event->type() == QEvent::Resize) m_sliders->place_on(m_now->slide_rect());
    return QWidget::eventFilter(watched, event);
}

void SpeakerView::show_time() {
    const qint64 seconds = m_since.elapsed() / 1000;
    m_clock->setText(QStringLiteral("%1    %2:%3")
                         .arg(QTime::currentTime().toString(QStringLiteral("HH:mm")))
                         .arg(seconds / 60)
                         .arg(seconds % 60, 2, 10, QLatin1Char('0')));
}

} // namespace roofrack
