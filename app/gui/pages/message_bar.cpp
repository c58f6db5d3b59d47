// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/message_bar.h"

#include "widgets/fields/style_property.h"
#include "widgets/fields/text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace roofrack {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , m_text(new QLabel(this))
    , m_row(new QHBoxLayout(this)) {
    setObjectName(QStringLiteral("message-bar"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("×"));
    close->setAccessibleName(tr("Dismiss the message"));
    close->setToolTip(tr("Dismiss"));
    m_row->setContentsMargins(16, 8, 8, 8);
    m_row->setSpacing(8);
    m_row->addWidget(m_text, 1);
    m_row->addWidget(close);
    connect(close, &QToolButton::clicked, this, &MessageBar::dismiss);
    m_read.setSingleShot(true);
    connect(&m_read, &QTimer::timeout, this, [this] {
        if (underMouse())
            m_read.start(); // someone reads or copies it
        else
            dismiss();
    });
    if (parent) parent->installEventFilter(this);
    hide();
}

void MessageBar::set_floats(bool floats) {
    if (std::exchange(m_floats, floats) == floats) return;
    set_style_property(this, "floats", floats);
    auto* const column = parentWidget() ? qobject_cast<QBoxLayout*>(parentWidget()->layout()) : nullptr;
    if (!column) return;
    if (floats)
        column->removeWidget(this);
    else
        column->insertWidget(0, this);
}

void MessageBar::place_over_foot() {
    if (!m_floats || !parentWidget()) return;
    constexpr int margin = 16, frame = 120; // px: around it; its own margins and buttons
    const QRect room = parentWidget()->rect().adjusted(margin, margin, -margin, -margin);
    int widest = 0;
    for (const QString& line : m_text->text().split(u'\n'))
        widest = std::max(widest, m_text->fontMetrics().horizontalAdvance(line));
    const int width = std::min(room.width(), widest + frame);
    const int height =
        m_row->hasHeightForWidth() ? m_row->totalHeightForWidth(width) : m_row->totalSizeHint().height();
    setGeometry(room.center().x() - width / 2, room.bottom() + 1 - height, width, height);
}

bool MessageBar::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parentWidget() && event->type() == QEvent::Resize) place_over_foot();
    return QFrame::eventFilter(watched, event);
}

void MessageBar::show_message(Severity severity, const QString& text, const std::vector<Button>& buttons) {
    for (QWidget* button : m_buttons) button->deleteLater();
    m_buttons.clear();
    for (const Button& button : buttons) {
        auto* push = new QPushButton(button.text, this);
        m_row->insertWidget(m_row->count() - 1, push);
        connect(push, &QPushButton::clicked, this, [this, handler = button.handler] {
            dismiss();
            handler();
        });
        m_buttons.push_back(push);
    }
    set_style_property(this, "severity",
                       severity == Severity::critical  ? "critical"
                       : severity == Severity::warning ? "warning"
                                                       : "info");
    const QString shown = legible(text); // names of files that others gave
    m_text->setText(shown);
    setAccessibleDescription(shown);
    m_severity = severity;
    m_read.stop();
    constexpr int least = 4000, a_letter = 60; // ms
    const bool is_remark = severity == Severity::info && buttons.empty();
    if (is_remark) m_read.start(least + a_letter * static_cast<int>(text.size()));
    set_floats(is_remark);
    place_over_foot();
    show();
    if (m_floats) raise();
}

QString MessageBar::diagnostic_text(const QString& headline, const Diagnostic& diagnostic) {
    QString text = headline;
    if (!diagnostic.what.empty()) text += QStringLiteral(": ") + to_qt(diagnostic.what);
    if (!diagnostic.where.empty())
        text += QStringLiteral("\n") + tr("Where: %1").arg(to_qt(diagnostic.where));
    if (!diagnostic.fix.empty())
        text += QStringLiteral("\n") + tr("What to do: %1").arg(to_qt(diagnostic.fix));
    return text;
}

void MessageBar::show_diagnostic(Severity severity, const QString& headline, const Diagnostic& diagnostic,
                                 const std::vector<Button>& buttons) {
    show_message(severity, diagnostic_text(headline, diagnostic), buttons);
}

QString MessageBar::text() const { return isHidden() ? QString() : m_text->text(); }

void MessageBar::dismiss() {
    m_read.stop();
    hide();
}

void MessageBar::outdate() {
    if (m_is_kept) return;
    if (m_severity != Severity::critical && m_buttons.empty()) dismiss();
}

} // namespace roofrack
