// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/base/model/workload.h"
#include "widgets/fields/record_form.h"

namespace roofrack {

/// Edits what is trained.
class WorkloadPanel : public QWidget {
    Q_OBJECT

public:
    explicit WorkloadPanel(const Catalog& catalog, QWidget* parent = nullptr);

    void show_workload(const Workload& workload);

Q_SIGNALS:
    void edited(const roofrack::Workload& next, const QString& step);

private:
    std::vector<ChoiceEdit::Choice> model_choices(const Workload& workload) const;

    const Catalog& m_catalog;
    Form* m_form;
    RecordForm<Workload> m_record;
    ChoiceEdit* m_model;
    QuantityEdit* m_sequence;
};

} // namespace roofrack
