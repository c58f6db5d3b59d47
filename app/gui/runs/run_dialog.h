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

/// What was found about a measured run, as a table that explains itself and can be copied and saved, with
/// what can be done about it. Stops nobody: it shows that something is being found, and closing it gives that
/// up.
class RunDialog : public QDialog {
    Q_OBJECT

public:
    struct Row {
        QStringList cells;
        QString tip{};         ///< the row explained
        QString key{};         ///< what an answer in its second cell is of; empty: it is not asked for
        bool is_quiet = false; ///< nothing measured tells it
    };

    /// `name`: its object's, for settings and tests; `columns`: headings, the first of names.
    RunDialog(const QString& name, const QString& title, const QStringList& columns, Session& session,
              QWidget* window);

    void show_waiting(const QString& text);
    void show_fault(const Diagnostic& fault);
    /// `table`: the same for files, with numbers in SI units.
    void show_found(const QString& text, const std::vector<Row>& rows, const QStringList& notes,
                    ChartTable table);
    /// What can be done about it: a button, enabled while something is found.
    void set_action(const QString& text, const QString& tip, std::function<void()> handler);
    /// What was typed into cells that are asked for, by their keys.
    const std::map<std::string, std::string, std::less<>>& answers() const { return m_answers; }
    Result<void> save_table(const QString& path) const;
    /// All that is said above and below the table, a line each.
    QString text() const;

Q_SIGNALS:
    /// A cell that is asked for was filled in.
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
    QPushButton* m_action = nullptr; ///< null: there is nothing to be done
    QPushButton* m_copy;
    QPushButton* m_save;
    std::function<void()> m_handler;
    std::vector<Row> m_rows;
    ChartTable m_figures;
    std::map<std::string, std::string, std::less<>> m_answers;
    bool m_is_filling = false;
};

} // namespace roofrack
