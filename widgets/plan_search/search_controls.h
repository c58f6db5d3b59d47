// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/plan_search.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace roofrack {

class ElidedLabel;
class QuantityEdit;

/// What a plan search is asked, Start and Cancel, how far it is, and what came of it in a line.
class SearchControls : public QWidget {
    Q_OBJECT

public:
    explicit SearchControls(QWidget* parent = nullptr);

    /// What a search of now would be asked.
    SearchOptions options() const;
    /// `gpus`: what is drawn, the value of the empty field.
    void show_drawn_gpus(double gpus);

    void show_running(double done);
    void show_idle(const QString& line);
    /// A line that asks for an action: the drawing changed, the search failed.
    void show_warning(const QString& line);
    QString line() const;
    /// As the button does.
    void cancel() { Q_EMIT cancelled(); }

Q_SIGNALS:
    void started();
    void cancelled();

private:
    void set_running(bool running);
    void show_line(const QString& line, const char* state);
    void count_axes();

    QuantityEdit* m_gpus;
    QToolButton* m_options;
    QWidget* m_panel;
    std::vector<QCheckBox*> m_axes; ///< as search_axes()
    QCheckBox* m_rank_all = nullptr;
    QPushButton* m_start;
    QPushButton* m_cancel;
    QProgressBar* m_bar;
    ElidedLabel* m_line;
};

} // namespace roofrack
