// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/decide/uncertain_dialog.h"

#include "app/gui/pages/guide_pages.h"
#include "core/answers/decide/uncertain_text.h"
#include "core/answers/decide/unknowns.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/address/input_title.h"
#include "widgets/editor/commands/set_scenario_value.h"
#include "widgets/editor/document.h"
#include "widgets/fields/segments.h"
#include "widgets/fields/text.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace roofrack {

namespace {

constexpr int uncertain_width_px = 360;

/// Rounds to three digits.
double short_number(double value) { return QString::number(value, 'g', 3).toDouble(); }

std::optional<UncertainInput> declared_in(const Scenario& scenario, const std::string& address) {
    const auto found = std::ranges::find(scenario.uncertain, address, &UncertainInput::input);
    return found == scenario.uncertain.end() ? std::nullopt : std::optional(*found);
}

QString list_text(const UncertainInput& input) {
    QStringList out;
    for (const std::string& each : input.values) out << to_qt(each);
    return out.join(QStringLiteral(", "));
}

} // namespace

UncertainDialog::UncertainDialog(Scenario scenario, std::string address, const Catalog& catalog,
                                 QWidget* parent)
    : QDialog(parent)
    , m_scenario(std::move(scenario))
    , m_address(std::move(address))
    , m_catalog(catalog)
    , m_declared(declared_in(m_scenario, m_address))
    , m_input(m_declared)
    , m_kind(new Segments(tr("How its values are spread"), this))
    , m_low(new QLineEdit(this))
    , m_likely(new QLineEdit(this))
    , m_high(new QLineEdit(this))
    , m_list(new QLineEdit(this))
    , m_likely_name(new QLabel(tr("L&ikely"), this))
    , m_low_name(new QLabel(this))
    , m_high_name(new QLabel(this))
    , m_list_name(new QLabel(tr("&Values"), this))
    , m_says(new QLabel(this))
    , m_take(new QPushButton(tr("Declare"), this))
    , m_forget(new QPushButton(tr("Not uncertain"), this)) {
    setObjectName(QStringLiteral("uncertain"));
    setProperty(guide_page_property, QStringLiteral("how-sure"));
    setWindowTitle(tr("Uncertain"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    const auto field = InputField::find(m_scenario, m_address, m_catalog);
    auto* title = new QLabel(field ? to_qt(title_of_input(*field, m_scenario)) : to_qt(m_address), this);
    title->setProperty("role", "strong");
    title->setWordWrap(true);
    title->setMinimumWidth(uncertain_width_px);
    column->addWidget(title);
    if (field) {
        const auto now = field->value(m_scenario);
        column->addWidget(
            new QLabel(tr("As it is: %1").arg(now ? to_qt(field->text(*now)) : tr("not said")), this));
    }
    m_kind->add(to_qt(name_of(SpreadKind::triangular)), tr("Low, likely, high"),
                tr("From the least to the most, the likely value the most often"));
    m_kind->add(to_qt(name_of(SpreadKind::uniform)), tr("Uniform"), tr("Each value between as likely"));
    m_kind->add(to_qt(name_of(SpreadKind::normal)), tr("Normal"), tr("The ends hold the middle 80 %"));
    m_kind->add(to_qt(name_of(SpreadKind::log_normal)), tr("Log-normal"),
                tr("The ends hold the middle 80 %; never below 0"));
    m_kind->add(to_qt(name_of(SpreadKind::values)), tr("List"), tr("Each of some values as likely"));
    column->addWidget(m_kind, 0, Qt::AlignLeft);
    auto* form = new QFormLayout;
    form->addRow(m_low_name, m_low);
    form->addRow(m_likely_name, m_likely);
    form->addRow(m_high_name, m_high);
    form->addRow(m_list_name, m_list);
    m_low_name->setBuddy(m_low);
    m_likely_name->setBuddy(m_likely);
    m_high_name->setBuddy(m_high);
    m_list_name->setBuddy(m_list);
    m_low->setAccessibleName(tr("Low"));
    m_likely->setAccessibleName(tr("Likely"));
    m_high->setAccessibleName(tr("High"));
    m_list->setAccessibleName(tr("Values"));
    m_list->setPlaceholderText(tr("1, 2, 4"));
    column->addLayout(form);
    m_says->setWordWrap(true);
    column->addWidget(m_says);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(m_take, QDialogButtonBox::AcceptRole);
    buttons->addButton(m_forget, QDialogButtonBox::DestructiveRole);
    m_take->setDefault(true);
    m_forget->setAutoDefault(false);
    m_forget->setVisible(m_declared.has_value());
    column->addWidget(buttons);
    fill();
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_forget, &QPushButton::clicked, this, &UncertainDialog::forget);
    connect(m_kind, &Segments::key_chosen, this, &UncertainDialog::check);
    for (QLineEdit* each : {m_low, m_likely, m_high, m_list})
        connect(each, &QLineEdit::textChanged, this, &UncertainDialog::check);
    check();
    (m_list->isVisibleTo(this) ? m_list : m_low)->setFocus();
}

SpreadKind UncertainDialog::kind() const {
    for (const SpreadKind each : spread_kinds)
        if (m_kind->key() == to_qt(name_of(each))) return each;
    return SpreadKind::triangular;
}

/// What is declared, else a tenth down and up of what the scenario has.
void UncertainDialog::fill() {
    const auto field = InputField::find(m_scenario, m_address, m_catalog);
    if (!field) return;
    const auto now = field->value(m_scenario);
    const auto show = [&](QLineEdit& edit, const std::optional<double>& value) {
        if (value) edit.setText(to_qt(field->text(*value)));
    };
    const SpreadKind of_field = field->is_number() ? SpreadKind::triangular : SpreadKind::values;
    m_kind->set_key(to_qt(name_of(m_declared ? m_declared->kind : of_field)));
    if (m_declared) m_list->setText(list_text(*m_declared));
    if (m_declared && m_declared->low && m_declared->high) {
        show(*m_low, m_declared->low);
        show(*m_likely, m_declared->likely ? m_declared->likely : now);
        show(*m_high, m_declared->high);
    } else if (now) {
        constexpr double tenth = 0.1;
        const double step = *now == 0 || field->is_temperature() ? 2 : std::abs(*now) * tenth;
        show(*m_low, std::clamp(short_number(*now - step), field->least(), field->most()));
        show(*m_likely, now);
        show(*m_high, std::clamp(short_number(*now + step), field->least(), field->most()));
    }
}

/// A text that stands as it was filled in is the value itself, which it may have rounded.
Result<void> UncertainDialog::read_ends(const InputField& field, UncertainInput& out) const {
    const auto now = field.value(m_scenario);
    const auto take = [&](const QLineEdit& edit, const std::optional<double>& declared,
                          std::optional<double>& to) -> Result<void> {
        if (declared && edit.text() == to_qt(field.text(*declared))) {
            to = declared;
            return {};
        }
        const auto value = field.parse(edit.text().trimmed().toStdString());
        if (!value) return tl::unexpected(value.error());
        to = *value;
        return {};
    };
    const UncertainInput declared = m_declared.value_or(UncertainInput());
    if (auto read = take(*m_low, declared.low, out.low); !read) return read;
    if (out.kind == SpreadKind::triangular) {
        const bool is_as_it_is =
            m_declared && !declared.likely && now && m_likely->text() == to_qt(field.text(*now));
        if (!is_as_it_is)
            if (auto read = take(*m_likely, declared.likely ? declared.likely : now, out.likely); !read)
                return read;
    }
    return take(*m_high, declared.high, out.high);
}

Result<UncertainInput> UncertainDialog::read() const {
    const auto field = InputField::find(m_scenario, m_address, m_catalog);
    if (!field) return tl::unexpected(field.error());
    if (!m_declared && m_scenario.uncertain.size() >= most_uncertain_inputs)
        return fail(m_address, tr("%1 inputs are uncertain already").arg(most_uncertain_inputs).toStdString(),
                    tr("take one back first").toStdString());
    UncertainInput out;
    out.input = m_address;
    out.kind = kind();
    if (out.kind == SpreadKind::values) {
        const std::string text = m_list->text().trimmed().toStdString();
        auto listed = parse_uncertain(m_address + '=' + text, m_scenario, m_catalog);
        if (!listed) return listed;
        if (text.empty() || listed->kind != SpreadKind::values)
            return fail(m_address, tr("it is no list").toStdString(),
                        tr("write its values with commas, 1, 2, 4").toStdString());
        out = std::move(*listed);
        if (m_declared && m_list->text() == list_text(*m_declared)) out.values = m_declared->values;
    } else if (auto read = read_ends(*field, out); !read) {
        return tl::unexpected(read.error());
    }
    if (m_declared) out.unknown = m_declared->unknown;
    if (const auto spread = spread_of(out, m_scenario, m_catalog); !spread)
        return tl::unexpected(spread.error());
    return out;
}

void UncertainDialog::check() {
    const SpreadKind of = kind();
    const bool is_list = of == SpreadKind::values, has_likely = of == SpreadKind::triangular,
               is_of_80 = of == SpreadKind::normal || of == SpreadKind::log_normal;
    for (QWidget* each : {static_cast<QWidget*>(m_low), static_cast<QWidget*>(m_low_name),
                          static_cast<QWidget*>(m_high), static_cast<QWidget*>(m_high_name)})
        each->setVisible(!is_list);
    m_likely->setVisible(has_likely);
    m_likely_name->setVisible(has_likely);
    m_list->setVisible(is_list);
    m_list_name->setVisible(is_list);
    m_low_name->setText(is_of_80 ? tr("&Low end of 80 %") : tr("&Low"));
    m_high_name->setText(is_of_80 ? tr("&High end of 80 %") : tr("&High"));
    const auto found = read();
    m_take->setEnabled(found.has_value());
    m_says->setProperty("role", found ? "secondary" : "error");
    m_says->style()->unpolish(m_says);
    m_says->style()->polish(m_says);
    const auto why = [](const Diagnostic& error) { return to_qt(error.what + ": " + error.fix); };
    m_says->setText(found ? to_qt(uncertain_text(*found, m_scenario, m_catalog)) : why(found.error()));
    if (found) m_input = *found;
}

void UncertainDialog::forget() {
    m_input.reset();
    accept();
}

void ask_uncertain(Document& document, const std::string& address, QWidget& parent) {
    if (document.is_read_only() || address.empty()) return;
    auto* dialog = new UncertainDialog(document.scenario(), address, document.catalog(), &parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, &document, [&document, dialog, address] {
        std::vector<UncertainInput> inputs = document.scenario().uncertain;
        const auto known = std::ranges::find(inputs, address, &UncertainInput::input);
        if (!dialog->input())
            std::erase_if(inputs, [&](const UncertainInput& each) { return each.input == address; });
        else if (known != inputs.end())
            *known = *dialog->input();
        else
            inputs.push_back(*dialog->input());
        document.end_gesture();
        document.perform<SetUncertain>(inputs, QObject::tr("how sure it is"));
    });
    dialog->open();
}

} // namespace roofrack
