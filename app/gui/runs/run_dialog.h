// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"
#include "widgets/charts/chart_table.h"

#include <QDialog>

#include <functional>
#include <map>
#include <vector>

class QDialogButtonBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace roofrack {

class Session;

/// A dialog with what was found about a measured run: a table that explains itself and can be copied and
/// saved, and a button for what can be done about it. It does not block the window; while the answer is
/// computed it shows the progress, and closing it stops the computation.
class RunDialog : public QDialog {
    Q_OBJECT

public:
    struct Row {
        QStringList cells;
        QString tip{}; ///< The text that explains the row.
        /// The key of the question that the second cell asks; empty if it asks none.
        QString key{};
        bool is_quiet = false; ///< Nothing measured determines the row.
    };

    /// `name` is the object name, for settings and tests; `columns` are the headings, the first one that of
    /// names.
    RunDialog(const QString& name, const QString& title, const QStringList& columns, Session& session,
              QWidget* window);

    void show_waiting(const QString& text);
    void show_fault(const Diagnostic& fault);
    /// `table` has the same rows for files, with numbers in SI units.
    void show_found(const QString& text, const std::vector<Row>& rows, const QStringList& notes,
                    ChartTable table);
    /// Sets the button for what can be done about it; it is enabled while there is a result.
    void set_action(const QString& text, const QString& tip, std::function<void()> handler);
    /// What the user typed into the cells that ask a question, by their keys.
    const std::map<std::string, std::string, std::less<>>& answers() const { return m_answers; }
    Result<void> save_table(const QString& path) const;
    /// All lines of text above and below the table.
    QString text() const;

Q_SIGNALS:
    /// The user has filled in a cell that asks a question.
    void answered();

private:
    void answer(int row);
    void enable(bool enabled);
    void ask_where_to_save();
    void copy_table() const;

    Session& m_session;
    QLabel* m_text;
    QProgressBar* m_progress;
    QTableWidget* m_table;
    QLabel* m_notes;
    QDialogButtonBox* m_buttons;
    QPushButton* m_close;
    QPushButton* m_action = nullptr; ///< Null if nothing can be done.
    QPushButton* m_copy;
    QPushButton* m_save;
    std::function<void()> m_handler;
    std::vector<Row> m_rows;
    ChartTable m_figures;
    std::map<std::string, std::string, std::less<>> m_answers;
    bool m_is_filling = false;
};

} // namespace roofrack
