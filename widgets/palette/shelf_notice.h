// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>

class QLabel;
class QPushButton;

namespace roofrack {

/// A message in place, below what it is about, with what can be done about it; goes with Esc or "Close".
class ShelfNotice : public QFrame {
    Q_OBJECT

public:
    explicit ShelfNotice(QWidget* parent = nullptr);

    void say(const QString& text, const QString& action = {}, std::function<void()> act = {});

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QLabel* m_text;
    QPushButton *m_action, *m_close;
    std::function<void()> m_act;
};

} // namespace roofrack
