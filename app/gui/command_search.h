// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <vector>

class QAction;
class QLineEdit;
class QListWidget;

namespace roofrack {

/// Finds any command by the letters of its name: a list of all with their keys, the impossible ones greyed.
class CommandSearch : public QFrame {
    Q_OBJECT

public:
    CommandSearch(const std::vector<QAction*>& actions, QWidget* window);

    /// Opens over the window, the field empty.
    void open();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void list(const QString& wanted);
    void run();

    std::vector<QAction*> m_actions;
    QLineEdit* m_field;
    QListWidget* m_list;
};

/// True when the letters of `wanted` occur in `text` in order, in any case; `score` is lower the closer they
/// stand.
bool matches_in_order(const QString& wanted, const QString& text, int& score);

} // namespace roofrack
