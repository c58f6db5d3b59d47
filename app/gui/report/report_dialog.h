// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/report/report_pdf.h"

#include <QDialog>

#include <string>
#include <vector>

class QCheckBox;
class QLabel;
class QComboBox;
class QPushButton;

namespace roofrack {

class StyleButton;

/// What a report holds, and on which paper a PDF of it is.
class ReportDialog : public QDialog {
    Q_OBJECT

public:
    /// `has_several`: the project has several scenarios, so that sections about them are offered.
    ReportDialog(QWidget* window, bool has_several);

    /// Those that are checked; none where all that are offered are.
    std::vector<std::string> sections() const;
    ReportPaper paper() const;
    StyleButton& style_button() { return *m_style; }
    /// The name of the style that the report will have, and what came of its choice.
    void show_style(const QString& name, const QString& remark);

private:
    std::vector<QCheckBox*> m_sections; ///< each called as its section, in the order of report_sections()
    QComboBox* m_paper;
    StyleButton* m_style;
    QLabel *m_style_name, *m_remark;
    QPushButton* m_goes_on;
};

} // namespace roofrack
