// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/findings/findings_model.h"
#include "widgets/theme/theme.h"

#include <QTreeView>

namespace roofrack {

/// "What binds, and what relieves it": one row a finding, as tall as its text needs. A click hands out the
/// ids that the finding speaks of.
class FindingsView : public QTreeView {
    Q_OBJECT

public:
    explicit FindingsView(QWidget* parent = nullptr);

    void set_findings(const std::vector<Finding>& findings);
    void set_theme(const Theme& theme);

Q_SIGNALS:
    void located(const std::vector<std::string>& ids);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void locate(const QModelIndex& index);
    void share_width();

    FindingsModel m_model;
    Theme m_theme = Theme::light();
};

} // namespace roofrack
