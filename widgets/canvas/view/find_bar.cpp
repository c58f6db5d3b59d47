// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/view/find_bar.h"

#include "widgets/canvas/diagram/reading_order.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/editor/document.h"
#include "widgets/editor/find_items.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>

namespace roofrack {

FindBar::FindBar(Canvas& canvas)
    : QFrame(&canvas)
    , m_canvas(canvas)
    , m_field(new QLineEdit(this))
    , m_count(new QLabel(this)) {
    setObjectName(QStringLiteral("find-bar"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    m_field->setPlaceholderText(tr("Find by name, kind or part"));
    m_field->setAccessibleName(tr("Find in the drawing"));
    m_field->setClearButtonEnabled(true);
    m_field->setFixedWidth(220);
    m_count->setProperty("role", "secondary");
    m_count->setMinimumWidth(72);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 4, 4);
    row->setSpacing(4);
    row->addWidget(m_field);
    row->addSpacing(4);
    row->addWidget(m_count);
    const auto button = [&](const QString& text, const QString& tip, auto does) {
        auto* made = new QToolButton(this);
        made->setText(text);
        made->setToolTip(tip);
        made->setAccessibleName(tip);
        made->setAutoRaise(true);
        made->setFocusPolicy(Qt::TabFocus);
        connect(made, &QToolButton::clicked, this, does);
        row->addWidget(made);
    };
    button(QStringLiteral("↑"), tr("Previous (Shift+Enter)"), [this] { walk(-1); });
    button(QStringLiteral("↓"), tr("Next (Enter)"), [this] { walk(1); });
    button(tr("All"), tr("Select all that is found"), [this] { select_all_hits(); });
    button(QStringLiteral("×"), tr("Close (Esc)"), [this] { close_bar(); });
    installEventFilter(this);
    m_field->installEventFilter(this);
    m_canvas.installEventFilter(this);
    connect(m_field, &QLineEdit::textEdited, this, [this] {
        search();
        m_at = m_hits.empty() ? -1 : 0;
        show_hit();
    });
    connect(&canvas.document(), &Document::changed, this, [this] {
        if (isVisible()) search();
    });
    hide();
}

void FindBar::open() {
    show();
    place_bar();
    raise();
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
    search();
}

void FindBar::close_bar() {
    hide();
    m_canvas.setFocus(Qt::OtherFocusReason);
}

void FindBar::place_bar() {
    adjustSize();
    constexpr int margin = 12;
    move(std::max(margin, m_canvas.width() - width() - margin), margin);
}

/// The hit that was shown stays it, when it is still one.
void FindBar::search() {
    const std::string shown = m_at >= 0 ? m_hits[static_cast<size_t>(m_at)] : std::string();
    const Document& document = m_canvas.document();
    m_hits = in_reading_order(m_canvas.drawing(),
                              find_items(document.cluster(), document.catalog(), m_field->text()));
    const auto still = std::find(m_hits.begin(), m_hits.end(), shown);
    m_at = still == m_hits.end() ? -1 : static_cast<int>(still - m_hits.begin());
    show_count();
}

void FindBar::walk(int by) {
    if (m_hits.empty()) return;
    const int count = static_cast<int>(m_hits.size());
    m_at = m_at < 0 ? (by > 0 ? 0 : count - 1) : (m_at + by + count) % count;
    show_hit();
}

void FindBar::show_hit() {
    show_count();
    if (m_at < 0) return;
    const std::string& hit = m_hits[static_cast<size_t>(m_at)];
    const bool moved = m_canvas.go_to(hit);
    const DrawnElement* element = m_canvas.drawing().find(hit);
    if (!element) return;
    const QRectF area = m_canvas.viewportTransform().mapRect(painted_area(*element));
    // Into the middle of what the bar leaves free, or from under it; of a high one as much as there is room.
    const double away = moved                                 ? geometry().bottom() / 2.0
                        : area.intersects(QRectF(geometry())) ? geometry().bottom() + 8 - area.top()
                                                              : 0;
    if (away > 0) m_canvas.pan_by({0, std::clamp(m_canvas.viewport()->height() - area.bottom(), 0.0, away)});
}

void FindBar::show_count() {
    if (m_field->text().trimmed().isEmpty())
        m_count->clear();
    else if (m_hits.empty())
        m_count->setText(tr("nothing found"));
    else if (m_at < 0)
        m_count->setText(tr("%1 found").arg(m_hits.size()));
    else
        m_count->setText(tr("%1 of %2").arg(m_at + 1).arg(m_hits.size()));
    m_field->setAccessibleDescription(m_count->text());
    place_bar();
}

void FindBar::select_all_hits() {
    if (!m_hits.empty()) m_canvas.show_items(m_hits);
}

bool FindBar::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &m_canvas && event->type() == QEvent::Resize && isVisible()) place_bar();
    if (watched == &m_canvas || event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    switch (key->key()) {
    case Qt::Key_Escape: close_bar(); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (watched != m_field) break;
        walk(key->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (watched != m_field) break;
        walk(key->key() == Qt::Key_Up ? -1 : 1);
        return true;
    default: break;
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace roofrack
