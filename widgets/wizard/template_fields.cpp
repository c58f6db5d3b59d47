// SPDX-License-Identifier: GPL-3.0-or-later
#include "wizard/template_fields.h"

#include "catalog/catalog.h"
#include "fields/choice_edit.h"
#include "fields/text.h"
#include "wizard/number_edit.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStyle>

namespace roofrack {

namespace {

std::vector<ChoiceEdit::Choice> parts(const Catalog& catalog, PartKind kind) {
    std::vector<ChoiceEdit::Choice> out;
    for (const Part& part : catalog.parts()) {
        if (part.kind != kind) continue;
        if (kind == PartKind::server && part.value_or("gpus", 0) < 1) continue;
        out.push_back({to_qt(part.id), to_qt(part.name), to_qt(part.note)});
    }
    return out;
}

std::vector<ChoiceEdit::Choice> models(const Catalog& catalog) {
    std::vector<ChoiceEdit::Choice> out;
    for (const ModelSpec& model : catalog.models()) out.push_back({to_qt(model.id), to_qt(model.name), {}});
    return out;
}

void mark(QWidget* editor, bool invalid) {
    if (editor->property("invalid").toBool() == invalid) return;
    editor->setProperty("invalid", invalid);
    editor->style()->unpolish(editor);
    editor->style()->polish(editor);
}

QString sentence(const Diagnostic& fault) {
    QString text = to_qt(fault.what);
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    if (fault.fix.empty()) return text;
    return text + QStringLiteral(": ") + to_qt(fault.fix);
}

} // namespace

TemplateFields::TemplateFields(const TemplateInfo& info, const Catalog& catalog, QWidget* parent)
    : QWidget(parent) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnMinimumWidth(0, 116);
    grid->setColumnStretch(1, 1);
    m_fields.reserve(info.keys.size());
    for (const TemplateKey& key : info.keys) {
        Field field{&key, nullptr, new QLabel(this), {}};
        field.editor = make_editor(key, catalog, field.text);
        const QString label = to_qt(key.label);
        auto* name = new QLabel(label, this);
        name->setProperty("role", "secondary");
        name->setWordWrap(true);
        name->setBuddy(field.editor);
        QString help = to_qt(key.help);
        if (!help.isEmpty()) help[0] = help[0].toUpper();
        for (QWidget* each : {static_cast<QWidget*>(name), field.editor}) each->setToolTip(help);
        field.editor->setAccessibleName(label);
        field.editor->setAccessibleDescription(help);
        field.editor->setObjectName(to_qt(key.key));
        field.error->setProperty("role", "error");
        field.error->setWordWrap(true);
        field.error->hide();
        const int row = grid->rowCount();
        grid->addWidget(name, row, 0);
        grid->addWidget(field.editor, row, 1);
        grid->addWidget(field.error, row + 1, 0, 1, 2);
        m_fields.push_back(std::move(field));
    }
    grid->setRowStretch(grid->rowCount(), 1);
}

QWidget* TemplateFields::make_editor(const TemplateKey& key, const Catalog& catalog,
                                     std::function<QString()>& text) {
    const QString initial = to_qt(key.default_value);
    const bool automatic = key.default_value == "auto";
    const auto choose = [&](std::vector<ChoiceEdit::Choice> choices) -> QWidget* {
        auto* edit = new ChoiceEdit(this);
        if (automatic) choices.insert(choices.begin(), {QStringLiteral("auto"), tr("Automatic"), {}});
        edit->set_choices(choices);
        edit->set_key(initial);
        edit->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        edit->setMinimumContentsLength(12);
        text = [edit] { return edit->key(); };
        connect(edit, &QComboBox::currentIndexChanged, this, &TemplateFields::edited);
        return edit;
    };
    switch (key.kind) {
    case TemplateKeyKind::server: return choose(parts(catalog, PartKind::server));
    case TemplateKeyKind::switch_: return choose(parts(catalog, PartKind::switch_));
    case TemplateKeyKind::storage: {
        auto choices = parts(catalog, PartKind::storage);
        choices.insert(choices.begin(), {QStringLiteral("none"), tr("None"), {}});
        return choose(std::move(choices));
    }
    case TemplateKeyKind::model: return choose(models(catalog));
    case TemplateKeyKind::whole: {
        auto* edit = new CountEdit(automatic, this);
        if (!automatic) edit->setValue(initial.toInt());
        text = [edit] { return edit->setting(); };
        connect(edit, &QSpinBox::valueChanged, this, &TemplateFields::edited);
        return edit;
    }
    case TemplateKeyKind::number: {
        auto* edit = new RatioEdit(this);
        edit->setValue(initial.toDouble());
        text = [edit] { return edit->setting(); };
        connect(edit, &QDoubleSpinBox::valueChanged, this, &TemplateFields::edited);
        return edit;
    }
    case TemplateKeyKind::dims: break;
    }
    auto* edit = new QLineEdit(initial, this);
    text = [edit] { return edit->text().trimmed().toLower().replace(QChar(0xd7), u'x').remove(u' '); };
    connect(edit, &QLineEdit::textChanged, this, &TemplateFields::edited);
    return edit;
}

TemplateSettings TemplateFields::settings() const {
    TemplateSettings out;
    for (const Field& field : m_fields)
        if (std::string text = field.text().toStdString(); text != field.key->default_value)
            out.emplace(field.key->key, std::move(text));
    return out;
}

void TemplateFields::show_fault(const Diagnostic* fault) {
    for (const Field& field : m_fields) {
        const bool wrong = fault && fault->where == field.key->key;
        mark(field.editor, wrong);
        field.error->setText(wrong ? sentence(*fault) : QString());
        field.error->setVisible(wrong);
    }
}

void TemplateFields::focus() {
    for (const Field& field : m_fields)
        if (field.editor->property("invalid").toBool()) {
            field.editor->setFocus();
            return;
        }
    if (!m_fields.empty()) m_fields.front().editor->setFocus();
}

} // namespace roofrack
