// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/base/model/workload.h"
#include "widgets/fields/record_form.h"

namespace roofrack {

class Section;

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
    void add_tuning();
    void commit_tuning(const Tuning& next, const QString& step);

    const Catalog& m_catalog;
    Form* m_form;
    Form* m_tuning_form; ///< fine-tuning and post-training
    Section* m_tuning_section;
    bool m_is_tuned = false; ///< what is shown has some
    RecordForm<Workload> m_record;
    RecordForm<Tuning> m_tuning;
    RecordForm<LoraSpec> m_lora;
    RecordForm<StepSplit> m_split;
    ChoiceEdit* m_model;
    QuantityEdit* m_sequence;
};

} // namespace roofrack
