// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/templates/templates.h"
#include "core/study/cluster_summary.h"
#include "widgets/theme/theme.h"
#include "widgets/wizard/template_lane.h"

#include <QDialog>

#include <memory>

class QGridLayout;
class QLabel;
class QListWidget;
class QPushButton;
class QScrollArea;

namespace roofrack {

class TemplateFields;
class TemplatePreview;

/// A drawing from a template: which, its settings, and what comes of them before it is made. Starts from the
/// defaults each time.
class TemplateWizard : public QDialog {
    Q_OBJECT

public:
    /// What the drawing becomes.
    enum class Use { project, scenario, insertion };

    /// `may_add`: a project is open, so that the drawing may join it.
    TemplateWizard(const Catalog& catalog, const Theme& theme, bool may_add, QWidget* parent = nullptr);
    ~TemplateWizard() override;

    /// Selects a template; an unknown name leaves the one chosen.
    void choose(const std::string& name);

    /// What a drawing becomes as a scenario beside the open one: what is shown is that, before it is made.
    void show_as(TemplateLane::Becoming becoming);

    /// What a drawing becomes for the work of the open project, unless a model is chosen: a project of its
    /// own trains that too.
    void take_work(TemplateLane::Becoming working);

    /// What Enter makes of it; at first a project.
    void prefer(Use use);
    Use use() const { return m_use; }
    /// The drawn project, once accepted.
    Project& project() { return m_project; }

Q_SIGNALS:
    /// The figures shown are those of the settings shown.
    void settled();

private:
    void make_list(const Theme& theme);
    QWidget* make_middle();
    QWidget* make_preview(const Theme& theme);
    QWidget* make_buttons(bool may_add);
    void show_template();
    void draw();
    bool takes_work() const;
    QString caption(const QString& model) const;
    void clear_figures();
    void show_figures(quint64 request, const Scenario& scenario, const ClusterSummary& figures);
    void finish(Use use);

    const Catalog& m_catalog;
    const TemplateInfo* m_info = nullptr;
    QListWidget* m_list;
    QLabel* m_title;
    QLabel* m_description;
    QScrollArea* m_settings;
    TemplateFields* m_fields = nullptr;
    TemplatePreview* m_preview;
    QLabel* m_caption;
    QGridLayout* m_figures;
    QWidget* m_figures_panel;
    std::vector<QPushButton*> m_makers;
    TemplateLane* m_lane;
    TemplateLane::Becoming m_becoming, m_working;
    TemplateSettings m_chosen; ///< what stands for the fields that are automatic
    quint64 m_request = 0;
    Use m_use = Use::project;
    Project m_project;
};

} // namespace roofrack
