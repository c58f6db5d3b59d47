// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/findings/findings_model.h"
#include "widgets/theme/theme.h"

#include <QTreeView>

namespace roofrack {

/// "What binds, and what mitigates it": one row per finding, as tall as its text needs. Where three of them
/// have no room, each shows its first lines, and the one that was clicked or reached by the keys all of them;
/// it is never lower than one line of each needs, whatever the size of the text.
/// A click hands out the ids of the elements that the finding is about; its menu waives it with a reason, or
/// takes the waiver back.
class FindingsView : public QTreeView {
    Q_OBJECT

public:
    explicit FindingsView(QWidget* parent = nullptr);

    void set_findings(const std::vector<Finding>& findings, const std::vector<WaivedFinding>& waived);
    void set_theme(const Theme& theme);
    /// The lines that the row shows at most; 0: all of them.
    int most_lines(int row) const { return row == m_open ? 0 : m_most_lines; }

Q_SIGNALS:
    void located(const std::vector<std::string>& ids);
    void waive_requested(const roofrack::Finding& finding, const QString& reason);
    /// Also of a waiver that waives nothing.
    void waiver_unwanted(const roofrack::Finding& finding);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void locate(const QModelIndex& index);
    void open(int row);
    void set_least_height();
    void share_width();
    void share_height();
    void ask_reason(const Finding& finding);

    FindingsModel m_model;
    Theme m_theme = Theme::light();
    int m_most_lines = 0;
    int m_open = -1; ///< row that shows all its lines
    bool m_is_pressed = false;
};

} // namespace roofrack
