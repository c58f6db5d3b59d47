// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/link_panel.h"

#include "inspector/part_text.h"

#include <QVBoxLayout>

#include <algorithm>

namespace roofrack {

namespace {

QString element_name(const Cluster& cluster, const std::string& id) {
    const Element* element = cluster.find(id);
    if (!element) return to_qt(id);
    QString name = to_qt(element->name.empty() ? element->id : element->name);
    if (element->count > 1) name += QStringLiteral(" × ") + to_qt(format_count(element->count));
    return name;
}

} // namespace

LinkPanel::LinkPanel(const Catalog& catalog, QWidget* parent)
    : QWidget(parent)
    , m_form(new Form(this))
    , m_record(*m_form, [this](const Link& next, const QString& step) { Q_EMIT edited(next, step); }) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_form);
    m_ends = m_form->add_result(tr("Joins"));
    m_record.choice(
        tr("Pattern"),
        {{QStringLiteral("each"), tr("Each to one"),
          tr("Every one has its cables to one of the other side; neighbours share it")},
         {QStringLiteral("rail"), tr("Rails"), tr("Cable k of every one goes to switch k of its group")},
         {QStringLiteral("mesh"), tr("Mesh"), tr("Every one has its cables to every one of the other side")},
         {QStringLiteral("torus"), tr("Torus"), tr("Neighbours along each dimension")}},
        [](const Link& l) { return to_qt(name_of(l.pattern)); },
        [](Link& l, const QString& key) { l.pattern = link_pattern(key.toStdString()).value_or(l.pattern); });
    auto* count = m_record.value(tr("Cables"), &Link::count, tr("Cables a pair, as the pattern says"));
    count->set_range(1, 1e6);
    m_record.optional(
        tr("Bandwidth"), &Link::bandwidth, tr("the slower port"),
        tr("One cable, one direction: \"400G\", \"50 GB/s\". Empty: the slower of the two ports"));
    auto cables = part_choices(catalog, PartKind::cable);
    cables.insert(cables.begin(), {QString(), tr("not chosen"), QString()});
    m_record.choice(
        tr("Cable"), cables, [](const Link& l) { return to_qt(l.cable); },
        [](Link& l, const QString& id) { l.cable = id.toStdString(); });
    auto* load =
        m_record.value(tr("Others' load"), &Link::background_load, tr("Share of it that other jobs take"));
    load->set_range(0, 0.99);
    auto* health = m_record.value(tr("Cables up"), &Link::health, tr("Share of the cables that are up"));
    health->set_range(0, 1);
    m_binding = m_form->add_result(tr("Finding"));
}

void LinkPanel::show_link(const Link& link, const Cluster& cluster) {
    m_record.show(link);
    m_ends->setText(element_name(cluster, link.from) + QStringLiteral(" – ") +
                    element_name(cluster, link.to));
}

void LinkPanel::show_evaluation(const Evaluation* evaluation) {
    const FabricLevel* level = nullptr;
    if (evaluation) {
        const auto found = std::ranges::find(evaluation->levels, m_record.record().id, &FabricLevel::binding);
        if (found != evaluation->levels.end()) level = &*found;
    }
    m_form->set_row_visible(m_binding, level != nullptr);
    if (level)
        m_binding->setText(tr("narrowest way out of “%1”: %2 a GPU")
                               .arg(to_qt(level->name),
                                    to_qt(format_quantity(level->egress.si(), Dimension::byte_rate, 3))));
}

} // namespace roofrack
