// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/runs/run_headline.h"

#include <QWidget>

#include <utility>
#include <vector>

class QCheckBox;
class QHBoxLayout;
class QLabel;
class QPushButton;

namespace roofrack {

class ChoiceEdit;
class ElidedLabel;

/// What a project has of one measured run.
struct RunEntry {
    QString name, summary;
    QString fault; ///< The fault of its files; empty if they are in order, or not checked yet.
    bool operator==(const RunEntry&) const = default;
};

/// Above the views of measured runs: where the time of the open one went and who was late, in words, and
/// which runs the project has.
class RunBar : public QWidget {
    Q_OBJECT

public:
    explicit RunBar(QWidget* parent = nullptr);

    /// Sets the runs of the project and the name of the open one; it is empty if none is open, or one that is
    /// not of the project.
    void show_runs(const std::vector<RunEntry>& runs, const QString& open);
    /// The open run. `caution`: what is to be known before its figures are believed, such as warnings of its
    /// reading; `note`: what the files do not tell and no figure needs; both may be empty.
    void show_headline(const RunHeadline& headline, const QString& caution, const QString& note = {});
    void show_nothing();
    /// The reason why the run does not stand beside the prediction; empty if it does, or if nothing is drawn.
    void show_apart(const QString& why);
    /// What can be asked of the open run; `drawn`: something is drawn that it can be held against.
    void show_asks(bool is_open, bool drawn);
    /// The run that the open one is held against; `files`: one that is not of the project; empty: none.
    void show_against(const QString& name);
    /// Whether the open scenario was calibrated, whether that is in force, and by what.
    void show_calibration(bool is_given, bool is_on, const QString& by);
    /// All that is said, a line each: for screen readers and tests.
    QString text() const;
    /// Where `height` px are too low for the bar with all its lines and a view with its plot below, the
    /// headline stands in one line, and the others behind a button. It shows and hides lines, so it is to be
    /// called where the window changes its layout.
    void fit_height(int height);

Q_SIGNALS:
    void run_chosen(const QString& name);
    void remove_wanted();
    void open_wanted();
    void draft_wanted();
    void calibrate_wanted();
    void diagnose_wanted();
    /// A run of the project to compare with; empty ends the comparison.
    void against_chosen(const QString& name);
    void against_files_wanted();
    void calibration_switched(bool on);
    /// Its lines or its width changed: fit_height() is to be called.
    void fit_wanted();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// The lines that have something to say, with all of it, in their order.
    std::vector<std::pair<QLabel*, QString>> lines() const;
    bool has_room(int height) const;
    void show_details();
    void make_asks();
    void fill_against();
    void show_lines(const QString& headline, const QString& where, const QString& who, const QString& caution,
                    const QString& note);

    QLabel* m_headline;
    ElidedLabel* m_brief; ///< the headline in one line
    QLabel *m_where, *m_who;
    ElidedLabel *m_caution, *m_note;
    ElidedLabel* m_apart;
    ChoiceEdit* m_runs;
    QPushButton* m_remove;
    QHBoxLayout* m_right;
    QWidget* m_asks;
    QPushButton *m_draft, *m_calibrate, *m_diagnose;
    ChoiceEdit* m_against;
    QPushButton* m_details;
    QCheckBox* m_calibrated;
    QString m_open, m_against_name;
    std::vector<RunEntry> m_entries;
};

} // namespace roofrack
