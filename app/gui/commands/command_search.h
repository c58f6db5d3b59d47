// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>
#include <vector>

class QAction;
class QLineEdit;
class QListWidget;

namespace roofrack {

/// Finds any command by the letters of its name: a list of all with their keys, the impossible ones greyed.
class CommandSearch : public QFrame {
    Q_OBJECT

public:
    /// Something found beside the commands.
    struct Entry {
        QString text;
        QString hint;  ///< shown right, where a command has its key
        int score = 0; ///< as of matches_in_order
        std::function<void()> run;
    };
    using More = std::function<std::vector<Entry>(const QString& wanted)>;

    CommandSearch(const std::vector<QAction*>& actions, QWidget* window);

    /// Asked for more entries with each letter.
    void set_more(More more) { m_more = std::move(more); }

    /// Opens over the window, the field empty.
    void open();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void list(const QString& wanted);
    void fit_height();
    void run();

    std::vector<QAction*> m_actions;
    More m_more;
    std::vector<Entry> m_entries; ///< listed now, beside commands
    QLineEdit* m_field;
    QListWidget* m_list;
};

/// True when the letters of `wanted` occur in `text` in order, in any case; `score` is lower the closer they
/// stand.
bool matches_in_order(const QString& wanted, const QString& text, int& score);

} // namespace roofrack
