// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/currency_dialog.h"

#include "app/gui/pages/guide_pages.h"
#include "widgets/fields/quantity_edit.h"
#include "widgets/fields/text.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace roofrack {

CurrencyDialog::CurrencyDialog(const std::set<std::string>& currencies, const QString& file, QWidget* parent)
    : QDialog(parent)
    , m_take(new QPushButton(tr("Take the prices"), this)) {
    setObjectName(QStringLiteral("currencies"));
    setProperty(guide_page_property, QStringLiteral("import-and-export"));
    setWindowTitle(tr("Rates of currencies"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    auto* text = new QLabel(
        tr("%1 has prices in currencies other than $, and no column usd_each. What is one of each worth?")
            .arg(file),
        this);
    text->setWordWrap(true);
    text->setMinimumWidth(360);
    column->addWidget(text);
    auto* form = new QFormLayout;
    for (const std::string& each : currencies) {
        auto* rate = new QuantityEdit(Dimension::number, this);
        constexpr double least = 1e-9, most = 1e9;
        rate->set_range(least, most);
        rate->set_optional(tr("$"));
        rate->commit_as_typed();
        rate->setAccessibleName(tr("$ of one %1").arg(to_qt(each)));
        connect(rate, &QuantityEdit::value_committed, this, &CurrencyDialog::check);
        connect(rate, &QuantityEdit::error_changed, this, &CurrencyDialog::check);
        form->addRow(tr("1 %1 in $").arg(to_qt(each)), rate);
        m_rows.push_back({each, rate});
    }
    column->addLayout(form);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(m_take, QDialogButtonBox::AcceptRole);
    m_take->setDefault(true);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    if (!m_rows.empty()) m_rows.front().rate->setFocus();
    check();
}

std::map<std::string, double> CurrencyDialog::rates() const {
    std::map<std::string, double> out;
    for (const Row& row : m_rows) out[row.currency] = row.rate->value().value_or(0);
    return out;
}

void CurrencyDialog::check() {
    m_take->setEnabled(std::ranges::all_of(
        m_rows, [](const Row& row) { return row.rate->value() && row.rate->error().isEmpty(); }));
}

} // namespace roofrack
