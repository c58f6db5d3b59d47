// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "catalog/catalog.h"
#include "cluster/cluster.h"
#include "engine/evaluation.h"
#include "fields/record_form.h"

namespace roofrack {

/// Edits one drawn link: pattern, cables, bandwidth, load of others and health.
class LinkPanel : public QWidget {
    Q_OBJECT

public:
    explicit LinkPanel(const Catalog& catalog, QWidget* parent = nullptr);

    void show_link(const Link& link, const Cluster& cluster);
    void show_evaluation(const Evaluation* evaluation);

Q_SIGNALS:
    void edited(const roofrack::Link& next, const QString& step);

private:
    Form* m_form;
    RecordForm<Link> m_record;
    QLabel* m_ends;
    QLabel* m_binding;
};

} // namespace roofrack
