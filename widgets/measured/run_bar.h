// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/runs/run_headline.h"

#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;

namespace roofrack {

class ChoiceEdit;
class ElidedLabel;

/// What a project has of one measured run.
struct RunEntry {
    QString name, summary;
    QString fault; ///< what became of its files; empty: they are there, or were not looked at yet
    bool operator==(const RunEntry&) const = default;
};

/// Above the views of measured runs: where the time of the open one went and who was late, in words, and
/// which runs the project has.
class RunBar : public QWidget {
    Q_OBJECT

public:
    explicit RunBar(QWidget* parent = nullptr);

    /// The runs of the project, and which of them is open; empty: none, or one that is not of the project.
    void show_runs(const std::vector<RunEntry>& runs, const QString& open);
    /// The open run. `caution`: what is to be known before its figures are believed, such as warnings of its
    /// reading; empty: nothing.
    void show_headline(const RunHeadline& headline, const QString& caution);
    void show_nothing();
    /// Why the run does not stand beside the prediction; empty: it does, or nothing is drawn.
    void show_apart(const QString& why);
    /// All that is said, a line each: for screen readers and tests.
    QString text() const;

Q_SIGNALS:
    void run_chosen(const QString& name);
    void remove_wanted();
    void open_wanted();

private:
    void show_lines(const QString& headline, const QString& where, const QString& who,
                    const QString& caution);

    QLabel* m_headline;
    ElidedLabel* m_where;
    ElidedLabel* m_who;
    ElidedLabel* m_caution;
    ElidedLabel* m_apart;
    ChoiceEdit* m_runs;
    QPushButton* m_remove;
    std::vector<RunEntry> m_entries;
};

} // namespace roofrack
