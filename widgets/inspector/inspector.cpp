// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/inspector.h"

#include "core/drawing/counted_name.h"
#include "core/drawing/multiplicity/difference.h"
#include "core/drawing/multiplicity/pieces.h"
#include "widgets/editor/item_index.h"
#include "widgets/editor/item_text.h"
#include "widgets/fields/section.h"
#include "widgets/inspector/element_panel.h"
#include "widgets/inspector/link_panel.h"
#include "widgets/inspector/part_text.h"
#include "widgets/inspector/plan_panel.h"
#include "widgets/inspector/several_panel.h"
#include "widgets/inspector/site_panel.h"
#include "widgets/inspector/uncertain_fields.h"
#include "widgets/inspector/workload_panel.h"

#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

namespace roofrack {

namespace {

/// "Split from Rack × 28. Differs in GPU: …"; empty for what was drawn by itself.
QString split_text(const Cluster& cluster, const Catalog& catalog, const Element& element) {
    if (counted_name(element.name).of == 0) return {}; // a copy, or named again: "Rack (1 of 32)" was split
    const Element* origin = cluster.find(split_origin(cluster, element.id));
    if (!origin) return {};
    QStringList differ;
    for (const std::string& one : differences(cluster, catalog, element.id, origin->id)) differ << to_qt(one);
    const QString from = Inspector::tr("Split from %1 × %2.")
                             .arg(to_qt(origin->name.empty() ? origin->id : origin->name))
                             .arg(origin->count);
    return differ.isEmpty()
               ? from + u' ' + Inspector::tr("Equal to it so far.")
               : from + u' ' + Inspector::tr("Differs: %1").arg(differ.join(QStringLiteral("; ")));
}

} // namespace

Inspector::Inspector(const Catalog& catalog, QWidget* parent)
    : QScrollArea(parent)
    , m_catalog(catalog) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* body = new QWidget(viewport()); // where setWidget() would move it, with all that it holds
    body->setObjectName(QStringLiteral("panel"));
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(12, 4, 16, 16);
    column->setSpacing(4);
    m_title = new QLabel(body);
    m_title->setProperty("role", "strong");
    m_title->setWordWrap(true);
    m_subtitle = new QLabel(body);
    m_subtitle->setProperty("role", "secondary");
    m_subtitle->setWordWrap(true);
    m_element = new ElementPanel(catalog, body);
    m_several = new SeveralPanel(catalog, body);
    m_link = new LinkPanel(catalog, body);
    m_workload = new WorkloadPanel(catalog, body);
    m_plan = new PlanPanel(body);
    m_site = new SitePanel(catalog, body);
    column->addWidget(m_title);
    column->addWidget(m_subtitle);
    column->addWidget(m_element);
    column->addWidget(m_several);
    column->addWidget(m_link);
    auto* site = new Section(tr("Site"), m_site, body);
    site->set_open(false);
    for (QWidget* section :
         {new Section(tr("Workload"), m_workload, body), new Section(tr("Plan"), m_plan, body), site}) {
        column->addSpacing(8);
        column->addWidget(section);
    }
    column->addStretch(1);
    m_element->hide(); // first: what is seen is measured when it is set
    m_several->hide();
    m_link->hide();
    setWidget(body);
    m_uncertain = new UncertainFields(*this, catalog);
    connect(m_uncertain, &UncertainFields::wanted, this, &Inspector::uncertain_requested);
    connect(m_uncertain, &UncertainFields::what_if_wanted, this, &Inspector::what_if_requested);
    connect(m_uncertain, &UncertainFields::try_wanted, this, &Inspector::try_requested);
    connect(m_element, &ElementPanel::edited, this, &Inspector::element_edited);
    connect(m_several, &SeveralPanel::edited, this, &Inspector::elements_edited);
    connect(m_element, &ElementPanel::part_edit_requested, this, &Inspector::part_edit_requested);
    connect(m_link, &LinkPanel::edited, this, &Inspector::link_edited);
    connect(m_link, &LinkPanel::several_edited, this, &Inspector::links_edited);
    connect(m_workload, &WorkloadPanel::edited, this, &Inspector::workload_edited);
    connect(m_plan, &PlanPanel::search_requested, this, &Inspector::search_requested);
    connect(m_plan, &PlanPanel::edited, this, &Inspector::plan_edited);
    connect(m_site, &SitePanel::edited, this, &Inspector::site_edited);
}

void Inspector::show_scenario(const Scenario& scenario, const std::filesystem::path& folder) {
    m_workload->show_workload(scenario.workload);
    m_plan->show_plan(scenario.plan);
    m_site->show_site(scenario.site, folder);
    m_uncertain->show_scenario(scenario);
}

void Inspector::set_own_parts(const std::vector<OwnPart>& own) {
    m_element->set_own_parts(own);
    std::vector<PartRef> parts;
    for (const OwnPart& one : own) parts.push_back(one.part);
    m_several->set_own_parts(parts);
    m_link->set_own_parts(std::move(parts));
}

void Inspector::drop_typed() {
    for (auto* field : findChildren<QuantityEdit*>()) field->restore();
    for (auto* field : findChildren<TextEdit*>()) field->restore();
}

void Inspector::show_selection(const Cluster& cluster, const std::vector<std::string>& ids) {
    if (ids != m_selected) { // what was typed was meant for another
        for (QWidget* panel : {static_cast<QWidget*>(m_element), static_cast<QWidget*>(m_several),
                               static_cast<QWidget*>(m_link)})
            for (auto* field : panel->findChildren<QuantityEdit*>()) field->restore();
        if (!ids.empty()) verticalScrollBar()->setValue(0);
        m_selected = ids;
        const std::string item = ids.size() == 1 ? ids.front() : std::string();
        m_uncertain->show_item(item, !cluster.find(item) && cluster.find_link(item));
    }
    const Element* element = ids.size() == 1 ? cluster.find(ids.front()) : nullptr;
    std::vector<Link> links; // none unless all are links
    if (!element)
        for (const std::string& id : ids) {
            const Link* link = cluster.find_link(id);
            if (!link) break;
            links.push_back(*link);
        }
    if (links.size() < ids.size()) links.clear();
    std::vector<Element> several;
    if (ids.size() > 1) {
        const ItemIndex index(cluster.elements, ids.size());
        for (const std::string& id : ids)
            if (const Element* one = index.find(id)) several.push_back(*one);
    }
    m_element->setVisible(element);
    m_several->setVisible(!several.empty());
    m_link->setVisible(!links.empty());
    if (element) {
        m_element->show_element(*element, cluster);
        m_title->setText(QStringLiteral("%1 · %2").arg(
            kind_title(element->kind), to_qt(element->name.empty() ? element->id : element->name)));
        const Element* parent = cluster.find(element->parent);
        QStringList lines;
        if (parent) lines << tr("in %1").arg(to_qt(parent->name.empty() ? parent->id : parent->name));
        lines << split_text(cluster, m_catalog, *element);
        m_subtitle->setText(lines.join(u'\n').trimmed());
    } else if (!links.empty()) {
        m_title->setText(links.size() == 1 ? tr("Link") : tr("%1 links").arg(links.size()));
        m_subtitle->setText(links.size() == 1 ? QString() : tr("What is entered goes to all of them."));
        m_link->show_links(std::move(links), cluster);
    } else if (!several.empty()) {
        m_title->setText(title_of(ids, cluster));
        m_subtitle->setText(tr("What is entered goes to all of them."));
        m_several->show_elements(std::move(several), cluster);
    } else {
        m_title->setText(ids.size() > 1 ? tr("%1 selected").arg(ids.size()) : tr("Nothing selected"));
        m_subtitle->setText(ids.size() > 1
                                ? tr("Select one to change it.")
                                : tr("Click a rack, a server, a switch or a link to see and change it."));
    }
    m_subtitle->setVisible(!m_subtitle->text().isEmpty());
}

bool Inspector::show_input(const std::string& address) {
    QWidget* field = m_uncertain->field_of(address);
    if (!field) return false;
    show_field(*field);
    return true;
}

void Inspector::show_field(QWidget& field) {
    for (QWidget* each = field.parentWidget(); each; each = each->parentWidget())
        if (auto* section = qobject_cast<Section*>(each)) section->set_open(true);
    const auto scroll = [this, to = QPointer<QWidget>(&field)] {
        if (!to) return;
        widget()->layout()->activate();
        ensureWidgetVisible(to, 0, 24);
    };
    scroll();
    field.setFocus(Qt::ShortcutFocusReason);
    // It has its place once what was folded has its height, and a panel that was closed its own.
    QTimer::singleShot(0, this, scroll);
}

bool Inspector::has_field(const std::string& address) const { return m_uncertain->has_field(address); }

std::string Inspector::input_of(const QWidget& field) const {
    return field.isEnabled() ? m_uncertain->address_of(field) : std::string();
}

void Inspector::focus_selection() {
    QWidget* panel = m_link;
    if (m_element->isVisible()) panel = m_element;
    if (m_several->isVisible()) panel = m_several;
    for (QWidget* field : panel->findChildren<QLineEdit*>()) {
        if (!field->isVisible()) continue;
        field->setFocus(Qt::OtherFocusReason);
        return;
    }
}

void Inspector::show_evaluation(const Evaluation* evaluation, const SlowGroups* slow, bool best_plan) {
    m_element->show_evaluation(evaluation);
    m_element->show_slow_groups(slow);
    m_link->show_evaluation(evaluation);
    m_plan->show_evaluation(evaluation, best_plan);
}

void Inspector::set_read_only(bool read_only) {
    for (QWidget* panel :
         std::initializer_list<QWidget*>{m_element, m_several, m_link, m_workload, m_plan, m_site})
        panel->setEnabled(!read_only);
    m_uncertain->set_read_only(read_only);
}

} // namespace roofrack
