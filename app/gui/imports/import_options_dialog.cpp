// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/imports/import_options_dialog.h"

#include "app/gui/pages/guide_pages.h"
#include "widgets/fields/form.h"
#include "widgets/fields/text.h"
#include "widgets/theme/screen_room.h"
#include "widgets/theme/text_scale.h"
#include "widgets/wizard/template_fields.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace roofrack {

ImportOptionsDialog::ImportOptionsDialog(const QString& title, const QString& name,
                                         const std::vector<ImportOption>& options, bool draws,
                                         const ImportSettings& said, const Catalog& catalog, QWidget* parent)
    : QDialog(parent)
    , m_catalog(catalog) {
    setObjectName(QStringLiteral("import-options"));
    setProperty(guide_page_property, QStringLiteral("import-and-export"));
    setWindowTitle(title);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    auto* text = new QLabel(
        draws ? tr("%1 does not say how the cluster is drawn. A template draws it.").arg(name)
              : tr("Options of importing %1: what the file does not say itself. None is needed. Type "
                   "into a list to find an entry.")
                    .arg(name),
        this);
    text->setWordWrap(true);
    text->setTextFormat(Qt::PlainText); // it names files of others
    text->setProperty("role", "secondary");
    column->addWidget(text);
    m_fields_area = new QScrollArea(this);
    m_fields_area->setWidgetResizable(true);
    m_fields_area->setFrameShape(QFrame::NoFrame);
    m_fields_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_fields_area->setFocusPolicy(Qt::NoFocus);
    auto* content = new QWidget(m_fields_area);
    auto* fields = new QVBoxLayout(content);
    fields->setContentsMargins(0, 0, 0, 0);
    fields->setSpacing(12);
    auto* form = new Form(content);
    for (const ImportOption& option : options) {
        auto* edit = form->add_choice(to_qt(option.label), to_qt(option.help));
        edit->setObjectName(to_qt(option.key));
        std::vector<ChoiceEdit::Choice> choices;
        for (const ImportOption::Choice& each : option.choices)
            choices.push_back({as_written(each.value), legible(as_written(each.label)), {}});
        edit->set_choices(choices);
        const std::string given = said.said(option.key);
        edit->set_key(as_written(given.empty() ? option.value : given));
        m_fields.push_back({option, edit});
    }
    form->setVisible(!options.empty());
    fields->addWidget(form);
    if (draws) add_template(fields, said);
    fields->addStretch(1);
    m_fields_area->setWidget(content);
    column->addWidget(m_fields_area, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto* go = buttons->addButton(tr("Import"), QDialogButtonBox::AcceptRole);
    go->setDefault(true);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    setMinimumWidth(at_text_scale(460));
    fit();
}

void ImportOptionsDialog::fit() {
    QWidget* const content = m_fields_area->widget();
    content->layout()->activate();
    const QSize needed = content->sizeHint();
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    m_fields_area->setMinimumWidth(content->minimumSizeHint().width() + bar);
    const QMargins margins = layout()->contentsMargins();
    int high = margins.top() + margins.bottom() + needed.height();
    const int wide = std::max(minimumWidth(), needed.width() + bar + margins.left() + margins.right());
    for (int i = 0; i < layout()->count(); ++i)
        if (QLayoutItem* each = layout()->itemAt(i); each->widget() != m_fields_area)
            high += each->hasHeightForWidth() ? each->heightForWidth(wide - margins.left() - margins.right())
                                              : each->sizeHint().height();
    high += (layout()->count() - 1) * layout()->spacing();
    QSize room = room_of_screen(screen()->availableGeometry()).size();
    if (parentWidget()) room = room.boundedTo(parentWidget()->window()->size());
    resize(QSize(wide, high).boundedTo(room));
}

void ImportOptionsDialog::add_template(QVBoxLayout* column, const ImportSettings& said) {
    auto* form = new Form(m_fields_area);
    m_template = form->add_choice(tr("Template"), tr("How the cluster is drawn"));
    m_template->setObjectName(QStringLiteral("template"));
    std::vector<ChoiceEdit::Choice> choices;
    for (const TemplateInfo& info : list_templates())
        choices.push_back({to_qt(info.name), to_qt(info.title), to_qt(info.description)});
    m_template->set_choices(choices);
    m_template->set_key(to_qt(said.template_name));
    column->addWidget(form);
    m_template_column = new QVBoxLayout;
    column->addLayout(m_template_column);
    show_fields(said.template_name, said.settings);
    connect(m_template, &ChoiceEdit::key_committed, this, [this](const QString& key) {
        show_fields(key.toStdString(), {});
        fit();
    });
}

void ImportOptionsDialog::show_fields(const std::string& template_name, const TemplateSettings& said) {
    const TemplateInfo* const info = find_template(template_name);
    if (!info) return;
    delete m_template_fields; // it uses what m_info is of the template before
    m_info = template_for_files(*info);
    m_template_fields = new TemplateFields(m_info, m_catalog, m_fields_area, said);
    m_template_column->addWidget(m_template_fields);
}

ImportSettings ImportOptionsDialog::settings() const {
    ImportSettings out;
    for (const Field& field : m_fields) {
        std::string value = field.edit->key().toStdString();
        if (!value.empty() && value != field.option.value)
            out.settings.emplace(field.option.key, std::move(value));
    }
    if (m_template && m_template_fields) {
        out.template_name = m_template->key().toStdString();
        out.settings = m_template_fields->settings();
    }
    return out;
}

} // namespace roofrack
