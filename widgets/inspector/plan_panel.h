// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/plan.h"
#include "core/step/engine/evaluation.h"
#include "widgets/fields/record_form.h"

namespace roofrack {

class Section;

/// Edits how it is trained: degrees, memory savers, overlap, software.
class PlanPanel : public QWidget {
    Q_OBJECT

public:
    explicit PlanPanel(QWidget* parent = nullptr);

    void show_plan(const Plan& plan);
    /// `best_plan`: it is of the best plan found, not of the one in the fields.
    void show_evaluation(const Evaluation* evaluation, bool best_plan);

Q_SIGNALS:
    void edited(const roofrack::Plan& next, const QString& step);
    void search_requested();

private:
    void add_degrees();
    void add_memory();
    void add_details();
    void commit(const Plan& next, const QString& step);

    Form* m_form;
    Form* m_details;
    RecordForm<Plan> m_record;
    RecordForm<Plan> m_more;
    QuantityEdit* m_dp = nullptr;
    QLabel* m_memory = nullptr;
    QLabel* m_assumed = nullptr;
    Section* m_section = nullptr;
};

} // namespace roofrack
