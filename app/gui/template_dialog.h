// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cluster/templates.h"

#include <QDialog>

#include <vector>

class QLabel;
class QLineEdit;

namespace roofrack {

/// The few settings of a template; what is wrong with one is told beside it, and the dialog stays.
class TemplateDialog : public QDialog {
    Q_OBJECT

public:
    TemplateDialog(const TemplateInfo& info, const Catalog& catalog, QWidget* parent = nullptr);

    /// The drawn project, once accepted.
    Project& project() { return m_project; }

private:
    void draw();

    const TemplateInfo& m_info;
    const Catalog& m_catalog;
    std::vector<QLineEdit*> m_edits;
    QLabel* m_error;
    Project m_project;
};

} // namespace roofrack
