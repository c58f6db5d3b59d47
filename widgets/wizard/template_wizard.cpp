// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wizard/template_wizard.h"

#include "core/base/catalog/catalog.h"
#include "core/study/scenario_like.h"
#include "widgets/fields/text.h"
#include "widgets/theme/text_scale.h"
#include "widgets/wizard/template_fields.h"
#include "widgets/wizard/template_lane.h"
#include "widgets/wizard/template_preview.h"

#include <QGridLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace roofrack {

namespace {

constexpr QSize card{112, 104};
constexpr int settings_width = 312;
constexpr double large_text = 1.5;

QLabel* label(const QString& text, const char* role, QWidget* parent) {
    auto* out = new QLabel(text, parent);
    if (*role) out->setProperty("role", role);
    out->setWordWrap(true);
    return out;
}

} // namespace

TemplateWizard::TemplateWizard(const Catalog& catalog, const Theme& theme, bool may_add, QWidget* parent)
    : QDialog(parent)
    , m_catalog(catalog)
    , m_lane(new TemplateLane(catalog, this)) {
    setWindowTitle(tr("New from template"));
    make_list(theme);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(16);
    columns->addWidget(m_list);
    columns->addWidget(make_middle());
    columns->addWidget(make_preview(theme), 1);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(16, 16, 16, 16);
    rows->setSpacing(16);
    rows->addLayout(columns, 1);
    rows->addWidget(make_buttons(may_add));
    connect(m_list, &QListWidget::currentRowChanged, this, &TemplateWizard::show_template);
    connect(m_lane, &TemplateLane::figured, this,
            [this](quint64 request, const std::shared_ptr<const Scenario>& scenario,
                   const std::shared_ptr<const ClusterSummary>& figures) {
                show_figures(request, *scenario, *figures);
            });
    resize_for_text(*this, {1160, 760});
    m_list->setCurrentRow(0);
    m_list->setFocus();
}

TemplateWizard::~TemplateWizard() = default;

void TemplateWizard::make_list(const Theme& theme) {
    m_list = new QListWidget(this);
    m_list->setAccessibleName(tr("Templates"));
    m_list->setViewMode(QListView::IconMode);
    m_list->setFlow(QListView::LeftToRight);
    m_list->setWrapping(true);
    m_list->setMovement(QListView::Static);
    m_list->setIconSize(card);
    m_list->setGridSize(QSize(card.width() + 16, card.height() + at_text_scale(40)));
    const int columns = text_scale() < large_text ? 2 : 1; // the settings need the room
    m_list->setFixedWidth(columns * (card.width() + 16) + 16);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    for (const TemplateInfo& info : list_templates()) {
        auto* item = new QListWidgetItem(to_qt(info.title), m_list);
        item->setToolTip(to_qt(info.description));
        item->setData(Qt::AccessibleDescriptionRole, to_qt(info.description));
        const auto made = make_template(info.name, {}, m_catalog);
        if (!made) continue; // a test makes every template
        const QPixmap picture =
            template_picture(made->scenarios.front().cluster, m_catalog, card, theme, devicePixelRatioF());
        QIcon icon(picture);
        icon.addPixmap(picture, QIcon::Selected); // not tinted
        item->setIcon(icon);
    }
}

QWidget* TemplateWizard::make_middle() {
    auto* middle = new QWidget(this);
    middle->setFixedWidth(at_text_scale(settings_width));
    auto* column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    m_title = label({}, "strong", middle);
    m_description = label({}, "secondary", middle);
    m_settings = new QScrollArea(middle);
    m_settings->setWidgetResizable(true);
    m_settings->setFrameShape(QFrame::NoFrame);
    m_settings->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_settings->setFocusPolicy(Qt::NoFocus);
    column->addWidget(m_title);
    column->addWidget(m_description);
    column->addSpacing(8);
    column->addWidget(m_settings, 1);
    return middle;
}

QWidget* TemplateWizard::make_preview(const Theme& theme) {
    auto* side = new QWidget(this);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    m_preview = new TemplatePreview(theme, side);
    m_caption = label({}, "strong", side);
    m_figures_panel = new QWidget(side);
    m_figures_panel->setAccessibleName(tr("Summary"));
    m_figures = new QGridLayout(m_figures_panel);
    m_figures->setContentsMargins(0, 0, 0, 0);
    m_figures->setHorizontalSpacing(12);
    m_figures->setVerticalSpacing(4);
    m_figures->setColumnStretch(1, 1);
    m_figures->setColumnStretch(3, 1);
    column->addWidget(m_preview, 1);
    column->addWidget(m_caption);
    if (text_scale() < large_text) {
        column->addWidget(m_figures_panel);
        return side;
    }
    auto* scroll = new QScrollArea(side);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_figures_panel);
    column->addWidget(scroll, 2);
    return side;
}

QWidget* TemplateWizard::make_buttons(bool may_add) {
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    const auto add = [&](const QString& text, const QString& tip, Use use) {
        auto* button = new QPushButton(text, bar);
        button->setToolTip(tip);
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, [this, use] { finish(use); });
        button->setProperty("use", static_cast<int>(use));
        m_makers.push_back(button);
        row->addWidget(button);
        return button;
    };
    if (may_add) {
        add(tr("&Insert into this drawing"), tr("Beside what is drawn; one undo takes it back"),
            Use::insertion);
        add(tr("Create as new &scenario"),
            tr("Beside the scenario shown: it keeps its workload, site and prices; one undo takes it back"),
            Use::scenario);
    }
    row->addStretch(1);
    auto* cancel = new QPushButton(tr("Cancel"), bar);
    cancel->setAutoDefault(false);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    row->addWidget(cancel);
    add(tr("&Create"), tr("A project of its own"), Use::project)->setDefault(true);
    return bar;
}

void TemplateWizard::prefer(Use use) {
    for (QPushButton* button : m_makers)
        button->setDefault(button->property("use").toInt() == static_cast<int>(use));
}

void TemplateWizard::show_as(TemplateLane::Becoming becoming) {
    m_becoming = std::move(becoming);
    m_chosen.erase("model"); // the template's own
    draw();
}

void TemplateWizard::take_work(TemplateLane::Becoming working) {
    m_working = std::move(working);
    m_chosen.erase("model"); // the template's own
    draw();
}

bool TemplateWizard::takes_work() const { return m_working && !m_fields->settings().contains("model"); }

void TemplateWizard::choose(const std::string& name) {
    const auto& all = list_templates();
    for (size_t i = 0; i < all.size(); ++i)
        if (all[i].name == name) m_list->setCurrentRow(static_cast<int>(i));
}

void TemplateWizard::show_template() {
    m_info = &list_templates()[static_cast<size_t>(std::max(0, m_list->currentRow()))];
    m_title->setText(to_qt(m_info->title));
    m_description->setText(to_qt(m_info->description));
    m_fields = new TemplateFields(*m_info, m_catalog);
    m_settings->setWidget(m_fields); // deletes the one before
    connect(m_fields, &TemplateFields::edited, this, &TemplateWizard::draw);
    draw();
}

void TemplateWizard::draw() {
    // Drawing takes microseconds; what it comes to is worked out beside.
    TemplateSettings chosen;
    auto made = make_template(m_info->name, m_fields->settings(), m_catalog, &chosen);
    const bool is_at_field = m_fields->show_fault(made ? nullptr : &made.error());
    const bool takes_work = this->takes_work();
    if (m_becoming || takes_work)
        chosen["model"] = m_chosen["model"]; // the open scenario's, once it is known
    m_chosen = std::move(chosen);
    m_fields->show_chosen(m_chosen);
    for (QPushButton* button : m_makers) button->setEnabled(made.has_value());
    m_preview->set_stale(!made);
    m_figures_panel->setEnabled(made.has_value());
    if (!made) {
        m_request = 0; // figures under way are of settings that are gone
        m_caption->setText(is_at_field ? tr("It cannot be drawn so: see the marked setting")
                                       : tr("It cannot be drawn so: %1").arg(to_qt(made.error().text())));
        clear_figures(); // they were of other settings
        return;
    }
    m_request = m_lane->request(std::move(made->scenarios.front()),
                                !m_becoming && takes_work ? m_working : m_becoming);
}

void TemplateWizard::clear_figures() {
    while (QLayoutItem* item = m_figures->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

/// As a scenario of the open project it trains what that project trains.
QString TemplateWizard::caption(const QString& model) const {
    if (m_becoming) return tr("What the scenario comes to, training %1").arg(model);
    if (takes_work())
        return tr("What a project of its own comes to, training %1 as the open project does").arg(model);
    if (m_makers.size() > 1) return tr("What a project of its own comes to, training %1").arg(model);
    return tr("Summary, training %1").arg(model);
}

void TemplateWizard::show_figures(quint64 request, const Scenario& scenario, const ClusterSummary& figures) {
    if (m_request == 0) return;
    m_preview->show_drawing(scenario.cluster, m_catalog, &figures.evaluation);
    const ModelSpec* spec = m_catalog.model(scenario.workload.model);
    const std::string model = spec ? spec->name : scenario.workload.model;
    m_chosen["model"] = model;
    m_fields->show_chosen(m_chosen);
    m_caption->setText(caption(to_qt(model)));
    clear_figures();
    const auto lines = figure_lines(figures);
    const size_t half = text_scale() < large_text ? (lines.size() + 1) / 2 : lines.size();
    for (size_t i = 0; i < lines.size(); ++i) {
        const int row = static_cast<int>(i % half), column = i < half ? 0 : 2;
        QLabel* name = label(to_qt(lines[i].first), "secondary", m_figures_panel);
        name->setWordWrap(false);
        QLabel* value = label(to_qt(lines[i].second), "", m_figures_panel);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        value->setAccessibleName(to_qt(lines[i].first));
        m_figures->addWidget(name, row, column, Qt::AlignTop);
        m_figures->addWidget(value, row, column + 1, Qt::AlignTop);
    }
    if (request == m_request) Q_EMIT settled();
}

void TemplateWizard::finish(Use use) {
    auto made = make_template(m_info->name, m_fields->settings(), m_catalog);
    if (!made) {
        m_fields->show_fault(&made.error());
        m_fields->focus();
        return;
    }
    m_use = use;
    m_project = std::move(*made);
    Scenario& scenario = m_project.scenarios.front();
    if (use == Use::project)
        scenario = takes_work() ? m_working(std::move(scenario), {})
                                : with_opening_plan(std::move(scenario), m_catalog);
    accept();
}

} // namespace roofrack
