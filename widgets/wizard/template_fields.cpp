// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wizard/template_fields.h"

#include "core/base/catalog/catalog.h"
#include "widgets/fields/quantity_edit.h"
#include "widgets/fields/style_property.h"
#include "widgets/fields/text.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>

namespace roofrack {

namespace {

constexpr QLatin1String automatic("auto");

/// "Automatic: QM9700", once it is known.
QString automatic_text(const QString& chosen) {
    return chosen.isEmpty() ? TemplateFields::tr("Automatic")
                            : TemplateFields::tr("Automatic: %1").arg(chosen);
}

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

void mark(QWidget* editor, bool invalid) { set_style_property(editor, "invalid", invalid); }

QString sentence(const Diagnostic& fault) {
    QString text = to_qt(fault.what);
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    if (fault.fix.empty()) return text;
    return text + QStringLiteral(": ") + to_qt(fault.fix);
}

} // namespace

TemplateFields::TemplateFields(const TemplateInfo& info, const Catalog& catalog, QWidget* parent,
                               const TemplateSettings& said)
    : QWidget(parent) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnMinimumWidth(0, 116);
    grid->setColumnStretch(1, 1);
    m_fields.reserve(info.keys.size());
    for (const TemplateKey& key : info.keys) {
        const auto given = said.find(key.key);
        Field field{&key,    to_qt(given == said.end() ? key.default_value : given->second),
                    nullptr, new QLabel(this),
                    {},      {}};
        field.editor = make_editor(field, catalog);
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

QWidget* TemplateFields::make_choice(Field& field, std::vector<ChoiceEdit::Choice> choices) {
    const QString initial = to_qt(field.key->default_value);
    auto* edit = new ChoiceEdit(this);
    if (initial == automatic) {
        choices.insert(choices.begin(), {automatic, automatic_text({}), {}});
        field.show_automatic = [edit](const QString& chosen) {
            edit->setItemText(0, automatic_text(chosen));
        };
    }
    edit->set_choices(choices);
    edit->set_key(field.first);
    edit->setMinimumContentsLength(12);
    field.text = [edit] { return edit->key(); };
    connect(edit, &QComboBox::currentIndexChanged, this, &TemplateFields::edited);
    return edit;
}

QWidget* TemplateFields::make_number(Field& field, bool whole) {
    const QString initial = to_qt(field.key->default_value);
    auto* edit =
        new QuantityEdit(Dimension::number, this, whole ? QuantityEdit::Whole::yes : QuantityEdit::Whole::no);
    if (whole)
        edit->set_range(1, 1e6);
    else
        edit->set_unit(QStringLiteral(":1")); // a ratio
    edit->commit_as_typed();
    if (initial == automatic) {
        edit->set_optional(automatic_text({}));
        field.show_automatic = [edit](const QString& chosen) { edit->set_optional(automatic_text(chosen)); };
    }
    if (field.first != automatic) edit->set_value(field.first.toDouble());
    field.text = [edit] {
        if (!edit->error().isEmpty()) return edit->text(); // what is wrong with it is said under it
        return edit->value() ? QString::number(*edit->value(), 'g', 12) : automatic;
    };
    connect(edit, &QuantityEdit::value_committed, this, &TemplateFields::edited);
    connect(edit, &QuantityEdit::error_changed, this, &TemplateFields::edited);
    connect(edit, &QLineEdit::textEdited, this, &TemplateFields::edited);
    return edit;
}

QWidget* TemplateFields::make_editor(Field& field, const Catalog& catalog) {
    switch (field.key->kind) {
    case TemplateKeyKind::server: return make_choice(field, parts(catalog, PartKind::server));
    case TemplateKeyKind::switch_: return make_choice(field, parts(catalog, PartKind::switch_));
    case TemplateKeyKind::storage: {
        auto choices = parts(catalog, PartKind::storage);
        choices.insert(choices.begin(), {QStringLiteral("none"), tr("None"), {}});
        return make_choice(field, std::move(choices));
    }
    case TemplateKeyKind::model: return make_choice(field, models(catalog));
    case TemplateKeyKind::whole: return make_number(field, true);
    case TemplateKeyKind::number: return make_number(field, false);
    case TemplateKeyKind::dims: break;
    }
    auto* edit = new QLineEdit(field.first, this);
    field.text = [edit] { return edit->text().trimmed().toLower().replace(QChar(0xd7), u'x').remove(u' '); };
    connect(edit, &QLineEdit::textChanged, this, &TemplateFields::edited);
    return edit;
}

void TemplateFields::show_chosen(const TemplateSettings& chosen) {
    for (const Field& field : m_fields)
        if (const auto found = chosen.find(field.key->key); field.show_automatic)
            field.show_automatic(found == chosen.end() ? QString() : to_qt(found->second));
}

TemplateSettings TemplateFields::settings() const {
    TemplateSettings out;
    for (const Field& field : m_fields)
        if (std::string text = field.text().toStdString(); text != field.key->default_value)
            out.emplace(field.key->key, std::move(text));
    return out;
}

bool TemplateFields::show_fault(const Diagnostic* fault) {
    bool has_field = false;
    for (const Field& field : m_fields) {
        const bool wrong = fault && fault->where == field.key->key;
        has_field |= wrong;
        mark(field.editor, wrong);
        field.error->setText(wrong ? sentence(*fault) : QString());
        field.error->setVisible(wrong);
    }
    return has_field;
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
