// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>
#include <vector>

class QAction;
class QLineEdit;
class QListWidget;

namespace roofrack {

/// Finds anything by words of its name or other words for it (WantedWords): a list of all commands with their
/// keys, the impossible ones greyed, and what else is offered for the words.
class CommandSearch : public QFrame {
    Q_OBJECT

public:
    /// Something found beside the commands.
    struct Entry {
        QString text;
        QString hint;  ///< shown right, where a command has its key
        int score = 0; ///< WantedWords::score(), and one of the following on top
        std::function<void()> run;
    };
    /// How far an entry of each kind stands behind a command of as good a name.
    enum { of_fields = 8, of_items = 8, of_figures = 16, of_parts = 24, of_guide = 32 };
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

} // namespace roofrack
