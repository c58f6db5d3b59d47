// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/report/report_pdf.h"

#include <QDialog>

#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QPushButton;

namespace roofrack {

/// What a report holds, and on which paper a PDF of it is.
class ReportDialog : public QDialog {
    Q_OBJECT

public:
    explicit ReportDialog(QWidget* window);

    /// Those that are checked; none where all are.
    std::vector<std::string> sections() const;
    ReportPaper paper() const;

private:
    std::vector<QCheckBox*> m_sections; ///< in the order of report_sections()
    QComboBox* m_paper;
    QPushButton* m_goes_on;
};

} // namespace roofrack
