// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/export_drawing_dialog.h"

#include "widgets/fields/choice_edit.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <cmath>

namespace roofrack {

namespace {

constexpr int resolutions[] = {96, 192, 300, 600};
constexpr int finest_side = 20000; ///< dots: larger pictures no program opens

} // namespace

ExportDrawingDialog::ExportDrawingDialog(QSize natural, const Theme& theme, QWidget* window)
    : QDialog(window)
    , m_natural(natural)
    , m_seen(theme)
    , m_dpi(new ChoiceEdit(this))
    , m_appearance(new ChoiceEdit(this))
    , m_width(new QSpinBox(this))
    , m_ground(new QCheckBox(tr("Transparent background"), this))
    , m_legend(new QCheckBox(tr("Legend of the overlay"), this))
    , m_size(new QLabel(this)) {
    setWindowTitle(tr("Export the drawing"));
    for (const int dpi : resolutions) m_dpi->addItem(tr("%1 dpi").arg(dpi), dpi);
    m_dpi->setCurrentIndex(1);
    m_appearance->addItems({tr("As seen"), tr("Light"), tr("Dark")});
    m_width->setRange(160, 8192);
    m_width->setSuffix(tr(" px"));
    m_width->setButtonSymbols(QAbstractSpinBox::NoButtons); // the arrow keys step
    m_width->setValue(natural.width());
    m_legend->setChecked(true);
    m_size->setProperty("role", "secondary");
    auto* form = new QFormLayout;
    form->addRow(tr("&Width at 1:1"), m_width);
    form->addRow(tr("&Resolution of PNG"), m_dpi);
    form->addRow(QString(), m_size);
    form->addRow(tr("&Appearance"), m_appearance);
    form->addRow(QString(), m_ground);
    form->addRow(QString(), m_legend);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(tr("Choose the &file…"), QDialogButtonBox::AcceptRole)->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addStretch();
    column->addWidget(buttons);
    connect(m_width, &QSpinBox::valueChanged, this, &ExportDrawingDialog::show_size);
    connect(m_dpi, &QComboBox::currentIndexChanged, this, &ExportDrawingDialog::show_size);
    show_size();
}

void ExportDrawingDialog::show_size() {
    const DrawingOptions chosen = options();
    const QSize dots = (QSizeF(chosen.size) * (chosen.dpi / 96)).toSize();
    m_size->setText(tr("%1 × %2 pixels").arg(dots.width()).arg(dots.height()));
}

DrawingOptions ExportDrawingDialog::options() const {
    DrawingOptions out;
    const double height = static_cast<double>(m_natural.height()) * m_width->value() / m_natural.width();
    out.size = QSize(m_width->value(), std::max(1, static_cast<int>(std::lround(height))));
    out.dpi = m_dpi->currentData().toDouble();
    const int side = std::max(out.size.width(), out.size.height());
    out.dpi = std::min(out.dpi, 96.0 * finest_side / side);
    out.background = !m_ground->isChecked();
    out.legend = m_legend->isChecked();
    return out;
}

Theme ExportDrawingDialog::theme() const {
    switch (m_appearance->currentIndex()) {
    case 1: return Theme::light();
    case 2: return Theme::dark();
    default: return m_seen;
    }
}

} // namespace roofrack
