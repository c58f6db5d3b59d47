// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/report/report_dialog.h"

#include "core/answers/handover/report.h"
#include "widgets/fields/choice_edit.h"
#include "widgets/fields/text.h"
#include "widgets/present/style_button.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace roofrack {

ReportDialog::ReportDialog(QWidget* window, bool has_several)
    : QDialog(window)
    , m_paper(new ChoiceEdit(this))
    , m_style(new StyleButton(this))
    , m_style_name(new QLabel(this))
    , m_remark(new QLabel(this)) {
    setWindowTitle(tr("Export a report"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(new QLabel(tr("Sections of the report"), this));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_goes_on = buttons->addButton(tr("Choose the &file…"), QDialogButtonBox::AcceptRole);
    m_goes_on->setDefault(true);
    for (const ReportSection& each : report_sections()) {
        if (each.compare && !has_several) continue;
        auto* const section = new QCheckBox(to_qt(each.heading), this);
        section->setObjectName(to_qt(each.name));
        section->setChecked(true);
        connect(section, &QCheckBox::toggled, this,
                [this] { m_goes_on->setEnabled(std::ranges::any_of(m_sections, &QCheckBox::isChecked)); });
        m_sections.push_back(section);
    }
    // In two columns: large text would put the buttons below the screen.
    auto* const grid = new QGridLayout;
    grid->setHorizontalSpacing(24);
    const int rows = (int(m_sections.size()) + 1) / 2;
    for (int i = 0; i < int(m_sections.size()); ++i)
        grid->addWidget(m_sections[size_t(i)], i % rows, i / rows);
    column->addLayout(grid);
    m_paper->addItems({tr("A4"), tr("US Letter")});
    auto* form = new QFormLayout;
    form->addRow(tr("&Paper of a PDF"), m_paper);
    auto* const style = new QHBoxLayout;
    style->addWidget(m_style);
    style->addWidget(m_style_name, 1);
    form->addRow(tr("Look of the report"), style);
    m_style_name->setTextFormat(Qt::PlainText);
    m_remark->setTextFormat(Qt::PlainText);
    m_remark->setWordWrap(true);
    m_remark->hide();
    column->addSpacing(8);
    column->addLayout(form);
    column->addWidget(m_remark);
    column->addStretch();
    column->addWidget(buttons);
    m_sections.front()->setFocus(); // the others follow, then what is made first and stands below them
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

std::vector<std::string> ReportDialog::sections() const {
    std::vector<std::string> out;
    for (const QCheckBox* each : m_sections)
        if (each->isChecked()) out.push_back(each->objectName().toStdString());
    if (out.size() == m_sections.size()) out.clear();
    return out;
}

void ReportDialog::show_style(const QString& name, const QString& remark) {
    m_style_name->setText(name);
    m_remark->setText(remark);
    m_remark->setVisible(!remark.isEmpty());
}

ReportPaper ReportDialog::paper() const {
    return m_paper->currentIndex() == 1 ? ReportPaper::letter : ReportPaper::a4;
}

} // namespace roofrack
