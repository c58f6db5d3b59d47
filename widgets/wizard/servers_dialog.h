// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/design/server_scenarios.h"
#include "widgets/editor/latest_worker.h"

#include <QDialog>
#include <QPointer>

#include <functional>
#include <optional>

class QCheckBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace roofrack {

class Catalog;
class ChoiceEdit;

/// Several servers of the catalogue, the power that each may draw, and what they train: what becomes of them
/// is worked out on a thread of the dialog's own when they are accepted, and it stays open with the reason
/// where nothing does.
class ServersDialog : public QDialog {
    Q_OBJECT

public:
    /// Whether the model, the tokens and the batch are asked, or are those of an open scenario, beside which
    /// the servers are added.
    enum class Work { asked, given };
    /// Called on the dialog's thread.
    using Making = std::function<Result<Project>(const ServersAsked& asked, const std::stop_token& stop)>;

    /// What is known of the open scenario.
    struct Open {
        QString owned; ///< servers that are there already, "64 × DGX H100"; empty: none, so it asks nothing
                       ///< of them
        std::optional<double> power_limit; ///< W that its site delivers: more is said to be
    };

    ServersDialog(const Catalog& catalog, Making making, Work work, QWidget* parent = nullptr,
                  const Open& open = {});
    ~ServersDialog() override;

    /// What is asked now.
    ServersAsked asked() const;
    /// Whether the open project is to compare its scenarios at equal power from then on, else as before.
    bool is_at_equal_power() const;
    /// What became of it, once accepted.
    Project& made() { return m_made; }

    void accept() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Job {
        ServersAsked asked;
        quint64 number = 0;
    };
    void make_list();
    QWidget* make_fields(Work work, const Open& open);
    void say_usual_power(std::optional<double> power_limit);
    void warn_above(QGridLayout& grid, double power_limit);
    void ask_of_owned(QGridLayout& grid, const QString& owned);
    void ask_of_basis(QGridLayout& grid);
    /// The fields that are there, in the order of the keyboard.
    std::vector<QWidget*> fields() const;
    QLineEdit* add_line(QGridLayout& grid, const QString& name, const char* field, const QString& placeholder,
                        const QString& tip);
    void filter();
    void take_choice();
    void take(quint64 number, Result<Project> made);
    void show_fault(const Diagnostic* fault);
    void set_busy(bool is_busy);

    const Catalog& m_catalog;
    Making m_making;
    QLineEdit* m_find;
    QListWidget* m_list;
    QLabel* m_chosen_names;
    QLineEdit* m_power = nullptr;
    ChoiceEdit* m_owned = nullptr; ///< null: none are there already
    QCheckBox* m_equal = nullptr;  ///< null: they make a project of their own
    ChoiceEdit* m_model = nullptr; ///< null, as those behind it: the work is given
    QLineEdit* m_tokens = nullptr;
    QLineEdit* m_batch = nullptr;
    QLabel* m_said;
    QPushButton* m_create;
    QPointer<QWidget> m_had_keyboard;  ///< before it was being made
    std::vector<std::string> m_chosen; ///< ids in the order in which they were chosen
    quint64 m_number = 0;
    bool m_is_made = false;
    Project m_made;
    LatestWorker<Job> m_worker; ///< last: it uses all of the above
};

} // namespace roofrack
