// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/imports/import_options.h"

#include <QDialog>

#include <vector>

class QScrollArea;
class QVBoxLayout;

namespace roofrack {

class ChoiceEdit;
class TemplateFields;

/// What files are told beside what they say: a field for each option of their kind, filled with what holds
/// where nothing is said.
class ImportOptionsDialog : public QDialog {
    Q_OBJECT

public:
    /// `name`: of the files. `draws`: a template draws the cluster, whose settings are options, too. `said`:
    /// what stands in the fields at first.
    ImportOptionsDialog(const QString& title, const QString& name, const std::vector<ImportOption>& options,
                        bool draws, const ImportSettings& said, const Catalog& catalog,
                        QWidget* parent = nullptr);

    ImportSettings settings() const;

private:
    struct Field {
        ImportOption option;
        ChoiceEdit* edit;
    };
    void add_template(QVBoxLayout* column, const ImportSettings& said);
    /// As high as its fields need, and no higher than its window and the screen: then they are scrolled.
    void fit();
    void show_fields(const std::string& template_name, const TemplateSettings& said);

    const Catalog& m_catalog;
    std::vector<Field> m_fields;
    TemplateInfo m_info; ///< the template that is chosen
    ChoiceEdit* m_template = nullptr;
    TemplateFields* m_template_fields = nullptr;
    QScrollArea* m_fields_area = nullptr;
    QVBoxLayout* m_template_column = nullptr;
};

} // namespace roofrack
