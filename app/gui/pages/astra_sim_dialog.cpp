// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/astra_sim_dialog.h"

#include "widgets/fields/form.h"
#include "widgets/theme/text_scale.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace roofrack {

AstraSimDialog::AstraSimDialog(double drawn_gpus, double replica, QWidget* parent)
    : QDialog(parent)
    , m_drawn(drawn_gpus) {
    setWindowTitle(tr("Export to ASTRA-sim"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    auto* text =
        new QLabel(tr("Writes the network, the system and a Chakra execution trace of one training step a "
                      "rank, so that the same plan can be simulated packet by packet. Fewer GPUs keep "
                      "fewer replicas of the model, each with the same work."),
                   this);
    text->setWordWrap(true);
    text->setProperty("role", "secondary");
    column->addWidget(text);
    auto* form = new Form(this);
    m_gpus = form->add_integer(tr("GPUs"), tr("A multiple of the %1 GPUs of one replica").arg(replica));
    m_gpus->set_range(1, drawn_gpus);
    constexpr double handy = 128; // ranks that a simulation takes in minutes
    m_gpus->set_value(drawn_gpus <= handy ? drawn_gpus
                                          : std::max(replica, replica * std::floor(handy / replica)));
    m_detail =
        form->add_choice(tr("Computation"), tr("A node an operator, or one between two communications"));
    m_detail->set_choices({{QStringLiteral("operators"), tr("By operators"), {}},
                           {QStringLiteral("layers"), tr("Between communications"), {}}});
    m_detail->set_key(QStringLiteral("operators"));
    m_size = form->add_quantity(tr("At most"), Dimension::bytes, tr("A larger export is refused"));
    m_size->set_range(1e6, 1e15);
    m_size->set_value(4e9);
    column->addWidget(form);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto* go = buttons->addButton(tr("Choose a folder…"), QDialogButtonBox::AcceptRole);
    go->setDefault(true);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    setMinimumWidth(at_text_scale(440));
}

AstraSimOptions AstraSimDialog::options() const {
    AstraSimOptions out;
    out.gpus = m_gpus->value().value_or(m_drawn);
    if (out.gpus >= m_drawn) out.gpus = 0;
    out.detail = m_detail->key() == QStringLiteral("layers") ? ChakraDetail::layers : ChakraDetail::operators;
    out.most_bytes = m_size->value().value_or(4e9);
    return out;
}

} // namespace roofrack
