// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>

class QLabel;
class QSpinBox;

namespace roofrack {

/// A question for a number, 1 at least.
struct CountQuestion {
    QString title;                    ///< short: what stands before the field
    int start = 1, most = 100000;     ///< the number at first, and the highest one
    std::function<QString(int)> hint; ///< what Enter would do with a number
};

/// Asks for a number in place: Enter answers, Ctrl+Enter answers otherwise, Esc or a click elsewhere not at
/// all.
class CountPrompt : public QFrame {
    Q_OBJECT

public:
    CountPrompt(CountQuestion question, QWidget* parent);

    /// Shows itself beside a point of the parent, inside it, and takes the keyboard.
    void open_at(const QPoint& point);
    bool holds_keys() const; ///< false after a click elsewhere took them

Q_SIGNALS:
    void accepted(int count, bool with_control);
    void cancelled();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void explain();
    void accept(bool with_control);

    CountQuestion m_question;
    bool m_done = false;
    QSpinBox* m_count;
    QLabel* m_hint;
};

} // namespace roofrack
