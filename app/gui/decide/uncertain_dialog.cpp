// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/decide/uncertain_dialog.h"

#include "app/gui/pages/guide_pages.h"
#include "core/answers/decide/uncertain_text.h"
#include "core/answers/decide/unknowns.h"
#include "core/base/catalog/catalog.h"
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

} // namespace

UncertainDialog::UncertainDialog(Scenario scenario, std::string address, const Catalog& catalog,
                                 QWidget* parent)
    : QDialog(parent)
    , m_scenario(std::move(scenario))
    , m_address(std::move(address))
    , m_catalog(catalog)
    , m_input(declared_in(m_scenario, m_address))
    , m_kind(new Segments(tr("How its values are spread"), this))
    , m_low(new QLineEdit(this))
    , m_likely(new QLineEdit(this))
    , m_high(new QLineEdit(this))
    , m_likely_name(new QLabel(tr("L&ikely"), this))
    , m_low_name(new QLabel(this))
    , m_high_name(new QLabel(this))
    , m_says(new QLabel(this))
    , m_take(new QPushButton(tr("Take it so"), this))
    , m_forget(new QPushButton(tr("Known for sure"), this)) {
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
    m_kind->add(to_qt(name_of(SpreadKind::normal)), tr("Normal"), tr("The ends hold the middle 80 %"));
    m_kind->add(to_qt(name_of(SpreadKind::log_normal)), tr("Log-normal"),
                tr("The ends hold the middle 80 %; never below 0"));
    column->addWidget(m_kind, 0, Qt::AlignLeft);
    auto* form = new QFormLayout;
    form->addRow(m_low_name, m_low);
    form->addRow(m_likely_name, m_likely);
    form->addRow(m_high_name, m_high);
    m_low_name->setBuddy(m_low);
    m_likely_name->setBuddy(m_likely);
    m_high_name->setBuddy(m_high);
    m_low->setAccessibleName(tr("Low"));
    m_likely->setAccessibleName(tr("Likely"));
    m_high->setAccessibleName(tr("High"));
    column->addLayout(form);
    m_says->setWordWrap(true);
    column->addWidget(m_says);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(m_take, QDialogButtonBox::AcceptRole);
    buttons->addButton(m_forget, QDialogButtonBox::DestructiveRole);
    m_take->setDefault(true);
    m_forget->setAutoDefault(false);
    m_forget->setVisible(m_input.has_value());
    column->addWidget(buttons);
    fill();
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_forget, &QPushButton::clicked, this, &UncertainDialog::forget);
    connect(m_kind, &Segments::key_chosen, this, &UncertainDialog::check);
    for (QLineEdit* each : {m_low, m_likely, m_high})
        connect(each, &QLineEdit::textChanged, this, &UncertainDialog::check);
    m_low->setFocus();
    check();
}

/// What is declared, else a tenth down and up of what the scenario has.
void UncertainDialog::fill() {
    const auto field = InputField::find(m_scenario, m_address, m_catalog);
    if (!field) return;
    const auto now = field->value(m_scenario);
    const auto show = [&](QLineEdit& edit, const std::optional<double>& value) {
        if (value) edit.setText(to_qt(field->text(*value)));
    };
    const bool has_ends = m_input && m_input->low && m_input->high;
    const SpreadKind kind =
        has_ends && m_input->kind != SpreadKind::uniform ? m_input->kind : SpreadKind::triangular;
    m_kind->set_key(to_qt(name_of(kind)));
    if (has_ends) {
        show(*m_low, m_input->low);
        show(*m_likely, m_input->likely ? m_input->likely : now);
        show(*m_high, m_input->high);
    } else if (now) {
        constexpr double tenth = 0.1;
        const double step = *now == 0 || field->is_temperature() ? 2 : std::abs(*now) * tenth;
        show(*m_low, std::clamp(short_number(*now - step), field->least(), field->most()));
        show(*m_likely, now);
        show(*m_high, std::clamp(short_number(*now + step), field->least(), field->most()));
    }
}

Result<UncertainInput> UncertainDialog::read() const {
    const auto field = InputField::find(m_scenario, m_address, m_catalog);
    if (!field) return tl::unexpected(field.error());
    UncertainInput out;
    if (!declared_in(m_scenario, m_address) && m_scenario.uncertain.size() >= most_uncertain_inputs)
        return fail(m_address, tr("%1 inputs are uncertain already").arg(most_uncertain_inputs).toStdString(),
                    tr("take one back first").toStdString());
    if (m_input) out.unknown = m_input->unknown;
    out.input = m_address;
    for (const SpreadKind kind : {SpreadKind::triangular, SpreadKind::normal, SpreadKind::log_normal})
        if (m_kind->key() == to_qt(name_of(kind))) out.kind = kind;
    const auto take = [&](const QLineEdit& edit, std::optional<double>& to) -> Result<void> {
        const auto value = field->parse(edit.text().trimmed().toStdString());
        if (!value) return tl::unexpected(value.error());
        to = *value;
        return {};
    };
    if (auto read = take(*m_low, out.low); !read) return tl::unexpected(read.error());
    if (out.kind == SpreadKind::triangular)
        if (auto read = take(*m_likely, out.likely); !read) return tl::unexpected(read.error());
    if (const auto now = field->value(m_scenario); now && m_likely->text() == to_qt(field->text(*now)))
        out.likely = out.likely ? now : std::nullopt; // not rounded as it is written
    if (auto read = take(*m_high, out.high); !read) return tl::unexpected(read.error());
    if (const auto spread = spread_of(out, m_scenario, m_catalog); !spread)
        return tl::unexpected(spread.error());
    return out;
}

void UncertainDialog::check() {
    const bool has_likely = m_kind->key() == to_qt(name_of(SpreadKind::triangular));
    m_likely->setVisible(has_likely);
    m_likely_name->setVisible(has_likely);
    m_low_name->setText(has_likely ? tr("&Low") : tr("&Low end of 80 %"));
    m_high_name->setText(has_likely ? tr("&High") : tr("&High end of 80 %"));
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
