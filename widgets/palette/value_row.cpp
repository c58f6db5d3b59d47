// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/value_row.h"

#include "core/drawing/project/part_reader.h"
#include "widgets/fields/quantity_edit.h"
#include "widgets/fields/style_property.h"
#include "widgets/fields/text.h"
#include "widgets/inspector/part_text.h"
#include "widgets/theme/text_scale.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPainterPath>
#include <QToolButton>

namespace roofrack {
namespace {

QString shown(const std::optional<SourcedValue>& figure, Dimension dimension) {
    return figure && figure->value ? to_qt(format_quantity(*figure->value, dimension))
                                   : ValueRow::tr("not known");
}

constexpr int label_width = 112; ///< px: the fields stand in line with those of the other panels

/// "Height, U": the name and the unit, which stands with the number.
std::pair<QString, QString> name_and_unit(const ValueSpec& spec) {
    const QString label = to_qt(spec.label);
    const qsizetype comma = label.lastIndexOf(QStringLiteral(", "));
    const QString unit = comma < 0 ? QString() : label.mid(comma + 2);
    static const QStringList units{QStringLiteral("U"), QStringLiteral("kg"), QStringLiteral("kPa"),
                                   QStringLiteral("K/W")};
    if (spec.dimension != Dimension::number || !units.contains(unit)) return {label, {}};
    return {label.first(comma), unit};
}

/// An arrow that turns back.
QIcon back_icon(const QColor& colour, qreal ratio) {
    constexpr int side = 16;
    QPixmap pixmap(QSize(side, side) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath arc;
    const QRectF circle(3.5, 3.5, 9, 9);
    arc.arcMoveTo(circle, 150);
    arc.arcTo(circle, 150, -290);
    painter.strokePath(arc, QPen(colour, 1.4, Qt::SolidLine, Qt::RoundCap));
    QPainterPath head;
    head.moveTo(arc.elementAt(0).x - 2.2, arc.elementAt(0).y - 3.2);
    head.lineTo(QPointF(arc.elementAt(0)));
    head.lineTo(arc.elementAt(0).x + 3.4, arc.elementAt(0).y - 0.6);
    painter.strokePath(head, QPen(colour, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    return pixmap;
}

QString sure(const SourcedValue& figure, Dimension dimension) {
    QString text = figure_origin(figure, dimension);
    if (!figure.note.empty()) text += QStringLiteral(" · ") + to_qt(figure.note);
    return text;
}

} // namespace

ValueRow::ValueRow(const ValueSpec& spec, QWidget* parent)
    : QWidget(parent)
    , m_key(spec.key)
    , m_dimension(spec.dimension)
    , m_label(new QLabel(this))
    , m_value(new QuantityEdit(spec.dimension, this))
    , m_reset(new QToolButton(this))
    , m_error(new QLabel(this))
    , m_source_label(new QLabel(tr("Source"), this))
    , m_source(new QLineEdit(this)) {
    const auto [name, unit] = name_and_unit(spec);
    m_label->setText(name);
    m_label->setWordWrap(true);
    m_label->setFixedWidth(at_text_scale(label_width));
    m_label->setBuddy(m_value);
    m_value->setAccessibleName(name);
    if (!unit.isEmpty()) m_value->set_unit(unit);
    m_value->set_optional(tr("not known"));
    const ValueLimits limits = value_limits(spec);
    m_value->set_range(limits.low, limits.high);
    m_reset->setFixedSize(24, 24);
    m_reset->setStyleSheet(QStringLiteral("padding: 0;")); // an icon, not a word
    m_reset->setIcon(back_icon(palette().color(QPalette::WindowText), devicePixelRatioF()));
    m_reset->setAccessibleName(tr("Back to the catalogue's %1").arg(name));
    m_error->setProperty("role", "error");
    m_error->setWordWrap(true);
    m_error->hide();
    m_source_label->setProperty("role", "secondary");
    m_source_label->setBuddy(m_source);
    m_source->setPlaceholderText(tr("Source of this figure"));
    m_source->setAccessibleName(tr("Source of %1").arg(name));
    m_source->setToolTip(tr("Where the figure comes from: a data sheet, a measurement, a quote"));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    grid->addWidget(m_label, 0, 0);
    grid->addWidget(m_value, 0, 1);
    grid->addWidget(m_reset, 0, 1, Qt::AlignRight | Qt::AlignVCenter); // in the field, which keeps its width
    grid->addWidget(m_error, 1, 1);
    grid->addWidget(m_source_label, 2, 0);
    grid->addWidget(m_source, 2, 1);
    connect(m_value, &QuantityEdit::value_committed, this, &ValueRow::commit_value);
    connect(m_value, &QuantityEdit::error_changed, this, [this](const QString& text) {
        m_error->setText(text);
        m_error->setVisible(!text.isEmpty());
    });
    connect(m_source, &QLineEdit::editingFinished, this, &ValueRow::commit_source);
    connect(m_reset, &QToolButton::clicked, this, [this] { Q_EMIT edited(m_base); });
}

/// A field that loses the keyboard while it goes would commit to a row that is no more.
ValueRow::~ValueRow() {
    m_value->disconnect(this);
    m_source->disconnect(this);
}

QString ValueRow::label_text() const { return m_label->text(); }

void ValueRow::show_figure(const SourcedValue* own, const SourcedValue* base) {
    m_own = own ? std::optional(*own) : std::nullopt;
    m_base = base ? std::optional(*base) : std::nullopt;
    m_changed = m_own != m_base;
    m_value->set_value(m_own ? m_own->value : std::nullopt);
    set_style_property(m_label, "role", m_changed ? "strong" : "secondary");
    m_reset->setVisible(m_changed);
    m_value->setTextMargins(0, 0, m_changed ? m_reset->width() - 4 : 0, 0);
    m_source->setVisible(m_changed && m_own);
    m_source_label->setVisible(m_changed && m_own);
    if (m_own && !m_source->isModified()) show_source(m_own->source);
    QString tip = m_own ? sure(*m_own, m_dimension) : tr("The part has no such figure");
    if (m_changed) {
        const QString was = tr("The catalogue's: %1").arg(shown(m_base, m_dimension)) +
                            (m_base ? QStringLiteral(" (%1)").arg(sure(*m_base, m_dimension)) : QString());
        tip += QLatin1Char('\n') + was;
        m_reset->setToolTip(tr("Back to the catalogue's %1").arg(shown(m_base, m_dimension)));
    }
    m_value->setToolTip(m_label->text() + QLatin1Char('\n') + tip);
    m_value->setAccessibleDescription(tip);
}

void ValueRow::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_reset->setIcon(back_icon(palette().color(QPalette::WindowText), devicePixelRatioF()));
}

void ValueRow::commit_value(std::optional<double> value) {
    if (!value) {
        Q_EMIT edited(std::nullopt);
    } else if (m_base && m_base->value == value) {
        Q_EMIT edited(m_base); // the catalogue's again
    } else if (m_changed && m_own) {
        SourcedValue figure = *m_own; // keeps the note on its source
        figure.value = value;
        Q_EMIT edited(figure);
    } else {
        Q_EMIT edited(project_figure(*value));
    }
}

/// From its beginning, where a narrow panel has no room for all of it.
void ValueRow::show_source(const std::string& source) {
    m_source->setText(as_written(source));
    m_source->setCursorPosition(0);
}

void ValueRow::commit_source() {
    if (!m_source->isModified() || !m_own) return;
    m_source->setModified(false);
    SourcedValue figure = *m_own;
    figure.source = m_source->text().trimmed().toStdString();
    // A figure without a source is worth less than one that says whose it is.
    if (figure.source.empty()) figure.source = project_figure(0).source;
    show_source(figure.source);
    if (!(figure == *m_own)) Q_EMIT edited(figure);
}

} // namespace roofrack
