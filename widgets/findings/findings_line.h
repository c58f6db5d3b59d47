// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/finding.h"
#include "widgets/theme/theme.h"

#include <QFrame>

class QToolButton;

namespace roofrack {

class ElidedLabel;

/// The findings in one line: the gravest of them, of equals the first, and how many there are. A click
/// opens them.
class FindingsLine : public QFrame {
    Q_OBJECT

public:
    explicit FindingsLine(QWidget* parent = nullptr);

    void set_findings(const std::vector<Finding>& findings);
    void set_theme(const Theme& theme);
    QString text() const;

Q_SIGNALS:
    void findings_wanted();
    void mitigations_wanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    ElidedLabel* m_text;
    QToolButton* m_count;
    Theme m_theme = Theme::light();
    Severity m_severity = Severity::info;
    bool m_has_any = false;
};

} // namespace roofrack
