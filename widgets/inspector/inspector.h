// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/project/own_parts.h"
#include "core/step/engine/evaluation.h"

#include <QScrollArea>

#include <filesystem>

class QLabel;

namespace roofrack {

class Catalog;
class ElementPanel;
class LinkPanel;
class PlanPanel;
class Section;
class SeveralPanel;
class SitePanel;
class UncertainFields;
class WorkloadPanel;
struct SlowGroups;

/// The right-hand panel: the selection, then the workload, the plan and the site. It shows values and hands
/// back changed copies; whoever owns the document makes them undo steps.
class Inspector : public QScrollArea {
    Q_OBJECT

public:
    explicit Inspector(const Catalog& catalog, QWidget* parent = nullptr);

    /// `folder`: the project's, beside which files that it names are sought.
    void show_scenario(const Scenario& scenario, const std::filesystem::path& folder = {});
    /// What elements can be made of besides the catalogue's parts; before the selection is shown.
    void set_own_parts(const std::vector<OwnPart>& own);
    /// Ids of elements and links; one shows its fields, several their number.
    void show_selection(const Cluster& cluster, const std::vector<std::string>& ids);
    /// Drops what was typed and not committed: another project or scenario is shown.
    void drop_typed();
    /// The keyboard to the field of an input, its section unfolded. False: it has none here, or the element
    /// is not selected.
    bool show_input(const std::string& address);
    /// The keyboard to one of its fields, its section unfolded, and scrolled into view.
    void show_field(QWidget& field);
    /// Whether there is such a field once what the input is of is selected.
    bool has_field(const std::string& address) const;
    /// The address of a field; empty if it is no input that may be uncertain, or if nothing may be changed.
    std::string input_of(const QWidget& field) const;
    /// The keyboard to the first field of the selection.
    void focus_selection();
    /// `slow`: what racks cost the run; nullptr while it is not known.
    /// `best_plan`: the evaluation is of the best plan found, not of the scenario's.
    void show_evaluation(const Evaluation* evaluation, const SlowGroups* slow = nullptr,
                         bool best_plan = false);
    /// A project that may not be written shows its values without editing them.
    void set_read_only(bool read_only);

Q_SIGNALS:
    void element_edited(const roofrack::Element& next, const QString& step);
    /// Several elements at once, each changed.
    void elements_edited(const std::vector<roofrack::Element>& next, const QString& step);
    void link_edited(const roofrack::Link& next, const QString& step);
    /// Several links at once, each changed.
    void links_edited(const std::vector<roofrack::Link>& next, const QString& step);
    void workload_edited(const roofrack::Workload& next, const QString& step);
    void plan_edited(const roofrack::Plan& next, const QString& step);
    /// How far an input may be off is to be said, by its address.
    void uncertain_requested(const std::string& address);
    /// An input is to be turned to see what follows, by its address.
    void what_if_requested(const std::string& address);
    /// An input is to be given several values, by its address.
    void try_requested(const std::string& address);
    void search_requested();
    void part_edit_requested(const std::string& element_id);
    void site_edited(const roofrack::Site& next, const QString& step);

private:
    const Catalog& m_catalog;
    QLabel* m_title;
    QLabel* m_subtitle;
    ElementPanel* m_element;
    SeveralPanel* m_several;
    LinkPanel* m_link;
    WorkloadPanel* m_workload;
    PlanPanel* m_plan;
    SitePanel* m_site;
    UncertainFields* m_uncertain;
    std::vector<std::string> m_selected;
};

} // namespace roofrack
