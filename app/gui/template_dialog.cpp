// SPDX-License-Identifier: GPL-3.0-or-later
#include "template_dialog.h"

#include "fields/form.h"
#include "fields/text.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

namespace roofrack {

namespace {

/// "gpus_per_rack" → "Gpus per rack".
QString label_of(const std::string& key) {
    QString label = to_qt(key).replace(u'_', u' ').replace(u'-', u' ');
    if (!label.isEmpty()) label[0] = label[0].toUpper();
    return label;
}

} // namespace

TemplateDialog::TemplateDialog(const TemplateInfo& info, const Catalog& catalog, QWidget* parent)
    : QDialog(parent)
    , m_info(info)
    , m_catalog(catalog)
    , m_error(new QLabel(this)) {
    setWindowTitle(tr("New from template: %1").arg(to_qt(info.title)));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    auto* description = new QLabel(to_qt(info.description), this);
    description->setWordWrap(true);
    description->setProperty("role", "secondary");
    column->addWidget(description);
    auto* form = new Form(this);
    for (const TemplateKey& key : info.keys) {
        QLineEdit* edit = form->add_text(label_of(key.key), to_qt(key.help));
        edit->setPlaceholderText(to_qt(key.default_value));
        m_edits.push_back(edit);
    }
    column->addWidget(form);
    m_error->setProperty("role", "error");
    m_error->setWordWrap(true);
    m_error->hide();
    column->addWidget(m_error);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto* go = buttons->addButton(tr("Draw it"), QDialogButtonBox::AcceptRole);
    go->setDefault(true);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &TemplateDialog::draw);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    setMinimumWidth(440);
}

void TemplateDialog::draw() {
    TemplateSettings settings;
    for (size_t i = 0; i < m_edits.size(); ++i) {
        const QString text = m_edits[i]->text().trimmed();
        if (!text.isEmpty()) settings.emplace(m_info.keys[i].key, text.toStdString());
    }
    auto made = make_template(m_info.name, settings, m_catalog);
    if (made) {
        m_project = std::move(*made);
        accept();
        return;
    }
    for (size_t i = 0; i < m_edits.size(); ++i) {
        const bool invalid = m_info.keys[i].key == made.error().where;
        m_edits[i]->setProperty("invalid", invalid);
        m_edits[i]->style()->unpolish(m_edits[i]);
        m_edits[i]->style()->polish(m_edits[i]);
        if (invalid) m_edits[i]->setFocus();
    }
    m_error->setText(to_qt(made.error().text()));
    m_error->show();
}

} // namespace roofrack
