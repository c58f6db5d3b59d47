// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QSpinBox;

namespace roofrack {

/// Asks in place how many: Enter takes one drawn thing that stands for N, Ctrl+Enter N drawn things, Esc or a
/// click elsewhere none. Starts with the number given last.
class CountPrompt : public QFrame {
    Q_OBJECT

public:
    /// `only_separate`: a count makes no sense for the kind, each is drawn.
    CountPrompt(bool only_separate, QWidget* parent);

    /// Shows itself beside a point of the parent, inside it, and takes the keyboard.
    void open_at(const QPoint& point);

Q_SIGNALS:
    void accepted(int count, bool separate);
    void cancelled();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void explain();
    void accept(bool separate);

    bool m_only_separate;
    bool m_done = false;
    QSpinBox* m_count;
    QLabel* m_hint;
};

} // namespace roofrack
